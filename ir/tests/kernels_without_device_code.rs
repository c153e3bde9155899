//! The kernels of the program files that run on the CPU even where there is a device, and why: a table
//! has all of them, so that no other one joins them unseen. `ACCEL_WRITE_KERNELS=1` writes the table.

#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use accel_ir::Input;
use accel_test_programs::golden;
use accel_test_programs::texts::named_texts;

#[test]
fn kernels_without_device_code() {
    let mut of_reasons: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut count = 0;
    for (file, text) in named_texts() {
        let tokens = text.parse().expect("the text has tokens");
        for (kernel, reason) in accel_ir::reasons_against_devices(Input::Block(tokens)) {
            count += 1;
            if let Some(reason) = reason {
                of_reasons.entry(reason).or_default().insert(format!("{file}: {kernel}"));
            }
        }
    }
    assert!(count > 3000, "{count} kernels");
    let mut found =
        "# Kernels without device code\n\nKernels of the program files that run on the CPU \
                     where there is a device, by what keeps them there.\n"
            .to_string();
    for (reason, kernels) in of_reasons {
        write!(found, "\n## {reason}\n\n").expect("texts grow");
        kernels.iter().for_each(|kernel| writeln!(found, "* {kernel}").expect("texts grow"));
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels-without-device-code.md");
    golden::compare(&table, &found, "ACCEL_WRITE_KERNELS");
}
