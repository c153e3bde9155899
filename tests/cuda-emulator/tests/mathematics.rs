//! The functions of the mathematical library, as nvcc expands them.

mod common;
use common::*;

const PTX: &str = include_str!("kernels/nvcc/math.ptx");

/// Returns true if a value is as close to the true one as the library promises, and a little less.
fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    let scale = expected.abs().max(1e-30);
    (found.is_nan() && expected.is_nan())
        || found == expected
        || (found - expected).abs() / scale < tolerance
}

const NAMES: [&str; 12] = [
    "exp",
    "sin",
    "cos",
    "log",
    "pow",
    "sqrt",
    "tanh",
    "atan2",
    "rounding",
    "fmod",
    "erf or cbrt",
    "quotient",
];

#[test]
fn single_precision() {
    let context = Context::new();
    let inputs: Vec<f32> = (1..200).map(|i| i as f32 * 0.137).collect();
    let n = inputs.len();
    let (out, there) = (context.allocate(48 * n), context.upload(&inputs));
    context.module(PTX).launch("of_float", 2, 128, parameters![&out, &there, n as u32]);
    let found = context.download::<f32>(&out, 12 * n);
    for (x, found) in inputs.iter().map(|x| f64::from(*x)).zip(found.chunks(12)) {
        let expected = [
            x.exp(),
            x.sin(),
            x.cos(),
            x.ln(),
            x.powf(f64::from(1.7_f32)),
            x.sqrt(),
            x.tanh(),
            x.atan2(2.0),
            x.floor() + (x as f32).round() as f64 + x.trunc(),
            x % f64::from(1.3_f32),
            found[10].into(),
            x / 3.0,
        ];
        for ((name, found), expected) in NAMES.iter().zip(found).zip(expected) {
            // Sines of multiples of pi nearly vanish.
            let tolerance = if expected.abs() < 0.1 { 1e-4 } else { 2e-6 };
            assert!(
                close((*found).into(), expected, tolerance),
                "{name} of {x}: {found}, not {expected}"
            );
        }
    }
    // The error function grows to 1.
    let error: Vec<f32> = found.chunks(12).map(|values| values[10]).collect();
    assert!(error.is_sorted() && (error[0] - 0.153_635).abs() < 1e-4 && error[n - 1] == 1.0);
}

#[test]
fn double_precision() {
    let context = Context::new();
    let inputs: Vec<f64> = (1..200).map(|i| f64::from(i) * 0.4137).collect();
    let n = inputs.len();
    let (out, there) = (context.allocate(96 * n), context.upload(&inputs));
    context.module(PTX).launch("of_double", 2, 128, parameters![&out, &there, n as u32]);
    let found = context.download::<f64>(&out, 12 * n);
    for (x, found) in inputs.iter().zip(found.chunks(12)) {
        let expected = [
            x.exp(),
            x.sin(),
            x.cos(),
            x.ln(),
            x.powf(1.7),
            x.sqrt(),
            x.tanh(),
            x.atan2(2.0),
            x.floor() + x.round() + x.trunc(),
            x % 1.3,
            x.cbrt(),
            x / 3.0,
        ];
        for ((name, found), expected) in NAMES.iter().zip(found).zip(expected) {
            assert!(close(*found, expected, 1e-13), "{name} of {x}: {found}, not {expected}");
        }
    }
}
