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

#[accel::module(<T: f32 | f64>, fast)]
mod quarters {
    pub fn quarter(x: T) -> T {
        x
    }
}

#[accel::module(<T: f32 | >)]
mod fifths {
    pub fn fifth(x: T) -> T {
        x
    }
}

accel::accel! {
    //! Thirds.
    #![allow(dead_code)]
    pub fn thirds(xs: &[f64]) -> [f64] { xs.map(|x| x / 3.0) }
}

fn main() {}
