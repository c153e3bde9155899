//! Rows of all lengths on a CUDA device: short ones by threads, longer ones by eight threads or by warps,
//! few long ones by blocks.
//!
//! The tests that need a device are ignored; one that is not runs them all under the emulator.

mod common;

use accel::{Array, ErrorKind, Ragged};
use accel_cuda_tests::*;
use common::{both, counts, integers_of, near, numbers, same};

#[test]
fn under_the_emulator() {
    let trace = common::run_under_the_emulator_with(&[("ACCEL_TRACE", "summary")]);
    for entry in [
        "accel_row_sums_1 ",
        "accel_row_sums_1_eights",
        "accel_row_sums_1_warps",
        "accel_row_sums_1_blocks",
        "accel_row_sums_1_postponed",
        "accel_parts_of_sums_1_postponed",
        "accel_totals_of_rows_1_postponed",
        "accel_chosen_sums_1_postponed",
        "accel_sums_of_chosen_3_postponed",
        "accel_sums_of_chosen_5 ",
        "accel_moved_sums_of_chosen_1_postponed",
        "accel_largest_total_1_rows ",
        "accel_running_totals_1_rows_postponed",
        "accel_heavy_rows_1_rows_eights",
        "accel_heavy_rows_1_rows_warps",
        "accel_heavy_rows_1_rows_blocks",
        "accel_heavy_rows_1_rows_postponed",
        "accel_largest_deviation_1_rows_eights",
        "accel_largest_deviation_1_rows_shares",
        "accel_sums_so_far_1_eights",
        "accel_sums_so_far_1_warps",
        "accel_sums_so_far_1_blocks",
        "accel_sums_so_far_1_postponed",
        "accel_running_lines_1_postponed",
        "accel_lowest_balances_1_postponed",
        "accel_in_the_red_1_rows_postponed",
        "accel_matrix_scans_4_shares",
        "accel_thirds_1_eights",
        "accel_thirds_1_warps",
        "accel_thirds_1_blocks",
        "accel_thirds_1_postponed",
        "accel_thirds_1_rows_postponed",
        "accel_above_the_mean_1_postponed",
        "accel_above_the_mean_1_rows_postponed",
        "accel_larger_in_table_1_rows_postponed",
        "accel_tops_1_eights",
        "accel_chosen_sums_1_eights",
        "accel_column_tops_1_warps",
        "accel_tops_of_many_columns_1 ",
        "accel_tops_1_postponed",
        "accel_totals_of_positive_1_postponed",
        "accel_first_of_tops_1_rows_postponed",
        "accel_deviations_1_shares",
        "accel_matrix_sums_1_shares",
    ] {
        assert!(trace.contains(entry), "{entry} has not run\n{trace}");
    }
    assert!(!trace.contains("accel_tops_of_many_columns_1_"), "{trace}");
    // Nor has the version for few long rows, which is one of the CPU.
    assert!(!trace.contains("accel_deviations_3"), "{trace}");
}

/// Lengths of rows: for threads, for eights, for warps, for blocks, and mixed; also such that threads,
/// eights, warps and blocks leave some of them to several blocks.
fn cuts() -> Vec<Vec<usize>> {
    let long = |count: usize, length: usize, long: [usize; 3]| -> Vec<usize> {
        let mut lengths: Vec<usize> = (0..count).map(|row| (row * 7) % (2 * length)).collect();
        [count - 1, count / 3, 0].iter().zip(long).for_each(|(row, long)| lengths[*row] = long);
        lengths
    };
    let warps: Vec<usize> = [0, 1, 31, 32, 33, 64, 65, 255, 256, 300, 700].repeat(7);
    let eights: Vec<usize> = [7, 8, 9, 0, 15, 16, 17, 1, 31, 32, 33, 0, 0, 5].repeat(30);
    let mixed: Vec<usize> = (0..200).map(|row| if row == 77 { 9000 } else { row % 5 }).collect();
    vec![
        vec![1, 0, 2, 3],
        vec![0, 0, 0],
        (0..600).map(|row| row % 7).collect(),
        vec![8],
        eights,
        warps,
        mixed,
        vec![2049, 4096, 5000, 2047],
        vec![70_000],
        vec![50_000, 0, 40_001],
        long(20_000, 2, [40_000, 512, 20_001]),
        long(3000, 12, [40_000, 512, 511]),
        long(600, 100, [4096, 33_000, 20_000]),
        long(5, 3000, [0, 65_536, 80_000]),
    ]
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_are_reduced() {
    for lengths in cuts() {
        let count = lengths.iter().sum();
        let floats = Ragged::from_lengths(&lengths, numbers(count));
        let (there, here) = both(1, || row_sums(&floats));
        near(&there, &here);
        let (there, here) = both(1, || parts_of_sums(&floats));
        assert_eq!(there.offsets(), here.offsets());
        near(there.values(), here.values());
        let integers = Ragged::from_lengths(&lengths, integers_of(count));
        same(1, || statistics(&integers));
        same(1, || totals_of_rows(&integers));
        same(1, || largest_total(&integers));
        same(1, || heavy_rows(&integers, 0));
        same(1, || thirds(&integers));
        same(1, || above_the_mean(&integers));
        same(1, || counted_up(&lengths));
        same(1, || lowest_balances(&integers));
        same(1, || in_the_red(&integers));
        let (there, here) = both(1, || sums_so_far(&floats));
        assert_eq!(there.offsets(), here.offsets());
        near(there.values(), here.values());
        same(1, || tops(&integers));
        same(1, || totals_of_positive(&integers));
        same(1, || first_of_tops(&integers));
    }
}

/// Rows whose lengths the host cannot know: more of them are long than there is room for on the list.
#[test]
#[ignore = "run by under_the_emulator"]
fn kernels_without_arguments() {
    for n in [3, 10, 300] {
        same(1, || primes_below(n));
        same(1, || multiples(n));
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn all_rows_are_long() {
    let lengths: Vec<usize> = (0..60).map(|row| if row == 20 { 66_000 } else { row % 3 }).collect();
    let integers = Ragged::from_lengths(&lengths, integers_of(lengths.iter().sum()));
    for often in [1, 7, 60] {
        let chosen: Vec<usize> =
            (0..60).map(|row| if row % often == 0 { 20 } else { row }).collect();
        same(1, || sums_of_chosen(&integers, &chosen));
        same(1, || moved_sums_of_chosen(&integers, &chosen));
    }
    let lengths = [20_000, 3, 40_000, 0];
    let integers = Ragged::from_lengths(&lengths, integers_of(60_003));
    same(1, || sums_of_chosen(&integers, &[0, 1, 2, 3, 2, 1, 0]));
}

#[test]
#[ignore = "run by under_the_emulator"]
fn checks_in_rows() {
    let table: Vec<i64> = (0..97).map(|x| x * x).collect();
    for lengths in cuts() {
        let count = lengths.iter().sum();
        let mut entries: Vec<(u32, i64)> =
            integers_of(count).iter().map(|x| (x.unsigned_abs() % 97, i64::from(*x))).collect();
        let rows = Ragged::from_lengths(&lengths, entries.clone());
        same(1, || chosen_sums(&rows, &table));
        same(1, || running_totals(&rows, &table));
        same(1, || running_lines(&rows, &table));
        same(1, || larger_in_table(&rows, &table));
        for place in [0, count / 2, count.saturating_sub(1)] {
            let Some(entry) = entries.get_mut(place) else { continue };
            let before = std::mem::replace(&mut entry.0, 97);
            let rows = Ragged::from_lengths(&lengths, entries.clone());
            let (there, here) = both(1, || try_chosen_sums(&rows, &table));
            let (there, here) =
                (there.expect_err("97 is outside"), here.expect_err("97 is outside"));
            assert_eq!(
                (there.kind(), there.to_string()),
                (ErrorKind::IndexOutOfBounds, here.to_string())
            );
            let (there, here) = both(1, || try_running_totals(&rows, &table));
            assert_eq!(there.map_err(|e| e.to_string()), here.map_err(|e| e.to_string()));
            let (there, here) = both(1, || try_larger_in_table(&rows, &table));
            assert_eq!(there.map_err(|e| e.to_string()), here.map_err(|e| e.to_string()));
            let (there, here) = both(1, || try_running_lines(&rows, &table));
            assert_eq!(there.map_err(|e| e.to_string()), here.map_err(|e| e.to_string()));
            entries[place].0 = before;
        }
    }
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_without_elements_have_no_largest() {
    let rows = Ragged::from_lengths(&[40, 50, 60], integers_of(150));
    same(1, || largest_by_row(&rows));
    let rows = Ragged::from_lengths(&[40, 0, 60], integers_of(100));
    let (there, here) = both(1, || try_largest_by_row(&rows));
    assert_eq!(
        there.map(|_| ()).map_err(|e| e.to_string()),
        here.map(|_| ()).map_err(|e| e.to_string())
    );
}

#[test]
#[ignore = "run by under_the_emulator"]
fn rows_of_matrices() {
    // The last one is for the version of few long rows on the CPU.
    for [n, k] in [[3, 5], [100, 33], [7, 3000], [300, 64], [1, 1], [2, 20_000], [1, 131_072]] {
        let matrix = Array::from_vec([n, k], numbers(n * k));
        let (there, here) = both(1, || deviations(&matrix));
        near(&there, &here);
        let ((sums, less), (expected, expected_less)) = both(1, || matrix_sums(&matrix));
        near(&sums, &expected);
        near(less.as_slice(), expected_less.as_slice());
        let integers: Vec<i64> = integers_of(n * k).into_iter().map(i64::from).collect();
        let matrix = Array::from_vec([n, k], integers);
        same(1, || largest_deviation(&matrix));
        same(1, || matrix_scans(&matrix));
        same(1, || column_tops(&Array::from_vec([n, k], integers_of(n * k))));
    }
    let matrix = Array::from_vec([40, 1 << 16], integers_of(40 << 16));
    same(1, || tops_of_many_columns(&matrix));
}

/// Threads beside each other look at elements beside each other: the bytes that move are hardly more than the
/// sectors of 32 bytes in which rows lie, also if half of all elements are in one row. Besides, each warp
/// looks whether something has failed.
#[test]
#[ignore = "run by under_the_emulator"]
fn rows_are_read_side_by_side() {
    let even = vec![800; 250];
    let mut half = vec![402; 249];
    half.push(200_000 - 249 * 402);
    let sectors = |bytes: usize| (bytes / 32) as u64;
    for lengths in [even, half] {
        let (count, bytes) = (lengths.len(), 200_000 * size_of::<f64>());
        let rows = Ragged::from_lengths(&lengths, numbers(200_000));
        let Some(summed) = counts(|| row_sums(&rows)) else { return };
        let once = sectors(bytes + 4 * count * size_of::<usize>());
        assert!(summed.global_transactions < once + once / 4, "{summed:?}, expected {once}");
        // Read twice where several blocks sum up their parts first, and written.
        let Some(scanned) = counts(|| sums_so_far(&rows)) else { return };
        let most = 5 * once / 2;
        assert!(scanned.global_transactions < most + most / 4, "{scanned:?}, expected {most}");
    }
}
