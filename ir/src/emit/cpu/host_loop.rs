//! Loops of host code that launch nothing. Their bodies are written as in a lane: small arrays that they make
//! again and again are values among others and need no memory.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::scalar;
use super::writer::Writer;
use crate::core::{Loop, Var};
use crate::plan::Locals;
use crate::plan::schedule::cpu::NestedForms;
use crate::source::Span;

impl Writer<'_, '_> {
    /// A loop without kernels, of host code or in a lane.
    pub(super) fn repeated(
        &mut self,
        binds: &[Var],
        repetition: &Loop,
        span: Span,
        context: Context,
    ) -> TokenStream {
        if context.in_lane {
            return self.repetition(binds, repetition, context);
        }
        let locals = Locals::of_loop(repetition, &self.usage.in_place, self.variables);
        let forms = NestedForms::of_loop(repetition, self.variables);
        let of_loop =
            Context { in_lane: true, locals: Some(&locals), nested_forms: Some(&forms), ..context };
        // The arrays that the body changes change in host memory. They are moved in, so nobody else looks at them.
        let mut tokens = TokenStream::new();
        for (carried, initial) in &repetition.carried {
            let is_array = !self.variables.ty(*carried).is_scalar();
            if is_array && !locals.contains_key(carried) {
                tokens.extend(self.made_host_exclusive(*initial, context));
            }
        }
        tokens.extend(self.repetition(binds, repetition, of_loop));
        for (bind, (carried, _)) in binds.iter().zip(&repetition.carried) {
            // The rest of the host code knows arrays with memory of their own only.
            if locals.contains_key(carried) && self.usage.count(*bind) > 0 {
                let (name, site) = (self.name(*carried), self.sites.memory("copy", span));
                tokens.extend(quote! {
                    let mut #name = host::Buffer::copy_of(#site, #name.view())?;
                });
            }
        }
        tokens
    }

    /// The type of an array that needs no memory of its own.
    pub(super) fn local(&self, array: Var, context: Context) -> Option<TokenStream> {
        let count = context.size_of_local(array)?;
        let element = scalar::scalar_type(self.variables.ty(array).element());
        Some(quote!(host::Local::<#element, #count>))
    }
}
