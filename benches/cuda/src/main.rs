//! Measures functions on a CUDA device beside the CPU, and streaming ones beside the device's own
//! copy: `device [--quick]`. The table goes to stdout.

mod measure;

use std::error::Error;
use std::process::ExitCode;

use accel::{Array, Device};
use accel_cuda_benches::functions::*;
use accel_cuda_benches::inputs::{MATRICES, equal_rows, floats, integers, rows_of};
use measure::{Table, Work};

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

fn near(a: &[f32], b: &[f32]) -> bool {
    let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * a.abs().max(1.0);
    a.len() == b.len() && a.iter().zip(b).all(close)
}

/// Whether all kernels were right.
fn run() -> Result<bool, Box<dyn Error>> {
    let quick = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => false,
        [option] if option == "--quick" => true,
        _ => return Err("usage: device [--quick]".into()),
    };
    let device = Device::cuda(0)?;
    // The context is made by the first call.
    device.run(|| total(&[1.0]));
    let n = if quick { 1 << 12 } else { 1 << 26 };
    let mut table = Table::new(device, if quick { 1 } else { 11 }, 4 * n)?;
    streams(&mut table, n)?;
    rows(&mut table, n)?;
    let side = if quick { 32 } else { 2048 };
    let matrix = Array::from_vec([side, side], floats(side * side));
    table.row(
        "product",
        &format!("{side}²"),
        Work::Operations(2 * side * side * side),
        || product(&matrix, &matrix),
        || product(&matrix, &matrix).into_vec(),
        |a, b| near(a, b),
    )?;
    let wrong = table.wrong.clone();
    print!("{}", table.finish());
    wrong.iter().for_each(|kernel| eprintln!("{kernel} gives something else than on the CPU"));
    Ok(wrong.is_empty())
}

/// Functions that go over their input once.
fn streams(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let (x, y) = (Array::from(floats(n)), Array::from(floats(n + 1).split_off(1)));
    let integers = Array::from(integers(n));
    let size = &format!("{n}");
    let bytes = |arrays: usize| Work::Bytes(4 * n * arrays);
    let vector = |a: &Vec<f32>, b: &Vec<f32>| near(a, b);
    let scalar = |a: &f32, b: &f32| (a - b).abs() <= 1e-3 * (n as f32).sqrt();
    table.row(
        "saxpy",
        size,
        bytes(3),
        || saxpy(2.0, &x, &y),
        || saxpy(2.0, &x[..], &y[..]).into_vec(),
        vector,
    )?;
    table.row("chain", size, bytes(2), || chain(&x), || chain(&x[..]).into_vec(), vector)?;
    table.row("total", size, bytes(1), || total(&x), || total(&x[..]), scalar)?;
    table.row("dot", size, bytes(2), || dot(&x, &y), || dot(&x[..], &y[..]), scalar)?;
    table.row(
        "running",
        size,
        bytes(2),
        || running(&integers),
        || running(&integers[..]).into_vec(),
        Vec::eq,
    )?;
    // Half of the numbers are chosen.
    table.row(
        "chosen",
        size,
        Work::Bytes(6 * n),
        || chosen(&x),
        || chosen(&x[..]).into_vec(),
        vector,
    )?;
    table.row(
        "histogram",
        size,
        bytes(1),
        || histogram(&integers),
        || histogram(&integers[..]).into_vec(),
        Vec::eq,
    )?;
    table.row(
        "sorted",
        size,
        bytes(2),
        || sorted(&integers),
        || sorted(&integers[..]).into_vec(),
        Vec::eq,
    )?;
    let side = n.isqrt();
    let plane = Array::from_vec([side, side], floats(side * side));
    let work = Work::Bytes(8 * side * side);
    table.row(
        "smoothed",
        &format!("{side}²"),
        work,
        || smoothed(&plane),
        || smoothed(&plane).into_vec(),
        vector,
    )?;
    table.row(
        "turned",
        &format!("{side}²"),
        work,
        || turned(&plane),
        || turned(&plane).into_vec(),
        vector,
    )?;
    Ok(())
}

/// Functions over rows: the same elements in few rows and in many, and sparse matrices.
fn rows(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let most = if n < 1 << 20 { n } else { 100_000_000 };
    for count in (0..=8).map(|power| 10usize.pow(power)).filter(|count| *count <= most) {
        let cut = equal_rows(n, count);
        let work = Work::Bytes(4 * n + 12 * count);
        let near = |a: &Vec<f32>, b: &Vec<f32>| {
            let most = 1e-3 * (n as f32 / count as f32).sqrt().max(1.0);
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= most)
        };
        table.row(
            "row_sums",
            &format!("{n} in {count} rows"),
            work,
            || row_sums(&cut),
            || row_sums(&cut).into_vec(),
            near,
        )?;
    }
    for (name, matrix) in MATRICES {
        let matrix = matrix(if n < 1 << 20 { 1000 } else { 1 });
        let work = Work::Bytes(12 * matrix.entries() + 16 * matrix.height() + 8 * matrix.width);
        let size = format!("like {name}: {} in {} rows", matrix.entries(), matrix.height());
        let x = Array::from((0..matrix.width).map(|i| (i % 5) as f64).collect::<Vec<_>>());
        let rows = rows_of(&matrix);
        let product = || sparse_product(&rows, &x);
        table.row(
            "sparse_product",
            &size,
            work,
            product,
            || product().into_vec(),
            |a, b| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(1.0)),
        )?;
    }
    Ok(())
}
