//! Filters inside lanes that do nothing else: a driver of the runtime keeps the values of their lanes, many
//! at a time if the machine has instructions for it.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::soac::{OutputCode, values_of};
use super::writer::Writer;
use crate::core::{Output, Soac};

impl Writer<'_, '_> {
    /// A SOAC that is a filter, as a call of the driver.
    pub(super) fn filtered(
        &mut self,
        soac: &Soac,
        output_codes: &[OutputCode],
        context: Context,
    ) -> TokenStream {
        let lane = soac.space[0];
        let before = output_codes
            .iter()
            .map(|output_code| output_code.before.clone())
            .collect::<TokenStream>();
        let mut kept_elements = Vec::new();
        let mut counts = Vec::new();
        for output_code in output_codes {
            kept_elements.push(nested_tuple(
                output_code.kept_elements.iter().map(|(_, row)| row.clone()).collect(),
            ));
            let count = self.name(output_code.binds[0]);
            counts.push(quote!(#count));
        }
        let (kept_elements, counts) = (nested_tuple(kept_elements), nested_tuple(counts));
        let (extent, index) = (self.plain(lane.extent).text, self.name(lane.index));
        let body = self.statements(&soac.body, &values_of(&soac.outputs), context);
        let mut groups = Vec::new();
        for output in &soac.outputs {
            groups.extend(self.group(output));
        }
        let groups = nested_tuple(groups);
        quote! {
            #before
            let #counts = cpu::keep::keep(#extent, #kept_elements, |#index| { #body Ok(#groups) })?;
        }
    }

    /// The values that a lane may keep in a group of its own.
    pub(super) fn group(&mut self, output: &Output) -> Option<TokenStream> {
        let Output::Compact { values, when } = output else { return None };
        let when = self.tokens(*when);
        let values = nested_tuple(values.iter().map(|value| self.tokens(*value)).collect());
        Some(quote!(cpu::compact::Filtered(#when, #values)))
    }
}
