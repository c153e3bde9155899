//! The product as an expert writes it: pieces of equal work instead of rows, gathers of eight elements
//! without checks, several accumulators, and masks instead of loops for the rest.

use super::matrices::Matrix;
use crate::nested::cuts::{Piece, sum_rows};

/// Writes to memory that is there already.
pub fn product(matrix: &Matrix, x: &[f64], result: &mut [f64]) {
    // The columns were found to be less than the width when the matrix was made.
    assert_eq!(x.len(), matrix.width);
    sum_rows(&matrix.offsets, result, |piece, sums| {
        #[cfg(target_arch = "x86_64")]
        if crate::instructions::has_avx512() {
            // SAFETY: the machine has these instructions, the piece lies within the matrix, and all
            // columns within `x`.
            return unsafe { part_in_vectors(matrix, x, piece, sums) };
        }
        part(&matrix.columns, &matrix.values, x, piece, sums)
    });
}

for_best_instructions! {
    fn part(columns: &[u32], values: &[f64], x: &[f64], piece: Piece<'_>, sums: &mut [f64]) -> f64 {
        let mut start = piece.start;
        for (sum, end) in sums.iter_mut().zip(piece.ends) {
            *sum = dot(&columns[start..*end], &values[start..*end], x);
            start = *end;
        }
        dot(&columns[start..piece.end], &values[start..piece.end], x)
    }
}

#[inline(always)]
fn dot(columns: &[u32], values: &[f64], x: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (column_chunks, column_rest) = columns.as_chunks::<4>();
    let (value_chunks, value_rest) = values.as_chunks::<4>();
    for (columns, values) in column_chunks.iter().zip(value_chunks) {
        for lane in 0..4 {
            sums[lane] += values[lane] * x[columns[lane] as usize];
        }
    }
    let rest = column_rest.iter().zip(value_rest).map(|(c, v)| v * x[*c as usize]);
    sums.iter().sum::<f64>() + rest.sum::<f64>()
}

/// # Safety
/// The piece lies within the matrix, and all columns of the matrix within `x`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
unsafe fn part_in_vectors(matrix: &Matrix, x: &[f64], piece: Piece, sums: &mut [f64]) -> f64 {
    let Matrix { columns, values, .. } = matrix;
    let mut start = piece.start;
    for (sum, end) in sums.iter_mut().zip(piece.ends) {
        // SAFETY: the row lies within the matrix.
        *sum = unsafe { dot_in_vectors(columns, values, x, start, *end) };
        start = *end;
    }
    // SAFETY: likewise.
    unsafe { dot_in_vectors(columns, values, x, start, piece.end) }
}

/// # Safety
/// The range lies within the columns and the values, and all columns within `x`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
#[inline]
unsafe fn dot_in_vectors(
    columns: &[u32],
    values: &[f64],
    x: &[f64],
    start: usize,
    end: usize,
) -> f64 {
    use std::arch::x86_64::*;
    let (mut column, mut value) = (columns.as_ptr(), values.as_ptr());
    let x = x.as_ptr();
    let mut sums = [_mm512_setzero_pd(); 4];
    let mut left = end - start;
    // SAFETY: as many elements are read as are left; lanes that a mask turns off are not read.
    unsafe {
        column = column.add(start);
        value = value.add(start);
        while left >= 32 {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let columns = _mm256_loadu_si256(column.add(8 * lane).cast());
                let xs = _mm512_i32gather_pd::<8>(columns, x);
                *sum = _mm512_fmadd_pd(_mm512_loadu_pd(value.add(8 * lane)), xs, *sum);
            }
            (column, value, left) = (column.add(32), value.add(32), left - 32);
        }
        while left > 0 {
            let mask = if left >= 8 { 0xff } else { (1u8 << left) - 1 };
            let columns = _mm256_maskz_loadu_epi32(mask, column.cast());
            let xs = _mm512_mask_i32gather_pd::<8>(_mm512_setzero_pd(), mask, columns, x);
            sums[0] = _mm512_fmadd_pd(_mm512_maskz_loadu_pd(mask, value), xs, sums[0]);
            (column, value, left) = (column.add(8), value.add(8), left.saturating_sub(8));
        }
        let [a, b, c, d] = sums;
        _mm512_reduce_add_pd(_mm512_add_pd(_mm512_add_pd(a, b), _mm512_add_pd(c, d)))
    }
}
