use accel::accel;

accel! {
    pub fn change(xs: [f64], ys: [f64]) -> f64 {
        let pair = (xs, ys);
        let mut a = pair.0;
        a[0] = 0.0;
        a.sum() + pair.1.sum() + pair.0.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0], vec![3.0]));
}
