//! Reductions in nests of rows and columns on a CUDA device: products of matrices and the like, in
//! tiles of all sizes.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, Element, ErrorKind};
use accel_cuda_tests::*;
use common::{both, counts, integers_of, near, numbers, same};

#[test]
fn under_the_emulator() {
    let trace = common::run_under_the_emulator_with(&[("ACCEL_TRACE", "summary")]);
    for entry in [
        "accel_product_1_tiles",
        "accel_product_1_large_tiles",
        "accel_product_of_columns_1_tiles",
        "accel_product_by_index_1_tiles",
        "accel_product_onto_1_tiles",
        "accel_product_by_fold_1_large_tiles",
        "accel_products_of_matrices_1_tiles",
        "accel_products_of_heads_1_tiles",
        "accel_nearness_1_tiles",
        "accel_composed_along_1_tiles",
        "accel_some_pairs_1_tiles",
        "accel_product_of_chosen_1_tiles",
        "accel_shortest_paths_1_tiles",
        "accel_named_1_tiles",
    ] {
        assert!(trace.contains(entry), "{entry} has not run\n{trace}");
    }
}

fn floats(shape: [usize; 2]) -> Array<f32, 2> {
    let count = shape[0] * shape[1];
    Array::from_vec(shape, numbers(count).iter().map(|x| *x as f32).collect())
}

fn matrix<T: Element + Copy>(shape: [usize; 2], of: impl Fn(i32) -> T) -> Array<T, 2> {
    let count = shape[0] * shape[1];
    Array::from_vec(shape, integers_of(count).iter().map(|x| of(*x)).collect())
}

#[track_caller]
fn close(there: &[f32], here: &[f32], length: usize) {
    let wide = |list: &[f32]| -> Vec<f64> {
        list.iter().map(|x| f64::from(*x) * 1e-6 / length.max(1) as f64).collect()
    };
    near(&wide(there), &wide(here));
}

/// Sizes with rows, columns and elements that are no multiples of a tile, and products that are too
/// narrow for tiles.
const SIZES: [[usize; 3]; 8] = [
    [64, 16, 64],
    [16, 1, 16],
    [17, 0, 30],
    [65, 33, 40],
    [130, 7, 70],
    [257, 13, 300],
    [5, 40, 100],
    [40, 300, 3],
];

#[test]
#[ignore = "run by under_the_emulator"]
fn products() {
    for [n, k, m] in SIZES {
        let (a, b) = (floats([n, k]), floats([k, m]));
        let (there, here) = both(1, || product(&a, &b));
        close(there.as_slice(), here.as_slice(), k);
        let (there, here) = both(1, || product_by_fold(&a, &b));
        assert_eq!(there, here);
        let c = floats([n, m]);
        let (there, here) = both(1, || product_onto(&c, &a, &b));
        assert_eq!(there, here);
        let (a, b) = (floats([k, n]), floats([m, k]));
        let (there, here) = both(1, || product_of_columns(&a, &b));
        close(there.as_slice(), here.as_slice(), k);
        let a = Array::from_vec([n, k], numbers(n * k));
        let b = Array::from_vec([k, m], numbers(k * m));
        let (there, here) = both(1, || product_by_index(&a, &b));
        near(there.as_slice(), here.as_slice());
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn batches() {
    for [batches, n, k, m] in [[1, 20, 5, 17], [3, 66, 9, 40], [2, 3, 4, 5]] {
        let a = Array::from_vec([batches, n, k], numbers(batches * n * k));
        let b = Array::from_vec([batches, k, m], numbers(batches * k * m));
        let (there, here) = both(1, || products_of_matrices(&a, &b));
        near(there.as_slice(), here.as_slice());
        let single = |count| numbers(count).iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let a = Array::from_vec([n, batches, k], single(n * batches * k));
        let b = Array::from_vec([m, batches, k], single(m * batches * k));
        let (there, here) = both(1, || products_of_heads(&a, &b));
        close(there.as_slice(), here.as_slice(), k);
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn other_operators() {
    for [n, k, m] in SIZES {
        let (a, b) = (matrix([n, k], |x| x as u32), matrix([k, m], |x| x as u32));
        same(1, || composed_along(&a, &b));
        let (a, b) = (matrix([n, k], |x| x >> 10), matrix([k, m], |x| x >> 10));
        same(1, || some_pairs(&a, &b));
        let (a, b) = (matrix([n, k], |x| x as i16), matrix([m, k], |x| (x >> 3) as i16));
        same(1, || named(&a, &b));
        let (a, b) = (floats([n, k]), floats([m, k]));
        let scales = numbers(n).iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let bias = numbers(m).iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let compared = || nearness(&a, &b, &scales, &bias);
        let (there, here) = match k {
            0 => continue,
            _ => both(1, compared),
        };
        let parts = |list: &Array<(f32, f32), 2>| -> Vec<f32> {
            list.to_vec().into_iter().flat_map(|(sum, top)| [sum, top]).collect()
        };
        close(&parts(&there), &parts(&here), k);
    }
    for n in [20, 70] {
        let a = matrix([n, n], |x| x as u32 % 1000);
        same(1, || shortest_paths(&a));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_while_loading() {
    let [n, k, m] = [70, 21, 33];
    let a = matrix([n, k], i64::from);
    let row = |j| integers_of(50 + j % 3).iter().map(|x| i64::from(*x)).collect();
    let mut b: Vec<Vec<i64>> = (0..m).map(row).collect();
    let mut which: Vec<usize> = (0..k).map(|l| l * l % 50).collect();
    same(1, || product_of_chosen(&a, &which, &b));
    which[k - 1] = 49;
    b[6].pop();
    let (there, here) = both(1, || try_product_of_chosen(&a, &which, &b));
    let (there, here) = (there.expect_err("49 is outside"), here.expect_err("49 is outside"));
    assert_eq!((there.kind(), there.to_string()), (ErrorKind::IndexOutOfBounds, here.to_string()));
}

/// The number of loads stands in for a time: each value is loaded once for a tile, not once for each result.
#[test]
#[ignore = "run by under_the_emulator"]
fn loads() {
    let [n, k, m] = [128, 64, 128];
    let (a, b) = (floats([n, k]), floats([k, m]));
    let Some(counts) = counts(|| product(&a, &b)) else { return };
    let tiles = (n / 64) * (m / 64);
    let loaded = tiles * 2 * 64 * k;
    let bytes = 4 * (loaded + n * m) as u64;
    // Besides, each thread looks whether something has failed.
    assert!(counts.global_bytes < bytes + bytes / 10, "{counts:?}, {bytes} bytes");
    assert!(counts.global_transactions < bytes / 32 + bytes / 100, "{counts:?}, {bytes} bytes");
    // A multiplication, an addition, and the instructions that bring the operands.
    let products = (n * k * m) as u64;
    assert!(counts.lane_instructions < 4 * products, "{counts:?}, {products} products");
    println!("{products} products: {counts:?}");
}
