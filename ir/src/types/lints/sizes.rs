//! Sizes with the name of a constant that the block does not have.
//!
//! A block sees only its own constants. `&[f64; N]` with an `N` of the surrounding Rust is an array of any length,
//! whose length is called `N`.

use super::Finding;
use crate::syntax::tree::Name;
use crate::types::infer::{LocalKind, Typed};

/// Finds new sizes that are called as constants are.
pub(super) fn new_sizes(typed: &Typed, found: &mut Vec<Finding>) {
    for local in &typed.locals {
        if local.kind == LocalKind::Size && is_upper_case(&local.name) {
            found.push(Finding::NewSize(Name { text: local.name.clone(), span: local.span }));
        }
    }
}

/// Returns true if a name is written as those of constants are.
fn is_upper_case(name: &str) -> bool {
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}
