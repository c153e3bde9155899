use accel::accel;

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.reduce(0.0, |(a, b)| a + b)
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
