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

use crate::analysis::antidependences::Antidependences;
use crate::analysis::definitions::Definitions;
use crate::core::{Atom, Block, Expression, LoopForm, Renaming, Statement, Var, VarSet, Variables};

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
    /// The statements that read and write arrays, by the facts that are known at present.
    pub(super) fn antidependences(&self) -> Antidependences<'_> {
        Antidependences { definitions: self.definitions, variables: self.variables }
    }

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
        for array in self.antidependences().written(&statements[write]) {
            if self.borrowed.contains(&array) {
                continue;
            }
            let known = self.antidependences();
            let given = results.iter().any(|result| known.belongs(*result, array));
            let early = match given {
                false => known.readers(statements, write, array, &[]),
                true => None,
            };
            if let Some(early) = early {
                let reads = known.reads(&statements[write], array, &[]);
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
            let rows = self.antidependences().rows_to_copy(statements, write, results, array);
            if let Some((rows, early)) = rows {
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
}

/// Moves statements, in their order, in front of one before them. Gives how many there were.
fn move_early(statements: &mut [Statement], write: usize, early: Vec<usize>) -> usize {
    let moved = early.len();
    for (count, reader) in early.into_iter().enumerate() {
        statements[write + count..=reader].rotate_right(1);
    }
    moved
}
