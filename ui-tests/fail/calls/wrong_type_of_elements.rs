use accel::accel;

accel! {
    pub fn total(xs: &[f32]) -> f32 {
        xs.sum()
    }
}

fn main() {
    let xs: Vec<f64> = vec![1.0, 2.0];
    println!("{}", total(&xs));
}
