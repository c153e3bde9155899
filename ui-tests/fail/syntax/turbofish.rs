use accel::accel;

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum::<f32>()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
