//! Few planes of many rows: their rows are gone through on all cores, whether they become those of one
//! array or stay in the lanes of their planes.

#![allow(missing_docs)]

use accel::{Ragged, accel};

accel! {
    pub fn totals(planes: &[[[i64]]]) -> [i64] { planes.map(|rows| rows.map(|row| row.sum()).max()) }
    /// From a row on.
    pub fn later(planes: &[[[i64]]], k: usize) -> [i64] { planes.map(|rows| rows[k..].map(|row| row.sum()).sum()) }
    pub fn lags(planes: &[[[i64]]]) -> [[i64]] {
        planes.map(|rows| { let most = rows.map(|row| row.sum()).max(); rows.map(|row| most - row.sum()) })
    }
    pub fn running(planes: &[[[i64]]]) -> [[[i64]]] { planes.map(|rows| rows.map(|row| row.scan(0, |a, b| a + b))) }
    pub fn odd(planes: &[[[i64]]]) -> [[[i64]]] { planes.map(|rows| rows.map(|row| row.filter(|x| x % 2 != 0))) }
    pub fn lengths(planes: &[[[i64]]]) -> [[(usize, i64)]] { planes.map(|rows| rows.map(|row| (row.len(), row.sum()))) }
    pub fn deeper(cubes: &[[[[i64]]]]) -> [[[i64]]] { cubes.map(|planes| planes.map(|rows| rows.map(|row| row.sum()))) }
    pub fn of_some(planes: &[[[i64]]], k: usize) -> [[i64]] { planes.filter(|rows| rows.len() > k).map(|rows| rows.map(|row| row.sum())) }
}

/// Planes of so many rows, of 0 to 6 numbers each.
fn planes(counts: &[usize]) -> Vec<Vec<Vec<i64>>> {
    let number = |i: usize| i64::from((i as u32).wrapping_mul(2_654_435_761) >> 8) % 1000 - 500;
    let row = |i: usize| (0..i % 7).map(|j| number(7 * i + j)).collect();
    counts.iter().map(|count| (0..*count).map(|i| row(i + count)).collect()).collect()
}

/// A function of each row.
fn of_rows<T>(planes: &[Vec<Vec<i64>>], f: impl Fn(&Vec<i64>) -> T) -> Vec<Vec<T>> {
    planes.iter().map(|rows| rows.iter().map(&f).collect()).collect()
}

fn sum(row: &[i64]) -> i64 {
    row.iter().sum()
}

/// Around the numbers of rows and of planes from which on rows are shared by the cores.
fn on_threads(test: impl Fn(&[Vec<Vec<i64>>]) + Sync) {
    let some: &[usize] = &[3000, 2047, 2048, 1, 20_000];
    for counts in [some, &[40_000], &[30; 63], &[2050; 65]] {
        let given = planes(counts);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| test(&given));
        }
    }
}

#[test]
fn values_of_planes() {
    on_threads(|given| {
        let sums = of_rows(given, |row| sum(row));
        let most: Vec<i64> =
            sums.iter().map(|sums| *sums.iter().max().expect("there are rows")).collect();
        let wanted: Vec<Vec<i64>> = sums
            .iter()
            .zip(&most)
            .map(|(sums, most)| sums.iter().map(|sum| most - sum).collect())
            .collect();
        assert_eq!(totals(given), most);
        assert_eq!(lags(given).to_vec(), wanted);
    });
}

/// Few rows, which have enough elements together, and almost enough.
#[test]
fn few_long_rows_of_a_plane() {
    let plane = |lengths: &[usize]| -> Vec<Vec<i64>> {
        lengths.iter().map(|length| (0..*length as i64).map(|i| i % 1009 - 500).collect()).collect()
    };
    let given = [
        plane(&[70_000, 0, 61_071, 1]),
        plane(&[70_000, 0, 61_071]),
        plane(&[3]),
        plane(&[0, 0, 131_072]),
        plane(&[40_000; 10]),
    ];
    let sums = of_rows(&given, |row| sum(row));
    let most = |sums: &Vec<i64>| *sums.iter().max().expect("there are rows");
    let wanted: Vec<Vec<i64>> =
        sums.iter().map(|sums| sums.iter().map(|sum| most(sums) - sum).collect()).collect();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| {
            let given = Ragged::from_rows(&given);
            assert_eq!(totals(&given), sums.iter().map(most).collect::<Vec<_>>());
            assert_eq!(lags(&given).to_vec(), wanted);
            assert_eq!(later(&given, 1), later_sums(&sums));
        });
    }
    assert_eq!(later(&[plane(&[]), plane(&[1])], 0), [0, -500]);
}

/// The sums of planes without their first row.
fn later_sums(sums: &[Vec<i64>]) -> Vec<i64> {
    sums.iter().map(|sums| sums[1..].iter().sum()).collect()
}

#[test]
fn rows_of_all_planes() {
    on_threads(|given| {
        let scan = |row: &Vec<i64>| {
            row.iter()
                .scan(0, |sum, x| {
                    *sum += x;
                    Some(*sum)
                })
                .collect::<Vec<i64>>()
        };
        let kept = |row: &Vec<i64>| row.iter().copied().filter(|x| x % 2 != 0).collect::<Vec<_>>();
        assert_eq!(running(given).to_vec(), of_rows(given, scan));
        assert_eq!(odd(given).to_vec(), of_rows(given, kept));
        assert_eq!(lengths(given).to_vec(), of_rows(given, |row| (row.len(), sum(row))));
        let large: Vec<_> = given.iter().filter(|rows| rows.len() > 2047).cloned().collect();
        assert_eq!(of_some(given, 2047).to_vec(), of_rows(&large, |row| sum(row)));
    });
}

#[test]
fn no_planes_and_empty_ones() {
    let none: &[Vec<Vec<i64>>] = &[];
    assert!(running(none).is_empty() && odd(none).is_empty() && totals(none).is_empty());
    let empty = planes(&[0, 3, 0, 0, 9, 0]);
    assert_eq!(lengths(&empty).to_vec(), of_rows(&empty, |row| (row.len(), sum(row))));
    let odd_ones = odd(&empty);
    assert_eq!(odd_ones.to_vec().iter().map(Vec::len).collect::<Vec<_>>(), [0, 3, 0, 0, 9, 0]);
}

#[test]
fn four_levels() {
    let cubes = [planes(&[3, 0, 2]), Vec::new(), planes(&[5])];
    let wanted: Vec<Vec<Vec<i64>>> =
        cubes.iter().map(|planes| of_rows(planes, |row| sum(row))).collect();
    assert_eq!(deeper(&Ragged::from_rows(&cubes)).to_vec(), wanted);
}

/// Lanes over rows of planes run over the rows of all planes, and keep the planes that there are.
#[test]
fn plans_have_one_kernel_over_rows() {
    for plan in [running::plan(), odd::plan(), lengths::plan(), deeper::plan()] {
        assert_eq!(plan.kernels().len(), 1, "{plan}");
        let text = format!("{plan:#}");
        assert!(!text.contains("lanes < 64"), "{text}");
    }
    for (plan, name) in [(totals::plan(), "totals"), (lags::plan(), "lags")] {
        let text = format!("{plan:#}");
        let line = format!(
            "in {name}.1 if 131072 <= length, or 2048 <= length and lanes < 64, \
             or 131072 <= elements of its rows\n"
        );
        assert!(text.contains(&line), "{text}");
    }
}
