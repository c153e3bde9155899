//! Producers that only the arms of an `if` use move into them: each path uses them at most once.

use super::{Fuser, soac_of};
use crate::core::visit::{Visitor, each_use_in_block, read};
use crate::core::{Atom, Block, Expression, Renaming, Statement, Var, VarMap, Variables};

impl Fuser<'_> {
    /// Moves a producer into the arms of the only statement that uses it, an `if`.
    pub fn sink(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
        uses: &VarMap<usize>,
    ) -> bool {
        if soac_of(&statements[producer]).is_none() || statements[producer].expression.may_fail() {
            return false;
        }
        let binds = statements[producer].binds.clone();
        let used: usize = binds.iter().map(|bind| uses.get(bind).copied().unwrap_or(0)).sum();
        for place in producer + 1..statements.len() {
            let Expression::If(branch) = &statements[place].expression else { continue };
            if binds.iter().any(|bind| branch.condition == Atom::Var(*bind)) {
                continue;
            }
            let (then, otherwise) =
                (mentions(&branch.then, &binds), mentions(&branch.otherwise, &binds));
            if used == 0 || then + otherwise != used {
                continue;
            }
            let free = self.order(statements)[producer + 1..place]
                .iter()
                .all(|dependences| !dependences.contains(&producer));
            // A length may be in the type of something that does not use it otherwise.
            let mut others = statements[producer + 1..].iter().enumerate();
            let typed = others.any(|(position, statement)| {
                let list = match producer + 1 + position == place {
                    true => statement.binds.clone(),
                    false => bound_by(statement),
                };
                list.iter().any(|var| {
                    let mut sizes = self.variables.ty(*var).extents().iter();
                    sizes.any(|size| {
                        size.size().and_then(Atom::var).is_some_and(|var| binds.contains(&var))
                    })
                })
            });
            if !free || typed {
                continue;
            }
            let moved = statements[producer].clone();
            let mut arms = Vec::new();
            if let Expression::If(branch) = &mut statements[place].expression {
                for (block, count) in [(&mut branch.then, then), (&mut branch.otherwise, otherwise)]
                {
                    if count > 0 {
                        arms.push(block);
                    }
                }
                for block in arms {
                    let mut renaming = Renaming::new();
                    let copy = renaming.statement(&moved, self.variables);
                    self.facts.learn(std::slice::from_ref(&copy));
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
            return true;
        }
        false
    }
}

/// How often a block uses variables.
fn mentions(block: &Block, vars: &[Var]) -> usize {
    let mut count = 0;
    each_use_in_block(block, |var| count += usize::from(vars.contains(&var)));
    count
}

/// What is bound somewhere.
struct Bound(Vec<Var>);

impl Visitor for Bound {
    fn atom(&mut self, _: &Atom) {}
    fn bind(&mut self, var: &Var) {
        self.0.push(*var);
    }
}

/// What a statement binds, at any depth.
fn bound_by(statement: &Statement) -> Vec<Var> {
    let mut bound = Bound(Vec::new());
    read::statement(statement, &mut bound);
    bound.0
}

/// Replaces sizes in the types of what a block binds.
fn retype(block: &mut Block, renaming: &Renaming, variables: &mut Variables) {
    let mut bound = Bound(Vec::new());
    read::block(block, &mut bound);
    for var in bound.0 {
        let ty = variables.ty(var).map_sizes(|size| renaming.atom(size));
        variables.set_type(var, ty);
    }
}
