//! Rows whose length is not known before they are there, some of which are too long for one lane: these
//! get lanes of their own among rows that do not, and have the elements that loops give.

#![allow(missing_docs)]

use accel::{ErrorKind, Ragged, accel};

accel! {
    pub fn kept(rows: &[[i64]]) -> [[i64]] { rows.map(|row| row.filter(|x| x % 3 != 0)) }
    pub fn parted(rows: &[[i64]]) -> ([[(usize, i64)]], [[i64]], i64) {
        let parts = rows.map(|row| {
            let places = row.enumerate().filter(|(_, x)| x > 400);
            (places, row.filter(|x| x < 0), row.len() as i64)
        });
        let (places, negative, lengths) = parts.unzip();
        (places, negative, lengths.sum())
    }
    pub fn above(rows: &[[i64]]) -> [[i64]] {
        rows.map(|row| {
            let mean = row.sum() / (row.len() as i64 + 1);
            row.filter(|x| x > mean).scan(0, |a, b| a + b)
        })
    }
    pub fn sorted(rows: &[[i64]]) -> [[i64]] { rows.map(|row| row.filter(|x| x > 3).sort()) }
    pub fn looked_up(rows: &[[usize]], xs: &[bool]) -> [[usize]] {
        rows.map(|row| row.filter(|i| xs[i]))
    }
    pub fn of_planes(planes: &[[[i64]]]) -> [[[i64]]] {
        planes.map(|plane| plane.map(|row| row.filter(|x| x % 3 != 0)))
    }
    pub fn large(rows: &[[i64]]) -> [[i64]] { rows.filter(|row| row.sum() > 0) }
}

/// From how many elements on a row has lanes of its own.
const LONG: usize = 1 << 17;

/// Rows of these lengths, of numbers between -500 and 499.
fn rows(lengths: impl IntoIterator<Item = usize>) -> Vec<Vec<i64>> {
    let number = |i: usize| i64::from((i as u32).wrapping_mul(2_654_435_761) >> 8) % 1000 - 500;
    let row = |(at, length)| (0..length).map(|i| number(i + 31 * at)).collect();
    lengths.into_iter().enumerate().map(row).collect()
}

/// Short rows, so many that there are many blocks, with long ones at these places.
fn among_short(places: &[usize]) -> Vec<Vec<i64>> {
    let length = |at: usize| match places.contains(&at) {
        true => LONG + at,
        false => at % 41,
    };
    rows((0..50_000).map(length))
}

/// Long rows at the beginning, in the middle, at the end, everywhere, and nowhere.
fn cases() -> Vec<Vec<Vec<i64>>> {
    vec![
        among_short(&[]),
        among_short(&[0]),
        among_short(&[49_999]),
        among_short(&[7, 8, 20_000, 20_001, 35_000]),
        rows([LONG - 1, LONG, LONG + 1, 0, 3 * LONG]),
        rows([5 * LONG]),
        rows((0..16).map(|at| LONG + at)),
    ]
}

fn on_threads(test: impl Fn(&Ragged<i64>, &[Vec<i64>]) + Sync) {
    for rows in cases() {
        let ragged = Ragged::from_rows(&rows);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| test(&ragged, &rows));
        }
    }
}

fn filtered(row: &[i64], keeps: impl Fn(i64) -> bool) -> Vec<i64> {
    row.iter().copied().filter(|x| keeps(*x)).collect()
}

#[test]
fn rows_of_what_is_kept() {
    on_threads(|ragged, rows| {
        let wanted: Vec<_> = rows.iter().map(|row| filtered(row, |x| x % 3 != 0)).collect();
        assert_eq!(kept(ragged).to_vec(), wanted);
    });
}

#[test]
fn rows_of_several_filters() {
    on_threads(|ragged, rows| {
        let (places, negative, total) = parted(ragged);
        let found = |row: &Vec<i64>| {
            row.iter().copied().enumerate().filter(|(_, x)| *x > 400).collect::<Vec<_>>()
        };
        assert_eq!(places.to_vec(), rows.iter().map(found).collect::<Vec<_>>());
        let wanted: Vec<_> = rows.iter().map(|row| filtered(row, |x| x < 0)).collect();
        assert_eq!(negative.to_vec(), wanted);
        assert_eq!(total, rows.iter().map(|row| row.len() as i64).sum::<i64>());
    });
}

#[test]
fn scans_of_what_is_kept() {
    on_threads(|ragged, rows| {
        let wanted = |row: &Vec<i64>| {
            let mean = row.iter().sum::<i64>() / (row.len() as i64 + 1);
            let mut sum = 0;
            let running = filtered(row, |x| x > mean).into_iter().map(|x| {
                sum += x;
                sum
            });
            running.collect::<Vec<_>>()
        };
        assert_eq!(above(ragged).to_vec(), rows.iter().map(wanted).collect::<Vec<_>>());
    });
}

#[test]
fn sorts_of_what_is_kept() {
    on_threads(|ragged, rows| {
        let wanted = |row: &Vec<i64>| {
            let mut row = filtered(row, |x| x > 3);
            row.sort_unstable();
            row
        };
        assert_eq!(sorted(ragged).to_vec(), rows.iter().map(wanted).collect::<Vec<_>>());
    });
}

#[test]
fn rows_chosen_by_their_sums() {
    on_threads(|ragged, rows| {
        let wanted: Vec<_> =
            rows.iter().filter(|row| row.iter().sum::<i64>() > 0).cloned().collect();
        assert_eq!(large(ragged).to_vec(), wanted);
    });
}

#[test]
fn rows_of_rows() {
    let plane = among_short(&[3, 30_000]);
    let planes = vec![plane[..10].to_vec(), Vec::new(), plane[10..].to_vec(), plane];
    let wanted: Vec<Vec<Vec<i64>>> = planes
        .iter()
        .map(|plane| plane.iter().map(|row| filtered(row, |x| x % 3 != 0)).collect())
        .collect();
    assert_eq!(of_planes(&planes).to_vec(), wanted);
}

/// The first failure counts, in a long row or in a short one, before others or behind them.
#[test]
fn the_first_failure_is_told() {
    let xs: Vec<bool> = (0..40).map(|i| i % 2 == 0).collect();
    let mut rows: Vec<Vec<usize>> =
        (0..30_000).map(|at| (0..at % 30).map(|i| (i + at) % 40).collect()).collect();
    for at in [11_000, 17_000, 17_001, 28_000] {
        rows[at] = (0..LONG + 5).map(|i| i % 40).collect();
    }
    let wanted: Vec<Vec<usize>> =
        rows.iter().map(|row| row.iter().copied().filter(|i| *i % 2 == 0).collect()).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads start");
    pool.install(|| {
        assert_eq!(looked_up(&rows, &xs).to_vec(), wanted);
        for (number, place) in [(29_999, 2), (28_000, LONG), (17_001, 3), (10_501, 0), (509, 28)]
            .into_iter()
            .enumerate()
        {
            rows[place.0][place.1] = 40 + number;
            let error = try_looked_up(&rows, &xs).expect_err("out of bounds");
            assert_eq!(error.kind(), ErrorKind::IndexOutOfBounds);
            let message = format!("the length is 40 but the index is {}", 40 + number);
            assert!(error.to_string().contains(&message), "{error}");
        }
    });
}

#[test]
fn plans_name_kernels_with_long_rows() {
    for (text, name) in [
        (format!("{:#}", kept::plan()), "kept"),
        (format!("{:#}", parted::plan()), "parted"),
        (format!("{:#}", above::plan()), "above"),
    ] {
        let line = format!("\nlong rows in {name}.1 if 131072 <= length\n");
        assert!(text.contains(&line), "{text}");
    }
}
