use accel::accel;

accel! {
    pub fn totals(xs: &[f64], ys: &[f64]) -> [f64] {
        [xs, ys].map(|part| part.sum())
    }
}

fn main() {
    println!("{:?}", totals(&[1.0, 2.0], &[3.0]));
}
