use accel::accel;

accel! {
    pub fn first(xs: &[f64]) -> f64 {
        xs(0)
    }
}

fn main() {
    println!("{:?}", first(&[1.0]));
}
