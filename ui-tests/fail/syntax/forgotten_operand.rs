use accel::accel;

accel! {
    pub fn double(xs: &[f32]) -> [f32] {
        xs.map(|x| x * )
    }

    pub fn total(xs: &[f32]) -> f32 {
        xs.sum()
    }
}

fn main() {
    println!("{:?}", double(&[1.0, 2.0]));
    println!("{}", total(&[1.0, 2.0]));
}
