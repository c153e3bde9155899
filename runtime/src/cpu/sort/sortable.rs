//! Sorts of values by their words: each sort is compiled once for each size of a word, in this crate.

use std::mem::MaybeUninit;

use super::{gather, words};
use crate::kernel::sort_keys::Ordered;
use crate::view::View;

/// A scalar whose values can be sorted on this machine.
pub trait Sortable: Ordered {
    /// Sorts values. Equal ones are the same bits, so that their order does not matter.
    fn sort(site: u32, values: &mut [Self]);
    /// Writes rows of so many values in another order.
    fn permute(rows: View<Self>, width: usize, order: &[usize], to: &mut [MaybeUninit<Self>]);
}

macro_rules! sortable {
    ($($t:ident as $word:ident;)*) => { $(impl Sortable for $t {
        fn sort(site: u32, values: &mut [$t]) {
            // SAFETY: the two have the same layout, and a sort writes no other bits than it has read.
            let words = unsafe { &mut *(std::ptr::from_mut(values) as *mut [$word]) };
            words::sort(site, words, <$t as Ordered>::FLIPS);
        }

        fn permute(rows: View<$t>, width: usize, order: &[usize], to: &mut [MaybeUninit<$t>]) {
            // SAFETY: the two have the same layout, and only bits of values are written.
            let to = unsafe { &mut *(std::ptr::from_mut(to) as *mut [MaybeUninit<$word>]) };
            gather::rows(rows.bits::<$word>(), width, order, to);
        }
    })* };
}

sortable! {
    bool as u8;
    u8 as u8;
    u16 as u16;
    u32 as u32;
    u64 as u64;
    i8 as u8;
    i16 as u16;
    i32 as u32;
    i64 as u64;
    f32 as u32;
    f64 as u64;
}

#[cfg(target_pointer_width = "64")]
sortable! { usize as u64; isize as u64; }
#[cfg(target_pointer_width = "32")]
sortable! { usize as u32; isize as u32; }
