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
fn kept_ptx_is_what_was_saved() {
    let package = saved();
    let name = names(&package.path("package/ptx"), ".ptx").remove(0);
    let kept = format!("ptx/{name}");
    let content = std::fs::read_to_string(package.path("package").join(&kept)).unwrap();
    let ptx = package.output(&name);
    assert!(content.starts_with("// accel SHA-256 ") && content.ends_with(&ptx));

    // Version control may end lines in another way.
    package.write(&kept, content.replace('\n', "\r\n"));
    package.build_well();
    assert_eq!(package.output(&name), ptx);
}

#[test]
fn kept_ptx_that_is_not_what_was_saved_is_refused() {
    let mut package = saved();
    package.write("src/more.rs", "accel! { fn g() {} }");
    package.program("bin/nvcc", super::FAKE_NVCC);
    package.set("ACCEL_SAVE_PTX", "solver");
    package.build_well();
    package.variables.remove(std::ffi::OsStr::new("ACCEL_SAVE_PTX"));
    let folder = package.path("package/ptx");
    let kept = names(&folder, ".ptx");
    let path = |name: &str| folder.join(name);
    let [name, other] = kept.as_slice() else { panic!("two kernels, found {kept:?}") };
    let content = std::fs::read(path(name)).unwrap();
    let of_the_other = std::fs::read(path(other)).unwrap();

    let changed = |at: usize| {
        let mut changed = content.clone();
        changed[at] ^= 1;
        changed
    };
    let ends = (0..content.len()).map(|end| content[..end].to_vec());
    let changes = (0..content.len()).map(changed);
    let without_the_hash =
        content.iter().position(|byte| *byte == b'\n').map(|end| &content[end + 1..]);
    let foreign = [of_the_other, without_the_hash.unwrap().to_vec(), vec![0xff], Vec::new()];
    for wrong in ends.chain(changes).chain(foreign) {
        package.write(&format!("ptx/{name}"), &wrong);
        let errors = package.build().errors;
        let shown = String::from_utf8_lossy(&wrong);
        let expected =
            format!("`{}` is not PTX that accel-build has saved: ", path(name).display());
        assert!(errors.len() == 1 && errors[0].starts_with(&expected), "{errors:?} for\n{shown}");
        assert!(errors[0].contains("\nACCEL_SAVE_PTX=solver writes the folder anew"), "{errors:?}");
    }

    // Both are told, and the newly saved file is taken.
    package.write(&format!("ptx/{other}"), "");
    assert_eq!(package.build().errors[0].lines().count(), 3);
    package.set("ACCEL_SAVE_PTX", "solver");
    package.build_well();
    package.variables.remove(std::ffi::OsStr::new("ACCEL_SAVE_PTX"));
    package.build_well();
    assert_eq!(std::fs::read(path(name)).unwrap(), content);
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
