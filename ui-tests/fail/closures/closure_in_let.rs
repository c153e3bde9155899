use accel::accel;

accel! {
    pub fn fourth_powers(xs: &[f64]) -> [f64] {
        let square = |x| x * x;
        xs.map(square).map(square)
    }
}

fn main() {
    println!("{:?}", fourth_powers(&[1.0]));
}
