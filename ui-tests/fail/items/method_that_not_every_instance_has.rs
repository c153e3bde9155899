use accel::accel;

accel! {
    <T: f32 | i32>

    pub fn roots(xs: &[T]) -> [T] {
        xs.map(|x| x.sqrt())
    }
}

fn main() {
    println!("{:?}", roots(&[1.0f32, 2.0]));
}
