use accel::accel;

accel! {
    pub fn is_zero(x: i32) -> bool {
        let mut y = x;
        if y = 0 { true } else { false }
    }
}

fn main() {
    println!("{}", is_zero(3));
}
