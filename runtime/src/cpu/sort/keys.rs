//! Keys: what sorts compare.

use std::cmp::Ordering;

use crate::element::Scalar;
use crate::failure::Result;
use crate::view::View;

/// A scalar with the order of `sort`: floats by their total order.
pub trait Ordered: Scalar {
    /// What its bits need to have the same order.
    const FLIPS: Flips;
    /// The order of two values.
    fn order(&self, other: &Self) -> Ordering;
    /// Its bits, as the lowest ones.
    fn bits(self) -> u64;
    /// A number of as many bytes that has the same order.
    #[inline(always)]
    fn rank(self) -> u64 {
        let bits = self.bits();
        let negative = bits >> (8 * size_of::<Self>() - 1) != 0;
        bits ^ if negative { Self::FLIPS.of_negative } else { Self::FLIPS.of_others }
    }
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
    ($flips:expr, $order:ident; $($t:ident $bits:expr;)*) => { $(impl Ordered for $t {
        const FLIPS: Flips = $flips;

        #[inline(always)]
        fn order(&self, other: &Self) -> Ordering {
            self.$order(other)
        }

        #[inline(always)]
        fn bits(self) -> u64 {
            let bits: fn($t) -> u64 = $bits;
            bits(self)
        }
    })* };
}

ordered! {
    Flips::UNSIGNED, cmp;
    bool u64::from;
    u8 u64::from;
    u16 u64::from;
    u32 u64::from;
    u64 |x| x;
    usize |x| x as u64;
}

ordered! {
    Flips::signed(size_of::<Self>()), cmp;
    i8 |x| u64::from(x.cast_unsigned());
    i16 |x| u64::from(x.cast_unsigned());
    i32 |x| u64::from(x.cast_unsigned());
    i64 |x| x.cast_unsigned();
    isize |x| x.cast_unsigned() as u64;
}

ordered! {
    Flips::float(size_of::<Self>()), total_cmp;
    f32 |x| u64::from(x.to_bits());
    f64 f64::to_bits;
}

/// Keys: one column, or several that are compared one after the other.
pub trait Keys: Copy + Sync {
    /// How many there are.
    fn count(self) -> usize;
    /// How many bytes they have together.
    const BYTES: usize;
    /// The order of two places.
    fn order(self, a: usize, b: usize) -> Ordering;
    /// A number whose order is that of the first bytes of the keys at a place, and which begins with
    /// these: of all, if there are no more than sixteen.
    fn leading(self, place: usize) -> u128;
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
    const BYTES: usize = size_of::<T>();

    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn order(self, a: usize, b: usize) -> Ordering {
        self.at(a).order(&self.at(b))
    }

    #[inline(always)]
    fn leading(self, place: usize) -> u128 {
        u128::from(self.at(place).rank()) << (128 - 8 * size_of::<T>())
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
            const BYTES: usize = 0 $(+ $t::BYTES)*;

            fn count(self) -> usize {
                self.0.count()
            }

            #[inline(always)]
            fn order(self, a: usize, b: usize) -> Ordering {
                Ordering::Equal$(.then_with(|| self.$p.order(a, b)))*
            }

            #[inline(always)]
            fn leading(self, place: usize) -> u128 {
                let (mut leading, mut bits) = (0, 0);
                $(
                    if bits < 128 {
                        leading |= self.$p.leading(place) >> bits;
                        bits += 8 * $t::BYTES;
                    }
                )*
                let _all = bits;
                leading
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
