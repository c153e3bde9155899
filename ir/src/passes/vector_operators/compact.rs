//! Compactions of rows keep the numbers of the rows, and gather.
//!
//! ```text
//! n', r = soac [i < n] { row = index m [i] }    ─▶    n', k = soac [i < n] { … } compact (i) when p
//!     compact (row) when p                            r = soac [j < n'] { i = index k [j]
//!                                                         row = index m [i] } store row
//! ```
//!
//! Rows that are computed in the lanes are stored first.

use super::Rewriter;
use crate::core::{Atom, Axis, Expression, Extent, Origin, Output, Soac, Statement, Type, Var};

impl Rewriter<'_> {
    /// Returns true if some output keeps rows.
    pub(super) fn filters_rows(&self, soac: &Soac) -> bool {
        soac.space.len() == 1
            && soac.outputs.iter().any(|output| match output {
                Output::Compact { values, .. } => values.iter().any(|value| self.is_row(*value)),
                _ => false,
            })
    }

    /// Rewrites a SOAC that keeps rows.
    pub(super) fn filter_rows(
        &mut self,
        binds: Vec<Var>,
        mut soac: Soac,
        result: &mut Vec<Statement>,
    ) {
        let lane = soac.space[0];
        let mut rest = binds.as_slice();
        let mut binds_now = Vec::new();
        let mut outputs = Vec::new();
        let mut stored = Vec::new();
        let mut gathers = Vec::new();
        for output in std::mem::take(&mut soac.outputs) {
            let (own, after) = rest.split_at(output.binds());
            rest = after;
            let Output::Compact { values, when } = output else {
                binds_now.extend(own);
                outputs.push(output);
                continue;
            };
            let count = own[0];
            let numbers_type = Type::regular(crate::core::ScalarType::Usize, [Atom::Var(count)]);
            let numbers = self.variables.add(None, numbers_type);
            let mut kept = vec![Atom::Var(lane.index)];
            binds_now.extend([count, numbers]);
            for (value, bind) in values.into_iter().zip(&own[1..]) {
                if !self.is_row(value) {
                    kept.push(value);
                    binds_now.push(*bind);
                    continue;
                }
                let source = self.row_source(value, *bind, lane, &soac.body, &mut stored);
                gathers.push((*bind, count, numbers, source));
            }
            outputs.push(Output::Compact { values: kept, when });
        }
        for (row, array) in stored {
            outputs.push(Output::Store(row));
            binds_now.push(array);
        }
        let origin = soac.origins.last().cloned();
        soac.outputs = outputs;
        self.to(result).push(binds_now, Expression::Soac(Box::new(soac)));
        for (bind, count, numbers, source) in gathers {
            let gather = self.gather(count, numbers, source, origin.clone());
            self.to(result).push(vec![bind], gather);
        }
    }

    /// The array of which a value is the row of its lane; it is stored if there is none yet.
    fn row_source(
        &mut self,
        row: Atom,
        kept: Var,
        lane: Axis,
        body: &[Statement],
        stored: &mut Vec<(Atom, Var)>,
    ) -> Var {
        let read = body.iter().find_map(|statement| match &statement.expression {
            Expression::Index(Atom::Var(array), indices)
                if statement.binds.last().copied() == row.var()
                    && indices.as_slice() == [Atom::Var(lane.index)] =>
            {
                Some(*array)
            }
            _ => None,
        });
        if let Some(array) = read {
            return array;
        }
        let ty = self.variables.ty(kept).row(1).under([Extent::Size(lane.extent)]);
        let array = self.variables.add(None, ty);
        stored.push((row, array));
        array
    }

    fn gather(
        &mut self,
        count: Var,
        numbers: Var,
        source: Var,
        origin: Option<Origin>,
    ) -> Expression {
        let span = self.span;
        let index = self.index();
        let number = self.variables.add(None, Type::USIZE);
        // The source can be regular, and the kept rows ragged by their type.
        let mut ty = self.variables.ty(source).row(1);
        let mut binds = Vec::new();
        // A row of a length of its own brings it along.
        if ty.extents().first() == Some(&Extent::Ragged) {
            let length = self.variables.add(Some("length".into()), Type::USIZE);
            ty = ty.row(1).under([Extent::Size(Atom::Var(length))]);
            binds.push(length);
        }
        let row = self.variables.add(None, ty);
        binds.push(row);
        let body = vec![
            Statement {
                binds: vec![number],
                expression: Expression::Index(Atom::Var(numbers), vec![Atom::Var(index)]),
                span,
            },
            Statement {
                binds,
                expression: Expression::Index(Atom::Var(source), vec![Atom::Var(number)]),
                span,
            },
        ];
        Expression::Soac(Box::new(Soac {
            space: vec![Axis { index, extent: Atom::Var(count) }],
            body,
            outputs: vec![Output::Store(Atom::Var(row))],
            origins: origin.into_iter().collect(),
        }))
    }
}
