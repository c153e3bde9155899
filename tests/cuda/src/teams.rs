//! Work on rows of all lengths, which threads, warps or blocks do.

use accel::accel;

accel! {
    pub fn row_sums(rows: &[[f64]]) -> [f64] { rows.map(|row| row.sum()) }
    pub fn chosen_sums(rows: &[[(u32, i64)]; n], table: &[i64]) -> [i64; n] {
        rows.map(|row| row.map(|(place, factor)| factor.wrapping_mul(table[place])).sum())
    }
    /// Rows that are reduced and then stored.
    pub fn parts_of_sums(rows: &[[f64]]) -> [[f64]] {
        rows.map(|row| { let total = row.map(|x| x.abs()).sum(); row.map(|x| x / total) })
    }
    /// A product, a reduction without a value to begin with, one that leaves elements out.
    pub fn statistics(rows: &[[i32]]) -> [(i64, u32, i32, i32)] {
        rows.map(|row| {
            let (sum, bits) = row.map(|x| (x as i64, x as u32)).reduce((3, 1), |(a, b), (c, d)| (a + c, b ^ d));
            let top = if row.len() == 0 { 0 } else { row.max() };
            (sum, bits, top, row.filter(|x| x % 3 == 0).sum())
        })
    }
    /// Several reductions of a row at once.
    pub fn totals_of_rows(rows: &[[i32]]) -> [(i64, u32, i32)] {
        rows.map(|row| {
            let (sum, bits) = row.map(|x| (x as i64, x as u32)).reduce((3, 1), |(a, b), (c, d)| (a + c, b ^ d));
            (sum, bits, row.filter(|x| x % 3 == 0).sum())
        })
    }
    pub fn sums_of_chosen(rows: &[[i32]], chosen: &[usize]) -> [i64] {
        rows.gather(chosen).map(|row| row.map(|x| x as i64).sum())
    }
    /// As `sums_of_chosen`, but no two lanes share a sum.
    pub fn moved_sums_of_chosen(rows: &[[i32]], chosen: &[usize; n]) -> [i64; n] {
        zip(rows.gather(chosen), 0..n).map(|(row, k)| row.map(|x| x as i64 + k as i64).sum())
    }
    /// Rows are reduced in the lanes of a reduction, a scan and a filter.
    pub fn largest_total(rows: &[[i32]]) -> i64 {
        rows.map(|row| { let total = row.map(|x| x as i64).sum(); total * total }).reduce(-1, |a, b| a.max(b))
    }
    pub fn running_totals(rows: &[[(u32, i64)]; n], table: &[i64]) -> [(i64, u8); n] {
        rows.map(|row| {
            let total = row.map(|(place, factor)| factor.wrapping_mul(table[place])).reduce(0, |a, b| a.wrapping_add(b));
            (total, row.map(|(place, _)| place as u8).reduce(0, |a, b| a ^ b))
        }).scan((0, 0), |(a, b), (c, d)| (a.wrapping_add(c), b ^ d))
    }
    /// Nothing but its size comes from outside: the struct of the kernel has no fields of its own.
    pub fn primes_below(n: usize) -> usize {
        (2..n).count(|i| (2..i).all(|d| i % d != 0))
    }

    pub fn multiples(n: usize) -> [usize] {
        (0..n).flat_map(|i| (0..i).map(|j| i * j))
    }

    pub fn heavy_rows(rows: &[[i32]], least: i64) -> [(usize, i64)] {
        rows.enumerate()
            .map(|(number, row)| (number, row.map(|x| x as i64).sum(), row.filter(|x| x % 3 == 0).sum()))
            .filter(|(_, total, thirds)| total >= least && thirds % 2 == 0)
            .map(|(number, total, _)| (number, total))
    }
    /// The second reduction needs the result of the first, in rows of one length, too.
    pub fn largest_deviation(m: &[[i64; k]; n]) -> i64 {
        m.map(|row| { let mean = row.sum() / k as i64; row.map(|x| (x - mean) * (x - mean)).sum() }).reduce(0, |a, b| a.max(b))
    }
    pub fn sums_so_far(rows: &[[f64]]) -> [[f64]] { rows.map(|row| row.scan(0.0, |a, b| a + b)) }
    /// An operator whose order matters, between maps, one of which looks into a table.
    pub fn running_lines(rows: &[[(u32, i64)]], table: &[i64]) -> [[(i64, i64)]] {
        rows.map(|row| {
            row.map(|(place, factor)| (factor | 1, table[place]))
                .scan_exclusive((1, 3), |(a, b), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d)))
                .map(|(a, b)| (a ^ b, table[(a & 63) as usize]))
        })
    }
    /// The values reduced come out of a running combination.
    pub fn lowest_balances(rows: &[[i32]]) -> [i64] {
        rows.map(|row| row.map(|x| x as i64).scan(0, |a, b| a + b).reduce(0, |a, b| a.min(b)))
    }
    pub fn in_the_red(rows: &[[i32]]) -> [i64] {
        rows.map(|row| row.map(|x| x as i64).scan(0, |a, b| a + b).reduce(0, |a, b| a.min(b))).filter(|x| x < 0)
    }
    /// Rows that are filtered into rows of a result.
    pub fn thirds(rows: &[[i32]]) -> [[i64]] { rows.map(|row| row.filter(|x| x % 3 == 0).map(|x| x as i64 * 2)) }
    pub fn above_the_mean(rows: &[[i32]]) -> ([[(usize, i32)]], [[i32]], [i64]) {
        rows.map(|row| {
            let mean = row.map(|x| x as i64).sum() / (row.len() as i64).max(1);
            let above = row.enumerate().filter(|(_, x)| x as i64 > mean);
            (above, row.filter(|x| x as i64 <= mean), mean)
        }).unzip()
    }
    pub fn larger_in_table(rows: &[[(u32, i64)]], table: &[i64]) -> [[i64]] {
        rows.map(|row| row.filter(|(place, factor)| table[place] > factor % 4000).map(|(place, factor)| table[place] ^ factor))
    }
    /// Rows as long as numbers say.
    pub fn counted_up(counts: &[usize]) -> [[usize]] { counts.map(|n| (0..n).map(|i| i * i + n)) }
    /// Rows of one length: along them, and down the columns, beside sums.
    pub fn matrix_scans(m: &[[i64; k]; n]) -> ([[i64; k]; n], [[i64; n]; k], [[i64; k]; n]) {
        let along = m.map(|row| row.scan(0, |a, b| a + b));
        let down = m.transpose().map(|column| column.scan(7, |a, b| a.max(b)));
        let part = m.map(|row| { let total = row.sum(); row.scan_exclusive(total, |a, b| a + b) });
        (along, down, part)
    }
    /// Neighbouring threads read neighbouring elements, if there are many.
    pub fn column_tops(m: &[[i32; k]; n]) -> [i32; k] { generate(k, |j| (0..n).map(|i| m[i][j]).reduce(-9, |a, b| a.max(b))) }
    pub fn tops_of_many_columns(m: &[[i32; k]; n]) -> [i32; k] { column_tops(m) }
    /// Rows of one length, and columns.
    pub fn matrix_sums(m: &[[f64; k]; n]) -> ([f64; n], [[f64; k]; n]) {
        (m.map(|row| row.sum()), m.map(|row| { let top = row.sum(); row.map(|x| x - top) }))
    }
    /// The second reduction needs the result of the first.
    pub fn deviations(m: &[[f64; k]; n]) -> [f64; n] {
        m.map(|row| { let mean = row.sum() / k as f64; row.map(|x| (x - mean) * (x - mean)).sum() / k as f64 })
    }
    /// Rows are reduced in a branch, which their lengths choose, and one that their values choose.
    pub fn tops(rows: &[[i32]]) -> [i64] {
        rows.map(|row| if row.is_empty() { -1 } else { row.max() as i64 })
    }
    pub fn totals_of_positive(rows: &[[i32]]) -> [i64] {
        rows.map(|row| {
            let total = row.map(|x| x as i64).sum();
            let other = if total > 0 { row.map(|x| x as i64 * x as i64).reduce(1, |a, b| a.max(b)) } else { 5 };
            total - other
        })
    }
    pub fn first_of_tops(rows: &[[i32]]) -> i64 {
        rows.map(|row| if row.is_empty() { 0 } else { row.max() as i64 }).reduce(7, |a, b| a ^ b)
    }
    pub fn largest_by_row(rows: &[[i32]]) -> [i32] { rows.map(|row| row.max()) }
}
