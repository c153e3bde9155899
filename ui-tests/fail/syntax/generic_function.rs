use accel::accel;

accel! {
    pub fn total<T>(xs: &[T]) -> T {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
