//! The arrays of which the lanes of a kernel read elements here and there, if there are some.
//!
//! Not all machines read several such elements at once faster than one by one: the runtime chooses
//! instructions for such kernels by how large the arrays are.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::writer::Writer;
use crate::analysis::Strides;
use crate::core::{Atom, Expression, Soac, Statement, Var};
use crate::plan::schedule::cpu::are_cheap;

impl Writer<'_, '_> {
    /// The bytes of the arrays from outside of which neighbouring lanes read elements that lie apart,
    /// if a lane does little else.
    pub(super) fn gathered(&mut self, soac: &Soac, context: Context) -> Option<TokenStream> {
        let mut gathers = Gathers { writer: self, context, found: Vec::new() };
        gathers.soac(soac).then_some(())?;
        let sizes = gathers.found.into_iter().map(|array| {
            let array = self.tokens(Atom::Var(array));
            quote!(#array.bytes())
        });
        let sizes: Vec<TokenStream> = sizes.collect();
        (!sizes.is_empty()).then(|| quote!(#(#sizes)+*))
    }
}

struct Gathers<'w, 'p, 's> {
    writer: &'w Writer<'p, 's>,
    context: Context<'w>,
    found: Vec<Var>,
}

impl Gathers<'_, '_, '_> {
    /// Looks at the lanes of a SOAC, and whether each does little.
    fn soac(&mut self, soac: &Soac) -> bool {
        let strides = Strides::of(&soac.body);
        let index = soac.space.last().map(|lane| lane.index);
        for statement in &soac.body {
            match &statement.expression {
                Expression::Soac(inner) if !self.soac(inner) => return false,
                Expression::Index(array, indices)
                    if index.is_some_and(|index| !strides.neighbours(indices, index)) =>
                {
                    self.found(*array, statement.binds[0]);
                }
                _ => {}
            }
        }
        let is_soac = |statement: &&Statement| matches!(statement.expression, Expression::Soac(_));
        are_cheap(self.writer.variables, soac.body.iter().filter(|statement| !is_soac(statement)))
    }

    fn found(&mut self, array: Atom, element: Var) {
        if let Atom::Var(array) = self.writer.resolve(array)
            && self.writer.variables.ty(element).is_scalar()
            && self.context.is_outside(array)
            && !self.found.contains(&array)
        {
            self.found.push(array);
        }
    }
}
