use accel::accel;

accel! {
    <T: f32 | f64 | f32>

    pub fn total(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0f32, 2.0]));
}
