//! Rows of ragged arrays that are too long for one lane: maps, scans and filters of them in lanes of
//! their own give the results of a loop.

#![allow(missing_docs)]

use accel::{Ragged, accel};

accel! {
    pub fn running(rows: &[[i64]]) -> [[i64]] { rows.map(|row| row.scan(1, |a, b| a + b)) }
    pub fn before(rows: &[[i64]]) -> [([i64], i64)] {
        rows.map(|row| {
            let sums = row.scan_exclusive(0, |a, b| a + b);
            (zip(row, sums).map(|(x, s)| 2 * x - s), sums.max())
        })
    }
    pub fn deviations(rows: &[[i64]]) -> [[(i64, bool)]] {
        rows.map(|row| {
            let squares = row.map(|x| x * x % 101);
            let (least, total) = (squares.min(), squares.sum());
            zip(row, squares).map(|(x, s)| (s - least + x, s > total % 101))
        })
    }
    pub fn middles(rows: &[[i64]]) -> [(usize, i64, i64)] {
        rows.map(|row| {
            let (found, other) = (row.filter(|x| x % 3 == 0), row.enumerate().filter(|(_, x)| x > 400));
            let middle = found.len() / 2;
            (found.len(), if found.is_empty() { 0 } else { found[middle] + other.map(|(i, x)| x + i as i64).sum() },
                if other.len() > 2 { other[2].1 } else { -1 })
        })
    }
    pub fn means(rows: &[[f64]]) -> ([f64], f64) {
        let means = rows.map(|row| row.sum() / row.len() as f64);
        (means, rows.map(|row| row.map(|x| x * x).sum()).sum())
    }
    pub fn planes(planes: &[[[i64]]]) -> [[[i64]]] {
        planes.map(|plane| {
            let top = plane.map(|row| row.len()).sum() as i64;
            plane.map(|row| { let sum = row.sum(); row.map(|x| x * top - sum) })
        })
    }
    pub fn gathered(rows: &[[usize]], xs: &[i64]) -> [[i64]] {
        rows.map(|row| { let last = row.len(); row.map(|i| xs[i]).scan(last as i64, |a, b| a ^ b) })
    }
}

const LONG: usize = 200_000;

/// Rows of numbers between -500 and 499, of which some are longer than one lane should be.
fn rows() -> Vec<Vec<i64>> {
    let number = |i: usize| i64::from((i as u32).wrapping_mul(2_654_435_761) >> 8) % 1000 - 500;
    let row = |length: usize| (0..length).map(|i| number(i + length)).collect();
    [1, LONG, 17, (1 << 17) - 1, 1 << 17, 5, 2 * LONG + 3].map(row).into()
}

/// Rows of them, and none, on one thread and on several.
fn on_threads(test: impl Fn(&Ragged<i64>, &[Vec<i64>]) + Sync) {
    let mut rows = rows();
    rows.insert(3, Vec::new());
    let ragged = Ragged::from_rows(&rows);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| test(&ragged, &rows));
    }
}

fn sums(row: &[i64], first: i64) -> Vec<i64> {
    row.iter()
        .scan(first, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect()
}

#[test]
fn scans() {
    on_threads(|ragged, rows| {
        let wanted: Vec<Vec<i64>> = rows.iter().map(|row| sums(row, 1)).collect();
        assert_eq!(running(ragged).to_vec(), wanted);
    });
}

#[test]
fn scans_between_maps() {
    let wanted = |row: &Vec<i64>| {
        let sums = sums(row, 0);
        let before = [&[0], &sums[..sums.len() - 1]].concat();
        let kept: Vec<i64> = row.iter().zip(&before).map(|(x, s)| 2 * x - s).collect();
        (kept, *before.iter().max().unwrap())
    };
    let rows = rows();
    let (arrays, tops): (Vec<_>, Vec<_>) = rows.iter().map(wanted).unzip();
    let (given, given_tops) = before(&Ragged::from_rows(&rows));
    assert_eq!(given.to_vec(), arrays);
    assert_eq!(given_tops, tops);
}

#[test]
fn maps_through_arrays_of_the_lane() {
    let rows = rows();
    let wanted: Vec<Vec<(i64, bool)>> = rows
        .iter()
        .map(|row| {
            let squares: Vec<i64> = row.iter().map(|x| x * x % 101).collect();
            let (least, total) = (squares.iter().min().unwrap(), squares.iter().sum::<i64>());
            row.iter().zip(&squares).map(|(x, s)| (s - least + x, *s > total % 101)).collect()
        })
        .collect();
    assert_eq!(deviations(&rows).to_vec(), wanted);
}

#[test]
fn filters() {
    on_threads(|ragged, rows| {
        let wanted = |row: &Vec<i64>| {
            let found: Vec<i64> = row.iter().copied().filter(|x| x % 3 == 0).collect();
            let other = || row.iter().copied().enumerate().filter(|(_, x)| *x > 400);
            let total = other().map(|(i, x)| x + i as i64).sum::<i64>();
            let middle = found.get(found.len() / 2).map_or(0, |x| x + total);
            (found.len(), middle, other().nth(2).map_or(-1, |(_, x)| x))
        };
        assert_eq!(middles(ragged).to_vec(), rows.iter().map(wanted).collect::<Vec<_>>());
    });
}

/// Rows that are no long ones, but together have most of the elements of one block of lanes: the block
/// is shared, and gives the same bits on any number of threads.
#[test]
fn longer_rows_among_short_ones() {
    let number = |i: usize| f64::from((i as u32).wrapping_mul(2_654_435_761) >> 8) / 1e3;
    let length = |row: usize| if (3000..3080).contains(&row) { 20_000 } else { 1 + row % 3 };
    let row = |row: usize| (0..length(row)).map(|i| number(row + i)).collect();
    let rows: Vec<Vec<f64>> = (0..8000).map(row).collect();
    let ragged = Ragged::from_rows(&rows);
    let mut given = Vec::new();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let (list, squares) = pool.expect("threads start").install(|| means(&ragged));
        given.push((list.to_vec(), squares.to_bits()));
    }
    assert!(given.iter().all(|other| *other == given[0]));
    for (row, mean) in rows.iter().zip(&given[0].0) {
        let wanted = row.iter().sum::<f64>() / row.len() as f64;
        assert!((mean - wanted).abs() < 1e-6 * wanted.abs().max(1.0), "{mean} {wanted}");
    }
}

#[test]
fn rows_of_planes() {
    let rows = rows();
    let given = vec![rows[..2].to_vec(), Vec::new(), rows[2..].to_vec()];
    let wanted: Vec<Vec<Vec<i64>>> = given
        .iter()
        .map(|plane| {
            let top = plane.iter().map(|row| row.len() as i64).sum::<i64>();
            let of_row = |row: &Vec<i64>| {
                let sum = row.iter().sum::<i64>();
                row.iter().map(|x| x * top - sum).collect()
            };
            plane.iter().map(of_row).collect()
        })
        .collect();
    assert_eq!(planes(&given).to_vec(), wanted);
}

#[test]
fn the_first_place_that_is_out_of_bounds_is_told() {
    let mut row: Vec<usize> = (0..LONG).map(|i| i % 7).collect();
    let xs = [1, 2, 3, 4, 5, 6, 7];
    let mut value = LONG as i64;
    let wanted: Vec<i64> = row
        .iter()
        .map(|i| {
            value ^= xs[*i];
            value
        })
        .collect();
    assert_eq!(gathered(&[row.clone()], &xs).to_vec(), [wanted]);
    row[LONG - 1] = 8;
    row[LONG / 2] = 7;
    let error = try_gathered(&[row], &xs).expect_err("out of bounds");
    assert_eq!(error.kind(), accel::ErrorKind::IndexOutOfBounds);
    let message = "index out of bounds: the length is 7 but the index is 7";
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn plans_name_kernels_with_long_rows() {
    for (text, name) in [
        (format!("{:#}", running::plan()), "running"),
        (format!("{:#}", deviations::plan()), "deviations"),
        (format!("{:#}", middles::plan()), "middles"),
    ] {
        let line = format!("\nlong rows in {name}.1 if 131072 <= length\n");
        assert!(text.contains(&line), "{text}");
    }
}
