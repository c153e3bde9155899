use accel::accel;

accel! {
    pub fn double(xs: &[f32]) -> [f32] {
        xs.map(|&x| 2.0 * x)
    }
}

fn main() {
    println!("{:?}", double(&[1.0, 2.0]));
}
