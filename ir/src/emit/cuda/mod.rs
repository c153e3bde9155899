//! Plan to CUDA C++: a struct for each kernel with what a lane needs, its lane as a method, and an
//! entry that hands both to a driver of the device header (`device/`), as the Rust of
//! [`emit::cpu`](super::cpu) hands them to the drivers of the runtime. nvcc and clang both compile
//! the text. It has no decisions: a kernel that it cannot write yet runs on the CPU.
//!
//! A check that fails only says so. The host then has the CPU run the call again, which finds the
//! first lane that fails and tells what was wrong, in the same words.

mod ahead;
mod append;
mod arrays;
mod at_once;
mod compact;
mod dealing;
mod frame;
mod growing;
mod kernel;
mod lane;
mod loading;
mod names;
mod nest;
mod nested;
mod ordered;
mod product;
mod reductions;
mod rows;
mod running;
mod scalar;
mod scan;
mod scatter;
mod sort;
mod team;
mod text;
mod tiles;
mod turned;
mod units;
mod windows;

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::core::Var;
use crate::plan::Plan;

pub use frame::Squares;
pub use rows::Rows;
pub use team::Shares;
pub use tiles::Tiles;
pub use units::{DeviceCode, Units};

/// What the kernels of a function become.
pub struct Unit {
    /// A name that changes with the text.
    pub name: String,
    /// CUDA C++, with the device header in front.
    pub source: String,
    /// What became of each kernel of the plan, in their order.
    pub kernels: Vec<Result<Entry, Unsupported>>,
    /// Whether there are entries for the sorts of its host code.
    pub sorts: bool,
}

impl Unit {
    /// Whether anything can run on a device.
    pub fn has_entries(&self) -> bool {
        self.sorts || self.kernels.iter().any(Result::is_ok)
    }
}

/// A kernel in CUDA C++.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name of its `__global__` function. What reduces has another one with `_partials` behind
    /// the name, and what appends rows one with `_lengths`.
    pub name: String,
    /// What it needs from outside. The fields of its struct are these, then the arrays whose rows
    /// the lanes store, those that they write anywhere, those of the scalars that they store, and
    /// those of the values that they keep; where rows are appended, then those of the offsets of
    /// their groups and those of the rows.
    pub captures: Vec<Var>,
    /// Whether its lanes check something, and so may fail.
    pub checked: bool,
    /// Whether its lanes take arrays of their own from a heap.
    pub heap: bool,
    /// How many lanes a tile has, if blocks work on tiles.
    pub lanes_of_tile: Option<u32>,
    /// Whether teams of threads can compute the lanes, by other entries with `_eights`, `_warps`
    /// and `_blocks` behind the name.
    pub teams: bool,
    /// Whether their rows lie across the order of lanes, so that threads beside each other read
    /// what lies side by side.
    pub across: bool,
    /// How several blocks can compute a lane, by another entry with `_shares` behind the name, or
    /// `_postponed` if they compute only those that teams leave to them.
    pub shares: Option<Shares>,
    /// How rows of the lanes can be computed ahead by teams, by other entries with `_rows` behind the
    /// name, and behind that what entries of teams have. The last field of its struct is then where
    /// their values lie.
    pub rows: Option<Rows>,
    /// Whether lanes claim places before they write there, by another entry with `_claim` behind
    /// the name.
    pub claims: bool,
    /// Whether blocks can combine into bins of their own, by another entry with `_bins` behind the
    /// name.
    pub bins: bool,
    /// Whether lanes combine in their order, by entries with `_places` behind the name, nothing and
    /// `_ends`, and those of a sort of places between the first two.
    pub ordered: bool,
    /// How blocks compute tiles of results, by other entries with `_tiles` and, if there are large
    /// ones, `_large_tiles` behind the name.
    pub tiles: Option<Tiles>,
    /// Whether lanes read across the order in which they lie, which blocks do in tiles by another
    /// entry with `_turned` behind the name: the dimension along which neighbours lie in memory.
    pub turned: Option<Squares>,
    /// Whether lanes read around their own place, which blocks do in tiles by another entry with
    /// `_windows` behind the name: the dimension of the rows.
    pub windows: Option<Squares>,
}

impl Entry {
    /// Whether several blocks can compute the rows of a lane.
    pub fn is_shared(&self) -> bool {
        self.shares.is_some() || self.rows.is_some()
    }

    /// How its lanes can be computed besides by a thread each, for people.
    pub fn forms(&self) -> Vec<&'static str> {
        let mut forms = Vec::new();
        if self.teams {
            forms.extend(["by eights", "by warps", "by blocks"]);
        }
        match self.rows {
            Some(_) if self.teams => forms.push("lengths of rows ahead"),
            Some(_) => forms.extend(["rows ahead", "by eights", "by warps", "by blocks"]),
            None => {}
        }
        match self.shares.or(self.rows.map(|rows| rows.shares)) {
            Some(Shares { uneven: true, .. }) => forms.push("long rows by several blocks"),
            Some(_) => forms.push("by several blocks"),
            None => {}
        }
        if self.heap {
            forms.push("with a heap");
        }
        if self.bins {
            forms.push("with bins in shared memory");
        }
        if self.ordered {
            forms.push("in the order of lanes");
        }
        match self.tiles {
            Some(Tiles { large: true, .. }) => {
                forms.extend(["in tiles of 64 × 64", "in tiles of 128 × 128"]);
            }
            Some(_) => forms.push("in tiles of 64 × 64"),
            None => {}
        }
        if self.turned.is_some() {
            forms.push("transposed through shared memory");
        }
        if self.windows.is_some() {
            forms.push("with windows in shared memory");
        }
        if self.across {
            forms.push("threads across the lanes");
        }
        forms
    }
}

/// Why a kernel runs on the CPU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub &'static str);

/// How many threads a block has.
pub const THREADS: u32 = 256;

const HEADER: [&str; 17] = [
    include_str!("device/declarations.cuh"),
    include_str!("device/compilers.cuh"),
    include_str!("device/scalars.cuh"),
    include_str!("device/drivers.cuh"),
    include_str!("device/reads.cuh"),
    include_str!("device/chain.cuh"),
    include_str!("device/scan.cuh"),
    include_str!("device/compact.cuh"),
    include_str!("device/append.cuh"),
    include_str!("device/scatter.cuh"),
    include_str!("device/combine.cuh"),
    include_str!("device/ordered.cuh"),
    include_str!("device/team.cuh"),
    include_str!("device/rows.cuh"),
    include_str!("device/tiles.cuh"),
    include_str!("device/turned.cuh"),
    include_str!("device/windows.cuh"),
];

/// The kernels of a plan, and the sorts of its host code, as CUDA C++.
pub fn emit(plan: &Plan) -> Unit {
    let mut source = HEADER.join("\n");
    let mut kernels = Vec::new();
    for kernel in &plan.kernels {
        let written = kernel::write(plan, kernel);
        kernels.push(written.map(|(entry, text)| {
            source.push('\n');
            source.push_str(&text);
            entry
        }));
    }
    let ordered =
        |kernel: &Result<Entry, Unsupported>| kernel.as_ref().is_ok_and(|own| own.ordered);
    let sorts = sort::write(plan, kernels.iter().any(ordered));
    if let Some(text) = &sorts {
        source.push('\n');
        source.push_str(text);
    }
    let sorts = sorts.is_some();
    let mut hasher = SipHasher13::new();
    hasher.write(source.as_bytes());
    let name = format!("{:032x}", hasher.finish128().as_u128());
    Unit { name, source, kernels, sorts }
}
