use accel::accel;

accel! {
    pub fn total<T>(xs: &[T]) -> T
    where
        T: Copy,
    {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
