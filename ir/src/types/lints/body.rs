//! The function that is looked at, and the walk through its expressions.

use crate::syntax::tree::{Block, Expression, Function};
use crate::types::check::Checked;
use crate::types::infer::Typed;
use crate::types::walk::{Child, each_block_child, each_child};

/// A function whose types are known under an instance.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub(super) checked: &'a Checked<'a>,
    pub(super) function: &'a Function,
    pub(super) typed: &'a Typed,
}

/// Calls `f` with each expression in a block, at any depth.
pub(super) fn each_expression<'t>(block: &'t Block, f: &mut dyn FnMut(&'t Expression)) {
    each_block_child(block, &mut |child| within(child, f));
}

fn within<'t>(child: Child<'t>, f: &mut dyn FnMut(&'t Expression)) {
    if let Child::Expression(expression) = child {
        f(expression);
        each_child(expression, &mut |child| within(child, f));
    }
}
