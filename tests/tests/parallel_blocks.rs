//! Filters, scans and appended rows whose lanes do parallel work of their own: sums of long rows, and
//! sorts. A block that waits for such work takes up other work, but never a block that waits for it.

#![allow(missing_docs)]

use accel::{Ragged, accel};

accel! {
    pub fn large(rows: &[[i64]], least: i64) -> [[i64]] { rows.filter(|row| row.sum() > least) }
    pub fn places(rows: &[[i64]], least: i64) -> [usize] {
        rows.enumerate().filter(|(_, row)| row.sum() > least).map(|(i, _)| i)
    }
    pub fn sorted(rows: &[[i64]]) -> [[i64]] { rows.map(|row| row.filter(|x| x > 3).sort()) }
    pub fn running(rows: &[[i64]]) -> [i64] { rows.map(|row| row.sum()).scan(0, |a, b| a + b) }
}

/// More elements than a lane reduces by itself, so many that there are several blocks.
fn rows() -> Vec<Vec<i64>> {
    (0..24).map(|row| (0..140_000).map(|x| (x * 7919 + row) % 10).collect()).collect()
}

fn on_many_threads(test: impl Fn(&Ragged<i64>) + Sync) {
    let ragged = Ragged::from_rows(rows());
    for threads in [2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| (0..3).for_each(|_| test(&ragged)));
    }
}

#[test]
fn filters_by_sums_of_long_rows() {
    on_many_threads(|rows| {
        assert_eq!(large(rows, 5).to_vec().len(), 24);
        assert_eq!(places(rows, 5).to_vec(), (0..24).collect::<Vec<_>>());
    });
}

#[test]
fn sorts_of_appended_rows() {
    let wanted: Vec<Vec<i64>> = rows()
        .into_iter()
        .map(|row| {
            let mut row: Vec<i64> = row.into_iter().filter(|x| *x > 3).collect();
            row.sort();
            row
        })
        .collect();
    on_many_threads(|rows| assert_eq!(sorted(rows).to_vec(), wanted));
}

#[test]
fn running_sums_of_long_rows() {
    let sums = rows().into_iter().map(|row| row.iter().sum::<i64>());
    let wanted: Vec<i64> = sums
        .scan(0, |total, sum| {
            *total += sum;
            Some(*total)
        })
        .collect();
    on_many_threads(|rows| assert_eq!(running(rows).to_vec(), wanted));
}

/// A hundred rows of thousands of numbers before 60 000 rows of a few, and such rows behind them: blocks of
/// as many lanes would give nearly all work to one thread.
fn skewed() -> Vec<Vec<i64>> {
    let row = |row: usize| {
        let length = if (20_000..20_100).contains(&row) { 4000 } else { row % 4 };
        (0..length as i64).map(|x| (x * 7919 + row as i64) % 10).collect()
    };
    (0..80_000).map(row).collect()
}

#[test]
fn blocks_of_uneven_rows() {
    let rows = skewed();
    let sums: Vec<i64> = rows.iter().map(|row| row.iter().sum()).collect();
    let of_large = |least| sums.iter().enumerate().filter(move |(_, sum)| **sum > least);
    let totals = sums.iter().scan(0, |total, sum| {
        *total += sum;
        Some(*total)
    });
    let wanted_running: Vec<i64> = totals.collect();
    let ragged = Ragged::from_rows(&rows);
    for threads in [1, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| {
            for least in [-1, 5, 1000] {
                let wanted: Vec<usize> = of_large(least).map(|(at, _)| at).collect();
                assert_eq!(places(&ragged, least).to_vec(), wanted);
                let wanted: Vec<_> = of_large(least).map(|(at, _)| rows[at].clone()).collect();
                assert_eq!(large(&ragged, least).to_vec(), wanted);
            }
            let sort = |row: &Vec<i64>| {
                let mut kept: Vec<i64> = row.iter().copied().filter(|x| *x > 3).collect();
                kept.sort_unstable();
                kept
            };
            assert_eq!(sorted(&ragged).to_vec(), rows.iter().map(sort).collect::<Vec<_>>());
            assert_eq!(running(&ragged).to_vec(), wanted_running);
        });
    }
}
