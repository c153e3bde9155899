use accel::accel;

accel! {
    pub fn opposites(xs: &[f32]) -> [f32] {
        -xs
    }
}

fn main() {
    println!("{:?}", opposites(&[3.0]));
}
