use accel::accel;

accel! {
    pub fn sign(x: i32) -> i32 {
        let 0 = x else {
            return x.signum();
        };
        0
    }
}

fn main() {
    println!("{}", sign(2));
}
