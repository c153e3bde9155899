//! The plans of a function: for the CPU and for devices, and those of the recursive functions that it
//! calls.

use crate::Limits;
use crate::core::visit::calls;
use crate::core::{Expression, Function, Program, Var};
use crate::diagnostic::Diagnostics;
use crate::emit::cpu::Recursive;
use crate::options::Options;
use crate::pipeline;
use crate::plan::{Plan, parse_plan, print_exact_plan};
use crate::types::check::{Checked, instances};
use crate::types::infer::Instance;
use crate::types::{Lowered, OperationBudget, lower};

/// The plans of a function under one of its instances, before it is written.
pub struct Planned {
    /// The plan for the CPU.
    pub plan: Plan,
    /// The parameters that it may write to.
    pub owned: Vec<Var>,
    /// The plan for devices, if it is another one.
    pub devices: Option<Plan>,
    /// The recursive functions that any of it may call, itself perhaps among them.
    pub recursive: Vec<Recursive>,
}

impl Planned {
    /// Plans a function that has been lowered. Reports constructs that plans do not have yet.
    pub fn of(
        lowered: Lowered,
        with_devices: bool,
        limits: &Limits,
        errors: &mut Diagnostics,
    ) -> Option<Planned> {
        let Lowered { program, regularity, owned } = lowered;
        let may_write = |var| owned.contains(&var);
        let instead = with_devices.then(|| program.clone());
        let instead = instead.and_then(pipeline::optimised_for_devices);
        let Program { mut functions } = pipeline::optimised(program);
        let first = functions.remove(0);

        let mut recursive: Vec<Recursive> = Vec::new();
        let is_called = |function: &Function| calls(function, &first.name);
        let calls_itself = is_called(&first) || functions.iter().any(is_called);
        let itself = calls_itself.then(|| first.clone());
        for callee in itself.into_iter().chain(functions) {
            match pipeline::plan(callee.clone(), Vec::new(), &|_| false, limits) {
                Ok(plan) => {
                    // Lanes that call it get arrays of their own from it, too.
                    let in_lane = Some(pipeline::in_lane(callee));
                    recursive.push(Recursive { plan, in_lane });
                }
                Err(error) => errors.report(*error),
            }
        }
        let devices =
            instead.and_then(|program| on_devices(program, &owned, limits, &mut recursive));
        match pipeline::plan(first, regularity, &may_write, limits) {
            Ok(plan) => Some(Planned { plan, owned, devices, recursive }),
            Err(error) => {
                errors.report(*error);
                None
            }
        }
    }

    /// The plans, each printed and read back: back ends write the same code of them, as tests check.
    ///
    /// # Panics
    /// If a plan cannot be read back.
    pub fn read_back(self) -> Planned {
        let Planned { plan, owned, devices, recursive } = self;
        let places = |var: &Var| plan.parameters.iter().position(|parameter| parameter == var);
        let places: Vec<usize> = owned.iter().filter_map(places).collect();
        let recursive = recursive
            .into_iter()
            .map(|one| Recursive { plan: read_back(one.plan), in_lane: one.in_lane })
            .collect();
        let (plan, devices) = (read_back(plan), devices.map(read_back));
        let owned = places.into_iter().map(|place| plan.parameters[place]).collect();
        Planned { plan, owned, devices, recursive }
    }

    /// The plan of a function that calls itself, as it calls itself.
    pub fn itself(&self) -> Option<&Plan> {
        self.recursive.iter().map(|one| &one.plan).find(|plan| plan.name == self.plan.name)
    }

    /// The plans besides its own that are written as host code.
    pub fn others(&self) -> impl Iterator<Item = &Plan> {
        let plans = self.devices.iter().chain(self.recursive.iter().map(|one| &one.plan));
        plans.filter(|plan| plan.name != self.plan.name)
    }

    /// The plans that host code goes through on devices: those in which recursions go level by level, not
    /// those in which lanes call them.
    pub fn on_devices(&self) -> Vec<&Plan> {
        let first = self.devices.as_ref().or(self.itself()).unwrap_or(&self.plan);
        let mut plans = vec![first];
        let mut done = 0;
        while let Some(plan) = plans.get(done).copied() {
            done += 1;
            plan.body.each_statement(&mut |statement| {
                let Expression::Call(name, _) = &statement.expression else { return };
                let callee = self.recursive.iter().find(|one| one.plan.name == *name);
                let known = plans.iter().any(|known| known.name == *name);
                plans.extend(callee.map(|one| &one.plan).filter(|_| !known));
            });
        }
        plans
    }
}

/// The plans of a public function under each of its instances; nothing if something is wrong with it.
pub fn planned(
    checked: &Checked,
    function: usize,
    with_devices: bool,
    options: &Options,
    budget: &mut OperationBudget,
    errors: &mut Diagnostics,
) -> Vec<(Instance, Planned)> {
    let is_public = checked.context.functions[function].function.visibility.is_some();
    if !is_public || checked.broken.contains(&function) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for instance in instances(&checked.context, function) {
        if budget.is_used_up() {
            return Vec::new();
        }
        let mut own = Diagnostics::default();
        let planned = of_instance(
            checked,
            function,
            &instance,
            with_devices,
            &options.limits,
            budget,
            &mut own,
        );
        for error in own.iter() {
            errors.report(error.clone());
        }
        let (Some(planned), true) = (planned, own.is_empty()) else { return Vec::new() };
        let planned = if options.reads_plans_back { planned.read_back() } else { planned };
        list.push((instance, planned));
    }
    list
}

fn of_instance(
    checked: &Checked,
    function: usize,
    instance: &Instance,
    with_devices: bool,
    limits: &Limits,
    budget: &mut OperationBudget,
    errors: &mut Diagnostics,
) -> Option<Planned> {
    let lowered = lower(checked, function, instance, errors);
    budget.take(&lowered, &checked.context.functions[function].function.name, errors);
    if errors.is_empty() { Planned::of(lowered, with_devices, limits, errors) } else { None }
}

/// The plan of a function for devices. The lifted functions that it calls, and those that these call, are
/// added to the recursive ones. Nothing if some part has no form: devices do the same as the CPU then.
fn on_devices(
    program: Program,
    owned: &[Var],
    limits: &Limits,
    recursive: &mut Vec<Recursive>,
) -> Option<Plan> {
    let mut functions = program.functions.into_iter();
    let (first, may_write) = (functions.next()?, |var| owned.contains(&var));
    let devices = pipeline::plan(first, Vec::new(), &may_write, limits).ok()?;
    let mut more = Vec::new();
    for function in functions {
        if recursive.iter().all(|known| known.plan.name != function.name) {
            let plan = pipeline::plan(function, Vec::new(), &|_| false, limits).ok()?;
            more.push(Recursive { plan, in_lane: None });
        }
    }
    recursive.append(&mut more);
    Some(devices)
}

fn read_back(plan: Plan) -> Plan {
    let text = print_exact_plan(&plan);
    match parse_plan(&text) {
        Ok(read) => Plan { regularity: plan.regularity, ..read },
        Err(error) => panic!("a plan cannot be read back: {error}\n{text}"),
    }
}
