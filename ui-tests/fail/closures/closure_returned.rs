use accel::accel;

accel! {
    fn adder(n: i32) -> impl Fn(i32) -> i32 {
        |x| x + n
    }

    pub fn five() -> i32 {
        adder(2)(3)
    }
}

fn main() {
    println!("{}", five());
}
