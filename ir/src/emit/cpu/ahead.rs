//! Prefetching: loops ask for elements that are read a while later.
//!
//! The hardware sees where long runs of reads go, but not past the end of a page, and not while the
//! many reads between two of one array keep it busy. Loops over groups of lanes that read neighbouring
//! elements of arrays from outside ask for those that groups to come will need, and tiles that go down
//! the columns of a matrix for those of the next tile.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::tile::lane_name;
use super::writer::Writer;
use crate::analysis::Strides;
use crate::analysis::statements_for;
use crate::core::{Atom, Expression, Statement, Var};
use crate::plan::schedule::cpu::Varying;

impl Writer<'_, '_> {
    /// Prefetches the elements that come a while after those that a group of `width` lanes reads, whose first
    /// lane has the index `start`.
    pub(super) fn ask_ahead(
        &mut self,
        body: &[Statement],
        index: Var,
        start: &Ident,
        width: &Literal,
    ) -> Option<TokenStream> {
        let reads = self.consecutive_reads(body, index);
        let asked = self.asked(body, reads, &quote!(prefetch_ahead::<#width>))?;
        let index = self.name(index);
        Some(quote!({ let #index = #start; #asked }))
    }

    /// Prefetches the elements that the next tile reads, if this tile reads pieces of rows: rows lie far apart,
    /// but each row goes on. If several lanes read the same element, it is in the caches already.
    pub(super) fn ask_beside(&mut self, body: &[Statement], varying: &Varying) -> TokenStream {
        if self.stacked {
            return TokenStream::new();
        }
        let mut reads = self.consecutive_reads(body, varying.neighbours());
        let lanes = self.in_tile.as_ref();
        reads.retain(|(_, indices)| {
            indices.len() > 1 && lanes.is_some_and(|lanes| lanes.all_differ(indices))
        });
        let lane = lane_name();
        let asked = self.asked(body, reads, &quote!(prefetch::<W>));
        asked.map(|asked| quote!({ let #lane = W; #asked })).unwrap_or_default()
    }

    /// Calls a method of all arrays that are read, where they are.
    fn asked(
        &mut self,
        body: &[Statement],
        reads: Vec<(Var, Vec<Atom>)>,
        method: &TokenStream,
    ) -> Option<TokenStream> {
        if reads.is_empty() {
            return None;
        }
        let indices: Vec<Atom> = reads.iter().flat_map(|(_, indices)| indices).copied().collect();
        let needed = indices.iter().copied();
        let of_indices: Vec<Statement> =
            statements_for(body, self.variables, needed).cloned().collect();
        let before = self.statements(&of_indices, &indices);
        let asked = reads.into_iter().map(|(array, indices)| {
            let position = self.position(array, &indices).tokens;
            let array = self.tokens(Atom::Var(array));
            quote!(#array.#method(#position);)
        });
        let asked: TokenStream = asked.collect();
        Some(quote!(#before #asked))
    }

    /// The reads of arrays from outside the kernel in which each lane reads the element after that of the lane
    /// before, as far as simple statements show it. Of a row that is read at several places one read is enough.
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

    /// Returns true if an array comes from outside the kernel that is being written.
    pub(super) fn is_outside(&self, array: Var) -> bool {
        self.bound_in_kernel.as_ref().is_some_and(|bound| !bound.contains(&array))
    }
}

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// Returns true if tiles of the function's kernels prefetch the elements of an array for the next tiles.
    fn asks(array: &str, function: &str) -> bool {
        let code = code_of(function);
        assert!(code.contains("const TILED : bool = true"), "there are tiles: {function}");
        code.contains(&format!("{array} . prefetch :: < W >"))
    }

    #[test]
    fn tiles_that_go_down_columns_ask_for_the_columns_beside_them() {
        let sums = "pub fn f(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }";
        assert!(asks("m", sums));
    }

    #[test]
    fn what_many_rows_of_lanes_read_is_not_asked_for_again() {
        let product = "pub fn f(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
            let columns = b.transpose();
            a.map(|row| columns.map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
        }";
        assert!(!asks("b", product));
    }
}
