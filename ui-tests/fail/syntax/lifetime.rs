use accel::accel;

accel! {
    pub fn total(xs: &'static [f32]) -> f32 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
