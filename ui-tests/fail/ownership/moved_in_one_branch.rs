use accel::accel;

accel! {
    pub fn change(xs: [f64], zero: bool) -> f64 {
        let total = if zero {
            let mut ys = xs;
            ys[0] = 0.0;
            ys.sum()
        } else {
            0.0
        };
        total - xs.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0], true));
}
