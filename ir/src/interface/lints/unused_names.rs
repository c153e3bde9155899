//! Names that nothing uses: variables, and functions that no public one calls. The code made from a
//! function has other names, so rustc is shown these, at their places, to warn about them as usual.

use proc_macro2::TokenStream;
use quote::quote;
use rustc_hash::FxHashSet;

use crate::interface::{Interface, attributes_of_lints, bindable, identifier, located};
use crate::syntax::tree::Function;
use crate::types::infer::{Local, LocalKind, Meaning, Typed};
use crate::types::walk::each_type_name;

impl Interface<'_> {
    /// The code that makes rustc warn about the unused names of a function.
    pub(super) fn unused_names(&self, position: usize) -> TokenStream {
        let function = self.checked.context.functions[position].function;
        let Some(typed) = self.checked.typed(position) else { return TokenStream::new() };
        let mut tokens = TokenStream::new();
        let attributes: Vec<_> = attributes_of_lints(&function.attributes).collect();
        if !self.reachable.contains(&position) {
            let name = self.ident(&function.name);
            let declared = located(quote!(fn #name() {}), name.span());
            tokens.extend(quote!(#(#attributes)* const _: () = { #declared };));
        }
        let variables = self
            .unused_variables(function, typed)
            .map(|local| identifier(&local.name, self.span(local.span)));
        let variables: Vec<_> = variables.collect();
        let bindable = bindable(&Vec::from_iter(FxHashSet::from_iter(variables.clone())));
        if !variables.is_empty() {
            tokens.extend(quote! {
                #(#attributes)*
                const _: () = {
                    #bindable
                    #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                    fn unused() {
                        #(let #variables = 0;)*
                    }
                };
            });
        }
        tokens
    }

    fn unused_variables<'t>(
        &self,
        function: &Function,
        typed: &'t Typed,
    ) -> impl Iterator<Item = &'t Local> {
        let mut used: FxHashSet<usize> = typed
            .meanings
            .values()
            .filter_map(|meaning| match meaning {
                Meaning::Local(local) => Some(*local),
                _ => None,
            })
            .collect();
        let mut of_types = FxHashSet::default();
        each_type_name(function, &mut |name| {
            of_types.insert(name.to_owned());
        });
        for (parameter, local) in function.parameters.iter().zip(&typed.parameters) {
            // Sizes that a parameter's type names are known by the parameter, and others have them.
            let mut names_sizes = false;
            self.checked.context.each_size(&parameter.ty, &mut |_| names_sizes = true);
            if names_sizes || of_types.contains(&*parameter.name.text) {
                used.insert(*local);
            }
        }
        typed.locals.iter().enumerate().filter_map(move |(index, local)| {
            let is_variable = match local.kind {
                LocalKind::Parameter { .. } | LocalKind::Let => true,
                LocalKind::Closure | LocalKind::Pattern => true,
                LocalKind::Size | LocalKind::Function(..) | LocalKind::Neighbour(..) => false,
            };
            let is_unused = !used.contains(&index) && !local.name.starts_with('_');
            (is_variable && is_unused && local.span.is_some()).then_some(local)
        })
    }
}
