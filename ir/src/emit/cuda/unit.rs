//! The kernels of a function in CUDA C++: their text with the device header in front.

use std::hash::Hasher;

use accel_abi::constants::device_header;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::entry::Entry;
use super::{kernel, sort};
use crate::core::Var;
use crate::plan::schedule::device::Combining;
use crate::plan::{Kernel, Plan, Reason, Step};

/// The CUDA unit of a function's kernels.
pub struct Unit {
    /// A name that changes with the text.
    pub name: String,
    /// CUDA C++, with the device header in front.
    pub source: String,
    /// The entry of each kernel of the plan, in their order, or the reason why it has none.
    pub kernels: Vec<Result<Entry, Reason>>,
    /// True if there are entries for the sorts of its host code.
    pub sorts: bool,
}

impl Unit {
    /// Returns true if anything can run on a device.
    pub fn has_entries(&self) -> bool {
        self.sorts || self.kernels.iter().any(Result::is_ok)
    }
}

/// The beginning of the device header, with the types in which the constants stand behind it that kernels
/// share with the host.
const TYPES: [&str; 3] = [
    include_str!("device/declarations.cuh"),
    include_str!("device/compilers.cuh"),
    include_str!("device/scalars.cuh"),
];

/// The rest of the device header.
const DRIVERS: [&str; 14] = [
    include_str!("device/drivers.cuh"),
    include_str!("device/reads.cuh"),
    include_str!("device/chain.cuh"),
    include_str!("device/scan.cuh"),
    include_str!("device/compact.cuh"),
    include_str!("device/append.cuh"),
    include_str!("device/scatter.cuh"),
    include_str!("device/combine.cuh"),
    include_str!("device/sort_then_combine.cuh"),
    include_str!("device/team.cuh"),
    include_str!("device/rows.cuh"),
    include_str!("device/tiles.cuh"),
    include_str!("device/transposed.cuh"),
    include_str!("device/stencil.cuh"),
];

/// The kernels of a plan, and the sorts of its host code, as CUDA C++.
pub fn emit(plan: &Plan) -> Unit {
    let constants = device_header();
    let header = TYPES.into_iter().chain([&*constants]).chain(DRIVERS);
    let mut source = header.collect::<Vec<_>>().join("\n");
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
