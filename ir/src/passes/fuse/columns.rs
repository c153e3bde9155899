//! Nests over the columns of a matrix whose results are stored as columns again.
//!
//! A scan whose operator works element by element runs inside the columns ([`super::super::rows`]), and its
//! sums are wanted as rows. The scan stores them as rows at once, and the computation on each sum runs over
//! the columns as well:
//!
//! ```text
//! s = soac [j < k] {                             ys = soac [j < k] {
//!     t = soac [i < n] { … scan } store t            u = soac [i < n] { … y = f scan } store y
//! } store t                               ─▶     } columns u
//! m = transpose s (1, 0)
//! ys = soac [i < n] {
//!     u = soac [j < k] { y = f m[i, j] } store y
//! } store u
//! ```

use super::uses::Rewritten;
use super::{Fuser, bound_outputs, soac_of};
use crate::analysis::definitions::Definition;
use crate::analysis::{Apart, Strides};
use crate::core::{Atom, Expression, Extent, Output, Renaming, Soac, Statement, Type, Var, View};

impl Fuser<'_> {
    /// Stores the rows of a nest as columns, if nothing but their transpose is used.
    pub fn store_columns(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let (output, bind, row) = self.rows_for_columns(&statements[producer])?;
        let view = statements.iter().position(|statement| {
            matches!(&statement.expression,
                Expression::View(View::Transpose(Atom::Var(array), permutation))
                    if *array == bind && permutation.as_slice() == [1, 0])
        });
        let view = view?;
        let seen = statements.remove(view).binds[0];
        let columns = self.variables.copy(seen);
        let extents: Vec<Extent> =
            self.variables.ty(bind).extents().iter().rev().copied().collect();
        let element = Type::Scalar(self.variables.ty(bind).element());
        self.variables.set_type(columns, element.under(extents));
        let statement = &mut statements[producer];
        statement.binds.iter_mut().filter(|own| **own == bind).for_each(|own| *own = columns);
        if let Expression::Soac(soac) = &mut statement.expression {
            soac.outputs[output] = Output::Columns(row);
        }
        let mut renaming = Renaming::new();
        renaming.insert(seen, Atom::Var(columns));
        self.replace(statements, &renaming);
        Some(Rewritten::Range { first: producer, behind: 0 })
    }

    /// An output with vectors that a scan inside the lanes makes, or a map that comes after a reduction,
    /// so that it cannot be computed where its elements are read: its position, the array, used once,
    /// and the vector of a lane.
    fn rows_for_columns(&self, statement: &Statement) -> Option<(usize, Var, Atom)> {
        let soac = soac_of(statement)?;
        if soac.space.len() != 1 {
            return None;
        }
        bound_outputs(statement).into_iter().find_map(|(bind, output)| {
            let Output::Store(row @ Atom::Var(var)) = soac.outputs[output] else { return None };
            let ty = self.variables.ty(bind);
            if ty.rank() != 2 || ty.is_ragged() || self.uses.count(bind) != 1 {
                return None;
            }
            let (made, others): (Vec<_>, Vec<_>) =
                soac.body.iter().partition(|inner| inner.binds.contains(&var));
            let scanned = made.iter().any(|s| soac_of(s).is_some_and(|inner| inner.has_scan()));
            let mapped = made.iter().any(|s| soac_of(s).is_some_and(is_map));
            let reduces = others.iter().any(|s| soac_of(s).is_some());
            let wanted = (scanned || mapped && reduces) && !self.goes_along_rows(soac);
            wanted.then_some((output, bind, row))
        })
    }

    /// Returns true if most reads of neighbouring lanes lie apart in memory, and those of neighbouring
    /// elements of the lanes' rows do not: such lanes had better store rows, too.
    fn goes_along_rows(&self, soac: &Soac) -> bool {
        let strides = Strides::of(&soac.body);
        let Some(lane) = soac.space.last() else { return false };
        let mut apart = Apart::default();
        for inner in soac.body.iter().filter_map(soac_of) {
            let Some(round) = inner.space.last() else { continue };
            for statement in &inner.body {
                let Expression::Index(array, indices) = &statement.expression else { continue };
                let indices = self.in_memory(*array, indices.clone());
                apart.count(&strides, &indices, lane.index, round.index);
            }
        }
        apart.for_lanes > apart.for_rounds
    }

    /// The indices of an element, in the order of the array's dimensions in memory.
    fn in_memory(&self, array: Atom, mut indices: Vec<Atom>) -> Vec<Atom> {
        match self.definitions.of_atom(array) {
            Some(Definition::Index(whole, outer)) => {
                indices.splice(..0, outer.iter().copied());
                self.in_memory(*whole, indices)
            }
            Some(Definition::View(View::Transpose(whole, order)))
                if indices.len() >= order.len() =>
            {
                self.in_memory(*whole, View::transposed(order, &indices))
            }
            Some(Definition::View(
                View::Slice(whole, _) | View::Reverse(whole) | View::Rotate(whole, _),
            ))
            | Some(Definition::Coerce(whole)) => self.in_memory(*whole, indices),
            _ => indices,
        }
    }

    /// A nest of two levels with the inner one outside, whose rows are stored as columns.
    pub fn interchanged(&mut self, statement: &Statement) -> Option<Statement> {
        let outer = soac_of(statement)?;
        if outer.is_sequential_inside() {
            return None;
        }
        let ([lane], [Statement { binds: rows, expression: Expression::Soac(inner), span }]) =
            (outer.space.as_slice(), outer.body.as_slice())
        else {
            return None;
        };
        let [inner_lane] = inner.space.as_slice() else { return None };
        let scalar = |output: &Output| matches!(output, Output::Store(value) if self.variables.atom_type(*value).is_scalar());
        if inner_lane.extent == Atom::Var(lane.index)
            || inner.has_scan()
            || !inner.outputs.iter().all(scalar)
        {
            return None;
        }
        let mut values = Vec::new();
        for output in &outer.outputs {
            let Output::Store(Atom::Var(row)) = output else { return None };
            values.push(inner.outputs[rows.iter().position(|bind| bind == row)?].clone());
        }
        let columns: Vec<Var> = statement
            .binds
            .iter()
            .map(|bind| {
                let element = Type::Scalar(self.variables.ty(*bind).element());
                let name = self.variables.name(*bind).cloned();
                self.variables.add(name, element.under([Extent::Size(lane.extent)]))
            })
            .collect();
        let outputs = columns.iter().map(|column| Output::Columns(Atom::Var(*column))).collect();
        let down = Soac { space: vec![*lane], outputs: values, ..(**inner).clone() };
        let down =
            Statement { binds: columns, expression: Expression::Soac(Box::new(down)), span: *span };
        let origins = outer.origins.clone();
        let across = Soac { space: vec![*inner_lane], body: vec![down], outputs, origins };
        Some(Statement { expression: Expression::Soac(Box::new(across)), ..statement.clone() })
    }
}

fn is_map(soac: &Soac) -> bool {
    !soac.has_scan() && soac.outputs.iter().all(|output| matches!(output, Output::Store(_)))
}

/// Returns true if a statement stores columns.
pub fn has_columns(soac: &Soac) -> bool {
    soac.outputs.iter().any(|output| matches!(output, Output::Columns(_)))
}
