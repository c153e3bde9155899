use accel::accel;

accel! {
    pub fn checksum(xs: &[f64; 4]) -> f64 {
        zip(xs, [1.0, 2.0, 3.0]).map(|(x, w)| x * w).sum()
    }
}

fn main() {
    println!("{:?}", checksum(&[1.0, 2.0, 3.0, 4.0]));
}
