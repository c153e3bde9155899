use accel::accel;

accel! {
    <T: f32 | f64, T: u32 | u64>

    pub fn total(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0f32]));
}
