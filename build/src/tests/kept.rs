//! PTX that is kept with the source.

use super::{Package, names};

/// A package whose PTX was saved, and that is moved to a machine without a compiler.
fn saved() -> Package {
    let mut package = Package::with_nvcc("fn f() {}");
    package.write("ptx/old.ptx", "of a kernel that is gone");
    package.write("ptx/README.md", "not PTX");
    package.set("ACCEL_SAVE_PTX", "solver");
    package.build_well();
    package.variables.remove(std::ffi::OsStr::new("ACCEL_SAVE_PTX"));
    std::fs::remove_file(package.path("bin/nvcc")).unwrap();
    package
}

#[test]
fn saved_and_used_without_a_compiler() {
    let package = saved();
    let kept = names(&package.path("package/ptx"), "");
    assert_eq!((kept.len(), kept.contains(&"README.md".to_owned())), (2, true));
    let ptx = package.outputs(".ptx");
    let content = package.output(&ptx[0]);

    std::fs::remove_dir_all(package.path("out/accel")).unwrap();
    let outcome = package.build_well();
    assert_eq!(package.outputs(".ptx"), ptx);
    assert_eq!(package.output(&ptx[0]), content);
    assert!(outcome.watched.contains(&package.path("package/ptx")));
}

#[test]
fn kept_ptx_comes_before_any_compiler() {
    let package = saved();
    std::fs::remove_dir_all(package.path("out/accel")).unwrap();
    package.program("bin/nvcc", "#!/bin/sh\nexit 1\n");
    package.build_well();
    assert_eq!(package.outputs(".ptx").len(), 1);
}

#[test]
fn kept_ptx_of_other_kernels_is_not_used() {
    let package = saved();
    package.write("src/lib.rs", "accel! { fn changed() {} }");
    let outcome = package.build();
    assert_eq!(outcome.warnings.len(), 1);
    assert_eq!(package.outputs(".ptx"), [""; 0]);
}

#[test]
fn kept_ptx_that_changes_is_taken_again() {
    let package = saved();
    package.build_well();
    let name = &package.outputs(".ptx")[0];
    package.write(&format!("ptx/{name}"), "changed");
    package.build_well();
    assert_eq!(package.output(name), "changed");
}

#[test]
fn saving_is_for_the_package_that_is_named() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.set("ACCEL_SAVE_PTX", "another");
    package.build_well();
    assert!(!package.path("package/ptx").exists());
}

#[test]
fn saving_needs_a_compiler() {
    let mut package = saved();
    package.set("ACCEL_SAVE_PTX", "solver");
    let outcome = package.build();
    assert!(outcome.errors[0].starts_with("ACCEL_SAVE_PTX needs a CUDA compiler"));
    package.set("ACCEL_CUDA_COMPILER", "none");
    let expected = "ACCEL_SAVE_PTX needs a CUDA compiler:\n  ACCEL_CUDA_COMPILER is `none`";
    assert_eq!(package.build().errors, [expected]);
    assert_eq!(names(&package.path("package/ptx"), ".ptx").len(), 1);
}
