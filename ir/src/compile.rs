//! The pipeline.

use proc_macro2::TokenStream;

use crate::core::{Function, Program, Var};
use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{self, Sites};
use crate::flatten::{Thresholds, flatten};
use crate::interface::{self, Compiled};
use crate::passes::{self, optimise};
use crate::plan::Plan;
use crate::source::SourceMap;
use crate::syntax;
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
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();

    let module = match input {
        Input::Block(tokens) => syntax::parse_block(tokens, &mut source, &mut errors),
        Input::Module(items) => syntax::parse_module(items, &mut source, &mut errors),
    };
    let context = Context::new(&module, &mut errors);
    let checked = check(context, &mut errors);
    let functions: Vec<Vec<Compiled>> = (0..checked.context.functions.len())
        .map(|function| compile_function(&checked, function, &source, &mut errors))
        .collect();
    let mut tokens = interface::items(&checked, &functions, &source, &mut errors);

    for error in errors.into_sorted(&source) {
        tokens.extend(error.to_tokens(&source));
    }
    tokens
}

/// A public function under each of its instances; nothing if something is wrong with it.
fn compile_function(
    checked: &Checked,
    function: usize,
    source: &SourceMap,
    errors: &mut Diagnostics,
) -> Vec<Compiled> {
    let is_public = checked.context.functions[function].function.visibility.is_some();
    if !is_public || checked.broken.contains(&function) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for instance in instances(&checked.context, function) {
        let mut own = Diagnostics::default();
        let compiled = compile_instance(checked, function, &instance, source, &mut own);
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
    let program = cpu::Program { plan: &plan, owned: &owned, recursive: &called };
    let code = cpu::emit(&program, &mut sites);
    Some(Compiled { instance: instance.clone(), plan, code })
}
