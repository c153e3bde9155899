use accel::accel;

accel! {
    pub fn totals(pairs: &[(f64, f64)]) -> (f64, f64) {
        pairs.sum()
    }
}

fn main() {
    println!("{:?}", totals(&[(1.0, 2.0)]));
}
