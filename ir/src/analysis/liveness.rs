//! Liveness: the arrays that are used behind a statement, in whatever part.
//!
//! ```text
//! r = index a [i]              `a` is live behind the update: `r` is a part of it
//! b = update c [j] = 1         `c` is not live behind the update, which may write in place
//! s = index r [k]
//! ```

use super::definitions::Definitions;
use super::lent;
use crate::core::visit::each_use;
use crate::core::{Atom, Block, Statement, Var, VarMap, VarSet, Variables};

/// The arrays that others are parts of: a use of a part is a use of all of them.
pub(crate) struct Liveness {
    definitions: Definitions,
    /// The arrays that an `if` lends, and those that each may be a part of.
    lent: VarMap<Vec<Atom>>,
}

impl Liveness {
    /// Finds the parts of arrays among the statements of a block, which have these definitions.
    pub(crate) fn of(body: &Block, definitions: Definitions, variables: &Variables) -> Liveness {
        let lent = lent::lent(body, &definitions, variables);
        Liveness { definitions, lent }
    }

    /// Returns true if a variable is an array that an `if` lends.
    pub(crate) fn is_lent(&self, var: Var) -> bool {
        self.lent.contains_key(&var)
    }

    /// Returns true if a variable has no memory of its own.
    pub(crate) fn is_part(&self, var: Var) -> bool {
        self.is_lent(var) || self.definitions.part_of(Atom::Var(var)).is_some()
    }

    /// The array that an operand is under other extents; `None` if it is a scalar.
    pub(crate) fn whole(&self, atom: Atom, variables: &Variables) -> Option<Var> {
        let var = atom.var().filter(|var| !variables.ty(*var).is_scalar())?;
        self.definitions.whole(Atom::Var(var)).var()
    }

    /// Adds an array that is used, and all arrays that it may be a part of.
    pub(crate) fn add_use(&self, atom: Atom, variables: &Variables, used: &mut VarSet) {
        let Some(whole) = self.whole(atom, variables) else { return };
        used.insert(whole);
        match self.lent.get(&whole) {
            Some(of) => of.iter().for_each(|of| self.add_use(*of, variables, used)),
            None => {
                if let Some(of) = self.definitions.part_of(Atom::Var(whole)) {
                    self.add_use(of, variables, used);
                }
            }
        }
    }

    /// The arrays that are live behind each of some statements, if these are behind the last one.
    pub(crate) fn behind_each(
        &self,
        statements: &[Statement],
        variables: &Variables,
        live: &VarSet,
    ) -> Vec<VarSet> {
        let mut behind: Vec<VarSet> = Vec::with_capacity(statements.len());
        let mut current = live.clone();
        for statement in statements.iter().rev() {
            behind.push(current.clone());
            each_use(&statement.expression, |var| {
                self.add_use(Atom::Var(var), variables, &mut current);
            });
        }
        behind.reverse();
        behind
    }
}
