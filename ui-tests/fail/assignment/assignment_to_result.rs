use accel::accel;

accel! {
    pub fn first(xs: &[f64]) -> f64 {
        xs.rev()[0] = 1.0;
        xs[0]
    }
}

fn main() {
    println!("{}", first(&[3.0]));
}
