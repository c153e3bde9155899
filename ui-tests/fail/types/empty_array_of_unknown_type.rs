use accel::accel;

accel! {
    pub fn nothing() -> usize {
        let xs = [];
        xs.len()
    }
}

fn main() {
    println!("{}", nothing());
}
