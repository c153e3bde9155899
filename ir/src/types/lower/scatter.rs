//! `scatter` and `scatter_with`.

use super::call::Callable;
use super::declared::RaggedLevels;
use super::{Lowerer, Value};
use crate::core::{Atom, Condition, Constant, LoopForm, Operation, Output, Type};
use crate::source::Span;
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    /// The index of a lane as `usize`, and the condition that it writes at all.
    fn target(&mut self, destination: &Value, index: Atom, name: &str) -> (Atom, Option<Atom>) {
        let length = self.length(destination);
        let ty = self.builder.variables.element(index);
        // Only integers of 32 bits and more have a `SKIP`.
        let when = (ty.bytes() >= 4).then(|| {
            let skip = Constant::from_integer(ty, ty.maximum());
            self.builder.scalar(Operation::NotEqual, &[index, skip.into()])
        });
        let condition = Condition::Index(name.into());
        (self.builder.check_when(condition, &[index, length], when), when)
    }

    pub(super) fn scatter(
        &mut self,
        destination: Value,
        declared: &RaggedLevels,
        indices: Value,
        values: Value,
        span: Span,
    ) -> Value {
        let count = self.length(&indices);
        let values = self.with_length(values, count, "`scatter`");
        let rows: Vec<Type> = self.types_of(&values).iter().map(|ty| ty.row(1)).collect();
        let destination = self.with_rows_of_any_length(&destination, 1, &rows, declared);
        let ragged = |level| [&destination, &values].iter().any(|a| self.is_ragged_at(a, level));
        let deepest = self.types_of(&destination).iter().map(Type::rank).max().unwrap_or(0);
        // Rows inside of rows have no room to grow in a loop.
        if (2..deepest).any(ragged) || self.loops == 0 && ragged(1) {
            return self.choose_rows(destination, indices, values, span);
        }
        if ragged(1) {
            return self.scatter_rows(destination, None, indices, values);
        }
        let values = self.rows_like(values, &destination);
        let atoms = self.soac(count, "scatter", span, |this, lane| {
            let index = this.row(&indices, lane).atom();
            let (index, when) = this.target(&destination, index, "scatter");
            let values = this.row(&values, lane).atoms;
            let destinations = destination.atoms.clone();
            vec![Output::Scatter { destinations, index, values, when }]
        });
        Value { ty: destination.ty, atoms }
    }

    pub(super) fn scatter_with(
        &mut self,
        destination: Value,
        operator: Callable<'a>,
        indices: Value,
        values: Value,
        span: Span,
    ) -> Value {
        let count = self.length(&indices);
        let values = self.with_length(values, count, "`scatter_with`");
        if self.is_ragged_at(&destination, 1) || self.is_ragged_at(&values, 1) {
            return self.scatter_rows(destination, Some(operator), indices, values);
        }
        let values = self.rows_like(values, &destination);
        let ty = self.element(&destination);
        let atoms = self.soac(count, "scatter_with", span, |this, lane| {
            let index = this.row(&indices, lane).atom();
            let (index, when) = this.target(&destination, index, "scatter_with");
            let values = this.row(&values, lane).atoms;
            let operator =
                this.operator(&ty, &values, |this, a, b| this.apply(operator, vec![a, b]));
            let destinations = destination.atoms.clone();
            vec![Output::Combine { destinations, index, values, operator, when }]
        });
        Value { ty: destination.ty, atoms }
    }

    /// Rows of any lengths: it is found out which of them wins each place, and there it is chosen
    /// where it is looked at, so that none is copied.
    fn choose_rows(
        &mut self,
        destination: Value,
        indices: Value,
        values: Value,
        span: Span,
    ) -> Value {
        let (count, length) = (self.length(&indices), self.length(&destination));
        let none = |_: &mut Self, _| Value { ty: Ty::USIZE, atoms: vec![count] };
        let nobody = self.tabulate(length, "scatter", span, none);
        let winners = self.soac(count, "scatter", span, |this, lane| {
            let index = this.row(&indices, lane).atom();
            let (index, when) = this.target(&destination, index, "scatter");
            let destinations = nobody.atoms.clone();
            vec![Output::Scatter { destinations, index, values: vec![lane], when }]
        });
        let winners = Value { ty: nobody.ty, atoms: winners };
        let array = self.tabulate(length, "scatter", span, |this, index| {
            let winner = this.row(&winners, index).atom();
            let written = this.builder.scalar(Operation::Less, &[winner, count]);
            let ty = this.element(&destination);
            let new = |this: &mut Self| {
                let new = this.row(&values, winner);
                this.row_for(&destination, 1, new)
            };
            this.branch(written, &[], &ty, new, |this| this.row(&destination, index))
        });
        Value { ty: destination.ty.clone(), atoms: array.atoms }
    }

    /// Rows of any lengths, written one after the other.
    fn scatter_rows(
        &mut self,
        destination: Value,
        operator: Option<Callable<'a>>,
        indices: Value,
        values: Value,
    ) -> Value {
        let count = self.length(&indices);
        let lane = self.loop_index(count);
        let ty = destination.ty.clone();
        let name = if operator.is_some() { "scatter_with" } else { "scatter" };
        let after = self.loop_over(vec![destination], |this, inside| {
            let before = &inside[0];
            let index = this.row(&indices, Atom::Var(lane)).atom();
            let (index, when) = this.target(before, index, name);
            let write = |this: &mut Self| {
                let mut new = this.row(&values, Atom::Var(lane));
                if let Some(operator) = operator {
                    let old = this.row(before, index);
                    new = this.apply(operator, vec![old, new]);
                }
                this.replace_row(before, &[index], new)
            };
            let next = match when {
                None => write(this),
                Some(when) => this.branch(when, &[], &ty, write, |_| before.clone()),
            };
            (LoopForm::For(lane, count), vec![next])
        });
        after.into_iter().next().unwrap_or_else(Value::unit)
    }
}
