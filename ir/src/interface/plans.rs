//! What `f::plan()` returns.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Compiled;
use crate::emit::cuda::Entry;
use crate::plan::{Version, dot, summary};
use crate::source::SourceMap;
use crate::types::{Label, ValueRegularity};

/// `pub fn plan()`.
pub(super) fn plan(compiled: &Compiled, source: &SourceMap) -> TokenStream {
    let Compiled { plan, entries, .. } = compiled;
    let usual =
        (0..plan.kernels.len()).filter(|number| plan.kernels[*number].version == Version::Usual);
    let kernels = usual.map(|number| {
        let name = &*plan.kernels[number].name;
        let fused = plan.fused(number);
        let fused = fused.iter().map(|operation| &**operation);
        let entry = entries.as_ref().and_then(|entries| entries[number].as_ref());
        let cuda = match entry {
            Some(Entry { name, .. }) => quote!(Some(#name)),
            None => quote!(None),
        };
        let forms = entry.map(Entry::forms).unwrap_or_default();
        quote! {
            ::accel::Kernel {
                name: #name, fused: &[#(#fused),*], cuda: #cuda, cuda_forms: &[#(#forms),*],
            }
        }
    });
    let regularities =
        plan.regularity.iter().filter_map(|ValueRegularity { value, regularity }| {
            let Label::Name(name) = value else { return None };
            let (name, regularity) = (&**name, format_ident!("{}", format!("{regularity:?}")));
            Some(quote!((#name, ::accel::Regularity::#regularity)))
        });
    let (text, graph) = (summary(plan, source), dot(plan));
    let (intermediates, descriptors) = (plan.intermediates(), plan.descriptors());
    quote! {
        pub fn plan() -> &'static ::accel::Plan {
            static PLAN: ::accel::Plan = ::accel::Plan {
                text: #text,
                dot: #graph,
                kernels: &[#(#kernels),*],
                intermediates: #intermediates,
                descriptors: #descriptors,
                regularities: &[#(#regularities),*],
            };
            &PLAN
        }
    }
}
