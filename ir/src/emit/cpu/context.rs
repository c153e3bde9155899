//! The context of statements: the facts of their place in a plan that decide how they are written.

use proc_macro2::TokenStream;
use rustc_hash::FxHashMap;

use super::expression::RustExpression;
use super::lane_report;
use super::row_kernels::{LongRows, Placed};
use super::tile_form::TileForm;
use crate::core::{Var, VarMap};
use crate::plan::schedule::cpu::{Guard, NestedForms, Scalars, Varying};

/// The context of the statements at hand. It is handed on by value: a caller that has statements written in
/// another way makes a context of its own for them.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    /// True in a lane, or in code that is written as that of a lane: nothing runs in parallel there.
    pub(super) in_lane: bool,
    /// The arrays that need no memory of their own, with their sizes.
    pub(super) locals: Option<&'a VarMap<usize>>,
    /// The SOACs that do not become plain loops.
    pub(super) nested_forms: Option<&'a NestedForms>,
    /// The elements that are prefetched, as the variables that they are read into.
    pub(super) prefetched: &'a [Var],
    /// The branches that the lanes of a tile take together where they can.
    pub(super) guards: &'a [Guard],
    /// The reductions over long rows that have kernels of their own.
    pub(super) long_rows: Option<&'a LongRows<'a>>,
    /// In the kernel of a long row: the results that lie in segments of the kernel around it.
    pub(super) placed: Option<&'a FxHashMap<Var, Placed>>,
    /// The values of some variables, whatever they are bound to.
    pub(super) fixed: Option<&'a VarMap<RustExpression>>,
    /// The form of the tile whose lanes are written, if they go in tiles.
    pub(super) tile: Option<TileForm>,
    /// True if running combinations have a state for each lane of the tile.
    pub(super) scans_by_lane: bool,
    /// The lanes that the code belongs to, as reports on them say.
    pub(super) lanes: Option<&'a lane_report::Lanes>,
}

impl Context<'_> {
    /// The context of host code.
    pub(super) const HOST: Context<'static> = Context {
        in_lane: false,
        locals: None,
        nested_forms: None,
        prefetched: &[],
        guards: &[],
        long_rows: None,
        placed: None,
        fixed: None,
        tile: None,
        scans_by_lane: false,
        lanes: None,
    };

    /// The size of an array that needs no memory of its own.
    pub(super) fn size_of_local(&self, array: Var) -> Option<usize> {
        self.locals?.get(&array).copied()
    }

    /// Returns true if the SOAC that binds these variables copies pieces.
    pub(super) fn copies_pieces(&self, binds: &[Var]) -> bool {
        self.nested_forms.is_some_and(|forms| forms.copies_pieces(binds))
    }

    /// Returns true if the values of the output that binds these variables are written before it is known if
    /// they are kept.
    pub(super) fn keeps_at_once(&self, binds: &[Var]) -> bool {
        self.nested_forms.is_some_and(|forms| forms.keeps_at_once(binds))
    }

    /// Returns true if the SOAC that binds these variables is run by the driver of filters.
    pub(super) fn is_filter(&self, binds: &[Var]) -> bool {
        self.nested_forms.is_some_and(|forms| forms.is_filter(binds))
    }

    /// The number of accumulators of the reduction that binds these variables, if it has several.
    pub(super) fn accumulators(&self, binds: &[Var]) -> Option<usize> {
        self.nested_forms?.accumulators_of(binds)
    }

    /// Returns true if an element is prefetched that is read into a variable.
    pub(super) fn prefetches(&self, element: Var) -> bool {
        self.prefetched.contains(&element)
    }
}

/// The lanes of a tile, in whose loops all of them go round together.
#[derive(Clone, Copy)]
pub(super) struct Tile<'a> {
    /// The context of the statements of a lane.
    pub(super) context: Context<'a>,
    /// The form of the tile.
    pub(super) form: TileForm,
    /// The values that differ between its lanes.
    pub(super) varying: &'a Varying,
    /// The operations that compute the scalars of these lanes.
    pub(super) scalars: &'a Scalars,
    /// The code of a tile whose lanes are not as expected: it runs them one by one.
    pub(super) lane_by_lane: &'a TokenStream,
}
