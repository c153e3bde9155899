use accel::accel;

accel! {
    pub fn doubled_first_row(m: [[f64; columns]; rows]) -> [[f64; columns]; rows] {
        let mut a = m;
        a[0] += a[0];
        a
    }
}

fn main() {
    println!("{:?}", doubled_first_row(accel::Array::from_vec([1, 1], vec![1.0])));
}
