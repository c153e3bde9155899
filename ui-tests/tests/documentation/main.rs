//! The documentation tells the truth: each code of `docs/errors/` exists and each code has its
//! page, wrong programs give the error that the page shows, right programs compile, as do those of the guide.
//!
//! `TRYBUILD=overwrite` writes the messages into the pages, as it writes the `.stderr` files.

mod markdown;
mod program;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use accel_ir::diagnostic::Code;
use markdown::{Block, blocks};
use program::errors;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page(code: Code) -> PathBuf {
    docs().join(format!("errors/{}.md", code.name()))
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = fs::read_dir(docs().join("errors"))
        .expect("docs/errors")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"))
        .filter(|name| name != "README.md")
        .collect();
    let codes: BTreeSet<String> =
        Code::ALL.iter().map(|code| format!("{}.md", code.name())).collect();
    assert_eq!(pages, codes);
}

#[test]
fn pages_and_index_give_the_titles() {
    let index = read(&docs().join("errors/README.md"));
    for code in Code::ALL {
        let (name, title) = (code.name(), code.title());
        let heading = format!("# {name}: {title}");
        assert_eq!(read(&page(*code)).lines().next(), Some(&*heading));
        let line = format!("* [{name}]({name}.md): {title}");
        assert!(index.lines().any(|found| found == line), "the index lacks\n{line}");
    }
}

#[test]
fn pages_show_one_wrong_program_its_message_and_a_right_program() {
    for code in Code::ALL {
        let kinds: Vec<String> =
            blocks(&read(&page(*code))).into_iter().map(|block| block.kind).collect();
        assert_eq!(kinds, ["rust wrong", "text", "rust"], "{}", code.name());
    }
}

#[test]
fn wrong_programs_give_the_message_that_is_shown() {
    let overwrite = std::env::var_os("TRYBUILD").is_some_and(|mode| mode == "overwrite");
    let mut differences = String::new();
    for code in Code::ALL {
        let path = page(*code);
        let text = read(&path);
        let list = blocks(&text);
        let [wrong, shown, _] = list.as_slice() else { panic!("{}", path.display()) };
        let found = errors(&wrong.text);
        let name = code.name();
        let head = format!("accel[{name}]: ");
        let message: String = found.iter().map(|error| format!("error: {error}\n")).collect();
        if found.is_empty() || found.iter().any(|error| !error.starts_with(&head)) {
            differences.push_str(&format!("{name} is not the only error:\n{message}\n"));
        } else if message != shown.text && overwrite {
            fs::write(&path, shown.replaced(&text, &message)).expect("the page");
        } else if message != shown.text {
            differences.push_str(&format!("{name} shows\n{}but says\n{message}\n", shown.text));
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn right_programs_are_accepted() {
    for code in Code::ALL {
        for block in right(&page(*code)) {
            assert_eq!(errors(&block.text), [] as [String; 0], "{}:\n{}", code.name(), block.text);
        }
    }
}

#[test]
fn examples_of_the_guide_are_accepted() {
    let guide = right(&docs().join("from-rust.md"));
    assert!(!guide.is_empty());
    for block in guide.iter().filter(|block| block.text.contains("accel! {")) {
        assert_eq!(errors(&block.text), [] as [String; 0], "{}", block.text);
    }
}

/// Each program is a module of one file, which rustc compiles: what blocks become is right as well.
#[test]
fn right_programs_and_examples_of_the_guide_compile() {
    let pages = Code::ALL.iter().map(|code| page(*code)).chain([docs().join("from-rust.md")]);
    let programs: Vec<Block> = pages.flat_map(|page| right(&page)).collect();
    assert!(programs.len() > Code::ALL.len());
    let mut text = String::from("#![allow(dead_code)]\nfn main() {}\n");
    for (number, program) in programs.iter().enumerate() {
        let _ = writeln!(text, "mod program_{number} {{\nuse accel::accel;\n{}}}", program.text);
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documentation.rs");
    fs::write(&file, text).expect("the programs can be written");
    trybuild::TestCases::new().pass(file);
}

fn right(path: &Path) -> Vec<Block> {
    blocks(&read(path)).into_iter().filter(|block| block.kind == "rust").collect()
}
