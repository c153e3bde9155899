use accel::accel;

accel! {
    pub fn change(m: [[f64; columns]; rows]) -> f64 {
        let mut top = m[0];
        top[0] = 0.0;
        top.sum() - m.flatten().sum()
    }
}

fn main() {
    println!("{}", change(accel::Array::from_vec([1, 1], vec![1.0])));
}
