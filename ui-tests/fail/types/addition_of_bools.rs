use accel::accel;

accel! {
    pub fn votes(a: bool, b: bool) -> bool {
        a + b
    }
}

fn main() {
    println!("{}", votes(true, false));
}
