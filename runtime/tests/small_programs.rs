//! A program of every kind, small enough for Miri, which follows each step of it, and in sizes for several
//! threads under the sanitizers of addresses and of threads (`.ci/sanitizers`).

#![allow(missing_docs)]

use accel::{Array, Ragged, accel};

/// The number of elements: under Miri, more than a tile; else more than a block.
const COUNT: usize = if cfg!(miri) { 40 } else { 60_000 };

accel! {
    pub struct Point { x: f64, n: u32 }
    pub fn mapped(xs: &[u64]) -> [u64] { xs.map(|x| x * 3 + 1) }
    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { zip(xs, ys).map(|(x, y)| x * y).sum() }
    pub fn extremes(xs: &[u64]) -> (u64, u64, usize) { (xs.min(), xs.max(), xs.argmax()) }
    pub fn running(xs: &[u64]) -> [u64] { xs.scan(0, |a, b| a + b) }
    pub fn evens(xs: &[u64]) -> ([u64], [u64]) { xs.partition(|x| x % 2 == 0) }
    pub fn sorted(xs: &[u64]) -> ([u64], [usize]) { (xs.sort(), xs.argsort()) }
    pub fn sorted_pairs(xs: &[u64]) -> [(u64, u64)] { xs.map(|x| (x % 10, x)).sort() }
    pub fn scattered(xs: [u64], at: &[usize]) -> [u64] { xs.scatter(at, at.map(|i| i as u64 * 2)) }
    pub fn histogram(xs: &[u64], n: usize) -> [u64] { [0; n].scatter_with(|a, b| a + b, xs.map(|x| x % n as u64), xs) }
    pub fn rows_kept(xss: &[[u64]]) -> [[u64]] { xss.map(|xs| xs.filter(|x| x % 3 != 0)) }
    pub fn row_sums(xss: &[[u64]]) -> [u64] { xss.map(|xs| xs.sum()) }
    pub fn rows_sorted(xss: &[[u64]]) -> [[u64]] { xss.map(|xs| xs.sort()) }
    pub fn nested(xss: &[[[u64]]]) -> [u64] { xss.map(|p| p.map(|r| r.sum()).max_by_key(|x| x)) }
    pub fn flat(xs: &[u64]) -> [u64] { xs.flat_map(|x| (0..x % 4).map(|i| i * x)) }
    pub fn quicksort(xs: [u64]) -> [u64] {
        if xs.len() <= 1 { xs } else {
            let p = xs[xs.len() / 2];
            let parts = [xs.filter(|x| x < p), xs.filter(|x| x > p)].map(|s| quicksort(s));
            concat(parts[0], xs.filter(|x| x == p), parts[1])
        }
    }
    pub fn blurred(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.stencil(Mirror, |at| at(0, -1) + at(0, 0) + at(0, 1) + at(-1, 0) + at(1, 0)) }
    pub fn transposed(m: &[[f64; k]; n]) -> [[f64; n]; k] { m.transpose() }
    pub fn matmul(a: &[[f64; k]; n], b: &[[f64; m]; k]) -> [[f64; m]; n] { a.map(|r| b.transpose().map(|c| zip(r, c).map(|(x, y)| x * y).sum())) }
    pub fn in_place(mut xs: [u64]) -> [u64] { for i in 1..xs.len() { xs[i] += xs[i - 1]; } xs.swap(0, 1); xs }
    pub fn local(xs: &[u64], n: usize) -> [u64] { xs.map(|x| { let mut a = [x; n]; for i in 1..n { a[i] = a[i - 1] * 2; } a.filter(|y| y % 4 == 0).sum() }) }
    pub fn joined(xs: &[u64], ys: &[u64]) -> [u64] { concat(xs, ys.rev(), xs[1..]) }
    pub fn points(xs: &[Point]) -> [Point] { xs.map(|p| Point { x: p.x * 2.0, n: p.n + 1 }) }
    pub fn replaced(mut xss: [[u64]]) -> [[u64]] { xss[1] = [7, 8, 9]; xss }
    pub fn checked(xs: &[u64], i: usize) -> u64 { xs[i] }
}

fn numbers(count: usize) -> Vec<u64> {
    (0..count as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40).collect()
}

/// Runs a test on one and on several threads.
fn on_threads(test: impl Fn() + Sync) {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(&test);
    }
}

#[test]
fn arrays() {
    on_threads(|| {
        let xs = numbers(COUNT);
        let floats: Vec<f64> = xs.iter().map(|x| (*x % 100) as f64).collect();
        assert_eq!(mapped(&xs).to_vec(), xs.iter().map(|x| x * 3 + 1).collect::<Vec<_>>());
        assert_eq!(dot(&floats, &floats), floats.iter().map(|x| x * x).sum::<f64>());
        assert_eq!(extremes(&xs).1, *xs.iter().max().expect("there are some"));
        let sums = xs.iter().scan(0, |sum, x| {
            *sum += x;
            Some(*sum)
        });
        assert_eq!(running(&xs).to_vec(), sums.collect::<Vec<u64>>());
        let (even, odd): (Vec<u64>, Vec<u64>) = xs.iter().partition(|x| *x % 2 == 0);
        let found = evens(&xs);
        assert_eq!((found.0.to_vec(), found.1.to_vec()), (even, odd));
        assert_eq!(joined(&xs[..3], &[8, 9]).to_vec(), [xs[0], xs[1], xs[2], 9, 8, xs[1], xs[2]]);
        let flat_wanted = xs.iter().flat_map(|x| (0..x % 4).map(move |i| i * x));
        assert_eq!(flat(&xs).to_vec(), flat_wanted.collect::<Vec<_>>());
        assert!(try_checked(&xs, COUNT).is_err());
    });
}

#[test]
fn sorts() {
    on_threads(|| {
        let xs = numbers(COUNT);
        let mut wanted = xs.clone();
        wanted.sort();
        let (found, order) = sorted(&xs);
        assert_eq!(found.to_vec(), wanted);
        assert_eq!(order.iter().map(|place| xs[place]).collect::<Vec<_>>(), wanted);
        assert_eq!(quicksort(xs.clone()).to_vec(), wanted);
        wanted.sort_by_key(|x| (x % 10, *x));
        assert_eq!(sorted_pairs(&xs).iter().map(|pair| pair.1).collect::<Vec<_>>(), wanted);
    });
}

#[test]
fn writes() {
    on_threads(|| {
        let xs = numbers(COUNT);
        let places: Vec<usize> = (0..COUNT).rev().collect();
        let wanted: Vec<u64> = (0..COUNT as u64).map(|i| i * 2).collect();
        assert_eq!(scattered(xs.clone(), &places).to_vec(), wanted);
        // Several lanes write to one place: one of them wins.
        assert!(scattered(vec![0; 3], &[1; 9]).to_vec() == [0, 2, 0]);
        let mut sums = vec![0; 7];
        xs.iter().for_each(|x| sums[(x % 7) as usize] += x);
        assert_eq!(histogram(&xs, 7).to_vec(), sums);
        assert_eq!(in_place(vec![1, 2, 3]).to_vec(), [3, 1, 6]);
        assert_eq!(local(&[1, 2], 5).to_vec(), [4 + 8 + 16, 4 + 8 + 16 + 32]);
        let points_found = points(&[Point { x: 1.5, n: 1 }, Point { x: 2.5, n: 2 }]);
        assert_eq!(points_found.get(1), Some(Point { x: 5.0, n: 3 }));
    });
}

#[test]
fn rows() {
    on_threads(|| {
        let lists: Vec<Vec<u64>> = numbers(COUNT).chunks(5).map(<[u64]>::to_vec).collect();
        let ragged = Ragged::<u64>::from_rows(&lists);
        let sums: Vec<u64> = lists.iter().map(|row| row.iter().sum()).collect();
        assert_eq!((row_sums(&lists).to_vec(), row_sums(&ragged).to_vec()), (sums.clone(), sums));
        let kept = |row: &Vec<u64>| row.iter().copied().filter(|x| x % 3 != 0).collect();
        assert_eq!(rows_kept(&ragged).to_vec(), lists.iter().map(kept).collect::<Vec<Vec<u64>>>());
        let mut in_order = lists.clone();
        in_order.iter_mut().for_each(|row| row.sort());
        assert_eq!(rows_sorted(&ragged).to_vec(), in_order);
        assert_eq!(nested(&vec![vec![vec![1, 2], vec![4]], vec![vec![9]]]).to_vec(), [4, 9]);
        let mut new = lists.clone();
        new[1] = vec![7, 8, 9];
        assert_eq!(replaced(ragged).to_vec(), new);
    });
}

#[test]
fn matrices() {
    on_threads(|| {
        let side = if cfg!(miri) { 6 } else { 200 };
        let data: Vec<f64> = numbers(side * side).iter().map(|x| (x % 8) as f64).collect();
        let m = Array::from_vec([side, side], data.clone());
        let turned = transposed(&m);
        assert_eq!((turned[[1, 2]], turned[[3, 0]]), (m[[2, 1]], m[[0, 3]]));
        assert_eq!(blurred(&m)[[0, 0]], m[[0, 0]] + 2.0 * m[[0, 1]] + 2.0 * m[[1, 0]]);
        let wanted: f64 = (0..side).map(|k| m[[2, k]] * m[[k, 3]]).sum();
        assert_eq!(matmul(&m, &m)[[2, 3]], wanted);
    });
}
