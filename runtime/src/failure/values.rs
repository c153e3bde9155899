//! The offending values of failures, which are what their texts show.

use std::borrow::Cow;

/// The offending values of a failure.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// None: the site says everything.
    None,
    /// Integers.
    Integers(i128, i128),
    /// Floats.
    Floats(f64, f64),
    /// Extents: expected and found.
    Extents(Vec<usize>, Vec<usize>),
    /// A row, its length, and that of the rows before it.
    Row(usize, usize, usize),
    /// A number of elements, and a shape that does not have as many.
    Shape(usize, Vec<usize>),
    /// The bytes that could not be had.
    Bytes(u128),
    /// A recursion this deep.
    Depth(usize),
    /// The message of a device.
    Device(Cow<'static, str>),
}

/// A number that can be reported.
pub trait Reported: Copy {
    /// As the values of a failure.
    fn pair(self, other: Self) -> Values;
}

macro_rules! reported {
    ($($t:ident)*) => { $(impl Reported for $t {
        fn pair(self, other: Self) -> Values {
            Values::Integers(self as i128, other as i128)
        }
    })* };
}

reported!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl Reported for f32 {
    fn pair(self, other: Self) -> Values {
        Values::Floats(self.into(), other.into())
    }
}

impl Reported for f64 {
    fn pair(self, other: Self) -> Values {
        Values::Floats(self, other)
    }
}
