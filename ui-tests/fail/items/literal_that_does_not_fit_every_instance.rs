use accel::accel;

accel! {
    <T: f32 | i32>

    pub fn halves(xs: &[T]) -> [T] {
        xs.map(|x| x * 0.5)
    }
}

fn main() {
    println!("{:?}", halves(&[1.0f32, 2.0]));
}
