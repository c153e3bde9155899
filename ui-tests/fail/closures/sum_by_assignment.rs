use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        let mut total = 0.0;
        xs.map(|x| { total += x; });
        total
    }
}

fn main() {}
