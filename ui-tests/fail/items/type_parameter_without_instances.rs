use accel::accel;

accel! {
    <T>

    pub fn total(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0f32, 2.0]));
}
