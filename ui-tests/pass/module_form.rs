//! The same language as a module, which rustfmt formats.

#[accel::module]
mod statistics {
    //! A module can be documented inside, too.
    #![allow(non_snake_case)]

    /// The arithmetic mean.
    pub fn mean(xs: &[f64]) -> f64 {
        xs.sum() / xs.len() as f64
    }

    pub fn variance(xs: &[f64]) -> f64 {
        let center = mean(xs);
        xs.map(|x| square(x - center)).sum() / xs.len() as f64
    }

    fn square(x: f64) -> f64 {
        x * x
    }
}

pub fn main() {
    let xs = vec![1.0, 2.0, 3.0, 6.0];
    assert_eq!(statistics::mean(&xs), 3.0);
    assert_eq!(statistics::variance(&xs), 3.5);
}
