//! Rows that may be long: if one is, its elements become lanes of a kernel of its own, which starts from within
//! the lane of the row.
//!
//! If a result of such a kernel belongs in a row of an array that the kernel around it makes, the kernel
//! writes it there itself; every other result is an array of the lane.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rustc_hash::FxHashMap;

use super::context::Context;
use super::destination::Destination;
use super::kernel_code::KernelCode;
use super::row_kernels::{LongRows, Placed};
use super::statements::plain_tuple;
use super::writer::Writer;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Output, Soac, Var};
use crate::plan::schedule::cpu::{RowOffsets, goes_through_rows, row_offsets};
use crate::plan::{Kernel, Pattern, Schedule, Version};
use crate::source::Span;

/// A SOAC over a row that may be long.
pub(super) struct LongRow<'a> {
    pub(super) soac: &'a Soac,
    /// The variables that it binds.
    pub(super) binds: &'a [Var],
    /// The destinations of those of its arrays that are not the lane's own.
    pub(super) destinations: &'a FxHashMap<Var, Destination>,
    pub(super) span: Span,
}

impl Writer<'_, '_> {
    /// Makes an array of the lane. Those of a SOAC over a row that may be long are declared before its two
    /// forms, each of which makes them.
    pub(super) fn made(&mut self, bind: Var, array: TokenStream, is_declared: bool) -> TokenStream {
        let name = self.name(bind);
        match is_declared {
            true => quote!(#name = #array;),
            false => quote!(let mut #name = #array;),
        }
    }

    /// A SOAC over a row that may be long: its loops, or a kernel.
    pub(super) fn by_length(
        &mut self,
        row: &LongRow,
        loops: TokenStream,
        rows: &LongRows,
        context: Context,
    ) -> TokenStream {
        let LongRow { soac, binds, destinations, .. } = *row;
        let own = binds.iter().copied().filter(|bind| !destinations.contains_key(bind));
        let (scalars, arrays): (Vec<Var>, Vec<Var>) =
            own.partition(|bind| self.variables.ty(*bind).is_scalar());
        let (before, run) = self.in_parallel(row, rows, context);
        let is_short = self.is_short(soac, rows);
        let (scalars, arrays) = (self.names(&scalars), self.names(&arrays));
        let made: Vec<Ident> = arrays.iter().map(|_| self.names.fresh("made")).collect();
        let run = match made.is_empty() {
            true => run,
            false => {
                let given = plain_tuple(arrays.iter().chain(&scalars).cloned().collect());
                let names = made.iter().map(|name| quote!(#name)).chain(scalars.iter().cloned());
                let names = plain_tuple(names.collect());
                quote!(let #names = { #run #given }; #(#arrays = #made;)*)
            }
        };
        let before = quote!(#before #(let mut #arrays;)*);
        if scalars.is_empty() {
            return quote!(#before if #is_short { #loops } else { #run });
        }
        let scalars = plain_tuple(scalars);
        quote! {
            #before
            let #scalars = if #is_short {
                #loops
                #scalars
            } else {
                #run
                #scalars
            };
        }
    }

    /// Returns true if a SOAC runs as loops.
    fn is_short(&mut self, soac: &Soac, rows: &LongRows) -> TokenStream {
        let schedule = rows.schedule;
        let limits = [schedule.length, schedule.many_rows, schedule.few_lanes];
        let [long, many, few] = limits.map(Literal::usize_unsuffixed);
        let extent = self.plain(soac.space[0].extent).text;
        if !goes_through_rows(soac) {
            return quote!(#extent < #long);
        }
        let lanes = self.product(&rows.lanes()).text;
        let few_rows = quote!(#extent < (if #lanes < #few { #many } else { #long }));
        let Some(RowOffsets { offsets, start }) = row_offsets(soac, self.variables) else {
            return few_rows;
        };
        let offsets = self.tokens(Atom::Var(offsets));
        let elements = match start.map(|start| self.plain(start).text) {
            Some(start) => quote!(#offsets.at(#start + #extent) - #offsets.at(#start)),
            None => quote!(#offsets.at(#extent) - #offsets.at(0)),
        };
        // Without rows there is nothing at the start, perhaps.
        quote!(#few_rows && (#extent < 2 || #elements < #long))
    }

    /// A SOAC over a row as a kernel: the statements before it, and the launch.
    fn in_parallel(
        &mut self,
        row: &LongRow,
        rows: &LongRows,
        context: Context,
    ) -> (TokenStream, TokenStream) {
        let LongRow { binds, destinations, span, .. } = *row;
        let mut soac = row.soac.clone();
        let mut placed = FxHashMap::default();
        let mut index = 0;
        for output in &mut soac.outputs {
            let bind = binds[index];
            index += output.binds();
            if let (Output::Store(value), Some(Destination::Row(array, start, offset))) =
                (&*output, destinations.get(&bind))
                && rows.segments.contains(array)
            {
                let (row, lane) = (*value, Atom::Var(soac.space[0].index));
                let (array, start, offset) = (array.clone(), &start.text, &offset.text);
                let start = (self.names.fresh("start"), start.clone());
                let offset = (offset.to_string() != "0")
                    .then(|| (self.names.fresh("offset"), offset.clone()));
                placed.insert(bind, Placed { array, start, offset });
                *output = Output::Segment { row, start: lane };
            }
        }
        let pattern = Pattern::of(&soac).unwrap_or(Pattern::Map);
        let kernel = Kernel {
            name: self.row_kernels.next_name(rows).into(),
            pattern,
            schedule: Schedule::of_row(pattern, &soac, self.variables),
            soac,
            captures: Vec::new(),
            version: Version::LongLanes,
        };
        let moved: Vec<(Var, Destination)> = outputs_with_binds(&kernel.soac, binds)
            .filter(|(output, _)| !matches!(output, Output::Segment { .. }))
            .flat_map(|(_, own)| own)
            .filter_map(|bind| Some((*bind, destinations.get(bind)?.clone())))
            .collect();

        let code = self.apart(|this| this.row_kernel(&kernel, binds, &placed, context));
        let KernelCode { items, value, captured, reductions, .. } = code;
        self.row_kernels.items.extend(items);

        let before = captured.into_iter().map(|var| self.named(var)).collect();
        let operation = kernel.soac.origins.first().map_or("sum", |origin| &origin.operation);
        let site = self.sites.memory(operation, span);
        // The lane's own variables stay where they are: the row gets copies of them.
        let row = self.names.fresh("row");
        let (given, driven) = self.driven(&kernel, binds, &site, &quote!(#row), &reductions);
        let mut run = quote! {
            let #row = #value;
            let #given = cpu::nested::long_row(move || #driven)?;
        };
        for (bind, destination) in moved {
            let name = self.name(bind);
            run.extend(match destination {
                Destination::EndOfBuffer(buffer) => quote!(#buffer.append(#site, #name)?;),
                place => place.write(quote!(#name), true),
            });
        }
        (before, run)
    }

    /// Lets a variable have a name from here on, if it had none.
    fn named(&mut self, var: Var) -> TokenStream {
        let code = self.plain(Atom::Var(var));
        if self.is_written_at_use(var) { self.bind(var, code.text) } else { TokenStream::new() }
    }
}
