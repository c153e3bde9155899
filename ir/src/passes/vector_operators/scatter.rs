//! Scatters and combinations of rows.
//!
//! ```text
//! d = soac [i < k] { p = …; row = … }          ps, rows = soac [i < k] { p = …; row = … } store p store row
//!     scatter (row) into c at p          ─▶    none = soac [r < n] { } store k
//!                                              lanes = soac [i < k] { p = index ps [i] } scatter (i) into none at p
//!                                              won = soac [i < k] { l = index lanes [ps [i]]; w = l == i } store w
//!                                              f = reshape c
//!                                              e = soac [i < k, j < w] { p = …; x = index rows [i, j] }
//!                                                  scatter (x) into f at p · w + j when index won [i]
//!                                              d = reshape e
//! ```
//!
//! If several lanes name one place, one of them has its whole row there: the one whose number is found
//! there. To ask all places costs as much as there are; if the rows have fewer elements, row after row is
//! written, so that a scatter never costs more than its writes. Devices scatter so; processors with few
//! threads copy row after row in less time, and a lane would have to keep all rows.

use super::Rewriter;
use super::combine::Combined;
use crate::core::operation::Operation;
use crate::core::{
    Atom, Axis, Block, Expression, Function, If, Lambda, Loop, LoopForm, Origin, Output,
    ScalarType, Soac, Statement, Type, Var, View,
};

/// The lanes of a scatter, and the places it has.
struct Scattering {
    lanes: Atom,
    places: Atom,
    origins: Vec<Origin>,
}

/// Scatters rows element by element outside of lanes, as suits devices. Returns true if there were any.
pub fn scattered_rows(function: &mut Function) -> bool {
    let mut rewriter = Rewriter::new(&mut function.variables);
    rewriter.host_scatters(&mut function.body.statements);
    rewriter.rewritten
}

impl Rewriter<'_> {
    fn host_scatters(&mut self, statements: &mut Vec<Statement>) {
        for Statement { binds, mut expression, span } in std::mem::take(statements) {
            self.span = span;
            match expression {
                Expression::Soac(mut soac) if self.scatters_rows(&soac) => {
                    self.rewritten = true;
                    let (rows, _) = Combined::remove_from(&mut soac).expect("it scatters rows");
                    self.scatter_elements(binds, *soac, rows, statements);
                    continue;
                }
                Expression::Soac(_) => {}
                _ => expression.bodies_mut().into_iter().for_each(|body| self.host_scatters(body)),
            }
            statements.push(Statement { binds, expression, span });
        }
    }

    /// Returns true if a SOAC scatters rows, and does nothing else.
    fn scatters_rows(&self, soac: &Soac) -> bool {
        matches!((&soac.space[..], &soac.outputs[..]), ([_], [Output::Scatter { values, .. }])
            if values.iter().any(|value| self.is_row(*value)))
    }

    /// A scatter or a combination of rows: of all elements at the same time, or a loop.
    pub(super) fn scatter(&mut self, binds: Vec<Var>, mut soac: Soac, result: &mut Vec<Statement>) {
        // A lane takes row after row: it would have to keep all of them otherwise.
        let inner = soac.outputs.first().filter(|_| self.lanes == 0);
        let inner = inner.and_then(|output| self.combined_elementwise(output));
        let Some((rows, operator)) = Combined::remove_from(&mut soac) else { return };
        match inner {
            Some(inner) => self.combine_elements(binds, soac, rows, inner, result),
            None => self.write_in_turn(binds, soac.space[0], soac.body, rows, operator, result),
        }
    }

    /// Scatters the elements of rows, where that is no more work than to write the rows.
    fn scatter_elements(
        &mut self,
        binds: Vec<Var>,
        soac: Soac,
        rows: Combined,
        result: &mut Vec<Statement>,
    ) {
        let (lanes, origins) = (soac.space[0].extent, soac.origins.clone());
        let rows = self.stored_apart(soac, rows, result);
        let places = self.sizes(rows.destinations[0])[0];
        let mut elements = Atom::size(0);
        for value in &rows.values {
            let sizes = self.sizes(*value);
            let own = self.product(&sizes, result);
            elements = self.to(result).scalar(Operation::Add, &[elements, own]);
        }
        let few = Expression::Scalar(Operation::LessEqual, vec![places, elements]);
        let condition = self.to(result).bind(Type::BOOL, few);

        let mut statements = Vec::new();
        let scattering = Scattering { lanes, places, origins };
        let won = self.winners(&scattering, &rows, &mut statements);
        let columns = rows.destinations.iter().zip(&rows.values);
        let results = columns
            .map(|(destination, values)| {
                let (column, index) = ((*destination, *values), rows.index);
                self.scatter_column(&scattering, column, index, won, &mut statements)
            })
            .collect();
        let then = Block { statements, results };

        let (mut statements, mut body) = (Vec::new(), Vec::new());
        let lane = Axis { index: self.index(), extent: lanes };
        let mut of_lane = |array| self.element(array, vec![Atom::Var(lane.index)], &mut body);
        let rows = Combined {
            values: rows.values.into_iter().map(&mut of_lane).collect(),
            index: of_lane(rows.index),
            when: rows.when.map(&mut of_lane),
            ..rows
        };
        let written = self.variables.like(&rows.destinations);
        self.write_in_turn(written.clone(), lane, body, rows, None, &mut statements);
        let results = written.into_iter().map(Atom::Var).collect();
        let otherwise = Block { statements, results };
        let branch = If { condition, then, otherwise };
        self.to(result).push(binds, Expression::If(Box::new(branch)));
    }

    /// For each lane a flag, true if its rows are those that end up in the place it names.
    fn winners(
        &mut self,
        scattering: &Scattering,
        rows: &Combined,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let Scattering { lanes, places, origins } = scattering;
        let of_places = Type::regular(ScalarType::Usize, [*places]);
        let nobody =
            self.parallel(&[*places], &of_places, origins, result, |_, _, _| Output::Store(*lanes));
        let found = self.parallel(&[*lanes], &of_places, origins, result, |this, lane, body| {
            let index = this.element(rows.index, lane.to_vec(), body);
            let when = rows.when.map(|when| this.element(when, lane.to_vec(), body));
            Output::Scatter { destinations: vec![nobody], index, values: lane.to_vec(), when }
        });
        let of_lanes = Type::regular(ScalarType::Bool, [*lanes]);
        self.parallel(&[*lanes], &of_lanes, origins, result, |this, lane, body| {
            let mut statements = Vec::new();
            let index = this.element(rows.index, lane.to_vec(), &mut statements);
            let winner = this.element(found, vec![index], &mut statements);
            let own = Expression::Scalar(Operation::Equal, vec![winner, lane[0]]);
            let own = this.to(&mut statements).bind(Type::BOOL, own);
            let then = Block { statements, results: vec![own] };
            let otherwise = Block { statements: Vec::new(), results: vec![Atom::truth(false)] };
            let when = rows.when.map(|when| this.element(when, lane.to_vec(), body));
            Output::Store(this.choose(when, then, otherwise, body)[0])
        })
    }

    /// Scatters the elements of the rows, or the scalars, that go to one destination.
    fn scatter_column(
        &mut self,
        scattering: &Scattering,
        (destination, values): (Atom, Atom),
        index: Atom,
        won: Atom,
        result: &mut Vec<Statement>,
    ) -> Atom {
        let sizes = self.sizes(destination);
        let (flat, flattened) = self.flattened(destination, result);
        let space = [&[scattering.lanes], &sizes[1..]].concat();
        let origins = &scattering.origins;
        let written = self.parallel(&space, &flat, origins, result, |this, lane, body| {
            let when = Some(this.element(won, vec![lane[0]], body));
            let first = this.element(index, vec![lane[0]], body);
            let inside = lane[1..].iter().zip(&sizes[1..]);
            let index = inside.fold(first, |place, (index, size)| {
                let start = this.to(body).scalar(Operation::Multiply, &[place, *size]);
                this.to(body).scalar(Operation::Add, &[start, *index])
            });
            let values = vec![this.element(values, lane.to_vec(), body)];
            Output::Scatter { destinations: vec![flattened], index, values, when }
        });
        let ty = self.variables.atom_type(destination);
        self.to(result).bind(ty, Expression::View(View::Reshape(written)))
    }

    /// The elements of an array without ragged rows, one after the other.
    pub(super) fn flattened(&mut self, array: Atom, result: &mut Vec<Statement>) -> (Type, Atom) {
        let sizes = self.sizes(array);
        let length = self.product(&sizes, result);
        let flat = Type::regular(self.variables.element(array), [length]);
        let view = Expression::View(View::Reshape(array));
        (flat.clone(), self.to(result).bind(flat, view))
    }

    /// An array that one output over a space makes.
    fn parallel(
        &mut self,
        space: &[Atom],
        ty: &Type,
        origins: &[Origin],
        result: &mut Vec<Statement>,
        output: impl FnOnce(&mut Self, &[Atom], &mut Vec<Statement>) -> Output,
    ) -> Atom {
        let lane = |extent: &Atom| Axis { index: self.index(), extent: *extent };
        let space: Vec<Axis> = space.iter().map(lane).collect();
        let indices: Vec<Atom> = space.iter().map(|lane| Atom::Var(lane.index)).collect();
        let mut body = Vec::new();
        let outputs = vec![output(self, &indices, &mut body)];
        let soac = Soac { space, body, outputs, origins: origins.to_vec() };
        self.to(result).bind(ty.clone(), Expression::Soac(Box::new(soac)))
    }

    /// The sizes of an array without ragged rows.
    fn sizes(&self, array: Atom) -> Vec<Atom> {
        let ty = self.variables.atom_type(array);
        ty.extents().iter().filter_map(|extent| extent.size()).collect()
    }

    fn product(&mut self, sizes: &[Atom], result: &mut Vec<Statement>) -> Atom {
        let (first, rest) = sizes.split_first().expect("an array has a length");
        rest.iter().fold(*first, |product, size| {
            self.to(result).scalar(Operation::Multiply, &[product, *size])
        })
    }

    /// A loop of updates, row after row.
    fn write_in_turn(
        &mut self,
        binds: Vec<Var>,
        lane: Axis,
        mut body: Vec<Statement>,
        rows: Combined,
        operator: Option<Lambda>,
        result: &mut Vec<Statement>,
    ) {
        let Combined { destinations, index, values, when } = rows;
        let carried: Vec<(Var, Atom)> = destinations
            .iter()
            .map(|destination| {
                let ty = self.variables.atom_type(*destination);
                (self.variables.add(None, ty), *destination)
            })
            .collect();
        let before: Vec<Atom> = carried.iter().map(|(var, _)| Atom::Var(*var)).collect();
        let mut write = Vec::new();
        let values = match operator {
            None => values,
            Some(operator) => {
                let old: Vec<Atom> = before
                    .iter()
                    .map(|array| self.element(*array, vec![index], &mut write))
                    .collect();
                operator.apply(&old, &values, self.variables, &mut write)
            }
        };
        let after = before
            .iter()
            .zip(values)
            .map(|(array, value)| {
                let ty = self.variables.atom_type(*array);
                let update = Expression::Update { array: *array, indices: vec![index], value };
                self.to(&mut write).bind(ty, update)
            })
            .collect();
        let written = Block { statements: write, results: after };
        let left = Block { statements: Vec::new(), results: before };
        let next = self.choose(when, written, left, &mut body);
        let form = LoopForm::For(lane.index, lane.extent);
        let body = Block { statements: body, results: next };
        self.to(result).push(binds, Expression::Loop(Box::new(Loop { form, carried, body })));
    }
}
