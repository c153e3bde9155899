//! Plan to Rust: host code that launches kernels, and a struct with the code of a lane for each
//! kernel, which the drivers of the runtime run.
//!
//! The code stands in a module of its own, which knows the runtime's `cpu` (drivers) and `host` (buffers,
//! checks) by these names. A kernel of the plan becomes one struct, a step one statement. The one `unsafe` of
//! the code makes the token that the runtime wants of whoever uses memory unchecked.

mod accumulators;
mod append;
mod appended;
mod array_destinations;
mod calls;
mod combine;
mod compact;
mod concatenation;
mod context;
mod cost;
mod destination;
mod expected;
mod expression;
mod fields;
mod filters;
mod functions;
mod guards;
mod host;
mod host_loop;
mod interior;
mod item_names;
mod kernel;
mod kernel_code;
mod lane_report;
mod long_rows;
mod methods;
mod names;
mod on_device;
mod prefetch;
mod reductions;
mod report;
mod row_kernels;
mod scalar;
mod scan;
mod sections;
mod sites;
mod soac;
mod sort;
mod statements;
mod tile;
mod tile_form;
mod tile_width;
mod usage;
mod values;
mod writer;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::cuda;
use crate::core::{Function, Target, Type, Var, VarMap};
use crate::plan::schedule::cpu::NestedForms;
use crate::plan::{Locals, Plan, as_function};
use context::Context;
use functions::{Called, Form, extend, function_name};
use item_names::ptx_name;
pub use lane_report::{Allocation, LaneReport, Lanes, Reason};
use names::Names;
pub use sites::Sites;
use statements::plain_tuple;
use usage::Usage;
use writer::{Device, Writer};

pub(crate) use expression::nested_tuple;
pub(crate) use scalar::scalar_type;

/// A constant as Rust writes it.
pub(crate) fn constant(constant: crate::core::Constant) -> TokenStream {
    scalar::constant(constant).text
}

/// A function and those that it calls, ready to be written.
pub struct Program<'a> {
    /// The plan of the function.
    pub plan: &'a Plan,
    /// The parameters that it may write to.
    pub owned: &'a dyn Fn(Var) -> bool,
    /// The body that it has on devices, if that is another one.
    pub devices: Option<&'a Plan>,
    /// The recursive functions that any of it may call, itself perhaps among them.
    pub recursive: &'a [Recursive],
    /// The CUDA code of the kernels of all of them, if that has been compiled.
    pub units: Option<&'a cuda::Units>,
}

/// A recursive function, or the function that it is lifted to.
pub struct Recursive {
    /// Its plan.
    pub plan: Plan,
    /// The function for lanes that call it; none call lifted functions.
    pub in_lane: Option<Function>,
}

/// The code of a function: `fn on_cpu`, the kernels, and the table of sites.
pub fn emit(program: &Program, sites: &mut Sites) -> TokenStream {
    let mut items = TokenStream::new();
    let itself = program.recursive.iter().any(|one| one.plan.name == program.plan.name);
    let mut called: Vec<Called> = Vec::new();
    let devices = program.devices.map(|plan| function_name(&plan.name, plan.target, Form::OnHost));
    let target_of = |name: &str| find(program, name).map_or(Target::Any, |one| one.plan.target);
    let target_of = &target_of;
    let recursion = !program.recursive.is_empty();
    if itself {
        items.extend(forwarding(program.plan, devices.as_ref()));
        called.push((Form::OnHost, program.plan.name.clone()));
    } else {
        let begins = Begins::Entry { recursion, devices: devices.as_ref() };
        let head = quote!(pub(super) fn on_cpu);
        let owned = program.owned;
        let of = Of { plan: program.plan, owned, units: program.units, target_of };
        let written = host_function(&of, head, begins, sites);
        items.extend(written.tokens);
        called = written.called;
    }
    if let (Some(plan), Some(name)) = (program.devices, devices) {
        let begins = Begins::OnDevice { recursion };
        let of = Of { plan, owned: program.owned, units: program.units, target_of };
        let written = host_function(&of, quote!(fn #name), begins, sites);
        items.extend(written.tokens);
        extend(&mut called, written.called);
    }
    let mut done = 0;
    while let Some((form, name)) = called.get(done).cloned() {
        done += 1;
        let Some(Recursive { plan, in_lane }) = find(program, &name) else { continue };
        let written = match (form, in_lane) {
            (Form::InLane, Some(function)) => lane_function(function, sites),
            (Form::Appending, Some(function)) => appending_function(function, sites),
            _ => {
                let function = function_name(&name, plan.target, form);
                let of = Of { plan, owned: &|_| false, units: program.units, target_of };
                host_function(&of, quote!(fn #function), Begins::Level, sites)
            }
        };
        items.extend(written.tokens);
        extend(&mut called, written.called);
    }
    let (token, table) = (token(), sites.table());
    quote!(#token #items #table)
}

fn find<'p>(program: &'p Program, name: &str) -> Option<&'p Recursive> {
    program.recursive.iter().find(|one| &*one.plan.name == name)
}

/// The code of one function, and the recursive functions that it calls.
struct Written {
    tokens: TokenStream,
    called: Vec<Called>,
}

/// The input of host code.
#[derive(Clone, Copy)]
struct Of<'a> {
    plan: &'a Plan,
    owned: &'a dyn Fn(Var) -> bool,
    units: Option<&'a cuda::Units>,
    /// The targets for which the recursive function of a name is written.
    target_of: &'a dyn Fn(&str) -> Target,
}

/// The function of host code, as its recursions see it.
enum Begins<'a> {
    /// All begin there, if there are any; on a device another function may do it. Only who has a token
    /// calls it.
    Entry { recursion: bool, devices: Option<&'a Ident> },
    /// All begin there, if there are any: it is that other function.
    OnDevice { recursion: bool },
    /// A level, which is told how deep it is.
    Level,
}

/// A function of host code, with its kernels.
fn host_function(of: &Of, head: TokenStream, begins: Begins, sites: &mut Sites) -> Written {
    let Of { plan, owned, units, target_of } = *of;
    let usage = Usage::of(&as_function(plan), plan.in_place.clone());
    let mut writer = Writer::new(&plan.variables, usage, Names::default(), sites);
    writer.target_of = target_of;
    writer.device = units.and_then(|units| Some(Device { plan, unit: units.of(plan)? }));
    let parameters = parameters(&mut writer, &plan.parameters, owned);
    let passed = writer.names(&plan.parameters);
    let start = |recursion: bool| match recursion {
        true => quote!(let recursion = host::Recursion::start();),
        false => TokenStream::new(),
    };
    let (first, start) = match begins {
        Begins::Level => (recursion_parameter(), TokenStream::new()),
        Begins::Entry { recursion, devices } => {
            let elsewhere = devices.map(|devices| on_device(devices, &passed));
            let start = start(recursion);
            (token_parameter(), quote!(#elsewhere #start))
        }
        Begins::OnDevice { recursion } => (TokenStream::new(), start(recursion)),
    };
    let mut items = TokenStream::new();
    if let Some(code) = units.and_then(|units| units.code(plan)) {
        let (name, ptx) = (ptx_name(&plan.name), &code.ptx);
        let (targets, machine): (Vec<_>, Vec<_>) = code.machine.iter().cloned().unzip();
        let code = quote!(host::DeviceCode::new(PROVEN, #ptx, &[#((#targets, #machine)),*]));
        items.extend(quote!(static #name: host::DeviceCode = #code;));
    }
    let (statements, results) = writer.steps(plan, &plan.body, &mut items);
    let results = plain_tuple(results.into_iter().map(|code| code.text).collect());
    let types = results_type(&writer, &plan.results);
    let tokens = quote! {
        #head(#first #(#parameters),*) -> Result<#types> {
            #start
            #statements
            Ok(#results)
        }
        #items
    };
    Written { tokens, called: writer.called }
}

/// The facts about a function that lanes call, which no plan has.
struct CalledByLanes {
    locals: VarMap<usize>,
    nested_forms: NestedForms,
    lanes: Lanes,
}

impl CalledByLanes {
    fn of(function: &Function) -> CalledByLanes {
        CalledByLanes {
            locals: Locals::of_function(function),
            nested_forms: NestedForms::of_function(function),
            lanes: Lanes::Calling(function.name.clone()),
        }
    }

    /// The context of its statements.
    fn context(&self) -> Context<'_> {
        Context {
            in_lane: true,
            locals: Some(&self.locals),
            nested_forms: Some(&self.nested_forms),
            lanes: Some(&self.lanes),
            ..Context::HOST
        }
    }
}

/// A function that lanes call.
fn lane_function(function: &Function, sites: &mut Sites) -> Written {
    let usage = Usage::of_function(function);
    let mut writer = Writer::new(&function.variables, usage, Names::default(), sites);
    let called = CalledByLanes::of(function);
    let context = called.context();
    let parameters = parameters(&mut writer, &function.parameters, &|_| false);
    let types = results_type(&writer, &function.results);
    let (name, recursion) =
        (function_name(&function.name, function.target, Form::InLane), recursion_parameter());
    if writer.appends(function) {
        let (appending, site) = (
            function_name(&function.name, function.target, Form::Appending),
            writer.sites.memory("concat", appended::end_of(&function.body)),
        );
        let passed = writer.names(&function.parameters);
        let is_array = |var: &&Var| !function.variables.ty(**var).is_scalar();
        let arrays: Vec<Var> = function.parameters.iter().filter(is_array).copied().collect();
        let arrays = writer.names(&arrays);
        let expected = if arrays.is_empty() { quote!(0) } else { quote!(#(#arrays.len())+*) };
        let results = writer.names.fresh("results");
        let tokens = quote! {
            fn #name(#recursion #(#parameters),*) -> Result<#types> {
                let mut #results = host::Buffer::with_capacity(PROVEN, #site, #expected)?;
                Ok((#appending(recursion, #(#passed,)* &mut #results)?, #results))
            }
        };
        extend(&mut writer.called, [(Form::Appending, function.name.clone())]);
        return Written { tokens, called: writer.called };
    }
    let (statements, results) = writer.block(&function.body, context);
    let results = plain_tuple(results.into_iter().map(|code| code.text).collect());
    let tokens = quote! {
        fn #name(#recursion #(#parameters),*) -> Result<#types> {
            #statements
            Ok(#results)
        }
    };
    Written { tokens, called: writer.called }
}

/// A function that lanes call and that appends its array to one of theirs.
fn appending_function(function: &Function, sites: &mut Sites) -> Written {
    let usage = Usage::of_function(function);
    let mut writer = Writer::new(&function.variables, usage, Names::default(), sites);
    let called = CalledByLanes::of(function);
    let context = called.context();
    let parameters = parameters(&mut writer, &function.parameters, &|_| false);
    let results = writer.names.fresh("results");
    let array = function.results.last().map(|array| owned_type(function.variables.ty(*array)));
    let (statements, size) = writer.appended(&function.body, &results, context);
    let (name, recursion) =
        (function_name(&function.name, function.target, Form::Appending), recursion_parameter());
    let size = size.text;
    let tokens = quote! {
        fn #name(#recursion #(#parameters,)* #results: &mut #array) -> Result<usize> {
            #statements
            Ok(#size)
        }
    };
    Written { tokens, called: writer.called }
}

/// The body on devices.
fn on_device(devices: &Ident, passed: &[TokenStream]) -> TokenStream {
    quote!(if host::on_device() { return #devices(#(#passed),*); })
}

/// `fn on_cpu` of a function that calls itself.
fn forwarding(plan: &Plan, devices: Option<&Ident>) -> TokenStream {
    let mut names = Names::default();
    let function = function_name(&plan.name, plan.target, Form::OnHost);
    let mut declared = Vec::new();
    let mut passed = Vec::new();
    for var in &plan.parameters {
        let name = names.of(*var, &plan.variables);
        let element = scalar::scalar_type(plan.variables.ty(*var).element());
        declared.push(match plan.variables.ty(*var) {
            Type::Scalar(_) => quote!(#name: #element),
            Type::Array(_) => quote!(#name: host::View<'_, #element>),
        });
        passed.push(quote!(#name));
    }
    let elsewhere = devices.map(|devices| on_device(devices, &passed));
    let types = plan.results.iter().map(|var| owned_type(plan.variables.ty(*var)));
    let types = plain_tuple(types.collect());
    let token = token_parameter();
    quote! {
        pub(super) fn on_cpu(#token #(#declared),*) -> Result<#types> {
            #elsewhere
            #function(host::Recursion::start(), #(#passed),*)
        }
    }
}

fn recursion_parameter() -> TokenStream {
    quote!(recursion: host::Recursion,)
}

/// The proof that code outside of the module has to show to call into it.
fn token_parameter() -> TokenStream {
    quote!(_: host::Proven,)
}

/// The token of the code in the module. Its reason is a string, which stays in the expanded code.
fn token() -> TokenStream {
    let reason = "SAFETY: the compiler has proven each position that is not checked before it is used; \
                  lanes write to places of their own, and to all of them";
    quote!(const PROVEN: host::Proven = unsafe { host::Proven::that(#reason) };)
}

fn parameters(
    writer: &mut Writer,
    parameters: &[Var],
    owned: &dyn Fn(Var) -> bool,
) -> Vec<TokenStream> {
    parameters
        .iter()
        .map(|var| {
            let name = writer.name(*var);
            let element = scalar::scalar_type(writer.variables.ty(*var).element());
            match writer.variables.ty(*var) {
                Type::Scalar(_) => quote!(#name: #element),
                Type::Array(_) if owned(*var) => quote!(mut #name: host::Buffer<#element>),
                Type::Array(_) => quote!(#name: host::View<'_, #element>),
            }
        })
        .collect()
}

fn results_type(writer: &Writer, results: &[Var]) -> TokenStream {
    plain_tuple(results.iter().map(|var| owned_type(writer.variables.ty(*var))).collect())
}

fn owned_type(ty: &Type) -> TokenStream {
    let element = scalar::scalar_type(ty.element());
    match ty {
        Type::Scalar(_) => element,
        Type::Array(_) => quote!(host::Buffer<#element>),
    }
}

/// The code of a block with one function.
#[cfg(test)]
fn code_of(function: &str) -> String {
    let tokens = function.parse().expect("these are tokens");
    crate::compile(crate::Input::Block(tokens)).to_string()
}
