use accel::accel;

accel! {
    <T: f32 | double>

    pub fn total(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0f32, 2.0]));
}
