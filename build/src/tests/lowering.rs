//! The headers of PTX as compilers write it.

use std::path::Path;
use std::process::Command;

use super::instructions::assemble;
use crate::ptx::lower;

/// The two lines of a header that count.
fn header(ptx: &str) -> (&str, &str) {
    let line = |word: &str| {
        ptx.lines().find(|line| line.starts_with(word)).expect("the file has a header")
    };
    (line(".version"), line(".target"))
}

fn file(instructions: &str) -> String {
    format!(
        "// Generated\n.version 9.0\n.target sm_90a, debug\n.address_size 64\n\
         .visible .entry kernel(.param .u64 .ptr .align 4 p) .maxntid 256, 1, 1 {{\n\
         .reg .pred %p<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;\n\
         {instructions}\nret;\n}}\n"
    )
}

#[track_caller]
fn needs(instructions: &str, version: &str, target: &str) {
    let text = lower(&file(instructions)).expect("the file has a header");
    let expected = (format!(".version {version}"), format!(".target {target}, debug"));
    assert_eq!(header(&text), (expected.0.as_str(), expected.1.as_str()), "{text}");
}

#[test]
fn the_highest_need_counts() {
    needs("", "6.4", "sm_70");
    needs("redux.sync.add.u32 %r1, %r2, %r3;", "7.0", "sm_80");
    needs("tanh.approx.f32 %f1, %f2;\n@!%p1 szext.clamp.s32 %r1, %r2, %r3;", "7.6", "sm_75");
    needs("{\n elect.sync %r1|%p1, -1;\n}\nredux.sync.add.u32 %r1, %r2, %r3;", "8.0", "sm_90");
}

#[test]
fn what_is_not_an_instruction() {
    needs("// redux.sync.add.u32 %r1, %r2, %r3;", "6.4", "sm_70");
    needs("/* redux.sync.add.u32 \n %r1, %r2, %r3; */", "6.4", "sm_70");
    needs("$L__BB0_1: bra $L__BB0_1;", "6.4", "sm_70");
    needs("redux: bra redux;", "6.4", "sm_70");
    needs(".loc 1 2 3\nadd.s32 %r1, %r2, 1;", "6.4", "sm_70");
    needs(".loc 1 2 3, function_name L, inlined_at 1 2 3\nret;", "7.2", "sm_70");
    needs(".pragma \"nounroll\";", "6.4", "sm_70");
    needs("{ .reg .b32 temp; mov.b64 {temp, %r1}, %rd1; }", "6.4", "sm_70");
    needs("{.reg.b32 temp;mov.b64 {temp,%r1},%rd1;}", "6.4", "sm_70");
    needs("t: .branchtargets A, B; brx.idx %r1, t;", "6.4", "sm_70");
    needs("call.uni (%r1), vprintf, (%rd1, %rd2);", "6.4", "sm_70");
    needs(
        "p: .callprototype (.param .b32 _) _ (.param .b64 _); call (%r1), %rd1, (%rd2), p;",
        "6.4",
        "sm_70",
    );
}

#[test]
fn what_is_unknown_keeps_the_header() {
    for statement in [
        "wgmma.fence.sync.aligned;",
        "frobnicate;",
        "add.f128 %f1, %f2, %f3;",
        "ld.global.L9::keep.f32 %f1, [%rd1];",
        "mov.u32 %r1, %newregister;",
        ".pragma \"another hint\";",
        ".newdirective 3;",
        "min.f32 %f1, %f2, %f3, %f4;",
        "ld.global.v4.b64 {%rd1, %rd2, %rd3, %rd4}, [%rd5];",
        "shfl.sync.idx.b32 _, %r1, 0, 31, -1;",
    ] {
        let text = file(statement);
        let lowered = lower(&text).expect("the file has a header");
        assert_eq!(header(&lowered), (".version 9.0", ".target sm_90a, debug"), "{statement}");
        assert!(lowered.ends_with(" keeps the header as the compiler wrote it.\n"), "{lowered}");
    }
}

#[test]
fn hints_are_left_out() {
    let hint = ".pragma \"used_bytes_mask 7\";";
    needs(&format!("\t{hint}\nld.global.v4.u8 {{%r1, %r2, %r3, %r4}}, [%rd1];"), "6.4", "sm_70");
    assert!(!lower(&file(hint)).expect("the file has a header").contains(hint));
}

#[test]
fn data_and_sections() {
    let text = file("").replace(
        ".visible",
        ".file 1 \"/a/redux.sync.cu\", 1, 2\n\
         .global .align 4 .b8 table[4] = {1, 2, 3, 4};\n\
         .global .align 8 .u64 addresses[1] = {generic(table)};\n\
         .const .f32 pi = 0f40490FDB;\n\
         .extern .shared .align 16 .b8 memory[];\n\
         .section .debug_str { $L: .b8 1, 2\n.b32 L }\n.visible",
    );
    assert_eq!(header(&lower(&text).unwrap()), (".version 6.4", ".target sm_70, debug"));
    let text = text.replace(".global .align 4 .b8", ".managed .b8");
    assert_eq!(header(&lower(&text).unwrap()), (".version 9.0", ".target sm_90a, debug"));
}

#[test]
fn nothing_is_raised() {
    let text = ".version 6.2\n.target sm_60\n.address_size 64\n";
    assert_eq!(lower(text).unwrap(), text);
    // The table does not know when this target came.
    let text = ".version 9.9\n.target sm_999\n";
    assert_eq!(lower(text).unwrap(), ".version 6.4\n.target sm_70\n");
}

#[test]
fn files_without_a_header() {
    for text in ["", "text", ".version 9.0", ".target sm_75", ".version x\n.target sm_75"] {
        assert!(lower(text).is_err(), "{text}");
    }
}

#[test]
fn text_that_is_cut_anywhere() {
    let text = std::fs::read_to_string(fixture("nvcc-75.ptx")).unwrap();
    for end in (0..text.len()).step_by(61) {
        let _ = lower(&text[..end]);
    }
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/ptx").join(name)
}

/// The output of nvcc 13.0 and clang 19 for `kernels.cu`, and the rest of their headers.
const COMPILED: [(&str, &str, &str); 5] = [
    ("nvcc-75.ptx", "6.4", "sm_70"),
    ("nvcc-80.ptx", "7.0", "sm_80"),
    ("nvcc-90.ptx", "7.8", "sm_90"),
    ("clang-75.ptx", "6.4", "sm_70"),
    ("clang-80.ptx", "7.0", "sm_80"),
];

#[test]
fn output_of_compilers() {
    for (name, version, target) in COMPILED {
        let text = std::fs::read_to_string(fixture(name)).unwrap();
        let lowered = lower(&text).unwrap();
        let (found, of) = header(&lowered);
        let last = lowered.lines().last();
        assert_eq!(found, format!(".version {version}"), "{name}: {last:?}");
        assert_eq!(of.trim_end_matches(", debug"), format!(".target {target}"), "{name}");
    }
}

/// The lowered files assemble, to the same machine code; it names the target of its source, though.
#[test]
#[ignore = "needs ptxas, which build/install-nvcc installs"]
fn lowered_files_are_the_same_code() {
    for (name, _, least) in COMPILED {
        let text = std::fs::read_to_string(fixture(name)).unwrap();
        let lowered = lower(&text).unwrap();
        let target = header(&text).1;
        for gpu in [75, 80, 90, 100] {
            if gpu < least[3..].parse().unwrap() {
                continue;
            }
            assert!(assemble(&lowered, gpu).is_ok(), "{name} for sm_{gpu}");
            let with_target = lowered.replace(header(&lowered).1, target);
            assert_eq!(assemble(&with_target, gpu), assemble(&text, gpu), "{name} for sm_{gpu}");
        }
    }
}

/// The ptxas beside `ACCEL_NVCC`, or on the path.
pub fn ptxas() -> Command {
    let nvcc = std::env::var_os("ACCEL_NVCC");
    Command::new(nvcc.map_or("ptxas".into(), |path| Path::new(&path).with_file_name("ptxas")))
}
