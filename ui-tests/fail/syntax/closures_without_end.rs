use accel::accel;

accel! {
    pub fn f(x: i32) -> i32 {
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x|
        |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| |x| 1
    }
}

fn main() {
    println!("{}", f(1));
}
