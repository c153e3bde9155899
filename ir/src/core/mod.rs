//! Core IR: the program that every later stage works on.
//!
//! First-order and in A-normal form: operands are variables or constants, every variable is bound
//! once and has a type, every statement has its place in the source. Products are split into
//! their components, so an array has a scalar element type and a list of extents.
//!
//! Parallelism is one construct, [`Soac`]: an index space, a body evaluated at every point ("lane") of it,
//! and outputs, which store, reduce, compact or scatter the body's values. A map, a reduction and a filter
//! are SOACs with one output; fusion concatenates bodies and outputs. Arrays are read by index, so a
//! producer is fused by putting its body where its element was read.
//!
//! An operation that can fail is a [`Check`] (or a [`Expression::Coerce`]); everything else is total. An
//! index that needs proof is the *result* of its check, so data dependence alone keeps reads behind their
//! checks.

mod builder;
pub mod operation;
pub(crate) mod parse;
mod pattern;
pub(crate) mod polynomial;
pub(crate) mod print;
mod program;
pub mod scalar;
mod scalar_function;
mod statements;
mod substitute;
pub mod sum;
mod table;
mod tokens;
mod types;
mod variables;
mod verify;
pub mod visit;

pub use builder::{Bounds, Builder, Inner};
pub use operation::Operation;
pub use parse::{ParseError, parse_function, parse_program};
pub use pattern::Pattern;
pub use print::{print_function, print_program};
pub use program::{
    Atom, Axis, Block, Check, Condition, Expression, Function, If, Lambda, Loop, LoopForm, Origin,
    Output, Program, Scan, SliceBound, Soac, Sort, Statement, Target, View,
};
pub use scalar::{Constant, ScalarType};
pub use statements::Statements;
pub use substitute::Renaming;
pub use table::{VarMap, VarSet};
pub use types::{ArrayType, Extent, Type};
pub use variables::{Var, Variable, Variables};
pub use verify::{verify_function, verify_program};
