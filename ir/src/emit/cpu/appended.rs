//! Recursive functions that put their result together from those of their calls: lanes let them
//! append it to an array of the caller, piece by piece, so that a level copies nothing that the
//! levels below have made.
//!
//! ```text
//! lo = sorted(small)                              sorted_appended(small, results)
//! hi = sorted(large)                     ─▶       results.extend(same)
//! concat(lo, same, hi)                            sorted_appended(large, results)
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::RustExpression;
use super::writer::Writer;
use crate::core::sum::Sum;
use crate::core::{Atom, Block, Expression, Extent, Function, If, Statement, Type, Var};
use crate::plan::schedule::cpu::{Piece, pieces_of, terms_of};
use crate::source::Span;

/// The way in which a block gets its array, which its last statement makes.
enum Tail<'b> {
    /// One of two blocks has it.
    Choice(&'b If),
    /// It is the result of a call.
    Call,
    /// It is these pieces, so long, one after the other.
    Pieces(Vec<(Piece, Atom)>),
    /// It is a copy of this array.
    Copy(Atom),
    /// It is this array, sorted.
    Sorted(Atom),
}

/// The size and the array that a block gives.
fn result(block: &Block) -> Option<(Atom, Var)> {
    match block.results[..] {
        [size, Atom::Var(array)] => Some((size, array)),
        _ => None,
    }
}

/// The statement from which a block gets its result.
pub(super) fn end_of(block: &Block) -> Span {
    block.statements.last().map_or(Span::default(), |last| last.span)
}

impl Writer<'_, '_> {
    /// Returns true if a function returns an array of scalars, and its size, to which calls contribute.
    pub(super) fn appends(&self, function: &Function) -> bool {
        let [size, array] = function.results[..] else { return false };
        self.is_list(array, size) && self.calls_append(&function.body)
    }

    /// Returns true if a variable is an array of scalars of this size.
    fn is_list(&self, array: Var, size: Var) -> bool {
        self.length_of(array) == Some(Atom::Var(size))
    }

    /// The length of an array of scalars.
    fn length_of(&self, array: Var) -> Option<Atom> {
        match self.variables.ty(array) {
            Type::Array(_) => match self.variables.ty(array).extents() {
                [Extent::Size(size)] => Some(*size),
                _ => None,
            },
            Type::Scalar(_) => None,
        }
    }

    /// Returns true if calls append to the array of a block.
    fn calls_append(&self, block: &Block) -> bool {
        match self.tail(block) {
            Some(Tail::Choice(branch)) => {
                self.calls_append(&branch.then) || self.calls_append(&branch.otherwise)
            }
            Some(Tail::Pieces(_)) => true,
            _ => false,
        }
    }

    fn tail<'b>(&self, block: &'b Block) -> Option<Tail<'b>> {
        let (size, array) = result(block)?;
        let (last, before) = block.statements.split_last()?;
        if self.usage.count(array) != 1 {
            return None;
        }
        let both =
            last.binds.len() == 2 && size.var() == Some(last.binds[0]) && array == last.binds[1];
        match &last.expression {
            Expression::If(branch) if both => Some(Tail::Choice(branch)),
            Expression::Call(..) if both => Some(Tail::Call),
            Expression::Copy(copied) if last.binds == [array] => Some(Tail::Copy(*copied)),
            Expression::Sort(sort) if last.binds == [array] => {
                sort.single_key(self.variables).map(Tail::Sorted)
            }
            Expression::Soac(soac) if last.binds == [array] => {
                let pieces = pieces_of(soac, self.variables)?;
                let end = soac.space[0].extent;
                let lengths = self.in_order(before, &pieces, end)?;
                Some(Tail::Pieces(pieces.into_iter().zip(lengths).collect()))
            }
            _ => None,
        }
    }

    /// The lengths of the pieces of an array that ends at `end`, if the pieces that calls make can be appended
    /// when the calls run: all pieces before them have been made. At least one piece has to come from such a
    /// call.
    fn in_order(&self, before: &[Statement], pieces: &[Piece], end: Atom) -> Option<Vec<Atom>> {
        let made = |var: Var| before.iter().position(|made| made.binds.contains(&var));
        let ends = pieces[1..].iter().map(|piece| piece.start).chain([end]);
        let lengths = pieces.iter().zip(ends).map(|(piece, end)| {
            let mut length = Sum::default();
            let made_of = |size| terms_of(size, before);
            length.add_terms(end, false, &made_of)?;
            length.add_terms(piece.start, true, &made_of)?;
            length.term()
        });
        let lengths: Vec<Atom> = lengths.collect::<Option<_>>()?;
        let mut calls = 0;
        for (number, piece) in pieces.iter().enumerate() {
            let Some(here) = made(piece.array) else { continue };
            if !self.is_appended_call(&before[here]) {
                continue;
            }
            calls += 1;
            let whole =
                piece.from.is_zero() && self.length_of(piece.array) == Some(lengths[number]);
            let ready = |(earlier, length): (&Piece, &Atom)| {
                let needed = [Some(earlier.array), length.var()];
                needed.into_iter().flatten().all(|var| made(var) < Some(here))
            };
            if !whole || !pieces[..number].iter().zip(&lengths).all(ready) {
                return None;
            }
        }
        (calls > 0).then_some(lengths)
    }

    /// Returns true if a statement calls a function that returns an array, which is used once, and its size.
    pub(super) fn is_appended_call(&self, statement: &Statement) -> bool {
        match (&statement.expression, &statement.binds[..]) {
            (Expression::Call(..), [size, array]) => {
                self.is_list(*array, *size) && self.usage.count(*array) == 1
            }
            _ => false,
        }
    }

    /// A block whose array is appended to `results`: statements, and its size.
    pub(super) fn appended(
        &mut self,
        block: &Block,
        results: &Ident,
        context: Context,
    ) -> (TokenStream, RustExpression) {
        let Some((size, array)) = result(block) else {
            unreachable!("a block that appends an array has its size, too");
        };
        let (Some(tail), Some((last, before))) = (self.tail(block), block.statements.split_last())
        else {
            let (statements, _) = self.block(block, context);
            let append = self.append_whole(Atom::Var(array), results, end_of(block));
            return (quote!(#statements #append), self.code(size));
        };
        match tail {
            Tail::Choice(branch) => {
                let statements = self.statements(before, &[branch.condition], context);
                let condition = self.tokens(branch.condition);
                let (then, first) = self.appended(&branch.then, results, context);
                let (otherwise, second) = self.appended(&branch.otherwise, results, context);
                let (first, second) = (first.text, second.text);
                let chosen = quote! {
                    if #condition { #then #first } else { #otherwise #second }
                };
                (statements, RustExpression::whole(chosen))
            }
            Tail::Call => {
                let statements = self.statements(before, &[], context);
                let call = self.appended_call(last, results, context);
                (quote!(#statements #call), self.code(size))
            }
            Tail::Copy(copied) => {
                let statements = self.statements(before, &[], context);
                let append = self.append_whole(copied, results, last.span);
                (quote!(#statements #append), self.code(size))
            }
            Tail::Sorted(keys) => {
                let statements = self.statements(before, &[], context);
                let (site, keys) = (self.sites.memory("sort", last.span), self.tokens(keys));
                let append = quote!(cpu::sort::append_sorted(#site, #results, #keys.view())?;);
                (quote!(#statements #append), self.code(size))
            }
            Tail::Pieces(pieces) => {
                let mut tokens = TokenStream::new();
                let mut left = pieces.as_slice();
                let mut run = before;
                let is_piece = |statement: &Statement| {
                    pieces.iter().any(|(piece, _)| statement.binds.get(1) == Some(&piece.array))
                };
                while let Some(position) = run
                    .iter()
                    .position(|statement| self.is_appended_call(statement) && is_piece(statement))
                {
                    let call = &run[position];
                    tokens.extend(self.statements(&run[..position], &[], context));
                    while let Some(((piece, length), rest)) = left.split_first() {
                        left = rest;
                        if piece.array == call.binds[1] {
                            break;
                        }
                        tokens.extend(self.append_piece(piece, *length, results, last.span));
                    }
                    tokens.extend(self.appended_call(call, results, context));
                    run = &run[position + 1..];
                }
                tokens.extend(self.statements(run, &[size], context));
                for (piece, length) in left {
                    tokens.extend(self.append_piece(piece, *length, results, last.span));
                }
                (tokens, self.code(size))
            }
        }
    }

    fn append_whole(&mut self, array: Atom, results: &Ident, span: Span) -> TokenStream {
        let site = self.sites.memory("concat", span);
        let array = self.plain(array).text;
        quote!(#results.extend(#site, #array.slice())?;)
    }

    fn append_piece(
        &mut self,
        piece: &Piece,
        length: Atom,
        results: &Ident,
        span: Span,
    ) -> TokenStream {
        if piece.from.is_zero() && self.length_of(piece.array) == Some(length) {
            return self.append_whole(Atom::Var(piece.array), results, span);
        }
        let site = self.sites.memory("concat", span);
        let length = self.plain(length).text;
        let elements = self.piece(piece, &quote!(0), &length);
        quote!(#results.extend(#site, #elements.slice())?;)
    }

    /// A call that appends its array, and binds its size.
    fn appended_call(
        &mut self,
        call: &Statement,
        results: &Ident,
        context: Context,
    ) -> TokenStream {
        let Expression::Call(name, arguments) = &call.expression else {
            unreachable!("only calls append");
        };
        let results = quote!(#results);
        let value = self.called_appending(name, arguments, [&results; 2], call.span, context);
        self.bind(call.binds[0], value)
    }
}
