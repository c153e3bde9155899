use accel::accel;

accel! {
    pub fn descending(xs: &[f64]) -> [f64] {
        xs.sort_by(|a, b| b.total_cmp(a))
    }
}

fn main() {
    println!("{:?}", descending(&[2.0]));
}
