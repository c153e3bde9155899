//! Says which version of PTX brought each instruction, and which GPUs have it: the "PTX ISA notes" and
//! "target ISA notes" of the instructions in NVIDIA's manual of PTX.
//!
//! Instructions that every allowed header has anyway (PTX 6.4 and GPUs from 7.0 on) are listed without
//! numbers. An instruction has the need of the first row that has its opcode and all of its modifiers. If a
//! manual's notes are not clear, a row is left out: the header is then kept.

use super::{LOWEST, Version};
use crate::target::{OLDEST, Target};

/// The least that a statement needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    pub version: Version,
    pub target: Target,
}

impl Need {
    /// Returns the need of two statements together.
    pub fn and(self, other: Need) -> Need {
        Need { version: self.version.max(other.version), target: self.target.max(other.target) }
    }
}

/// The need of statements that every header allows.
const NOTHING: Need = Need { version: LOWEST, target: OLDEST };

const fn since(major: u32, minor: u32, target: u32) -> Need {
    Need { version: Version(major, minor), target: Target { number: target, variant: None } }
}

/// The version of PTX that a GPU came with.
const TARGETS: [(u32, Version); 15] = [
    (70, Version(6, 0)),
    (72, Version(6, 1)),
    (75, Version(6, 3)),
    (80, Version(7, 0)),
    (86, Version(7, 1)),
    (87, Version(7, 4)),
    (88, Version(9, 0)),
    (89, Version(7, 8)),
    (90, Version(7, 8)),
    (100, Version(8, 6)),
    (101, Version(8, 6)),
    (103, Version(8, 8)),
    (110, Version(9, 0)),
    (120, Version(8, 7)),
    (121, Version(8, 8)),
];

/// The newest version in the tables.
pub const NEWEST: Version = Version(9, 0);

/// The version that a `.target` needs; none if the table does not have it.
pub fn version_of_target(target: Target) -> Option<Version> {
    let (_, version) = TARGETS.iter().find(|(number, _)| *number == target.number)?;
    match target.variant {
        None => Some(*version),
        Some('a') => Some((*version).max(Version(8, 0))),
        Some(_) => Some((*version).max(Version(8, 8))),
    }
}

const INTEGERS: &str = "u8 u16 u32 u64 s8 s16 s32 s64";
const BITS: &str = "b8 b16 b32 b64";
const FLOATS: &str = "f32 f64";
const HALVES: &str = "f16 f16x2";
const ROUNDING: &str = "rn rz rm rp";
const COMPARISONS: &str =
    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor";
const SPACES: &str = "const global local param shared";
const VECTORS: &str = "v2 v4";
const LOAD_CACHES: &str = "ca cg cs lu cv nc";
const STORE_CACHES: &str = "wb cg cs wt";
const ORDER: &str = "weak volatile relaxed acquire release acq_rel cta gpu sys";
const CLUSTERS: &str = "cluster shared::cta shared::cluster";
const EVICTION: &str = "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last \
                        L1::no_allocate";
const PREFETCHED: &str = "L2::64B L2::128B";
const ATOMIC: &str = "and or xor exch cas add inc dec min max u32 s32 u64 s64";

/// Opcodes, the modifiers that they may have, and the need of all of these together. An opcode
/// with its modifiers stands for itself.
struct Row(&'static str, &'static [&'static str], Need);

/// The rows of an opcode go from the least need to the greatest.
const INSTRUCTIONS: &[Row] = &[
    // Integers.
    Row("add sub", &[INTEGERS, FLOATS, HALVES, ROUNDING, "sat ftz cc"], NOTHING),
    Row("add sub mul", &[ROUNDING, "bf16 bf16x2"], since(7, 8, 90)),
    Row("add min max", &["u16x2 s16x2"], since(8, 0, 90)),
    Row("addc subc", &[INTEGERS, "cc"], NOTHING),
    Row("mul", &[INTEGERS, FLOATS, HALVES, ROUNDING, "hi lo wide sat ftz"], NOTHING),
    Row("mad", &[INTEGERS, FLOATS, ROUNDING, "hi lo wide sat ftz cc"], NOTHING),
    Row("madc", &[INTEGERS, "hi lo cc"], NOTHING),
    Row("mul24 mad24", &["hi lo sat u32 s32"], NOTHING),
    Row("sad rem", &[INTEGERS], NOTHING),
    Row("div", &[INTEGERS, FLOATS, ROUNDING, "full approx ftz"], NOTHING),
    Row("abs neg", &[INTEGERS, FLOATS, "ftz"], NOTHING),
    Row("neg", &[HALVES, "ftz"], NOTHING),
    Row("abs", &[HALVES, "ftz"], since(6, 5, 70)),
    Row("abs neg", &["bf16 bf16x2"], since(7, 0, 80)),
    Row("min max", &[INTEGERS, FLOATS, "ftz"], NOTHING),
    Row("min max", &["f32 f16 f16x2 bf16 bf16x2 ftz NaN"], since(7, 0, 80)),
    Row("min max", &["f32 f16 f16x2 bf16 bf16x2 ftz NaN xorsign abs"], since(7, 2, 86)),
    Row("popc clz brev", &["b32 b64"], NOTHING),
    Row("bfind", &["shiftamt u32 u64 s32 s64"], NOTHING),
    Row("bfe", &["u32 u64 s32 s64"], NOTHING),
    Row("bfi", &["b32 b64"], NOTHING),
    Row("fns", &["b32"], NOTHING),
    Row("dp4a dp2a", &["u32 s32 lo hi"], NOTHING),
    Row("szext", &["clamp wrap u32 s32"], since(7, 6, 70)),
    Row("bmsk", &["clamp wrap b32"], since(7, 6, 70)),
    Row("and or xor not cnot", &["pred b16 b32 b64"], NOTHING),
    Row("lop3", &["b32"], NOTHING),
    Row("lop3", &["b32 and or"], since(8, 2, 70)),
    Row("shl", &["b16 b32 b64"], NOTHING),
    Row("shr", &[INTEGERS, BITS], NOTHING),
    Row("shf", &["l r clamp wrap b32"], NOTHING),
    Row("prmt", &["b32 f4e b4e rc8 ecl ecr rc16"], NOTHING),
    // Floating point.
    Row("fma", &[FLOATS, HALVES, ROUNDING, "sat ftz"], NOTHING),
    Row("fma", &["rn ftz relu f16 f16x2 bf16 bf16x2"], since(7, 0, 80)),
    Row("rcp sqrt", &[FLOATS, ROUNDING, "approx ftz"], NOTHING),
    Row("rsqrt", &[FLOATS, "approx ftz"], NOTHING),
    Row("sin cos lg2 ex2", &["approx ftz f32"], NOTHING),
    Row("ex2", &["approx f16 f16x2"], since(7, 0, 75)),
    Row("ex2", &["approx ftz bf16 bf16x2"], since(7, 8, 90)),
    Row("tanh", &["approx f32 f16 f16x2"], since(7, 0, 75)),
    Row("tanh", &["approx bf16 bf16x2"], since(7, 8, 90)),
    Row("copysign", &[FLOATS], NOTHING),
    Row("testp", &[FLOATS, "finite infinite number notanumber normal subnormal"], NOTHING),
    // Comparison, selection, conversion.
    Row("set setp", &[INTEGERS, BITS, FLOATS, COMPARISONS, "ftz"], NOTHING),
    Row("setp", &[HALVES, COMPARISONS, "ftz"], NOTHING),
    Row("set", &[INTEGERS, HALVES, COMPARISONS, "ftz"], since(6, 5, 70)),
    Row("set setp", &[INTEGERS, FLOATS, COMPARISONS, "bf16 bf16x2"], since(7, 8, 90)),
    Row("selp slct", &[INTEGERS, BITS, FLOATS, "ftz"], NOTHING),
    Row("cvt", &[INTEGERS, FLOATS, ROUNDING, "f16 rni rzi rmi rpi sat ftz"], NOTHING),
    Row("cvt", &["pack sat u16 s16 b32 s32 u8 s8"], since(6, 5, 72)),
    Row(
        "cvt.rn.f16x2.f32 cvt.rz.f16x2.f32 cvt.rn.bf16.f32 cvt.rz.bf16.f32 cvt.rn.bf16x2.f32 \
         cvt.rz.bf16x2.f32",
        &[],
        since(7, 0, 80),
    ),
    Row("cvt.f32.bf16", &[], since(7, 1, 80)),
    Row("mov", &[INTEGERS, BITS, FLOATS, "pred"], NOTHING),
    Row("mov", &["b128"], since(8, 3, 70)),
    // Memory.
    Row("ld", &[INTEGERS, BITS, FLOATS, SPACES, VECTORS, LOAD_CACHES, ORDER], NOTHING),
    Row("ldu", &[INTEGERS, BITS, FLOATS, VECTORS, "global"], NOTHING),
    Row("st", &[INTEGERS, BITS, FLOATS, SPACES, VECTORS, STORE_CACHES, ORDER], NOTHING),
    Row(
        "ld",
        &[INTEGERS, BITS, FLOATS, VECTORS, LOAD_CACHES, ORDER, EVICTION, "global"],
        since(7, 4, 70),
    ),
    Row(
        "ld",
        &[INTEGERS, BITS, FLOATS, VECTORS, LOAD_CACHES, ORDER, EVICTION, PREFETCHED, "global"],
        since(7, 4, 75),
    ),
    Row(
        "ld",
        &[
            INTEGERS,
            BITS,
            FLOATS,
            VECTORS,
            LOAD_CACHES,
            ORDER,
            EVICTION,
            PREFETCHED,
            "global L2::256B L2::cache_hint",
        ],
        since(7, 4, 80),
    ),
    Row(
        "st",
        &[INTEGERS, BITS, FLOATS, VECTORS, STORE_CACHES, ORDER, EVICTION, "global"],
        since(7, 4, 70),
    ),
    Row("ld st", &[INTEGERS, BITS, FLOATS, VECTORS, ORDER, CLUSTERS, "shared"], since(7, 8, 90)),
    Row("ld st", &[INTEGERS, BITS, FLOATS, VECTORS, "param::entry param::func"], since(8, 3, 70)),
    Row("prefetch", &["global local L1 L2"], NOTHING),
    Row("prefetchu", &["L1"], NOTHING),
    Row("prefetch", &["global L2::evict_last L2::evict_normal"], since(7, 4, 80)),
    Row("applypriority", &["global L2::evict_normal"], since(7, 4, 80)),
    Row("discard", &["global L2"], since(7, 4, 80)),
    Row("isspacep", &["const global local shared"], NOTHING),
    Row("isspacep", &["param"], since(7, 7, 70)),
    Row("cvta", &["const global local shared to u32 u64"], NOTHING),
    Row("cvta", &["param to u32 u64"], since(7, 7, 70)),
    Row("atom red", &[BITS, FLOATS, ATOMIC, ORDER, "global shared noftz f16 f16x2"], NOTHING),
    Row(
        "atom red",
        &[BITS, FLOATS, ATOMIC, ORDER, CLUSTERS, "global shared noftz f16 f16x2 bf16 bf16x2"],
        since(7, 8, 90),
    ),
    Row("cp", &["async ca cg shared global"], since(7, 0, 80)),
    Row("cp", &["async commit_group wait_group wait_all"], since(7, 0, 80)),
    Row("cp", &["async ca cg shared global L2::64B L2::128B L2::256B"], since(7, 4, 80)),
    // Matrices.
    Row("ldmatrix", &["sync aligned m8n8 x1 x2 x4 trans shared b16"], since(6, 5, 75)),
    Row("movmatrix", &["sync aligned m8n8 trans b16"], since(7, 8, 75)),
    // Threads together.
    Row("bar barrier", &["sync arrive red popc and or pred u32 aligned"], NOTHING),
    Row("bar", &["warp sync"], NOTHING),
    Row("bar barrier", &["cta sync arrive red popc and or pred u32 aligned"], since(7, 8, 70)),
    Row("barrier", &["cluster arrive wait aligned"], since(7, 8, 90)),
    Row("barrier", &["cluster arrive wait aligned release relaxed acquire"], since(8, 0, 90)),
    Row("membar", &["cta gl sys"], NOTHING),
    Row("fence", &["sc acq_rel cta gpu sys"], NOTHING),
    Row("fence", &["sc acq_rel cluster"], since(7, 8, 90)),
    Row("fence", &["proxy alias"], since(7, 5, 70)),
    Row("vote", &["sync all any uni ballot pred b32"], NOTHING),
    Row("shfl", &["sync up down bfly idx b32"], NOTHING),
    Row("match", &["sync any all b32 b64"], NOTHING),
    Row("activemask", &["b32"], NOTHING),
    Row("redux", &["sync add min max and or xor u32 s32 b32"], since(7, 0, 80)),
    Row("elect", &["sync"], since(8, 0, 90)),
    Row(
        "mbarrier",
        &["init inval arrive arrive_drop test_wait pending_count shared b64"],
        since(7, 0, 80),
    ),
    Row("griddepcontrol", &["launch_dependents wait"], since(7, 8, 90)),
    Row("mapa", &["shared::cluster u32 u64"], since(7, 8, 90)),
    Row("getctarank", &["shared::cluster u32 u64"], since(7, 8, 90)),
    Row("nanosleep", &["u32"], NOTHING),
    // Control.
    Row("bra call ret", &["uni"], NOTHING),
    Row("brx", &["idx uni"], NOTHING),
    Row("exit trap brkpt pmevent", &["mask"], NOTHING),
    Row("alloca", &["u32 u64"], since(7, 3, 70)),
    Row("stackrestore stacksave", &["u32 u64"], since(7, 3, 70)),
];

/// Returns the need of an instruction; none if the table does not have it.
pub fn instruction(opcode: &str, operands: &[&str]) -> Option<Need> {
    let mut parts = opcode.split('.');
    let name = parts.next()?;
    let modifiers: Vec<&str> = parts.collect();
    let has = |list: &str, word: &str| list.split_whitespace().any(|own| own == word);
    let row = INSTRUCTIONS.iter().find(|Row(opcodes, allowed, _)| {
        let is_allowed = |word: &&str| allowed.iter().any(|list| has(list, word));
        has(opcodes, opcode) || has(opcodes, name) && modifiers.iter().all(is_allowed)
    })?;
    // Four values of 64 bits at once came with GPUs that have wider accesses.
    let has_modifier = |list: &str| modifiers.iter().any(|word| has(list, word));
    if has_modifier("v4") && has_modifier("b64 u64 s64 f64") {
        return None;
    }
    let mut need = row.2;
    // The result that nobody wants. An atomic operation could always leave it out.
    if operands.contains(&"_") && !matches!(name, "atom" | "call") {
        if !matches!(name, "mov" | "mbarrier") {
            return None;
        }
        need = need.and(since(7, 1, 70));
    }
    // The smallest and the largest of three came long after those of two.
    let commas = operands.iter().filter(|text| **text == ",").count();
    if matches!(name, "min" | "max") && commas > 2 { None } else { Some(need) }
}

/// Words of directives: linkage, memory, types, limits, places.
const DIRECTIVES: [&str; 5] = [
    ".version .target .address_size .file .loc .section .pragma",
    ".extern .visible .weak .common .entry .func .alias .noreturn",
    ".reg .global .shared .const .local .param .ptr .align .v2 .v4 .pred .b8 .b16 .b32 .b64 .u8 \
     .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f16x2 .f32 .f64",
    ".maxntid .minnctapersm .maxnreg .maxnctapersm .reqntid",
    ".branchtargets .calltargets .callprototype",
];

/// The directives that are younger than every allowed header.
const YOUNG_DIRECTIVES: [(&str, Need); 5] = [
    (".b128", since(8, 3, 70)),
    (".reqnctapercluster", since(7, 8, 90)),
    (".explicitcluster", since(7, 8, 90)),
    (".maxclusterrank", since(7, 8, 90)),
    ("inlined_at", since(7, 2, 70)),
];

/// Returns the need of a word of a directive, the next word being known; none if the table does not have it.
/// Names and numbers need nothing.
pub fn directive(word: &str, next: Option<&str>) -> Option<Need> {
    if let Some((_, need)) = YOUNG_DIRECTIVES.iter().find(|(own, _)| *own == word) {
        return Some(*need);
    }
    if word == ".pragma" && next != Some("\"nounroll\"") {
        return None;
    }
    let is_known = |word: &str| {
        DIRECTIVES.iter().flat_map(|list| list.split_whitespace()).any(|own| own == word)
    };
    let begins_as_directive = word.starts_with('.') && !word.starts_with(".debug");
    (!begins_as_directive || is_known(word)).then_some(NOTHING)
}

/// Special registers; those with three parts, as in `%tid.x`, are listed without them.
const REGISTERS: &str = "%tid %ntid %ctaid %nctaid %laneid %warpid %nwarpid %smid %nsmid %gridid \
     %lanemask_eq %lanemask_le %lanemask_lt %lanemask_ge %lanemask_gt %clock %clock_hi %clock64 \
     %globaltimer %globaltimer_lo %globaltimer_hi %dynamic_smem_size %total_smem_size";

/// The registers that came with clusters of blocks.
const CLUSTER_REGISTERS: &str = "%clusterid %nclusterid %cluster_ctaid %cluster_nctaid \
     %cluster_ctarank %cluster_nctarank %is_explicit_cluster";

/// Returns the need of a special register; none if the table does not have it.
pub fn special_register(name: &str) -> Option<Need> {
    let stem = name.split('.').next()?;
    let has = |list: &str| list.split_whitespace().any(|own| own == stem);
    match () {
        () if has(REGISTERS) => Some(NOTHING),
        () if has(CLUSTER_REGISTERS) => Some(since(7, 8, 90)),
        () => None,
    }
}
