use accel::accel;

accel! {
    fn weight(x: f64) -> f64 {
        x * x
    }

    fn weight(x: f64) -> f64 {
        x.abs()
    }

    pub fn total(xs: &[f64]) -> f64 {
        xs.map(weight).sum()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
