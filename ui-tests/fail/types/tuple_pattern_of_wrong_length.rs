use accel::accel;

accel! {
    pub fn labels(pairs: &[(i32, f64)]) -> [i32] {
        pairs.enumerate().map(|(i, label, value)| label + i as i32)
    }
}

fn main() {
    println!("{:?}", labels(&[(1, 1.0)]));
}
