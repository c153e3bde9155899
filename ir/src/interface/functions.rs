//! Functions: `f`, which panics, `try_f`, which returns an error, and the module `f`.

use std::cell::LazyCell;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::boundary::Fresh;
use super::entering::PassingMode;
use super::generic::Generic;
use super::plans::plan;
use super::{Compiled, Interface, attributes_of_lints, located};
use crate::core::visit::{Visitor, read};
use crate::core::{Atom, VarSet};
use crate::plan::{Plan, as_function};
use crate::syntax::tree::Function;
use crate::tokens;
use crate::types::context::ParameterType;
use crate::types::{Shape, Ty};

/// A function as Rust sees it.
struct Signed<'a> {
    function: &'a Function,
    /// The attributes with the signature that the function has in the block.
    written: TokenStream,
    name: Ident,
    generics: TokenStream,
    /// `name: type` of each parameter.
    parameters: Vec<TokenStream>,
    names: Vec<Ident>,
    result: TokenStream,
}

impl Interface<'_> {
    /// A function of the block; nothing if it is private.
    pub(super) fn function(&self, position: usize, compiled: &[Compiled]) -> TokenStream {
        let signature = &self.checked.context.functions[position];
        let function = signature.function;
        if function.visibility.is_none() {
            return TokenStream::new();
        }
        let generic = self.generic(signature);
        if compiled.is_empty() {
            return self.broken(position, &generic);
        }
        let name = self.ident(&function.name);
        let mut fresh = Fresh::default();
        let mut names = Vec::new();
        for parameter in &function.parameters {
            fresh.reserve(&parameter.name.text);
            names.push(self.ident(&parameter.name));
        }
        let mut parameters = Vec::new();
        let mut open = TokenStream::new();
        let mut passed = Vec::new();
        // Few functions have arguments of which this is asked.
        let used = LazyCell::new(|| -> Vec<VarSet> {
            compiled.iter().map(|compiled| used_in(&compiled.plan)).collect()
        });
        let is_unused = |position: usize| {
            let mut plans = compiled.iter().zip(used.iter());
            plans.all(|(compiled, used)| !used.contains(&compiled.plan.parameters[position]))
        };
        for (site, (ty, name)) in signature.parameters.iter().zip(&names).enumerate() {
            let ParameterType::Value { ty, borrowed } = ty else { continue };
            let mode = self.mode(position, *borrowed);
            let shape = Shape::of(&function.parameters[site].ty, &self.checked.context);
            let first = passed.len();
            let unused = |position| is_unused(first + position);
            let parameter = self.parameter(name, (ty, &shape), mode, site, &mut fresh, &unused);
            let Some(parameter) = parameter else { return self.broken(position, &generic) };
            let rust = parameter.ty;
            parameters.push(quote!(#name: #rust));
            open.extend(parameter.open);
            passed.extend(parameter.passed);
        }
        let shape = self.result_shape(function);
        let Some(result) = self.result_type(&signature.result, &shape) else {
            return self.broken(position, &generic);
        };
        let (flat, value) = self.result(&signature.result, &shape, &mut fresh);
        let flat = match flat.as_slice() {
            [one] => one.clone(),
            _ => quote!((#(#flat),*)),
        };
        let borrows = signature.parameters.iter().any(
            |ty| matches!(ty, ParameterType::Value { ty, borrowed: true } if ty.holds_array()),
        );
        let generics = generic.declared(&name, borrows);
        let written = self.written_signature(signature);
        let signed =
            Signed { function, written, name: name.clone(), generics, parameters, names, result };
        let (sites, call) = match &generic.first {
            None => (quote!(#name::SITES), quote!(#name::on_cpu)),
            Some(first) => {
                let bound = generic.bound(&quote!(#name::Instance));
                (quote!(<#first as #bound>::sites()), quote!(<#first as #bound>::on_cpu))
            }
        };
        let on_device = compiled.iter().all(Compiled::is_for_devices);
        let run = if on_device { quote!(run_on_device) } else { quote!(run) };
        let given = signature.parameters.iter().any(|ty| {
            matches!(ty, ParameterType::Value { ty, borrowed }
                if ty.holds_array() && matches!(self.mode(position, *borrowed), PassingMode::Owned))
        });
        let proven = fresh.proven();
        let reason =
            "SAFETY: the code of the function gets each array with its own sizes and offsets";
        let call = quote!(#call(#proven, #(#passed),*));
        let call = match on_device && !given {
            true => quote!(::accel::host::repeatable(|| #call)),
            false => call,
        };
        let bindable = fresh.bindable();
        let body = quote! {
            #bindable
            let #proven = unsafe { ::accel::host::Proven::that(#reason) };
            ::accel::host::#run(#sites, || {
                #open
                let #flat = #call?;
                ::core::result::Result::Ok(#value)
            })
        };
        let inner = signed.result.clone();
        let items = self.pair(&signed, &generic, &inner, body);
        let module = self.module(position, &generic, compiled);
        quote!(#items #module)
    }

    /// The levels of a function's result, with those that are ragged.
    fn result_shape(&self, function: &Function) -> Shape {
        let result = function.result.as_ref();
        result.map_or(Shape::Plain, |ty| Shape::of(ty, &self.checked.context))
    }

    /// The way in which arrays come into a function.
    pub(super) fn mode(&self, function: usize, borrowed: bool) -> PassingMode {
        match borrowed {
            true => PassingMode::Borrowed,
            false if self.checked.recursive.contains(&function) => PassingMode::Viewed,
            false => PassingMode::Owned,
        }
    }

    /// `f` and `try_f`, whose body gives a `Result` of `inner`.
    fn pair(
        &self,
        signed: &Signed,
        generic: &Generic,
        inner: &TokenStream,
        body: TokenStream,
    ) -> TokenStream {
        let Signed { function, written, name, generics, parameters, names, result } = signed;
        let (attributes, visibility) = (&function.attributes, &function.visibility);
        let shared: Vec<_> = attributes_of_lints(&function.attributes).collect();
        let fallible = format_ident!("try_{}", name, span = name.span());
        // A parameter of this name is not the function that is called.
        let called = Ident::new(&fallible.to_string(), tokens::hygienic(name.span()));
        let documentation = format!(" As [`{name}`](fn@{name}), but gives run-time errors back.");
        let tracked = attributes.iter().any(|attribute| attribute.path().is_ident("track_caller"));
        // Lints underline an item from its first token on, which may be this.
        let tracked = (!tracked).then(|| quote_spanned!(name.span()=> #[track_caller]));
        let explicit = generic.applied();
        let place = function.result.as_ref().map_or(name.span(), |ty| self.span(ty.span));
        let result = located(result.clone(), place);
        quote_spanned! {name.span()=>
            #written
            #(#attributes)*
            #tracked
            #[allow(dead_code, private_bounds, clippy::type_complexity, clippy::unused_unit)]
            #visibility fn #name #generics (#(#parameters),*) -> #result {
                ::accel::host::expect(#called #explicit (#(#names),*))
            }

            #(#shared)*
            #[doc = #documentation]
            #[doc = ""]
            #[doc = " # Errors"]
            #[doc = " The first thing that is wrong at run time."]
            #[allow(
                dead_code, non_snake_case, private_bounds, private_interfaces,
                clippy::all, clippy::pedantic, clippy::nursery,
            )]
            #visibility fn #fallible #generics (#(#parameters),*)
                -> ::core::result::Result<#inner, ::accel::Error>
            {
                #body
            }
        }
    }

    /// `impl Fn(A) -> B`, if its types are known.
    fn closure_type(&self, inputs: &[Ty], output: &Ty) -> Option<TokenStream> {
        let inputs: Option<Vec<_>> = inputs.iter().map(|ty| self.element_type(ty)).collect();
        let (inputs, output) = (inputs?, self.element_type(output)?);
        Some(quote!(impl ::core::ops::Fn(#(#inputs),*) -> #output))
    }

    /// The module of a function: its plan, and the code of the back ends.
    fn module(&self, position: usize, generic: &Generic, compiled: &[Compiled]) -> TokenStream {
        let function = self.checked.context.functions[position].function;
        let name = self.ident(&function.name);
        let visibility = &function.visibility;
        let conditions =
            function.attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let documentation = format!(" The plan of the function [`{name}`](fn@{name}).");
        let helpers = self.helpers_within(position);
        let content = if generic.first.is_none() {
            let (code, plan) = (&compiled[0].code, plan(&compiled[0], self.source));
            quote! {
                use ::accel::{cpu, host, host::Result};

                #[doc = " What the compiler made of the function."]
                #plan
                #code
            }
        } else {
            self.instances(position, generic, compiled)
        };
        quote_spanned! {name.span()=>
            #(#conditions)*
            #[doc = #documentation]
            #[allow(
                dead_code, non_snake_case, non_camel_case_types, non_upper_case_globals,
                unused_imports, unused_mut, unused_parens, unused_variables,
                unused_assignments, unused_must_use, unreachable_pub, clippy::all,
                clippy::pedantic, clippy::nursery,
            )]
            #visibility mod #name {
                #content
                #helpers
            }
        }
    }

    /// A function that has errors: the right signature, as far as it is known.
    fn broken(&self, position: usize, generic: &Generic) -> TokenStream {
        let signature = &self.checked.context.functions[position];
        let function = signature.function;
        let name = self.ident(&function.name);
        let mut fresh = Fresh::default();
        let mut names = Vec::new();
        let mut parameters = Vec::new();
        for (parameter, ty) in function.parameters.iter().zip(&signature.parameters) {
            let mut name = self.ident(&parameter.name);
            // Of parameters of one name, which was reported, the later ones get another.
            if names.contains(&name) {
                name = format_ident!("{}_{}", name, names.len(), span = name.span());
            }
            let known = match ty {
                ParameterType::Value { ty, borrowed } => {
                    let mode = if *borrowed { PassingMode::Borrowed } else { PassingMode::Owned };
                    let shape = Shape::of(&parameter.ty, &self.checked.context);
                    let parameter =
                        self.parameter(&name, (ty, &shape), mode, 0, &mut fresh, &|_| false);
                    parameter.map(|parameter| parameter.ty)
                }
                ParameterType::Closure(inputs, output) => self.closure_type(inputs, output),
            };
            let rust = known.unwrap_or_else(|| quote!(impl ::core::marker::Sized));
            parameters.push(quote!(#name: #rust));
            names.push(name);
        }
        // A result that is not known fits every use, as `!` does. (`!` may only be written as the
        // result of a function; the trait in the function's module gives it a name elsewhere.)
        let known = self.result_type(&signature.result, &self.result_shape(function));
        let never = quote!(<fn() -> ! as #name::Returns>::Result);
        let inner = known.clone().unwrap_or(never);
        let result = known.unwrap_or(quote!(!));
        let borrows = parameters.iter().any(|ty| ty.to_string().contains("'a"));
        let generics = generic.declared_plainly(borrows);
        let written = self.written_signature(signature);
        let signed =
            Signed { function, written, name: name.clone(), generics, parameters, names, result };
        let names = &signed.names;
        let body = quote! {
            #(let _ = #names;)*
            ::core::unimplemented!("this function has compile errors")
        };
        let items = self.pair(&signed, generic, &inner, body);
        let visibility = &function.visibility;
        let generics = generic.declared_plainly(false);
        let helpers = self.helpers_within(position);
        quote! {
            #items
            #[allow(dead_code, non_snake_case)]
            #visibility mod #name {
                pub trait Returns {
                    type Result;
                }
                impl<R> Returns for fn() -> R {
                    type Result = R;
                }
                pub fn plan #generics () -> &'static ::accel::Plan {
                    ::core::unimplemented!("this function has compile errors")
                }
                #helpers
            }
        }
    }
}

/// The variables that a plan mentions.
fn used_in(plan: &Plan) -> VarSet {
    struct Used(VarSet);
    impl Visitor for Used {
        fn atom(&mut self, atom: &Atom) {
            self.0.extend(atom.var());
        }
    }
    let mut used = Used(VarSet::new());
    read::block(&as_function(plan).body, &mut used);
    used.0
}
