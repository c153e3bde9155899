//! Programs that must not compile: each file under `fail/` makes one mistake that a person would
//! make, and the `.stderr` file beside it is what the user sees.
//!
//! One `TestCases` for all of them, with no program that must compile among them: that way
//! trybuild checks them all in one run of cargo. `TRYBUILD=overwrite` writes the `.stderr` files;
//! read what it wrote as the user would before you keep it.

use std::fs;
use std::path::Path;

use accel_ir::diagnostic::Code;

#[test]
fn every_mistake_is_explained() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*/*.rs");
}

#[test]
fn every_code_has_a_program() {
    let mut shown = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    for topic in fs::read_dir(folder).expect("the programs") {
        for file in fs::read_dir(topic.expect("a folder").path()).expect("a topic") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "stderr") {
                shown.push_str(&fs::read_to_string(path).expect("a message"));
            }
        }
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|name| !shown.contains(&format!("accel[{name}]")))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);
}
