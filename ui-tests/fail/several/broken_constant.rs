use accel::accel;

accel! {
    const SCALE: f32 = 2;

    pub fn scaled(xs: &[f32]) -> [f32] {
        xs.map(|x| x * SCALE)
    }

    pub fn total(xs: &[f32]) -> f32 {
        xs.summ()
    }
}

fn main() {
    println!("{:?} {}", scaled(&[1.0]), total(&[1.0]));
}
