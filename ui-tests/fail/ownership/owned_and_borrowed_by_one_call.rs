use accel::accel;

accel! {
    fn merged(mut xs: [f64], ys: &[f64]) -> [f64] {
        xs[0] = ys[0];
        xs
    }

    pub fn with_tail(xs: [f64]) -> [f64] {
        merged(xs, xs[1..])
    }
}

fn main() {
    println!("{:?}", with_tail(vec![1.0, 2.0]));
}
