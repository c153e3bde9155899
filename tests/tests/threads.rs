//! Determinism: the same bits on 1, 2, 3 and 7 threads, on sizes that are cut into many
//! blocks.

#![allow(missing_docs)]

use accel::accel;

accel! {
    pub fn sums(xs: &[f32]) -> (f32, f32, f32) { (xs.sum(), xs.map(|x| x * x).sum(), xs.filter(|x| x > 0.25).sum()) }
    pub fn noncommutative(xs: &[f64]) -> (f64, f64) {
        xs.map(|x| (1.0 + x / 1000.0, x)).reduce((1.0, 0.0), |(a, b), (c, d)| (a * c, b * c + d))
    }
    // The result of this operator depends on the blocks, which are the same for any number of threads.
    #[allow(deprecated)]
    pub fn scans(xs: &[f32]) -> ([f32], [f32]) { (xs.scan(0.5, |a, b| a + b), xs.scan_exclusive(1.0, |a, b| a * 0.5 + b)) }
    pub fn filtered(xs: &[f32]) -> ([f32], f32) { let kept = xs.filter(|x| x > 0.5); (kept, kept.sum()) }
    pub fn sorted(xs: &[f32]) -> ([f32], [usize]) { (xs.sort(), xs.map(|x| (x * 100.0) as i32).argsort()) }
    pub fn binned(xs: &[f32]) -> ([f32; 100], [f64; 5000]) {
        (
            [0.0; 100].scatter_with(|a, b| a + b, xs.map(|x| (x * 99.0) as u32), xs),
            [0.0; 5000].scatter_with(|a, b| a + b, xs.map(|x| (x * 4999.0) as u32), xs.map(|x| x as f64)),
        )
    }
    pub fn row_sums(m: &[[f32; k]; n]) -> ([f32; n], [f32; k], f32) {
        (m.map(|row| row.sum()), m.transpose().map(|column| column.sum()), m.flatten().sum())
    }
    pub fn ragged_sums(rows: &[[f32]]) -> [f32] { rows.map(|row| row.map(|x| x * x).sum()) }
    pub fn column_scan(m: &[[f32; k]; n]) -> [f32; k] { m.reduce([0.0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
    pub fn looped(xs: &[f32]) -> ([f32], f32, f32, bool) {
        let ys = xs.map(|x| rising(x));
        (ys, ys.sum(), ys.fold(0.0, |a, b| 0.5 * a + b), ys.any(|y| y > 3.9))
    }
    fn rising(x: f32) -> f32 {
        let mut y = x;
        while y < 1.0 + 2.0 * x { y = y * 1.25 + 0.001; }
        y
    }
    pub fn looped_planes(m: &[[f32; k]; n]) -> ([[f32; k]; n], [f32; n], [f32; k], f32) {
        let looped = m.map(|row| row.map(|x| rising(x)));
        (looped, looped.map(|row| row.sum()), looped.transpose().map(|column| column.sum()), looped.flatten().sum())
    }
    #[allow(deprecated)]
    pub fn looped_scans(xs: &[f32]) -> ([f32], [f32], f32) {
        let running = xs.map(|x| rising(x)).scan(0.5, |a, b| a + b);
        let before = xs.scan_exclusive(1.0, |a, b| a * 0.5 + b).map(|x| rising(x / 2.0));
        (running, before, before.sum())
    }
    pub fn looped_filter(xs: &[f32]) -> ([f32], f32, usize) {
        let (kept, others) = xs.map(|x| rising(x)).partition(|y| y > 1.5);
        (kept, kept.sum(), others.len())
    }
    pub fn looped_rows(xs: &[f32]) -> ([[f32]], f32) {
        let rows = xs.map(|x| (0..(x * 5.0) as usize).map(|i| rising(x / (1 + i) as f32)));
        (rows, rows.map(|row| row.sum()).sum())
    }
    pub fn looped_bins(xs: &[f32]) -> ([f32; 7], [f64; 5000]) {
        (
            [0.0; 7].scatter_with(|a, b| a + b, xs.map(|x| (rising(x) * 5.0) as u32 % 7), xs.map(|x| rising(x))),
            [0.0; 5000].scatter_with(|a, b| a + b, xs.map(|x| (x * 4999.0) as u32), xs.map(|x| rising(x) as f64)),
        )
    }
    pub fn recursive(xs: &[f32]) -> ([f32], f32) { let ys = xs.map(|x| halved(x)); (ys, ys.sum()) }
    fn halved(x: f32) -> f32 { if x < 0.01 { x } else { halved(x / 2.0) + halved(x / 3.0) } }
    pub fn slices(xs: &[f32], lengths: &[usize; n]) -> ([f32; n], f32) {
        let sums = lengths.map(|length| xs[..length].fold(0.0, |a, b| 0.5 * a + b) + xs[..length].sum());
        (sums, sums.sum())
    }
    pub fn extremes(xs: &[f32]) -> (usize, usize, f32) { (xs.argmin(), xs.argmax(), xs.max_by_key(|x| (x * 10.0) as i32)) }
}

/// Numbers between 0 and 1 that depend on their index alone.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32)
        .collect()
}

/// The result of a call, the same on every number of threads, as text that tells all bits.
#[track_caller]
fn same_on_all_threads(call: impl Fn() -> String + Sync) {
    let results: Vec<String> = [1, 2, 3, 7]
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads start");
            let first = pool.install(&call);
            assert_eq!(first, pool.install(&call), "twice on {threads} threads");
            first
        })
        .into();
    assert!(results.iter().all(|result| *result == results[0]), "the results differ");
}

/// All bits of an array, folded into a number.
fn bits<T: Copy + Into<f64>>(items: &[T]) -> u64 {
    let mix =
        |hash: u64, item: &T| (hash ^ (*item).into().to_bits()).wrapping_mul(0x0100_0000_01b3);
    items.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

const COUNT: usize = 1 << 20;

#[test]
fn float_reductions() {
    let xs = numbers(COUNT);
    let wide: Vec<f64> = xs.iter().map(|x| f64::from(*x)).collect();
    same_on_all_threads(|| {
        let (a, b, c) = sums(&xs);
        let (d, e) = noncommutative(&wide);
        let bits = (a.to_bits(), b.to_bits(), c.to_bits(), d.to_bits(), e.to_bits());
        format!("{bits:?}")
    });
    let exact: f64 = wide.iter().sum();
    assert!((f64::from(sums(&xs).0) - exact).abs() < 1e-4 * exact);
}

#[test]
fn float_scans() {
    let xs = numbers(COUNT);
    same_on_all_threads(|| {
        let (inclusive, exclusive) = scans(&xs);
        format!("{:?}", (bits(&inclusive), bits(&exclusive), inclusive.len()))
    });
}

#[test]
fn filters_and_sorts() {
    let xs = numbers(COUNT);
    same_on_all_threads(|| {
        let (kept, sum) = filtered(&xs);
        format!("{:?}", (bits(&kept), kept.len(), sum.to_bits()))
    });
    let xs = &xs[..1 << 18];
    same_on_all_threads(|| {
        let (sorted, order) = sorted(xs);
        let order: Vec<f64> = order.iter().map(|i| i as f64).collect();
        format!("{:?}", (bits(&sorted), bits(&order)))
    });
}

/// Lanes of which only the run tells how long they take.
#[test]
fn lanes_of_unknown_length() {
    for count in [1, 2, 16, 100, 3000, 1 << 15] {
        let xs = numbers(count);
        same_on_all_threads(|| {
            let (ys, sum, fold, any) = looped(&xs);
            let (running, before, total) = looped_scans(&xs);
            let (kept, of_kept, others) = looped_filter(&xs);
            let (rows, of_rows) = looped_rows(&xs);
            let (few, many) = looped_bins(&xs);
            format!(
                "{:?}",
                (
                    (bits(&ys), sum.to_bits(), fold.to_bits(), any),
                    (bits(&running), bits(&before), total.to_bits()),
                    (bits(&kept), of_kept.to_bits(), others),
                    (bits(rows.values()), rows.lengths().len(), of_rows.to_bits()),
                    (bits(&few), bits(&many)),
                )
            )
        });
        let lengths: Vec<usize> = (0..count).map(|i| i * 7919 % count.min(500)).collect();
        same_on_all_threads(|| {
            let (ys, sum) = recursive(&xs[..count.min(500)]);
            let (sums, total) = slices(&xs, &lengths);
            format!("{:?}", (bits(&ys), sum.to_bits(), bits(&sums), total.to_bits()))
        });
    }
    let xs = numbers(1 << 14);
    for shape in [[2, 1 << 13], [1 << 13, 2], [1 << 7, 1 << 7]] {
        let matrix = accel::Array::from_vec(shape, xs.clone());
        same_on_all_threads(|| {
            let (all, rows, columns, sum) = looped_planes(&matrix);
            let all: Vec<f32> = all.iter().collect();
            format!("{:?}", (bits(&all), bits(&rows), bits(&columns), sum.to_bits()))
        });
    }
}

#[test]
fn float_histograms() {
    let xs = numbers(COUNT);
    same_on_all_threads(|| {
        let (few, many) = binned(&xs);
        format!("{:?}", (bits(&few), bits(&many)))
    });
}

#[test]
fn ragged_rows() {
    let xs = numbers(COUNT);
    for lengths in [vec![COUNT], vec![3, COUNT / 2, 0, COUNT / 2 - 3], vec![1024; 1024]] {
        let rows = accel::Ragged::from_lengths(&lengths, xs.clone());
        same_on_all_threads(|| format!("{:?}", bits(&ragged_sums(&rows))));
    }
}

#[test]
fn matrices() {
    let xs = numbers(COUNT);
    for shape in [[8, COUNT / 8], [COUNT / 8, 8], [1 << 10, COUNT >> 10]] {
        let matrix = accel::Array::from_vec(shape, xs.clone());
        same_on_all_threads(|| {
            let (rows, columns, all) = row_sums(&matrix);
            let total = column_scan(&matrix);
            format!("{:?}", (bits(&rows), bits(&columns), all.to_bits(), bits(&total)))
        });
    }
}

#[test]
fn places_of_extremes() {
    let mut xs = numbers(COUNT);
    xs[70_000] = 2.0;
    xs[900_000] = 2.0;
    xs[333] = -1.0;
    xs[1_000_000] = -1.0;
    same_on_all_threads(|| format!("{:?}", extremes(&xs)));
    assert_eq!(extremes(&xs), (333, 70_000, 2.0));
}
