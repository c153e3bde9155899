use accel::accel;

accel! {
    fn zeroed(mut xs: [f64]) -> [f64] {
        xs[0] = 0.0;
        xs
    }

    pub fn change(xs: [f64]) -> f64 {
        zeroed(&xs).sum() - xs.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0]));
}
