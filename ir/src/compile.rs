//! The pipeline.

use proc_macro2::TokenStream;

use crate::core::{Function, Program, Var};
use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{self, Sites};
use crate::emit::cuda::DeviceCode;
use crate::emit::{self, cuda};
use crate::flatten::{Thresholds, flatten};
use crate::interface::{self, Compiled};
use crate::passes::{self, optimise};
use crate::plan::Plan;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::tree::Module;
use crate::types::check::{Checked, check, instances};
use crate::types::context::Context;
use crate::types::infer::Instance;
use crate::types::lower;

/// What is compiled.
pub enum Input {
    /// The tokens of `accel! { … }`.
    Block(TokenStream),
    /// The items of `#[accel::module] mod name { … }`.
    Module(Vec<syn::Item>),
}

/// Compiles a block: the items it becomes, and a `compile_error!` for each thing that is wrong.
///
/// The same input always gives the same output. No input makes it panic, unless a pass of the
/// compiler is broken and debug assertions are on.
pub fn compile(input: Input) -> TokenStream {
    compile_with(input, None)
}

/// Compiles a block as [`compile`] does. Kernels that have been compiled for CUDA devices run there.
pub fn compile_with(input: Input, units: CodeOfUnits) -> TokenStream {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();

    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let functions: Vec<Vec<Compiled>> = (0..checked.context.functions.len())
        .map(|function| compile_function(&checked, function, &source, &mut errors, units))
        .collect();
    let mut tokens = interface::items(&checked, &functions, &source, &mut errors);

    for error in errors.into_sorted(&source) {
        tokens.extend(error.to_tokens(&source));
    }
    tokens
}

/// The CUDA C++ of a block's kernels: a unit for each function that has some, none if something is
/// wrong with the block.
pub fn cuda_units(input: Input) -> Vec<Unit> {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();
    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let mut units: Vec<Unit> = Vec::new();
    for function in 0..checked.context.functions.len() {
        for planned in plan_function(&checked, function, &mut errors) {
            for plan in planned.with_host_code() {
                let unit = emit::cuda::emit(plan);
                if unit.has_entries() && units.iter().all(|known| known.name != unit.name) {
                    units.push(Unit { name: unit.name, source: unit.source });
                }
            }
        }
    }
    if errors.is_empty() { units } else { Vec::new() }
}

/// Kernels that are compiled together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// A hash of the text in hexadecimal digits.
    pub name: String,
    /// CUDA C++.
    pub source: String,
}

fn parse(input: Input, source: &mut SourceMap, errors: &mut Diagnostics) -> Module {
    match input {
        Input::Block(tokens) => syntax::parse_block(tokens, source, errors),
        Input::Module(items) => syntax::parse_module(items, source, errors),
    }
}

/// Gives an expression for the compiled form of a [`Unit`], by its name, if there is one.
pub type CodeOfUnits<'a> = Option<&'a dyn Fn(&str) -> Option<DeviceCode>>;

/// A public function under each of its instances; nothing if something is wrong with it.
fn compile_function(
    checked: &Checked,
    function: usize,
    source: &SourceMap,
    errors: &mut Diagnostics,
    units: CodeOfUnits,
) -> Vec<Compiled> {
    let planned = plan_function(checked, function, errors);
    planned.into_iter().map(|planned| write(checked, function, planned, source, units)).collect()
}

/// What a function becomes under one of its instances, before it is written.
struct Planned {
    instance: Instance,
    plan: Plan,
    /// Which of its parameters it may write to.
    owned: Vec<Var>,
    /// The recursive functions that it may call, itself perhaps among them: their plans, and what
    /// lanes do that call them.
    recursive: Vec<(Plan, Function)>,
}

impl Planned {
    /// The plan of a function that calls itself, as it calls itself.
    fn itself(&self) -> Option<&Plan> {
        self.recursive.iter().map(|(plan, _)| plan).find(|plan| plan.name == self.plan.name)
    }

    /// The plans that are written as host code.
    fn with_host_code(&self) -> impl Iterator<Item = &Plan> {
        let first = self.itself().is_none().then_some(&self.plan);
        first.into_iter().chain(self.recursive.iter().map(|(plan, _)| plan))
    }
}

fn plan_function(checked: &Checked, function: usize, errors: &mut Diagnostics) -> Vec<Planned> {
    let is_public = checked.context.functions[function].function.visibility.is_some();
    if !is_public || checked.broken.contains(&function) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for instance in instances(&checked.context, function) {
        let mut own = Diagnostics::default();
        let planned = plan_instance(checked, function, &instance, &mut own);
        for error in own.iter() {
            errors.report(error.clone());
        }
        let (Some(planned), true) = (planned, own.is_empty()) else { return Vec::new() };
        list.push(planned);
    }
    list
}

fn plan_instance(
    checked: &Checked,
    function: usize,
    instance: &Instance,
    errors: &mut Diagnostics,
) -> Option<Planned> {
    let lowered = lower(checked, function, instance, errors);
    if !errors.is_empty() {
        return None;
    }
    let Program { mut functions } = lowered.program;
    functions.iter_mut().for_each(optimise);
    let optimised = functions.remove(0);

    let mut recursive: Vec<(Plan, Function)> = Vec::new();
    let own = checked.recursive.contains(&function).then(|| optimised.clone());
    for callee in own.into_iter().chain(functions) {
        match flatten(callee.clone(), Vec::new(), &|_| false, Thresholds::CPU) {
            Ok(plan) => {
                // Lanes that call it get arrays of their own from it, too.
                let mut in_lane = callee;
                passes::own(&mut in_lane, &|_| false);
                recursive.push((plan, in_lane));
            }
            Err(error) => errors.report(*error),
        }
    }
    let owned = lowered.owned;
    match flatten(optimised, lowered.regularity, &|var| owned.contains(&var), Thresholds::CPU) {
        Ok(plan) => Some(Planned { instance: instance.clone(), plan, owned, recursive }),
        Err(error) => {
            errors.report(*error);
            None
        }
    }
}

fn write(
    checked: &Checked,
    function: usize,
    planned: Planned,
    source: &SourceMap,
    units: CodeOfUnits,
) -> Compiled {
    let mut sites = Sites::new(source);
    interface::boundary_sites(checked, function, &mut sites);
    let units = units.and_then(|code| cuda::Units::compiled(planned.with_host_code(), code));
    let entries = units.as_ref().map(|units| {
        // A function that calls itself launches the kernels of those calls.
        let unit = units.of(planned.itself().unwrap_or(&planned.plan));
        unit.kernels.clone()
    });
    let Planned { instance, plan, owned, recursive } = planned;
    let program = cpu::Program {
        plan: &plan,
        owned: &|var| owned.contains(&var),
        recursive: &recursive,
        units: units.as_ref(),
    };
    let code = cpu::emit(&program, &mut sites);
    Compiled { instance, plan, code, entries }
}
