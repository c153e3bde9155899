//! Single instructions at the edges of their definitions.

mod common;
use common::*;

/// Runs a PTX fragment in one thread per input. The inputs `a`, `b` and `c` are in registers of every
/// kind: `%ha` (16 bits), `%ra` (32), `%qa` (64), `%fa` (`f32`), `%da` (`f64`); the fragment leaves
/// its result in `%h`, `%r`, `%q`, `%f`, `%d` or `%p`, whichever is named.
fn run(result: &str, fragment: &str, inputs: &[[u64; 3]]) -> Vec<u64> {
    let take = match result {
        "%h" => "cvt.u64.u16 %q, %h;",
        "%r" => "cvt.u64.u32 %q, %r;",
        "%f" => "mov.b32 %r, %f; cvt.u64.u32 %q, %r;",
        "%d" => "mov.b64 %q, %d;",
        "%p" => "selp.b64 %q, 1, 0, %p;",
        _ => "",
    };
    let mut loads = String::new();
    for (index, name) in ["a", "b", "c"].iter().enumerate() {
        let at = index * 8;
        loads += &format!(
            "ld.global.u64 %q{name}, [%in+{at}]; cvt.u32.u64 %r{name}, %q{name}; cvt.u16.u64 \
             %h{name}, %q{name}; mov.b32 %f{name}, %r{name}; mov.b64 %d{name}, %q{name};\n"
        );
    }
    let ptx = format!(
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 out, .param \
         .u64 in)\n{{ .reg .b16 %h, %ha, %hb, %hc; .reg .b32 %r, %ra, %rb, %rc, %t<9>; .reg .b64 \
         %q, %qa, %qb, %qc, %in, %out, %at; .reg .f32 %f, %fa, %fb, %fc; .reg .f64 %d, %da, %db, \
         %dc; .reg .pred %p, %o;\nld.param.u64 %out, [out]; ld.param.u64 %in, [in]; mov.u32 %t0, \
         %tid.x; mad.wide.u32 %in, %t0, 24, %in; mad.wide.u32 %out, %t0, 8, %out;\n{loads}\
         {fragment}\n{take} st.global.u64 [%out], %q; ret; }}\n"
    );
    let context = Context::new();
    let module = context.module(&ptx);
    let flat: Vec<u64> = inputs.iter().flatten().copied().collect();
    let (out, there) = (context.allocate(8 * inputs.len()), context.upload(&flat));
    module.launch("k", 1, inputs.len() as u32, parameters![&out, &there]);
    context.download(&out, inputs.len())
}

/// One instruction on two operands.
fn of_two(result: &str, instruction: &str, inputs: &[(u64, u64, u64)]) {
    let given: Vec<[u64; 3]> = inputs.iter().map(|(a, b, _)| [*a, *b, 0]).collect();
    let expected: Vec<u64> = inputs.iter().map(|(.., expected)| *expected).collect();
    assert_eq!(run(result, instruction, &given), expected, "{instruction}");
}

/// One instruction on three operands.
fn of_three(result: &str, instruction: &str, inputs: &[[u64; 4]]) {
    let given: Vec<[u64; 3]> = inputs.iter().map(|[a, b, c, _]| [*a, *b, *c]).collect();
    let expected: Vec<u64> = inputs.iter().map(|[.., expected]| *expected).collect();
    assert_eq!(run(result, instruction, &given), expected, "{instruction}");
}

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

const MINUS_1: u64 = 0xffff_ffff;
const LEAST: u64 = 0x8000_0000;

#[test]
fn division() {
    of_two(
        "%r",
        "div.s32 %r, %ra, %rb;",
        &[(7, 2, 3), (MINUS_1, 2, 0), (LEAST, MINUS_1, LEAST), (5, 0, MINUS_1)],
    );
    of_two(
        "%r",
        "rem.s32 %r, %ra, %rb;",
        &[(LEAST, MINUS_1, 0), (MINUS_1 - 6, 3, MINUS_1), (5, 0, 5)],
    );
    of_two("%r", "div.u32 %r, %ra, %rb;", &[(MINUS_1, 2, 0x7fff_ffff), (1, 0, MINUS_1)]);
    of_two("%h", "div.s16 %h, %ha, %hb;", &[(0x8000, 0xffff, 0x8000), (0xfff9, 2, 0xfffd)]);
    of_two("%q", "rem.u64 %q, %qa, %qb;", &[(u64::MAX, 10, 5), (3, 0, 3)]);
}

#[test]
fn products() {
    of_two("%r", "mul.hi.s32 %r, %ra, %rb;", &[(LEAST, LEAST, 0x4000_0000), (MINUS_1, 1, MINUS_1)]);
    of_two("%r", "mul.hi.u32 %r, %ra, %rb;", &[(MINUS_1, MINUS_1, MINUS_1 - 1)]);
    of_two(
        "%q",
        "mul.hi.u64 %q, %qa, %qb;",
        &[(u64::MAX, u64::MAX, u64::MAX - 1), (1 << 63, 4, 2)],
    );
    of_two("%q", "mul.hi.s64 %q, %qa, %qb;", &[(u64::MAX, 1, u64::MAX)]);
    of_two("%q", "mul.wide.s32 %q, %ra, %rb;", &[(MINUS_1, 5, (-5_i64) as u64)]);
    of_two("%q", "mul.wide.u32 %q, %ra, %rb;", &[(MINUS_1, MINUS_1, MINUS_1 * MINUS_1)]);
    of_two("%r", "mul24.lo.u32 %r, %ra, %rb;", &[(0xff00_0003, 5, 15)]);
    of_two("%r", "mul24.hi.s32 %r, %ra, %rb;", &[(0x80_0000, 0x80_0000, 0x4000_0000)]);
    of_three("%r", "mad.lo.s32 %r, %ra, %rb, %rc;", &[[MINUS_1, 3, 2, MINUS_1]]);
    of_three(
        "%q",
        "mad.wide.s16 %r, %ha, %hb, %rc; cvt.s64.s32 %q, %r;",
        &[[0xffff, 2, 1, u64::MAX]],
    );
    of_three(
        "%r",
        "dp4a.s32.u32 %r, %ra, %rb, %rc;",
        &[[0x01ff_0203, 0x0102_0304, 100, 100 + 1 - 2 + 6 + 12]],
    );
    of_three("%r", "sad.s32 %r, %ra, %rb, %rc;", &[[MINUS_1, 2, 10, 13]]);
}

#[test]
fn carries() {
    let add = "add.cc.u32 %t1, %ra, %rb; addc.u32 %r, %rc, 0;";
    of_three("%r", add, &[[MINUS_1, 1, 7, 8], [MINUS_1, 0, 7, 7]]);
    let sub = "sub.cc.u32 %t1, %ra, %rb; subc.u32 %r, %rc, 0;";
    of_three("%r", sub, &[[0, 1, 7, 6], [1, 1, 7, 7]]);
    let wide = "mad.lo.cc.u32 %t1, %ra, %rb, %rc; madc.hi.u32 %r, %ra, %rb, 0;";
    of_three("%r", wide, &[[MINUS_1, MINUS_1, MINUS_1, MINUS_1]]);
}

#[test]
fn shifts() {
    of_two("%r", "shl.b32 %r, %ra, %rb;", &[(1, 31, LEAST), (1, 32, 0), (1, MINUS_1, 0)]);
    of_two("%r", "shr.u32 %r, %ra, %rb;", &[(LEAST, 31, 1), (LEAST, 32, 0)]);
    of_two(
        "%r",
        "shr.s32 %r, %ra, %rb;",
        &[(LEAST, 31, MINUS_1), (LEAST, 99, MINUS_1), (1, 99, 0)],
    );
    of_two("%q", "shr.s64 %q, %qa, %rb;", &[(1 << 63, 64, u64::MAX), (1 << 62, 62, 1)]);
    of_two("%h", "shl.b16 %h, %ha, %rb;", &[(1, 15, 0x8000), (1, 16, 0)]);
    let (low, high) = (0x1111_2222, 0x3333_4444);
    of_three(
        "%r",
        "shf.l.wrap.b32 %r, %ra, %rb, %rc;",
        &[[low, high, 16, 0x4444_1111], [low, high, 32, high]],
    );
    of_three(
        "%r",
        "shf.l.clamp.b32 %r, %ra, %rb, %rc;",
        &[[low, high, 32, low], [low, high, 99, low]],
    );
    of_three(
        "%r",
        "shf.r.clamp.b32 %r, %ra, %rb, %rc;",
        &[[low, high, 8, 0x4411_1122], [low, high, 40, high]],
    );
    of_three("%r", "shf.r.wrap.b32 %r, %ra, %rb, %rc;", &[[low, high, 40, 0x4411_1122]]);
}

#[test]
fn fields_and_counts() {
    of_three(
        "%r",
        "bfe.u32 %r, %ra, %rb, %rc;",
        &[
            [0xabcd_1234, 8, 8, 0x12],
            [0xabcd_1234, 28, 8, 0xa],
            [0xabcd_1234, 40, 8, 0],
            [0xabcd_1234, 4, 0, 0],
        ],
    );
    of_three(
        "%r",
        "bfe.s32 %r, %ra, %rb, %rc;",
        &[
            [0xabcd_1234, 8, 5, MINUS_1 - 13],
            [0xabcd_1234, 28, 8, MINUS_1 - 5],
            [0xabcd_1234, 40, 8, MINUS_1],
            [0x7bcd_1234, 40, 8, 0],
        ],
    );
    of_three("%q", "bfe.s64 %q, %qa, %rb, %rc;", &[[1 << 63, 60, 4, u64::MAX - 7]]);
    let insert = "bfi.b32 %r, %ra, %rb, %rc, 8;";
    of_three("%r", insert, &[[0xff, 0, 4, 0xff0], [0xff, 0, 28, 0xf000_0000], [0xff, 5, 32, 5]]);
    of_two("%r", "clz.b32 %r, %ra;", &[(0, 0, 32), (1, 0, 31), (MINUS_1, 0, 0)]);
    of_two("%r", "clz.b64 %r, %qa;", &[(0, 0, 64), (1, 0, 63)]);
    of_two("%r", "popc.b64 %r, %qa;", &[(u64::MAX, 0, 64)]);
    of_two("%r", "bfind.u32 %r, %ra;", &[(0, 0, MINUS_1), (0x100, 0, 8)]);
    of_two("%r", "bfind.s32 %r, %ra;", &[(MINUS_1, 0, MINUS_1), (MINUS_1 - 1, 0, 0)]);
    of_two("%r", "bfind.shiftamt.u32 %r, %ra;", &[(0x100, 0, 23), (0, 0, MINUS_1)]);
    of_two("%r", "brev.b32 %r, %ra;", &[(1, 0, LEAST)]);
    of_two("%r", "cnot.b32 %r, %ra;", &[(0, 0, 1), (9, 0, 0)]);
    of_three(
        "%r",
        "fns.b32 %r, %ra, %rb, %rc;",
        &[[0b1011_0100, 3, 2, 5], [0b1011_0100, 6, MINUS_1, 5], [1, 3, 1, MINUS_1]],
    );
}

#[test]
fn masks_and_extensions() {
    let masks = [(4, 8, 0xff0), (28, 8, 0xf000_0000), (32, 5, 0), (0, 40, MINUS_1)];
    of_two("%r", "bmsk.clamp.b32 %r, %ra, %rb;", &masks);
    of_two("%r", "bmsk.wrap.b32 %r, %ra, %rb;", &[(36, 33, 0x10)]);
    of_two(
        "%r",
        "szext.clamp.s32 %r, %ra, %rb;",
        &[(0xff8, 4, MINUS_1 - 7), (5, 99, 5), (5, 0, 0)],
    );
    of_two("%r", "szext.wrap.u32 %r, %ra, %rb;", &[(0xff8, 36, 8)]);
}

#[test]
fn permutations_and_logic() {
    let (a, b) = (0x4433_2211, 0x8877_66f5);
    of_three(
        "%r",
        "prmt.b32 %r, %ra, %rb, %rc;",
        &[[a, b, 0x3210, a], [a, b, 0x7654, b], [a, b, 0x0c4f, 0x11ff_f5ff]],
    );
    of_three("%r", "prmt.b32.f4e %r, %ra, %rb, %rc;", &[[a, b, 1, 0xf544_3322]]);
    of_three("%r", "prmt.b32.rc8 %r, %ra, %rb, %rc;", &[[a, b, 2, 0x3333_3333]]);
    of_three("%r", "prmt.b32.ecl %r, %ra, %rb, %rc;", &[[a, b, 2, 0x4433_3333]]);
    of_three("%r", "prmt.b32.rc16 %r, %ra, %rb, %rc;", &[[a, b, 1, 0x4433_4433]]);
    // The table 0xe8 is the majority, 0x96 the parity.
    of_three("%r", "lop3.b32 %r, %ra, %rb, %rc, 0xe8;", &[[0b1100, 0b1010, 0b1001, 0b1000]]);
    of_three("%r", "lop3.b32 %r, %ra, %rb, %rc, 0x96;", &[[0b1100, 0b1010, 0b1001, 0b1111]]);
    of_two("%p", "setp.lt.s32 %p, %ra, %rb; not.pred %p, %p;", &[(MINUS_1, 0, 0), (1, 0, 1)]);
    of_two("%r", "set.gt.u32.s32 %r, %ra, %rb;", &[(1, MINUS_1, MINUS_1), (0, 0, 0)]);
    of_three("%r", "slct.b32.s32 %r, %ra, %rb, %rc;", &[[1, 2, 0, 1], [1, 2, LEAST, 2]]);
}

#[test]
fn comparisons_of_floats() {
    let nan = single(f32::NAN);
    let (one, zero) = (single(1.0), single(-0.0));
    for (condition, of_nan, of_equal) in [
        ("eq", 0, 1),
        ("ne", 0, 0),
        ("le", 0, 1),
        ("equ", 1, 1),
        ("neu", 1, 0),
        ("ltu", 1, 0),
        ("num", 0, 1),
        ("nan", 1, 0),
    ] {
        let instruction = format!("setp.{condition}.f32 %p, %fa, %fb;");
        of_two("%p", &instruction, &[(nan, one, of_nan), (one, nan, of_nan), (zero, 0, of_equal)]);
    }
    of_two("%p", "setp.eq.ftz.f32 %p, %fa, %fb;", &[(1, 0, 1)]);
    let both = "setp.lt.and.f32 %p|%o, %fa, %fb, 1; selp.b32 %r, 2, 0, %o; @%p add.u32 %r, %r, 1;";
    of_two("%r", both, &[(0, one, 1), (one, 0, 2), (nan, 0, 2)]);
    of_two("%p", "testp.subnormal.f32 %p, %fa;", &[(1, 0, 1), (one, 0, 0)]);
}

#[test]
fn extremes_of_floats() {
    let nan = single(f32::NAN);
    let (one, minus_zero) = (single(1.0), single(-0.0));
    of_two(
        "%f",
        "min.f32 %f, %fa, %fb;",
        &[(nan, one, one), (one, nan, one), (0, minus_zero, minus_zero), (nan, nan, 0x7fff_ffff)],
    );
    of_two("%f", "max.f32 %f, %fa, %fb;", &[(minus_zero, 0, 0), (nan, one, one)]);
    of_two("%f", "min.NaN.f32 %f, %fa, %fb;", &[(nan, one, 0x7fff_ffff), (one, nan, 0x7fff_ffff)]);
    of_two("%f", "copysign.f32 %f, %fa, %fb;", &[(minus_zero, one, single(-1.0))]);
    of_two("%f", "neg.f32 %f, %fa;", &[(0, 0, minus_zero)]);
}

#[test]
fn conversions_to_integers() {
    let inf = single(f32::INFINITY);
    let nan = single(f32::NAN);
    of_two(
        "%r",
        "cvt.rzi.s32.f32 %r, %fa;",
        &[(single(-1.9), 0, MINUS_1), (inf, 0, 0x7fff_ffff), (single(-3e9), 0, LEAST), (nan, 0, 0)],
    );
    of_two("%r", "cvt.rzi.u32.f32 %r, %fa;", &[(single(-1.0), 0, 0), (inf, 0, MINUS_1)]);
    of_two("%q", "cvt.rzi.s64.f32 %q, %fa;", &[(nan, 0, 1 << 63)]);
    of_two(
        "%r",
        "cvt.rzi.s32.f64 %r, %da;",
        &[(f64::NAN.to_bits(), 0, LEAST), (1e300_f64.to_bits(), 0, 0x7fff_ffff)],
    );
    of_two(
        "%r",
        "cvt.rni.s32.f32 %r, %fa;",
        &[(single(2.5), 0, 2), (single(3.5), 0, 4), (single(-0.5), 0, 0)],
    );
    of_two("%r", "cvt.rmi.s32.f32 %r, %fa;", &[(single(-0.5), 0, MINUS_1)]);
    of_two("%r", "cvt.rpi.s32.f32 %r, %fa;", &[(single(0.5), 0, 1), (1, 0, 1)]);
    of_two("%r", "cvt.rpi.ftz.s32.f32 %r, %fa;", &[(1, 0, 0)]);
    of_two("%r", "cvt.rzi.u8.f32 %r, %fa;", &[(single(300.0), 0, 255)]);
}

#[test]
fn conversions_between_integers() {
    of_two("%r", "cvt.s32.s8 %r, %ra;", &[(0x180, 0, MINUS_1 - 127)]);
    of_two("%q", "cvt.u64.u32 %q, %ra;", &[(MINUS_1, 0, MINUS_1)]);
    of_two("%q", "cvt.s64.s32 %q, %ra;", &[(MINUS_1, 0, u64::MAX)]);
    of_two("%r", "cvt.s8.s32 %r, %ra;", &[(0x1ff, 0, MINUS_1)]);
    of_two("%r", "cvt.u16.u32 %r, %ra;", &[(0x1_2345, 0, 0x2345)]);
    of_two("%r", "cvt.sat.s8.s32 %r, %ra;", &[(300, 0, 127), (MINUS_1 - 200, 0, MINUS_1 - 127)]);
    of_two("%r", "cvt.sat.u32.s64 %r, %qa;", &[(u64::MAX, 0, 0), (1 << 40, 0, MINUS_1)]);
    of_two(
        "%r",
        "add.sat.s32 %r, %ra, %rb;",
        &[(0x7fff_ffff, 1, 0x7fff_ffff), (LEAST, MINUS_1, LEAST)],
    );
}

#[test]
fn conversions_to_floats() {
    // 2^24 + 1 lies between two values.
    let between = (1 << 24) + 1;
    for (mode, expected) in
        [("rn", 16_777_216.0), ("rz", 16_777_216.0), ("rm", 16_777_216.0), ("rp", 16_777_218.0)]
    {
        of_two("%f", &format!("cvt.{mode}.f32.u32 %f, %ra;"), &[(between, 0, single(expected))]);
        of_two("%f", &format!("cvt.{mode}.f32.u64 %f, %qa;"), &[(between, 0, single(expected))]);
    }
    of_two("%f", "cvt.rm.f32.s32 %f, %ra;", &[(MINUS_1 - (1 << 24), 0, single(-16_777_218.0))]);
    of_two("%f", "cvt.rn.f32.s64 %f, %qa;", &[(u64::MAX, 0, single(-1.0))]);
    of_two("%f", "cvt.rn.f32.s16 %f, %ha;", &[(0xffff, 0, single(-1.0))]);
    of_two(
        "%d",
        "cvt.rn.f64.u64 %d, %qa;",
        &[(u64::MAX, 0, 18_446_744_073_709_551_616.0_f64.to_bits())],
    );
    of_two(
        "%d",
        "cvt.rz.f64.u64 %d, %qa;",
        &[(u64::MAX, 0, 18_446_744_073_709_549_568.0_f64.to_bits())],
    );
    let above_one = (1.0_f64 + 1e-12).to_bits();
    of_two(
        "%f",
        "cvt.rn.f32.f64 %f, %da;",
        &[(above_one, 0, single(1.0)), (1e300_f64.to_bits(), 0, single(f32::INFINITY))],
    );
    of_two("%f", "cvt.rp.f32.f64 %f, %da;", &[(above_one, 0, single(1.0_f32.next_up()))]);
    of_two("%f", "cvt.rz.f32.f64 %f, %da;", &[(1e300_f64.to_bits(), 0, single(f32::MAX))]);
    of_two(
        "%f",
        "cvt.sat.f32.f32 %f, %fa;",
        &[(single(-2.0), 0, 0), (single(7.0), 0, single(1.0)), (single(f32::NAN), 0, 0)],
    );
    of_two("%f", "cvt.rni.f32.f32 %f, %fa;", &[(single(2.5), 0, single(2.0))]);
    of_two(
        "%h",
        "cvt.rz.f16.f32 %h, %fa;",
        &[(single(65519.0), 0, 0x7bff), (single(1e9), 0, 0x7bff)],
    );
    of_two(
        "%f",
        "cvt.f32.f16 %f, %ha;",
        &[(1, 0, single(5.960_464_5e-8)), (0xfc00, 0, single(f32::NEG_INFINITY))],
    );
}

#[test]
fn directed_rounding() {
    let (one, tiny) = (single(1.0), single(1e-30));
    let (up, down) = (single(1.0_f32.next_up()), single(1.0_f32.next_down()));
    of_two("%f", "add.rp.f32 %f, %fa, %fb;", &[(one, tiny, up)]);
    of_two(
        "%f",
        "add.rm.f32 %f, %fa, %fb;",
        &[(one, tiny, one), (one, single(-1.0), single(-0.0))],
    );
    of_two("%f", "sub.rz.f32 %f, %fa, %fb;", &[(one, tiny, down)]);
    of_two("%f", "mul.rp.f32 %f, %fa, %fb;", &[(tiny, tiny, 1)]);
    of_two("%f", "mul.rz.f32 %f, %fa, %fb;", &[(single(1e30), single(1e30), single(f32::MAX))]);
    of_two(
        "%f",
        "div.rm.f32 %f, %fa, %fb;",
        &[(one, single(3.0), single((1.0_f32 / 3.0).next_down()))],
    );
    of_two("%f", "div.rp.f32 %f, %fa, %fb;", &[(one, single(3.0), single(1.0_f32 / 3.0))]);
    of_two("%f", "sqrt.rp.f32 %f, %fa;", &[(single(2.0), 0, single(1.414_213_7))]);
    of_three(
        "%f",
        "fma.rm.f32 %f, %fa, %fb, %fc;",
        &[[one, tiny, one, one], [one, single(-1e-30), one, down]],
    );
    let (one, tiny) = (1.0_f64.to_bits(), 1e-300_f64.to_bits());
    of_two("%d", "add.rp.f64 %d, %da, %db;", &[(one, tiny, 1.0_f64.next_up().to_bits())]);
    of_two("%d", "mul.rp.f64 %d, %da, %db;", &[(tiny, tiny, 1)]);
    of_three(
        "%d",
        "fma.rz.f64 %d, %da, %db, %dc;",
        &[[one, (-1e-300_f64).to_bits(), one, 1.0_f64.next_down().to_bits()]],
    );
}

#[test]
fn floats_that_flush_or_saturate() {
    of_two("%f", "add.ftz.f32 %f, %fa, %fb;", &[(1, 1, 0), (0x8000_0001, 0x8000_0001, LEAST)]);
    of_two("%f", "add.f32 %f, %fa, %fb;", &[(1, 1, 2)]);
    of_two(
        "%f",
        "mul.sat.f32 %f, %fa, %fb;",
        &[(single(3.0), single(2.0), single(1.0)), (single(3.0), single(-2.0), 0)],
    );
    of_two("%f", "div.approx.f32 %f, %fa, %fb;", &[(single(1.0), 0, single(f32::INFINITY))]);
    of_two("%f", "sqrt.rn.f32 %f, %fa;", &[(single(-1.0), 0, 0x7fff_ffff)]);
    of_two(
        "%d",
        "rcp.approx.ftz.f64 %d, %da;",
        &[(3.0_f64.to_bits(), 0, (1.0_f64 / 3.0).to_bits() >> 32 << 32)],
    );
    of_two("%f", "ex2.approx.f32 %f, %fa;", &[(single(3.0), 0, single(8.0))]);
}

#[test]
fn moves_of_vectors() {
    of_two("%q", "mov.b64 %q, {%ra, %rb};", &[(1, 2, 2 << 32 | 1)]);
    of_two("%r", "mov.b64 {%t1, %r}, %qa;", &[(7 << 32 | 5, 0, 7)]);
    of_two("%r", "mov.b32 %r, {%ha, %hb};", &[(0x1234, 0x5678, 0x5678_1234)]);
    of_two("%r", "mov.b64 {%r, _}, %qa;", &[(7 << 32 | 5, 0, 5)]);
    of_two("%r", "mov.u32 %r, %laneid;", &[(0, 0, 0), (0, 0, 1)]);
    of_two("%r", "mov.u32 %r, %lanemask_lt;", &[(0, 0, 0), (0, 0, 1), (0, 0, 3)]);
}

#[test]
fn collectives_of_a_warp() {
    let lanes = |f: fn(u64) -> u64| -> Vec<(u64, u64, u64)> {
        (0..32).map(|lane| (lane, 0, f(lane))).collect()
    };
    let all = "0xffffffff";
    let shuffle = |mode: &str, by: u32, clamp: u32| {
        format!("shfl.sync.{mode}.b32 %r|%p, %ra, {by}, {clamp}, {all}; @!%p add.u32 %r, %r, 100;")
    };
    of_two("%r", &shuffle("up", 1, 0), &lanes(|lane| if lane == 0 { 100 } else { lane - 1 }));
    of_two(
        "%r",
        &shuffle("down", 3, 31),
        &lanes(|lane| if lane > 28 { lane + 100 } else { lane + 3 }),
    );
    of_two("%r", &shuffle("bfly", 5, 31), &lanes(|lane| lane ^ 5));
    // Segments of eight lanes.
    of_two("%r", &shuffle("idx", 3, 0x181f), &lanes(|lane| lane / 8 * 8 + 3));
    of_two(
        "%r",
        &shuffle("down", 6, 0x181f),
        &lanes(|lane| if lane % 8 > 1 { lane + 100 } else { lane + 6 }),
    );
    let vote = "setp.gt.u32 %p, %ra, 20; vote.sync.ballot.b32 %r, %p, 0xffffffff;";
    of_two("%r", vote, &lanes(|_| 0xffe0_0000));
    of_two("%p", "setp.gt.u32 %o, %ra, 20; vote.sync.any.pred %p, !%o, 0xffffffff;", &lanes(|_| 1));
    let equal = "rem.u32 %t1, %ra, 4; match.any.sync.b32 %r, %t1, 0xffffffff;";
    of_two("%r", equal, &lanes(|lane| 0x1111_1111 << (lane % 4)));
    of_two("%p", "match.all.sync.b32 %r|%p, %ra, 0xffffffff;", &lanes(|_| 0));
    of_two("%r", "activemask.b32 %r;", &lanes(|_| 0xffff_ffff));
    let halves = "setp.lt.u32 %p, %ra, 16; @%p bra LOW; shfl.sync.idx.b32 %r, %ra, 20, 31, 0xffff0000; bra END; \
                  LOW: shfl.sync.idx.b32 %r, %ra, 5, 31, 0x0000ffff; END: bar.warp.sync 0xffffffff;";
    of_two("%r", halves, &lanes(|lane| if lane < 16 { 5 } else { 20 }));
    let sum = "redux.sync.add.u32 %r, %ra, 0xffffffff;";
    of_two("%r", sum, &lanes(|_| 496));
}

#[test]
fn atomic_operations() {
    let shared = |operation: &str| {
        format!(
            ".shared .align 8 .b8 cell[8]; st.shared.u32 [cell], %ra; {operation}; ld.shared.u32 %r, [cell];"
        )
    };
    let run_one = |operation: &str, a: u64, b: u64, expected: u64| {
        of_two("%r", &shared(operation), &[(a, b, expected)]);
    };
    run_one("atom.shared.inc.u32 %t1, [cell], %rb", 5, 5, 0);
    run_one("atom.shared.inc.u32 %t1, [cell], %rb", 4, 5, 5);
    run_one("atom.shared.dec.u32 %t1, [cell], %rb", 0, 9, 9);
    run_one("atom.shared.dec.u32 %t1, [cell], %rb", 7, 5, 5);
    run_one("red.shared.min.s32 [cell], %rb", 3, MINUS_1, MINUS_1);
    run_one("red.shared.max.u32 [cell], %rb", 3, MINUS_1, MINUS_1);
    run_one("atom.shared.exch.b32 %t1, [cell], %rb", 3, 8, 8);
    run_one("atom.shared.cas.b32 %t1, [cell], 3, %rb", 3, 8, 8);
    run_one("atom.shared.cas.b32 %t1, [cell], 4, %rb", 3, 8, 3);
    run_one("red.shared.add.f32 [cell], %fb", single(1.5), single(2.0), single(3.5));
    run_one("atom.shared.xor.b32 %t1, [cell], %rb", 6, 5, 3);
}

#[test]
fn asynchronous_copies() {
    let copy = |operands: &str, word: u32| {
        let at = word * 4;
        format!(
            ".shared .align 16 .b8 tile[16]; and.b64 %at, %in, -16; cp.async.cg.shared.global \
             [tile], [%at], {operands}; cp.async.commit_group; cp.async.wait_group 0; \
             ld.shared.u32 %r, [tile+{at}];"
        )
    };
    let (a, b) = (2 << 32 | 1, 4 << 32 | 3);
    for (operands, words) in [("16", [1, 2, 3, 4]), ("16, %rc", [1, 2, 0, 0]), ("16, 0", [0; 4])] {
        for (index, expected) in words.into_iter().enumerate() {
            let fragment = copy(operands, index as u32);
            assert_eq!(run("%r", &fragment, &[[a, b, 8]]), [expected], "{fragment}");
        }
    }
}

#[test]
fn barriers_that_reduce() {
    let lanes: Vec<(u64, u64, u64)> = (0..64).map(|thread| (thread, 0, 24)).collect();
    of_two("%r", "setp.ge.u32 %p, %ra, 40; barrier.sync 1; bar.red.popc.u32 %r, 0, %p;", &lanes);
    let any: Vec<(u64, u64, u64)> = (0..64).map(|thread| (thread, 0, 1)).collect();
    of_two("%p", "setp.eq.u32 %o, %ra, 63; bar.red.or.pred %p, 0, %o;", &any);
}

#[test]
fn jump_tables_and_scopes() {
    let fragment = "{ .reg .b32 %r; mov.u32 %r, 99; } T: .branchtargets ZERO, ONE, TWO; \
                    brx.idx.uni %ra, T; ZERO: mov.u32 %r, 10; bra.uni END; ONE: mov.u32 %r, 11; \
                    bra END; TWO: mov.u32 %r, 12; END:";
    of_two("%r", fragment, &[(0, 0, 10), (2, 0, 12), (1, 0, 11)]);
}

#[test]
fn functions_with_registers_and_dynamic_shared_memory() {
    let ptx = ".version 6.4\n.target sm_75\n.address_size 64\n\
        .extern .shared .align 8 .b8 dynamic[];\n\
        .global .align 8 .u64 table[3] = {generic(values), values+4, 7};\n\
        .global .align 4 .u32 values[2] = {11, -1};\n\
        .func (.reg .u32 result) twice (.reg .u32 x) { add.u32 result, x, x; ret; }\n\
        .visible .entry k(.param .u64 out) {\n\
        .shared .align 4 .b8 fixed[6];\n\
        .reg .b32 %r<9>; .reg .b64 %q<9>;\n\
        ld.param.u64 %q1, [out];\n\
        mov.u64 %q2, dynamic+8; cvta.shared.u64 %q3, %q2;\n\
        call (%r1), twice, (21); st.u32 [%q3], %r1; ld.shared.u32 %r2, [dynamic+8];\n\
        ld.global.u64 %q4, [table+8]; ld.u32 %r3, [%q4]; ld.global.u64 %q5, [table+16];\n\
        cvt.u32.u64 %r4, %q5; cvt.u32.u64 %r5, %q2;\n\
        st.global.v4.u32 [%q1], {%r2, %r3, %r4, %r5}; ret; }\n";
    let context = Context::new();
    let module = context.module(ptx);
    let out = context.allocate(16);
    let status = module.try_launch("k", [1; 3], [1; 3], 16, parameters![&out]);
    assert_eq!(status, 0, "{}", last_message());
    // Six bytes of fixed shared memory move the dynamic one, aligned to eight, to eight.
    assert_eq!(context.download::<u32>(&out, 4), [42, u32::MAX, 7, 16]);
    let status = module.try_launch("k", [1; 3], [1; 3], 8, parameters![&out]);
    assert_eq!(status, 700);
    assert!(last_message().contains("of which the block has 16 bytes"), "{}", last_message());
}

#[test]
fn recursion_is_refused() {
    let ptx = ".version 6.4\n.target sm_75\n.address_size 64\n.func f() {\ncall f;\nret; }\n\
        .visible .entry k() {\ncall f;\nret; }\n";
    let (status, message) = Context::new().refuse(ptx);
    let expected = "PTX line 5: `f` is recursive, which is not supported";
    assert_eq!((status, message.as_str()), (218, expected));
}

#[test]
fn what_is_not_known_is_named() {
    let module = |body: &str| {
        format!(
            ".version 6.4\n.target sm_75\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<4>;\n{body}\nret;\n}}\n"
        )
    };
    let context = Context::new();
    let refused = |body: &str| {
        let (status, message) = context.refuse(&module(body));
        assert_eq!(status, 218, "{message}");
        message
    };
    assert_eq!(
        refused("frobnicate.b32 %r1, %r2;"),
        "PTX line 7: the instruction `frobnicate.b32` is not known"
    );
    assert_eq!(
        refused("add.lunar.s32 %r1, %r2, %r3;"),
        "PTX line 7: the modifier `.lunar` of `add.lunar.s32` is not known"
    );
    assert_eq!(refused("add.s32 %r1, %r2;"), "PTX line 7: this instruction takes 2 operands");
    assert_eq!(refused("add.s32 %r1, %r2, %x;"), "PTX line 7: `%x` is not declared");
    assert_eq!(refused("bra NOWHERE;"), "PTX line 7: the label `NOWHERE` does not exist");
    assert_eq!(
        refused("call somewhere;"),
        "PTX line 7: `somewhere` is no function of this module; calls through pointers are not known"
    );
    assert_eq!(refused("mov.u32 %r1, 5"), "PTX line 8: expected `,` or `;`, found `ret`");
    assert!(context.refuse("no ptx").1.contains("expected `.version`"));
    let newer = module("").replace("sm_75", "sm_90");
    assert_eq!(
        context.refuse(&newer),
        (218, "the PTX is for sm_90, but the device has compute capability 7.5".into())
    );
}
