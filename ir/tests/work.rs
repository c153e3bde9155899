//! The work of plans over doubling sizes: it grows with the slope of the source read as nested loops,
//! where fetching, replicating, gathering and choosing rows costs nothing for their elements.
//!
//! `work/*.rs` hold the programs, as they stand in a block; the tables here say how the work of each
//! grows, and which arguments it gets for a size. If a plan might copy rows, there is more in the
//! rows than the source looks at: a plan of linear work that copied them would do four times as much
//! on twice the size.

use accel_ir::core::Constant;
use accel_ir::interp::Value;
use accel_ir::plan::{count_plan, parse_plan};
use accel_test_programs::block::front;
use accel_test_programs::work::{
    deep, indices, matrix, numbers, rows, rows_of_indices, rows_of_pairs, size, work,
};
use rayon::prelude::*;

/// The growth of the work when the size doubles.
#[derive(Clone, Copy, Debug)]
enum Growth {
    /// Not at all.
    Constant,
    /// By as much for each doubling.
    Logarithmic,
    /// To twice as much.
    Linear,
    /// As n log n does.
    LinearLogarithmic,
    /// To four times as much.
    Quadratic,
}

use Growth::{
    Constant as CONSTANT, Linear as LINEAR, LinearLogarithmic as LINEAR_LOGARITHMIC,
    Logarithmic as LOGARITHMIC, Quadratic as QUADRATIC,
};

impl Growth {
    /// The smallest and the largest ratio of the work at 2n to that at n. A smaller one means that
    /// the input is not of its size.
    fn bounds(self) -> (f64, f64) {
        match self {
            Growth::Constant => (1.0, 1.0),
            Growth::Logarithmic => (1.0, 1.3),
            Growth::Linear => (1.8, 2.1),
            Growth::LinearLogarithmic => (2.0, 2.3),
            Growth::Quadratic => (3.6, 4.1),
        }
    }
}

/// A function, how its work grows, and its arguments for a size.
type Case = (&'static str, Growth, fn(usize) -> Vec<Value>);

const ROWS: &str = include_str!("work/rows.rs");
const PROGRAMS: &str = include_str!("work/programs.rs");
const LOOPS: &str = include_str!("../../tests/programs/expressions/loops.rs");
const NARROWING: &str = include_str!("../../tests/programs/lanes/narrowing.rs");
const ROWS_IN_LANES: &str = concat!(
    include_str!("../../tests/programs/lanes/rows_in_lanes.rs"),
    include_str!("work/totals.rs")
);

/// Few enough for inputs of n² elements.
const SIZES: [usize; 4] = [64, 128, 256, 512];

fn check(block: &str, cases: &[Case]) {
    let wrong = wrong(block, cases);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The cases whose work does not grow as it should over the last doublings.
fn wrong(block: &str, cases: &[Case]) -> Vec<String> {
    let front = || front(block).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let wrong = cases.par_iter().map_init(front, |functions, (name, growth, input)| {
        let function = functions.iter().find(|function| function.function == *name);
        let function = function.unwrap_or_else(|| panic!("there is no {name}"));
        let counts = SIZES.map(|n| work(function, &input(n)));
        let (least, most) = growth.bounds();
        let pairs = counts.windows(2).skip(1).flat_map(|pair| pair[0].iter().zip(pair[1]));
        let ratios: Vec<f64> = pairs.map(|(before, after)| after as f64 / *before as f64).collect();
        let wrong = ratios.iter().any(|ratio| !(least..=most).contains(ratio));
        let expected = format!("{growth:?} is expected, of {counts:?}");
        wrong.then(|| format!("{name}: {ratios:.2?} where {expected}"))
    });
    wrong.flatten().collect()
}

/// Numbers from 1 to 7.
fn some(count: usize) -> Vec<i64> {
    (0..count as i64).map(|i| i % 7 + 1).collect()
}

fn vector(n: usize) -> Vec<Value> {
    numbers(&some(n))
}

fn truth() -> Vec<Value> {
    vec![Value::Scalar(Constant::Bool(true))]
}

fn number(value: i64) -> Vec<Value> {
    vec![Value::Scalar(Constant::I64(value))]
}

/// The numbers below n.
fn sorted(n: usize) -> Vec<Value> {
    numbers(&ascending(n))
}

fn ascending(n: usize) -> Vec<i64> {
    (0..n as i64).collect()
}

/// n rows of n elements.
fn square(n: usize) -> Vec<Value> {
    rows(&vec![n; n], &some(n * n))
}

/// n arrays of one row of n elements.
fn single_rows(n: usize) -> Vec<Value> {
    deep(&vec![1; n], &vec![n; n], &some(n * n))
}

fn square_matrix(n: usize) -> Vec<Value> {
    matrix(n, &some(n * n))
}

/// A row of n elements, and n - 1 rows of one.
fn one_long(n: usize) -> Vec<Value> {
    let mut lengths = vec![1; n];
    lengths[0] = n;
    rows(&lengths, &some(2 * n - 1))
}

/// n times the index 0: of the long row.
fn zeros(n: usize) -> Vec<Value> {
    indices(&vec![0; n])
}

/// All indices below n.
fn mixed(n: usize) -> Vec<Value> {
    indices(&(0..n).map(|i| i * 7 % n).collect::<Vec<_>>())
}

/// One row of n indices.
fn row_of_indices(n: usize) -> Vec<Value> {
    rows_of_indices(&[n], &(0..n).map(|i| i * 7 % n).collect::<Vec<_>>())
}

/// `count` rows of four pairs, of an index below n and a number.
fn sparse(count: usize, n: usize) -> Vec<Value> {
    let columns: Vec<usize> = (0..4 * count).map(|i| i * 5 % n).collect();
    rows_of_pairs(&vec![4; count], &columns, &some(4 * count))
}

/// The children of the nodes of a complete binary tree of up to n nodes; the first is the root.
fn tree(n: usize) -> Vec<Value> {
    let inner = (n - 1) / 2;
    let counts: Vec<usize> = (0..=2 * inner).map(|node| if node < inner { 2 } else { 0 }).collect();
    rows_of_indices(&counts, &(1..=2 * inner).collect::<Vec<_>>())
}

#[test]
fn replicating_rows() {
    check(
        ROWS,
        &[
            ("arrays_replicated", LINEAR, |n| [vector(n), size(n)].concat()),
            ("row_replicated", LINEAR, |n| [one_long(n), size(n)].concat()),
            ("chosen_replicated", LINEAR, |n| [one_long(n), size(n)].concat()),
            ("rows_replicated", LINEAR, |n| [square(n), size(n)].concat()),
            ("each_repeated", LINEAR, |n| [square(n), indices(&vec![2; n])].concat()),
            ("each_replicated", LINEAR, |n| [square(n), indices(&vec![2; n])].concat()),
        ],
    );
}

#[test]
fn fetching_rows() {
    check(
        ROWS,
        &[
            ("element", CONSTANT, |n| [vector(n), size(n / 2)].concat()),
            ("row", CONSTANT, |n| [square(n), size(n / 2)].concat()),
            ("row_of_rows", CONSTANT, |n| [single_rows(n), size(n / 2)].concat()),
            ("ends", CONSTANT, square),
            ("literal_of_rows", CONSTANT, |n| [square(n), size(1), size(2)].concat()),
            ("slice", CONSTANT, |n| [vector(n), size(1), size(9)].concat()),
            ("slice_of_rows", CONSTANT, |n| [square(n), size(1), size(9)].concat()),
            ("slice_of_rows", LINEAR, |n| [square(n), size(1), size(n / 2)].concat()),
            ("slices_of_rows", LINEAR, |n| [square(n), size(4)].concat()),
            ("slices_that_overlap", LINEAR, |n| [vector(n), mixed(n)].concat()),
            ("element_of_each", LINEAR, |n| [square(n), mixed(n)].concat()),
            ("row_of_each", LINEAR, |n| [single_rows(n), zeros(n)].concat()),
            ("row_from_helper", LINEAR, |n| [one_long(n), zeros(n)].concat()),
        ],
    );
}

#[test]
fn gathering() {
    check(
        ROWS,
        &[
            ("gathered", LINEAR, |n| [vector(n), mixed(n)].concat()),
            ("gathered", CONSTANT, |n| [vector(n), mixed(8)].concat()),
            ("gathered_by_function", LINEAR, |n| {
                [vector(n), mixed(n), vec![Value::Scalar(Constant::Bool(true))]].concat()
            }),
            ("gathered_by_recursion", LINEAR, |n| [vector(n), mixed(n)].concat()),
            ("rows_gathered", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("rows_of_matrix_gathered", LINEAR, |n| [square_matrix(n), zeros(n)].concat()),
            ("gathered_again", LINEAR, |n| [one_long(n), zeros(n), size(4)].concat()),
            ("gathered_in_lanes", LINEAR, |n| {
                [one_long(n), rows_of_indices(&vec![1; n], &vec![0; n])].concat()
            }),
        ],
    );
}

#[test]
fn choosing_rows() {
    check(
        ROWS,
        &[
            ("kept", LINEAR, square),
            ("both_parts", LINEAR, square),
            ("rows_of_matrix_kept", LINEAR, square_matrix),
            ("kept_twice", LINEAR, square_matrix),
            ("rows_of_rows_kept", LINEAR, single_rows),
            ("kept_in_lanes", LINEAR, single_rows),
            ("pairs_kept", LINEAR, |n| [square(n), square(n)].concat()),
            ("elements_chosen", LINEAR, |n| [square(n), mixed(n)].concat()),
            ("one_of_two", LINEAR, |n| {
                [square(n), vec![Value::Scalar(Constant::Bool(true))]].concat()
            }),
            ("turn_after_turn", LINEAR, |n| [square(n), size(4)].concat()),
            ("largest", LINEAR, square),
            ("combined", LINEAR, |n| [square(n), square(n)].concat()),
            ("matched", LINEAR, |n| [square(n), square(n)].concat()),
            ("rows_of_matrix_chosen", LINEAR, square_matrix),
            ("vector_chosen", CONSTANT, |n| [vector(n), vector(n), truth()].concat()),
            ("array_chosen", LINEAR, |n| [square(n), square(n), truth()].concat()),
        ],
    );
}

/// Operations of lanes, and of loops in lanes, that move rows cost nothing for the elements of
/// these rows.
#[test]
fn rows_in_lanes() {
    check(
        ROWS_IN_LANES,
        &[
            ("appended", LINEAR, single_rows),
            ("chosen", LINEAR, |n| [single_rows(n), single_rows(n)].concat()),
            ("narrowed_or_turned", LINEAR, single_rows),
            ("one_or_two_total", LINEAR, square),
            ("some_listed_total", LINEAR, square),
            ("twice_total", LINEAR, square),
            ("with_its_rest", LINEAR, square),
            ("best_so_far", LINEAR_LOGARITHMIC, square),
            ("best_of_each", LINEAR, single_rows),
            ("best_by_loop", LINEAR, square),
            ("best_by_loops", LINEAR, |n| [square(n), size(4)].concat()),
            ("turned_again_total", LINEAR, |n| [single_rows(n), size(4)].concat()),
            ("first_again_total", LINEAR, |n| [single_rows(n), size(4)].concat()),
            ("doubled_until", LINEAR, |n| [single_rows(n), size(4)].concat()),
            ("kept_while_total", LINEAR, single_rows),
            ("exchanged", LINEAR, |n| [single_rows(n), size(4)].concat()),
            ("appended_by_fold_total", LINEAR, single_rows),
            ("parts_joined_total", LINEAR, single_rows),
            ("turned_where_total", LINEAR, |n| deep(&vec![1; n], &vec![n; n], &vec![5; n * n])),
            ("own_or_made", LINEAR, |n| [rows(&vec![n; n], &vec![5; n * n]), size(4)].concat()),
        ],
    );
}

#[test]
fn reordering_rows() {
    check(
        ROWS,
        &[
            ("turned", LINEAR, square),
            ("turned_in_lanes", LINEAR, single_rows),
            ("sorted", LINEAR_LOGARITHMIC, square),
            ("transposed", LINEAR, square_matrix),
            ("overlapping", LINEAR, square),
        ],
    );
}

#[test]
fn joining_and_splitting() {
    check(
        ROWS,
        &[
            ("all_elements", QUADRATIC, square),
            ("all_rows", LINEAR, single_rows),
            ("rows_joined", LINEAR, |n| [square(n), square(n)].concat()),
            ("matrices_joined", LINEAR, square_matrix),
            ("gathered_joined", LINEAR, |n| [single_rows(n), zeros(n)].concat()),
            ("kept_joined", LINEAR, single_rows),
            ("cut", LINEAR, |n| [vector(n * n), indices(&vec![n; n])].concat()),
            ("rows_cut", LINEAR, |n| [square(n), indices(&vec![1; n])].concat()),
            ("each_cut", LINEAR, |n| {
                [square(n), rows_of_indices(&vec![1; n], &vec![n; n])].concat()
            }),
        ],
    );
}

#[test]
fn reducing_rows() {
    check(
        PROGRAMS,
        &[
            ("totals", LINEAR, |n| rows(&vec![4; n], &some(4 * n))),
            ("first_total", LINEAR, |n| rows(&vec![4; n], &some(4 * n))),
            ("sums", LINEAR, one_long),
            ("sums_of_equal_rows", QUADRATIC, square_matrix),
            ("sums_of_replicated", LINEAR, |n| [vector(n), size(n)].concat()),
            ("sums_of_row_replicated", LINEAR, |n| [one_long(n), size(n)].concat()),
            ("running_sums", LINEAR, one_long),
            ("differences_from_sum", LINEAR, one_long),
        ],
    );
}

/// Lanes that share rows: each row is summed once, but only where that is less than each lane's
/// sum is.
#[test]
fn reducing_shared_rows() {
    check(
        PROGRAMS,
        &[
            ("sums_of_gathered", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("sums_of_gathered", LINEAR, |n| [square(n), zeros(1)].concat()),
            ("sums_of_gathered", QUADRATIC, |n| [square(n), mixed(n)].concat()),
            ("sums_of_gathered_equal", LINEAR, |n| [matrix(n, &some(4 * n)), zeros(n)].concat()),
            ("sums_of_gathered_rows", LINEAR, |n| [one_long(n), row_of_indices(n)].concat()),
            ("sums_of_gathered_rows", LINEAR, |n| {
                [one_long(n), rows_of_indices(&vec![1; n], &vec![0; n])].concat()
            }),
            ("sums_of_gathered_kept", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("lengths_of_gathered_by_sum", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("firsts_of_gathered_by_sum", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("sums_of_gathered_running", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("sums_of_gathered_repeated", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("sums_of_gathered_placed", LINEAR, |n| [one_long(n), zeros(n)].concat()),
            ("sums_of_gathered_added", LINEAR, |n| [one_long(n), zeros(n)].concat()),
        ],
    );
}

#[test]
fn writing() {
    check(
        PROGRAMS,
        &[
            ("row_updated", LINEAR, |n| [square(n), size(1), vector(n)].concat()),
            ("row_assigned", LINEAR, |n| [square(n), size(1), vector(n)].concat()),
            ("one_written", CONSTANT, |n| [vector(n), size(4)].concat()),
            ("all_written", LINEAR, vector),
            ("some_written", CONSTANT, |n| [vector(n), mixed(8)].concat()),
            ("counts", LINEAR, |n| [mixed(n), size(n)].concat()),
            ("deep_elements_written", LINEAR, |n| deep(&vec![1; n], &vec![n; n], &some(n * n))),
            ("cells_filled", LINEAR, size),
            ("deep_rows_scattered", LINEAR, |n| {
                let all = deep(&vec![1; n], &vec![n; n], &some(n * n));
                [all.clone(), all].concat()
            }),
            ("deep_rows_written", LINEAR, |n| deep(&vec![1; 4 * n], &vec![2; 4 * n], &some(8 * n))),
        ],
    );
}

#[test]
fn whole_programs() {
    check(
        PROGRAMS,
        &[
            ("retrieve", LINEAR, |n| [rows(&[n], &some(n)), row_of_indices(n)].concat()),
            ("retrieve_rows", LINEAR, |n| {
                [deep(&[n], &vec![n; n], &some(n * n)), row_of_indices(n)].concat()
            }),
            ("retsum", LINEAR, |n| [rows(&[n], &some(n)), row_of_indices(n)].concat()),
            ("furthest", QUADRATIC, vector),
            ("smvm", LINEAR, |n| [sparse(n, n), vector(n)].concat()),
            ("smvm", CONSTANT, |n| [sparse(8, n), vector(n)].concat()),
        ],
    );
}

#[test]
fn loops_that_look_back() {
    check(
        LOOPS,
        &[
            ("looked_back", LINEAR, |n| size(8 * n)),
            ("held", LINEAR, |n| size(8 * n)),
            ("row_written", LINEAR, |n| size(8 * n)),
            ("row_held", LINEAR, |n| size(8 * n)),
            ("crossed", LINEAR, |n| size(8 * n)),
        ],
    );
    check(
        PROGRAMS,
        &[
            ("rows_swapped", LINEAR, |n| size(8 * n)),
            ("row_added", LINEAR, |n| [size(8 * n), size(4)].concat()),
        ],
    );
}

#[test]
fn loops_that_go_on_with_a_part() {
    check(NARROWING, &[("total", LINEAR, vector)]);
    check(
        PROGRAMS,
        &[
            ("rows_left", LINEAR, |n| rows(&vec![4; n], &some(4 * n))),
            ("halves", LOGARITHMIC, |n| [sorted(n), number(7)].concat()),
        ],
    );
}

#[test]
fn loops_that_replace_rows() {
    let fours = |n: usize| rows(&vec![4; 8 * n], &some(32 * n));
    check(
        PROGRAMS,
        &[
            ("ragged_swapped", LINEAR, fours),
            ("ragged_turned", LINEAR, fours),
            ("appended", LINEAR, fours),
            ("appended_somewhere", LINEAR, fours),
            ("folded_rows", LINEAR, fours),
            ("row_extended", QUADRATIC, size),
        ],
    );
}

#[test]
fn recursion() {
    check(
        PROGRAMS,
        &[
            ("tree_size", LINEAR, tree),
            ("depths", LINEAR_LOGARITHMIC, |n| [tree(8 * n), mixed(8 * n)].concat()),
            ("searches", LINEAR_LOGARITHMIC, |n| {
                [sorted(8 * n), numbers(&(0..8 * n as i64).rev().collect::<Vec<_>>())].concat()
            }),
            ("tree_lookup", LINEAR_LOGARITHMIC, |n| [vector(8 * n), mixed(8 * n)].concat()),
            ("tree_lookup_in_lanes", LINEAR_LOGARITHMIC, |n| {
                let lengths = [4 * n; 2];
                let places = vec![0; 8 * n];
                [rows(&lengths, &some(8 * n)), rows_of_indices(&lengths, &places)].concat()
            }),
            ("quick_sorted", LINEAR_LOGARITHMIC, |n| sorted(8 * n)),
            ("found", LOGARITHMIC, |n| [sorted(8 * n), number(1)].concat()),
            ("all_found", LINEAR_LOGARITHMIC, |n| [sorted(8 * n), vector(8 * n)].concat()),
            ("found_in_rows", LINEAR_LOGARITHMIC, square),
            ("rows_halved", LINEAR, square),
            ("rows_dealt", LINEAR_LOGARITHMIC, square),
            ("rows_sorted", LINEAR_LOGARITHMIC, |n| rows(&vec![n; n], &ascending(n * n))),
            ("rows_sorted_in_lanes", LINEAR_LOGARITHMIC, |n| {
                deep(&[n; 2], &vec![n; 2 * n], &ascending(2 * n * n))
            }),
        ],
    );
}

/// The growth that is found is the plan's: elements of rows that are results are stored, and elements
/// that are summed are read.
#[test]
fn too_much_work_is_found() {
    let block = "
        pub fn stored(xss: &[[i64]], is: &[usize]) -> [[i64]] { xss.gather(is) }
        pub fn summed(xss: &[[i64]]) -> i64 { xss.map(|row| row.sum()).max() }
        pub fn equal(xs: &[i64]) -> i64 { xs.sum() }";
    let cases: [Case; 3] = [
        ("stored", LINEAR, |n| [one_long(n), zeros(n)].concat()),
        ("summed", LINEAR, square),
        ("equal", LINEAR, |_| vector(64)),
    ];
    let wrong = wrong(block, &cases);
    assert_eq!(wrong.len(), 3, "{wrong:#?}");
}

/// The work of a plan is counted even if its results do not show it.
#[test]
fn copies_of_rows_are_counted() {
    let stored = "plan stored(n: usize, xs: i64[n]) -> (t: i64) {
  t: i64 = launch stored.1 soac [i < n] {
    row: i64[n] = soac [j < n] {
      x: i64 = index xs [j]
    } store x by copy
    y: i64 = index row [i]
  } reduce (y) from (0i64) commutative |a: i64, b: i64| {
    c: i64 = add a b
    (c)
  } by map, sum
  (t)
}
";
    let copied = "plan copied(n: usize, xs: i64[n]) -> (t: i64) {
  t: i64 = launch copied.1 soac [i < n] {
    row: i64[n] = copy xs
    y: i64 = index row [i]
  } reduce (y) from (0i64) commutative |a: i64, b: i64| {
    c: i64 = add a b
    (c)
  } by map, sum
  (t)
}
";
    // Each element as a row of its own, in the place of that row.
    let segments = "plan segments(n: usize, xs: i64[n]) -> (t: i64[n]) {
  t: i64[n] = launch segments.1 soac [i < n] {
    row: i64[1] = soac [j < 1usize] {
      x: i64 = index xs [i]
    } store x by copy
  } segment row at i by map
  (t)
}
";
    let counts = |text: &str, n: usize| {
        let plan = parse_plan(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        count_plan(&plan, None, &vector(n)).expect("the plan is valid").1
    };
    for n in [4, 8] {
        let (lanes, square) = (n as u64, (n * n) as u64);
        let found = counts(stored, n);
        assert_eq!((found.lanes, found.operations), (lanes + square, lanes));
        assert_eq!((found.reads, found.writes), (lanes + square, square));
        let found = counts(copied, n);
        assert_eq!((found.lanes, found.operations), (lanes, lanes));
        assert_eq!((found.reads, found.writes), (lanes, square));
        // The row is made, and stored.
        let found = counts(segments, n);
        assert_eq!((found.reads, found.writes), (lanes, 2 * lanes));
    }
}
