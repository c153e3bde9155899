//! The kernels over long rows of the kernel that is being written: the SOACs that have them, and the code
//! that has been written of them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rustc_hash::FxHashMap;

use super::code::Code;
use crate::core::{Atom, Var, VarSet};
use crate::plan::Kernel;
use crate::plan::schedule::cpu as schedule;

/// The kernels over long rows in a kernel.
#[derive(Default)]
pub(super) struct LongRows {
    /// The name of the kernel.
    kernel: String,
    /// Its extents.
    pub(super) lanes: Vec<Atom>,
    /// The long rows in the plan, if there are some.
    pub(super) schedule: Option<schedule::LongRows>,
    /// The arrays of lanes that are declared before they are made.
    pub(super) declared: VarSet,
    /// The arrays of which the kernel writes segments.
    pub(super) segments: Vec<Ident>,
    /// The number of rows that have been written, and the code of their kernels.
    written: usize,
    pub(super) items: TokenStream,
    /// In the kernel of a row: its variables that lie in segments of the kernel around it.
    pub(super) placed: FxHashMap<Var, Placed>,
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
    pub(super) fn write(&self, position: &Code, value: &TokenStream) -> TokenStream {
        let Placed { array, start: (start, _), offset } = self;
        let position = match offset {
            Some((offset, _)) => Code::sum(&Code::whole(quote!(#offset)), position).tokens,
            None => position.tokens.clone(),
        };
        quote!(#array.set(#start, #position, #value);)
    }

    /// The names by which the kernel of a row knows it, and their values in the lane around it.
    pub(super) fn sizes(&self) -> impl Iterator<Item = &(Ident, TokenStream)> {
        [&self.start].into_iter().chain(&self.offset)
    }
}

impl LongRows {
    /// The long rows of a kernel, which writes segments of these arrays.
    pub(super) fn of(kernel: &Kernel, segments: Vec<Ident>) -> LongRows {
        let schedule = kernel.schedule.cpu.long_rows.clone();
        let lanes = kernel.soac.space.iter().map(|lane| lane.extent).collect();
        let kernel = kernel.name.to_string();
        LongRows { kernel, lanes, schedule, segments, ..LongRows::default() }
    }

    /// Returns true if the SOAC that binds this variable first has both forms.
    pub(super) fn has(&self, bind: Var) -> bool {
        self.schedule.as_ref().is_some_and(|rows| rows.has(bind))
    }

    /// Returns true if recursive functions that lanes call have both forms.
    pub(super) fn calls(&self) -> bool {
        self.schedule.as_ref().is_some_and(|rows| rows.calls)
    }

    /// From how many elements on a row is long.
    pub(super) fn length(&self) -> Literal {
        let length = self.schedule.as_ref().map_or(usize::MAX, |rows| rows.length);
        Literal::usize_unsuffixed(length)
    }

    /// The name of the next kernel of a row.
    pub(super) fn next_name(&mut self) -> String {
        self.written += 1;
        match self.written {
            1 => format!("{}.row", self.kernel),
            more => format!("{}.row{more}", self.kernel),
        }
    }
}
