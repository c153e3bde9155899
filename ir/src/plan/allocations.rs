//! How many arrays a plan allocates besides its results.

use super::{Choice, Plan, Step, Steps, as_function};
use crate::core::{Atom, Expression, Output, Statement, Var, Variables, View};

/// The arrays that host code allocates and that do not end up as a result, counted once for each
/// place where one is allocated, in the usual versions of nests.
pub(super) fn intermediates(plan: &Plan) -> usize {
    let function = as_function(plan);
    let mut by_sizes = Vec::new();
    choices(&plan.body, &mut by_sizes);
    let mut flow = Flow {
        variables: &function.variables,
        by_sizes: &by_sizes,
        made: Vec::new(),
        steps: Vec::new(),
    };
    flow.statements(&function.body.statements);
    let results = &function.body.results;
    flow.made.iter().filter(|var| !flow.reaches(**var, results)).count()
}

/// The conditions that choose versions.
fn choices(steps: &Steps, found: &mut Vec<Atom>) {
    for step in &steps.steps {
        match step {
            Step::Branch { choice, condition, then, otherwise, .. } => {
                if *choice == Choice::Sizes {
                    found.push(*condition);
                }
                choices(then, found);
                choices(otherwise, found);
            }
            Step::Repeat { body, .. } => choices(body, found),
            Step::Compute(_) | Step::Launch(_) => {}
        }
    }
}

/// Which arrays are made, and which become which.
struct Flow<'a> {
    variables: &'a Variables,
    by_sizes: &'a [Atom],
    made: Vec<Var>,
    steps: Vec<(Var, Var)>,
}

impl Flow<'_> {
    fn make(&mut self, var: Var) {
        if !self.variables.ty(var).is_scalar() {
            self.made.push(var);
        }
    }

    fn becomes(&mut self, from: Atom, to: Var) {
        if let Atom::Var(from) = from {
            self.steps.push((from, to));
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let binds = &statement.binds;
        match &statement.expression {
            Expression::Array(_) | Expression::Sort(_) | Expression::Copy(_) => {
                binds.iter().for_each(|bind| self.make(*bind));
            }
            Expression::Update { array, .. } | Expression::Coerce(array, _) => {
                self.becomes(*array, binds[0]);
            }
            Expression::View(View::Reshape(array)) => self.becomes(*array, binds[0]),
            Expression::Soac(soac) => {
                let mut binds = binds.iter().copied();
                for output in &soac.outputs {
                    let own: Vec<Var> = binds.by_ref().take(output.binds()).collect();
                    match output {
                        Output::Store(_) | Output::Compact { .. } => {
                            own.into_iter().for_each(|bind| self.make(bind));
                        }
                        Output::Scatter { destinations, .. }
                        | Output::Combine { destinations, .. } => {
                            for (destination, bind) in destinations.iter().zip(own) {
                                self.becomes(*destination, bind);
                            }
                        }
                        Output::Reduce { .. } => {}
                    }
                }
            }
            Expression::If(branch) => {
                let by_sizes = self.by_sizes.contains(&branch.condition);
                let blocks = [&branch.then, &branch.otherwise];
                for block in blocks.into_iter().skip(usize::from(by_sizes)) {
                    self.statements(&block.statements);
                    for (result, bind) in block.results.iter().zip(binds) {
                        self.becomes(*result, *bind);
                    }
                }
            }
            Expression::Loop(repetition) => {
                let body = &repetition.body;
                for (((inside, initial), next), bind) in
                    repetition.carried.iter().zip(&body.results).zip(binds)
                {
                    self.becomes(*initial, *inside);
                    self.becomes(*next, *inside);
                    self.becomes(Atom::Var(*inside), *bind);
                }
                self.statements(&body.statements);
            }
            _ => {}
        }
    }

    /// Whether an array ends up as one of the results: itself, or what it becomes.
    fn reaches(&self, var: Var, results: &[Atom]) -> bool {
        let mut list = vec![var];
        let mut position = 0;
        while position < list.len() {
            let current = list[position];
            if results.contains(&Atom::Var(current)) {
                return true;
            }
            for (from, to) in &self.steps {
                if *from == current && !list.contains(to) {
                    list.push(*to);
                }
            }
            position += 1;
        }
        false
    }
}
