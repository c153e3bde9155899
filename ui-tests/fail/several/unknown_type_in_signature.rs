use accel::accel;

accel! {
    fn length(v: Vector) -> f64 {
        v.0.hypot(v.1)
    }

    pub fn total(vs: &[(f64, f64)]) -> f64 {
        vs.map(length).sum()
    }
}

fn main() {
    println!("{}", total(&[(3.0, 4.0)]));
}
