use accel::accel;

accel! {
    pub fn trace(m: &[f64; n; n]) -> f64 {
        (0..n).map(|i| m[i][i]).sum()
    }
}

fn main() {
    println!("{}", trace(&[[1.0, 2.0], [3.0, 4.0]]));
}
