//! Packing: the values of a few neighbouring lanes that are kept, one behind the other.
//!
//! Processors with AVX-512 bring the kept values of a vector to its front in one instruction. With AVX2, a
//! table says for every set of kept lanes which of them come to the front. Whole vectors are written, of
//! which the next ones overwrite the values that are not kept.
//!
//! The number of lanes is a constant, so that flags and values stay in registers.

use std::mem::MaybeUninit;

use crate::isa::Level;

/// The number of lanes that are packed at once: the first ones of a tile.
pub const PACK: usize = 16;

/// For each of these lanes, true if it keeps its values.
pub type Flags = [bool; PACK];

/// Writes the kept ones of the first of some values from a place on; says how many they are.
///
/// # Safety
/// The machine has the instructions of the level. So many values as are packed are there. There is room for
/// as many at the place, and no other thread looks at it.
#[inline(always)]
pub unsafe fn pack<T: Copy>(
    flags: &Flags,
    values: &[MaybeUninit<T>],
    place: *mut T,
    level: Level,
) -> usize {
    // SAFETY: the caller keeps to the room, the level and the values, which have that size.
    unsafe {
        match (level, size_of::<T>()) {
            #[cfg(target_arch = "x86_64")]
            (Level::Avx512, 4) => avx512::pack4(flags, values.as_ptr().cast(), place.cast()),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx512, 8) => avx512::pack8(flags, values.as_ptr().cast(), place.cast()),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2, 4) => avx2::pack4(flags, values.as_ptr().cast(), place.cast()),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2, 8) => avx2::pack8(flags, values.as_ptr().cast(), place.cast()),
            _ => {
                let mut written = 0;
                for (flag, value) in flags.iter().zip(values) {
                    place.add(written).write(value.assume_init());
                    written += usize::from(*flag);
                }
                written
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Flags, PACK};

    /// # Safety
    /// As for [`super::pack`]; AVX-512 F, VL and BW.
    #[inline(always)]
    pub unsafe fn pack4(flags: &Flags, values: *const i32, place: *mut i32) -> usize {
        // SAFETY: a vector has as many lanes as a pack.
        unsafe {
            let keep = _mm_loadu_si128(flags.as_ptr().cast());
            let keep = _mm_test_epi8_mask(keep, keep);
            let packed = _mm512_maskz_compress_epi32(keep, _mm512_loadu_epi32(values));
            _mm512_storeu_epi32(place, packed);
            keep.count_ones() as usize
        }
    }

    /// # Safety
    /// As for [`super::pack`]; AVX-512 F, VL and BW.
    #[inline(always)]
    pub unsafe fn pack8(flags: &Flags, values: *const i64, place: *mut i64) -> usize {
        let mut written = 0;
        for first in (0..PACK).step_by(8) {
            // SAFETY: at most `first` values are written, so that a whole vector has room.
            unsafe {
                let keep = _mm_loadl_epi64(flags.as_ptr().add(first).cast());
                let keep = _mm_test_epi8_mask(keep, keep) as __mmask8;
                let values = _mm512_loadu_epi64(values.add(first));
                let packed = _mm512_maskz_compress_epi64(keep, values);
                _mm512_storeu_epi64(place.add(written), packed);
                written += keep.count_ones() as usize;
            }
        }
        written
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Flags, PACK};

    /// For every set of eight lanes of four bytes, which of them come to the front.
    static FRONT4: [[u32; 8]; 256] = {
        let mut table = [[0; 8]; 256];
        let mut set = 0;
        while set < 256 {
            let (mut lane, mut written) = (0, 0);
            while lane < 8 {
                if set >> lane & 1 == 1 {
                    table[set][written] = lane;
                    written += 1;
                }
                lane += 1;
            }
            set += 1;
        }
        table
    };

    /// For every set of four lanes of eight bytes, which of their halves come to the front.
    static FRONT8: [[u32; 8]; 16] = {
        let mut table = [[0; 8]; 16];
        let mut set = 0;
        while set < 16 {
            let mut halves = 0;
            let mut lane = 0;
            while lane < 4 {
                halves |= (set >> lane & 1) * (3 << (2 * lane));
                lane += 1;
            }
            table[set] = FRONT4[halves];
            set += 1;
        }
        table
    };

    /// # Safety
    /// As for [`super::pack`]; AVX2.
    #[inline(always)]
    pub unsafe fn pack4(flags: &Flags, values: *const u32, place: *mut u32) -> usize {
        let mut written = 0;
        for first in (0..PACK).step_by(8) {
            // SAFETY: at most `first` values are written, so that a whole vector has room.
            unsafe {
                let keep = set(flags) >> first & 0xff;
                let values = _mm256_loadu_si256(values.add(first).cast());
                let front = _mm256_loadu_si256(FRONT4[keep].as_ptr().cast());
                let packed = _mm256_permutevar8x32_epi32(values, front);
                _mm256_storeu_si256(place.add(written).cast(), packed);
                written += keep.count_ones() as usize;
            }
        }
        written
    }

    /// # Safety
    /// As for [`super::pack`]; AVX2.
    #[inline(always)]
    pub unsafe fn pack8(flags: &Flags, values: *const u64, place: *mut u64) -> usize {
        let mut written = 0;
        for first in (0..PACK).step_by(4) {
            // SAFETY: as above.
            unsafe {
                let keep = set(flags) >> first & 0xf;
                let values = _mm256_loadu_si256(values.add(first).cast());
                let front = _mm256_loadu_si256(FRONT8[keep].as_ptr().cast());
                let packed = _mm256_permutevar8x32_epi32(values, front);
                _mm256_storeu_si256(place.add(written).cast(), packed);
                written += keep.count_ones() as usize;
            }
        }
        written
    }

    /// Flags as bits: of each, which is 0 or 1, the lowest bit becomes the highest.
    ///
    /// # Safety
    /// The machine has SSE2.
    #[inline(always)]
    unsafe fn set(flags: &Flags) -> usize {
        // SAFETY: there are 16 flags.
        unsafe {
            let flags = _mm_loadu_si128(flags.as_ptr().cast());
            _mm_movemask_epi8(_mm_slli_epi16::<7>(flags)) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::isa::detected;

    fn levels() -> impl Iterator<Item = Level> {
        let levels = [Level::Baseline, Level::Avx2, Level::Avx512];
        levels.into_iter().filter(|level| *level <= detected())
    }

    fn packs<T: Copy + PartialEq + Debug>(value: impl Fn(usize) -> T) {
        for set in 0..1u32 << PACK {
            let flags: Flags = std::array::from_fn(|lane| set >> lane & 1 == 1);
            let mut values = [MaybeUninit::uninit(); PACK];
            (0..PACK).for_each(|lane| values[lane] = MaybeUninit::new(value(lane)));
            let wanted: Vec<T> = (0..PACK).filter(|lane| flags[*lane]).map(&value).collect();
            for level in levels() {
                // The elements behind the room stay.
                let mut room = [value(99); 2 * PACK];
                // SAFETY: the machine has the level, and the room as many places as the pack.
                let kept = unsafe { pack(&flags, &values, room.as_mut_ptr(), level) };
                assert_eq!(room[..kept], wanted, "{level:?}, lanes {set:b}");
                assert_eq!(room[PACK..], [value(99); PACK], "{level:?}, lanes {set:b}");
            }
        }
    }

    #[test]
    fn values_of_every_size() {
        packs(|lane| lane as u8);
        packs(|lane| lane as u16 * 257);
        packs(|lane| lane as u32 * 0x0101_0101);
        packs(|lane| lane as f32 / 8.0);
        packs(|lane| lane as u64 * 0x0101_0101_0101_0101);
        packs(|lane| lane as f64 / 8.0);
    }
}
