use accel::accel;

accel! {
    pub fn sums(a: &[f64; n], b: &[f64; n], c: &[f64; n]) -> [f64; n] {
        zip(a, zip(b, c)).map(|(x, y, z)| x + y + z)
    }

    pub fn weighted(a: &[f64; n], b: &[f64; n]) -> [f64; n] {
        zip(a, b).enumerate().map(|(i, x, y)| (x + y) * i as f64)
    }
}

fn main() {}
