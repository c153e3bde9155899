use accel::accel;

accel! {
    pub fn roots(xs: &[f32]) -> [f32] {
        xs.sqrt()
    }
}

fn main() {
    println!("{:?}", roots(&[1.0, 2.0]));
}
