//! The code of a kernel, as the host code that launches it knows it.

use proc_macro2::{Ident, TokenStream};

use super::reductions::Reductions;
use crate::core::{Atom, Var};

/// A kernel's code.
pub(super) struct KernelCode {
    /// The struct and its methods.
    pub(super) items: TokenStream,
    /// The expression that makes one, on the host.
    pub(super) value: TokenStream,
    /// Arrays whose rows or columns the lanes write.
    pub(super) rows: Vec<RowsCode>,
    /// Arrays that the lanes write anywhere.
    pub(super) targets: Vec<TargetCode>,
    /// The values of its lanes that are reduced.
    pub(super) reductions: Reductions,
    /// The variables that it needs from outside.
    pub(super) captured: Vec<Var>,
    /// True if it has code for devices, too.
    pub(super) on_device: bool,
}

/// An array whose rows or columns the lanes of a kernel write.
pub(super) struct RowsCode {
    pub(super) var: Var,
    pub(super) name: Ident,
    /// The number of rows; one for each lane if not given.
    pub(super) count: Option<Atom>,
    /// The extents of a row or column.
    pub(super) extents: Vec<Atom>,
    pub(super) lines: Lines,
}

/// The part of an array that a lane writes.
#[derive(Clone, Copy)]
pub(super) enum Lines {
    Rows,
    Columns,
    Segments,
}

/// Arrays that lanes write anywhere: the variables, their destinations, and the name of the target.
pub(super) type TargetCode = (Vec<Var>, Vec<Atom>, Ident);
