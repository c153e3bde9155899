//! The kernels over long rows of a kernel: which SOACs have them, and what has been written of them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::expression::RustExpression;
use crate::core::{Atom, Var};
use crate::plan::Kernel;
use crate::plan::schedule::cpu as schedule;

/// The reductions over long rows of a kernel, which have kernels of their own.
pub(super) struct LongRows<'a> {
    /// The kernel.
    kernel: &'a Kernel,
    /// The long rows in the plan.
    pub(super) schedule: &'a schedule::LongRows,
    /// The arrays of which the kernel writes segments.
    pub(super) segments: Vec<Ident>,
}

/// The kernels over long rows that have been written of a kernel.
#[derive(Default)]
pub(super) struct RowKernels {
    /// The number of rows that have kernels.
    written: usize,
    /// The code of these kernels.
    pub(super) items: TokenStream,
}

impl RowKernels {
    /// The name of the next kernel of a row.
    pub(super) fn next_name(&mut self, rows: &LongRows) -> String {
        self.written += 1;
        match self.written {
            1 => format!("{}.row", rows.kernel.name),
            more => format!("{}.row{more}", rows.kernel.name),
        }
    }
}

/// The place of a segment that the kernel of a row writes, in terms of the lane around it.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) array: Ident,
    /// The beginning of the segment: in rows of the array, and the number of scalars further on. The kernel of
    /// the row knows both by names.
    pub(super) start: (Ident, TokenStream),
    pub(super) offset: Option<(Ident, TokenStream)>,
}

impl Placed {
    /// Writes a scalar at a position of the segment.
    pub(super) fn write(&self, position: &RustExpression, value: &TokenStream) -> TokenStream {
        let Placed { array, start: (start, _), offset } = self;
        let position = match offset {
            Some((offset, _)) => {
                RustExpression::sum(&RustExpression::whole(quote!(#offset)), position).text
            }
            None => position.text.clone(),
        };
        quote!(#array.set(#start, #position, #value);)
    }

    /// The names by which the kernel of a row knows it, and their values in the lane around it.
    pub(super) fn sizes(&self) -> impl Iterator<Item = &(Ident, TokenStream)> {
        [&self.start].into_iter().chain(&self.offset)
    }
}

impl<'a> LongRows<'a> {
    /// Those of a kernel, which writes segments of these arrays, if it has some.
    pub(super) fn of(kernel: &'a Kernel, segments: Vec<Ident>) -> Option<LongRows<'a>> {
        let schedule = kernel.schedule.cpu.long_rows.as_ref()?;
        Some(LongRows { kernel, schedule, segments })
    }

    /// The extents of the kernel.
    pub(super) fn lanes(&self) -> Vec<Atom> {
        self.kernel.soac.space.iter().map(|lane| lane.extent).collect()
    }

    /// Returns true if the SOAC that binds these variables has both forms.
    pub(super) fn has(&self, binds: &[Var]) -> bool {
        binds.first().is_some_and(|bind| self.schedule.has(*bind))
    }

    /// From how many elements on a row is long.
    pub(super) fn length(&self) -> Literal {
        Literal::usize_unsuffixed(self.schedule.length)
    }
}
