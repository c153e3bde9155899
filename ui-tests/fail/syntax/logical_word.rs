use accel::accel;

accel! {
    pub fn both(a: bool, b: bool) -> bool {
        a and b
    }
}

fn main() {
    println!("{}", both(true, false));
}
