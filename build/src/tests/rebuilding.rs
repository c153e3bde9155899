//! Tests of the files that are made again, and of those that are not.

use super::{FAKE_NVCC, Package, emit};

#[test]
fn nothing_changed() {
    let package = Package::with_nvcc("fn f() {}");
    package.build_well();
    let list = package.path("out/accel/made-from");
    let before = std::fs::metadata(&list).unwrap().modified().unwrap();
    package.build_well();
    assert_eq!(package.calls().len(), 1);
    assert_eq!(std::fs::metadata(&list).unwrap().modified().unwrap(), before);
}

#[test]
fn one_of_two_blocks_changes() {
    let package = Package::with_nvcc("fn f() {}");
    package.write("src/other.rs", "accel! { fn g() {} }");
    package.build_well();
    let before = package.outputs(".ptx");
    package.write("src/other.rs", "accel! { fn h() {} }");
    package.build_well();
    assert_eq!(package.calls().len(), 3);
    let after = package.outputs(".ptx");
    assert_eq!(after.len(), 2);
    assert_eq!(before.iter().filter(|name| after.contains(name)).count(), 1);
    // The file of the old kernel is gone, and so is everything else that is not of a kernel.
    assert_eq!(package.outputs(".cu").len(), 2);
    std::fs::write(package.path("out/accel/old.ptx.part"), "killed").unwrap();
    package.build_well();
    assert_eq!(package.outputs("").len(), 5);
}

#[test]
fn layout_and_comments_change_nothing() {
    let package = Package::with_nvcc("fn f() {}");
    package.build_well();
    package.write("src/lib.rs", "\n// text\naccel!{\n    fn f ( ) { } // text\n}");
    package.build_well();
    assert_eq!(package.calls().len(), 1);
}

#[test]
fn another_compiler_or_target_makes_it_again() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.build_well();
    package.program("bin/nvcc", &FAKE_NVCC.replace("13.0", "13.1"));
    package.build_well();
    assert_eq!(package.calls().len(), 2);
    package.set("CUDA_HOME", package.path("toolkit"));
    package.program("toolkit/bin/nvcc", &FAKE_NVCC.replace("13.0", "13.1"));
    package.build_well();
    assert_eq!(package.calls().len(), 3);
    package.program("toolkit/bin/ptxas", FAKE_NVCC);
    package.set("ACCEL_CUDA_ARCH", "80");
    package.build_well();
    let calls = package.calls();
    assert!(calls[3].contains("compute_80"), "{calls:?}");
}

#[test]
fn what_nvcc_takes_from_its_environment_makes_it_again() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.build_well();
    package.set("NVCC_APPEND_FLAGS", "-Ofc=mid");
    let outcome = package.build_well();
    package.build_well();
    assert_eq!(package.calls().len(), 2);
    assert!(outcome.to_string().contains("cargo::rerun-if-env-changed=NVCC_APPEND_FLAGS\n"));
}

#[test]
fn files_that_are_lost_or_half_written_are_made_again() {
    let package = Package::with_nvcc("fn f() {}");
    package.build_well();
    let ptx = package.path("out/accel").join(&package.outputs(".ptx")[0]);
    std::fs::remove_file(&ptx).unwrap();
    package.build_well();
    assert_eq!(package.calls().len(), 2);
    std::fs::write(package.path("out/accel/made-from"), "not a list").unwrap();
    package.build_well();
    assert_eq!(package.calls().len(), 3);
    assert!(ptx.is_file());
}

#[test]
fn a_failed_build_keeps_what_was_made() {
    let package = Package::with_nvcc("fn f() {}");
    package.write("src/other.rs", "accel! { fn broken() {} }");
    assert_eq!(package.build().errors.len(), 1);
    assert_eq!(package.outputs(".ptx").len(), 1);
    package.write("src/other.rs", "accel! { fn repaired() {} }");
    package.build_well();
    // Three kernels, of which the broken one once more with headers, and an empty file to see whether
    // the compiler is to blame.
    assert_eq!((package.outputs(".ptx").len(), package.calls().len()), (2, 5));
}

#[test]
fn names_are_the_same_wherever_a_block_stands() {
    let name = |text: &str| {
        let blocks = super::blocks::blocks(text);
        let units = blocks.into_iter().flat_map(|block| emit(block.input));
        units.map(|unit| unit.name).collect::<Vec<_>>()
    };
    let alone = name("accel! { pub fn f(xs: &[f64]) -> f64 { xs.sum() } }");
    let within =
        name("mod m {\n fn g() {\n accel! {\n pub fn f(xs: &[f64])\n -> f64 { xs.sum() } } } }");
    assert_eq!(alone.len(), 1);
    assert_eq!(alone, within);
}
