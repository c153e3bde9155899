use accel::accel;

accel! {
    pub fn nine(x: i32) -> i32 {
        (|y: i32| y * y)(x)
    }
}

fn main() {
    println!("{}", nine(3));
}
