//! The kernels of a block as CUDA C++, for build scripts, which compile them.

use crate::compile::{Input, parse};
use crate::diagnostic::Diagnostics;
use crate::emit::cuda;
use crate::options::Options;
use crate::plan::Plan;
use crate::planned::planned;
use crate::source::SourceMap;
use crate::types::OperationBudget;
use crate::types::check::check;
use crate::types::context::Context;

/// The CUDA C++ of a block's kernels: a unit for each function that has some, none if something is
/// wrong with the block.
pub fn cuda_units(input: Input) -> Vec<Unit> {
    cuda_units_as(input, &Options::default())
}

/// The units under options that tests choose.
pub fn cuda_units_as(input: Input, options: &Options) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for unit in device_code(input, options, |_, unit| unit) {
        if unit.has_entries() && units.iter().all(|known| known.name != unit.name) {
            units.push(Unit { name: unit.name, source: unit.source });
        }
    }
    units
}

/// The kernels of a block, each with the reason why it cannot run on CUDA devices, if there is one; none if
/// the block has an error.
pub fn reasons_against_devices(input: Input) -> Vec<(String, Option<&'static str>)> {
    let of_plan = |plan: &Plan, unit: cuda::Unit| {
        let reasons =
            unit.kernels.into_iter().map(|written| written.err().map(|reason| reason.text()));
        let names = plan.kernels.iter().map(|kernel| kernel.name.to_string());
        names.zip(reasons).collect::<Vec<_>>()
    };
    device_code(input, &Options::default(), of_plan).into_iter().flatten().collect()
}

/// The result of a function of the plans of a block and of their code for CUDA devices, over functions
/// under all their instances; nothing if the block has an error.
fn device_code<T>(
    input: Input,
    options: &Options,
    made_of: impl Fn(&Plan, cuda::Unit) -> T,
) -> Vec<T> {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();
    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let (mut code, mut budget) = (Vec::new(), OperationBudget::default());
    for function in 0..checked.context.functions.len() {
        for (_, planned) in planned(&checked, function, true, options, &mut budget, &mut errors) {
            code.extend(
                planned.on_devices().into_iter().map(|plan| made_of(plan, cuda::emit(plan))),
            );
        }
    }
    if errors.is_empty() { code } else { Vec::new() }
}

/// Kernels that are compiled together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// A hash of the text in hexadecimal digits.
    pub name: String,
    /// CUDA C++.
    pub source: String,
}
