//! Prefetching: loops over groups of lanes prefetch the elements that groups to come will read, and tiles that go down
//! the columns of a matrix those of the columns beside them. The schedule says which elements.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::context::{Context, Tile};
use super::tile_form::{TileForm, lane_name};
use super::writer::Writer;
use crate::analysis::statements_for;
use crate::core::{Atom, Expression, Statement, Var};

impl Writer<'_, '_> {
    /// Prefetches the elements that come a while after those that a group of `width` lanes reads, whose first
    /// lane has the index `start`.
    pub(super) fn prefetch_groups(
        &mut self,
        body: &[Statement],
        index: Var,
        start: &Ident,
        width: &Literal,
        context: Context,
    ) -> Option<TokenStream> {
        let prefetches = self.prefetches(body, &quote!(prefetch_ahead::<#width>), context)?;
        let index = self.name(index);
        Some(quote!({ let #index = #start; #prefetches }))
    }

    /// Prefetches the elements that the next tile reads where this one reads pieces of rows: rows lie far apart, but
    /// each goes on.
    pub(super) fn prefetch_next_tile(&mut self, body: &[Statement], tile: Tile) -> TokenStream {
        if tile.form == TileForm::Stack {
            return TokenStream::new();
        }
        let lane = lane_name();
        let prefetches = self.prefetches(body, &quote!(prefetch::<W>), tile.context);
        prefetches.map(|prefetches| quote!({ let #lane = W; #prefetches })).unwrap_or_default()
    }

    /// Calls a method of the arrays whose elements a body reads and prefetches, where these are.
    fn prefetches(
        &mut self,
        body: &[Statement],
        method: &TokenStream,
        context: Context,
    ) -> Option<TokenStream> {
        let reads = body.iter().filter_map(|statement| match &statement.expression {
            Expression::Index(Atom::Var(array), indices)
                if context.prefetches(statement.binds[0]) =>
            {
                Some((*array, indices))
            }
            _ => None,
        });
        let reads: Vec<(Var, &Vec<Atom>)> = reads.collect();
        if reads.is_empty() {
            return None;
        }
        let indices: Vec<Atom> = reads.iter().flat_map(|(_, indices)| *indices).copied().collect();
        let needed = indices.iter().copied();
        let of_indices: Vec<Statement> =
            statements_for(body, self.variables, needed).cloned().collect();
        let before = self.statements(&of_indices, &indices, context);
        let prefetches = reads.into_iter().map(|(array, indices)| {
            let position = self.position(array, indices).text;
            let array = self.tokens(Atom::Var(array));
            quote!(#array.#method(#position);)
        });
        let prefetches: TokenStream = prefetches.collect();
        Some(quote!(#before #prefetches))
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
