use accel::accel;

accel! {
    pub fn change(xs: [f64]) -> f64 {
        let mut ys = xs;
        ys[0] = 0.0;
        ys.sum() - xs.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0]));
}
