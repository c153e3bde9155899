use accel::accel;

accel! {
    pub fn length(name: String) -> usize {
        name.len()
    }
}

fn main() {
    println!("{}", length("name".to_string()));
}
