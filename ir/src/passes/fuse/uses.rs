//! Keeps the uses of each statement of a scope while fusion rewrites a few of them: a question about one
//! statement does not go through the whole scope, and no step looks at everything.

use std::cell::OnceCell;

use super::nests::Extents;
use super::order::{consumed, put_between};
use super::output_uses;
use crate::core::visit::{each_use, free_variables};
use crate::core::{Atom, Expression, Soac, Statement, Var, VarMap, VarSet, Variables};

/// The statements that one fusion has rewritten.
pub(super) enum Rewritten {
    /// All but the statements before `first` and the last `behind` ones. In these no variable was
    /// renamed either.
    Range { first: usize, behind: usize },
    /// All but the last `behind` statements; [`Uses`] has followed the change.
    Tracked { behind: usize },
}

impl Rewritten {
    /// The number of unchanged statements at the end.
    pub fn behind(&self) -> usize {
        match self {
            Rewritten::Range { behind, .. } | Rewritten::Tracked { behind } => *behind,
        }
    }
}

/// The uses of each statement of a scope, and how often each variable is used.
#[derive(Default)]
pub(super) struct Uses {
    statements: Vec<StatementUses>,
    counts: VarMap<usize>,
    results: Vec<Var>,
}

/// The variables that a statement uses.
struct StatementUses {
    /// Every use at any depth.
    all: Vec<Var>,
    mentioned: VarSet,
    free: OnceCell<Vec<Var>>,
    consumed: OnceCell<Vec<Var>>,
    inputs: OnceCell<Vec<Var>>,
    extents: OnceCell<Extents>,
}

impl StatementUses {
    fn new() -> StatementUses {
        StatementUses {
            all: Vec::new(),
            mentioned: VarSet::new(),
            free: OnceCell::new(),
            consumed: OnceCell::new(),
            inputs: OnceCell::new(),
            extents: OnceCell::new(),
        }
    }

    fn add(&mut self, var: Var) {
        self.mentioned.insert(var);
        self.all.push(var);
    }
}

impl Uses {
    pub fn of(statements: &[Statement]) -> Uses {
        let mut uses = Uses::default();
        uses.enter(0, statements);
        uses
    }

    /// Follows a fusion, after which the statements are these.
    pub fn follow(&mut self, rewritten: &Rewritten, statements: &[Statement]) {
        let Rewritten::Range { first, behind } = *rewritten else { return };
        let old = first..self.statements.len() - behind;
        for used in self.statements.drain(old) {
            for var in used.all {
                *self.counts.or_default(var) -= 1;
            }
        }
        self.enter(first, &statements[first..statements.len() - behind]);
    }

    fn enter(&mut self, place: usize, statements: &[Statement]) {
        let mut list = Vec::with_capacity(statements.len());
        for statement in statements {
            let mut used = StatementUses::new();
            each_use(&statement.expression, |var| {
                *self.counts.or_default(var) += 1;
                used.add(var);
            });
            list.push(used);
        }
        self.statements.splice(place..place, list);
    }

    /// Follows that the SOAC at the first of two positions, as it is now, joins the one at the second,
    /// which keeps its lanes. The statements in between, at the positions `after`, stand behind both then.
    pub fn join(&mut self, [first, second]: [usize; 2], after: &[usize], joins: &Soac) {
        for var in std::mem::take(&mut self.statements[first].all) {
            *self.counts.or_default(var) -= 1;
        }
        let mut joined = std::mem::replace(&mut self.statements[second], StatementUses::new());
        let mut add = |var| {
            *self.counts.or_default(var) += 1;
            joined.add(var);
        };
        for statement in &joins.body {
            each_use(&statement.expression, &mut add);
        }
        output_uses(joins).into_iter().for_each(add);
        joined.free.take();
        if let Some(inputs) = joined.inputs.get_mut() {
            collect_inputs(&joins.body, inputs);
        }
        if let (Some(consumed), Some(also)) =
            (joined.consumed.get_mut(), self.statements[first].consumed.get())
        {
            consumed.extend(also);
        } else {
            joined.consumed.take();
        }
        put_between(&mut self.statements, first, second, after, joined);
    }

    /// Sets the variables that are used outside of the scope.
    pub fn set_results(&mut self, results: Vec<Var>) {
        for var in std::mem::replace(&mut self.results, results) {
            *self.counts.or_default(var) -= 1;
        }
        for var in &self.results {
            *self.counts.or_default(*var) += 1;
        }
    }

    /// The number of uses of a variable, at any depth and outside.
    pub fn count(&self, var: Var) -> usize {
        self.counts.get(&var).copied().unwrap_or(0)
    }

    /// Returns true if a statement uses a variable, at any depth.
    pub fn mentions(&self, position: usize, var: Var) -> bool {
        self.statements[position].mentioned.contains(&var)
    }

    /// Returns true if a statement uses one of some variables, at any depth.
    pub fn mentions_any(&self, position: usize, of: &VarSet) -> bool {
        self.statements[position].mentioned.meets(of)
    }

    /// The variables that a statement uses, at any depth, each as often as it is used.
    pub fn used(&self, position: usize) -> &[Var] {
        &self.statements[position].all
    }

    /// The variables that a statement needs from outside.
    pub fn free(&self, position: usize, statement: &Statement, variables: &Variables) -> &[Var] {
        let free = || free_variables(statement, variables).iter().collect();
        self.statements[position].free.get_or_init(free)
    }

    /// The arrays that a statement consumes, at any depth: it may write into them.
    pub fn consumed(&self, position: usize, statement: &Statement) -> &[Var] {
        self.statements[position].consumed.get_or_init(|| consumed(statement))
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

    /// The extents of a SOAC and of those inside.
    pub fn extents(&self, position: usize, soac: &Soac) -> &Extents {
        self.statements[position].extents.get_or_init(|| Extents::of(soac))
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
