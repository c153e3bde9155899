use accel::accel;

accel! {
    fn power(x: f64, n: i32) -> f64 {
        x.powi(n)
    }

    pub fn cube(x: f64) -> f64 {
        power(3, x)
    }
}

fn main() {
    println!("{}", cube(3.0));
}
