//! The pipeline.

use proc_macro2::TokenStream;

use crate::core::{Function, Program, Var};
use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{self, Sites};
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
pub fn compile_with(input: Input, ptx: Ptx) -> TokenStream {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();

    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let functions: Vec<Vec<Compiled>> = (0..checked.context.functions.len())
        .map(|function| compile_function(&checked, function, &source, &mut errors, ptx))
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
    let mut units = Vec::new();
    for function in 0..checked.context.functions.len() {
        for compiled in compile_function(&checked, function, &source, &mut errors, None) {
            let unit = emit::cuda::emit(&compiled.plan);
            if unit.has_entries() {
                units.push(Unit { name: unit.name, source: unit.source });
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
pub type Ptx<'a> = Option<&'a dyn Fn(&str) -> Option<TokenStream>>;

/// A public function under each of its instances; nothing if something is wrong with it.
fn compile_function(
    checked: &Checked,
    function: usize,
    source: &SourceMap,
    errors: &mut Diagnostics,
    ptx: Ptx,
) -> Vec<Compiled> {
    let is_public = checked.context.functions[function].function.visibility.is_some();
    if !is_public || checked.broken.contains(&function) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for instance in instances(&checked.context, function) {
        let mut own = Diagnostics::default();
        let compiled = compile_instance(checked, function, &instance, source, &mut own, ptx);
        for error in own.iter() {
            errors.report(error.clone());
        }
        let (Some(compiled), true) = (compiled, own.is_empty()) else { return Vec::new() };
        list.push(compiled);
    }
    list
}

fn compile_instance(
    checked: &Checked,
    function: usize,
    instance: &Instance,
    source: &SourceMap,
    errors: &mut Diagnostics,
    ptx: Ptx,
) -> Option<Compiled> {
    let lowered = lower(checked, function, instance, errors);
    if !errors.is_empty() {
        return None;
    }
    let Program { mut functions } = lowered.program;
    functions.iter_mut().for_each(optimise);
    let optimised = functions.remove(0);
    let owned = |var: Var| lowered.owned.contains(&var);

    let mut called: Vec<(Plan, Function)> = Vec::new();
    let own = checked.recursive.contains(&function).then(|| optimised.clone());
    for callee in own.into_iter().chain(functions) {
        match flatten(callee.clone(), Vec::new(), &|_| false, Thresholds::CPU) {
            Ok(plan) => {
                // Lanes that call it get arrays of their own from it, too.
                let mut in_lane = callee;
                passes::own(&mut in_lane, &|_| false);
                called.push((plan, in_lane));
            }
            Err(error) => errors.report(*error),
        }
    }
    let plan = match flatten(optimised, lowered.names, &owned, Thresholds::CPU) {
        Ok(plan) => plan,
        Err(error) => {
            errors.report(*error);
            return None;
        }
    };
    let mut sites = Sites::new(source);
    interface::boundary_sites(checked, function, &mut sites);
    let unit = ptx.map(|_| cuda::emit(&plan));
    let device = unit.as_ref().zip(ptx).and_then(|(unit, ptx)| Some((ptx(&unit.name)?, unit)));
    // Host code that calls itself launches on the CPU alone.
    let device = device.filter(|_| !checked.recursive.contains(&function));
    let entries = device
        .as_ref()
        .map(|(_, unit)| unit.kernels.iter().map(|kernel| kernel.as_ref().ok().cloned()).collect());
    let program = cpu::Program { plan: &plan, owned: &owned, recursive: &called, device };
    let code = cpu::emit(&program, &mut sites);
    Some(Compiled { instance: instance.clone(), plan, code, entries })
}
