use accel::accel;

accel! {
    pub fn change(m: [[f64; columns]; rows]) -> f64 {
        let turned = m.transpose();
        let mut a = m;
        a[0][0] = 0.0;
        a.flatten().sum() - turned.map(|column| column.sum()).max()
    }
}

fn main() {
    println!("{}", change(accel::Array::from_vec([1, 1], vec![1.0])));
}
