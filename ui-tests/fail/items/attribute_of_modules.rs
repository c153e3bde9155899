#[accel::module]
fn doubled(xs: &[f64]) -> [f64] {
    xs.map(|x| 2.0 * x)
}

#[accel::module(fast)]
mod halves {
    pub fn halved(xs: &[f64]) -> [f64] {
        xs.map(|x| x / 2.0)
    }
}

accel::accel! {
    //! Thirds.
    #![allow(dead_code)]
    pub fn thirds(xs: &[f64]) -> [f64] { xs.map(|x| x / 3.0) }
}

fn main() {}
