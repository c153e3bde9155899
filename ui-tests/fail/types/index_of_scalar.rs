use accel::accel;

accel! {
    pub fn diagonal(m: &[f64; n]) -> f64 {
        (0..n).map(|i| m[i][i]).sum()
    }
}

fn main() {
    println!("{}", diagonal(&[1.0]));
}
