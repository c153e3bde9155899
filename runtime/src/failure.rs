//! Failures of kernels, on their way to becoming [`Error`](crate::Error)s.
//!
//! A kernel fails with a number of a site (a place in the user's source and the check there) and the
//! offending values. The function that ran it turns that into an error.

mod check;
mod values;

use std::alloc::{Layout, alloc};
use std::borrow::Cow;
use std::fmt;
use std::mem::ManuallyDrop;
use std::num::NonZeroUsize;
use std::ptr::{self, NonNull};

use crate::error::{Error, ErrorKind};
use crate::memory::copy_of;

pub use check::Check;
use check::no_bytes;
pub use values::{Reported, Values};

/// A failure at a site.
///
/// The address of its details, as a number: results of lanes are `Result`s, and where a pointer
/// shares its place with a float, the compiler takes the float through memory, one lane at a time.
///
/// If there is no memory for the details, it is twice the number of the site, plus one: the failure is then
/// that of memory. Addresses are even.
pub struct Failure(NonZeroUsize);

#[derive(Debug, Clone)]
struct Details {
    site: u32,
    values: Values,
}

impl Drop for Failure {
    fn drop(&mut self) {
        if let Some(details) = self.boxed() {
            // SAFETY: the address is that of a box, which belongs to the failure alone.
            drop(unsafe { Box::from_raw(details) });
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.with_details(|details| fmt::Debug::fmt(details, f))
    }
}

impl Failure {
    /// A failure at a site.
    #[cold]
    #[inline(never)]
    pub fn new(site: u32, values: Values) -> Failure {
        // SAFETY: details have a size.
        let place = NonNull::new(unsafe { alloc(Layout::new::<Details>()) }.cast());
        let Some(place) = place else { return Failure::without_memory(site) };
        // SAFETY: there is memory for details.
        unsafe { place.write(Details { site, values }) };
        Failure(place.expose_provenance())
    }

    /// A failure that needs no memory.
    fn without_memory(site: u32) -> Failure {
        Failure(NonZeroUsize::MIN | (site as usize) << 1)
    }

    /// Extents that are not as expected.
    #[cold]
    pub(crate) fn of_extents(site: u32, expected: &[usize], found: &[usize]) -> Failure {
        match (copy_of(site, expected), copy_of(site, found)) {
            (Ok(expected), Ok(found)) => Failure::new(site, Values::Extents(expected, found)),
            (Err(failure), _) | (_, Err(failure)) => failure,
        }
    }

    /// So many elements, which do not have this shape.
    #[cold]
    pub(crate) fn of_shape(site: u32, count: usize, shape: &[usize]) -> Failure {
        match copy_of(site, shape) {
            Ok(shape) => Failure::new(site, Values::Shape(count, shape)),
            Err(failure) => failure,
        }
    }

    /// A device that fails, at no place in the user's source.
    pub fn of_device(message: impl Into<Cow<'static, str>>) -> Failure {
        Failure::new(u32::MAX, Values::Device(message.into()))
    }

    /// Returns the bytes that could not be had, if that is the failure.
    pub(crate) fn bytes(&self) -> Option<u128> {
        self.with_details(|details| match details.values {
            Values::Bytes(bytes) => Some(bytes),
            _ => None,
        })
    }

    /// Returns the address of the details, if there was memory for them.
    fn boxed(&self) -> Option<*mut Details> {
        let number = self.0.get();
        number.is_multiple_of(2).then(|| ptr::with_exposed_provenance_mut(number))
    }

    /// Returns the details of a failure that there was no memory to remember.
    fn unboxed(&self) -> Details {
        let bytes = size_of::<Details>() as u128;
        Details { site: (self.0.get() >> 1) as u32, values: Values::Bytes(bytes) }
    }

    fn with_details<R>(&self, look: impl FnOnce(&Details) -> R) -> R {
        match self.boxed() {
            // SAFETY: the address is that of a box, which lives as long as the failure.
            Some(details) => look(unsafe { &*details }),
            None => look(&self.unboxed()),
        }
    }

    /// The error that it is, given the sites of the function.
    pub fn into_error(self, sites: &'static [Site]) -> Error {
        let Details { site, values } = self.into_details();
        match (sites.get(site as usize), values) {
            (Some(site), values) => {
                let (kind, message) = site.check.message(values);
                Error::new(kind, message, Some((site.file, site.line, site.column)))
            }
            (None, Values::Bytes(bytes)) => {
                Error::new(ErrorKind::OutOfMemory, no_bytes(bytes), None)
            }
            (None, Values::Device(message)) => Error::new(ErrorKind::Device, message, None),
            (None, _) => Error::new(ErrorKind::Device, "an unknown site failed", None),
        }
    }

    /// The error that it is where no block is at fault, but a call of the library.
    pub(crate) fn without_place(self, check: &Check) -> Error {
        let (kind, message) = check.message(self.into_details().values);
        Error::new(kind, message, None)
    }

    /// The error where a call of the library has not enough memory for these.
    pub(crate) fn for_memory_of(operands: &'static str) -> impl Fn(Failure) -> Error {
        move |failure| failure.without_place(&Check::Memory(operands))
    }

    /// Returns the details.
    fn into_details(self) -> Details {
        let failure = ManuallyDrop::new(self);
        match failure.boxed() {
            // SAFETY: the address is that of a box, which belongs to the failure alone.
            Some(details) => *unsafe { Box::from_raw(details) },
            None => failure.unboxed(),
        }
    }
}

/// The result of code in which the user's program may fail.
pub type Result<T> = std::result::Result<T, Failure>;

/// A place in the user's source at which something is checked.
#[derive(Debug)]
pub struct Site {
    check: Check,
    file: &'static str,
    line: u32,
    column: u32,
}

impl Site {
    /// A check, and its file, line and column, which are counted from 1.
    pub const fn new(check: Check, file: &'static str, line: u32, column: u32) -> Site {
        Site { check, file, line, column }
    }
}

/// Fails with two values.
#[cold]
#[inline(never)]
fn fail<T: Reported, R>(site: u32, a: T, b: T) -> Result<R> {
    Err(Failure::new(site, a.pair(b)))
}

macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident($a:ident $(, $b:ident)?) $holds:expr;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<T: Reported + PartialOrd + Default>(
            site: u32,
            $a: T,
            $($b: T,)?
        ) -> Result<T> {
            if $holds { Ok($a) } else { fail(site, $a, checks!(@other $a $($b)?)) }
        }
    )* };
    (@other $a:ident $b:ident) => { $b };
    (@other $a:ident) => { $a };
}

checks! {
    /// A divisor, which must not be zero.
    not_zero(a) a != T::default();
    /// An argument, which must be greater than zero.
    positive(a) a > T::default();
    /// An argument, which must be zero or more.
    not_negative(a) a >= T::default();
    /// The bounds of `clamp`: the first must not be above the second, nor either of them NaN.
    ordered(a, b) a <= b;
    /// Two counts, which must be the same.
    same_count(a, b) a == b;
}

/// A chunk size, which must divide a length.
#[inline(always)]
pub fn divides(site: u32, size: usize, length: usize) -> Result<usize> {
    if size != 0 && length.is_multiple_of(size) { Ok(size) } else { fail(site, size, length) }
}

/// Two lengths, whose sum must be a number.
#[inline(always)]
pub fn sum(site: u32, a: usize, b: usize) -> Result<usize> {
    if a.checked_add(b).is_some() { Ok(a) } else { fail(site, a, b) }
}

/// Two lengths, whose product must be a number.
#[inline(always)]
pub fn product(site: u32, a: usize, b: usize) -> Result<usize> {
    if a.checked_mul(b).is_some() { Ok(a) } else { fail(site, a, b) }
}

/// The first and the last number of a range, which must not be all numbers of 64 bits: these are one
/// more than can be counted.
#[inline(always)]
pub fn countable<T: Wide>(site: u32, first: T, last: T) -> Result<T> {
    if first != T::FIRST || last != T::LAST { Ok(first) } else { fail(site, first, last) }
}

/// A type of all numbers of 64 bits.
pub trait Wide: Reported + PartialEq {
    /// The least one.
    const FIRST: Self;
    /// The greatest one.
    const LAST: Self;
}

macro_rules! wide {
    ($($t:ident)*) => { $(impl Wide for $t {
        const FIRST: Self = $t::MIN;
        const LAST: Self = $t::MAX;
    })* };
}

wide!(i64 u64 isize usize);

/// A condition of the user's, which must hold.
#[inline(always)]
pub fn holds(site: u32, condition: bool) -> Result<bool> {
    if condition { Ok(true) } else { Err(Failure::new(site, Values::None)) }
}

/// An index, which must be from 0 to below a length.
#[inline(always)]
pub fn index<I: Index>(site: u32, index: I, length: usize) -> Result<usize> {
    let position = index.position();
    if position < length as u64 { Ok(position as usize) } else { Err(index.outside(site, length)) }
}

/// Returns true if an index is from 0 to below a length.
#[inline(always)]
pub fn is_index<I: Index>(index: I, length: usize) -> bool {
    index.is_below(length)
}

/// A bound of a slice, which must be from 0 to another bound.
#[inline(always)]
pub fn bound<I: Index>(site: u32, bound: I, limit: usize) -> Result<usize> {
    let position = bound.position();
    if position <= limit as u64 { Ok(position as usize) } else { Err(bound.outside(site, limit)) }
}

/// An integer that can be an index. Negative ones become positions beyond every array.
pub trait Index: Reported {
    /// The position.
    fn position(self) -> u64;
    /// Returns true if the index is from 0 to below a length.
    #[inline(always)]
    fn is_below(self, length: usize) -> bool {
        self.position() < length as u64
    }
    /// The failure for an index that is out of bounds.
    fn outside(self, site: u32, length: usize) -> Failure;
}

macro_rules! indices {
    ($($t:ident $bits:ident,)*) => { $(impl Index for $t {
        #[inline(always)]
        fn position(self) -> u64 {
            self as i64 as u64
        }
        /// Compares indices as wide as they are: a vector has more of them than of positions.
        #[inline(always)]
        fn is_below(self, length: usize) -> bool {
            let last = (length as u64).wrapping_sub(1).min($t::MAX as u64) as $bits;
            (length != 0) & (self as $bits <= last)
        }
        #[cold]
        #[inline(never)]
        fn outside(self, site: u32, length: usize) -> Failure {
            Failure::new(site, Values::Integers(self as i128, length as i128))
        }
    })* };
}

indices!(i8 u8, i16 u16, i32 u32, i64 u64, isize usize, u8 u8, u16 u16, u32 u32,);

macro_rules! wide_indices {
    ($($t:ident)*) => { $(impl Index for $t {
        #[inline(always)]
        fn position(self) -> u64 {
            self as u64
        }
        #[cold]
        #[inline(never)]
        fn outside(self, site: u32, length: usize) -> Failure {
            Failure::new(site, Values::Integers(self as i128, length as i128))
        }
    })* };
}

wide_indices!(u64 usize);

/// Extents, which must be as expected.
#[inline]
pub fn extents_agree(site: u32, expected: &[usize], found: &[usize]) -> Result<()> {
    if expected == found { Ok(()) } else { Err(Failure::of_extents(site, expected, found)) }
}

#[cfg(test)]
mod tests {
    use super::is_index;

    #[test]
    fn indices_of_all_widths_are_compared_with_lengths_of_any_size() {
        const LENGTHS: [usize; 10] = [
            0,
            1,
            127,
            128,
            256,
            1 << 16,
            i32::MAX as usize,
            u32::MAX as usize,
            u32::MAX as usize + 1,
            usize::MAX,
        ];
        macro_rules! check {
            ($($t:ident)*) => { $(
                for index in [0, 1, 5, $t::MAX - 1, $t::MAX, $t::MIN, $t::MIN + 1] {
                    for length in LENGTHS {
                        let expected = 0 <= index as i128 && (index as i128) < length as i128;
                        assert_eq!(is_index(index, length), expected, "{index} of {length}");
                    }
                }
            )* };
        }
        check!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    }
}
