//! Sparse matrices with the shapes of well-known ones: as many rows, entries and columns, and their
//! lengths and places spread alike. Generated, since benchmarks need no network.

use crate::data::Random;

/// A matrix in row form.
pub struct Matrix {
    /// The place at which each row begins, and the end of the last.
    pub offsets: Vec<usize>,
    /// The column of each entry: ascending within a row.
    pub columns: Vec<u32>,
    /// The entries.
    pub values: Vec<f64>,
    /// The number of columns.
    pub width: usize,
}

impl Matrix {
    /// A matrix whose rows have the columns that `row` gives for their numbers, in any order.
    fn new(
        height: usize,
        width: usize,
        random: &mut Random,
        mut row: impl FnMut(usize, &mut Random, &mut Vec<u32>),
    ) -> Matrix {
        let (mut offsets, mut columns) = (vec![0], Vec::new());
        let mut own = Vec::new();
        for number in 0..height {
            own.clear();
            row(number, random, &mut own);
            own.sort_unstable();
            own.dedup();
            columns.extend_from_slice(&own);
            offsets.push(columns.len());
        }
        // The hand-tuned rival relies on this.
        assert!(columns.iter().all(|column| (*column as usize) < width));
        let values = columns.iter().map(|_| f64::from(random.float(-1.0, 1.0))).collect();
        Matrix { offsets, columns, values, width }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.columns.len()
    }
}

/// A protein, pdb1HYS: 36 417 rows of 119 entries, which lie in runs of about six beside the diagonal.
pub fn protein(scale: usize) -> Matrix {
    let n = 36_417 / scale;
    Matrix::new(n, n, &mut Random::new(31), |number, random, row| {
        let length = 60 + random.below(120);
        runs(random, row, number, n, length, 6, 2000);
    })
}

/// A cantilever of finite elements, cant: 62 451 rows of 64 entries in blocks of three.
pub fn cantilever(scale: usize) -> Matrix {
    let n = 62_451 / scale;
    Matrix::new(n, n, &mut Random::new(32), |number, random, row| {
        let length = 51 + random.below(27);
        runs(random, row, number / 3 * 3, n, length, 3, 300);
    })
}

/// The crews that can serve trains, rail4284: 4 284 rows of some 2.6 thousand entries, a few of
/// twenty times as many, anywhere in 1.09 million columns.
pub fn railway(scale: usize) -> Matrix {
    let (height, width) = ((4_284 / scale).max(4), (1_092_610 / scale).max(100_000));
    Matrix::new(height, width, &mut Random::new(33), |_, random, row| {
        // Exponentially distributed, to the power of 1.5: many short rows, some long ones.
        let length = (1980.0 * (-random.unit().max(1e-9).ln()).powf(1.5)).min(56_000.0) as usize;
        row.extend((0..length.max(1)).map(|_| random.below(width) as u32));
    })
}

/// A circuit, FullChip: 3 million rows and 26.6 million entries. Most rows have a handful of entries
/// beside the diagonal; lengths follow a power law, up to nets that meet most others.
pub fn circuit(scale: usize) -> Matrix {
    let n = 2_987_012 / scale;
    Matrix::new(n, n, &mut Random::new(34), |number, random, row| {
        let length = if number == n / 3 {
            n * 3 / 4
        } else {
            (3.6 * random.unit().max(1e-9).powf(-0.62)).min(n as f64 / 8.0) as usize
        };
        row.push(number as u32);
        for _ in 1..length {
            let near = length < 32 && random.below(4) > 0;
            let column = if near {
                (number + random.below(2000)).saturating_sub(1000).min(n - 1)
            } else {
                random.below(n)
            };
            row.push(column as u32);
        }
    })
}

/// About `length` columns in runs of `run`, at most `reach` away from the diagonal.
fn runs(
    random: &mut Random,
    row: &mut Vec<u32>,
    diagonal: usize,
    width: usize,
    length: usize,
    run: usize,
    reach: usize,
) {
    let low = diagonal.saturating_sub(reach);
    let places = (diagonal + reach).min(width).saturating_sub(low) / run;
    for _ in 0..length / run {
        let start = low + random.below(places.max(1)) * run;
        row.extend((start..(start + run).min(width)).map(|column| column as u32));
    }
}
