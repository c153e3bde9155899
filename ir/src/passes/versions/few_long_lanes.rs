//! Versions of a nest, chosen by the sizes at run time: all lanes at once, or one lane after the other with
//! the SOACs inside it in parallel. A few long rows keep few cores busy in the first version, and all of
//! them in the second.
//!
//! ```text
//! s = soac [i < n] {                     few = lt n 32; long = le 131072 m; c = and few long
//!     t = soac [j < m] { … reduce }      s = if c { loop i < n { t = soac [j < m] { … reduce }
//! } store t                       ─▶                             update s [i] = t } }
//!                                            else { soac [i < n] { … } store t }
//! ```
//!
//! Nests get a second version if something is combined or sorted inside a lane, and if lanes end with a map
//! whose rows they store. Rows that such a last map computes are taken out of the loop: that map runs over
//! lanes and rows at once. Only the sizes decide, so the results are the same on any number of threads.
//! Inside a version there are no further ones, so code at most doubles, at any depth. A `#[sequential]`
//! nest has one version.

use super::choice;
use super::last_map::{LastMap, RowOrder, before, in_order};
use super::spaces::{extents, known_outside, known_product, sizes};
use crate::VersionLimits;
use crate::core::operation::Operation;
use crate::core::visit::bound_inside;
use crate::core::{
    Atom, Axis, Block, Expression, Extent, Function, Lambda, Loop, LoopForm, Origin, Output,
    Renaming, Soac, Statement, Statements, Type, Var, VarMap, VarSet, Variables,
};
use crate::version::Choice;

/// Gives the nests that profit from it a second version, with conditions that choose it.
pub(crate) fn few_long_lanes(
    function: &mut Function,
    limits: VersionLimits,
    choices: &mut VarMap<Choice>,
) {
    let variables = &mut function.variables;
    let mut chooser = Chooser { variables, limits, choices };
    chooser.statements(&mut function.body.statements);
}

struct Chooser<'a> {
    variables: &'a mut Variables,
    limits: VersionLimits,
    choices: &'a mut VarMap<Choice>,
}

impl Chooser<'_> {
    /// Host code.
    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(list.len());
        for mut statement in std::mem::take(list) {
            if let Expression::Soac(soac) = &statement.expression {
                // Lanes that come one after the other give rows.
                let (soac, binds) = self.with_rows(soac, &statement.binds);
                let nest = Nest::of(&soac, self.variables);
                if let Some(elements) = self.elements_of_lane(&nest) {
                    let mut code = Statements::new(self.variables, statement.span, &mut result);
                    let condition = code.condition(&extents(&soac), &elements, self.limits);
                    let (statements, results) = code.apart(|code| {
                        let mut results = code.one_by_one(&nest, &binds);
                        code.turn_columns(&statement, &mut results);
                        results
                    });
                    let then = Block { statements, results };
                    if let Atom::Var(condition) = condition {
                        self.choices.insert(condition, Choice::Sizes);
                    }
                    statement = choice(condition, then, statement, self.variables);
                }
            } else if !self.has_version_for_columns(&statement) {
                for body in statement.expression.bodies_mut() {
                    self.statements(body);
                }
            }
            result.push(statement);
        }
        *list = result;
    }

    /// Returns true if a statement chooses between versions one of which is for few lanes, too.
    fn has_version_for_columns(&self, statement: &Statement) -> bool {
        let Expression::If(branch) = &statement.expression else { return false };
        let choice = branch.condition.var().and_then(|var| self.choices.get(&var));
        choice == Some(&Choice::Columns)
    }

    /// A SOAC with stored rows in place of columns, and the variables that it binds.
    fn with_rows(&mut self, soac: &Soac, binds: &[Var]) -> (Soac, Vec<Var>) {
        let mut soac = soac.clone();
        let mut binds = binds.to_vec();
        let sizes: Vec<Extent> = sizes(&soac).collect();
        let mut place = 0;
        for output in &mut soac.outputs {
            if let Output::Columns(row) = *output {
                let ty = self.variables.atom_type(row).under(sizes.iter().copied());
                binds[place] = self.variables.add(None, ty);
                *output = Output::Store(row);
            }
            place += output.binds();
        }
        (soac, binds)
    }

    /// The extents of the parallel work inside a lane, if a second version may pay.
    fn elements_of_lane(&self, nest: &Nest) -> Option<Vec<Atom>> {
        let soac = nest.soac;
        let fits = soac.outputs.iter().all(|output| match output {
            Output::Store(_) => true,
            Output::Reduce { initial, when, .. } => initial.is_some() && when.is_none(),
            _ => false,
        });
        let scans = soac.has_scan();
        let lanes = extents(soac);
        let many = known_product(&lanes).is_some_and(|count| count >= self.limits.lanes);
        if !fits || scans || many || soac.is_sequential_inside() {
            return None;
        }
        let mut combined = soac.body.iter().filter_map(|statement| self.combined(statement));
        // If an extent has few lanes, an inner nest of the same extent has few, too.
        let pays = |elements: &Vec<Atom>| {
            let other = elements.iter().any(|extent| !lanes.contains(extent));
            let few = |count| count < self.limits.elements;
            other
                && known_outside(elements, &nest.inside)
                && !known_product(elements).is_some_and(few)
        };
        combined
            .find(&pays)
            .or_else(|| nest.last.as_ref().map(|last| extents(last.map)).filter(pays))
    }

    /// The extents of a reduction, scan or the like, or of a sort.
    fn combined(&self, statement: &Statement) -> Option<Vec<Atom>> {
        match &statement.expression {
            Expression::Soac(inner) => {
                let stores = inner.outputs.iter().all(|output| matches!(output, Output::Store(_)));
                let scans = inner.has_scan();
                (!stores || scans).then(|| extents(inner))
            }
            Expression::Sort(sort) => {
                let keys = self.variables.atom_type(sort.keys[0]);
                keys.extents()[0].size().map(|length| vec![length])
            }
            _ => None,
        }
    }
}

impl Statements<'_> {
    /// Returns the condition that lanes are few and long; parts of it that are known to hold are left out.
    fn condition(&mut self, lanes: &[Atom], elements: &[Atom], limits: VersionLimits) -> Atom {
        let few = [self.product(lanes.iter().copied()), Atom::size(limits.lanes)];
        let long = [Atom::size(limits.elements), self.product(elements.iter().copied())];
        if known_product(elements).is_some() {
            return self.scalar(Operation::Less, &few);
        }
        let long = self.scalar(Operation::LessEqual, &long);
        if known_product(lanes).is_some() {
            return long;
        }
        let few = self.scalar(Operation::Less, &few);
        self.scalar(Operation::And, &[few, long])
    }

    /// Writes a SOAC as a loop over its lanes. Returns the values of its outputs.
    fn one_by_one(&mut self, nest: &Nest, binds: &[Var]) -> Vec<Atom> {
        let Nest { soac, last, .. } = nest;
        let made =
            |output: &Output| last.as_ref().is_some_and(|last| last.element(output).is_some());
        let mut renaming = Renaming::new();
        let mut carried = Vec::new();
        let mut lane_outputs = Vec::new();
        let mut own = binds.iter();
        for output in &soac.outputs {
            let binds: Vec<Var> = own.by_ref().take(output.binds()).copied().collect();
            match output {
                output if made(output) => {}
                Output::Reduce { values, initial, operator, .. } => {
                    let initial = initial.clone().unwrap_or_default();
                    carried.extend(binds.iter().copied().zip(initial));
                    lane_outputs.push(LaneOutput::Combined(values, operator));
                }
                Output::Store(value) => {
                    let zeros = self.zeros(self.variables.ty(binds[0]).clone(), &soac.origins);
                    carried.push((binds[0], zeros));
                    lane_outputs.push(LaneOutput::Stored(*value));
                }
                _ => unreachable!("other outputs have one version"),
            }
        }
        let outputs = carried.len();
        // The variables that the last map needs from each lane are stored for it.
        let needed: Vec<Var> = last.iter().flat_map(|last| last.needed.clone()).collect();
        for var in &needed {
            let array = self.variables.at_points(*var, &soac.space);
            let zeros = self.zeros(self.variables.ty(array).clone(), &soac.origins);
            carried.push((array, zeros));
            lane_outputs.push(LaneOutput::Stored(Atom::Var(*var)));
        }
        let body = before(soac, last);
        let lanes = Lanes { body, outputs: &lane_outputs };
        let done = match (body, &*lane_outputs) {
            ([], []) => Vec::new(),
            _ => self.loops(&lanes, &soac.space, carried, &mut Vec::new(), &mut renaming),
        };
        let (done, needed_rows) = done.split_at(outputs);
        let rows = match &last {
            Some(last) => self.map_over_all(soac, last, needed_rows, binds, RowOrder::RowMajor),
            None => Vec::new(),
        };
        in_order(soac, last, &rows, done)
    }

    /// Makes columns of the rows that a statement with columns gave.
    fn turn_columns(&mut self, statement: &Statement, results: &mut [Atom]) {
        let Expression::Soac(soac) = &statement.expression else { return };
        let mut place = 0;
        for output in &soac.outputs {
            if let Output::Columns(row) = output {
                let ty = self.variables.ty(statement.binds[place]).clone();
                let rank = self.variables.atom_type(*row).rank();
                let space = self.space(&ty);
                let mut indices: Vec<Atom> =
                    space.iter().map(|lane| Atom::Var(lane.index)).collect();
                indices.rotate_left(rank);
                let element = self.variables.add(None, Type::Scalar(ty.element()));
                let read = Expression::Index(results[place], indices);
                let read = Statement { binds: vec![element], expression: read, span: self.span };
                let outputs = vec![Output::Store(Atom::Var(element))];
                let origins = soac.origins.clone();
                let turned = Soac { space, body: vec![read], outputs, origins };
                results[place] = self.bind(ty, Expression::Soac(Box::new(turned)));
            }
            place += output.binds();
        }
    }

    /// The space of all elements of an array.
    fn space(&mut self, ty: &Type) -> Vec<Axis> {
        let sizes = ty.extents().iter().filter_map(|extent| extent.size());
        sizes.map(|extent| Axis { index: self.variables.add(None, Type::USIZE), extent }).collect()
    }

    fn zeros(&mut self, ty: Type, origins: &[Origin]) -> Atom {
        let space = self.space(&ty);
        let outputs = vec![Output::Store(Atom::Constant(ty.element().zero()))];
        let fill = Soac { space, body: Vec::new(), outputs, origins: origins.to_vec() };
        self.bind(ty, Expression::Soac(Box::new(fill)))
    }

    /// Writes loops over lanes: over the first level, in it over the next. Returns the values carried at
    /// the end.
    fn loops(
        &mut self,
        lanes: &Lanes,
        space: &[Axis],
        carried: Vec<(Var, Atom)>,
        indices: &mut Vec<Atom>,
        renaming: &mut Renaming,
    ) -> Vec<Atom> {
        let Some((lane, rest)) = space.split_first() else {
            let states = carried.into_iter().map(|(_, state)| state).collect();
            return self.lane(lanes, states, indices, renaming);
        };
        let index = renaming.fresh(lane.index, self.variables);
        indices.push(Atom::Var(index));
        let copies = |variables: &mut Variables| -> Vec<Var> {
            carried.iter().map(|(var, _)| variables.copy(*var)).collect()
        };
        let (states, binds) = (copies(self.variables), copies(self.variables));
        let before = std::mem::take(self.list);
        let inner =
            carried.iter().zip(&states).map(|(carried, state)| (carried.0, Atom::Var(*state)));
        let results = self.loops(lanes, rest, inner.collect(), indices, renaming);
        let statements = std::mem::replace(self.list, before);
        let carried = states.iter().zip(&carried).map(|(state, carried)| (*state, carried.1));
        let repetition = Loop {
            form: LoopForm::For(index, lane.extent),
            carried: carried.collect(),
            body: Block { statements, results },
        };
        let expression = Expression::Loop(Box::new(repetition));
        self.push(binds.clone(), expression);
        binds.into_iter().map(Atom::Var).collect()
    }

    /// Writes one lane. Returns the values carried to the next.
    fn lane(
        &mut self,
        lanes: &Lanes,
        states: Vec<Atom>,
        indices: &[Atom],
        renaming: &mut Renaming,
    ) -> Vec<Atom> {
        let body = renaming.statements(lanes.body, self.variables);
        self.list.extend(body);
        let mut states = states.into_iter();
        let mut next = Vec::new();
        for output in lanes.outputs {
            match output {
                LaneOutput::Stored(value) => {
                    let Some(array) = states.next() else { continue };
                    let value = renaming.atom(*value);
                    let update = Expression::Update { array, indices: indices.to_vec(), value };
                    next.push(self.bind(self.variables.atom_type(array), update));
                }
                LaneOutput::Combined(values, operator) => {
                    let before: Vec<Atom> = states.by_ref().take(values.len()).collect();
                    let values: Vec<Atom> =
                        values.iter().map(|atom| renaming.atom(*atom)).collect();
                    let after = operator.apply(&before, &values, self.variables, self.list);
                    next.extend(after);
                }
            }
        }
        next
    }
}

/// The lanes of a nest as turns of a loop.
struct Lanes<'a> {
    body: &'a [Statement],
    outputs: &'a [LaneOutput<'a>],
}

/// The use of a lane's values in a loop.
enum LaneOutput<'a> {
    /// The value is put at its place in an array.
    Stored(Atom),
    /// The values are combined with those of the lanes before.
    Combined(&'a [Atom], &'a Lambda),
}

/// A SOAC as this pass sees it.
struct Nest<'a> {
    soac: &'a Soac,
    /// Everything bound inside.
    inside: VarSet,
    last: Option<LastMap<'a>>,
}

impl<'a> Nest<'a> {
    fn of(soac: &'a Soac, variables: &Variables) -> Nest<'a> {
        let inside = bound_inside(soac);
        let last = LastMap::of(soac, &inside, variables);
        Nest { soac, inside, last }
    }
}
