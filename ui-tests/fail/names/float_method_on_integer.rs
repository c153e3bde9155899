use accel::accel;

accel! {
    pub fn root(n: u32) -> u32 {
        n.sqrt()
    }
}

fn main() {
    println!("{}", root(9));
}
