//! Tests of the choice of a compiler, and of kernels that it rejects. The tests that need a real one are run
//! by `cargo test -p accel-build -- --ignored`, after `build/install-nvcc`.

use std::path::PathBuf;

use super::{FAKE_NVCC, Package};

/// Like [`FAKE_NVCC`], clang.
const FAKE_CLANG: &str = r#"#!/bin/sh
case "$1" in
--version) echo "Debian clang version 19.1.7"; exit;;
--print-targets) echo "    nvptx64    - NVIDIA PTX 64-bit"; exit;;
esac
echo "clang $@" >> "FOLDER/log"
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
{ echo .version 6.4; echo .target sm_75; } > "$out"
grep -q 'SINE(xs' "$1" && echo ".extern .func  (.param .b32 r) __nv_sinf (.param .b32 a);" >> "$out"
echo ".extern .func  (.param .b32 func_retval0) vprintf ();" >> "$out"
"#;

#[test]
fn no_compiler_is_one_warning() {
    let package = Package::new();
    package.write("src/lib.rs", "accel! { fn f() {} } accel! { fn g() {} }");
    let outcome = package.build();
    assert_eq!(outcome.errors, [""; 0]);
    assert_eq!(outcome.warnings.len(), 1);
    let warning = &outcome.warnings[0];
    let starts = "accel found no CUDA compiler, so 2 kernels of this crate will run on the CPU";
    assert!(warning.starts_with(starts), "{warning}");
    assert!(warning.contains("no nvcc: looked for ACCEL_NVCC"), "{warning}");
    assert!(warning.contains("no clang: looked for ACCEL_CLANG"), "{warning}");
    assert_eq!(warning.lines().count(), 1);
    assert_eq!((package.outputs(".cu").len(), package.outputs(".ptx").len()), (2, 0));
}

#[test]
fn none_is_meant() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.set("ACCEL_CUDA_COMPILER", "none");
    package.build_well();
    assert_eq!((package.outputs(".ptx").len(), package.calls().len()), (0, 0));
}

#[test]
fn the_order_of_the_search() {
    let mut package = Package::new();
    package.write("src/lib.rs", "accel! { fn f() {} }");
    // From the last place to the first.
    package.program("site/nvidia/cuda_nvcc/bin/nvcc", FAKE_NVCC);
    package.program("bin/python3", "#!/bin/sh\necho\necho /nowhere\necho FOLDER/site\n");
    takes(&package, "site/nvidia/cuda_nvcc/bin/nvcc");
    package.program("site/nvidia/cu13/bin/nvcc", FAKE_NVCC);
    takes(&package, "site/nvidia/cu13/bin/nvcc");
    package.usual_toolkits = vec![package.path("local/cuda")];
    package.program("local/cuda/bin/nvcc", FAKE_NVCC);
    takes(&package, "local/cuda/bin/nvcc");
    package.program("bin/nvcc", FAKE_NVCC);
    takes(&package, "bin/nvcc");
    for (variable, folder) in [("CUDA_HOME", "home"), ("CUDA_PATH", "path")] {
        let nvcc = package.program(&format!("{folder}/bin/nvcc"), FAKE_NVCC);
        package.set(variable, package.path(folder));
        takes(&package, nvcc);
    }
    let nvcc = package.program("named/nvcc", FAKE_NVCC);
    package.set("ACCEL_NVCC", &nvcc);
    takes(&package, nvcc);
}

#[track_caller]
fn takes(package: &Package, compiler: impl Into<PathBuf>) {
    let outcome = package.build_well();
    let compiler = package.folder.path().join(compiler.into());
    assert!(outcome.watched.contains(&compiler), "{:?}", outcome.watched);
}

#[test]
fn clang_where_no_nvcc_is() {
    let mut package = Package::new();
    package.write("src/lib.rs", "accel! { fn f() {} }");
    let clang = package.program("bin/clang-19", FAKE_CLANG);
    package.program("bin/clang-14", "#!/bin/sh\nexit 1\n");
    takes(&package, clang);
    assert!(package.calls()[0].contains("--cuda-gpu-arch=sm_75 -Xclang -target-feature"));
    package.program("bin/nvcc", FAKE_NVCC);
    takes(&package, "bin/nvcc");
    package.set("ACCEL_CUDA_COMPILER", "clang");
    takes(&package, "bin/clang-19");
}

#[test]
fn clang_that_does_not_do() {
    let old = FAKE_CLANG.replace("19.1.7", "13.0.1");
    let apple = FAKE_CLANG.replace("nvptx64", "arm64");
    let other = FAKE_CLANG.replace("clang version", "version");
    for (script, reason) in
        [(old, "is older than clang 14"), (apple, "has no NVPTX target"), (other, "or not clang")]
    {
        let mut package = Package::new();
        package.write("src/lib.rs", "accel! { fn f() {} }");
        let path = package.program("bin/clang", &script);
        let outcome = package.build();
        assert!(outcome.warnings[0].contains(reason), "{:?}", outcome.warnings);
        assert_eq!(outcome.errors, [""; 0]);
        // Another one may do.
        package.program("bin/clang-17", FAKE_CLANG);
        takes(&package, "bin/clang-17");
        // But not where it was asked for.
        package.set("ACCEL_CLANG", path);
        let errors = package.build().errors;
        assert!(errors[0].starts_with("ACCEL_CLANG: ") && errors[0].contains(reason), "{errors:?}");
    }
}

#[test]
fn clang_that_cannot_select_an_instruction_is_asked_again() {
    let fails = "case \"$*\" in *-disable-lsr*) ;; *) echo 'Cannot select: i1 = mul'; exit 70;; esac\nwhile";
    let package = Package::new();
    package.write("src/lib.rs", "accel! { fn f() {} }");
    package.program("bin/clang", &FAKE_CLANG.replacen("while", fails, 1));
    package.build_well();
    assert_eq!(package.calls().len(), 2);
    assert_eq!(package.outputs(".ptx").len(), 1);
}

#[test]
fn libdevice_is_linked_where_it_is() {
    let mut package = Package::new();
    package.write("src/lib.rs", "accel! { fn f() {} } accel! { fn sine() {} }");
    package.program("bin/clang", FAKE_CLANG);
    let outcome = package.build();
    assert_eq!(outcome.warnings.len(), 1);
    let warning = &outcome.warnings[0];
    assert!(warning.contains("so 1 kernel of this crate will run"), "{warning}");
    assert!(warning.contains("that of src/lib.rs:1, which calls `__nv_sinf`"), "{warning}");
    assert_eq!(package.outputs(".ptx").len(), 1);

    let library = package.program("site/nvidia/cu13/nvvm/libdevice/libdevice.10.bc", "bitcode");
    package.program("bin/python", "#!/bin/sh\necho FOLDER/site\n");
    package.build();
    let linked = format!("-Xclang -mlink-builtin-bitcode -Xclang {}", library.display());
    assert!(package.calls().last().unwrap().contains(&linked));
    let library = package.program("toolkit/nvvm/libdevice/libdevice.10.bc", "bitcode");
    package.set("CUDA_PATH", package.path("toolkit"));
    package.build();
    assert!(package.calls().last().unwrap().contains(&library.display().to_string()));

    package.set("ACCEL_SAVE_PTX", "solver");
    let outcome = package.build();
    assert!(outcome.errors[0].starts_with("accel found no libdevice.10.bc"));
    assert!(!package.path("package/ptx").exists());
}

#[test]
fn a_compiler_that_was_asked_for_and_is_not_there() {
    for name in ["nvcc", "clang"] {
        let mut package = Package::new();
        package.write("src/lib.rs", "accel! { fn f() {} }");
        package.set("ACCEL_CUDA_COMPILER", name);
        let outcome = package.build();
        let expected = format!("ACCEL_CUDA_COMPILER is `{name}`, but there is none:\n  no {name}");
        assert!(outcome.errors[0].starts_with(&expected), "{:?}", outcome.errors);
        assert_eq!(outcome.warnings, [""; 0]);
    }
}

#[test]
fn a_broken_compiler_is_an_error() {
    for script in ["#!/bin/sh\necho no library >&2; exit 127\n", "#!/nowhere/sh\n", "\0"] {
        let package = Package::with_nvcc("fn f() {}");
        let path = package.program("bin/nvcc", script);
        let errors = package.build().errors;
        assert_eq!(errors.len(), 1);
        let expected = format!("`{} --version` fails", path.display());
        assert!(errors[0].starts_with(&expected), "{errors:?}");
        assert!(errors[0].contains("another compiler or goes without"), "{errors:?}");
    }
    // One that runs, and then fails whatever it compiles, is not the fault of kernels.
    let package = Package::with_nvcc("fn f() {}");
    let script = "#!/bin/sh\n[ \"$1\" = --version ] || { echo no g++; exit 1; }\n";
    let path = package.program("bin/nvcc", script);
    let errors = package.build().errors;
    assert_eq!(errors.len(), 1);
    let expected = format!("{} compiles not even an empty file", path.display());
    assert!(errors[0].starts_with(&expected) && errors[0].contains("no g++"), "{errors:?}");
}

#[test]
fn a_rejected_kernel_is_an_error() {
    let package = Package::with_nvcc("fn f() {}");
    package.write("src/other.rs", "\n\naccel! { fn broken() {} }");
    let outcome = package.build();
    assert_eq!(outcome.errors.len(), 1);
    let error = &outcome.errors[0];
    let first = "the CUDA kernel of the accel block at src/other.rs:3 is not compiled";
    assert!(error.starts_with(first), "{error}");
    let nvcc = package.path("bin/nvcc").display().to_string();
    assert!(error.contains(&nvcc) && error.contains("(3): error: undeclared"), "{error}");
}

#[test]
fn many_rejected_kernels_are_counted() {
    let package = Package::with_nvcc("fn f() {}");
    for number in 0..9 {
        let text = format!("accel! {{ fn broken_{number}() {{}} }}");
        package.write(&format!("src/broken_{number}.rs"), text);
    }
    let errors = package.build().errors;
    assert_eq!(errors.len(), 6);
    assert_eq!(errors[5], "4 CUDA kernels more fail, too");
    assert_eq!(package.outputs(".ptx").len(), 1);
}

#[test]
fn output_that_is_no_ptx_is_an_error() {
    let errors = |script: &str| {
        let package = Package::with_nvcc("fn f() {}");
        let version = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo fake; exit; fi\n";
        package.program("bin/nvcc", &format!("{version}{script}\n"));
        let errors = package.build().errors;
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(package.outputs(".ptx"), [""; 0]);
        errors.concat()
    };
    for (script, reason) in [
        ("echo text > \"$out\"", "the file has no `.version` and `.target` of PTX"),
        ("printf '\\377' > \"$out\"", "the PTX is not text"),
    ] {
        let find = "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=\"$2\"; shift; done";
        let error = errors(&format!("{find}; {script}"));
        assert!(error.contains("src/lib.rs:1 ") && error.ends_with(reason), "{error}");
    }
    let error = errors("true");
    assert!(error.contains("not even an empty file") && error.contains("cannot read"), "{error}");
}

#[test]
fn machine_code_without_ptxas_is_a_warning() {
    let mut package = Package::with_nvcc("fn f() {}");
    package.set("ACCEL_CUDA_ARCH", "80");
    let outcome = package.build();
    assert_eq!(outcome.errors, [""; 0]);
    assert!(outcome.warnings[0].starts_with("accel found no ptxas"));
    assert_eq!(package.outputs(".ptx").len(), 1);
    // PTX that a compiler left here which is not to be used is not assembled either.
    package.program("bin/ptxas", "#!/bin/sh\nexit 1\n");
    package.set("ACCEL_CUDA_COMPILER", "none");
    package.build_well();
    package.set("ACCEL_CUDA_COMPILER", "nvcc");
    // A ptxas that rejects the PTX is an error.
    package.program("bin/ptxas", "#!/bin/sh\n[ \"$1\" = --version ] || { echo no; exit 1; }\n");
    let errors = package.build().errors;
    let expected = "src/lib.rs:1 is not assembled for sm_80, which has the entries fake\n";
    assert!(errors[0].contains(expected), "{errors:?}");
}

/// A package for the compilers of this machine.
pub fn real(compiler: &str) -> Package {
    let mut package = Package::new();
    for name in ["PATH", "ACCEL_NVCC", "ACCEL_CLANG", "CUDA_PATH", "CUDA_HOME"] {
        if let Some(value) = std::env::var_os(name) {
            package.set(name, value);
        }
    }
    package.set("ACCEL_CUDA_COMPILER", compiler);
    package.set("ACCEL_CUDA_ARCH", "75,80,90a");
    package.write("src/lib.rs", "accel! { fn plain() {} }\naccel! { fn sine() {} }");
    package
}

fn compiles(compiler: &str) {
    let package = real(compiler);
    package.build_well();
    let list = package.outputs(".ptx");
    assert_eq!((list.len(), package.outputs(".cubin").len()), (2, 6));
    for name in &list {
        let ptx = package.output(name);
        assert!(ptx.contains("\n.version 6.4\n.target sm_70"), "{ptx}");
        assert!(!ptx.contains("fma.rn.f32 \t%f2, %f1, %f1"), "{ptx}");
    }

    package.write("src/other.rs", "accel! { fn broken() {} }");
    let errors = package.build().errors;
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("src/other.rs:1") && errors[0].contains("undeclared"), "{errors:?}");
}

#[test]
#[ignore = "needs nvcc, which build/install-nvcc installs"]
fn nvcc_compiles() {
    compiles("nvcc");
}

#[test]
#[ignore = "needs clang with libdevice and ptxas, which build/install-nvcc installs"]
fn clang_compiles() {
    compiles("clang");
}
