//! Sorts: on the CPU, and those of host code on CUDA devices, too.

use accel_abi::{DeviceForm, SORT_SYMBOL};
use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::destination::Making;
use super::item_names::ptx_name;
use super::on_device::written;
use super::writer::Writer;
use crate::core::{Atom, Expression, Sort, Statement, Var};
use crate::source::Span;

impl Writer<'_, '_> {
    /// A sort on the CPU.
    pub(super) fn sort(
        &mut self,
        sort: &Sort,
        binds: &[Var],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let calls = Calls { module: quote!(cpu::sort), code: quote!(), view: quote!(view()) };
        self.sort_by(&calls, sort, binds, span, context)
    }

    /// A statement of host code that is a sort for which devices have code. The arrays that it reads and makes
    /// may be on the device.
    pub(super) fn sort_of_device<'s>(&self, statement: &'s Statement) -> Option<&'s Sort> {
        let unit = self.device.as_ref()?.unit;
        match &statement.expression {
            Expression::Sort(sort) if unit.sorts => Some(sort),
            _ => None,
        }
    }

    /// Such a sort.
    pub(super) fn sort_on_device(
        &mut self,
        sort: &Sort,
        binds: &[Var],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let ptx = self.device.map(|device| ptx_name(&device.plan.name));
        let form = written(&DeviceForm { checked: false, ..DeviceForm::DEFAULT });
        let code = quote!(host::DeviceKernel::new(PROVEN, &#ptx, #SORT_SYMBOL, #form),);
        let calls = Calls { module: quote!(host::sort), code, view: quote!(device_view()?) };
        self.sort_by(&calls, sort, binds, span, context)
    }

    fn sort_by(
        &mut self,
        calls: &Calls,
        sort: &Sort,
        binds: &[Var],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let Calls { module, code, view } = calls;
        let site = match context.size_of_local(binds[0]).is_some() {
            true => self.sites.memory(&sort.origin.operation, span),
            false => {
                let making = Making::of(&sort.origin.operation, span);
                self.memory_of(binds[0], making, false, context)
            }
        };
        let keys = self.all(&sort.keys);
        if sort.single_key(self.variables).is_some() {
            let key = &keys[0];
            if let Some(count) = context.size_of_local(binds[0]) {
                return self.bind(binds[0], quote!(#module::sorted_few::<_, #count>(#key.#view)));
            }
            return self.bind(binds[0], quote!(#module::sorted(#site, #code #key.#view)?));
        }
        let order = self.names.fresh("order");
        let columns = keys.iter().map(|key| quote!(#key.#view.column()));
        let mut tokens = quote!(let #order = #module::order(#site, #code &[#(#columns),*])?;);
        for (input, bind) in sort.keys.iter().chain(&sort.payload).zip(binds) {
            if self.usage.count(*bind) == 0 {
                continue;
            }
            let Atom::Var(var) = *input else { continue };
            let row = self.extents(var, 1);
            let width = self.product(&row).text;
            let input = self.tokens(*input);
            let value = quote!(#module::permuted(#site, #code #input.#view, #width, &#order)?);
            tokens.extend(self.bind(*bind, value));
        }
        tokens
    }
}

/// The names of the functions that sort.
struct Calls {
    module: TokenStream,
    /// The code for devices, if there is some.
    code: TokenStream,
    /// A view of what they read.
    view: TokenStream,
}
