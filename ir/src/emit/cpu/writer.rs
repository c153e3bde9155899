//! The writer of a function's code: names, the values of variables, sites. What is written in one way here and in
//! another there is no part of it: a [`Context`](super::context::Context) is handed on with the statements.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::destination::Destinations;
use super::expression::{RustExpression, Strength};
use super::names::Names;
use super::row_kernels::RowKernels;
use super::scalar;
use super::sites::Sites;
use super::usage::Usage;
use super::values::Values;
use crate::core::{Atom, Constant, Extent, Statement, Target, Var, VarMap, VarSet, Variables};
use crate::emit::cuda;
use crate::plan::Plan;

/// Writes the code of one function.
pub(super) struct Writer<'p, 's> {
    pub(super) variables: &'p Variables,
    pub(super) names: Names,
    pub(super) sites: &'p mut Sites<'s>,
    pub(super) usage: Usage,
    /// The values of variables.
    pub(super) values: Values,
    /// The places of the arrays that are written elsewhere than in memory of their own.
    pub(super) destinations: Destinations,
    /// Who goes through the recursive function of a name. Lanes call none that is for devices.
    pub(super) target_of: &'p dyn Fn(&str) -> Target,
    /// The plan, and what its kernels became for CUDA devices.
    pub(super) device: Option<Device<'p>>,
    /// The recursive functions that have been called, in the forms that have been.
    pub(super) called: Vec<super::functions::Called>,
    /// The kernels over long rows that have been written of a kernel.
    pub(super) row_kernels: RowKernels,
}

/// The CUDA code of the kernels of a plan.
#[derive(Clone, Copy)]
pub(super) struct Device<'p> {
    pub(super) plan: &'p Plan,
    pub(super) unit: &'p cuda::Unit,
}

impl<'p, 's> Writer<'p, 's> {
    pub(super) fn new(
        variables: &'p Variables,
        usage: Usage,
        names: Names,
        sites: &'p mut Sites<'s>,
    ) -> Writer<'p, 's> {
        Writer {
            variables,
            names,
            sites,
            usage,
            values: Values::default(),
            destinations: Destinations::default(),
            target_of: &|_| Target::Any,
            device: None,
            called: Vec::new(),
            row_kernels: RowKernels::default(),
        }
    }

    /// The present state of the meanings of variables.
    pub(super) fn state(&self) -> usize {
        self.values.state()
    }

    /// Restores the meanings of variables in an earlier state.
    pub(super) fn set_state(&mut self, state: usize) {
        self.values.set_state(state);
    }

    /// The variable that holds the memory of another.
    pub(super) fn resolve(&self, atom: Atom) -> Atom {
        self.values.resolve(atom)
    }

    /// Makes a variable another name of an operand.
    pub(super) fn alias(&mut self, var: Var, atom: Atom) {
        self.values.alias(var, atom);
    }

    /// The name under which a variable is bound.
    pub(super) fn name(&mut self, var: Var) -> Ident {
        self.names.of(var, self.variables)
    }

    /// The names under which variables are bound.
    pub(super) fn names(&mut self, vars: &[Var]) -> Vec<TokenStream> {
        vars.iter()
            .map(|var| {
                let name = self.name(*var);
                quote!(#name)
            })
            .collect()
    }

    /// An operand.
    pub(super) fn code(&mut self, atom: Atom) -> RustExpression {
        self.code_of(atom, true)
    }

    /// An operand whose type is known from where it stands.
    pub(super) fn plain(&mut self, atom: Atom) -> RustExpression {
        self.code_of(atom, false)
    }

    fn code_of(&mut self, atom: Atom, suffix: bool) -> RustExpression {
        match self.resolve(atom) {
            Atom::Constant(constant) if suffix => scalar::constant(constant),
            Atom::Constant(constant) => scalar::plain_constant(constant),
            Atom::Var(var) => {
                if let Some(code) = self.values.written(var) {
                    return code.clone();
                }
                self.values.mention(var);
                let name = self.name(var);
                RustExpression::whole(quote!(#name))
            }
        }
    }

    /// The tokens of an operand.
    pub(super) fn tokens(&mut self, atom: Atom) -> TokenStream {
        self.code(atom).text
    }

    /// The tokens of operands.
    pub(super) fn all(&mut self, atoms: &[Atom]) -> Vec<TokenStream> {
        atoms.iter().map(|atom| self.tokens(*atom)).collect()
    }

    /// Writes something, and gives the variables mentioned in it besides.
    pub(super) fn recorded<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (T, Vec<Var>) {
        let outside = self.values.set_mentioned(Vec::new());
        let written = write(self);
        (written, self.values.set_mentioned(outside))
    }

    /// Writes something that stands elsewhere: it mentions the variables of its surroundings by
    /// their names.
    pub(super) fn apart<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let surroundings = self.values.set_all_written(VarMap::default());
        let before = self.state();
        let written = write(self);
        self.set_state(before);
        self.values.set_all_written(surroundings);
        written
    }

    /// Returns true if the value of a variable is written at its use.
    pub(super) fn is_written_at_use(&self, var: Var) -> bool {
        self.values.written(var).is_some()
    }

    /// Writes a variable's value where it is used, or binds it if that would repeat the work.
    pub(super) fn bind_code(&mut self, var: Var, code: RustExpression) -> TokenStream {
        if code.is_simple() || self.usage.count(var) <= 1 {
            self.values.set_written(var, Some(code));
            return TokenStream::new();
        }
        self.values.set_written(var, None);
        let (name, tokens) = (self.name(var), code.text);
        quote!(let #name = #tokens;)
    }

    /// Lets a variable be mentioned by its name again.
    pub(super) fn forget(&mut self, var: Var) {
        self.values.forget(var);
    }

    /// Remembers that the value of a variable is to be written where it is used.
    pub(super) fn write_at_use(&mut self, var: Var, code: RustExpression) {
        self.values.set_written(var, Some(code));
    }

    /// The variables of some statements that need no names, since their values are used once, directly by a
    /// later statement or by `tail`.
    pub(super) fn unnamed(&self, statements: &[Statement], tail: &[Atom]) -> VarSet {
        let mut direct: VarSet = tail.iter().filter_map(|atom| atom.var()).collect();
        let is_array = |var: &Var| !self.variables.ty(*var).is_scalar();
        let given = tail.iter().filter_map(|atom| atom.var()).filter(is_array).collect();
        // Elements of arrays that the tail gives away are read before it.
        let moved = self.usage.under_all_names(given);
        for statement in statements {
            let operands = super::usage::direct_operands(&statement.expression);
            direct.extend(operands.into_iter().filter_map(|atom| atom.var()));
        }
        statements
            .iter()
            .filter(|statement| self.usage.movable(statement, &moved, self.variables))
            .map(|statement| statement.binds[0])
            .filter(|bind| direct.contains(bind))
            .collect()
    }

    /// The extents of a variable's type, from dimension `skip` on.
    pub(super) fn extents(&self, var: Var, skip: usize) -> Vec<Atom> {
        let extents = self.variables.ty(var).extents();
        extents.iter().skip(skip).map(|extent| size(*extent)).collect()
    }

    /// The product of some extents.
    pub(super) fn product(&mut self, extents: &[Atom]) -> RustExpression {
        let mut product: Option<RustExpression> = None;
        let known: usize = extents.iter().filter_map(|extent| extent.known_size()).product();
        for extent in extents.iter().filter(|extent| extent.known_size().is_none()) {
            let extent = self.plain(*extent);
            product = Some(match product {
                None => extent,
                Some(product) => {
                    RustExpression::binary(&product, quote!(*), &extent, Strength::Product)
                }
            });
        }
        let constant = scalar::plain_constant(Constant::Usize(known as u64));
        match product {
            None => constant,
            Some(product) if known == 1 => product,
            Some(product) => {
                RustExpression::binary(&product, quote!(*), &constant, Strength::Product)
            }
        }
    }

    /// The position in row-major order of the element (or the row) at these indices, counted in elements (or
    /// rows).
    pub(super) fn linear(&mut self, indices: &[Atom], extents: &[Atom]) -> RustExpression {
        let mut position: Option<RustExpression> = None;
        for (index, extent) in indices.iter().zip(extents) {
            let index = self.plain(*index);
            position = Some(match position {
                None => index,
                Some(outer) => {
                    let extent = self.plain(*extent);
                    let row = RustExpression::binary(&outer, quote!(*), &extent, Strength::Product);
                    RustExpression::binary(&row, quote!(+), &index, Strength::Sum)
                }
            });
        }
        position.unwrap_or_else(|| scalar::plain_constant(Constant::Usize(0)))
    }

    /// The position at which the element (or the row) at these indices of an array begins, in elements.
    pub(super) fn position(&mut self, array: Var, indices: &[Atom]) -> RustExpression {
        let extents = self.extents(array, 0);
        let position = self.linear(indices, &extents);
        self.scaled(position, &extents[indices.len()..])
    }

    /// A count of rows as a count of elements.
    pub(super) fn scaled(&mut self, rows: RustExpression, row: &[Atom]) -> RustExpression {
        if row.iter().all(|extent| extent.known_size() == Some(1)) {
            return rows;
        }
        let width = self.product(row);
        RustExpression::binary(&rows, quote!(*), &width, Strength::Product)
    }
}

/// A size; every dimension of a plan has one.
fn size(extent: Extent) -> Atom {
    extent.size().unwrap_or(Atom::size(0))
}
