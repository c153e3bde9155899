//! Antidependences: statements behind a write to an array that read the array as it was in front of the write.
//!
//! ```text
//! b = update a [i] = x                           writes to `a`
//! k = add j 1                                    is needed by the next statement
//! r = soac [j < 3] { y = index a [k] } …         reads `a` as it was in front of the write
//! ```
//!
//! The array can be written in place if these statements, and those that they need, can stand in front of the
//! write, or if only rows are read that may be copied.

use rustc_hash::FxHashSet;

use super::cost;
use super::definitions::Definitions;
use crate::core::visit::{
    bound_in, each_use, each_use_in_block, each_use_in_output, free_variables,
};
use crate::core::{Atom, Expression, LoopForm, Output, Statement, Var, VarSet, Variables, View};

/// The facts that tell which statements read and write an array.
#[derive(Clone, Copy)]
pub(crate) struct Antidependences<'a> {
    pub(crate) definitions: &'a Definitions,
    pub(crate) variables: &'a Variables,
}

impl Antidependences<'_> {
    /// The arrays that a statement writes to.
    pub(crate) fn written(self, statement: &Statement) -> Vec<Var> {
        let mut list = Vec::new();
        let mut write = |array: &Atom| list.extend(self.definitions.whole(*array).var());
        match &statement.expression {
            Expression::Update { array, .. } => write(array),
            Expression::If(branch) => {
                for arm in [&branch.then.statements, &branch.otherwise.statements] {
                    let bound = bound_in(arm);
                    let arrays = arm.iter().flat_map(|statement| self.written(statement));
                    list.extend(arrays.filter(|array| !bound.contains(array)));
                }
            }
            Expression::Loop(repetition) => {
                let carried = repetition.carried.iter();
                carried
                    .filter(|(var, _)| !self.variables.ty(*var).is_scalar())
                    .for_each(|(_, initial)| write(initial));
            }
            Expression::Soac(soac) => {
                soac.outputs.iter().flat_map(Output::destinations).for_each(&mut write);
            }
            _ => {}
        }
        list
    }

    /// Returns true if an operand is an array or a part of it; elements are none.
    pub(crate) fn belongs(self, atom: Atom, array: Var) -> bool {
        if self.variables.atom_type(atom).is_scalar() {
            return false;
        }
        let whole = self.definitions.whole(atom);
        whole == Atom::Var(array)
            || self.definitions.part_of(whole).is_some_and(|whole| self.belongs(whole, array))
    }

    /// Returns true if a statement reads an array besides taking it over, and besides some of its rows.
    pub(crate) fn reads(self, statement: &Statement, array: Var, rows: &[Var]) -> bool {
        reads_besides(&statement.expression)
            .into_iter()
            .any(|var| !rows.contains(&var) && self.belongs(Atom::Var(var), array))
    }

    /// Lists the positions, in order, of the statements behind a write that read the array in front of it, and of
    /// those that these need. Reads of some rows do not count. `None` if some of them cannot stand in front of
    /// the write: because they need a written value, write to the array, too, or may fail.
    pub(crate) fn readers(
        self,
        statements: &[Statement],
        write: usize,
        array: Var,
        rows: &[Var],
    ) -> Option<Vec<usize>> {
        let mut early: FxHashSet<usize> = FxHashSet::default();
        for (position, statement) in statements.iter().enumerate().skip(write + 1) {
            let mut reads = false;
            let is_row = self.is_row(statement);
            each_use(&statement.expression, |var| {
                let counts = is_row || !rows.contains(&var);
                reads |= counts && self.belongs(Atom::Var(var), array);
            });
            if reads {
                early.insert(position);
            }
        }
        let written: VarSet = statements[write].binds.iter().copied().collect();
        let in_blocks =
            matches!(statements[write].expression, Expression::Loop(_) | Expression::If(_));
        for position in (write + 1..statements.len()).rev() {
            if !early.contains(&position) {
                continue;
            }
            let statement = &statements[position];
            let needed = free_variables(statement, self.variables);
            if needed.meets(&written) || self.written(statement).contains(&array) {
                return None;
            }
            // A statement done in blocks may have to come before one that fails.
            if in_blocks && statement.expression.may_fail() {
                return None;
            }
            // It may be valid only where the checks before it hold.
            let guarded = !self.definitions.can_speculate(statement, self.variables);
            for (before, other) in statements[..position].iter().enumerate().skip(write + 1) {
                let guards = other.expression.fails_by_itself();
                if guarded && guards || other.binds.iter().any(|bind| needed.contains(bind)) {
                    early.insert(before);
                }
            }
        }
        let mut early: Vec<usize> = early.into_iter().collect();
        early.sort_unstable();
        Some(early)
    }

    /// The rows of an array that are used behind a write, or by it, if copies of these few rows are all that is
    /// needed of the array there; and the positions of the statements that have to come before the write then.
    /// `results` are needed behind the statements.
    pub(crate) fn rows_to_copy(
        self,
        statements: &[Statement],
        write: usize,
        results: &[Atom],
        array: Var,
    ) -> Option<(Vec<Var>, Vec<usize>)> {
        // The arms of an `if` use the array for themselves, and are looked at by themselves.
        let is_branch = matches!(statements[write].expression, Expression::If(_));
        let rows = self.rows_used(&statements[write + usize::from(is_branch)..], results, array);
        let kept = results.iter().any(|result| {
            self.belongs(*result, array) && !rows.iter().any(|row| Atom::Var(*row) == *result)
        });
        if kept
            || rows.is_empty()
            || rows.len() > cost::COPIED_ROWS
            || self.reads(&statements[write], array, &rows)
        {
            return None;
        }
        let early = self.readers(statements, write, array, &rows)?;
        Some((rows, early))
    }

    /// The rows of an array that statements, or the code after them, need.
    fn rows_used(self, statements: &[Statement], results: &[Atom], array: Var) -> Vec<Var> {
        let mut rows = Vec::new();
        // A variable that a statement binds within itself is read there, where no copy of it is known.
        let bodies = statements.iter().flat_map(|statement| statement.expression.bodies());
        let within: Vec<_> = bodies.map(|body| bound_in(body)).collect();
        let mut add = |var: Var| {
            if within.iter().any(|bound| bound.contains(&var)) {
                return;
            }
            let is_row = self.definitions.whole(Atom::Var(var)) == Atom::Var(var)
                && self.definitions.part_of(Atom::Var(var)).is_some();
            if is_row && self.belongs(Atom::Var(var), array) && !rows.contains(&var) {
                rows.push(var);
            }
        };
        // A row that is only taken from another one is used where that is.
        for statement in statements.iter().filter(|statement| !self.is_row(statement)) {
            each_use(&statement.expression, &mut add);
        }
        results.iter().filter_map(|result| result.var()).for_each(add);
        rows
    }

    /// Returns true if a statement only tells the part of an array that a row is.
    fn is_row(self, statement: &Statement) -> bool {
        match statement.expression {
            Expression::View(View::Slice(..)) => true,
            Expression::Index(..) => !self.variables.ty(statement.binds[0]).is_scalar(),
            _ => false,
        }
    }
}

/// The arrays that an expression reads besides taking some over.
pub(crate) fn reads_besides(expression: &Expression) -> Vec<Var> {
    let mut list = Vec::new();
    match expression {
        Expression::Update { indices, value, .. } => {
            list.extend(indices.iter().chain([value]).filter_map(|atom| atom.var()));
        }
        Expression::Loop(repetition) => {
            if let LoopForm::While(condition) = &repetition.form {
                each_use_in_block(condition, |var| list.push(var));
            }
            each_use_in_block(&repetition.body, |var| list.push(var));
        }
        Expression::Soac(soac) => {
            for statement in &soac.body {
                each_use(&statement.expression, |var| list.push(var));
            }
            for output in &soac.outputs {
                let mut own = Vec::new();
                each_use_in_output(output, |var| own.push(var));
                for taken in output.destinations() {
                    own.iter().position(|var| Atom::Var(*var) == *taken).map(|at| own.remove(at));
                }
                list.append(&mut own);
            }
        }
        _ => {}
    }
    list
}
