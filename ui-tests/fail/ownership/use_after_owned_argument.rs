use accel::accel;

accel! {
    fn zeroed(mut xs: [f64]) -> [f64] {
        xs[0] = 0.0;
        xs
    }

    pub fn change(xs: [f64]) -> f64 {
        let ys = zeroed(xs);
        ys.sum() - xs.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0]));
}
