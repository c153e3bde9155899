use accel::accel;

accel! {
    pub fn picked(xs: &[f64], places: &[usize]) -> [f64] {
        xs[places]
    }
}

fn main() {
    println!("{:?}", picked(&[1.0], &[0]));
}
