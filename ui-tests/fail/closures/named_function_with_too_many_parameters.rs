use accel::accel;

accel! {
    fn power(x: f64, n: i32) -> f64 {
        x.powi(n)
    }

    pub fn squares(xs: &[f64]) -> [f64] {
        xs.map(power)
    }
}

fn main() {
    println!("{:?}", squares(&[1.0]));
}
