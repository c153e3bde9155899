//! Functions over type parameters: generic over a sealed trait with exactly the listed instances,
//! each of which has been compiled on its own.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::entering::PassingMode;
use super::plans::plan;
use super::{Compiled, Interface};
use crate::emit::cpu::scalar_type;
use crate::types::context::{ParameterType, Signature};
use crate::types::infer::Instance;
use crate::types::{Shape, Ty};

/// The type parameters of a function.
#[derive(Clone)]
pub(super) struct Generic {
    /// The first one, for which the trait is implemented.
    pub(super) first: Option<Ident>,
    /// The others, which are parameters of the trait.
    rest: Vec<Ident>,
}

impl Generic {
    /// `Trait`, or `Trait<I, …>`.
    pub(super) fn bound(&self, name: &TokenStream) -> TokenStream {
        let rest = &self.rest;
        if rest.is_empty() { quote!(#name) } else { quote!(#name<#(#rest),*>) }
    }

    /// `<'a, T: f::Instance<I>, I: Scalar>`; `'a` is the lifetime of borrowed arrays, if any.
    pub(super) fn declared(&self, function: &Ident, lifetime: bool) -> TokenStream {
        let bound = self.bound(&quote!(#function::Instance));
        let mut list: Vec<TokenStream> = lifetime.then(|| quote!('a)).into_iter().collect();
        list.extend(self.first.iter().map(|first| quote!(#first: #bound)));
        list.extend(self.rest.iter().map(|name| quote!(#name: ::accel::Scalar)));
        if list.is_empty() { TokenStream::new() } else { quote!(<#(#list),*>) }
    }

    /// The generics without the trait, and with the lifetime only if it is wanted.
    pub(super) fn declared_plainly(&self, lifetime: bool) -> TokenStream {
        let lifetime = lifetime.then(|| quote!('a));
        let scalars = self.first.iter().chain(&self.rest);
        let scalars = scalars.map(|name| quote!(#name: ::accel::Scalar));
        let list: Vec<TokenStream> = lifetime.into_iter().chain(scalars).collect();
        if list.is_empty() { TokenStream::new() } else { quote!(<#(#list),*>) }
    }

    /// `::<T, I>`, where that may be written.
    pub(super) fn applied(&self) -> TokenStream {
        let list: Vec<&Ident> = self.first.iter().chain(&self.rest).collect();
        if list.is_empty() { TokenStream::new() } else { quote!(::<#(#list),*>) }
    }
}

impl Interface<'_> {
    /// The type parameters that a function has.
    pub(super) fn generic(&self, signature: &Signature) -> Generic {
        let parameters = &self.checked.context.module.parameters;
        let mut names =
            signature.generic.iter().map(|position| self.ident(&parameters[*position].name));
        Generic { first: names.next(), rest: names.collect() }
    }

    /// The trait of a function's instances, and each of them.
    pub(super) fn instances(
        &self,
        function: usize,
        generic: &Generic,
        compiled: &[Compiled],
    ) -> TokenStream {
        let signature = &self.checked.context.functions[function];
        let rest = &generic.rest;
        let parameters = if rest.is_empty() {
            TokenStream::new()
        } else {
            quote!(<#(#rest: ::accel::Scalar),*>)
        };
        let first = generic.first.as_ref();
        let (inputs, output) = self.flat_signature(function, &|position| {
            let name = self.ident(&self.checked.context.module.parameters[position].name);
            if Some(&name) == first { quote!(Self) } else { quote!(#name) }
        });
        let listed: Vec<String> =
            compiled.iter().map(|compiled| listed(&compiled.instance)).collect();
        let name = &signature.function.name.text;
        let (message, note) = match generic.rest.is_empty() {
            true => (
                format!("`{name}` is not compiled for `{{Self}}`"),
                format!("its instances are {}", listed.join(", ")),
            ),
            false => (
                format!("`{name}` is not compiled for these types"),
                format!("its instances are {}", listed.join(", ")),
            ),
        };
        let bound = generic.bound(&quote!(Instance));
        let modules = compiled.iter().map(|compiled| {
            let Compiled { instance, code, .. } = compiled;
            let name = module_name(instance);
            let plan = plan(compiled, self.source);
            let mut types = instance.iter().flatten().map(|ty| scalar_type(*ty));
            let implementor = types.next();
            let arguments: Vec<TokenStream> = types.collect();
            let arguments = if arguments.is_empty() { quote!() } else { quote!(<#(#arguments),*>) };
            let (inputs, output) = self.flat_signature(function, &|position| {
                instance[position].map_or(quote!(()), scalar_type)
            });
            let names = inputs.iter().map(|(name, _)| name);
            let declared = inputs.iter().map(|(name, ty)| quote!(#name: #ty));
            quote! {
                mod #name {
                    use ::accel::{cpu, host, host::Result};

                    impl super::sealed::Sealed #arguments for #implementor {}

                    impl super::Instance #arguments for #implementor {
                        fn plan() -> &'static ::accel::Plan { plan() }
                        fn sites() -> &'static [host::Site] { SITES }
                        fn on_cpu(proven: host::Proven, #(#declared),*) -> Result<#output> {
                            on_cpu(proven, #(#names),*)
                        }
                    }

                    #plan
                    #code
                }
            }
        });
        let sealed = generic.bound(&quote!(sealed::Sealed));
        let declared = inputs.iter().map(|(name, ty)| quote!(#name: #ty));
        let applied = generic.bound(&quote!(Instance));
        let plan_generics = {
            let first = &generic.first;
            quote!(<#first: #bound #(, #rest: ::accel::Scalar)*>)
        };
        quote! {
            use ::accel::{host, host::Result};

            #[doc = " What the compiler made of the function under an instance."]
            pub fn plan #plan_generics () -> &'static ::accel::Plan {
                <#first as #applied>::plan()
            }

            #[doc = " The types for which the function is compiled."]
            #[diagnostic::on_unimplemented(message = #message, note = #note)]
            pub trait Instance #parameters: ::accel::Scalar + #sealed {
                #[doc(hidden)]
                fn plan() -> &'static ::accel::Plan;
                #[doc(hidden)]
                fn sites() -> &'static [host::Site];
                #[doc(hidden)]
                fn on_cpu(proven: host::Proven, #(#declared),*) -> Result<#output>;
            }

            mod sealed {
                pub trait Sealed #parameters {}
            }

            #(#modules)*
        }
    }

    /// The flat parameters and the flat result of the code of a function.
    fn flat_signature(
        &self,
        function: usize,
        of: &dyn Fn(usize) -> TokenStream,
    ) -> (Vec<(Ident, TokenStream)>, TokenStream) {
        let signature = &self.checked.context.functions[function];
        let mut types = Vec::new();
        let context = &self.checked.context;
        for (parameter, written) in signature.parameters.iter().zip(&signature.function.parameters)
        {
            if let ParameterType::Value { ty, borrowed } = parameter {
                let shape = Shape::of(&written.ty, context);
                let mode = self.mode(function, *borrowed);
                let wrap = |element: TokenStream| match mode {
                    PassingMode::Owned => quote!(host::Buffer<#element>),
                    PassingMode::Borrowed | PassingMode::Viewed => quote!(host::View<'_, #element>),
                };
                self.flatten(ty, &shape, 0, of, &wrap, &mut types);
            }
        }
        let inputs = types.into_iter().enumerate();
        let inputs = inputs.map(|(number, ty)| (format_ident!("x_{number}"), ty)).collect();
        let mut results = Vec::new();
        let wrap = |element| quote!(host::Buffer<#element>);
        let result = signature.function.result.as_ref();
        let shape = result.map_or(Shape::Plain, |ty| Shape::of(ty, context));
        self.flatten(&signature.result, &shape, 0, of, &wrap, &mut results);
        let output = match results.as_slice() {
            [one] => one.clone(),
            _ => quote!((#(#results),*)),
        };
        (inputs, output)
    }

    fn flatten(
        &self,
        ty: &Ty,
        shape: &Shape,
        rank: usize,
        of: &dyn Fn(usize) -> TokenStream,
        wrap: &dyn Fn(TokenStream) -> TokenStream,
        list: &mut Vec<TokenStream>,
    ) {
        let element = match ty {
            Ty::Array(element) => {
                list.push(quote!(usize));
                if rank > 0 && shape.is_passed_ragged() {
                    list.extend([wrap(quote!(usize)), quote!(usize)]);
                }
                return self.flatten(element, shape.element(), rank + 1, of, wrap, list);
            }
            Ty::Tuple(fields) => {
                return fields.iter().enumerate().for_each(|(position, field)| {
                    self.flatten(field, shape.field(position), rank, of, wrap, list);
                });
            }
            Ty::Struct(index) => {
                let fields = &self.checked.context.structs[*index].fields;
                return fields.iter().for_each(|field| {
                    self.flatten(&field.1, &Shape::Plain, rank, of, wrap, list);
                });
            }
            Ty::Scalar(scalar) => scalar_type(*scalar),
            Ty::Parameter(position) => of(*position),
            Ty::Unknown(_) | Ty::Error => return,
        };
        list.push(if rank == 0 { element } else { wrap(element) });
    }
}

/// `` `f32` ``, or `` (`f32`, `u32`) ``.
fn listed(instance: &Instance) -> String {
    let types: Vec<String> = instance.iter().flatten().map(|ty| format!("`{ty}`")).collect();
    match types.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", types.join(", ")),
    }
}

fn module_name(instance: &Instance) -> Ident {
    let types: Vec<&str> = instance.iter().flatten().map(|ty| ty.name()).collect();
    format_ident!("on_{}", types.join("_"))
}
