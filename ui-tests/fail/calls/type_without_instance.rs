use accel::accel;

accel! {
    <T: f32 | f64>

    pub fn total(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    let xs: Vec<i32> = vec![1, 2];
    println!("{}", total(&xs));
}
