use accel::accel;

fn gamma(x: f64) -> f64 {
    x
}

accel! {
    pub fn gammas(xs: &[f64]) -> [f64] {
        xs.map(|x| gamma(x))
    }
}

fn main() {
    println!("{:?}", gammas(&[gamma(2.0)]));
}
