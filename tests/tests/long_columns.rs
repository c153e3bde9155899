//! Reductions down the columns of large matrices: the version in parts of rows, which sizes choose, gives
//! the results of the usual one, for few and for many columns.

#![allow(missing_docs)]

use accel::{Array, Device, Plan, accel};

accel! {
    pub fn sums(m: &[[i64; d]; n]) -> [i64; d] { m.transpose().map(|c| c.sum()) }
    pub fn sums_of_rows(m: &[[i64; d]; n]) -> [i64; d] {
        m.reduce([0; d], |a, b| zip(a, b).map(|(x, y)| x + y))
    }
    pub fn extremes(m: &[[i64; d]; n]) -> [(i64, i64, usize)] {
        m.transpose().map(|c| (c.min(), c.max(), c.argmax()))
    }
    /// A reduction that begins with a value of each column takes that value in once.
    pub fn sums_from(m: &[[i64; d]; n]) -> [i64; d] {
        m.transpose().enumerate().map(|(j, c)| c.reduce(1000 * j as i64, |a, b| a + b))
    }
    pub fn centred(m: &[[i64; d]; n]) -> [[i64; d]; n] {
        m.transpose().map(|c| { let mean = c.sum() / n as i64; c.map(|x| x - mean) }).transpose()
    }
    pub fn spread(m: &[[i64; d]; n]) -> ([[i64; n]; d], [i64; d]) {
        m.transpose().map(|c| {
            let mean = c.sum() / n as i64;
            let spread = c.map(|x| (x - mean).abs()).sum() / n as i64;
            (c.map(|x| (x - mean) * 10 + spread), spread)
        }).unzip()
    }
    pub fn largest_sum(m: &[[i64; d]; n]) -> i64 { m.transpose().map(|c| c.sum()).max() }
    pub fn products(a: &[[i64; d]; n], b: &[[i64; e]; n]) -> [[i64; e]; d] {
        a.transpose().map(|x| b.transpose().map(|y| zip(x, y).map(|(p, q)| p * q).sum()))
    }
    /// Rows that are no maps down the columns keep their version.
    pub fn pairs(m: &[[i64; d]; n]) -> [[i64; 2]; d] { m.transpose().map(|c| [c.sum(), c.max()]) }
    pub fn mean(m: &[[f64; d]; n]) -> [f64; d] { m.transpose().map(|c| c.sum() / n as f64) }
}

/// The number of elements of the matrices, about: more than the usual version takes.
const ELEMENTS: usize = 150_000;

/// Numbers of columns: those of parts of tiles, of tiles, and of several.
const WIDTHS: [usize; 11] = [1, 2, 3, 4, 7, 9, 15, 16, 33, 65, 1000];

fn element(i: usize, j: usize, d: usize) -> i64 {
    ((i * d + j) * 7919 % 10007) as i64 - 5000
}

fn matrix(n: usize, d: usize) -> Array<i64, 2> {
    Array::from_vec([n, d], (0..n * d).map(|at| element(at / d, at % d, d)).collect())
}

fn column(n: usize, d: usize, j: usize) -> impl Iterator<Item = i64> + Clone {
    (0..n).map(move |i| element(i, j, d))
}

#[test]
fn reductions_in_parts_give_what_columns_give() {
    for d in WIDTHS {
        let n = ELEMENTS / d;
        let m = matrix(n, d);
        let totals: Vec<i64> = (0..d).map(|j| column(n, d, j).sum()).collect();
        assert_eq!(sums(&m).to_vec(), totals);
        assert_eq!(sums_of_rows(&m).to_vec(), totals);
        let from: Vec<i64> = totals.iter().zip(0..).map(|(total, j)| total + 1000 * j).collect();
        assert_eq!(sums_from(&m).to_vec(), from);
        for (j, pair) in pairs(&m).to_vec().chunks(2).enumerate() {
            assert_eq!((pair[0], Some(pair[1])), (totals[j], column(n, d, j).max()));
        }
        assert_eq!(Some(largest_sum(&m)), totals.iter().copied().max());
        for (j, (min, max, place)) in extremes(&m).iter().enumerate() {
            assert_eq!(Some(min), column(n, d, j).min());
            assert_eq!(Some(max), column(n, d, j).max());
            assert_eq!(Some(place), column(n, d, j).position(|x| x == max));
        }
    }
}

#[test]
fn reductions_follow_each_other_in_parts() {
    for d in WIDTHS {
        let n = ELEMENTS / d;
        let m = matrix(n, d);
        let (all, spreads) = spread(&m);
        let centred = centred(&m);
        for j in 0..d {
            let mean = column(n, d, j).sum::<i64>() / n as i64;
            let spread = column(n, d, j).map(|x| (x - mean).abs()).sum::<i64>() / n as i64;
            assert_eq!(spreads[j], spread);
            for (i, x) in column(n, d, j).enumerate().step_by(61) {
                assert_eq!(centred[[i, j]], x - mean);
                assert_eq!(all[[j, i]], (x - mean) * 10 + spread);
            }
        }
    }
}

#[test]
fn products_of_tall_matrices_in_parts() {
    for (d, e) in [(1, 1), (2, 7), (5, 4), (9, 20)] {
        let n = ELEMENTS / (d + e);
        let given = products(&matrix(n, d), &matrix(n, e));
        for i in 0..d {
            for j in 0..e {
                let both = column(n, d, i).zip(column(n, e, j));
                assert_eq!(given[[i, j]], both.map(|(x, y)| x * y).sum::<i64>());
            }
        }
    }
}

#[test]
fn parts_do_not_depend_on_threads() {
    let (n, d) = (40_000, 5);
    let m = matrix(n, d).to_vec().into_iter().map(|x| x as f64 / 7.0).collect();
    let m = Array::from_vec([n, d], m);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let alone = alone.install(|| Device::cpu().run(|| mean(&m)));
    let bits = |means: &Array<f64, 1>| means.iter().map(f64::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(&alone), bits(&mean(&m)));
}

#[test]
fn no_rows_and_no_columns() {
    assert_eq!(sums(&Array::from_vec([0, 3], vec![])).to_vec(), [0, 0, 0]);
    assert_eq!(sums(&Array::from_vec([200_000, 0], vec![])).to_vec(), []);
    assert_eq!(products(&Array::from_vec([0, 2], vec![]), &matrix(0, 1)).to_vec(), [0, 0]);
}

#[test]
fn plans_tell_of_both_versions() {
    let has = |plan: &Plan, line: &str| {
        let text = format!("{plan:#}");
        assert!(text.contains(&format!("\n{line}\n")), "{text}");
    };
    has(sums::plan(), "kernel sums.1 map over [d]: map, sum");
    has(sums::plan(), "long columns: sums.3 map over [d]: map, sum");
    has(sums::plan(), "long columns if 131072 <= n * d && 64 <= n");
    has(products::plan(), "long columns if 131072 <= n * (d + e) && 64 * d * e <= n * (d + e)");
    has(centred::plan(), "kernel centred.1 map over [d]: map, sum, map");
    assert_eq!(sums::plan().kernels().len(), 1);
    assert_eq!(centred::plan().intermediates(), 0);
    assert!(sums::plan().to_dot().contains("if columns are long"));
}
