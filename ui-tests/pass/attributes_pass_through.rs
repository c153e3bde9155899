//! Doc comments, lint attributes and visibilities go to the generated items.

#![allow(dead_code)]

use accel::accel;

accel! {
    //! The subject of the block.

    /// Twice `x`.
    #[must_use]
    #[inline]
    pub(crate) fn doubled(x: f64) -> f64 {
        2.0 * x
    }

    /// An old name.
    #[deprecated(note = "use `doubled`")]
    pub fn twice(x: f64) -> f64 {
        doubled(x)
    }

    #[allow(non_upper_case_globals)]
    pub const unusual: u32 = 1;

    /// With more derived than by default.
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
    pub struct Level {
        /// Between 0 and 1.
        pub value: f32,
        pub(crate) rank: u8,
    }

    pub fn lowest() -> Level {
        Level { value: 0.0, rank: 0 }
    }
}

pub fn main() {
    assert_eq!(doubled(2.0), 4.0);
    #[allow(deprecated)]
    {
        assert_eq!(twice(2.0), 4.0);
    }
    assert_eq!(unusual, 1);
    assert_eq!(lowest(), Level::default());
}
