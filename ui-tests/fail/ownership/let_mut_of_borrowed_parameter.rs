use accel::accel;

accel! {
    pub fn zeroed(xs: &[f64]) -> [f64] {
        let mut ys = xs;
        ys[0] = 0.0;
        ys
    }
}

fn main() {
    println!("{:?}", zeroed(&[1.0, 2.0]));
}
