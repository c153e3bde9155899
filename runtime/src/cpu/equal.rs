//! Finds out if all rows of a ragged array have one length.

use rayon::prelude::*;

use crate::view::View;

/// So many rows are looked at by one thread, and before all others.
const ROWS: usize = 1 << 14;

/// Returns the common length of all rows between these offsets, the first of which is 0; `usize::MAX` if the
/// length differs from row to row.
pub fn common_length(offsets: View<usize>) -> usize {
    let Some((last, starts)) = offsets.slice().split_last() else { return usize::MAX };
    let (total, rows) = (*last, starts.len());
    let length = total.checked_div(rows).unwrap_or(0);
    // If all rows have one length, there are `length * rows` elements; otherwise there seldom are.
    if length * rows != total {
        return usize::MAX;
    }
    let equal = |(part, starts): (usize, &[usize])| {
        let differs =
            |(row, start): (usize, &usize)| usize::from(*start != (part * ROWS + row) * length);
        // Without an end before the last row, so that neighbours are compared together.
        starts.iter().enumerate().map(differs).sum::<usize>() == 0
    };
    let all = equal((0, &starts[..rows.min(ROWS)]))
        && (rows <= ROWS || starts.par_chunks(ROWS).enumerate().skip(1).all(equal));
    if all { length } else { usize::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(offsets: &[usize]) -> usize {
        common_length(View::new(offsets))
    }

    #[test]
    fn rows_of_one_length() {
        assert_eq!(of(&[0]), 0);
        assert_eq!(of(&[0, 0, 0]), 0);
        assert_eq!(of(&[0, 3, 6, 9]), 3);
        assert_eq!(of(&[0, 1 << 40]), 1 << 40);
        let many: Vec<usize> = (0..=100_000).map(|row| 5 * row).collect();
        assert_eq!(of(&many), 5);
    }

    #[test]
    fn rows_that_differ() {
        assert_eq!(of(&[]), usize::MAX);
        assert_eq!(of(&[0, 1, 3]), usize::MAX);
        assert_eq!(of(&[0, 1, 4, 6]), usize::MAX);
        for at in [1, 10, ROWS - 1, ROWS, ROWS + 1, 99_999] {
            let mut many: Vec<usize> = (0..=100_000).map(|row| 5 * row).collect();
            many[at] += 1;
            assert_eq!(of(&many), usize::MAX, "row {at}");
        }
    }
}
