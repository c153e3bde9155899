//! The memory of arrays: which are the same all along, and which need none of their own.
//!
//! The result of a branch or a loop is mostly the array that came in, updated in place. It keeps its name
//! then, and nothing is moved:
//!
//! ```text
//! let counts = loop (row = zeros) { row[x] += 1 }   ─▶   for … { zeros.set(x, …) }
//! ```
//!
//! Small arrays that a lane makes, or a loop of host code that launches nothing, are among its other
//! values, as long as all that is done with them under all their names can be done with a `Local`
//! of the runtime.

use crate::core::visit::outputs_with_binds;
use crate::core::{
    Atom, Block, Expression, Function, Loop, LoopForm, Output, Soac, Statement, Var, VarMap,
    VarSet, Variables, View,
};
use crate::{CpuLimits, Limits};

/// Arrays that branches and loops leave where they are: the results of branches, and the variables that loops
/// carry, that are the array which came in.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct InPlace {
    /// Each with the array that came in, in the order of the variables.
    pub(in crate::plan) arrays: Vec<(Var, Var)>,
}

impl InPlace {
    /// Finds those of a function.
    pub fn of(body: &[Statement], variables: &Variables) -> InPlace {
        let owners = Owners::of(body, variables);
        let came_in = |array: Var| Some((array, owners.owner(Atom::Var(array))?));
        let mut arrays: Vec<(Var, Var)> = owners.stays.iter().filter_map(came_in).collect();
        arrays.sort();
        InPlace { arrays }
    }

    /// The array that came in, if a branch gives it or a loop carries it.
    pub fn stays(&self, array: Var) -> Option<Var> {
        let position = self.arrays.binary_search_by_key(&array, |(array, _)| *array).ok()?;
        Some(self.arrays[position].1)
    }

    /// Checks such arrays against the function of their plan: any of them may have memory of its own.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(in crate::plan) fn verify(&self, function: &Function) -> Result<(), String> {
        let found = InPlace::of(&function.body.statements, &function.variables);
        match self.arrays.iter().find(|(array, came_in)| found.stays(*array) != Some(*came_in)) {
            Some((array, came_in)) => Err(format!("#{} does not stay #{}", array.0, came_in.0)),
            None => Ok(()),
        }
    }
}

/// The arrays whose memory others are.
#[derive(Default)]
pub(in crate::plan) struct Owners {
    /// The results of branches, and the variables that loops carry, that are the array which came in.
    stays: VarSet,
    /// The array whose memory another is.
    owners: VarMap<Var>,
}

impl Owners {
    /// Finds those among statements.
    pub(in crate::plan) fn of(body: &[Statement], variables: &Variables) -> Owners {
        let mut found = Owners::default();
        found.follow(body, variables);
        found
    }

    /// The array whose memory an array is.
    pub(in crate::plan) fn owner(&self, atom: Atom) -> Option<Var> {
        Some(end(&self.owners, atom.var()?))
    }

    fn same(&mut self, array: Var, as_atom: Atom) {
        if let Some(owner) = self.owner(as_atom)
            && owner != array
        {
            self.owners.insert(array, owner);
        }
    }

    fn follow(&mut self, statements: &[Statement], variables: &Variables) {
        for Statement { binds, expression, .. } in statements {
            for body in expression.bodies() {
                self.follow(body, variables);
            }
            let is_array = |var: &Var| !variables.ty(*var).is_scalar();
            match expression {
                Expression::Update { array, .. }
                | Expression::Coerce(array, _)
                | Expression::View(View::Reshape(array)) => self.same(binds[0], *array),
                Expression::Soac(soac) => {
                    for (destination, bind) in written_to(soac, binds) {
                        self.same(bind, destination);
                    }
                }
                Expression::If(branch) => {
                    let results = branch.then.results.iter().zip(&branch.otherwise.results);
                    for (bind, (then, otherwise)) in binds.iter().zip(results) {
                        if is_array(bind) && self.owner(*then) == self.owner(*otherwise) {
                            self.same(*bind, *then);
                            self.stays.insert(*bind);
                        }
                    }
                }
                Expression::Loop(repetition) => {
                    let results = binds.iter().zip(&repetition.body.results);
                    for ((carried, initial), (bind, result)) in
                        repetition.carried.iter().zip(results)
                    {
                        if is_array(carried) && self.owner(*result) == Some(*carried) {
                            self.same(*carried, *initial);
                            self.stays.insert(*carried);
                        }
                        self.same(*bind, Atom::Var(*carried));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Follows the steps from array to array, and returns the last one.
fn end(steps: &VarMap<Var>, mut array: Var) -> Var {
    while let Some(next) = steps.get(&array) {
        array = *next;
    }
    array
}

/// The arrays that a SOAC writes to, and their names after it.
fn written_to<'a>(soac: &'a Soac, binds: &'a [Var]) -> impl Iterator<Item = (Atom, Var)> {
    outputs_with_binds(soac, binds).flat_map(|(output, own)| {
        let destinations = match output {
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                destinations.as_slice()
            }
            _ => &[],
        };
        destinations.iter().copied().zip(own.iter().copied())
    })
}

/// The number of elements of an array, if it is known.
pub(in crate::plan) fn known_size(array: Var, variables: &Variables) -> Option<usize> {
    variables.ty(array).extents().iter().map(|extent| extent.size()?.known_size()).product()
}

/// The arrays of a lane, or of a loop of host code, that need no memory of their own, with their sizes.
pub struct Locals<'v> {
    variables: &'v Variables,
    /// The largest number of elements of such an array.
    most_elements: usize,
    /// SOACs whose arrays have memory, by the first variable that they bind.
    with_memory: &'v VarSet,
    bound: VarSet,
    /// Arrays that the lane makes.
    made: Vec<Var>,
    /// Arrays with which something else is done.
    others: VarSet,
    /// Arrays that meet in a branch or a loop, or are the same: each leads to another.
    meets: VarMap<Var>,
}

impl Locals<'_> {
    /// Finds those of a lane.
    pub fn of_lane(
        body: &[Statement],
        with_memory: &VarSet,
        variables: &Variables,
        limits: &CpuLimits,
    ) -> VarMap<usize> {
        let mut locals = Locals::new(with_memory, variables, limits);
        locals.statements(body);
        locals.sizes()
    }

    /// Finds those of a function that lanes call, which no plan has, by the limits that were measured.
    pub fn of_function(function: &Function) -> VarMap<usize> {
        let Block { statements, results } = &function.body;
        let with_memory = VarSet::new();
        let mut locals = Locals::new(&with_memory, &function.variables, &Limits::MEASURED.cpu);
        locals.statements(statements);
        locals.others.extend(results.iter().filter_map(|result| result.var()));
        locals.sizes()
    }

    /// Finds those of a loop of host code, by the limits that were measured. The arrays that such a loop
    /// carries and rebuilds are among them: they are copied before the loop and after it.
    pub fn of_loop(repetition: &Loop, in_place: &InPlace, variables: &Variables) -> VarMap<usize> {
        let with_memory = VarSet::new();
        let mut locals = Locals::new(&with_memory, variables, &Limits::MEASURED.cpu);
        for (carried, _) in &repetition.carried {
            locals.bound.insert(*carried);
            if in_place.stays(*carried).is_some() {
                locals.others.insert(*carried);
            } else if !variables.ty(*carried).is_scalar() {
                locals.made.push(*carried);
            }
        }
        if let LoopForm::While(condition) = &repetition.form {
            locals.statements(&condition.statements);
        }
        locals.statements(&repetition.body.statements);
        for ((carried, _), result) in repetition.carried.iter().zip(&repetition.body.results) {
            locals.meet(*carried, *result);
        }
        locals.sizes()
    }

    fn new<'v>(
        with_memory: &'v VarSet,
        variables: &'v Variables,
        limits: &CpuLimits,
    ) -> Locals<'v> {
        Locals {
            variables,
            most_elements: limits.elements_of_local,
            with_memory,
            bound: VarSet::new(),
            made: Vec::new(),
            others: VarSet::new(),
            meets: VarMap::default(),
        }
    }

    fn sizes(self) -> VarMap<usize> {
        let group = |array: Var| self.group(array);
        let with_memory: VarSet = self.others.iter().map(group).collect();
        // All of a group have one size, or all have memory.
        let mut sizes: VarMap<Option<usize>> = VarMap::default();
        for array in &self.made {
            let known = known_size(*array, self.variables);
            let known = known.filter(|size| *size <= self.most_elements);
            let size = sizes
                .get(&group(*array))
                .map_or(known, |size| size.filter(|size| Some(*size) == known));
            sizes.insert(group(*array), size);
        }
        let mut locals = VarMap::default();
        for array in self.made.iter().filter(|array| !with_memory.contains(&group(**array))) {
            if let Some(Some(size)) = sizes.get(&group(*array)) {
                locals.insert(*array, *size);
            }
        }
        locals
    }

    fn group(&self, array: Var) -> Var {
        end(&self.meets, array)
    }

    /// Arrays that have to be of one kind.
    fn meet(&mut self, array: Var, atom: Atom) {
        let Atom::Var(other) = atom else { return };
        if self.variables.ty(array).is_scalar() {
            return;
        }
        if !self.bound.contains(&other) {
            self.others.insert(array);
            return;
        }
        let (one, other) = (self.group(array), self.group(other));
        if one != other {
            self.meets.insert(one, other);
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for Statement { binds, expression, .. } in statements {
            if let Expression::Loop(repetition) = expression {
                self.bound.extend(repetition.carried.iter().map(|(carried, _)| carried));
            }
            for body in expression.bodies() {
                self.statements(body);
            }
            self.bound.extend(binds);
            match expression {
                Expression::Array(_) | Expression::Copy(_) => self.made.extend(binds),
                Expression::Sort(sort) if sort.single_key(self.variables).is_some() => {
                    self.made.extend(binds);
                }
                Expression::Update { array, .. }
                | Expression::Coerce(array, _)
                | Expression::View(View::Reshape(array)) => self.meet(binds[0], *array),
                Expression::If(branch) => {
                    let results = branch.then.results.iter().zip(&branch.otherwise.results);
                    for (bind, (then, otherwise)) in binds.iter().zip(results) {
                        self.meet(*bind, *then);
                        self.meet(*bind, *otherwise);
                    }
                }
                Expression::Loop(repetition) => {
                    let results = binds.iter().zip(&repetition.body.results);
                    for ((carried, initial), (bind, result)) in
                        repetition.carried.iter().zip(results)
                    {
                        self.meet(*carried, *initial);
                        self.meet(*carried, *result);
                        self.meet(*bind, Atom::Var(*carried));
                    }
                }
                Expression::Soac(soac) => self.soac(soac, binds),
                Expression::Check(_) | Expression::Scan(_) => {}
                Expression::Scalar(..)
                | Expression::Cast(_)
                | Expression::Select(_)
                | Expression::CommonLength(..) => {}
                // Views of arrays, and arrays that have memory.
                Expression::Index(..)
                | Expression::View(_)
                | Expression::Call(..)
                | Expression::Sort(_) => self.others.extend(binds),
            }
        }
    }

    fn soac(&mut self, soac: &Soac, binds: &[Var]) {
        let has_memory = binds.first().is_some_and(|bind| self.with_memory.contains(bind));
        for (destination, bind) in written_to(soac, binds) {
            self.meet(bind, destination);
        }
        for (output, own) in outputs_with_binds(soac, binds) {
            match output {
                Output::Store(_) | Output::Segment { .. } | Output::Columns(_) if !has_memory => {
                    self.made.extend(own);
                }
                Output::Scatter { .. } | Output::Combine { .. } => {}
                _ => self.others.extend(own),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::front;
    use crate::plan::{parse_plan, print_exact_plan, verify_plan};

    #[test]
    fn arrays_that_stay_where_they_are_are_part_of_a_plan() {
        let function = "pub fn f(xs: &[usize; n]) -> [u32; 300] {
            let mut counts = generate(300, |_| 0u32);
            for x in xs { counts[x % 300] += 1; }
            counts
        }";
        let mut plan = front(function).expect("this is a program")[0].plan().0;
        assert_eq!(plan.in_place.arrays.len(), 1, "the loop carries one array");
        let text = print_exact_plan(&plan);
        assert!(text.contains(" in_place ("), "{text}");
        let read = parse_plan(&text).expect("a printed plan can be read");
        assert_eq!(print_exact_plan(&read), text);
        let (array, _) = plan.in_place.arrays[0];
        plan.in_place.arrays[0] = (array, array);
        assert!(verify_plan(&plan).is_err_and(|error| error.contains("does not stay")));
    }
}
