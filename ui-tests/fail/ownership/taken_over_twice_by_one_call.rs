use accel::accel;

accel! {
    fn merged(mut xs: [f64], ys: [f64]) -> [f64] {
        xs[0] = ys[0];
        xs
    }

    pub fn with_itself(xs: [f64]) -> [f64] {
        merged(xs, xs)
    }
}

fn main() {
    println!("{:?}", with_itself(vec![1.0, 2.0]));
}
