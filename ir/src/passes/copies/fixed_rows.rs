//! Rows that a loop reads element by element, of the array that it writes to: they are copied in
//! front of it, so that the array need not be.
//!
//! ```text
//!                                         r = index a [k]; r2 = copy r
//! b = loop (c = a) for j < n {            b = loop (c = a) for j < n {
//!     x = index a [k, j]; …         ─▶        x = index r2 [j]; …
//!     d = update c [i, j] = x; (d) }          d = update c [i, j] = x; (d) }
//! ```

use super::reads_before_writes::Reader;
use crate::analysis::cost;
use crate::core::visit::{bound_in, each_use};
use crate::core::{Atom, Expression, Statement, Type, Var};
use crate::passes::fuse::reads_of;

impl Reader<'_> {
    /// Copies the rows of an array that a loop reads besides taking the array over, if it reads
    /// nothing else of it. Tells how many statements that takes, which come before the loop.
    pub(super) fn copy_fixed_rows(
        &mut self,
        statements: &mut Vec<Statement>,
        place: usize,
        array: Var,
    ) -> Option<usize> {
        let rows = self.fixed_rows(&statements[place], array)?;
        let statement = &mut statements[place];
        let span = statement.span;
        let ty: Type = self.variables.ty(array).row(1);
        let mut made = Vec::new();
        let mut copies = Vec::new();
        for row in &rows {
            let [part, copy] = [(); 2].map(|()| self.variables.add(None, ty.clone()));
            let expression = Expression::Copy(Atom::Var(part));
            made.extend([
                Statement { binds: vec![part], expression: row_of(array, *row), span },
                Statement { binds: vec![copy], expression, span },
            ]);
            copies.push(copy);
        }
        each_index(std::slice::from_mut(statement), array, &mut |array, indices| {
            let row = rows.iter().position(|row| *row == indices[0]);
            *array = Atom::Var(copies[row.expect("all are among them")]);
            indices.remove(0);
        });
        let count = made.len();
        statements.splice(place..place, made);
        Some(count)
    }

    /// The numbers of the rows of an array that a loop reads besides taking the array over; `None` if it reads
    /// anything else of it, or if the rows cannot be read in front of the loop.
    fn fixed_rows(&self, statement: &Statement, array: Var) -> Option<Vec<Atom>> {
        let Expression::Loop(repetition) = &statement.expression else { return None };
        let taken = repetition.carried.iter().filter(|(_, initial)| *initial == Atom::Var(array));
        let (reads, others) = reads_of(statement, array);
        let bound = bound_in(std::slice::from_ref(statement));
        let is_fixed = |row: &Atom| !row.var().is_some_and(|var| bound.contains(&var));
        let all = others == taken.count()
            && reads.iter().all(|read| read.indices.len() > 1 && is_fixed(&read.indices[0]));
        let mut aliases = false;
        let known = self.antidependences();
        each_use(&statement.expression, |var| {
            aliases |= var != array && known.belongs(Atom::Var(var), array);
        });
        let mut rows: Vec<Atom> = Vec::new();
        for read in &reads {
            if !rows.contains(&read.indices[0]) {
                rows.push(read.indices[0]);
            }
        }
        // The loop may not run, and the element that it reads may not be there.
        let is_there = |row: &Atom| {
            let expression = row_of(array, *row);
            let read = Statement { binds: Vec::new(), expression, span: statement.span };
            self.definitions.can_speculate(&read, self.variables)
        };
        let fits = !aliases && all && !rows.is_empty() && rows.len() <= cost::COPIED_ROWS;
        (fits && rows.iter().all(is_there)).then_some(rows)
    }
}

fn row_of(array: Var, row: Atom) -> Expression {
    Expression::Index(Atom::Var(array), vec![row])
}

/// Shows the array and the indices of each element or row of an array that is read, at any depth.
fn each_index(
    statements: &mut [Statement],
    array: Var,
    f: &mut impl FnMut(&mut Atom, &mut Vec<Atom>),
) {
    for statement in statements {
        match &mut statement.expression {
            Expression::Index(of, indices) if *of == Atom::Var(array) => f(of, indices),
            other => other.bodies_mut().into_iter().for_each(|body| each_index(body, array, f)),
        }
    }
}
