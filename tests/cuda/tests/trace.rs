//! The reports of a program with `ACCEL_TRACE`.
//!
//! The test that needs a device is ignored; those that are not run it under the emulator.

mod common;

use accel::{Array, Device, ErrorKind};
use accel_cuda_tests::*;
use common::numbers;

/// Returns the report, on stderr, of a run of the test below with this value of the variable.
fn reported(value: &str) -> String {
    let variables = [("ACCEL_TRACE", value), ("ACCEL_EMULATOR_MEMORY", "64KiB")];
    common::run_under_the_emulator_with(&variables)
}

#[test]
#[ignore = "run by the others"]
fn five_calls() {
    if std::env::var("ACCEL_TRACE").is_ok_and(|value| value == "everything") {
        let error = try_shifted(&[1.0], 1.0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Device);
        let expected = "ACCEL_TRACE is `everything`, expected `summary` or `json`";
        assert_eq!(error.to_string(), expected);
        return;
    }
    let device = Device::cuda(0).expect("the driver has a device");
    let input = Array::from(numbers(2048));
    let mut results = vec![input];
    for step in 0..5 {
        results.push(device.run(|| shifted(&results[step], 2.0)));
    }
    assert_eq!(results[5][0], results[0][0] + 10.0);
}

/// The numbers in a text, without those that are times or depend on them.
fn counts(text: &str) -> Vec<u64> {
    text.split([' ', ',', '{', '}', ':', '\n']).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_summary() {
    let text = reported("summary");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("accel: ")).collect();
    let [head, kernel, there, back, rest] = lines[..] else { panic!("{text}") };
    assert!(head.starts_with("kernel "), "{text}");
    assert!(kernel.starts_with("accel_shifted_1 "), "{text}");
    assert_eq!(counts(kernel), [5, 5 * 2 * 16384], "{text}");
    // The device has room for three of the six arrays: the first one has its home, and the next
    // two come home to make room; the last one when it is looked at.
    assert_eq!((counts(there), counts(back)), (vec![1, 16384], vec![3, 3 * 16384]), "{text}");
    assert_eq!(rest, "4 allocations, 3 evictions");
}

#[test]
fn a_plan_names_the_kernels() {
    let plan = shifted::plan();
    assert_eq!(plan.kernels()[0].cuda(), Some("accel_shifted_1"));
    assert!(plan.to_string().ends_with("\ncuda shifted.1: accel_shifted_1\n"), "{plan}");
    let plan = product::plan().to_string();
    let forms = "by eights, by warps, by blocks, by several blocks, in tiles of 64 × 64, in tiles of 128 × 128";
    assert!(plan.ends_with(&format!("\ncuda product.1: accel_product_1, {forms}\n")), "{plan}");
    let ragged = row_sums::plan().to_string();
    let forms = "by eights, by warps, by blocks, long rows by several blocks";
    assert!(
        ragged.ends_with(&format!("\ncuda row_sums.1: accel_row_sums_1, {forms}\n")),
        "{ragged}"
    );
    let names: Vec<_> =
        sorted_between::plan().kernels().iter().map(|kernel| kernel.cuda()).collect();
    let expected = ["accel_sorted_between_1", "accel_sort", "accel_sorted_between_2"];
    assert_eq!(names, expected.map(Some));
    // A function that calls itself has kernels, too, if it goes level by level.
    let plan = halves::plan();
    let names = plan.called_kernels().iter().filter_map(|kernel| kernel.cuda());
    assert!(names.into_iter().any(|name| name == "accel_halves_devices_1"), "{plan}");
    // A function that runs on the CPU says why.
    let plan = common_divisor::plan();
    let reason = Some("the operator of a reduction can fail");
    assert_eq!(plan.kernels()[1].reason_for_cpu(), reason, "{plan}");
    let line = ": on the CPU, since the operator of a reduction can fail\n";
    assert!(plan.to_string().contains(line), "{plan}");
    assert!(!lists_sorted::plan().to_string().contains("on the CPU"), "{}", lists_sorted::plan());
}

#[test]
fn a_line_of_json() {
    let text = reported("json");
    let line = text.lines().find(|line| line.starts_with("{\"kernels\":[")).expect("a line");
    assert!(line.contains("{\"name\":\"accel_shifted_1\",\"launches\":5,"), "{line}");
    assert!(line.ends_with("}"), "{line}");
}

#[test]
fn a_value_that_is_wrong() {
    reported("everything");
}
