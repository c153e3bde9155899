//! Prints a hash of everything that is written for each program file and for random programs, Rust and CUDA
//! C++, so that a change of the compiler that is meant to change no code can be seen to change none:
//! `cargo xtask text [FOLDER]`, before and after. With a folder, the texts are also written there, to be
//! compared.
//!
//! The first argument is the folder of the program files, the second how many random programs there are.

use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use accel_ir::{CodeOfUnits, DeviceCode, Input, compile_with, cuda_units, on_own_stack};
use accel_test_programs::{folders, random};
use siphasher::sip::SipHasher13;

/// The number of expressions of a random program, more or less.
const BUDGET: i64 = 40;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder of the program files");
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).expect("a count");
    let written = arguments.next().map(PathBuf::from);
    let files = folders::program_files(Path::new(&folder));
    let of_files = files.iter().map(|file| {
        let text = fs::read_to_string(file).expect("a program file can be read");
        let parts: Vec<_> = file.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        (format!("{}/{}", parts[1], parts[0]), text)
    });
    let of_seeds = (0..count)
        .map(|seed| (format!("random/{seed}.rs"), random::program(seed, BUDGET).to_string()));
    let mut all = SipHasher13::new();
    for (name, program) in of_files.chain(of_seeds) {
        let (rust, cuda) = on_own_stack(|| (rust(&program), cuda(&program)), || {});
        if let Some(folder) = &written {
            write(&folder.join(&name), &rust, &cuda);
        }
        let (rust, cuda) = (hash(&rust), hash(&cuda));
        (rust, cuda).hash(&mut all);
        println!("{rust:016x} {cuda:016x} {name}");
    }
    println!("{:016x} all", all.finish());
}

/// The Rust code of the block of a program whose kernels have been compiled for devices, too.
fn rust(program: &str) -> String {
    let tokens = program.parse().expect("a program is made of tokens");
    let compiled =
        |unit: &str| Some(DeviceCode { ptx: quote::quote!(PTX_OF[#unit]), machine: Vec::new() });
    let units: CodeOfUnits = Some(&compiled);
    compile_with(Input::Block(tokens), units).to_string()
}

/// The CUDA C++ of its kernels.
fn cuda(program: &str) -> String {
    let tokens = program.parse().expect("a program is made of tokens");
    let units = cuda_units(Input::Block(tokens));
    units.iter().map(|unit| format!("// {}\n{}\n", unit.name, unit.source)).collect()
}

fn hash(text: &str) -> u64 {
    let mut hasher = SipHasher13::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn write(file: &Path, rust: &str, cuda: &str) {
    fs::create_dir_all(file.parent().expect("a program has a folder"))
        .expect("a folder can be made");
    let rust = syn::parse_file(rust).map_or(rust.to_owned(), |file| prettyplease::unparse(&file));
    fs::write(file, rust).expect("a text can be written");
    fs::write(file.with_extension("cu"), cuda).expect("a text can be written");
}
