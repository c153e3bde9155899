use accel::accel;

accel! {
    pub struct Place { x: f64 }
    pub struct Place { y: f64 }
    pub const LIMIT: i32 = 1;
    pub const LIMIT: i32 = 2;
    pub fn limited(xs: &[i32]) -> [i32] { xs.map(|x| x.min(LIMIT)) }
    pub fn limited(xs: &[i32]) -> [i32] { xs.map(|x| x.max(LIMIT)) }
}

fn main() {
    limited(&[LIMIT]);
}
