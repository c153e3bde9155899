//! Reads of an array come before writes to it, so that nothing needs the array as it was.
//!
//! ```text
//! b = update a [i] = x            r = soac [j < 3] { y = index a [j] } …
//! r = soac [j < 3] { y = index a [j] } …     ─▶     b = update a [i] = x
//! ```
//!
//! Fusion puts reads where their results are used, and reads of elements that a write leaves alone
//! read the array in front of it: a loop that looks back would copy it in every turn.

use rustc_hash::FxHashSet;

use crate::core::visit::{each_use, free_variables};
use crate::core::{Atom, Block, Expression, LoopForm, Output, Statement, Var, VarSet, Variables};
use crate::passes::facts::Facts;

/// Moves reads in front of writes, at any depth of a block.
pub(super) fn read_early(block: &mut Block, facts: &Facts, variables: &Variables) {
    Reader { facts, variables }.block(block);
}

struct Reader<'a> {
    facts: &'a Facts,
    variables: &'a Variables,
}

impl Reader<'_> {
    fn block(&self, block: &mut Block) {
        self.statements(&mut block.statements, &block.results);
    }

    fn statements(&self, statements: &mut [Statement], results: &[Atom]) {
        // Two writes may each read what the other one writes to: each has its turn once.
        let mut done = VarSet::new();
        let mut position = 0;
        while position < statements.len() {
            let early = self.written(&statements[position]).into_iter().find_map(|array| {
                let given = results.iter().any(|result| self.belongs(*result, array));
                let early = self.readers(statements, position, array).filter(|_| !given)?;
                (!early.is_empty()).then_some(early)
            });
            let write = statements[position].binds.first().copied();
            if let Some(early) = early
                && write.is_some_and(|write| done.insert(write))
            {
                // In their order, and the write behind them; what is moved is looked at again.
                for (count, reader) in early.into_iter().enumerate() {
                    statements[position + count..=reader].rotate_right(1);
                }
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
                        self.statements(body, &[]);
                    }
                }
            }
            position += 1;
        }
    }

    /// The statements behind a write, in order, that read the array in front of it, and what these need.
    /// Nothing if some need what is written.
    fn readers(&self, statements: &[Statement], write: usize, array: Var) -> Option<Vec<usize>> {
        let mut early: FxHashSet<usize> = FxHashSet::default();
        for (position, statement) in statements.iter().enumerate().skip(write + 1) {
            let mut reads = false;
            each_use(&statement.expression, |var| {
                reads |= self.belongs(Atom::Var(var), array);
            });
            if reads {
                early.insert(position);
            }
        }
        let written: VarSet = statements[write].binds.iter().copied().collect();
        for position in (write + 1..statements.len()).rev() {
            if !early.contains(&position) {
                continue;
            }
            let statement = &statements[position];
            let needed = free_variables(statement, self.variables);
            if needed.meets(&written) || self.written(statement).contains(&array) {
                return None;
            }
            // It may be valid only where the checks before it hold.
            let guarded = !self.facts.is_speculative(statement, self.variables);
            for (before, other) in statements[..position].iter().enumerate().skip(write + 1) {
                let guards = matches!(
                    other.expression,
                    Expression::Check(_) | Expression::Coerce(..) | Expression::Call(..)
                );
                if guarded && guards || other.binds.iter().any(|bind| needed.contains(bind)) {
                    early.insert(before);
                }
            }
        }
        let mut early: Vec<usize> = early.into_iter().collect();
        early.sort_unstable();
        Some(early)
    }

    /// Whether an operand is an array or a part of it.
    fn belongs(&self, atom: Atom, array: Var) -> bool {
        let whole = self.facts.whole(atom);
        whole == Atom::Var(array)
            || self.facts.part_of(whole).is_some_and(|whole| self.belongs(whole, array))
    }

    /// The arrays that a statement writes to.
    fn written(&self, statement: &Statement) -> Vec<Var> {
        let mut list = Vec::new();
        let mut write = |array: &Atom| list.extend(self.facts.whole(*array).var());
        match &statement.expression {
            Expression::Update { array, .. } => write(array),
            Expression::Soac(soac) => {
                for output in &soac.outputs {
                    if let Output::Scatter { destinations, .. }
                    | Output::Combine { destinations, .. } = output
                    {
                        destinations.iter().for_each(&mut write);
                    }
                }
            }
            _ => {}
        }
        list
    }
}
