use accel::accel;

accel! {
    pub fn parts(xs: &[f64], lengths: &[i32]) -> [[f64]] {
        xs.split_by(lengths)
    }
}

fn main() {
    println!("{:?}", parts(&[1.0, 2.0], &[1, 1]));
}
