//! Segmented sums in AVX-512: long rows in several accumulators; short rows many at once.

use std::arch::x86_64::*;

use crate::nested::cuts::Piece;

macro_rules! part {
    ($part:ident, $row:ident, $short:ident, $t:ty, $lanes:literal) => {
        /// The sums of the rows that end in a piece; gives the sum of the elements behind them.
        ///
        /// # Safety
        /// The piece lies within `xs`.
        #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
        pub unsafe fn $part(xs: &[$t], piece: Piece, sums: &mut [$t]) -> $t {
            let Piece { mut start, ends, end } = piece;
            let (many, few) = ends.as_chunks::<$lanes>();
            let (many_sums, few_sums) = sums.as_chunks_mut::<$lanes>();
            for (sums, ends) in many_sums.iter_mut().zip(many) {
                let last = ends[$lanes - 1];
                // SAFETY: the rows lie within `xs`, and are not too long to count in 32 bits.
                if last - start <= $lanes * $lanes && unsafe { $short(xs, start, ends, sums) } {
                    start = last;
                    continue;
                }
                for (sum, end) in sums.iter_mut().zip(ends) {
                    // SAFETY: the row lies within `xs`.
                    *sum = unsafe { $row(xs, start, *end) };
                    start = *end;
                }
            }
            for (sum, end) in few_sums.iter_mut().zip(few) {
                // SAFETY: likewise.
                *sum = unsafe { $row(xs, start, *end) };
                start = *end;
            }
            // SAFETY: likewise.
            unsafe { $row(xs, start, end) }
        }
    };
}

part!(part_f32, row_f32, short_f32, f32, 16);
part!(part_f64, row_f64, short_f64, f64, 8);

macro_rules! row {
    (
        $row:ident, $t:ty, $lanes:literal, $mask:ty,
        $zero:ident, $load:ident, $load_some:ident, $add:ident, $total:ident
    ) => {
        /// The sum of a row.
        ///
        /// # Safety
        /// The row lies within `xs`.
        #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
        #[inline]
        pub unsafe fn $row(xs: &[$t], start: usize, end: usize) -> $t {
            let mut left = end - start;
            let mut sums = [$zero(); 4];
            // SAFETY: as many elements are read as are left; lanes that a mask turns off are
            // not read.
            unsafe {
                let mut x = xs.as_ptr().add(start);
                while left >= 4 * $lanes {
                    for (lane, sum) in sums.iter_mut().enumerate() {
                        *sum = $add(*sum, $load(x.add(lane * $lanes)));
                    }
                    (x, left) = (x.add(4 * $lanes), left - 4 * $lanes);
                }
                while left > 0 {
                    let mask = if left >= $lanes { <$mask>::MAX } else { (1 << left) - 1 };
                    sums[0] = $add(sums[0], $load_some(mask, x));
                    (x, left) = (x.add($lanes), left.saturating_sub($lanes));
                }
            }
            let [a, b, c, d] = sums;
            $total($add($add(a, b), $add(c, d)))
        }
    };
}

row!(
    row_f32,
    f32,
    16,
    u16,
    _mm512_setzero_ps,
    _mm512_loadu_ps,
    _mm512_maskz_loadu_ps,
    _mm512_add_ps,
    _mm512_reduce_add_ps
);
row!(
    row_f64,
    f64,
    8,
    u8,
    _mm512_setzero_pd,
    _mm512_loadu_pd,
    _mm512_maskz_loadu_pd,
    _mm512_add_pd,
    _mm512_reduce_add_pd
);

/// The starts of eight rows, counted from the first, and their lengths.
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn places(first: usize, start: usize, ends: &[usize; 8]) -> (__m256i, __m256i) {
    // SAFETY: there are eight of them.
    let ends = unsafe { _mm512_loadu_si512(ends.as_ptr().cast()) };
    let starts = _mm512_alignr_epi64::<7>(ends, _mm512_set1_epi64(start as i64));
    let first = _mm512_set1_epi64(first as i64);
    let lengths = _mm512_cvtepi64_epi32(_mm512_sub_epi64(ends, starts));
    (_mm512_cvtepi64_epi32(_mm512_sub_epi64(starts, first)), lengths)
}

/// Sums sixteen rows if none is longer than a vector: one element of each in turn, or if they
/// have more than that, each as a vector, which are then transposed while they are added.
///
/// # Safety
/// The rows lie within `xs`.
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn short_f32(xs: &[f32], start: usize, ends: &[usize; 16], sums: &mut [f32; 16]) -> bool {
    let (Some(low), Some(high)) = (ends.first_chunk::<8>(), ends.last_chunk::<8>()) else {
        return false;
    };
    let (low_starts, low_lengths) = places(start, start, low);
    let (high_starts, high_lengths) = places(start, low[7], high);
    let both = |low, high| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
    let starts = both(low_starts, high_starts);
    let lengths = both(low_lengths, high_lengths);
    if _mm512_cmpgt_epi32_mask(lengths, _mm512_set1_epi32(16)) != 0 {
        return false;
    }
    // SAFETY: lanes read elements of their own row only; others are turned off.
    unsafe {
        let x = xs.as_ptr().add(start);
        if ends[15] - start <= 32 {
            let mut total = _mm512_setzero_ps();
            let mut at = _mm512_setzero_si512();
            loop {
                let mask = _mm512_cmplt_epi32_mask(at, lengths);
                if mask == 0 {
                    break;
                }
                let at_row = _mm512_add_epi32(starts, at);
                let xs = _mm512_mask_i32gather_ps::<4>(_mm512_setzero_ps(), mask, at_row, x);
                total = _mm512_add_ps(total, xs);
                at = _mm512_add_epi32(at, _mm512_set1_epi32(1));
            }
            _mm512_storeu_ps(sums.as_mut_ptr(), total);
            return true;
        }
        let mut start = start;
        let rows = ends.map(|end| {
            let mask = ((1u32 << (end - start)) - 1) as u16;
            let row = _mm512_maskz_loadu_ps(mask, xs.as_ptr().add(start));
            start = end;
            row
        });
        let pairs: [__m512; 8] = std::array::from_fn(|pair| {
            let (a, b) = (rows[2 * pair], rows[2 * pair + 1]);
            _mm512_add_ps(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b))
        });
        let fours: [__m512; 4] = std::array::from_fn(|four| {
            let [a, b] = [2 * four, 2 * four + 1].map(|pair| _mm512_castps_pd(pairs[pair]));
            let (low, high) = (_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b));
            _mm512_add_ps(_mm512_castpd_ps(low), _mm512_castpd_ps(high))
        });
        let halves = |a, b| {
            let even = _mm512_shuffle_f32x4::<0x88>(a, b);
            _mm512_add_ps(even, _mm512_shuffle_f32x4::<0xdd>(a, b))
        };
        let total = halves(halves(fours[0], fours[1]), halves(fours[2], fours[3]));
        _mm512_storeu_ps(sums.as_mut_ptr(), total);
    }
    true
}

/// As [`short_f32`], for eight rows.
///
/// # Safety
/// The rows lie within `xs`.
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn short_f64(xs: &[f64], start: usize, ends: &[usize; 8], sums: &mut [f64; 8]) -> bool {
    let (starts, lengths) = places(start, start, ends);
    if _mm256_cmpgt_epi32_mask(lengths, _mm256_set1_epi32(8)) != 0 {
        return false;
    }
    // SAFETY: lanes read elements of their own row only; others are turned off.
    unsafe {
        let x = xs.as_ptr().add(start);
        if ends[7] - start <= 16 {
            let mut total = _mm512_setzero_pd();
            let mut at = _mm256_setzero_si256();
            loop {
                let mask = _mm256_cmplt_epi32_mask(at, lengths);
                if mask == 0 {
                    break;
                }
                let at_row = _mm256_add_epi32(starts, at);
                let xs = _mm512_mask_i32gather_pd::<8>(_mm512_setzero_pd(), mask, at_row, x);
                total = _mm512_add_pd(total, xs);
                at = _mm256_add_epi32(at, _mm256_set1_epi32(1));
            }
            _mm512_storeu_pd(sums.as_mut_ptr(), total);
            return true;
        }
        let mut start = start;
        let rows = ends.map(|end| {
            let mask = ((1u32 << (end - start)) - 1) as u8;
            let row = _mm512_maskz_loadu_pd(mask, xs.as_ptr().add(start));
            start = end;
            row
        });
        let pairs: [__m512d; 4] = std::array::from_fn(|pair| {
            let (a, b) = (rows[2 * pair], rows[2 * pair + 1]);
            _mm512_add_pd(_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b))
        });
        let halves = |a, b| {
            let even = _mm512_shuffle_f64x2::<0x88>(a, b);
            _mm512_add_pd(even, _mm512_shuffle_f64x2::<0xdd>(a, b))
        };
        let total = halves(halves(pairs[0], pairs[1]), halves(pairs[2], pairs[3]));
        _mm512_storeu_pd(sums.as_mut_ptr(), total);
    }
    true
}
