use accel::accel;

accel! {
    pub fn sign_of(x: i32) -> i32 {
        let sign;
        if x < 0 {
            sign = -1;
        } else {
            sign = 1;
        }
        sign
    }
}

fn main() {
    println!("{}", sign_of(2));
}
