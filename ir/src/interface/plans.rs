//! What `f::plan()` returns.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Compiled;
use crate::emit::cuda::Unsupported;
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
        let (cuda, forms, on_cpu) = match entries.as_ref().map(|entries| &entries[number]) {
            Some(Ok(entry)) => {
                let name = &entry.name;
                (quote!(Some(#name)), entry.forms(), quote!(None))
            }
            Some(Err(Unsupported(reason))) => (quote!(None), Vec::new(), quote!(Some(#reason))),
            None => (quote!(None), Vec::new(), quote!(None)),
        };
        quote! {
            ::accel::Kernel {
                name: #name, fused: &[#(#fused),*],
                cuda: #cuda, cuda_forms: &[#(#forms),*], on_cpu: #on_cpu,
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
