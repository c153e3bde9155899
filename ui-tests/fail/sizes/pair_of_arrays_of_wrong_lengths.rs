use accel::accel;

accel! {
    pub fn halves(xs: &[f64; 4]) -> ([f64; 2], [f64; 3]) {
        ([xs[0], xs[1]], [xs[2], xs[3]])
    }
}

fn main() {
    println!("{:?}", halves(&[1.0, 2.0, 3.0, 4.0]));
}
