use accel::accel;

accel! {
    pub const fn square(x: i32) -> i32 {
        x * x
    }
}

fn main() {
    println!("{}", square(3));
}
