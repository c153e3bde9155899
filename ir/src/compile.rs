//! The compiler: parse, check, and for each instance of a function lower, plan and write.

use proc_macro2::TokenStream;

use crate::diagnostic::Diagnostics;
use crate::emit::cpu::{self, Sites};
use crate::emit::cuda;
use crate::interface::{self, Compiled};
use crate::options::{CodeOfUnits, Options};
use crate::plan::Plan;
use crate::planned::{Planned, planned};
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::tree::Module;
use crate::types::check::{Checked, check};
use crate::types::context::Context;
use crate::types::infer::Instance;
use crate::types::{OperationBudget, certain_failures};

/// The input of a compilation.
#[derive(Clone)]
pub enum Input {
    /// The tokens of `accel! { … }`.
    Block(TokenStream),
    /// The items of `#[accel::module] mod name { … }`, and the tokens in parentheses behind
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
/// The output depends on the input alone. No input makes the function panic, unless a pass of the compiler
/// is broken and debug assertions are on.
pub fn compile(input: Input) -> TokenStream {
    compile_with(input, None)
}

/// Compiles a block as [`compile`] does. Kernels that have been compiled for CUDA devices run there.
pub fn compile_with(input: Input, units: CodeOfUnits) -> TokenStream {
    compile_as(input, &Options { units, ..Options::default() })
}

/// Compiles a block as [`compile`] does, with options that tests choose.
pub fn compile_as(input: Input, options: &Options) -> TokenStream {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();

    let module = parse(input, &mut source, &mut errors);
    let checked = check(Context::new(&module, &mut errors), &mut errors);
    let mut budget = OperationBudget::default();
    let functions: Vec<Vec<Compiled>> = (0..checked.context.functions.len())
        .map(|function| {
            compile_function(&checked, function, &source, &mut budget, &mut errors, options)
        })
        .collect();
    certain_failures(&checked, &mut errors);
    let mut tokens = interface::items(&checked, &functions, &source, &mut errors);

    for (position, error) in errors.into_sorted(&source).iter().enumerate() {
        tokens.extend(error.to_tokens(&source, position == 0));
    }
    tokens
}

/// The items of a block.
pub(crate) fn parse(input: Input, source: &mut SourceMap, errors: &mut Diagnostics) -> Module {
    match input {
        Input::Block(tokens) => syntax::parse_block(tokens, source, errors),
        Input::Module { arguments, items } => {
            syntax::parse_module(arguments, items, source, errors)
        }
    }
}

/// A public function under each of its instances; nothing if something is wrong with it.
fn compile_function(
    checked: &Checked,
    function: usize,
    source: &SourceMap,
    budget: &mut OperationBudget,
    errors: &mut Diagnostics,
    options: &Options,
) -> Vec<Compiled> {
    let units = options.units;
    let planned = planned(checked, function, units.is_some(), options, budget, errors);
    planned.into_iter().map(|planned| write(checked, function, planned, source, units)).collect()
}

/// The code of a function under an instance.
fn write(
    checked: &Checked,
    function: usize,
    (instance, planned): (Instance, Planned),
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
    let Planned { plan, owned, devices, recursive } = planned;
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
