//! Stable sorts.

use std::cmp::Ordering;

use rayon::slice::ParallelSliceMut;

use crate::buffer::Buffer;
use crate::element::Scalar;
use crate::failure::Result;
use crate::view::View;

/// Below this many elements a sort runs on the calling thread.
const PARALLEL: usize = 1 << 14;

/// A scalar with the order of `sort`: floats by their total order.
pub trait Ordered: Scalar {
    /// What its bits need to have the same order.
    const FLIPS: Flips;
    /// The order of two values.
    fn order(&self, other: &Self) -> Ordering;
}

/// Which bits of a value have to be flipped for its order to be that of an unsigned number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flips {
    /// If its highest bit is set.
    pub of_negative: u64,
    /// If it is not.
    pub of_others: u64,
}

impl Flips {
    const UNSIGNED: Flips = Flips { of_negative: 0, of_others: 0 };

    const fn signed(bytes: usize) -> Flips {
        let highest = 1 << (8 * bytes - 1);
        Flips { of_negative: highest, of_others: highest }
    }

    /// Of negative floats, those with the larger magnitude come first.
    const fn float(bytes: usize) -> Flips {
        let highest = 1 << (8 * bytes - 1);
        Flips { of_negative: highest | (highest - 1), of_others: highest }
    }
}

macro_rules! ordered {
    ($flips:expr; $($t:ident)*) => { $(impl Ordered for $t {
        const FLIPS: Flips = $flips;

        #[inline(always)]
        fn order(&self, other: &Self) -> Ordering {
            self.cmp(other)
        }
    })* };
}

ordered!(Flips::UNSIGNED; bool u8 u16 u32 u64 usize);
ordered!(Flips::signed(size_of::<Self>()); i8 i16 i32 i64 isize);

impl Ordered for f32 {
    const FLIPS: Flips = Flips::float(size_of::<Self>());

    #[inline(always)]
    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

impl Ordered for f64 {
    const FLIPS: Flips = Flips::float(size_of::<Self>());

    #[inline(always)]
    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

/// Keys: one column, or several that are compared one after the other.
pub trait Keys: Copy + Sync {
    /// How many there are.
    fn count(self) -> usize;
    /// The order of two places.
    fn order(self, a: usize, b: usize) -> Ordering;
    /// The keys, with the newest elements at home.
    ///
    /// # Errors
    /// If they are on a device that fails.
    fn home(self) -> Result<Self>;
    /// Calls `each` with each column.
    fn columns(self, each: &mut dyn FnMut(Column));
}

/// A column of keys, which may be on a device.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub struct Column {
    /// Where it has its home.
    pub(crate) data: *const u8,
    /// How many bytes a key has.
    pub(crate) size: usize,
    pub(crate) flips: Flips,
}

impl<T: Ordered> Keys for View<'_, T> {
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn order(self, a: usize, b: usize) -> Ordering {
        self.at(a).order(&self.at(b))
    }

    fn home(self) -> Result<Self> {
        View::home(self)
    }

    fn columns(self, each: &mut dyn FnMut(Column)) {
        let (data, _) = self.place();
        each(Column { data: data.cast(), size: size_of::<T>(), flips: T::FLIPS });
    }
}

macro_rules! keys {
    ($(($($t:ident $p:tt),*);)*) => { $(
        impl<$($t: Keys),*> Keys for ($($t,)*) {
            fn count(self) -> usize {
                self.0.count()
            }

            #[inline(always)]
            fn order(self, a: usize, b: usize) -> Ordering {
                Ordering::Equal$(.then_with(|| self.$p.order(a, b)))*
            }

            fn home(self) -> Result<Self> {
                Ok(($(self.$p.home()?,)*))
            }

            fn columns(self, each: &mut dyn FnMut(Column)) {
                $(self.$p.columns(each);)*
            }
        }
    )* };
}

for_tuples!(keys);

/// The elements in ascending order.
///
/// # Errors
/// If there is not enough memory.
pub fn sorted<T: Ordered>(site: u32, keys: View<T>) -> Result<Buffer<T>> {
    let mut sorted = Buffer::copy_of(site, keys)?;
    sort(sorted.slice_mut());
    Ok(sorted)
}

/// Adds the elements in ascending order to others.
///
/// # Errors
/// If there is not enough memory.
pub fn append_sorted<T: Ordered>(site: u32, others: &mut Buffer<T>, keys: View<T>) -> Result<()> {
    let start = others.len();
    others.extend(site, keys.slice())?;
    sort(&mut others.slice_mut()[start..]);
    Ok(())
}

/// Sorts. Equal keys are the same bits, so that their order does not matter.
fn sort<T: Ordered>(keys: &mut [T]) {
    if keys.len() < PARALLEL {
        keys.sort_unstable_by(T::order);
    } else {
        keys.par_sort_unstable_by(T::order);
    }
}

/// The places of the elements in ascending order; of equal ones, the first comes first.
///
/// # Errors
/// If there is not enough memory.
pub fn order<K: Keys>(site: u32, keys: K) -> Result<Buffer<usize>> {
    let mut order = Buffer::with_capacity(site, keys.count())?;
    (0..keys.count()).for_each(|place| order.push(place));
    if order.len() < PARALLEL {
        order.slice_mut().sort_by(|a, b| keys.order(*a, *b));
    } else {
        order.slice_mut().par_sort_by(|a, b| keys.order(*a, *b));
    }
    Ok(order)
}

/// Rows of `width` elements in another order.
///
/// # Errors
/// If there is not enough memory.
pub fn permuted<T: Copy>(
    site: u32,
    rows: View<T>,
    width: usize,
    order: &Buffer<usize>,
) -> Result<Buffer<T>> {
    let mut result = Buffer::with_capacity(site, rows.len())?;
    if width == 1 {
        order.slice().iter().for_each(|place| result.push(rows.at(*place)));
    } else {
        for place in order.slice() {
            result.extend(site, rows.part(place * width, width).slice())?;
        }
    }
    Ok(result)
}
