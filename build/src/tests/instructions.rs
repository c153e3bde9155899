//! The table of instructions against a list of them, and the list against NVIDIA's assembler.

use std::io::Write;
use std::process::Stdio;

use super::lowering::ptxas;
use crate::ptx::lower;

/// Version, target and text of each line.
fn list() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = include_str!("instructions.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (version, rest) = line.split_once(" sm_").expect("a version");
        let (target, text) = rest.split_once(' ').expect("a target");
        (version, target, text)
    })
}

fn file(version: &str, target: &str, text: &str) -> String {
    format!(
        ".version {version}\n.target sm_{target}\n.address_size 64\n\
         .visible .entry kernel(.param .u64 p) {{\n\
         .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
         .reg .f32 %f<9>; .reg .f64 %d<9>;\n{text}\nret;\n}}\n"
    )
}

#[test]
fn each_instruction_keeps_what_it_needs() {
    for (version, target, text) in list() {
        let lowered = lower(&file("9.0", "100a", text)).expect("the file has a header");
        assert_eq!(lowered, file(version, target, text));
    }
    assert!(list().count() > 100);
}

/// Returns the machine code of a file for a GPU; the message of ptxas if it does not take the file.
pub fn assemble(text: &str, gpu: u32) -> Result<Vec<u8>, String> {
    let mut source = tempfile::NamedTempFile::new().expect("a temporary file");
    source.write_all(text.as_bytes()).expect("the file can be written");
    let code = tempfile::NamedTempFile::new().expect("a temporary file");
    let output = ptxas()
        .args([&format!("-arch=sm_{gpu}"), "-o"])
        .args([code.path(), source.path()])
        .stdin(Stdio::null())
        .output()
        .expect("ptxas runs");
    if output.status.success() {
        Ok(std::fs::read(code.path()).expect("ptxas wrote the file"))
    } else {
        Err(format!("{}\n{text}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// The versions of the list, each with the newest GPU that it knows.
const VERSIONS: [(&str, u32); 14] = [
    ("6.4", 75),
    ("6.5", 75),
    ("7.0", 80),
    ("7.1", 86),
    ("7.2", 86),
    ("7.3", 86),
    ("7.4", 87),
    ("7.5", 87),
    ("7.6", 87),
    ("7.7", 87),
    ("7.8", 90),
    ("8.0", 90),
    ("8.2", 90),
    ("8.3", 90),
];

/// The need of an instruction of the list is enough, and no less is.
#[test]
#[ignore = "needs ptxas, which build/install-nvcc installs"]
fn the_assembler_agrees() {
    let mut wrong = Vec::new();
    for (version, target, text) in list() {
        let number: u32 = target.parse().expect("a number");
        let gpus: &[u32] = match number {
            70..=75 => &[75, 80, 90, 100],
            80 => &[80, 90, 100],
            86 => &[86, 90, 100],
            _ => &[90, 100],
        };
        for gpu in gpus {
            if let Err(error) = assemble(&file(version, target, text), *gpu) {
                wrong.push(format!("sm_{gpu} does not take\n{error}"));
            }
        }
        // The version before, for the newest GPU that it knows or that is needed; and the GPU
        // before.
        let position = VERSIONS.iter().position(|(own, _)| *own == version).expect("a version");
        if let Some((before, newest)) = position.checked_sub(1).map(|before| VERSIONS[before]) {
            let target = number.min(newest).to_string();
            // Current assemblers take `_` in `mov` under any version; LLVM's authors found older
            // ones that do not.
            let is_lenient = text.starts_with("mov.b64 {_");
            if !is_lenient && assemble(&file(before, &target, text), gpus[0]).is_ok() {
                wrong.push(format!("{before} is enough for {text}"));
            }
        }
        let older = [70, 75, 80, 86].into_iter().rev().find(|older| *older < number);
        if let Some(older) = older
            && assemble(&file(version, &older.to_string(), text), gpus[0]).is_ok()
        {
            wrong.push(format!("sm_{older} is enough for {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
