//! Reads of several lanes, or elements of a row, that a thread computes at once: all of the reads stand
//! before the first lane, since a computation that waits for one read would hold up the reads behind it.
//!
//! ```cuda
//! struct loaded { u32 v0; f64 v1; };
//! const auto load = [&](const usize j) {
//!     loaded own;
//!     own.v0 = read(columns + (start + j));
//!     own.v1 = read(values + (start + j));
//!     return own;
//! };
//! ```

use super::context::Context;
use super::lane::Writer;
use super::product::Product;
use super::text::Lines;
use crate::analysis::statements_for;
use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Soac, Statement, Var};

/// The reads of the elements of a row, which stand before the elements.
pub(super) struct BatchedLoads {
    /// The function that reads, and the type that it gives.
    pub(super) load: String,
    pub(super) loaded: String,
    /// The statements that are left for an element.
    pub(super) rest: Vec<Statement>,
    /// The values that have been read.
    pub(super) values: Vec<Var>,
}

impl Writer<'_> {
    /// The lane of a map that reads first, all at once, and then goes on with that: a method that reads,
    /// and the statements of the other one.
    pub(super) fn lane_with_batched_loads(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        lines: &mut Lines,
        context: Context,
    ) {
        let reads = |statement: &Statement| match &statement.expression {
            Expression::Index(..) => self.variables.ty(statement.binds[0]).is_scalar(),
            _ => false,
        };
        let (read, rest): (Vec<Statement>, Vec<Statement>) =
            soac.body.iter().cloned().partition(reads);
        let values: Vec<Var> = read.iter().map(|statement| statement.binds[0]).collect();
        let types = values.iter().map(|value| self.variables.ty(*value).element());
        let product = Product::new("loaded", types.collect());
        product.declare(lines);
        self.point(soac);
        let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        let first: Vec<&Statement> = statements_for(&soac.body, self.variables, needed).collect();
        let mut ahead = context.with_batched_reads(true);
        if first.iter().any(|statement| statement.expression.may_fail()) {
            self.lines.line("bool sound = true;");
            ahead.sound = Some("sound");
        }
        first.into_iter().for_each(|statement| self.statement(statement, ahead));
        self.keep_loaded(&product, &values);
        self.method("void load(const usize at, loaded& own, failure* failed) const", lines);
        for (value, field) in values.iter().zip(product.of("own")) {
            self.stand_for(*value, field);
        }
        self.lane(soac, binds, &rest, context);
        values.into_iter().for_each(|value| self.forget(value));
    }

    /// Writes the reads of a row's elements that depend on nothing but where these are. The others follow
    /// with the elements, as they may have to wait for these.
    pub(super) fn element_with_batched_loads(
        &mut self,
        row: &Soac,
        context: Context,
    ) -> BatchedLoads {
        let read = (0..row.body.len()).filter(|position| self.is_direct_read(&row.body, *position));
        let values: Vec<Var> = read.map(|position| row.body[position].binds[0]).collect();
        let types = values.iter().map(|value| self.variables.ty(*value).element()).collect();
        let (load, loaded) = (self.names.fresh("load"), self.names.fresh("loaded"));
        let product = Product::new(&loaded, types);
        self.declare_here(&product);
        let index = self.name(row.space[0].index);
        self.lines.open(format!("const auto {load} = [&](const usize {index})"));
        self.lines.line(format!("{loaded} own;"));
        let needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        let context = context.with_batched_reads(true);
        let ahead = statements_for(&row.body, self.variables, needed);
        ahead.for_each(|statement| self.statement(statement, context));
        self.keep_loaded(&product, &values);
        self.lines.line("return own;");
        self.lines.close(";");
        for (value, field) in values.iter().zip(product.of("own")) {
            self.stand_for(*value, field);
        }
        BatchedLoads { load, loaded, rest: self.without(row, &values), values }
    }

    /// Puts the values that have been read into the fields of `own`.
    fn keep_loaded(&mut self, product: &Product, values: &[Var]) {
        for (field, value) in product.of("own").iter().zip(values) {
            let value = self.code((*value).into());
            self.lines.line(format!("{field} = {value};"));
        }
    }

    /// Returns true if a statement reads a scalar from a place that depends on no other read and no check.
    fn is_direct_read(&self, body: &[Statement], position: usize) -> bool {
        let statement = &body[position];
        let Expression::Index(Atom::Var(array), indices) = &statement.expression else {
            return false;
        };
        let mut behind = statements_for(body, self.variables, indices.iter().copied());
        self.arrays.contains(*array)
            && self.variables.ty(statement.binds[0]).is_scalar()
            && !behind.any(|before| {
                matches!(before.expression, Expression::Index(..)) || before.expression.may_fail()
            })
    }

    /// The statements of a row without those that have been read, and without those that only computed places
    /// to read.
    fn without(&self, row: &Soac, read: &[Var]) -> Vec<Statement> {
        let is_read =
            |statement: &Statement| statement.binds.iter().any(|bind| read.contains(bind));
        let body: Vec<Statement> =
            row.body.iter().filter(|statement| !is_read(statement)).cloned().collect();
        let failing = body.iter().filter(|statement| statement.expression.may_fail());
        let mut needed: Vec<Var> =
            failing.flat_map(|statement| statement.binds.iter().copied()).collect();
        let outputs = Soac { body: Vec::new(), ..row.clone() };
        each_use(&Expression::Soac(Box::new(outputs)), |var| needed.push(var));
        let needed = needed.into_iter().map(Atom::Var);
        statements_for(&body, self.variables, needed).cloned().collect()
    }
}
