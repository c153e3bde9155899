//! A block that many lanes run at the same time, from call to call.
//!
//! The statements of lanes between calls become kernels of all lanes. If a call is due, the block stops,
//! and so do all others that run at the same time: the arms of a branch, each of which has the lanes that
//! took it, and the lanes of lanes. Then calls of one function are made as one, and all blocks go on. So a
//! function that calls itself, in whatever places, becomes one that calls itself once for each of its calls
//! that has to wait for another one.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::calls::Request;
use super::lanes::{self, Carried, Lanes, Reader, map, needed};
use super::{Lifting, calls_inside};
use crate::core::visit::{Visitor, bound_in, each_size, free_variables, read};
use crate::core::{
    Atom, Axis, Expression, If, Lambda, Operation, Output, ScalarType, Scan, Soac, Statement, Type,
    Var, VarSet, Variables, View,
};

/// A block of lanes, and how far it is.
pub(super) struct Task {
    pub(super) lanes: Lanes,
    waves: VecDeque<Wave>,
    /// The statements that have to run before any later one.
    pub(super) pending: Vec<Statement>,
    /// The results of the block, or the values that its surroundings need of it.
    results: Vec<Atom>,
    waiting: Vec<Waiting>,
}

/// A wave of statements that run together: first those without calls, then those with some.
#[derive(Default)]
struct Wave {
    plain: Vec<Statement>,
    calling: Vec<Statement>,
}

/// The event that a block waits for.
enum Waiting {
    /// The answer to a request, which some variables are bound to.
    Call { request: usize, statement: Statement },
    /// The arms of a branch; `rank` is the position of a lane among those that take its arm.
    If { statement: Statement, rank: Var, arms: Box<[Task; 2]> },
    /// Lanes in lanes; `start` is the position of the first one of a lane.
    Soac { statement: Statement, start: Var, body: Box<Task> },
}

/// Statements by how many calls have to come before them.
fn waves(
    statements: Vec<Statement>,
    variables: &Variables,
    calls: impl Fn(&Statement) -> bool,
) -> VecDeque<Wave> {
    let mut waves = VecDeque::from([Wave::default()]);
    let mut after: FxHashMap<Var, usize> = FxHashMap::default();
    for statement in statements {
        let free = free_variables(&statement, variables);
        let wave = free.iter().filter_map(|var| after.get(&var)).max().copied().unwrap_or(0);
        let is_calling = calls(&statement);
        let next = wave + usize::from(is_calling);
        while waves.len() <= next {
            waves.push_back(Wave::default());
        }
        after.extend(statement.binds.iter().map(|bind| (*bind, next)));
        match is_calling {
            true => waves[wave].calling.push(statement),
            false => waves[wave].plain.push(statement),
        }
    }
    waves
}

/// Returns true if no running combination of these statements comes before one of their calls.
pub(super) fn scans_come_last(
    statements: &[Statement],
    variables: &Variables,
    calls: impl Fn(&Statement) -> bool,
) -> bool {
    let mut waves = waves(statements.to_vec(), variables, calls);
    waves.pop_back();
    let is_scan = |s: &Statement| matches!(s.expression, Expression::Scan(_));
    !waves.iter().flat_map(|wave| &wave.plain).any(is_scan)
}

impl Lifting<'_> {
    pub(super) fn task(
        &self,
        lanes: Lanes,
        statements: Vec<Statement>,
        results: Vec<Atom>,
    ) -> Task {
        let calls = |statement: &Statement| calls_inside(statement, &|name| self.is_liftable(name));
        let waves = waves(statements, &self.builder.variables, calls);
        Task { lanes, waves, pending: Vec::new(), results, waiting: Vec::new() }
    }

    /// Runs a block to its end, but for the statements that are still pending then.
    pub(super) fn run(&mut self, task: &mut Task) {
        loop {
            let mut requests = Vec::new();
            if self.advance(task, &mut requests) {
                return;
            }
            self.answer(requests);
        }
    }

    /// Runs a block until it waits for calls, which are added to the requests. Returns true if it is at its
    /// end.
    fn advance(&mut self, task: &mut Task, requests: &mut Vec<Request>) -> bool {
        let mut waiting = std::mem::take(&mut task.waiting);
        loop {
            for one in waiting {
                if let Some(one) = self.go_on(task, one, requests) {
                    task.waiting.push(one);
                }
            }
            if !task.waiting.is_empty() {
                return false;
            }
            let Some(wave) = task.waves.pop_front() else { return true };
            task.pending.extend(wave.plain);
            if wave.calling.is_empty() {
                waiting = Vec::new();
                continue;
            }
            self.flush(task, &wave.calling);
            let calling = wave.calling.into_iter();
            waiting = calling.map(|statement| self.start(task, statement, requests)).collect();
        }
    }

    /// Runs the pending statements, and keeps the variables of them that are needed later.
    fn flush(&mut self, task: &mut Task, next: &[Statement]) {
        let pending = std::mem::take(&mut task.pending);
        let bound = bound_in(&pending);
        let mut wanted = needed(next, &task.results, &self.builder);
        for wave in &task.waves {
            for statements in [&wave.plain, &wave.calling] {
                wanted.union(&needed(statements, &[], &self.builder));
            }
        }
        let variables = &self.builder.variables;
        let mut open: Vec<Var> = wanted.iter().collect();
        let mut saved = VarSet::new();
        while let Some(var) = open.pop() {
            if bound.contains(&var) && saved.insert(var) {
                each_size(variables.ty(var).extents(), |size| open.push(size));
            }
        }
        // The lengths of rows are known from these.
        let is_array = |var: &Var| !variables.ty(*var).is_scalar();
        let lengths: VarSet = saved
            .iter()
            .filter(is_array)
            .filter_map(|var| variables.ty(var).extents()[0].size()?.var())
            .collect();
        let saved: Vec<Var> =
            saved.iter().filter(|var| is_array(var) || !lengths.contains(var)).collect();
        let values: Vec<Atom> = saved.iter().map(|var| Atom::Var(*var)).collect();
        let arrays = map(&mut self.builder, &task.lanes, &pending, &values, &self.origin);
        for (var, array) in saved.into_iter().zip(arrays) {
            let ty = self.builder.variables.ty(var).clone();
            let size = ty.extents().first().and_then(|extent| extent.size()?.var());
            let is_inside = size.is_some_and(|size| bound.contains(&size));
            task.lanes.store(var, &ty, array, is_inside);
        }
    }

    fn start(
        &mut self,
        task: &mut Task,
        statement: Statement,
        requests: &mut Vec<Request>,
    ) -> Waiting {
        match &statement.expression {
            Expression::Call(name, arguments) => {
                let (name, arguments) = (name.clone(), arguments.clone());
                let request = self.request(&task.lanes, name, &arguments, statement.span, requests);
                Waiting::Call { request, statement }
            }
            Expression::If(branch) => {
                let branch = branch.clone();
                self.start_branch(task, statement, *branch)
            }
            Expression::Soac(soac) => {
                let soac = soac.clone();
                self.start_lanes(task, statement, &soac)
            }
            other => unreachable!("{other:?} has no calls that are lifted"),
        }
    }

    /// Goes on after a wait. Returns the event again if it is not over; else the variables that it binds
    /// are known, or pending.
    fn go_on(
        &mut self,
        task: &mut Task,
        waiting: Waiting,
        requests: &mut Vec<Request>,
    ) -> Option<Waiting> {
        match waiting {
            Waiting::Call { request, statement } => match self.answers.remove(&request) {
                Some(answer) => {
                    task.lanes.receive(&statement.binds, answer, &self.builder);
                    None
                }
                None => Some(Waiting::Call { request, statement }),
            },
            Waiting::If { statement, rank, mut arms } => {
                let over = arms.each_mut().map(|arm| self.advance(arm, requests));
                if over != [true, true] {
                    return Some(Waiting::If { statement, rank, arms });
                }
                self.end_branch(task, statement, rank, *arms);
                None
            }
            Waiting::Soac { statement, start, mut body } => {
                if !self.advance(&mut body, requests) {
                    return Some(Waiting::Soac { statement, start, body });
                }
                let statement = self.end_lanes(statement, start, *body, &task.lanes);
                task.pending.push(statement);
                None
            }
        }
    }

    /// Packs the lanes that take each of the arms.
    fn start_branch(&mut self, task: &mut Task, statement: Statement, branch: If) -> Waiting {
        let If { condition, then, otherwise } = branch;
        let (ranks, packed) = self.pack(&task.lanes, condition);
        let rank = self.builder.variable(Some("rank".into()), Type::USIZE);
        task.lanes.values.insert(rank, Carried::Stored(ranks));
        let [chosen, others] = packed;
        let arms = [(then, chosen), (otherwise, others)].map(|(block, (count, indices))| {
            let wanted = needed(&block.statements, &block.results, &self.builder);
            let lanes = lanes::carried(
                &mut self.builder,
                &task.lanes,
                count,
                &wanted,
                &self.origin,
                |builder, index| (builder.index(indices, vec![index]), Vec::new()),
            );
            self.task(lanes, block.statements, block.results)
        });
        let arms = Box::new(arms);
        Waiting::If { statement, rank, arms }
    }

    /// The position of each lane among those that take the same arm, and for both arms how many lanes
    /// take it and which ones.
    fn pack(&mut self, lanes: &Lanes, condition: Atom) -> (Var, [(Atom, Atom); 2]) {
        let conditions = map(&mut self.builder, lanes, &[], &[condition], &self.origin)[0];
        let builder = &mut self.builder;
        builder.open();
        let index = builder.variable(None, Type::USIZE);
        let holds = builder.index(Atom::Var(conditions), vec![Atom::Var(index)]);
        let one = builder.cast(holds, ScalarType::Usize);
        let operator = Lambda::sum_of_sizes(Operation::Add, &mut builder.variables, builder.span);
        builder.append(Vec::new());
        let before = builder.variable(None, Type::USIZE);
        let scan =
            Scan { values: vec![one], initial: vec![Atom::size(0)], operator, exclusive: true };
        builder.push(vec![before], Expression::Scan(Box::new(scan)));
        let others = builder.size(Operation::Subtract, Atom::Var(index), Atom::Var(before));
        let rank = builder.select(holds, Atom::Var(before), others);
        let lane = Axis { index, extent: lanes.count };
        let ranks = lanes::store(builder, lane, vec![rank], &self.origin)[0];

        builder.open();
        let index = builder.variable(None, Type::USIZE);
        let holds = builder.index(Atom::Var(conditions), vec![Atom::Var(index)]);
        let fails = builder.scalar(Operation::Not, &[holds]);
        let body = builder.close();
        let (mut binds, mut outputs) = (Vec::new(), Vec::new());
        let packed = [holds, fails].map(|when| {
            let count = builder.variable(Some("count".into()), Type::USIZE);
            let ty = Type::regular(ScalarType::Usize, [Atom::Var(count)]);
            let indices = builder.variable(None, ty);
            binds.extend([count, indices]);
            outputs.push(Output::Compact { values: vec![Atom::Var(index)], when });
            (Atom::Var(count), Atom::Var(indices))
        });
        let space = vec![Axis { index, extent: lanes.count }];
        let soac = Soac { space, body, outputs, origins: vec![self.origin.clone()] };
        builder.push(binds, Expression::Soac(Box::new(soac)));
        (ranks, packed)
    }

    /// Reads the values that a lane gets of the arm that it took.
    fn end_branch(
        &mut self,
        task: &mut Task,
        statement: Statement,
        rank: Var,
        mut arms: [Task; 2],
    ) {
        let Statement { binds, expression, span } = statement;
        let Expression::If(mut branch) = expression else { unreachable!("a branch") };
        for arm in &mut arms {
            self.flush(arm, &[]);
        }
        let index = Atom::Var(rank);
        for (arm, block) in arms.iter().zip([&mut branch.then, &mut branch.otherwise]) {
            let results = block.results.clone();
            *block = lanes::block_of(&mut self.builder, [&task.lanes, &arm.lanes], index, &results);
        }
        task.pending.push(Statement { binds, expression: Expression::If(branch), span });
    }

    /// Numbers the lanes of all lanes.
    fn start_lanes(&mut self, task: &mut Task, statement: Statement, soac: &Soac) -> Waiting {
        let Axis { index: inner, extent } = soac.space[0];
        let builder = &mut self.builder;
        // The rows of each lane's number, once for each of its lanes, name the owners.
        let owner = builder.variable(None, Type::USIZE);
        task.lanes.values.insert(owner, Carried::Index);
        let ty = Type::regular(ScalarType::Usize, [extent]);
        let owners = builder.variable(None, ty);
        let view = Expression::View(View::Replicate(Atom::Var(owner)));
        let row = Statement { binds: vec![owners], expression: view, span: statement.span };
        let rows = map(builder, &task.lanes, &[row], &[Atom::Var(owners)], &self.origin)[0];
        task.lanes.values.remove(&owner);
        let passed = super::calling_convention::outgoing(builder, rows, 1, &self.origin);
        let [_, offsets, total, owners] = passed[..] else { unreachable!("one ragged level") };
        let Atom::Var(starts) = offsets else { unreachable!("offsets are an array") };
        let start = builder.variable(Some("start".into()), Type::USIZE);
        task.lanes.values.insert(start, Carried::Stored(starts));

        let values = values_of(soac);
        let wanted = needed(&soac.body, &values, builder);
        let lanes =
            lanes::carried(builder, &task.lanes, total, &wanted, &self.origin, |builder, index| {
                let owner = builder.index(owners, vec![index]);
                let start = builder.index(offsets, vec![owner]);
                let position = builder.size(Operation::Subtract, index, start);
                (owner, vec![(inner, position)])
            });
        let body = Box::new(self.task(lanes, soac.body.clone(), values));
        Waiting::Soac { statement, start, body }
    }

    /// The lanes of a lane, with all that they waited for.
    fn end_lanes(
        &mut self,
        statement: Statement,
        start: Var,
        body: Task,
        outer: &Lanes,
    ) -> Statement {
        let Statement { binds, expression, span } = statement;
        let Expression::Soac(mut soac) = expression else { unreachable!("lanes") };
        let index = soac.space[0].index;
        self.builder.open();
        let position = self.builder.size(Operation::Add, Atom::Var(start), Atom::Var(index));
        self.read_pending(&mut soac, &body, position, Some(outer));
        Statement { binds, expression: Expression::Soac(soac), span }
    }

    /// Lets the lanes of a SOAC go on after a block that ran the statements before them. Its scope is open.
    /// The values that other lanes around them have are left as they are.
    pub(super) fn read_pending(
        &mut self,
        soac: &mut Soac,
        task: &Task,
        position: Atom,
        outer: Option<&Lanes>,
    ) {
        let builder = &mut self.builder;
        let values = values_of(soac);
        let mut reader = Reader::new(&task.lanes, position);
        outer.iter().for_each(|outer| reader.leave_all(outer));
        for var in needed(&task.pending, &values, builder).iter() {
            reader.read(var, builder);
        }
        let renaming = reader.renaming;
        soac.body = task.pending.clone();
        renaming.replace_in_soac(soac);
        let mut body = builder.close();
        body.append(&mut soac.body);
        soac.body = body;
        renaming.types(&mut builder.variables);
    }
}

/// The values that the outputs of a SOAC need, at any depth.
pub(super) fn values_of(soac: &Soac) -> Vec<Atom> {
    struct Uses(Vec<Atom>);
    impl Visitor for Uses {
        fn atom(&mut self, atom: &Atom) {
            self.0.push(*atom);
        }
    }
    let mut uses = Uses(Vec::new());
    soac.outputs.iter().for_each(|output| read::output(output, &mut uses));
    uses.0
}
