//! Keys: what sorts compare.

use std::cmp::Ordering;

use super::PIECE;
use crate::cpu::scalar::turned_over;
use crate::element::Scalar;
use crate::failure::Result;
use crate::threads::for_pieces;
use crate::view::View;

/// A scalar with the order of `sort`: floats by their total order.
pub trait Ordered: Scalar {
    /// A whole number of as many bytes.
    type Number: Ordered;
    /// What its bits need to have the same order.
    const FLIPS: Flips;
    /// The order of two values.
    fn order(&self, other: &Self) -> Ordering;
    /// Its bits, as the lowest ones.
    fn bits(self) -> u64;
    /// Whole numbers in the place of the values and with their order, which are compared faster than
    /// floats. What is there afterwards becomes values by the same.
    fn turned(values: &mut [Self]) -> &mut [Self::Number];
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
    ($flips:expr, $order:ident; $($t:ident as $number:ty, $bits:expr, $turned:expr;)*) => { $(impl Ordered for $t {
        type Number = $number;
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

        #[inline(always)]
        fn turned(values: &mut [$t]) -> &mut [$number] {
            let turned: fn(&mut [$t]) -> &mut [$number] = $turned;
            turned(values)
        }
    })* };
}

ordered! {
    Flips::UNSIGNED, cmp;
    bool as bool, u64::from, |values| values;
    u8 as u8, u64::from, |values| values;
    u16 as u16, u64::from, |values| values;
    u32 as u32, u64::from, |values| values;
    u64 as u64, |x| x, |values| values;
    usize as usize, |x| x as u64, |values| values;
}

ordered! {
    Flips::signed(size_of::<Self>()), cmp;
    i8 as i8, |x| u64::from(x.cast_unsigned()), |values| values;
    i16 as i16, |x| u64::from(x.cast_unsigned()), |values| values;
    i32 as i32, |x| u64::from(x.cast_unsigned()), |values| values;
    i64 as i64, |x| x.cast_unsigned(), |values| values;
    isize as isize, |x| x.cast_unsigned() as u64, |values| values;
}

ordered! {
    Flips::float(size_of::<Self>()), total_cmp;
    f32 as i32, |x| u64::from(x.to_bits()), turned_f32;
    f64 as i64, f64::to_bits, turned_f64;
}

macro_rules! turned {
    ($($name:ident $float:ty, $number:ty;)*) => { $(
        /// Floats as numbers: of negative ones, those with the larger magnitude come first.
        fn $name(values: &mut [$float]) -> &mut [$number] {
            // SAFETY: the two have the same layout, and all bits are values of both.
            let numbers = unsafe { &mut *(std::ptr::from_mut(values) as *mut [$number]) };
            for_pieces(numbers, PIECE, &|_, piece| {
                for number in piece {
                    *number = turned_over(*number, <$number>::MAX);
                }
            });
            numbers
        }
    )* };
}

turned! {
    turned_f32 f32, i32;
    turned_f64 f64, i64;
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

#[cfg(test)]
mod tests {
    use super::Ordered;

    #[test]
    fn floats_turn_and_turn_back() {
        let mut floats = [
            -f64::NAN,
            f64::NEG_INFINITY,
            -1.5,
            -f64::MIN_POSITIVE / 4.0,
            -0.0,
            0.0,
            f64::MIN_POSITIVE / 4.0,
            1.5,
            f64::INFINITY,
            f64::NAN,
        ];
        let bits = floats.map(f64::to_bits);
        assert!(f64::turned(&mut floats).is_sorted_by(|a, b| a < b));
        f64::turned(&mut floats);
        assert_eq!(floats.map(f64::to_bits), bits);
    }
}
