use accel::accel;

accel! {
    #[parallel]
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
