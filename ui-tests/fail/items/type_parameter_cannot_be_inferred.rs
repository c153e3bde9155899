use accel::accel;

accel! {
    <T: f32 | f64>

    fn zero(n: usize) -> T {
        if n == 0 { 0.0 } else { 1.0 }
    }

    pub fn is_zero(n: usize) -> bool {
        zero(n) == zero(n + 1)
    }
}

fn main() {
    println!("{}", is_zero(1));
}
