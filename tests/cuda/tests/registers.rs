//! ptxas assembles every kernel of this crate for all machines that there are, and the needs of each are in a
//! table, `registers.md`: registers, shared memory, and local memory, of which kernels that go over their
//! arrays once need none.
//!
//! Needs nvcc's ptxas beside `ACCEL_NVCC`. `ACCEL_WRITE_REGISTERS=1` writes the table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;

#[path = "../../generator/src/golden.rs"]
mod golden;

const MACHINES: [&str; 4] = ["sm_75", "sm_80", "sm_90", "sm_100"];

/// Kernels that go over their arrays once, or tile by tile.
const STREAMING: [&str; 14] = [
    "accel_saxpy_1",
    "accel_dot_1",
    "accel_extremes_1",
    "accel_moved_1",
    "accel_smoothed_1",
    "accel_chosen_1",
    "accel_running_sums_1",
    "accel_kept_1",
    "accel_product_1_tiles",
    "accel_product_1_large_tiles",
    "accel_sort_moves_1",
    "accel_sort_moves_2",
    "accel_sort_moves_4",
    "accel_sort_moves_8",
];

/// The registers and memory that a kernel takes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Taken {
    /// Registers of a thread, on each machine.
    registers: Vec<u32>,
    /// Bytes of shared memory of a block, on each machine.
    shared: Vec<u32>,
    /// Bytes of local memory of a thread, on each machine.
    local: Vec<u32>,
}

#[test]
fn every_kernel_is_assembled() {
    let Some(nvcc) = std::env::var_os("ACCEL_NVCC") else {
        panic!("ACCEL_NVCC names no nvcc, beside which ptxas is: `build/install-nvcc`");
    };
    let ptxas = PathBuf::from(nvcc).with_file_name("ptxas");
    let folder = Path::new(env!("OUT_DIR")).join("accel");
    let files = std::fs::read_dir(&folder).expect("the kernels were compiled");
    let files = files.map(|file| file.expect("the folder can be read").path());
    let units: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|name| name == "ptx")).collect();
    let of_units = units.par_iter().map(|path| {
        let mut own: BTreeMap<String, Taken> = BTreeMap::new();
        MACHINES.iter().for_each(|machine| assemble(&ptxas, path, machine, &mut own));
        own
    });
    let mut kernels: BTreeMap<String, Taken> = BTreeMap::new();
    for (kernel, taken) in of_units.collect::<Vec<_>>().into_iter().flatten() {
        // The kernels of sorts are in the units of all functions that sort.
        let same = kernels.entry(kernel).or_insert_with(|| taken.clone());
        assert_eq!(*same, taken);
    }
    for kernel in STREAMING {
        let local = &kernels.get(kernel).unwrap_or_else(|| panic!("there is no {kernel}")).local;
        assert!(local.iter().all(|bytes| *bytes == 0), "{kernel} has local memory: {local:?}");
    }
    let found = table(&kernels);
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("registers.md");
    golden::compare(&expected, &found, "ACCEL_WRITE_REGISTERS");
}

/// Notes the needs of the kernels of a file.
fn assemble(ptxas: &Path, path: &Path, machine: &str, kernels: &mut BTreeMap<String, Taken>) {
    let run = Command::new(ptxas)
        .arg("-v")
        .arg(format!("-arch={machine}"))
        .args(["-o", "/dev/null"])
        .arg(path)
        .output()
        .expect("ptxas runs");
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}: {text}", path.display());
    let mut kernel = "";
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            kernel = rest.split('\'').next().unwrap_or_default();
        } else if line.contains("bytes stack frame") {
            let frame = number_before(line, " bytes stack frame");
            kernels.entry(kernel.to_owned()).or_default().local.push(frame);
        } else if line.contains("registers") {
            let taken = kernels.entry(kernel.to_owned()).or_default();
            taken.registers.push(number_before(line, " registers"));
            taken.shared.push(number_before(line, " bytes smem"));
        }
    }
}

/// The number in front of these words; 0 if they are not there.
fn number_before(line: &str, words: &str) -> u32 {
    let number = line.split_once(words).and_then(|(before, _)| before.rsplit(' ').next());
    number.map_or(0, |number| number.parse().expect("ptxas writes a number there"))
}

fn table(kernels: &BTreeMap<String, Taken>) -> String {
    let mut text = String::from(
        "Registers of a thread on each machine, bytes of shared memory of a block and of local memory of a\nthread at most, by nvcc and ptxas 13.0.\n\n",
    );
    let _ = writeln!(text, "| kernel | {} | shared | local |", MACHINES.join(" | "));
    text += "|---|--:|--:|--:|--:|--:|--:|\n";
    for (kernel, Taken { registers, shared, local }) in kernels {
        let registers: Vec<String> = registers.iter().map(u32::to_string).collect();
        let [shared, local] = [shared, local].map(|of| of.iter().max().copied().unwrap_or(0));
        let _ = writeln!(text, "| {kernel} | {} | {shared} | {local} |", registers.join(" | "));
    }
    text
}
