use accel::accel;

accel! {
    pub fn placed(dest: &[f64], places: &[usize], xs: &[f64]) -> [f64] {
        dest.scatter(places, xs)
    }
}

fn main() {
    println!("{:?}", placed(&[1.0, 2.0], &[0], &[5.0]));
}
