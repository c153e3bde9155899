use accel::accel;

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total(vec![1.0, 2.0]));
}
