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
mod frame;
mod growing;
mod kernel;
mod lane;
mod loading;
mod names;
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
use crate::plan::schedule::device::Combining;
use crate::plan::{Kernel, Plan, Reason, Step};

pub use units::{DeviceCode, Units};

/// What the kernels of a function become.
pub struct Unit {
    /// A name that changes with the text.
    pub name: String,
    /// CUDA C++, with the device header in front.
    pub source: String,
    /// What became of each kernel of the plan, in their order.
    pub kernels: Vec<Result<Entry, Reason>>,
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
    /// The name of its `__global__` function. Its other entries, which the schedule tells, have suffixes
    /// behind the name.
    pub name: String,
    /// The variables that it needs from outside. The fields of its struct are these, then the arrays whose
    /// rows the lanes store, those that they write anywhere, those of the scalars that they store, and those
    /// of the values that they keep; where rows are appended, then those of the offsets of their groups and
    /// those of the rows; where rows are computed ahead, at last their values.
    pub captures: Vec<Var>,
}

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
    let binds = binds_of_launches(plan);
    let mut kernels = Vec::new();
    for (kernel, binds) in plan.kernels.iter().zip(&binds) {
        let device = kernel.schedule.device.as_ref();
        kernels.push(device.map_err(|reason| *reason).map(|schedule| {
            let (entry, text) = kernel::write(plan, kernel, binds, schedule);
            source.push('\n');
            source.push_str(&text);
            entry
        }));
    }
    let in_order = |kernel: &Kernel| {
        let schedule = kernel.schedule.device.as_ref();
        schedule.is_ok_and(|own| own.combining == Some(Combining::InOrder))
    };
    let sorts = sort::write(plan, plan.kernels.iter().any(in_order));
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

/// The variables that the launches of kernels bind, kernel by kernel.
fn binds_of_launches(plan: &Plan) -> Vec<Vec<Var>> {
    let mut binds = vec![Vec::new(); plan.kernels.len()];
    plan.body.each(&mut |step| {
        if let Step::Launch(launch) = step {
            binds[launch.kernel].clone_from(&launch.binds);
        }
    });
    binds
}
