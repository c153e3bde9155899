//! Combinations of rows, element by element.
//!
//! ```text
//! d = soac [i < k] { p = …; row = …               ps, rows = soac [i < k] { p = …; row = … } store p store row
//!     combine (row) into c at p            ─▶     f = reshape c
//!     |a, b| { soac [j < w] { a[j] + b[j] } }     e = soac [i < k, j < w] { p = index ps [i]; x = index rows [i, j]
//!                                                     combine (x) into f at p · w + j |a, b| { a + b } }
//!                                                 d = reshape e
//! ```
//!
//! All elements are combined at the same time this way; a loop would take row after row.

use super::{Elementwise, Rewriter};
use crate::core::operation::Operation;
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Axis, Expression, Extent, Lambda, Output, Renaming, Soac, Statement, Var, VarSet,
    Variables, View,
};

/// Rows that are combined into an array of rows.
pub(super) struct Combined {
    pub(super) destinations: Vec<Atom>,
    pub(super) index: Atom,
    pub(super) values: Vec<Atom>,
    pub(super) when: Option<Atom>,
}

impl Combined {
    /// Removes the last output from a SOAC, if it is one that scatters, or combines by an operator.
    pub(super) fn remove_from(soac: &mut Soac) -> Option<(Combined, Option<Lambda>)> {
        match soac.outputs.pop()? {
            Output::Scatter { destinations, index, values, when } => {
                Some((Combined { destinations, index, values, when }, None))
            }
            Output::Combine { destinations, index, values, operator, when } => {
                Some((Combined { destinations, index, values, when }, Some(operator)))
            }
            _ => None,
        }
    }
}

impl Rewriter<'_> {
    /// Combines the elements of rows by an operator on these.
    pub(super) fn combine_elements(
        &mut self,
        binds: Vec<Var>,
        soac: Soac,
        rows: Combined,
        inner: Elementwise,
        result: &mut Vec<Statement>,
    ) {
        let (count, origins) = (soac.space[0].extent, soac.origins.clone());
        let Combined { destinations, index: places, values: arrays, when: wanted } =
            self.stored_apart(soac, rows, result);

        let (i, j) = (self.index(), self.index());
        let mut lanes = Vec::new();
        let [row, element] = [i, j].map(Atom::Var);
        let elements: Vec<Atom> = arrays
            .iter()
            .map(|array| self.element(*array, vec![row, element], &mut lanes))
            .collect();
        let index = self.element(places, vec![row], &mut lanes);
        let when = wanted.map(|wanted| self.element(wanted, vec![row], &mut lanes));
        let first = self.to(&mut lanes).scalar(Operation::Multiply, &[index, inner.extent]);
        let place = self.to(&mut lanes).scalar(Operation::Add, &[first, element]);

        let mut flattened = Vec::new();
        let mut combined = Vec::new();
        for array in destinations {
            let (flat, view) = self.flattened(array, result);
            flattened.push(view);
            combined.push(self.variables.add(None, flat));
        }
        let operator = inner.operator;
        let output = Output::Combine {
            destinations: flattened,
            index: place,
            values: elements,
            operator,
            when,
        };
        let space = [(i, count), (j, inner.extent)];
        let space = space.map(|(index, extent)| Axis { index, extent }).to_vec();
        let soac = Soac { space, body: lanes, outputs: vec![output], origins };
        self.to(result).push(combined.clone(), Expression::Soac(Box::new(soac)));
        for (bind, array) in binds.into_iter().zip(combined) {
            let view = Expression::View(View::Reshape(Atom::Var(array)));
            self.to(result).push(vec![bind], view);
        }
    }

    /// The operator on elements that combines rows of arrays, if there is one for their rows.
    pub(super) fn combined_elementwise(&mut self, output: &Output) -> Option<Elementwise> {
        let Output::Combine { destinations, operator, .. } = output else { return None };
        let inner = self.elementwise(operator)?;
        let fits = destinations.iter().all(|array| {
            let ty = self.variables.atom_type(*array);
            matches!(ty.extents(), [Extent::Size(_), Extent::Size(width)] if *width == inner.extent)
        });
        fits.then_some(inner)
    }

    /// The values that lanes name and give, as arrays with an element or a row for each lane.
    pub(super) fn stored_apart(
        &mut self,
        mut soac: Soac,
        rows: Combined,
        result: &mut Vec<Statement>,
    ) -> Combined {
        let body = std::mem::take(&mut soac.body);
        let count = rows.values.len();
        let mut values = rows.values;
        let mut places = vec![rows.index];
        places.extend(rows.when);
        let arrays = match made_of(&body, &values, self.variables) {
            // Without the places the rows can be made where they are combined.
            Some(own) => {
                let mut arrays = self.stored_copy(&soac, own, &values, result);
                arrays.extend(self.stored_rows(&soac.space, body, &places, &soac, result));
                arrays
            }
            None => {
                values.extend(places);
                self.stored_rows(&soac.space, body, &values, &soac, result)
            }
        };
        Combined {
            destinations: rows.destinations,
            values: arrays[..count].to_vec(),
            index: arrays[count],
            when: arrays.get(count + 1).copied(),
        }
    }

    /// The rows of a copy of a body, as [`Rewriter::stored_rows`] gives them.
    fn stored_copy(
        &mut self,
        soac: &Soac,
        body: Vec<Statement>,
        values: &[Atom],
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let mut stored = Vec::new();
        let arrays = self.stored_rows(&soac.space, body, values, soac, &mut stored);
        let mut renaming = Renaming::new();
        for Statement { binds, expression, .. } in stored {
            let copy = renaming.expression(&expression, self.variables);
            self.to(result).push(binds, copy);
        }
        arrays
    }
}

/// The statements that make values, if none of them can fail.
fn made_of(body: &[Statement], values: &[Atom], variables: &Variables) -> Option<Vec<Statement>> {
    let mut needed: VarSet = values.iter().filter_map(|value| value.var()).collect();
    let mut own = Vec::new();
    for statement in body.iter().rev() {
        if statement.binds.iter().any(|bind| needed.contains(bind)) {
            if statement.expression.may_fail() {
                return None;
            }
            needed.extend(free_variables(statement, variables).iter());
            own.push(statement.clone());
        }
    }
    own.reverse();
    Some(own)
}
