//! Names in generated code: the user's if there are some, made unique. The differences between the languages
//! that back ends write stand in their [`Words`].

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::{Var, VarMap, Variables};

/// The words of a language that is written.
pub(super) trait Words {
    /// A name in generated code.
    type Name: Clone + Display;

    /// The name to begin with, where somebody wants this one.
    fn legal(wanted: &str) -> Cow<'_, str>;

    /// Returns true if a name gets a number in any case: the language, or the generated code, uses the word.
    fn is_reserved(name: &str) -> bool;

    /// The text of a name as a name.
    fn name(text: &str) -> Self::Name;
}

/// The names of variables, each of which is given once.
pub(super) struct Names<W: Words> {
    of: VarMap<W::Name>,
    derived: FxHashMap<(Var, &'static str), W::Name>,
    taken: FxHashSet<String>,
    /// The number that a name got last.
    numbers: FxHashMap<String, u32>,
    words: PhantomData<W>,
}

impl<W: Words> Default for Names<W> {
    fn default() -> Names<W> {
        Names {
            of: VarMap::default(),
            derived: FxHashMap::default(),
            taken: FxHashSet::default(),
            numbers: FxHashMap::default(),
            words: PhantomData,
        }
    }
}

impl<W: Words> Names<W> {
    /// The name of something that belongs to a variable: its name and a suffix.
    pub(super) fn derived(
        &mut self,
        var: Var,
        suffix: &'static str,
        variables: &Variables,
    ) -> W::Name {
        if let Some(name) = self.derived.get(&(var, suffix)) {
            return name.clone();
        }
        let base = self.of(var, variables);
        let name = self.fresh(&format!("{base}_{suffix}"));
        self.derived.insert((var, suffix), name.clone());
        name
    }

    /// The name of a variable.
    pub(super) fn of(&mut self, var: Var, variables: &Variables) -> W::Name {
        if let Some(name) = self.of.get(&var) {
            return name.clone();
        }
        let name = self.fresh(variables.name(var).map_or("t", |name| name));
        self.of.insert(var, name.clone());
        name
    }

    /// A name that is not in use yet.
    pub(super) fn fresh(&mut self, wanted: &str) -> W::Name {
        let wanted = W::legal(wanted);
        let is_free = !self.taken.contains(&*wanted) && !W::is_reserved(&wanted);
        let text = if is_free { wanted.into_owned() } else { self.numbered(&wanted) };
        let name = W::name(&text);
        self.taken.insert(text);
        name
    }

    /// A name with the first number behind it that is not in use.
    fn numbered(&mut self, wanted: &str) -> String {
        let number = self.numbers.entry(wanted.to_string()).or_default();
        loop {
            *number += 1;
            let name = format!("{wanted}_{number}");
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}
