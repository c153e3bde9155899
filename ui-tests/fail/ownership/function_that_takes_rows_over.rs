use accel::accel;

accel! {
    fn zeroed_row(mut xs: [f64]) -> [f64] {
        xs[0] = 0.0;
        xs
    }

    pub fn zeroed(m: &[[f64; columns]; rows]) -> [[f64; columns]; rows] {
        m.map(zeroed_row)
    }
}

fn main() {
    println!("{:?}", zeroed(&[[1.0]]));
}
