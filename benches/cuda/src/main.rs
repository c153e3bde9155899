//! Measures functions on a CUDA device beside the CPU, the device's own copy, and the libraries in
//! `rivals/`: `accel-cuda-benches [--quick] [FUNCTION…]`. The table goes to stdout.

mod measure;
mod rivals;

use std::error::Error;
use std::process::ExitCode;

use accel::{Array, Device};
use accel_cuda_benches::functions::*;
use accel_cuda_benches::inputs::{MATRICES, Matrix, equal_rows, floats, integers, rows_of};
use bytemuck::cast_slice;
use measure::{Case, Table, Work};
use rivals::{Rival, Rivals};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The functions to be measured, and their rivals.
struct Choice {
    quick: bool,
    /// Parts of names of functions; all, if there are none.
    names: Vec<String>,
    rivals: Option<Rivals>,
}

impl Choice {
    fn has(&self, kernel: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| kernel.contains(name.as_str()))
    }

    fn rival(&self, kernel: &str, sizes: &[usize], inputs: &[&[u8]]) -> Option<Rival<'_>> {
        self.rivals.as_ref()?.rival(kernel, sizes, inputs)
    }
}

fn near(a: &[f32], b: &[f32]) -> bool {
    let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * a.abs().max(1.0);
    a.len() == b.len() && a.iter().zip(b).all(close)
}

/// Measures all functions. Returns true if all kernels were right.
fn run() -> Result<bool, Box<dyn Error>> {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    if options.iter().any(|option| option != "--quick") {
        return Err("usage: accel-cuda-benches [--quick] [FUNCTION…]".into());
    }
    let choice = Choice { quick: !options.is_empty(), names, rivals: Rivals::load()? };
    let device = Device::cuda(0)?;
    // The context is made by the first call.
    device.run(|| total(&[1.0]));
    let n = if choice.quick { 1 << 12 } else { 1 << 26 };
    let mut table = Table::new(device, if choice.quick { 1 } else { 11 }, 4 * n)?;
    streams(&choice, &mut table, n)?;
    rows(&choice, &mut table, n)?;
    let side = if choice.quick { 32 } else { 2048 };
    if choice.has("product") {
        let (a, b) = (floats(side * side), floats(side * side + 1).split_off(1));
        let inputs = [cast_slice(&a), cast_slice(&b)];
        let rival = choice.rival("product", &[side], &inputs);
        let work = Work::Operations(2 * side * side * side);
        let case = Case { kernel: "product", size: format!("{side}²"), work, rival };
        let [a, b] = [a, b].map(|matrix| Array::from_vec([side, side], matrix));
        table.row(case, || product(&a, &b), || product(&a, &b).into_vec(), near)?;
    }
    let wrong = table.wrong.clone();
    print!("{}", table.finish());
    wrong.iter().for_each(|kernel| eprintln!("{kernel} gives something else"));
    Ok(wrong.is_empty())
}

/// Functions that go over their input once.
fn streams(choice: &Choice, table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let (x, y) = (floats(n), floats(n + 1).split_off(1));
    let integers = integers(n);
    let (rival_x, rival_integers) = (cast_slice(&x), cast_slice(&integers));
    let case = |kernel: &'static str, bytes: usize, input: &[u8]| Case {
        kernel,
        size: format!("{n}"),
        work: Work::Bytes(bytes),
        rival: choice.rival(kernel, &[n], &[input]),
    };
    let scalar = |a: &[f32], b: &[f32]| (a[0] - b[0]).abs() <= 1e-3 * (n as f32).sqrt();
    let equal = |a: &[u32], b: &[u32]| a == b;
    let (ax, ay) = (Array::from(x.clone()), Array::from(y.clone()));
    let all = Array::from(integers.clone());
    if choice.has("saxpy") {
        let (here, there) = (|| saxpy(2.0, &x[..], &y[..]).into_vec(), || saxpy(2.0, &ax, &ay));
        table.row(case("saxpy", 12 * n, &[]), there, here, near)?;
    }
    if choice.has("chain") {
        table.row(case("chain", 8 * n, &[]), || chain(&ax), || chain(&x[..]).into_vec(), near)?;
    }
    if choice.has("total") {
        let case = case("total", 4 * n, rival_x);
        table.row(case, || total(&ax), || vec![total(&x[..])], scalar)?;
    }
    if choice.has("dot") {
        let case = case("dot", 8 * n, &[]);
        table.row(case, || dot(&ax, &ay), || vec![dot(&x[..], &y[..])], scalar)?;
    }
    if choice.has("running") {
        let case = case("running", 8 * n, rival_integers);
        table.row(case, || running(&all), || running(&integers[..]).into_vec(), equal)?;
    }
    if choice.has("chosen") {
        // Half of the numbers are chosen.
        let case = case("chosen", 6 * n, rival_x);
        table.row(case, || chosen(&ax), || chosen(&x[..]).into_vec(), near)?;
    }
    if choice.has("histogram") {
        let case = case("histogram", 4 * n, rival_integers);
        table.row(case, || histogram(&all), || histogram(&integers[..]).into_vec(), equal)?;
    }
    if choice.has("sorted") {
        let case = case("sorted", 8 * n, rival_integers);
        table.row(case, || sorted(&all), || sorted(&integers[..]).into_vec(), equal)?;
    }
    let side = n.isqrt();
    let plane = Array::from_vec([side, side], floats(side * side));
    let case = |kernel: &'static str| Case {
        kernel,
        size: format!("{side}²"),
        work: Work::Bytes(8 * side * side),
        rival: None,
    };
    if choice.has("smoothed") {
        let moving = || smoothed(&plane).into_vec();
        table.row(case("smoothed"), || smoothed(&plane), moving, near)?;
    }
    if choice.has("turned") {
        table.row(case("turned"), || turned(&plane), || turned(&plane).into_vec(), near)?;
    }
    Ok(())
}

/// Functions over rows: the same elements in few rows and in many, and sparse matrices.
fn rows(choice: &Choice, table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let most = if n < 1 << 20 { n } else { 100_000_000 };
    let counts = (0..=8).map(|power| 10usize.pow(power)).filter(|count| *count <= most);
    for count in counts.filter(|_| choice.has("row_sums")) {
        let cut = equal_rows(n, count);
        let near = |a: &[f32], b: &[f32]| {
            let most = 1e-3 * (n as f32 / count as f32).sqrt().max(1.0);
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= most)
        };
        let offsets = narrow(cut.offsets());
        let rival = choice.rivals.as_ref().and_then(|_| {
            choice.rival("row_sums", &[n, count], &[cast_slice(&floats(n)), cast_slice(&offsets)])
        });
        let case = Case {
            kernel: "row_sums",
            size: format!("{n} in {count} rows"),
            work: Work::Bytes(4 * n + 12 * count),
            rival,
        };
        table.row(case, || row_sums(&cut), || row_sums(&cut).into_vec(), near)?;
    }
    let wanted = |name: &str| choice.has("sparse_product") || choice.has(name);
    for (name, matrix) in MATRICES.iter().filter(|(name, _)| wanted(name)) {
        let matrix = matrix(if n < 1 << 20 { 1000 } else { 1 });
        let x: Vec<f64> = (0..matrix.width).map(|i| (i % 5) as f64).collect();
        let case = Case {
            kernel: "sparse_product",
            size: format!("like {name}: {} in {} rows", matrix.entries(), matrix.height()),
            work: Work::Bytes(12 * matrix.entries() + 16 * matrix.height() + 8 * matrix.width),
            rival: rival_of_sparse_product(choice, &matrix, &x),
        };
        let (rows, x) = (rows_of(&matrix), Array::from(x));
        let product = || sparse_product(&rows, &x);
        let near = |a: &[f64], b: &[f64]| {
            let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
            a.len() == b.len() && a.iter().zip(b).all(near)
        };
        table.row(case, product, || product().into_vec(), near)?;
    }
    Ok(())
}

fn rival_of_sparse_product<'a>(
    choice: &'a Choice,
    matrix: &Matrix,
    x: &[f64],
) -> Option<Rival<'a>> {
    let offsets = narrow(&matrix.offsets);
    let inputs = [
        cast_slice(&offsets),
        cast_slice(&matrix.columns),
        cast_slice(&matrix.values),
        cast_slice(x),
    ];
    choice.rival("sparse_product", &[matrix.height(), matrix.width, matrix.entries()], &inputs)
}

/// Offsets as libraries take them.
fn narrow(offsets: &[usize]) -> Vec<u32> {
    offsets.iter().map(|offset| *offset as u32).collect()
}
