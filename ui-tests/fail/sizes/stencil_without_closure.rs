use accel::accel;

accel! {
    pub fn blurred(xs: &[f64], weights: &[f64; 3]) -> [f64] {
        xs.stencil(Clamp, weights)
    }
}

fn main() {
    println!("{:?}", blurred(&[1.0], &[0.25, 0.5, 0.25]));
}
