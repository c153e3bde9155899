//! ownership
use super::context::Context;
use super::infer::Typed;
use crate::diagnostic::Diagnostics;
pub fn check_ownership(
    _context: &Context,
    _function: usize,
    _typed: &Typed,
    _errors: &mut Diagnostics,
) {
}
