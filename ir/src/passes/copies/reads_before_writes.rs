//! Reads of an array come before writes to it, so that nothing needs the array as it was.
//!
//! ```text
//! b = update a [i] = x            r = soac [j < 3] { y = index a [j] } …
//! r = soac [j < 3] { y = index a [j] } …     ─▶     b = update a [i] = x
//! ```
//!
//! Fusion puts reads where their results are used, and reads of elements that a write leaves alone
//! read the array in front of it: a loop that looks back would copy it in every turn. Rows that are
//! used behind the write, or by it, are copied instead of the whole array:
//!
//! ```text
//! r = index a [i]                 r = index a [i]; r2 = copy r
//! s = index a [j]                 s = index a [j]; s2 = copy s
//! b = update a [i] = s      ─▶    b = update a [i] = s2
//! c = update b [j] = r            c = update b [j] = r2
//! ```

use rustc_hash::FxHashSet;

use crate::analysis::cost;
use crate::analysis::definitions::Definitions;
use crate::core::visit::{bound_in, each_use, free_variables};
use crate::core::{
    Atom, Block, Expression, LoopForm, Output, Renaming, Statement, Var, VarSet, Variables, View,
};

/// Moves reads in front of writes, at any depth of a block. Some arrays are borrowed: they are copied
/// before they are written to.
pub(super) fn read_early(
    block: &mut Block,
    definitions: &Definitions,
    borrowed: &VarSet,
    variables: &mut Variables,
) {
    Reader { definitions, borrowed, variables }.block(block);
}

pub(super) struct Reader<'a> {
    pub(super) definitions: &'a Definitions,
    borrowed: &'a VarSet,
    pub(super) variables: &'a mut Variables,
}

impl Reader<'_> {
    fn block(&mut self, block: &mut Block) {
        self.statements(&mut block.statements, &mut block.results);
    }

    fn statements(&mut self, statements: &mut Vec<Statement>, results: &mut [Atom]) {
        // Two writes may each read what the other one writes to: each has its turn once.
        let mut done = VarSet::new();
        let mut position = 0;
        while position < statements.len() {
            let write = statements[position].binds.first().copied();
            if let Some(write) = write
                && !done.contains(&write)
                && self.make_way(statements, position, results)
            {
                // A moved statement is looked at again.
                done.insert(write);
                continue;
            }
            match &mut statements[position].expression {
                Expression::If(branch) => {
                    self.block(&mut branch.then);
                    self.block(&mut branch.otherwise);
                }
                Expression::Loop(repetition) => {
                    if let LoopForm::While(condition) = &mut repetition.form {
                        self.block(condition);
                    }
                    self.block(&mut repetition.body);
                }
                other => {
                    for body in other.bodies_mut() {
                        self.statements(body, &mut []);
                    }
                }
            }
            position += 1;
        }
    }

    /// Moves the statements that read an array in front of the statement that writes to it, and copies rows
    /// that a later statement, or the write itself, needs. Returns true if there were any.
    fn make_way(
        &mut self,
        statements: &mut Vec<Statement>,
        write: usize,
        results: &mut [Atom],
    ) -> bool {
        for array in self.written(&statements[write]) {
            if self.borrowed.contains(&array) {
                continue;
            }
            let given = results.iter().any(|result| self.belongs(*result, array));
            let early = match given {
                false => self.readers(statements, write, array, &[]),
                true => None,
            };
            if let Some(early) = early {
                let reads = self.reads(&statements[write], array, &[]);
                if !reads && early.is_empty() {
                    continue;
                }
                let copied = match reads {
                    false => Some(0),
                    true => self.copy_fixed_rows(statements, write, array),
                };
                if let Some(copied) = copied {
                    let early = early.into_iter().map(|position| position + copied).collect();
                    move_early(statements, write + copied, early);
                    return true;
                }
            }
            // The arms of an `if` use the array for themselves, and are looked at by themselves.
            let user = write + usize::from(is_branch(&statements[write]));
            let rows = self.rows_used(&statements[user..], results, array);
            let kept = results.iter().any(|result| {
                self.belongs(*result, array) && !rows.iter().any(|row| Atom::Var(*row) == *result)
            });
            if kept
                || rows.is_empty()
                || rows.len() > cost::COPIED_ROWS
                || self.reads(&statements[write], array, &rows)
            {
                continue;
            }
            if let Some(early) = self.readers(statements, write, array, &rows) {
                let write = write + move_early(statements, write, early);
                self.copy_rows(statements, write, rows, results);
                return true;
            }
        }
        false
    }

    /// Copies rows in front of a write; from there on the copies are used.
    fn copy_rows(
        &mut self,
        statements: &mut Vec<Statement>,
        write: usize,
        rows: Vec<Var>,
        results: &mut [Atom],
    ) {
        let mut renaming = Renaming::new();
        let span = statements[write].span;
        let mut copies = Vec::new();
        for row in rows {
            let copy = self.variables.copy(row);
            renaming.insert(row, Atom::Var(copy));
            let expression = Expression::Copy(Atom::Var(row));
            copies.push(Statement { binds: vec![copy], expression, span });
        }
        renaming.replace_in_statements(&mut statements[write..]);
        for result in results {
            *result = renaming.atom(*result);
        }
        statements.splice(write..write, copies);
    }

    /// The rows of an array that statements, or the code after them, need.
    fn rows_used(&self, statements: &[Statement], results: &[Atom], array: Var) -> Vec<Var> {
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
    fn is_row(&self, statement: &Statement) -> bool {
        match statement.expression {
            Expression::View(View::Slice(..)) => true,
            Expression::Index(..) => !self.variables.ty(statement.binds[0]).is_scalar(),
            _ => false,
        }
    }

    /// Returns true if a statement reads an array besides taking it over, and besides some of its rows.
    fn reads(&self, statement: &Statement, array: Var, rows: &[Var]) -> bool {
        super::reads_besides(&statement.expression)
            .into_iter()
            .any(|var| !rows.contains(&var) && self.belongs(Atom::Var(var), array))
    }

    /// The statements behind a write, in order, that read the array in front of it, and the statements that
    /// these need. Some rows are not counted. Nothing if some of them need a written value.
    fn readers(
        &self,
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

    /// Returns true if an operand is an array or a part of it; elements are none.
    pub(super) fn belongs(&self, atom: Atom, array: Var) -> bool {
        if self.variables.atom_type(atom).is_scalar() {
            return false;
        }
        let whole = self.definitions.whole(atom);
        whole == Atom::Var(array)
            || self.definitions.part_of(whole).is_some_and(|whole| self.belongs(whole, array))
    }

    /// The arrays that a statement writes to.
    fn written(&self, statement: &Statement) -> Vec<Var> {
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
}

fn is_branch(statement: &Statement) -> bool {
    matches!(statement.expression, Expression::If(_))
}

/// Moves statements, in their order, in front of one before them. Gives how many there were.
fn move_early(statements: &mut [Statement], write: usize, early: Vec<usize>) -> usize {
    let moved = early.len();
    for (count, reader) in early.into_iter().enumerate() {
        statements[write + count..=reader].rotate_right(1);
    }
    moved
}
