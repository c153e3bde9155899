//! Offsets: where rows begin and end, as slices of any type of integer.
//!
//! Kernels read `usize`. The caller's offsets of that width, signed or not, are read where they lie;
//! narrower ones are converted when a function is called, and as often as the host looks at a row.

use rayon::prelude::*;

use crate::buffer::Buffer;
use crate::element::Input;
use crate::failure::Result;
use crate::isa;
use crate::proven::Proven;
use crate::view::View;

use sealed::Integer;

/// An integer that can be an offset or a length: any of Rust's up to 64 bits.
///
/// ```
/// use accel::{Offset, Ragged};
///
/// fn rows<O: Offset>(offsets: &[O]) -> usize {
///     Ragged::from_csr(offsets, &[0.5, 1.5, 2.5]).len()
/// }
///
/// assert_eq!(rows(&[0u8, 2, 3]), 2);
/// assert_eq!(rows(&[0i64, 3]), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an offset or a length",
    note = "offsets and lengths are integers of up to 64 bits"
)]
pub trait Offset: Integer {}

mod sealed {
    /// Implemented for primitive integers only: their slices are reinterpreted.
    pub trait Integer: Copy + Ord + TryInto<usize> + Send + Sync + 'static {
        /// The number, for messages.
        fn wide(self) -> i128;
        /// The number, which is known to fit.
        fn narrow(self) -> usize;
    }

    macro_rules! integers {
        ($($t:ident)*) => { $(
            impl Integer for $t {
                fn wide(self) -> i128 {
                    self as i128
                }

                fn narrow(self) -> usize {
                    self as usize
                }
            }

            impl super::Offset for $t {}
        )* };
    }

    integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
}

/// So many offsets are looked at by one thread.
const PIECE: usize = 1 << 15;

/// Returns true if offsets do not run backwards.
pub(super) fn ascend(offsets: &[usize]) -> bool {
    let highest = |piece: usize| {
        let end = offsets.len().min((piece + 1) * PIECE + 1);
        isa::run(Highest(&offsets[piece * PIECE..end]))
    };
    let pieces = offsets.len().div_ceil(PIECE);
    let highest = match pieces {
        ..=1 => highest(0),
        _ => (0..pieces).into_par_iter().map(highest).reduce(|| 0, |a, b| a | b),
    };
    highest.cast_signed() >= 0 || offsets.is_sorted()
}

/// The bits of offsets and of their differences. If none has the highest one, no difference is negative:
/// processors take differences of many numbers at a time, but do not compare them.
struct Highest<'a>(&'a [usize]);

impl isa::Task for Highest<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, _: isa::Level) -> usize {
        let pairs = self.0.iter().zip(self.0.iter().skip(1));
        pairs.fold(0, |highest, (start, end)| highest | end.wrapping_sub(*start) | start | end)
    }
}

/// Offsets that do not run backwards, the first of which is not negative.
#[derive(Clone, Copy)]
pub enum Offsets<'a> {
    /// As kernels read them.
    Sizes(&'a [usize]),
    /// Of 64 bits, where `usize` is smaller.
    Bits64(&'a [u64]),
    /// Of 32 bits.
    Bits32(&'a [u32]),
    /// Of 16 bits.
    Bits16(&'a [u16]),
    /// Of 8 bits.
    Bits8(&'a [u8]),
}

/// Evaluates the same expression for a slice of each type.
macro_rules! for_slice {
    ($offsets:expr, $slice:ident => $value:expr) => {
        match $offsets {
            Offsets::Sizes($slice) => $value,
            Offsets::Bits64($slice) => $value,
            Offsets::Bits32($slice) => $value,
            Offsets::Bits16($slice) => $value,
            Offsets::Bits8($slice) => $value,
        }
    };
}

impl<'a> Offsets<'a> {
    /// The offsets in a slice, none of which is negative or above `usize::MAX`.
    pub fn of<I: Offset>(slice: &'a [I]) -> Offsets<'a> {
        if let Some(slice) = reinterpreted(slice) {
            return Offsets::Sizes(slice);
        }
        if let Some(slice) = reinterpreted(slice) {
            return Offsets::Bits64(slice);
        }
        if let Some(slice) = reinterpreted(slice) {
            return Offsets::Bits32(slice);
        }
        if let Some(slice) = reinterpreted(slice) {
            return Offsets::Bits16(slice);
        }
        match reinterpreted(slice) {
            Some(slice) => Offsets::Bits8(slice),
            None => unreachable!("integers have one of these widths"),
        }
    }

    /// Returns the number of offsets: one more than rows.
    pub fn len(self) -> usize {
        for_slice!(self, slice => slice.len())
    }

    /// The offset at a position.
    pub fn at(self, position: usize) -> usize {
        for_slice!(self, slice => slice[position].narrow())
    }

    /// Returns the position at which the first row begins.
    pub fn first(self) -> usize {
        self.at(0)
    }

    /// Returns the position at which the last row ends.
    pub fn last(self) -> usize {
        self.at(self.len() - 1)
    }

    /// Returns the positions at which a row begins and ends.
    pub fn row(self, row: usize) -> (usize, usize) {
        (self.at(row), self.at(row + 1))
    }

    /// The offsets of some of the rows.
    pub fn rows(self, start: usize, end: usize) -> Offsets<'a> {
        match self {
            Offsets::Sizes(slice) => Offsets::Sizes(&slice[start..=end]),
            Offsets::Bits64(slice) => Offsets::Bits64(&slice[start..=end]),
            Offsets::Bits32(slice) => Offsets::Bits32(&slice[start..=end]),
            Offsets::Bits16(slice) => Offsets::Bits16(&slice[start..=end]),
            Offsets::Bits8(slice) => Offsets::Bits8(&slice[start..=end]),
        }
    }

    /// The lengths of the rows.
    pub fn lengths(self) -> Vec<usize> {
        for_slice!(self, slice => slice.windows(2).map(|ends| (ends[1] - ends[0]).narrow()).collect())
    }

    /// The offsets counted from the first.
    pub fn to_vec(self) -> Vec<usize> {
        for_slice!(self, slice => slice.iter().map(|end| (*end - slice[0]).narrow()).collect())
    }

    /// Returns true if the rows have the same lengths.
    pub fn agree(self, other: Offsets) -> bool {
        if let (Offsets::Sizes(a), Offsets::Sizes(b)) = (self, other)
            && a[0] == b[0]
        {
            return a == b;
        }
        self.len() == other.len()
            && (0..self.len())
                .all(|row| self.at(row) - self.first() == other.at(row) - other.first())
    }

    /// The offsets as kernels read them, counted from the first.
    ///
    /// # Errors
    /// If there is not enough memory to convert them.
    pub fn input(self, site: u32) -> Result<Input<'a, usize>> {
        match self {
            Offsets::Sizes(slice) if slice[0] == 0 => {
                let view = View::new(slice);
                view.guest();
                Ok(Input::Borrowed(view))
            }
            _ => self.counted(site).map(Input::Owned),
        }
    }

    /// A copy of the offsets, counted from the first.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn counted(self, site: u32) -> Result<Buffer<usize>> {
        let mut buffer = Buffer::with_capacity(Proven::HERE, site, self.len())?;
        for_slice!(self, slice => {
            slice.iter().for_each(|end| buffer.push((*end - slice[0]).narrow()));
        });
        Ok(buffer)
    }
}

/// A slice of integers as integers of another type; `None` if that has another size.
fn reinterpreted<A: Integer, B: Integer>(slice: &[A]) -> Option<&[B]> {
    if size_of::<A>() != size_of::<B>() || align_of::<A>() != align_of::<B>() {
        return None;
    }
    // SAFETY: both are primitive integers, since the trait is sealed; they have the same size and
    // alignment, and all bits are values of either. The slice stays borrowed.
    Some(unsafe { std::slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) })
}

#[cfg(test)]
mod tests {
    use super::{PIECE, ascend};

    #[test]
    fn offsets_of_any_size_are_looked_at() {
        let half = usize::MAX / 2;
        let all: [&[usize]; 9] = [
            &[],
            &[0],
            &[0, 0, 3, 3, 9],
            &[0, half, half + 1, usize::MAX],
            &[0, usize::MAX, usize::MAX],
            &[0, 1 << 40, 2],
            &[0, usize::MAX, 0],
            &[0, half + 1, 1],
            &[1, 0],
        ];
        for offsets in all {
            assert_eq!(ascend(offsets), offsets.is_sorted(), "{offsets:?}");
        }
        let many: Vec<usize> = (0..3 * PIECE + 5).map(|row| row / 2 * 7).collect();
        assert!(ascend(&many) && ascend(&many[..PIECE]) && ascend(&many[..PIECE + 1]));
        for at in [1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, many.len() - 1] {
            let mut many = many.clone();
            many[at] = many[at - 1].wrapping_sub(1);
            assert!(!ascend(&many), "offset {at}");
        }
    }
}
