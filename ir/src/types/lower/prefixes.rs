//! Scans whose operator may give rows of other lengths than those it is given.
//!
//! Every element is combined with the one before it, then with the one two places before it, then
//! four: after as many rounds as the number of elements has bits, each has met all before it. All
//! rows of a round are made at once; rows that grow could not be kept where a scan in place keeps
//! its elements.

use super::call::Callable;
use super::{Lowerer, Value};
use crate::core::{Atom, LoopForm, Operation, Type};

impl<'a> Lowerer<'a, '_> {
    /// Returns true if the result of an operator may have other lengths than its initial value.
    pub(super) fn may_differ(
        &mut self,
        array: &Value,
        initial: &Value,
        operator: Callable<'a>,
    ) -> bool {
        if !initial.ty.holds_array() {
            return false;
        }
        // A ragged part inside a row of known length has no place of its own either.
        if array.atoms.iter().chain(&initial.atoms).any(|atom| self.atom_type(*atom).is_ragged()) {
            return true;
        }
        // The operator is lowered for a first step, and forgotten.
        let before = self.snapshot();
        self.builder.open();
        let first: Vec<Type> = initial.atoms.iter().map(|atom| self.atom_type(*atom)).collect();
        let rows = array.atoms.iter().map(|atom| self.atom_type(*atom).row(1)).collect();
        let [a, b] = [first.clone(), rows].map(|types| {
            let var = |ty| Atom::Var(self.builder.variable(None, ty));
            Value { ty: initial.ty.clone(), atoms: types.into_iter().map(var).collect() }
        });
        let result = self.apply(operator, vec![a, b]);
        let differs = result.atoms.iter().zip(first).any(|(atom, ty)| self.atom_type(*atom) != ty);
        self.restore(before);
        differs
    }

    /// `scan` and `scan_exclusive` of such rows.
    pub(super) fn prefixes(
        &mut self,
        array: Value,
        initial: Value,
        operator: Callable<'a>,
        exclusive: bool,
        name: &str,
    ) -> Value {
        let span = self.builder.span;
        let count = self.length(&array);
        let ty = self.element(&array);
        let combined = self.loop_over(vec![array, Value::size(Atom::size(1))], |this, inside| {
            let (rows, distance) = (inside[0].clone(), inside[1].atom());
            this.builder.open();
            let goes_on = this.builder.scalar(Operation::Less, &[distance, count]);
            let condition = this.builder.close_block(vec![goes_on]);
            let next = this.tabulate(count, name, span, |this, index| {
                let first = this.builder.scalar(Operation::Less, &[index, distance]);
                this.branch(
                    first,
                    &[],
                    &ty,
                    |this| this.row(&rows, index),
                    |this| {
                        let before = this.builder.scalar(Operation::Subtract, &[index, distance]);
                        let sides = vec![this.row(&rows, before), this.row(&rows, index)];
                        this.apply(operator, sides)
                    },
                )
            });
            let doubled = this.builder.scalar(Operation::Add, &[distance, distance]);
            (LoopForm::While(condition), vec![next, Value::size(doubled)])
        });
        let Some(rows) = combined.into_iter().next() else { return Value::unit() };
        self.tabulate(count, name, span, |this, index| {
            if !exclusive {
                let row = this.row(&rows, index);
                return this.apply(operator, vec![initial.clone(), row]);
            }
            let first = this.builder.scalar(Operation::Equal, &[index, Atom::size(0)]);
            this.branch(
                first,
                &[],
                &ty,
                |_| initial.clone(),
                |this| {
                    let before = this.builder.scalar(Operation::Subtract, &[index, Atom::size(1)]);
                    let row = this.row(&rows, before);
                    this.apply(operator, vec![initial.clone(), row])
                },
            )
        })
    }
}
