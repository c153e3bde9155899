//! The destinations of the elements that nested SOACs store or keep.
//!
//! An array that has one use may be written where it is used: into a row of an array that the kernel stores,
//! or at the end of a buffer that rows are appended to. So may the elements of a literal, and the result of
//! each arm of a branch.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::destination::{Destination, Making};
use super::expression::RustExpression;
use super::scalar;
use super::writer::Writer;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Constant, Expression, Output, Statement, Var};
use crate::plan::schedule::cpu::is_stored_for_one_use;
use crate::source::Span;

impl Writer<'_, '_> {
    /// Lets a row that a nested SOAC stores be written where it is appended.
    pub(super) fn append_in_place(
        &mut self,
        row: Atom,
        buffer: TokenStream,
        body: &[Statement],
        context: Context,
    ) {
        if let Atom::Var(var) = row
            && self.is_made_for_one_use(var, body, context)
        {
            self.write_into(var, Destination::EndOfBuffer(buffer), body);
        }
    }

    /// Lets an array that a body stores be written elsewhere; of a literal of rows, the rows, too.
    pub(super) fn write_into(&mut self, array: Var, destination: Destination, body: &[Statement]) {
        let made = |statement: &&Statement| statement.binds.first() == Some(&array);
        // A row at the end of a buffer is there when it is made, not before.
        if !matches!(destination, Destination::EndOfBuffer(_))
            && let Some(Expression::Array(elements)) =
                body.iter().find(made).map(|statement| &statement.expression)
        {
            for (position, element) in elements.iter().enumerate() {
                if let Atom::Var(row) = element
                    && self.is_stored_for_one_use(*row, body)
                {
                    let destination = self.element_of(&destination, array, position);
                    self.write_into(*row, destination, body);
                    self.destinations.in_place.insert(*row);
                }
            }
        }
        self.destinations.of_arrays.insert(array, destination);
    }

    /// The place of an element of an array, or of a row of it, in this destination of the array.
    fn element_of(
        &mut self,
        destination: &Destination,
        array: Var,
        position: usize,
    ) -> Destination {
        let width = self.extents(array, 1);
        let position = scalar::plain_constant(Constant::Usize(position as u64));
        destination.moved(self.scaled(position, &width))
    }

    /// The elements or rows of a literal, each written where it belongs.
    pub(super) fn written_literal(
        &mut self,
        bind: Var,
        elements: &[Atom],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        let destination =
            self.destination_of(bind, Making::of("array", span), &mut tokens, context);
        let rows = self.variables.ty(bind).rank() > 1;
        for (position, element) in elements.iter().enumerate() {
            let is_there =
                rows && element.var().is_some_and(|row| self.destinations.in_place.contains(&row));
            if !is_there {
                let destination = self.element_of(&destination, bind, position);
                let value = self.plain(*element).text;
                tokens.extend(destination.write(value, rows));
            }
        }
        tokens
    }

    /// The destination to which a lane has to write a value; none if the value is a row that a nested SOAC of
    /// the body writes there by itself.
    pub(super) fn unless_written(
        &mut self,
        value: Atom,
        destination: Destination,
        body: &[Statement],
    ) -> Option<Destination> {
        match value {
            Atom::Var(row) if self.is_stored_for_one_use(row, body) => {
                self.write_into(row, destination, body);
                None
            }
            _ => Some(destination),
        }
    }

    /// Appends a row to a buffer, unless it has been written there.
    pub(super) fn append_row(
        &mut self,
        row: Atom,
        buffer: &TokenStream,
        site: &TokenStream,
        body: &[Statement],
        context: Context,
    ) -> TokenStream {
        if row.var().is_some_and(|var| self.is_made_for_one_use(var, body, context)) {
            return TokenStream::new();
        }
        let row = self.plain(row).text;
        quote!(#buffer.extend(#site, #row.slice())?;)
    }

    /// Returns true if a body makes an array for its only use, as [`is_stored_for_one_use`] says.
    pub(super) fn is_stored_for_one_use(&self, array: Var, body: &[Statement]) -> bool {
        let used_once = |array| self.usage.count(array) == 1;
        is_stored_for_one_use(array, body, &used_once, &self.usage.in_place)
    }

    /// Returns true if a nested SOAC of a body stores an array, or keeps its elements, which is used once.
    fn is_made_for_one_use(&self, array: Var, body: &[Statement], context: Context) -> bool {
        let made = |statement: &Statement| match &statement.expression {
            Expression::Soac(soac) => {
                outputs_with_binds(soac, &statement.binds).any(|(output, own)| match output {
                    Output::Compact { .. } => {
                        own[1..].contains(&array) && context.keeps_at_once(own)
                    }
                    _ => false,
                })
            }
            Expression::If(_) => {
                statement.binds.contains(&array) && self.usage.in_place.stays(array).is_none()
            }
            Expression::Copy(_) => statement.binds == [array],
            Expression::Call(..) => {
                statement.binds.get(1) == Some(&array) && self.is_appended_call(statement)
            }
            _ => false,
        };
        self.is_stored_for_one_use(array, body)
            || self.usage.count(array) == 1 && body.iter().any(made)
    }

    /// The destination of an array that a nested SOAC stores.
    pub(super) fn destination_of(
        &mut self,
        bind: Var,
        making: Making,
        before: &mut TokenStream,
        context: Context,
    ) -> Destination {
        let destination = self.destinations.of_arrays.remove(&bind);
        if let Some(destination @ (Destination::Buffer(..) | Destination::Row(..))) = destination {
            return destination;
        }
        if let (None, Some(local)) = (&destination, self.local(bind, context)) {
            let name = self.name(bind);
            before.extend(quote!(let mut #name = #local::zeros(PROVEN);));
            return Destination::Buffer(name, RustExpression::whole(quote!(0)));
        }
        let site = match destination {
            // The buffer is there already.
            Some(_) => self.sites.memory(making.operation, making.span),
            None => self.memory_of(bind, making, false, context),
        };
        let extents = self.extents(bind, 0);
        let extents: Vec<TokenStream> =
            extents.iter().map(|extent| self.plain(*extent).text).collect();
        let count = match extents.as_slice() {
            [one] => one.clone(),
            _ => quote!(host::count(#site, &[#(#extents),*])?),
        };
        let name = self.name(bind);
        let element = super::scalar::scalar_type(self.variables.ty(bind).element());
        before.extend(match destination {
            Some(Destination::EndOfBuffer(buffer)) => {
                quote!(let mut #name = #buffer.new_row(#site, #count)?;)
            }
            _ => {
                let zeros = quote!(host::Buffer::<#element>::zeros(PROVEN, #site, #count)?);
                self.made(bind, zeros, making.is_declared)
            }
        });
        Destination::Buffer(name, RustExpression::whole(quote!(0)))
    }
}
