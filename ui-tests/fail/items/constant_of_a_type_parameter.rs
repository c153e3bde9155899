use accel::accel;

accel! {
    <T: f32 | f64>
    const HALF: T = 0.5;
    pub const QUARTER: T = 0.25;
    const COUNT: T = 3;
    pub fn halved(xs: &[T]) -> [T] { xs.map(|x| x * HALF) }
    pub fn half_of_one(x: f32) -> f32 { x * HALF }
}

fn main() {
    halved(&[1.0f32]);
    half_of_one(QUARTER);
}
