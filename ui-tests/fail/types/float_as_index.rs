use accel::accel;

accel! {
    pub fn at(xs: &[f64], place: f64) -> f64 {
        xs[place.floor()]
    }
}

fn main() {
    println!("{}", at(&[1.0], 0.0));
}
