use accel::accel;

accel! {
    pub fn zeroed(m: &[[f64; columns]; rows]) -> [f64] {
        m[0].update(0, 0.0)
    }
}

fn main() {
    println!("{:?}", zeroed(&[[1.0, 2.0]]));
}
