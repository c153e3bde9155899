use accel::accel;

accel! {
    pub fn zeroed(m: [[f64; columns]; rows]) -> [[f64; columns]; rows] {
        m.map(|row| row.update(0, 0.0))
    }
}

fn main() {
    println!("{:?}", zeroed(accel::Array::from_vec([1, 1], vec![1.0])));
}
