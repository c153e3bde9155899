//! Environment variables with good and bad values.

use std::ffi::OsString;

use super::Package;

/// The errors of a build with this variable.
fn errors(name: &str, value: impl Into<OsString>) -> Vec<String> {
    let mut package = Package::with_nvcc("fn f() {}");
    package.set(name, value);
    package.build().errors
}

#[test]
fn compilers() {
    for wrong in ["NVCC", "gcc", " nvcc", "nvcc,clang"] {
        let errors = errors("ACCEL_CUDA_COMPILER", wrong);
        assert_eq!(errors.len(), 1, "{wrong}");
        let expected = format!("ACCEL_CUDA_COMPILER is `{wrong}`, expected `nvcc`, ");
        assert!(errors[0].starts_with(&expected), "{errors:?}");
    }
    assert_eq!(errors("ACCEL_CUDA_COMPILER", ""), [""; 0]);
}

#[test]
fn targets() {
    for wrong in ["sm_80", "69", "eighty", "80,", "80;90", "-80", "80b", "99999", "a", "+80"] {
        let errors = errors("ACCEL_CUDA_ARCH", wrong);
        assert_eq!(errors.len(), 1, "{wrong}");
        let expected = format!("ACCEL_CUDA_ARCH is `{wrong}`, expected compute capabilities");
        assert!(errors[0].starts_with(&expected), "{errors:?}");
    }
}

#[test]
fn the_lowest_target_gets_ptx_and_each_gets_machine_code() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.program(
        "bin/ptxas",
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo fake; exit; fi\n\
         echo \"$@\" >> \"FOLDER/log\"\necho code > \"$4\"\n",
    );
    package.set("ACCEL_CUDA_ARCH", "90a, 80,100f,80");
    package.build_well();
    let calls = package.calls();
    assert_eq!(calls.len(), 4);
    assert!(calls[0].contains("-arch=compute_80"), "{calls:?}");
    let name = package.outputs(".ptx")[0].replace(".ptx", "");
    let expected = ["sm_100f", "sm_80", "sm_90a"].map(|sm| format!("{name}.{sm}.cubin"));
    assert_eq!(package.outputs(".cubin"), expected);
    package.build_well();
    assert_eq!(package.calls().len(), 4);

    package.set("ACCEL_CUDA_ARCH", "90a");
    package.build_well();
    assert!(package.calls()[4].contains("-arch=compute_90 "));
    assert_eq!(package.outputs(".cubin"), expected[2..]);
}

#[test]
fn programs() {
    for name in ["ACCEL_NVCC", "ACCEL_CLANG"] {
        let mut package = Package::with_nvcc("fn f() {}");
        package.set(name, "/nowhere/compiler");
        let choice = if name == "ACCEL_NVCC" { "nvcc" } else { "clang" };
        package.set("ACCEL_CUDA_COMPILER", choice);
        let expected = format!("{name} is `/nowhere/compiler`, which is not a file");
        assert_eq!(package.build().errors, [expected]);
    }
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text() {
    use std::os::unix::ffi::OsStringExt;

    for name in ["ACCEL_CUDA_COMPILER", "ACCEL_CUDA_ARCH", "ACCEL_SAVE_PTX"] {
        let errors = errors(name, OsString::from_vec(vec![b'x', 0xff]));
        assert_eq!(errors.len(), 1);
        assert!(errors[0].starts_with(&format!("{name} is not Unicode: ")), "{errors:?}");
    }
}

#[test]
fn all_wrong_variables_are_told_at_once() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.set("ACCEL_CUDA_COMPILER", "gcc");
    package.set("ACCEL_CUDA_ARCH", "old");
    package.variables.remove(std::ffi::OsStr::new("OUT_DIR"));
    assert_eq!(package.build().errors.len(), 3);
}

#[test]
fn cargo_is_told_in_lines() {
    let mut package = Package::with_nvcc("fn broken() {}");
    let text = package.build().to_string();
    assert!(text.lines().all(|line| line.starts_with("cargo::")), "{text}");
    assert!(text.contains("\ncargo::error=the CUDA kernel of the accel block at src/lib.rs:1 "));
    for name in ["ACCEL_NVCC", "ACCEL_CUDA_ARCH", "CUDA_PATH"] {
        assert!(text.contains(&format!("cargo::rerun-if-env-changed={name}\n")));
    }
    package.set("ACCEL_CUDA_COMPILER", "none");
    assert!(!package.build().to_string().contains("cargo::error"));
}
