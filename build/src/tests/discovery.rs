//! Tests of the discovery of blocks: those that are found, and their places.

use std::fmt::Write;

use accel_ir::Input;

use super::{Package, blocks::blocks};

/// Returns the contents of the blocks of a text, and the lines at which they begin.
fn found(text: &str) -> Vec<(String, usize)> {
    let describe = |input| match input {
        Input::Block(tokens) => tokens.to_string(),
        Input::Module { arguments, items } if arguments.is_empty() => {
            format!("{} items", items.len())
        }
        Input::Module { arguments, items } => format!("{} items of {arguments}", items.len()),
    };
    blocks(text).into_iter().map(|block| (describe(block.input), block.line)).collect()
}

#[track_caller]
fn finds(text: &str, expected: &[(&str, usize)]) {
    let expected: Vec<_> =
        expected.iter().map(|(text, line)| ((*text).to_owned(), *line)).collect();
    assert_eq!(found(text), expected, "{text}");
}

#[test]
fn blocks_in_all_places() {
    finds("accel! { a }", &[("a", 1)]);
    finds("\naccel::accel! { a }\n\n::accel::accel!{ b }", &[("a", 2), ("b", 4)]);
    finds("accel!(a); accel![b];", &[("a", 1), ("b", 1)]);
    finds("mod m { mod n { accel! { a } } }", &[("a", 1)]);
    finds("fn f() {\n let x = 1;\n accel! { a }\n if x { accel! { b } } }", &[("a", 3), ("b", 4)]);
    finds("impl S { fn f() { || { accel! { a } } } }", &[("a", 1)]);
    finds("other! { accel! { a } } vec![{ accel! { b } b() }]", &[("a", 1), ("b", 1)]);
    finds("#[cfg(feature = \"gpu\")] accel! { a }", &[("a", 1)]);
    finds("#[cfg(any())] mod m { accel! { a } }", &[("a", 1)]);
    finds("r#accel! { a } accel::r#accel! { b }", &[("a", 1), ("b", 1)]);
    finds("let x: [u8; 2] = y ? z : accel! { a };", &[("a", 1)]);
    finds("accel! {}", &[("", 1)]);
}

#[test]
fn modules_in_all_places() {
    finds("#[accel::module] mod m { fn a() {} const B: u8 = 1; }", &[("2 items", 1)]);
    finds("mod n {\n#[accel::module]\n#[allow(x)]\npub(crate) mod m { }\n}", &[("0 items", 2)]);
    finds("#[allow(x)] #[module] /// text\n pub mod r#mod { fn a() {} }", &[("1 items", 1)]);
    finds("#[::accel::module] mod m { fn a() {} }", &[("1 items", 1)]);
    finds("#[accel::module(<T: f32>)] mod m { fn a() {} }", &[("1 items of < T : f32 >", 1)]);
    finds("fn f() { #[accel::module] mod m { fn a() {} } }", &[("1 items", 1)]);
}

#[test]
fn what_looks_like_a_block_and_is_none() {
    finds("// accel! { a }\n/* accel! { a } */ /// accel! { a }\nfn f() {}", &[]);
    finds("const A: &str = \"accel! { a }\"; const B: &str = r#\"accel! { a }\"#;", &[]);
    finds("other::accel! { a } accel::other! { a } accel::inner::accel! { a }", &[]);
    finds("macro_rules! accel { () => {} }", &[]);
    finds("if accel != { 1 } {}", &[]);
    finds("accel!", &[]);
    finds("#[accel::module] mod m;", &[]);
    finds("#[other::module] mod m { fn a() {} }", &[]);
    finds("accel { a } ! accel", &[]);
    finds("fn f() { accel! { a }", &[]);
    finds("'", &[]);
}

#[test]
fn items_of_another_module_attribute_are_searched() {
    finds("#[module] fn f() { accel! { a } }", &[("a", 1)]);
    finds("#[module(name)] mod m { accel! { a } }", &[("a", 1)]);
}

#[test]
fn text_that_nests_deeply() {
    let deep =
        |depth: usize, inside: &str| format!("{}{inside}{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(found(&deep(100_000, "accel! { a }")).len(), 1);
    assert_eq!(blocks(&format!("accel! {{ {} }}", deep(100_000, ""))).len(), 1);
    // The text is not parsed: the macro refuses it.
    let module = format!("#[accel::module] mod m {{ const A: u8 = {}; }}", deep(100_000, "1"));
    assert!(matches!(blocks(&module)[..], [super::blocks::Block { input: Input::Block(_), .. }]));
}

#[test]
fn files_of_a_package() {
    let package = Package::with_nvcc("fn library() {}");
    for name in ["src/a/b.rs", "examples/c.rs", "tests/d/main.rs", "benches/e.rs"] {
        package.write(name, format!("accel! {{ fn f() {{ {name:?} }} }}"));
    }
    std::fs::write(package.path("out/generated.rs"), "accel! { fn generated() {} }").unwrap();
    for other in ["build.rs", "src/a.txt", "scripts/a.rs", "target/a.rs"] {
        package.write(other, "accel! { fn elsewhere() {} }");
    }
    package.write("tests/fixture/Cargo.toml", "[package]");
    package.write("tests/fixture/src/lib.rs", "accel! { fn elsewhere() {} }");
    let outcome = package.build_well();

    let sources = package.outputs(".cu");
    let all: String = sources.iter().map(|name| package.output(name)).collect();
    assert_eq!(sources.len(), 6);
    for name in ["library", "src/a/b.rs", "examples/c.rs", "d/main.rs", "e.rs", "generated"] {
        assert!(all.contains(name), "{name}");
    }
    assert!(!all.contains("elsewhere"));

    let root = package.path("package");
    let mut watched = outcome.watched.clone();
    watched.retain(|path| path.starts_with(&root));
    let expected = ["build.rs", "src", "examples", "tests", "benches"].map(|name| root.join(name));
    assert_eq!(watched, expected);
}

#[test]
fn a_package_without_blocks_needs_no_compiler() {
    let package = Package::new();
    package.build_well();
    package.write("src/lib.rs", "fn main() { println!(\"accel\"); } accel! {}");
    package.build_well();
    assert_eq!(package.outputs(""), ["made-from"]);
}

#[test]
fn a_kernel_of_several_blocks_is_compiled_once() {
    let package = Package::with_nvcc("fn f() {}");
    package.write("examples/a.rs", "accel! { fn f() {} }");
    package.build_well();
    assert_eq!((package.outputs(".ptx").len(), package.calls().len()), (1, 1));
}

#[test]
fn files_that_rustc_will_report() {
    let package = Package::with_nvcc("fn f() {}");
    package.write("src/latin.rs", b"accel! { fn elsewhere() {} } // \xe9");
    package.write("src/open.rs", "accel! { fn elsewhere() {");
    std::fs::create_dir(package.path("package/src/folder.rs")).unwrap();
    package.build_well();
    assert_eq!(package.outputs(".ptx").len(), 1);
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let package = Package::with_nvcc("fn f() {}");
    let src = package.path("package/src");
    symlink(&src, src.join("loop")).unwrap();
    symlink("nowhere.rs", src.join("dangling.rs")).unwrap();
    symlink("itself.rs", src.join("itself.rs")).unwrap();
    std::fs::write(package.path("linked.rs"), "accel! { fn linked() {} }").unwrap();
    symlink(package.path("linked.rs"), src.join("linked.rs")).unwrap();
    package.write("src/secret.rs", "accel! { fn f() {} }");
    let secret = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(src.join("secret.rs"), secret).unwrap();
    package.build_well();
    assert_eq!(package.outputs(".ptx").len(), 2);
}

#[test]
fn places_count_lines_through_the_whole_file() {
    let mut text = String::new();
    for line in 1..=200 {
        let _ = writeln!(text, "fn f{line}() {{}} // é \"");
    }
    text.push_str("accel! { a }");
    finds(&text, &[("a", 201)]);
}
