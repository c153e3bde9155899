//! Tests that nvcc goes without the headers of CUDA.

use accel_ir::Input;

use super::compilers::real;
use super::{FAKE_NVCC, Package};
use crate::compiler::{Headers, Search, Searched};
use crate::environment::Environment;
use crate::settings::Choice;
use crate::target::Target;

#[test]
fn an_nvcc_that_needs_its_headers() {
    // An nvcc without its headers stops at names that it does not know, or takes them for functions of
    // another file.
    let stops = r#"case "$all" in *WITHOUT*) echo no >&2; exit 1;; esac"#;
    let declares = r#"case "$all" in *WITHOUT*) echo ".extern .func __ffs;" >> "$out";; esac"#;
    for script in [stops, declares] {
        let package = Package::with_nvcc("fn f() {}");
        package.program(
            "bin/nvcc",
            &format!("{}{script}\n", FAKE_NVCC.replacen('\n', "\nall=\"$*\"\n", 1)),
        );
        package.build_well();
        assert_eq!(package.outputs(".ptx").len(), 1);
        let calls = package.calls();
        assert_eq!(calls.len(), 2);
        assert!(
            calls[0].contains("-D__CUDA_RUNTIME_H__ ") && !calls[1].contains("-D"),
            "{calls:?}"
        );
    }
}

/// Kernels with everything that they use of CUDA's headers.
const OF_ALL_KINDS: &str = "
    pub fn functions(xs: [f64], ys: [f32]) -> ([f64], [f32]) {
        (
            xs.map(|x| x.sin() + x.exp().ln() + x.floor().sqrt() + x.powf(1.5) + x.mul_add(x, x)),
            ys.map(|y| y.tanh() + y.round() + y.hypot(2.0) + (y % 3.0) + y.cbrt().atan2(y)),
        )
    }
    pub fn scans(xs: [i64], rows: [[f32]]) -> ([i64], [i64], [f32]) {
        (xs.scan(0, |a, b| a + b).sort(), xs.filter(|x| x > 0), rows.map(|row| row.sum()))
    }
    pub fn bins(keys: [usize], xs: [i64], ys: [f64]) -> ([i64], [u32], [f64]) {
        (
            [i64::MAX; 1000].scatter_with(|a, b| a.min(b), keys, xs),
            [0u32; 8].scatter_with(|a, b| a ^ b, keys, xs.map(|x| x as u32)),
            [0.0; 99].scatter_with(|a, b| a + b, keys, ys),
        )
    }";

/// The name of a file is a part of the names in its PTX.
fn without_names_of_files(ptx: &str) -> String {
    let words = ptx.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.map(|word| if word.contains("_cu_") { "name" } else { word }).collect()
}

#[test]
#[ignore = "needs nvcc, which build/install-nvcc installs"]
fn nvcc_makes_the_same_without_its_headers() {
    let package = real("nvcc");
    let environment = Environment { variables: package.variables, usual_toolkits: Vec::new() };
    let searched = Search::new(&environment).compiler(Choice::Nvcc).expect("a search");
    let Searched::Found(compiler) = searched else { panic!("there is no nvcc") };
    let tokens = OF_ALL_KINDS.parse().expect("tokens");
    let units = accel_ir::cuda_units(Input::Block(tokens));
    assert_eq!(units.len(), 3);
    for unit in units {
        let ptx = [Headers::None, Headers::Cuda].map(|headers| {
            let (source, output) =
                (package.folder.path().join("a.cu"), package.folder.path().join("a.ptx"));
            std::fs::write(&source, &unit.source).expect("a file");
            let target = Target { number: 75, variant: None };
            compiler.compile(target, headers, &source, &output).expect("PTX");
            std::fs::read_to_string(&output).expect("a file")
        });
        assert!(ptx[0].contains(".entry"));
        assert_eq!(without_names_of_files(&ptx[0]), without_names_of_files(&ptx[1]));
    }
}
