//! What the statements of a level use, kept while fusion changes a few of them: whoever asks about one
//! does not have to go through all of it, and no step looks at everything.

use std::cell::OnceCell;

use super::order::taken_over;
use crate::core::visit::{each_use, free_variables};
use crate::core::{Atom, Expression, Statement, Var, VarMap, VarSet, Variables};

/// What one fusion has changed: all but the statements before `first` and the last `behind` ones. In
/// these no variable was renamed either.
pub(super) struct Changed {
    pub first: usize,
    pub behind: usize,
}

/// What each statement of a level uses, and how often each variable is used.
#[derive(Default)]
pub(super) struct Level {
    statements: Vec<Used>,
    counts: VarMap<usize>,
    results: Vec<Var>,
}

/// What a statement uses.
struct Used {
    /// Every use at any depth.
    all: Vec<Var>,
    mentioned: VarSet,
    free: OnceCell<Vec<Var>>,
    taken_over: OnceCell<Vec<Var>>,
    inputs: OnceCell<Vec<Var>>,
}

impl Level {
    pub fn of(statements: &[Statement]) -> Level {
        let mut level = Level::default();
        level.enter(0, statements);
        level
    }

    /// Follows a change, after which the statements are these.
    pub fn follow(&mut self, changed: &Changed, statements: &[Statement]) {
        let old = changed.first..self.statements.len() - changed.behind;
        for used in self.statements.drain(old) {
            for var in used.all {
                *self.counts.or_default(var) -= 1;
            }
        }
        let new = changed.first..statements.len() - changed.behind;
        self.enter(changed.first, &statements[new]);
    }

    fn enter(&mut self, place: usize, statements: &[Statement]) {
        let mut list = Vec::with_capacity(statements.len());
        for statement in statements {
            let (mut all, mut mentioned) = (Vec::new(), VarSet::new());
            each_use(&statement.expression, |var| {
                *self.counts.or_default(var) += 1;
                mentioned.insert(var);
                all.push(var);
            });
            list.push(Used {
                all,
                mentioned,
                free: OnceCell::new(),
                taken_over: OnceCell::new(),
                inputs: OnceCell::new(),
            });
        }
        self.statements.splice(place..place, list);
    }

    /// These are the variables that are used outside of the level.
    pub fn set_results(&mut self, results: Vec<Var>) {
        for var in std::mem::replace(&mut self.results, results) {
            *self.counts.or_default(var) -= 1;
        }
        for var in &self.results {
            *self.counts.or_default(*var) += 1;
        }
    }

    /// How often a variable is used, at any depth and outside.
    pub fn uses(&self, var: Var) -> usize {
        self.counts.get(&var).copied().unwrap_or(0)
    }

    /// Whether a statement uses a variable, at any depth.
    pub fn mentions(&self, position: usize, var: Var) -> bool {
        self.statements[position].mentioned.contains(&var)
    }

    /// Whether a statement uses one of some variables, at any depth.
    pub fn mentions_any(&self, position: usize, of: &VarSet) -> bool {
        self.statements[position].mentioned.meets(of)
    }

    /// What a statement uses, at any depth, as often as it does.
    pub fn used(&self, position: usize) -> &[Var] {
        &self.statements[position].all
    }

    /// What a statement needs from outside.
    pub fn free(&self, position: usize, statement: &Statement, variables: &Variables) -> &[Var] {
        let free = || free_variables(statement, variables).iter().collect();
        self.statements[position].free.get_or_init(free)
    }

    /// The arrays that a statement takes over, at any depth: it may write into them.
    pub fn taken_over(&self, position: usize, statement: &Statement) -> &[Var] {
        self.statements[position].taken_over.get_or_init(|| taken_over(statement))
    }

    /// The arrays that a statement reads at indices, at any depth.
    pub fn inputs(&self, position: usize, statement: &Statement) -> &[Var] {
        self.statements[position].inputs.get_or_init(|| {
            let mut list = Vec::new();
            for body in statement.expression.bodies() {
                collect_inputs(body, &mut list);
            }
            list
        })
    }
}

fn collect_inputs(statements: &[Statement], list: &mut Vec<Var>) {
    for statement in statements {
        if let Expression::Index(Atom::Var(array), _) = statement.expression {
            list.push(array);
        }
        for body in statement.expression.bodies() {
            collect_inputs(body, list);
        }
    }
}
