//! The functions that host code and lanes call: the forms of recursive functions, and their names.

use std::sync::Arc;

use proc_macro2::Ident;

use super::names::ident;
use crate::core::Target;

/// The forms of a recursive function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Host code calls it.
    OnHost,
    /// Lanes call it.
    InLane,
    /// Lanes call it, and it appends its array to one of theirs.
    Appending,
}

/// A recursive function that is called, in one of its forms.
pub(super) type Called = (Form, Arc<str>);

/// The name of a form of a recursive function.
pub(super) fn function_name(name: &str, target: Target, form: Form) -> Ident {
    let plain = name.replace('.', "_");
    // Host code alone calls those, whose names are like no others.
    if target == Target::Devices {
        return ident(&plain);
    }
    ident(&match form {
        Form::OnHost => format!("{plain}_on_host"),
        Form::InLane => format!("{plain}_in_lane"),
        Form::Appending => format!("{plain}_appended"),
    })
}

/// Adds the functions to a list that are not in it.
pub(super) fn extend(list: &mut Vec<Called>, more: impl IntoIterator<Item = Called>) {
    for called in more {
        if !list.contains(&called) {
            list.push(called);
        }
    }
}
