//! Nests of few lanes that are long: their second version, which runs the lanes one after the other and
//! the SOACs inside them in parallel, gives the results of the first one.

#![allow(missing_docs)]

use accel::{Array, accel};

accel! {
    pub fn sums(m: &[[i64; k]; n]) -> [i64; n] { m.map(|row| row.sum()) }
    pub fn normalised(m: &[[i64; k]; n]) -> ([[i64; k]; n], [i64; n]) {
        m.map(|row| {
            let (low, high) = (row.min(), row.max());
            (row.map(|x| (x - low) * 10 + high), high - low)
        }).unzip()
    }
    pub fn running(m: &[[i64; k]; n]) -> [[i64; k]; n] { m.map(|row| row.scan(1, |a, b| a + b)) }
    pub fn running_columns(m: &[[i64; k]; n]) -> [[i64; k]; n] {
        m.scan([1; k], |a, b| zip(a, b).map(|(x, y)| x + y)).map(|row| row.map(|x| x * 2))
    }
    pub fn sorted(m: &[[i64; k]; n]) -> ([[i64; k]; n], [i64; n]) {
        m.map(|row| (row.sort(), row.sort()[k / 2])).unzip()
    }
    pub fn products(a: &[[i64; k]; n], b: &[[i64; k]; m]) -> [[i64; m]; n] {
        a.map(|r| b.map(|c| zip(r, c).map(|(x, y)| x * y).sum()))
    }
    pub fn largest_sum(m: &[[i64; k]; n]) -> i64 { m.map(|row| row.sum()).max() }
    pub fn sum_of_squared_sums(m: &[[i64; k]; n]) -> i64 {
        m.map(|row| { let s = row.sum(); s * s }).sum()
    }
    pub fn checked(m: &[[i64; k]; n], at: &[usize; n]) -> [i64; n] {
        zip(m, at).map(|(row, i)| row.sum() + row[i])
    }
}

accel! {
    pub fn sums_in_lanes(m: &[[i64; k]; n]) -> [i64; n] { m.map(#[sequential] |row| row.sum()) }
    #[sequential]
    fn total(row: &[i64]) -> i64 { row.sum() }
    pub fn totals(m: &[[i64; k]; n]) -> [i64; n] { m.map(|row| total(row)) }
    pub fn doubled_in_lanes(m: &[[i64; k]; n]) -> [[i64; k]; n] {
        m.map(#[sequential] |row| row.map(|x| 2 * x))
    }
    pub fn planes(m: &[[[i64; j]; k]; n]) -> [[i64; k]; n] {
        m.map(|plane| plane.map(#[sequential] |row| row.sum()))
    }
    #[sequential]
    fn halved(row: &[i64]) -> i64 {
        if row.len() < 2 { row.sum() } else { 2 * halved(row[..row.len() / 2]) + row[0] }
    }
    pub fn recursive_in_lanes(m: &[[i64; k]; n]) -> [i64; n] { m.map(|row| halved(row)) }
}

accel! {
    pub fn ragged_sums(rows: &[[i64]]) -> [i64] { rows.map(|row| row.sum()) }
    pub fn ragged_extremes(rows: &[[i64]], shift: i64) -> [(i64, usize, i64)] {
        rows.map(|row| {
            let moved = row.map(|x| x + shift);
            (moved.min(), row.argmax(), moved.fold(0, |a, x| (a * 3 + x) % 1009))
        })
    }
    pub fn ragged_gathered(rows: &[[usize]], xs: &[i64]) -> [i64] {
        rows.map(|row| row.map(|i| xs[i]).sum())
    }
    /// The composition of affine maps, which does not commute.
    pub fn ragged_composed(rows: &[[(u64, u64)]]) -> [(u64, u64)] {
        rows.map(|row| row.reduce((1, 0), |(a, b), (c, d)| {
            (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
        }))
    }
    pub fn ragged_deviations(rows: &[[i64]]) -> [[i64]] {
        rows.map(|row| { let top = row.fold(i64::MIN, |a, b| a.max(b)); let low = row.sum(); row.map(|x| top - x + low) })
    }
    pub fn planes_of_rows(planes: &[[[i64]]]) -> [i64] {
        planes.map(|plane| plane.map(|row| row.sum()).max())
    }
    pub fn ragged_products(xs: &[[i64]], ys: &[[i64]]) -> [[i64]] {
        xs.map(|r| ys.map(|c| zip(r, c).map(|(x, y)| x * y).sum()))
    }
    pub fn ragged_in_lanes(rows: &[[i64]]) -> [i64] { rows.map(#[sequential] |row| row.sum()) }
}

const LONG: usize = 200_000;

/// Three rows that are long enough, of numbers between -500 and 499.
fn matrix() -> Array<i64, 2> {
    let number = |i: u32| i64::from(i.wrapping_mul(2_654_435_761) >> 8) % 1000 - 500;
    Array::from_vec([3, LONG], (0..3 * LONG as u32).map(number).collect())
}

fn rows(m: &Array<i64, 2>) -> Vec<&[i64]> {
    m.as_slice().chunks(LONG).collect()
}

fn of_rows<T>(m: &Array<i64, 2>, f: impl Fn(&[i64]) -> T) -> Vec<T> {
    rows(m).into_iter().map(f).collect()
}

#[test]
fn scalars_of_each_row() {
    let m = matrix();
    assert_eq!(sums(&m).as_slice(), of_rows(&m, |row| row.iter().sum()));
    let squares: Vec<i64> = of_rows(&m, |row| row.iter().sum::<i64>().pow(2));
    assert_eq!(sum_of_squared_sums(&m), squares.iter().sum());
    let largest: Vec<i64> = of_rows(&m, |row| row.iter().sum());
    assert_eq!(Some(&largest_sum(&m)), largest.iter().max());
}

#[test]
fn columns() {
    for (rows, width) in [(LONG, 3), (3, LONG), (50, 70)] {
        let m = matrix().as_slice()[..rows * width].to_vec();
        let mut sums = vec![1; width];
        let mut expected = Vec::new();
        for row in m.chunks(width) {
            sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            expected.extend(sums.iter().map(|sum| sum * 2));
        }
        let given = running_columns(&Array::from_vec([rows, width], m));
        assert_eq!(given.as_slice(), expected);
    }
}

#[test]
fn rows_from_a_last_map() {
    let m = matrix();
    let (found, ranges) = normalised(&m);
    let ends = |row: &[i64]| (row.iter().min().copied(), row.iter().max().copied());
    let expected = of_rows(&m, |row| {
        let (Some(low), Some(high)) = ends(row) else { panic!("rows are not empty") };
        (row.iter().map(|x| (x - low) * 10 + high).collect::<Vec<_>>(), high - low)
    });
    assert!(found.as_slice() == expected.iter().flat_map(|row| row.0.clone()).collect::<Vec<_>>());
    assert_eq!(ranges.as_slice(), expected.iter().map(|row| row.1).collect::<Vec<_>>());
}

#[test]
fn rows_from_scans_and_sorts() {
    let m = matrix();
    let expected = of_rows(&m, |row| {
        let mut total = 1;
        row.iter()
            .map(|x| {
                total += x;
                total
            })
            .collect::<Vec<i64>>()
    });
    assert!(running(&m).as_slice() == expected.concat());
    let expected = of_rows(&m, |row| {
        let mut row = row.to_vec();
        row.sort_unstable();
        row
    });
    let (found, medians) = sorted(&m);
    assert!(found.as_slice() == expected.concat());
    assert_eq!(medians.as_slice(), expected.iter().map(|row| row[LONG / 2]).collect::<Vec<_>>());
}

#[test]
fn two_levels_of_lanes() {
    let m = matrix();
    let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<i64>();
    let expected: Vec<i64> = rows(&m).iter().flat_map(|a| of_rows(&m, |b| dot(a, b))).collect();
    let found = products(&m, &m);
    assert_eq!((found.shape(), found.as_slice()), ([3, 3], expected.as_slice()));
}

#[test]
fn the_first_row_that_fails_is_told() {
    let m = matrix();
    assert!(try_checked(&m, &[0, 1, LONG - 1]).is_ok());
    let error = try_checked(&m, &[0, LONG + 5, LONG + 7]).expect_err("an index is out of bounds");
    assert!(error.to_string().contains("200005"), "{error}");
    assert_eq!(sums(&m).len(), 3);
}

#[test]
fn plans_tell_of_both_versions() {
    let plan = sums::plan();
    assert_eq!(plan.kernels().len(), 1);
    assert_eq!(plan.intermediates(), 0);
    let text = format!("{plan:#}");
    assert_eq!(text.lines().filter(|line| line.starts_with("kernel ")).count(), 1);
    assert!(text.contains("\nlong rows: sums.3 reduce over [k]: sum\n"), "{text}");
    assert!(text.contains("\nlong rows if n < 32 && 131072 <= k\n"), "{text}");
    assert!(plan.to_dot().contains("if rows are few and long"));
}

#[test]
fn what_is_sequential_stays_in_its_lane() {
    let m = matrix();
    assert_eq!(sums_in_lanes(&m), sums(&m));
    assert_eq!(totals(&m), sums(&m));
    assert_eq!(doubled_in_lanes(&[[1, 2], [3, 4]]).to_vec(), [2, 4, 6, 8]);
    assert_eq!(planes(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]).to_vec(), [3, 7, 11, 15]);
    assert_eq!(recursive_in_lanes(&[[1, 2, 3, 4]]).to_vec(), [7]);
    for (plan, kernel) in [
        (sums_in_lanes::plan(), "kernel sums_in_lanes.1 map over [n], sequential lanes: map, sum"),
        (totals::plan(), "kernel totals.1 map over [n], sequential lanes: map, sum"),
        (doubled_in_lanes::plan(), "kernel doubled_in_lanes.1 map over [n], sequential lanes: map"),
        (planes::plan(), "kernel planes.1 map over [n, k], sequential lanes: map, map, sum"),
        (
            recursive_in_lanes::plan(),
            "kernel recursive_in_lanes.1 map over [n], sequential lanes: map\n",
        ),
    ] {
        let text = format!("{plan:#}");
        assert!(text.contains(kernel), "{text}");
        assert!(!text.contains("long rows"), "{text}");
    }
}

/// Rows of which some are longer than one lane should be, and their numbers.
fn ragged() -> Vec<Vec<i64>> {
    let number = |i: usize| i64::from((i as u32).wrapping_mul(2_654_435_761) >> 8) % 1000 - 500;
    let row = |length: usize| (0..length).map(|i| number(i + length)).collect();
    [1, LONG, 0, 17, (1 << 17) - 1, 1 << 17, 5, 2 * LONG + 3].map(row).into()
}

#[test]
fn long_rows_of_ragged_arrays() {
    let rows = ragged();
    let sums: Vec<i64> = rows.iter().map(|row| row.iter().sum()).collect();
    assert_eq!(ragged_sums(&rows), sums);
    assert_eq!(ragged_in_lanes(&rows), sums);
    let planes = vec![rows[..2].to_vec(), rows[2..].to_vec()];
    let largest = [sums[..2].iter().max(), sums[2..].iter().max()].map(|sum| *sum.unwrap());
    assert_eq!(planes_of_rows(&planes), largest);
    let deviations: Vec<Vec<i64>> = rows
        .iter()
        .zip(&sums)
        .map(|(row, sum)| {
            let top = row.iter().copied().max().unwrap_or(i64::MIN);
            row.iter().map(|x| top - x + sum).collect()
        })
        .collect();
    assert_eq!(ragged_deviations(&rows), deviations);
}

#[test]
fn extremes_of_long_rows() {
    let mut rows = ragged();
    assert!(try_ragged_extremes(&rows, 7).is_err(), "a row is empty");
    rows.retain(|row| !row.is_empty());
    let expected: Vec<(i64, usize, i64)> = rows
        .iter()
        .map(|row| {
            let low = row.iter().min().unwrap() + 7;
            let highest = row.iter().max().unwrap();
            let place = row.iter().position(|x| x == highest).unwrap();
            (low, place, row.iter().fold(0, |a, x| (a * 3 + x + 7) % 1009))
        })
        .collect();
    assert_eq!(ragged_extremes(&rows, 7).to_vec(), expected);
}

#[test]
fn operators_of_long_rows_need_not_commute() {
    let rows: Vec<Vec<(u64, u64)>> = ragged()
        .into_iter()
        .map(|row| row.into_iter().map(|x| (x as u64 | 1, x as u64)).collect())
        .collect();
    let compose = |(a, b): (u64, u64), (c, d): &(u64, u64)| {
        (a.wrapping_mul(*c), b.wrapping_mul(*c).wrapping_add(*d))
    };
    let expected: Vec<(u64, u64)> =
        rows.iter().map(|row| row.iter().fold((1, 0), compose)).collect();
    assert_eq!(ragged_composed(&rows).to_vec(), expected);
}

#[test]
fn indices_in_rows_are_checked_wherever_they_stand() {
    let xs: Vec<i64> = (0..1000).collect();
    for (length, place) in [(16, 3), (40, 20), (40, 39), (LONG, 7), (LONG, LONG - 1)] {
        let mut row: Vec<usize> = (0..length).map(|i| i * 7 % 1000).collect();
        let sum = row.iter().map(|i| xs[*i]).sum();
        assert_eq!(ragged_gathered(&[vec![], row.clone(), vec![0]], &xs), [0, sum, 0]);
        row[place] = 1000;
        let error = try_ragged_gathered(&[vec![], row, vec![0]], &xs).expect_err("out of bounds");
        assert_eq!(error.kind(), accel::ErrorKind::IndexOutOfBounds);
        let message = "index out of bounds: the length is 1000 but the index is 1000";
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn the_plan_tells_which_rows_are_long() {
    let text = format!("{:#}", ragged_sums::plan());
    assert!(text.contains("\nlong rows in ragged_sums.1 if 131072 <= length\n"), "{text}");
    let text = format!("{:#}", ragged_in_lanes::plan());
    assert!(!text.contains("long rows"), "{text}");
}

const BEFORE_SHARED: u32 = line!();
accel! {
    pub fn shared_sums(rows: &[[i64]], is: &[u32]) -> [i64] {
        let summed = is.map(|i| rows[i].sum());
        summed.rev()
    }
}

#[test]
fn the_plan_tells_which_rows_are_shared() {
    let plan = shared_sums::plan();
    let text = format!("{plan:#}");
    assert!(text.contains("shared rows: shared_sums.4 map over"), "{text}");
    assert!(text.contains("shared rows if lanes read their elements twice or more often"));
    assert_eq!(plan.kernels().len(), 3, "{text}");
    assert_eq!(shared_sums(&[vec![1, 2, 3], vec![4; 9]], &[0; 20]), [6; 20]);
    assert_eq!(shared_sums(&[vec![1, 2, 3], vec![4; 9]], &[0, 1]), [36, 6]);
}

#[test]
fn the_plan_tells_which_rows_may_have_one_length() {
    let text = format!("{:#}", ragged_products::plan());
    assert!(text.contains("equal rows: ragged_products.2 map over"), "{text}");
    assert!(text.contains("\nequal rows if all of an array have one length\n"), "{text}");
    assert_eq!(ragged_products::plan().kernels().len(), 2, "{text}");
    // A loop over the row of each lane is the same code for both.
    assert!(!format!("{:#}", ragged_sums::plan()).contains("equal rows"));
}

#[test]
fn rows_of_one_length_give_what_others_give() {
    let number = |i: usize| i64::from((i as u32).wrapping_mul(2_654_435_761) >> 20) - 2000;
    for (n, k) in [(1, 1), (3, 0), (200, 17), (70, 100), (40_000, 2)] {
        let rows: Vec<Vec<i64>> =
            (0..n).map(|i| (0..k).map(|j| number(i * k + j)).collect()).collect();
        let columns: Vec<Vec<i64>> =
            (0..5).map(|i| (0..k).map(|j| number(7 * i + j)).collect()).collect();
        let product = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<i64>();
        let wanted: Vec<Vec<i64>> = rows
            .iter()
            .map(|row| columns.iter().map(|column| product(row, column)).collect())
            .collect();
        assert_eq!(ragged_products(&rows, &columns).to_vec(), wanted, "{n} rows of {k}");
        // One row more, and they differ; it has no partner of its length.
        let mut longer = rows.clone();
        longer.push(vec![1; k + 1]);
        assert!(try_ragged_products(&longer, &columns).is_err(), "{n} rows of {k}");
    }
}

#[test]
fn the_plan_tells_of_values_without_names() {
    let text = format!("{:#}", shared_sums::plan());
    let values: Vec<&str> = text.lines().filter(|line| line.starts_with("value ")).collect();
    let unplaced = |line: &str| -> String {
        line.split(' ').filter(|word| !word.contains(':')).collect::<Vec<_>>().join(" ")
    };
    let values: Vec<String> = values.into_iter().map(unplaced).collect();
    assert_eq!(
        values,
        [
            "value rows ragged",
            "value is regular",
            "value of index at ragged",
            "value summed regular",
            "value of rev at regular",
        ]
    );
    let line = BEFORE_SHARED + 4;
    assert!(text.contains(&format!("value of rev at {line}:16 regular")), "{text}");
}
