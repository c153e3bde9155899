//! The costs of the functions of the benchmark on a CUDA device, counted by the emulator, are in a table,
//! `counts.md`, which stands in for times where there is no GPU. No function may touch more memory than is
//! said here.
//!
//! `ACCEL_WRITE_COUNTS=1` writes the table.

mod common;
#[path = "../../generator/src/golden.rs"]
mod golden;

use std::fmt::Write;
use std::path::Path;

use accel::Array;
use accel_cuda_benches::functions::*;
use accel_cuda_benches::inputs::{MATRICES, equal_rows, floats, integers, rows_of};
use common::{Counts, counts};

const HEAD: &str = "\
These are counts of an emulator of CUDA devices, not times: those of a GPU stand under benches/results.

The emulator (compute capability 7.5, 4 multiprocessors) runs the PTX of nvcc 13.0 for the functions of
`benches/cuda`, and counts what it executes. Its blocks take turns in a fixed order, so that every run
gives the same numbers, also where blocks wait for each other (`running`, `chosen`); hardware may execute
more instructions there. Inputs are smaller than those of the benchmark.

* **instructions**: of PTX, for each element, added up over the lanes that execute them; and what part
  of the lanes of their warps that is. ptxas makes other instructions of them.
* **sectors**: pieces of 32 bytes of global memory for each element. A sector that lanes of a warp want at
  the same time counts once, one that is wanted again later counts again: there is no cache. So the counts are
  bounds for the traffic between multiprocessors and caches, and say less of DRAM. Beside them stands the least possible
  number: each byte of arguments and results once.
* **of the least**: sectors divided by the least possible number, and what the test allows.
* **conflicts**: repeated accesses to shared memory because of banks, for each element.

Nothing here says how long memory or instructions take, how many warps a multiprocessor holds, what
caches serve, or what a launch costs.

| function | elements | launches | instructions | lanes at work | sectors read | least | written | least | of the least | allowed | conflicts |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

const TAIL: &str = "
An element is one of the input; of `product`, one multiplication.

These functions are above 1.1 times the least, or 1.5 times in sums of rows:

* `chosen`: a warp writes some 16 numbers side by side, but from any place on: three sectors in place of two.
* `smoothed`: the margins of a tile are read by its neighbours, too.
* `sorted`: each of the four passes reads the numbers twice, and writes some 8 of a tile side by side, which have
  8 of their bits in common: from any place on, so mostly in two sectors.
* `row_sums` in 100000 rows: eight threads sum a row of 10 numbers, and read the last two apart from the others.
  What is read of where rows begin is wanted by all of them, and again by those beside.
* `row_sums` in 1000000 rows: where a row ends, the next one begins, and both read that.
* `sparse_product`: each entry reads an element of the vector somewhere. Allowed is one sector for each of them
  besides the matrix and the result. Like FullChip it is an eighth more: eight threads each read rows of some 9 entries
  there, from any place on, and the last entry again where there are fewer than they read at once.
* `product`: rows and columns are read once for each tile of 64 × 64 or, of 512², 128 × 128 results.
";

const SECTOR: usize = 32;

#[test]
fn under_the_emulator() {
    common::run_under_the_emulator();
}

#[test]
#[ignore = "run by under_the_emulator"]
fn costs_are_those_of_the_table() {
    let mut table = Table(HEAD.to_owned());
    streams(&mut table);
    reordered(&mut table);
    segmented_sums(&mut table);
    sparse_products(&mut table);
    matrix_products(&mut table);
    table.0 += TAIL;
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("counts.md");
    golden::compare(&expected, &table.0, "ACCEL_WRITE_COUNTS");
}

/// Functions that go over their arrays once.
fn streams(table: &mut Table) {
    let n = 1 << 20;
    let (x, y) = (Array::from(floats(n)), Array::from(floats(n + 1).split_off(1)));
    let numbers = Array::from(integers(n));
    let work = |read: usize, written: usize| Work { elements: n, read, written, most: 1.1 };
    table.row("saxpy", "2^20", &work(8 * n, 4 * n), || saxpy(2.0, &x, &y));
    table.row("chain", "2^20", &work(4 * n, 4 * n), || chain(&x));
    table.row("total", "2^20", &work(4 * n, 4), || total(&x));
    table.row("dot", "2^20", &work(8 * n, 4), || dot(&x, &y));
    table.row("running", "2^20", &work(4 * n, 4 * n), || running(&numbers));
    let kept = x.as_slice().iter().filter(|x| **x > 0.0).count();
    let filter = Work { most: 1.15, ..work(4 * n, 4 * kept) };
    table.row("chosen", "2^20", &filter, || chosen(&x));
    let plane = Array::from_vec([1 << 10, 1 << 10], floats(n));
    let stencil = Work { most: 1.5, ..work(4 * n, 4 * n) };
    table.row("smoothed", "1024²", &stencil, || smoothed(&plane));
    table.row("turned", "1024²", &work(4 * n, 4 * n), || turned(&plane));
}

/// Functions that write at places that the data names.
fn reordered(table: &mut Table) {
    let n = 1 << 18;
    let numbers = Array::from(integers(n));
    let bins = Work { elements: n, read: 4 * n, written: 4 * 256, most: 1.1 };
    table.row("histogram", "2^18", &bins, || histogram(&numbers));
    let all = Work { elements: n, read: 4 * n, written: 4 * n, most: 8.8 };
    table.row("sorted", "2^18", &all, || sorted(&numbers));
}

fn segmented_sums(table: &mut Table) {
    let n = 1 << 20;
    for power in 0..=6 {
        let count = 10usize.pow(power);
        let most = match power {
            5 => 2.2,
            6 => 1.75,
            _ => 1.5,
        };
        let work = Work { elements: n, read: 4 * n + 8 * (count + 1), written: 4 * count, most };
        let rows = equal_rows(n, count);
        table.row("row_sums", &format!("2^20 in {count} rows"), &work, || row_sums(&rows));
    }
}

fn sparse_products(table: &mut Table) {
    for ((name, matrix), scale) in MATRICES.into_iter().zip([16, 16, 40, 100]) {
        let matrix = matrix(scale);
        let (entries, height) = (matrix.entries(), matrix.height());
        let (rows, vector) = (12 * entries + 8 * (height + 1), 8 * matrix.width);
        let mut work = Work { elements: entries, read: rows, written: 8 * height, most: 0.0 };
        let alone: u64 = work.least().iter().sum();
        work.read += vector;
        let allowed = if name == "FullChip" { 1.125 } else { 1.0 };
        work.most =
            allowed * (alone + entries as u64) as f64 / work.least().iter().sum::<u64>() as f64;
        let x = Array::from((0..matrix.width).map(|i| (i % 5) as f64).collect::<Vec<_>>());
        let size = format!("like {name}: {entries} in {height} rows");
        let rows = rows_of(&matrix);
        table.row("sparse_product", &size, &work, || sparse_product(&rows, &x));
    }
}

fn matrix_products(table: &mut Table) {
    for (side, tile) in [(128, 64), (256, 64), (512, 128)] {
        let matrix = Array::from_vec([side, side], floats(side * side));
        let bytes = 4 * side * side;
        let most = 1.01 * (2 * (side / tile) + 1) as f64 / 3.0;
        let work = Work { elements: side * side * side, read: 2 * bytes, written: bytes, most };
        table.row("product", &format!("{side}²"), &work, || product(&matrix, &matrix));
    }
}

/// The work of a call.
struct Work {
    elements: usize,
    /// Bytes of its arguments.
    read: usize,
    /// Bytes of its results.
    written: usize,
    /// The largest number of sectors it may touch, as a multiple of the least number.
    most: f64,
}

impl Work {
    /// The sectors of arguments and of results.
    fn least(&self) -> [u64; 2] {
        [self.read, self.written].map(|bytes| bytes.div_ceil(SECTOR) as u64)
    }
}

/// The rows of the table so far.
struct Table(String);

impl Table {
    fn row<T>(&mut self, function: &str, size: &str, work: &Work, call: impl Fn() -> T) {
        let counted = counts(call).expect("the driver is the emulator");
        let Counts { launches, global_transactions: touched, .. } = counted;
        let written = counted.global_transactions_written;
        let [least_read, least_written] = work.least();
        let times = touched as f64 / (least_read + least_written) as f64;
        let most = work.most;
        assert!(times <= most, "{function} of {size}: {times} times the least, {counted:?}");
        let each = |count: u64| count as f64 / work.elements as f64;
        let instructions = counted.lane_instructions;
        let at_work = 100.0 * instructions as f64 / (32 * counted.warp_instructions) as f64;
        let _ = writeln!(
            self.0,
            "| {function} | {size} | {launches} | {:.1} | {at_work:.0} % | {:.4} | {:.4} | {:.4} \
             | {:.4} | {times:.2} | {most:.2} | {:.4} |",
            each(instructions),
            each(touched - written),
            each(least_read),
            each(written),
            each(least_written),
            each(counted.shared_bank_conflicts),
        );
    }
}
