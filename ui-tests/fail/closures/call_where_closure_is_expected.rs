use accel::accel;

accel! {
    fn square(x: f64) -> f64 {
        x * x
    }

    pub fn squares(xs: &[f64]) -> [f64] {
        xs.map(square(2.0))
    }
}

fn main() {
    println!("{:?}", squares(&[1.0]));
}
