use accel::accel;

accel! {
    pub fn change(xs: [f64]) -> f64 {
        let tail = xs[1..];
        let mut ys = xs;
        ys[0] = 0.0;
        ys.sum() - tail.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0]));
}
