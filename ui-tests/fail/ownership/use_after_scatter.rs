use accel::accel;

accel! {
    pub fn placed(dest: [f64], places: &[usize], xs: &[f64]) -> ([f64], f64) {
        let placed = dest.scatter(places, xs);
        (placed, dest.sum())
    }
}

fn main() {
    println!("{:?}", placed(vec![1.0, 2.0], &[0], &[5.0]));
}
