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

/// Assembles a file for a GPU; what ptxas says where it does not.
pub fn assemble(text: &str, gpu: u32) -> Result<(), String> {
    let mut folder = tempfile::NamedTempFile::new().expect("a temporary file");
    folder.write_all(text.as_bytes()).expect("the file can be written");
    let output = ptxas()
        .args([&format!("-arch=sm_{gpu}"), "-o", "/dev/null"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("ptxas runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(format!("{said}\n{text}")) }
}

/// What an instruction of the list needs is enough, and no less is.
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
        // The next lower version, with a target that it has.
        let lower = match version {
            "6.4" => continue,
            "6.5" => "6.4",
            "7.0" => "6.5",
            "8.0" => "7.8",
            _ => {
                let (major, minor) = version.split_once('.').expect("a point");
                let minor = minor.parse::<u32>().expect("a number") - 1;
                &format!("{major}.{minor}")
            }
        };
        if assemble(&file(lower, "70", text), gpus[0]).is_ok() {
            wrong.push(format!("{lower} is enough for {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
