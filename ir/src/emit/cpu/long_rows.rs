//! Reductions over rows that may be long: where one is, its elements become lanes of a kernel of
//! its own, which starts from within the lane of the row.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::kernel::KernelCode;
use super::statements::plain_tuple;
use super::writer::Writer;
use crate::core::{Atom, Soac, Var, VarSet};
use crate::plan::{Kernel, LONG_ROW, Pattern};
use crate::source::Span;

/// The reductions over long rows in a kernel.
#[derive(Default)]
pub(super) struct LongRows {
    /// The name of the kernel.
    kernel: String,
    /// Which, by the first variable that they bind.
    binds: VarSet,
    /// How many have been written, and the code of their kernels.
    written: usize,
    pub(super) items: TokenStream,
}

impl LongRows {
    pub(super) fn of(kernel: &Kernel) -> LongRows {
        let (binds, kernel) = (kernel.over_long_rows(), kernel.name.to_string());
        LongRows { kernel, binds, ..LongRows::default() }
    }

    fn next_name(&mut self) -> String {
        self.written += 1;
        match self.written {
            1 => format!("{}.row", self.kernel),
            more => format!("{}.row{more}", self.kernel),
        }
    }
}

impl Writer<'_, '_> {
    /// A reduction over a row as it runs if the row is long: what stands before, and the
    /// expression that gives the values.
    pub(super) fn over_long_row(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        span: Span,
    ) -> Option<(TokenStream, TokenStream)> {
        if !binds.first().is_some_and(|bind| self.long_rows.binds.contains(bind)) {
            return None;
        }
        let kernel = Kernel {
            name: self.long_rows.next_name().into(),
            pattern: Pattern::Reduce,
            soac: soac.clone(),
            captures: Vec::new(),
            for_long_lanes: true,
        };
        let outside = std::mem::take(&mut self.long_rows);
        let one_accumulator = self.one_accumulator;
        let KernelCode { items, value, captured, reductions, .. } =
            self.apart(|this| this.kernel(&kernel, binds));
        self.one_accumulator = one_accumulator;
        self.long_rows = outside;
        self.long_rows.items.extend(items);

        let before = captured.into_iter().map(|var| self.named(var)).collect();
        let operation = soac.origins.first().map_or("sum", |origin| &origin.operation);
        let site = self.sites.memory(operation, span);
        let extent = self.plain(soac.space[0].extent).tokens;
        let (initial, pattern) = (reductions.initial(self), reductions.pattern(self));
        let names = plain_tuple(self.names(binds));
        let run = quote! {
            let ((), #pattern) = cpu::lanes::reduce(#site, [#extent], #initial, #value)?;
            #names
        };
        Some((before, run))
    }

    /// Chooses between the two forms of a reduction over a row.
    pub(super) fn by_length(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        loops: TokenStream,
        (before, in_parallel): (TokenStream, TokenStream),
    ) -> TokenStream {
        let names = plain_tuple(self.names(binds));
        let extent = self.plain(soac.space[0].extent).tokens;
        let long = Literal::usize_unsuffixed(LONG_ROW);
        quote! {
            #before
            let #names = if #extent < #long {
                #loops
                #names
            } else {
                #in_parallel
            };
        }
    }

    /// Lets a variable have a name from here on, if it had none.
    fn named(&mut self, var: Var) -> TokenStream {
        let code = self.plain(Atom::Var(var));
        if self.is_written_at_use(var) { self.bind(var, code.tokens) } else { TokenStream::new() }
    }
}
