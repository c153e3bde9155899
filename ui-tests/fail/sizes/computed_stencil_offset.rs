use accel::accel;

accel! {
    pub fn shifted(xs: &[f64], k: i32) -> [f64] {
        xs.stencil(Clamp, |at| at(k))
    }

    pub fn around(xs: &[f64]) -> [f64] {
        xs.stencil(Clamp, |at| [-1, 1].map(at).sum())
    }

    pub fn next(xs: &[f64]) -> [f64] {
        xs.stencil(Clamp, |at| far(at, 1) + near(at))
    }
    fn far(at: impl Fn(i32) -> f64, distance: i32) -> f64 { at(distance) }
    fn near(at: impl Fn(i32) -> f64) -> f64 { [-1, 1].map(at).sum() }
}

fn main() {
    println!("{:?}", shifted(&[1.0], 1));
}
