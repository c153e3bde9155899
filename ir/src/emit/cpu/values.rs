//! The values of variables: what each stands for while the code of a function is written. Facts are undone where
//! what they hold for ends, as a body may be written more than once.

use proc_macro2::Ident;

use super::expression::RustExpression;
use crate::core::{Atom, Var, VarMap};

/// The fact about a variable before a change.
enum Change {
    Alias(Var, Option<Atom>),
    Written(Var, Option<RustExpression>),
    Counting(Var, Option<Option<Ident>>),
}

/// The values of variables.
#[derive(Default)]
pub(super) struct Values {
    /// Variables that are other variables' memory, or just other names.
    aliases: VarMap<Atom>,
    /// Variables whose value is written where it is used.
    written: VarMap<RustExpression>,
    /// The variables that count lanes of a tile, from any start, with the names of their values in the first
    /// lane where they have one.
    counting: VarMap<Option<Ident>>,
    /// The changes of these, so that they can be undone.
    changes: Vec<Change>,
    /// The variables mentioned since this was last emptied, in order.
    mentioned: Vec<Var>,
}

impl Values {
    /// The present state.
    pub(super) fn state(&self) -> usize {
        self.changes.len()
    }

    /// Lets variables stand for what they stood for in an earlier state.
    pub(super) fn set_state(&mut self, state: usize) {
        for change in self.changes.drain(state..).rev() {
            match change {
                Change::Alias(var, before) => self.aliases.set(var, before),
                Change::Written(var, before) => self.written.set(var, before),
                Change::Counting(var, before) => self.counting.set(var, before),
            }
        }
    }

    /// The variable that holds the memory of another.
    pub(super) fn resolve(&self, atom: Atom) -> Atom {
        let mut atom = atom;
        while let Atom::Var(var) = atom
            && let Some(next) = self.aliases.get(&var)
        {
            atom = *next;
        }
        atom
    }

    /// Makes a variable another name of an operand.
    pub(super) fn alias(&mut self, var: Var, atom: Atom) {
        let target = self.resolve(atom);
        if target != Atom::Var(var) {
            let before = self.aliases.insert(var, target);
            self.changes.push(Change::Alias(var, before));
        }
    }

    /// The code that is written where a variable is used, if there is some.
    pub(super) fn written(&self, var: Var) -> Option<&RustExpression> {
        self.written.get(&var)
    }

    /// Remembers the code that is to be written where a variable is used; without one it has a name.
    pub(super) fn set_written(&mut self, var: Var, code: Option<RustExpression>) {
        let before = self.written.remove(&var);
        self.changes.push(Change::Written(var, before));
        self.written.set(var, code);
    }

    /// Lets a variable be mentioned by its name again.
    pub(super) fn forget(&mut self, var: Var) {
        self.set_written(var, None);
        if let Some(before) = self.aliases.remove(&var) {
            self.changes.push(Change::Alias(var, Some(before)));
        }
    }

    /// Remembers that a variable counts lanes of a tile, and the name of its value in the first lane, if it
    /// has one.
    pub(super) fn set_counting(&mut self, var: Var, first: Option<Ident>) {
        let before = self.counting.insert(var, first);
        self.changes.push(Change::Counting(var, before));
    }

    /// Returns true if a variable is known to count lanes of a tile, from any start.
    pub(super) fn is_counting(&self, var: Var) -> bool {
        self.counting.contains_key(&var)
    }

    /// The name of the value that a variable which counts lanes has in the first lane of a tile.
    pub(super) fn first(&self, var: Var) -> Option<&Ident> {
        self.counting.get(&var)?.as_ref()
    }

    /// Remembers that a variable is mentioned.
    pub(super) fn mention(&mut self, var: Var) {
        if !self.mentioned.contains(&var) {
            self.mentioned.push(var);
        }
    }

    /// The variables mentioned so far; from now on these are.
    pub(super) fn set_mentioned(&mut self, mentioned: Vec<Var>) -> Vec<Var> {
        std::mem::replace(&mut self.mentioned, mentioned)
    }

    /// The code of all variables that is written where they are used; from now on this is.
    pub(super) fn set_all_written(
        &mut self,
        written: VarMap<RustExpression>,
    ) -> VarMap<RustExpression> {
        std::mem::replace(&mut self.written, written)
    }
}
