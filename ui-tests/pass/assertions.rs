//! A failed assertion is an error of the call, not the end of the process.

use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        assert!(x >= 0.0, "the root of a negative number");
        x.sqrt()
    }

    pub fn checked(xs: &[f64; n], ys: &[f64; n]) -> f64 {
        assert!(n > 0);
        assert_eq!(xs.len(), ys.len());
        assert_ne!(xs[0], 0.0);
        debug_assert!(ys[0] > 0.0, "positive");
        xs[0] / ys[0]
    }
}

pub fn main() {
    assert_eq!(root(4.0), 2.0);
    let error = try_root(-1.0).expect_err("a negative number has no root");
    assert!(error.to_string().contains("the root of a negative number"), "{error}");
    assert_eq!(checked(&[3.0], &[2.0]), 1.5);
    assert!(try_checked(&[0.0], &[2.0]).is_err());
    assert!(try_checked(&[], &[]).is_err());
    assert!(try_checked(&[1.0], &[1.0, 2.0]).is_err());
}
