//! Producers that only the arms of an `if` use move into them: each path uses them at most once.

use super::uses::Rewritten;
use super::{Fuser, soac_of};
use crate::core::visit::{bound_in, each_size, each_use_in_block};
use crate::core::{Atom, Block, Expression, Renaming, Statement, Var, VarSet, Variables};

impl Fuser<'_> {
    /// Moves a producer into the arms of the only statement that uses it, an `if`.
    pub fn sink(&mut self, statements: &mut Vec<Statement>, producer: usize) -> Option<Rewritten> {
        if soac_of(&statements[producer]).is_none() || statements[producer].expression.may_fail() {
            return None;
        }
        let binds = statements[producer].binds.clone();
        let used: usize = binds.iter().map(|bind| self.uses.count(*bind)).sum();
        for place in producer + 1..statements.len() {
            let Expression::If(branch) = &statements[place].expression else { continue };
            if binds.iter().any(|bind| branch.condition == Atom::Var(*bind))
                || !binds.iter().any(|bind| self.uses.mentions(place, *bind))
            {
                continue;
            }
            let (then, otherwise) =
                (mentions(&branch.then, &binds), mentions(&branch.otherwise, &binds));
            if used == 0 || then + otherwise != used {
                continue;
            }
            if !self.is_free_between(statements, producer, place, &[])
                || self.in_types(&binds, &statements[producer + 1..], place - producer - 1)
            {
                continue;
            }
            let moved = statements[producer].clone();
            if let Expression::If(branch) = &mut statements[place].expression {
                for (block, count) in [(&mut branch.then, then), (&mut branch.otherwise, otherwise)]
                {
                    if count == 0 && !self.are_sizes_of(&binds, &bound_in(&block.statements)) {
                        continue;
                    }
                    let mut renaming = Renaming::new();
                    let copy = renaming.statement(&moved, self.variables);
                    self.definitions.learn(std::slice::from_ref(&copy));
                    let mut inside = Renaming::new();
                    for bind in &binds {
                        inside.insert(*bind, renaming.atom(Atom::Var(*bind)));
                    }
                    inside.replace_in_block(block);
                    retype(block, &inside, self.variables);
                    block.statements.insert(0, copy);
                }
            }
            statements.remove(producer);
            return Some(Rewritten::Range { first: producer, behind: statements.len() - place });
        }
        None
    }

    /// Returns true if lengths are in the types of variables that statements bind, outside of the arms of
    /// the statement at `arms`: such types have the lengths without a use.
    fn in_types(&self, lengths: &[Var], statements: &[Statement], arms: usize) -> bool {
        statements.iter().enumerate().any(|(position, statement)| {
            let bound = if position == arms {
                statement.binds.iter().copied().collect()
            } else {
                bound_in(std::slice::from_ref(statement))
            };
            self.are_sizes_of(lengths, &bound)
        })
    }

    /// Returns true if lengths are in the types of variables.
    fn are_sizes_of(&self, lengths: &[Var], vars: &VarSet) -> bool {
        let mut found = false;
        for var in vars.iter() {
            each_size(self.variables.ty(var).extents(), |size| found |= lengths.contains(&size));
        }
        found
    }
}

/// The number of uses of some variables in a block.
fn mentions(block: &Block, vars: &[Var]) -> usize {
    let mut count = 0;
    each_use_in_block(block, |var| count += usize::from(vars.contains(&var)));
    count
}

/// Replaces sizes in the types of the variables that a block binds.
fn retype(block: &mut Block, renaming: &Renaming, variables: &mut Variables) {
    for var in bound_in(&block.statements).iter() {
        let ty = variables.ty(var).map_sizes(|size| renaming.atom(size));
        variables.set_type(var, ty);
    }
}
