//! Writes the result of `f::plan()`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::lanes::{allocations, allocations_of_calls, work_of_launches};
use super::{Compiled, Entries};
use crate::emit::cpu::LaneReport;
use crate::plan::schedule::DeviceSchedule;
use crate::plan::{HostSort, Launched, Plan, Storage, Version, dot, overview, technical};
use crate::source::SourceMap;
use crate::types::{Label, ValueRegularity};

/// `pub fn plan()`.
pub(super) fn plan(compiled: &Compiled, source: &SourceMap) -> TokenStream {
    let Compiled { plan, entries, others, lanes, .. } = compiled;
    let others = others.iter().map(|(plan, entries)| (plan, entries.as_ref()));
    let plans: Vec<_> = [(plan, entries.as_ref())].into_iter().chain(others).collect();
    let mut lists = plans.iter().map(|(plan, entries)| kernels(plan, *entries, lanes));
    let kernels = lists.next().unwrap_or_default();
    let called = lists.flatten();
    let regularities =
        plan.regularity.iter().filter_map(|ValueRegularity { value, regularity }| {
            let Label::Name(name) = value else { return None };
            let (name, regularity) = (&**name, format_ident!("{}", format!("{regularity:?}")));
            Some(quote!((#name, ::accel::Regularity::#regularity)))
        });
    let of_lanes: String = plans.iter().map(|(plan, _)| allocations(plan, lanes)).collect();
    let of_lanes = of_lanes + &allocations_of_calls(lanes);
    let storages: Vec<Storage> = plans.iter().map(|(plan, _)| Storage::of(plan)).collect();
    let (mut overviews, mut technicals) = (String::new(), String::new());
    for ((plan, _), storage) in plans.iter().zip(&storages) {
        overviews += &overview(plan, storage, source);
        technicals += &technical(plan, storage, source);
    }
    let (overview, technical) = (overviews + &of_lanes, technicals + &of_lanes);
    let graph = dot(plan, &storages[0]);
    let Storage { intermediates, descriptors, .. } = storages[0];
    quote! {
        pub fn plan() -> &'static ::accel::Plan {
            static PLAN: ::accel::Plan = ::accel::Plan {
                overview: #overview,
                technical: #technical,
                dot: #graph,
                kernels: &[#(#kernels),*],
                called: &[#(#called),*],
                intermediates: #intermediates,
                descriptors: #descriptors,
                regularities: &[#(#regularities),*],
            };
            &PLAN
        }
    }
}

/// The forms in which devices can compute the lanes of a kernel, besides by a thread each.
fn forms_of(plan: &Plan, kernel: usize) -> Vec<&'static str> {
    plan.kernels[kernel].schedule.device.as_ref().map(DeviceSchedule::forms).unwrap_or_default()
}

/// The kernels and sorts of a plan that run whatever the sizes are.
fn kernels(plan: &Plan, entries: Option<&Entries>, lanes: &LaneReport) -> Vec<TokenStream> {
    let show = |(launched, work): (Launched, String)| match launched {
        Launched::Kernel(number) if plan.kernels[number].version == Version::Usual => {
            let fused = plan.fused(number);
            let fused = fused.iter().map(|operation| &**operation);
            let name = &*plan.kernels[number].name;
            let (cuda, forms, on_cpu) = match entries.map(|entries| &entries.kernels[number]) {
                Some(Ok(entry)) => {
                    let name = &entry.name;
                    (quote!(Some(#name)), forms_of(plan, number), quote!(None))
                }
                Some(Err(reason)) => {
                    let reason = reason.text();
                    (quote!(None), Vec::new(), quote!(Some(#reason)))
                }
                None => (quote!(None), Vec::new(), quote!(None)),
            };
            Some(quote! {
                ::accel::Kernel {
                    name: #name, fused: &[#(#fused),*], work: ::accel::Work::Additions(#work),
                    cuda: #cuda, cuda_forms: &[#(#forms),*], on_cpu: #on_cpu,
                }
            })
        }
        Launched::Sort(HostSort { name, origin, version: Version::Usual, .. }) => {
            let operation = &*origin.operation;
            let cuda = match entries {
                Some(Entries { sorts: true, .. }) => quote!(Some("accel_sort")),
                _ => quote!(None),
            };
            Some(quote! {
                ::accel::Kernel {
                    name: #name, fused: &[#operation], work: ::accel::Work::Sorted(#work),
                    cuda: #cuda, cuda_forms: &[], on_cpu: None,
                }
            })
        }
        _ => None,
    };
    plan.launched().into_iter().zip(work_of_launches(plan, lanes)).filter_map(show).collect()
}
