use accel::accel;

accel! {
    pub fn zeroed(xs: &[f64]) -> [f64] {
        let mut tail = xs[1..];
        tail[0] = 0.0;
        tail
    }
}

fn main() {
    println!("{:?}", zeroed(&[1.0, 2.0]));
}
