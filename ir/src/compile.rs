//! The pipeline.

use proc_macro2::TokenStream;

use crate::core::{Expression, Function, Program, Var};
use crate::devices::for_devices;
use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{self, Recursive, Sites};
use crate::emit::cuda::{self, DeviceCode};
use crate::flatten::{Thresholds, flatten};
use crate::interface::{self, Compiled};
use crate::passes::{self, calls, optimise, selections};
use crate::plan::Plan;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::tree::Module;
use crate::types::check::{Checked, check, instances};
use crate::types::context::Context;
use crate::types::infer::Instance;
use crate::types::{Room, certain_failures, lower};

/// What is compiled.
pub enum Input {
    /// The tokens of `accel! { … }`.
    Block(TokenStream),
    /// The items of `#[accel::module] mod name { … }`, and what stands in parentheses behind
    /// `accel::module`: the list of instances, if there is one.
    Module {
        /// In parentheses.
        arguments: TokenStream,
        /// In braces.
        items: Vec<syn::Item>,
    },
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
    let mut room = Room::default();
    let functions: Vec<Vec<Compiled>> = (0..checked.context.functions.len())
        .map(|function| {
            compile_function(&checked, function, &source, &mut room, &mut errors, units)
        })
        .collect();
    certain_failures(&checked, &mut errors);
    let mut tokens = interface::items(&checked, &functions, &source, &mut errors);

    for error in errors.into_sorted(&source) {
        tokens.extend(error.to_tokens(&source));
    }
    tokens
}

/// The CUDA C++ of a block's kernels: a unit for each function that has some, none if something is
/// wrong with the block.
pub fn cuda_units(input: Input) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for unit in device_code(input, |_, unit| unit) {
        if unit.has_entries() && units.iter().all(|known| known.name != unit.name) {
            units.push(Unit { name: unit.name, source: unit.source });
        }
    }
    units
}

/// The kernels of a block, each with what keeps it from running on CUDA devices, if something does;
/// none if something is wrong with the block.
pub fn reasons_against_devices(input: Input) -> Vec<(String, Option<&'static str>)> {
    let of_plan = |plan: &Plan, unit: cuda::Unit| {
        let reasons =
            unit.kernels.into_iter().map(|written| written.err().map(|reason| reason.text()));
        let names = plan.kernels.iter().map(|kernel| kernel.name.to_string());
        names.zip(reasons).collect::<Vec<_>>()
    };
    device_code(input, of_plan).into_iter().flatten().collect()
}

/// What is made of the plans of a block and what they become for CUDA devices, of functions under all
/// their instances; nothing if something is wrong with the block.
fn device_code<T>(input: Input, made_of: impl Fn(&Plan, cuda::Unit) -> T) -> Vec<T> {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();
    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let (mut code, mut room) = (Vec::new(), Room::default());
    for function in 0..checked.context.functions.len() {
        for planned in plan_function(&checked, function, true, &mut room, &mut errors) {
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

fn parse(input: Input, source: &mut SourceMap, errors: &mut Diagnostics) -> Module {
    match input {
        Input::Block(tokens) => syntax::parse_block(tokens, source, errors),
        Input::Module { arguments, items } => {
            syntax::parse_module(arguments, items, source, errors)
        }
    }
}

/// Gives an expression for the compiled form of a [`Unit`], by its name, if there is one.
pub type CodeOfUnits<'a> = Option<&'a dyn Fn(&str) -> Option<DeviceCode>>;

/// A public function under each of its instances; nothing if something is wrong with it.
fn compile_function(
    checked: &Checked,
    function: usize,
    source: &SourceMap,
    room: &mut Room,
    errors: &mut Diagnostics,
    units: CodeOfUnits,
) -> Vec<Compiled> {
    let planned = plan_function(checked, function, units.is_some(), room, errors);
    planned.into_iter().map(|planned| write(checked, function, planned, source, units)).collect()
}

/// What a function becomes under one of its instances, before it is written.
struct Planned {
    instance: Instance,
    plan: Plan,
    /// Which of its parameters it may write to.
    owned: Vec<Var>,
    /// What it does instead on devices, if that is something else.
    devices: Option<Plan>,
    /// The recursive functions that any of it may call, itself perhaps among them.
    recursive: Vec<Recursive>,
}

impl Planned {
    /// The plan of a function that calls itself, as it calls itself.
    fn itself(&self) -> Option<&Plan> {
        self.recursive.iter().map(|one| &one.plan).find(|plan| plan.name == self.plan.name)
    }

    /// The plans besides its own that are written as host code.
    fn others(&self) -> impl Iterator<Item = &Plan> {
        let plans = self.devices.iter().chain(self.recursive.iter().map(|one| &one.plan));
        plans.filter(|plan| plan.name != self.plan.name)
    }

    /// The plans that host code goes through on devices: where recursions go level by level there, not
    /// those in which lanes call them.
    fn on_devices(&self) -> Vec<&Plan> {
        let first = self.devices.as_ref().or(self.itself()).unwrap_or(&self.plan);
        let mut plans = vec![first];
        let mut done = 0;
        while let Some(plan) = plans.get(done).copied() {
            done += 1;
            plan.body.each_statement(&mut |statement| {
                let Expression::Call(name, _) = &statement.expression else { return };
                let callee = self.recursive.iter().find(|one| one.plan.name == *name);
                let known = plans.iter().any(|known| known.name == *name);
                plans.extend(callee.map(|one| &one.plan).filter(|_| !known));
            });
        }
        plans
    }
}

fn plan_function(
    checked: &Checked,
    function: usize,
    with_devices: bool,
    room: &mut Room,
    errors: &mut Diagnostics,
) -> Vec<Planned> {
    let is_public = checked.context.functions[function].function.visibility.is_some();
    if !is_public || checked.broken.contains(&function) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for instance in instances(&checked.context, function) {
        if room.is_used_up() {
            return Vec::new();
        }
        let mut own = Diagnostics::default();
        let planned = plan_instance(checked, function, &instance, with_devices, room, &mut own);
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
    with_devices: bool,
    room: &mut Room,
    errors: &mut Diagnostics,
) -> Option<Planned> {
    let mut lowered = lower(checked, function, instance, errors);
    room.take(&lowered, &checked.context.functions[function].function.name, errors);
    if !errors.is_empty() {
        return None;
    }
    selections(&mut lowered.program);
    let instead = if with_devices { for_devices(&lowered.program) } else { None };
    let Program { mut functions } = lowered.program;
    functions.iter_mut().for_each(optimise);
    let optimised = functions.remove(0);

    let mut recursive: Vec<Recursive> = Vec::new();
    let is_called = |f: &Function| calls(f, &optimised.name);
    let calls_itself = is_called(&optimised) || functions.iter().any(is_called);
    let own = calls_itself.then(|| optimised.clone());
    for callee in own.into_iter().chain(functions) {
        match flatten(callee.clone(), Vec::new(), &|_| false, Thresholds::CPU) {
            Ok(plan) => {
                // Lanes that call it get arrays of their own from it, too.
                let mut in_lane = callee;
                passes::own(&mut in_lane, &|_| false);
                recursive.push(Recursive { plan, in_lane: Some(in_lane) });
            }
            Err(error) => errors.report(*error),
        }
    }
    let owned = lowered.owned;
    let devices = instead.and_then(|program| plan_devices(program, &owned, &mut recursive));
    match flatten(optimised, lowered.regularity, &|var| owned.contains(&var), Thresholds::CPU) {
        Ok(plan) => Some(Planned { instance: instance.clone(), plan, owned, devices, recursive }),
        Err(error) => {
            errors.report(*error);
            None
        }
    }
}

/// The plan of what a function does on devices. The lifted functions that it calls, and what they call,
/// are added to the recursive ones. Nothing if some of it has no form: devices do as the CPU does then.
fn plan_devices(program: Program, owned: &[Var], recursive: &mut Vec<Recursive>) -> Option<Plan> {
    let mut functions = program.functions.into_iter().map(|mut function| {
        optimise(&mut function);
        function
    });
    let first = functions.next()?;
    let devices = flatten(first, Vec::new(), &|var| owned.contains(&var), Thresholds::CPU).ok()?;
    let mut more = Vec::new();
    for function in functions {
        if recursive.iter().all(|known| known.plan.name != function.name) {
            let plan = flatten(function, Vec::new(), &|_| false, Thresholds::CPU).ok()?;
            more.push(Recursive { plan, in_lane: None });
        }
    }
    recursive.append(&mut more);
    Some(devices)
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
    let units = units.and_then(|code| cuda::Units::compiled(planned.on_devices(), code));
    let entries_of = |plan: &Plan| {
        let unit = units.as_ref()?.of(plan)?;
        Some(interface::Entries { kernels: unit.kernels.clone(), sorts: unit.sorts })
    };
    // A function that calls itself launches the kernels of those calls.
    let itself = planned.itself().unwrap_or(&planned.plan);
    let entries = entries_of(itself);
    let others = planned.others().map(|plan| (plan.clone(), entries_of(plan))).collect();
    let Planned { instance, plan, owned, devices, recursive } = planned;
    let program = cpu::Program {
        plan: &plan,
        owned: &|var| owned.contains(&var),
        devices: devices.as_ref(),
        recursive: &recursive,
        units: units.as_ref(),
    };
    let code = cpu::emit(&program, &mut sites);
    let lanes = std::mem::take(&mut sites.lanes);
    Compiled { instance, plan, code, entries, others, lanes }
}
