use accel::accel;

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum() +
    }

    pub fn mean(xs: &[f32]) -> f32 {
        xs.sum() / xs.len()
    }
}

fn main() {
    println!("{} {}", total(&[1.0]), mean(&[1.0]));
}
