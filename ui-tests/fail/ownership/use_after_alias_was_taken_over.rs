use accel::accel;

accel! {
    pub fn first_and_changed(xs: [f64; n]) -> (f64, [f64; n]) {
        let ys = xs;
        let mut zs = ys;
        zs[0] = 1.0;
        (xs[0], zs)
    }
}

fn main() {}
