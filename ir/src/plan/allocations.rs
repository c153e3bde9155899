//! The arrays that a plan allocates besides its results.

use super::{Choice, Locals, Plan, Step, Steps, as_function};
use crate::core::visit::each_use_in_block;
use crate::core::{Atom, Block, Expression, Loop, Output, Statement, Var, VarMap, VarSet, View};

/// An array that host code allocates and that does not end up as a result.
pub(super) struct Intermediate {
    pub(super) array: Var,
    /// The array, and those that its memory becomes later on.
    pub(super) becomes: Vec<Var>,
}

/// The arrays that host code allocates and that do not end up as a result, each once for each place where
/// one is allocated, in the usual versions of nests.
pub(super) fn intermediates(plan: &Plan) -> Vec<Intermediate> {
    let mut flow = Flow::new(plan, Vec::new());
    flow.steps(&plan.body);
    let is_result = |var: &Var| plan.body.results.contains(&Atom::Var(*var));
    let all = flow.made.iter();
    all.map(|array| Intermediate { array: *array, becomes: flow.becomes_of(*array) })
        .filter(|intermediate| !intermediate.becomes.iter().any(is_result))
        .collect()
}

/// The arrays that describe where the rows of ragged ones begin, among the parameters and the arrays that
/// host code allocates, in the usual versions of nests.
pub(super) fn descriptors(plan: &Plan) -> usize {
    let mut flow = Flow::new(plan, plan.parameters.clone());
    flow.steps(&plan.body);
    flow.made.iter().filter(|var| plan.variables.is_descriptor(**var)).count()
}

/// The arrays that a plan makes, and the pairs of arrays of which one becomes the other.
struct Flow<'a> {
    plan: &'a Plan,
    made: Vec<Var>,
    becomes: Vec<(Var, Var)>,
    used: VarSet,
    /// Arrays without memory, in the loop that is being looked at.
    locals: Option<VarMap<usize>>,
}

impl Flow<'_> {
    fn new(plan: &Plan, made: Vec<Var>) -> Flow<'_> {
        let function = as_function(plan);
        let mut used = VarSet::new();
        each_use_in_block(&function.body, |var| used.extend([&var]));
        Flow { plan, made, becomes: Vec::new(), used, locals: None }
    }

    fn make(&mut self, var: Var) {
        let is_local = self.locals.as_ref().is_some_and(|locals| locals.contains_key(&var));
        if !is_local && !self.plan.variables.ty(var).is_scalar() {
            self.made.push(var);
        }
    }

    fn turn(&mut self, from: Atom, to: Var) {
        if let Atom::Var(from) = from {
            self.becomes.push((from, to));
        }
    }

    fn steps(&mut self, steps: &Steps) {
        for step in &steps.steps {
            match step {
                Step::Compute(statement) => self.statement(statement),
                Step::Launch(launch) => {
                    self.outputs(&self.plan.kernels[launch.kernel].soac.outputs, &launch.binds);
                }
                Step::Branch { choice, then, otherwise, binds, .. } => {
                    if *choice == Choice::Program {
                        self.steps(then);
                        self.results(&then.results, binds);
                    }
                    self.steps(otherwise);
                    self.results(&otherwise.results, binds);
                }
                Step::Repeat { carried, body, binds, .. } => {
                    self.steps(body);
                    self.carried(carried, &body.results, binds);
                }
            }
        }
    }

    fn results(&mut self, results: &[Atom], binds: &[Var]) {
        for (result, bind) in results.iter().zip(binds) {
            self.turn(*result, *bind);
        }
    }

    fn carried(&mut self, carried: &[(Var, Atom)], results: &[Atom], binds: &[Var]) {
        for (((inside, initial), next), bind) in carried.iter().zip(results).zip(binds) {
            self.turn(*initial, *inside);
            self.turn(*next, *inside);
            self.turn(Atom::Var(*inside), *bind);
        }
    }

    fn outputs(&mut self, outputs: &[Output], binds: &[Var]) {
        let mut binds = binds.iter().copied();
        for output in outputs {
            let own: Vec<Var> = binds.by_ref().take(output.binds()).collect();
            match output {
                Output::Store(_)
                | Output::Columns(_)
                | Output::Segment { .. }
                | Output::Append { .. }
                | Output::Compact { .. } => {
                    own.into_iter().for_each(|bind| self.make(bind));
                }
                Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                    for (destination, bind) in destinations.iter().zip(own) {
                        self.turn(*destination, bind);
                    }
                }
                Output::Reduce { .. } => {}
            }
        }
    }

    /// A statement of host code, without kernels.
    fn statement(&mut self, statement: &Statement) {
        let binds = &statement.binds;
        match &statement.expression {
            Expression::Array(_) | Expression::Sort(_) | Expression::Copy(_) => {
                binds.iter().for_each(|bind| self.make(*bind));
            }
            Expression::Update { array, .. } | Expression::Coerce(array, _) => {
                self.turn(*array, binds[0]);
            }
            Expression::View(View::Reshape(array)) => self.turn(*array, binds[0]),
            Expression::If(branch) => {
                for block in [&branch.then, &branch.otherwise] {
                    block.statements.iter().for_each(|statement| self.statement(statement));
                    self.results(&block.results, binds);
                }
            }
            Expression::Soac(soac) => self.outputs(&soac.outputs, binds),
            Expression::Loop(repetition) => {
                let outermost = self.locals.is_none();
                if outermost {
                    let variables = &self.plan.variables;
                    self.locals = Some(Locals::of_loop(repetition, &self.plan.in_place, variables));
                }
                let Block { statements, results } = &repetition.body;
                statements.iter().for_each(|statement| self.statement(statement));
                self.carried(&repetition.carried, results, binds);
                if outermost {
                    self.copied_after(repetition, binds);
                }
            }
            _ => {}
        }
    }

    /// The results of a loop have memory of their own if they are used.
    fn copied_after(&mut self, repetition: &Loop, binds: &[Var]) {
        let locals = self.locals.take().unwrap_or_default();
        for ((carried, _), bind) in repetition.carried.iter().zip(binds) {
            if locals.contains_key(carried) && self.used.contains(bind) {
                self.make(*bind);
            }
        }
    }

    /// Returns an array and those that it becomes.
    fn becomes_of(&self, var: Var) -> Vec<Var> {
        let mut list = vec![var];
        let mut position = 0;
        while position < list.len() {
            let current = list[position];
            for (from, to) in &self.becomes {
                if *from == current && !list.contains(to) {
                    list.push(*to);
                }
            }
            position += 1;
        }
        list
    }
}
