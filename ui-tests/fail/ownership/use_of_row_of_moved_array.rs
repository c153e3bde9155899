use accel::accel;

accel! {
    pub fn change(m: [[f64; columns]; rows]) -> f64 {
        let top = m[0];
        let mut a = m;
        a[0][0] = 0.0;
        a.flatten().sum() - top.sum()
    }
}

fn main() {
    println!("{}", change(accel::Array::from_vec([1, 1], vec![1.0])));
}
