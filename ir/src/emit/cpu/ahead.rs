//! Asking for what is read a while later.
//!
//! The hardware sees where long runs of reads go, but not past the end of a page, and not while the
//! many reads between two of one array keep it busy. Loops over groups of lanes that read neighbouring
//! elements of arrays from outside ask for those that groups to come will need.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::writer::Writer;
use crate::core::strides::Strides;
use crate::core::visit::statements_for;
use crate::core::{Atom, Expression, Statement, Var};

impl Writer<'_, '_> {
    /// Asks for what comes a while after what a group of `width` lanes reads, of which the first has
    /// the index `start`.
    pub(super) fn ask_ahead(
        &mut self,
        body: &[Statement],
        index: Var,
        start: &Ident,
        width: &Literal,
    ) -> Option<TokenStream> {
        let reads = self.consecutive_reads(body, index);
        if reads.is_empty() {
            return None;
        }
        let indices: Vec<Atom> = reads.iter().flat_map(|(_, indices)| indices).copied().collect();
        let needed = indices.iter().copied();
        let of_indices: Vec<Statement> =
            statements_for(body, self.variables, needed).cloned().collect();
        let before = self.statements(&of_indices, &indices);
        let index = self.name(index);
        let asked = reads.into_iter().map(|(array, indices)| {
            let position = self.position(array, &indices).tokens;
            let array = self.tokens(Atom::Var(array));
            quote!(#array.ahead::<#width>(#position);)
        });
        let asked: TokenStream = asked.collect();
        Some(quote!({ let #index = #start; #before #asked }))
    }

    /// What all lanes read of arrays from outside the kernel, each the element after that of the lane
    /// before, where simple statements say. Of a row that is read at several places one will do.
    fn consecutive_reads(&self, body: &[Statement], index: Var) -> Vec<(Var, Vec<Atom>)> {
        let strides = Strides::of(body);
        let mut reads: Vec<(Var, Vec<Atom>)> = Vec::new();
        for statement in body {
            let Expression::Index(Atom::Var(array), indices) = &statement.expression else {
                continue;
            };
            let Atom::Var(place) = self.resolve(Atom::Var(*array)) else { continue };
            let row = indices.len() - 1;
            let known = |(other, at): &(Var, Vec<Atom>)| {
                other == array && at.len() == indices.len() && at[..row] == indices[..row]
            };
            if self.variables.ty(statement.binds[0]).is_scalar()
                && !reads.iter().any(known)
                && self.is_outside(place)
                && strides.consecutive(indices, index)
                && statements_for(body, self.variables, indices.iter().copied()).all(|statement| {
                    let expression = &statement.expression;
                    matches!(expression, Expression::Scalar(..) | Expression::Copy(_))
                        && !expression.may_fail()
                })
            {
                reads.push((*array, indices.clone()));
            }
        }
        reads
    }

    /// Whether an array comes from outside the kernel that is being written.
    pub(super) fn is_outside(&self, array: Var) -> bool {
        self.bound_in_kernel.as_ref().is_some_and(|bound| !bound.contains(&array))
    }
}
