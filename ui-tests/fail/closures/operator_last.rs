use accel::accel;

accel! {
    pub fn totals(is: &[usize], xs: &[f64]) -> [f64; 8] {
        [0.0; 8].scatter_with(is, xs, |a, b| a + b)
    }
}

fn main() {}
