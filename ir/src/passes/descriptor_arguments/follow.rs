//! Follows rows through a function: finds the rows of a parameter that an array has, and their places.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::parts::{new_starts_and_lengths, parts, starts_and_lengths};
use super::{Component, ResultRows, Returned, Rows};
use crate::core::visit::{each_use_in_block, free_variables};
use crate::core::{
    Atom, Axis, Builder, Expression, Extent, Function, If, Operation, Output, ScalarType, Soac,
    Statement, Type, Var, VarMap, VarSet, View,
};

/// The form in which the rows of a parameter come in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// All there are, one after the other, with their offsets.
    All,
    /// The rows come as parts of their array of elements, with their starts and lengths.
    Selected,
}

/// A function that goes on with rows of its parameters.
pub(super) struct Followed {
    pub(super) function: Function,
    /// For each parameter, true if all calls are given some of its rows, and one call not just all.
    pub(super) fits: Vec<bool>,
    /// True if all rows that were taken to be some of a parameter's are.
    pub(super) results_fit: bool,
}

/// Rows of a parameter's array, or one of them.
#[derive(Clone, Copy)]
struct Selection {
    of: Var,
    /// The positions in the array of elements at which the rows begin, or the one of a single row.
    starts: Atom,
    /// The lengths of the rows, or the one of a single row.
    lengths: Atom,
}

/// Writes a function that calls `onward` with rows of its parameters instead of itself.
pub(super) fn follow(
    function: &Function,
    onward: &Arc<str>,
    parameters: &[Rows],
    results: Option<&ResultRows>,
    given: Given,
) -> Followed {
    let mut follower = Follower {
        function,
        onward,
        parameters,
        results,
        given,
        builder: Builder::new(function.variables.clone()),
        initial: Vec::new(),
        arrays: VarMap::default(),
        rows: VarMap::default(),
        sources: VarMap::default(),
        returned: VarMap::default(),
        dropped: VarSet::new(),
        passed: VarSet::new(),
        fits: vec![true; parameters.len()],
        narrows: vec![false; parameters.len()],
    };
    let mut written = Function { body: function.body.clone(), ..function.clone() };
    if given == Given::Selected {
        written.name = onward.clone();
        written.parameters = follower.selected_parameters();
    }
    follower.statements(&mut written.body.statements);
    let mut results_fit = true;
    if let (Some(results), Given::Selected) = (results, given) {
        results_fit = follower.give_rows(results, &mut written);
    }
    let mut used = VarSet::new();
    each_use_in_block(&written.body, |var| {
        used.insert(var);
    });
    remove_unused(&mut written.body.statements, &follower.passed, &used);
    for statement in &written.body.statements {
        let used = free_variables(statement, &follower.builder.variables);
        results_fit &= !follower.dropped.meets(&used);
    }
    let Follower { builder, fits, narrows, .. } = follower;
    let fits = fits.into_iter().zip(narrows).map(|(fits, narrows)| fits && narrows).collect();
    written.variables = builder.variables;
    Followed { function: written, fits, results_fit }
}

struct Follower<'a> {
    function: &'a Function,
    onward: &'a Arc<str>,
    parameters: &'a [Rows],
    results: Option<&'a ResultRows>,
    given: Given,
    builder: Builder,
    /// For each parameter, where all its rows begin and how long they are.
    initial: Vec<Option<[Atom; 2]>>,
    /// The selections of a parameter's rows that arrays of rows, and single rows, are known to be.
    arrays: VarMap<Selection>,
    rows: VarMap<Selection>,
    /// The arrays of which a variable is the offsets, the elements, or another name.
    sources: VarMap<Atom>,
    /// The rows that calls return and the array they are of, by the array of elements before, and the
    /// variables that calls do not return any more.
    returned: VarMap<(Atom, Selection)>,
    dropped: VarSet,
    /// The variables that calls were given instead of rows.
    passed: VarSet,
    fits: Vec<bool>,
    narrows: Vec<bool>,
}

/// The starts and lengths that a list of statements has bound already, by the way in which they are made.
type Made = FxHashMap<(&'static str, Atom, Atom, Atom), [Atom; 2]>;

impl Follower<'_> {
    /// The parameters, where rows come in as parts.
    fn selected_parameters(&mut self) -> Vec<Var> {
        let mut list = self.function.parameters.clone();
        for rows in self.parameters {
            let parts = new_starts_and_lengths(&mut self.builder, rows.count);
            parts.iter().for_each(|part| self.builder.variables.describes(Atom::Var(*part)));
            self.initial.push(Some(parts.map(Atom::Var)));
            list.retain(|parameter| *parameter != rows.offset_count);
            if let Some(position) = list.iter().position(|var| *var == rows.offsets) {
                list.splice(position..=position, parts);
            }
        }
        list
    }

    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut made = Made::default();
        for mut statement in std::mem::take(list) {
            self.builder.open();
            self.builder.span = statement.span;
            if let Some(position) = self.put_together(&statement) {
                let array = statement.binds[0];
                let [starts, lengths] = self.all_rows(position);
                self.arrays.insert(array, Selection { of: array, starts, lengths });
                if let (Given::Selected, Expression::View(View::Segments(data, _))) =
                    (self.given, &statement.expression)
                {
                    statement.expression =
                        parts(&mut self.builder, array, *data, [starts, lengths]);
                }
                list.append(&mut self.builder.close());
                list.push(statement);
                continue;
            }
            if let Some((inside, selection)) = self.put_together_again(&statement) {
                let rows = [selection.starts, selection.lengths];
                statement.expression = parts(&mut self.builder, statement.binds[0], inside, rows);
                self.arrays.insert(statement.binds[0], selection);
            }
            self.statement(&mut statement, &mut made);
            list.push(statement);
            list.append(&mut self.builder.close());
        }
    }

    /// The position of the parameter whose rows a statement puts together.
    fn put_together(&self, statement: &Statement) -> Option<usize> {
        let Expression::View(View::Segments(..)) = statement.expression else { return None };
        self.parameters.iter().position(|rows| rows.array(statement.binds[0]).is_some())
    }

    /// The starts and lengths of all rows of a parameter.
    fn all_rows(&mut self, position: usize) -> [Atom; 2] {
        if let Some(Some(known)) = self.initial.get(position) {
            return *known;
        }
        let rows = &self.parameters[position];
        let all = starts_and_lengths(&mut self.builder, Atom::Var(rows.offsets), rows.count);
        self.initial.resize(self.initial.len().max(position + 1), None);
        self.initial[position] = Some(all);
        all
    }

    /// The rows, returned by a call, that a statement puts together, and the array that they are parts of.
    fn put_together_again(&self, statement: &Statement) -> Option<(Atom, Selection)> {
        let Expression::View(View::Segments(data, _)) = statement.expression else { return None };
        self.returned.get(&data.var()?).copied()
    }

    /// Looks at a statement, and adds statements that tell the places of the rows that it gives.
    fn statement(&mut self, statement: &mut Statement, made: &mut Made) {
        let Statement { binds, expression, .. } = statement;
        match expression {
            Expression::Index(array, indices) => {
                if let ([index], [length, row]) = (&indices[..], &binds[..])
                    && let Some(all) = self.selection(*array)
                {
                    let key = ("index", all.starts, *index, all.lengths);
                    let [starts, lengths] = *made.entry(key).or_insert_with(|| {
                        [self.builder.index(all.starts, vec![*index]), Atom::Var(*length)]
                    });
                    self.rows.insert(*row, Selection { of: all.of, starts, lengths });
                }
            }
            Expression::Copy(array) | Expression::Coerce(array, _) => self.same(binds[0], *array),
            Expression::View(View::Offsets(array) | View::Flatten(array)) => {
                self.sources.insert(binds[binds.len() - 1], *array);
            }
            Expression::View(View::Slice(array, by)) => {
                if let Some(row) = array.var().and_then(|var| self.rows.get(&var)).copied() {
                    let length = self.extent(binds[0]);
                    let [starts, lengths] =
                        *made.entry(("part", row.starts, *by, length)).or_insert_with(|| {
                            [self.builder.scalar(Operation::Add, &[row.starts, *by]), length]
                        });
                    self.rows.insert(binds[0], Selection { of: row.of, starts, lengths });
                }
                let (array, by) = (*array, *by);
                self.view(binds[0], array, ("slice", by), made, |part| View::Slice(part, by));
            }
            Expression::View(View::Reverse(array)) => {
                self.view(binds[0], *array, ("reverse", Atom::size(0)), made, View::Reverse);
            }
            Expression::View(View::Rotate(array, by)) => {
                let (array, by) = (*array, *by);
                self.view(binds[0], array, ("rotate", by), made, |part| View::Rotate(part, by));
            }
            Expression::If(branch) => self.branch(branch, binds),
            Expression::Soac(soac) => self.soac(soac, binds),
            Expression::Call(name, arguments) if *name == self.function.name => {
                *name = self.onward.clone();
                self.call(arguments);
                self.results_of_call(binds);
            }
            other => other.bodies_mut().into_iter().for_each(|body| self.statements(body)),
        }
    }

    fn selection(&self, array: Atom) -> Option<Selection> {
        self.arrays.get(&array.var()?).copied()
    }

    fn extent(&self, array: Var) -> Atom {
        let extents = self.builder.variables.ty(array).extents();
        extents.first().and_then(|extent| extent.size()).unwrap_or(Atom::size(0))
    }

    /// One array is another, perhaps under other sizes that have been checked.
    fn same(&mut self, bind: Var, array: Atom) {
        let Atom::Var(var) = array else { return };
        self.sources.insert(bind, array);
        if let Some(row) = self.rows.get(&var).copied() {
            self.rows.insert(bind, row);
        }
        if let Some(selection) = self.selection(array)
            && self.extent(bind) == self.extent(var)
        {
            self.arrays.insert(bind, selection);
        }
    }

    /// A view of the rows of an array is one of where they lie.
    fn view(
        &mut self,
        bind: Var,
        array: Atom,
        (kind, by): (&'static str, Atom),
        made: &mut Made,
        view: impl Fn(Atom) -> View,
    ) {
        let Some(Selection { of, starts, lengths }) = self.selection(array) else { return };
        let count = self.extent(bind);
        let [starts, lengths] = *made.entry((kind, starts, by, count)).or_insert_with(|| {
            [starts, lengths].map(|part| {
                let ty = Type::regular(ScalarType::Usize, [count]);
                self.builder.view(ty, view(part))
            })
        });
        self.arrays.insert(bind, Selection { of, starts, lengths });
    }

    fn branch(&mut self, branch: &mut If, binds: &mut Vec<Var>) {
        let arms = [&mut branch.then, &mut branch.otherwise];
        arms.into_iter().for_each(|arm| self.statements(&mut arm.statements));
        for (position, bind) in binds.clone().into_iter().enumerate() {
            let values = [branch.then.results[position], branch.otherwise.results[position]];
            let count = self.extent(bind);
            let found = |map: &VarMap<Selection>| {
                let [then, otherwise] = values.map(|value| map.get(&value.var()?).copied());
                then.zip(otherwise).filter(|(then, otherwise)| then.of == otherwise.of)
            };
            if let Some((then, otherwise)) = found(&self.arrays) {
                let ty = Type::regular(ScalarType::Usize, [count]);
                let starts = self.either([then.starts, otherwise.starts], &ty, branch, binds);
                let lengths = self.either([then.lengths, otherwise.lengths], &ty, branch, binds);
                self.arrays.insert(bind, Selection { of: then.of, starts, lengths });
            } else if let Some((then, otherwise)) = found(&self.rows) {
                let parts = [then.starts, otherwise.starts];
                let starts = self.either(parts, &Type::USIZE, branch, binds);
                self.rows.insert(bind, Selection { of: then.of, starts, lengths: count });
            }
        }
    }

    /// A selection that is one of two by the arm that is taken.
    fn either(
        &mut self,
        [then, otherwise]: [Atom; 2],
        ty: &Type,
        branch: &mut If,
        binds: &mut Vec<Var>,
    ) -> Atom {
        let mut known = branch.then.results.iter().zip(&branch.otherwise.results);
        if let Some(position) = known.position(|known| known == (&then, &otherwise)) {
            return Atom::Var(binds[position]);
        }
        let bind = self.builder.variable(None, ty.clone());
        branch.then.results.push(then);
        branch.otherwise.results.push(otherwise);
        binds.push(bind);
        Atom::Var(bind)
    }

    fn soac(&mut self, soac: &mut Soac, binds: &mut Vec<Var>) {
        self.statements(&mut soac.body);
        for output in &mut soac.outputs {
            if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } = output {
                self.statements(&mut operator.body.statements);
            }
        }
        let [Axis { extent, .. }] = soac.space[..] else { return };
        let mut rest = std::mem::take(binds).into_iter();
        let mut stored: FxHashMap<Atom, Var> = FxHashMap::default();
        let mut more = Vec::new();
        for output in &mut soac.outputs {
            let mut own: Vec<Var> = rest.by_ref().take(output.binds()).collect();
            match output {
                Output::Store(value) => {
                    if let Some(row) = self.row(*value, own[0]) {
                        let [starts, lengths] = [row.starts, row.lengths].map(|part| {
                            let ty = Type::regular(ScalarType::Usize, [extent]);
                            let bind = *stored.entry(part).or_insert_with(|| {
                                let bind = self.builder.variable(None, ty);
                                more.push((Output::Store(part), bind));
                                bind
                            });
                            Atom::Var(bind)
                        });
                        self.arrays.insert(own[0], Selection { of: row.of, starts, lengths });
                    }
                }
                Output::Compact { values, .. } => {
                    let ty = Type::regular(ScalarType::Usize, [Atom::Var(own[0])]);
                    for position in 0..values.len() {
                        let Some(row) = self.row(values[position], own[position + 1]) else {
                            continue;
                        };
                        let [starts, lengths] = [row.starts, row.lengths].map(|part| {
                            let known = values.iter().position(|value| *value == part);
                            let place = known.unwrap_or_else(|| {
                                values.push(part);
                                own.push(self.builder.variable(None, ty.clone()));
                                values.len() - 1
                            });
                            Atom::Var(own[place + 1])
                        });
                        let array = own[position + 1];
                        self.arrays.insert(array, Selection { of: row.of, starts, lengths });
                    }
                }
                _ => {}
            }
            binds.append(&mut own);
        }
        for (output, bind) in more {
            soac.outputs.push(output);
            binds.push(bind);
        }
    }

    /// The selection that is known of a row that is stored in an array of rows that may differ.
    fn row(&self, value: Atom, array: Var) -> Option<Selection> {
        let may_differ = self.builder.variables.ty(array).extents().get(1) == Some(&Extent::Ragged);
        let row = self.rows.get(&value.var()?)?;
        may_differ.then_some(*row)
    }

    /// A call of the function itself is given rows of the parameters, and the array of elements as it is.
    fn call(&mut self, arguments: &mut Vec<Atom>) {
        let parameters = &self.function.parameters;
        let mut left: Vec<(Var, Vec<Atom>)> =
            parameters.iter().copied().zip(arguments.iter().map(|atom| vec![*atom])).collect();
        for (position, rows) in self.parameters.iter().enumerate() {
            let argument = |parameter: Var| {
                let found = parameters.iter().position(|other| *other == parameter);
                found.map(|position| arguments[position])
            };
            let Some(selected) = self.selected(position, &argument) else {
                self.fits[position] = false;
                continue;
            };
            self.narrows[position] |= self.initial[position] != Some(selected);
            for (parameter, passed) in &mut left {
                if *parameter == rows.offset_count {
                    passed.clear();
                } else if *parameter == rows.offsets {
                    *passed = selected.to_vec();
                } else if rows.kept.contains(parameter) {
                    *passed = vec![Atom::Var(*parameter)];
                }
            }
        }
        *arguments = left.into_iter().flat_map(|(_, passed)| passed).collect();
    }

    /// A call gives rows of a parameter instead of arrays of its own.
    fn results_of_call(&mut self, binds: &mut Vec<Var>) {
        let Some(results) = self.results else { return };
        let Returned { rows: [starts, lengths], dropped, elements } =
            results.returned(&mut self.builder, binds);
        for (data, Component { array, inside }) in elements {
            let selection = Selection { of: array, starts, lengths };
            self.returned.insert(data, (Atom::Var(inside), selection));
        }
        for var in dropped {
            self.dropped.insert(var);
        }
    }

    /// Has a function give rows of a parameter. Returns true if its results are such rows.
    fn give_rows(&mut self, results: &ResultRows, function: &mut Function) -> bool {
        let given = function.body.results[results.replaced()].to_vec();
        let Some(Selection { starts, lengths, .. }) = self.traced(given[1]) else { return false };
        for (Component { array, .. }, data) in results.of.iter().rev().zip(given.iter().rev()) {
            let found = self.traced(*data).map(|found| (found.of, found.starts, found.lengths));
            if found != Some((*array, starts, lengths)) {
                return false;
            }
        }
        let count = Atom::Var(function.results[results.count()]);
        let vars = new_starts_and_lengths(&mut self.builder, count);
        function.results.splice(results.replaced(), vars);
        function.body.results.splice(results.replaced(), [starts, lengths]);
        true
    }

    /// The rows of a parameter that a call is given, if all its arrays are the same rows of its own.
    fn selected(
        &mut self,
        position: usize,
        argument: &dyn Fn(Var) -> Option<Atom>,
    ) -> Option<[Atom; 2]> {
        let (function, rows) = (self.function, &self.parameters[position]);
        let all = self.initial.get(position).copied().flatten()?;
        // A parameter gets all rows, as they are, or some of an array.
        let mut of = |parameter: Var| -> Option<(Option<Var>, [Atom; 2])> {
            let given = argument(parameter)?;
            if given == Atom::Var(parameter) {
                return Some((None, all));
            }
            let Selection { of, starts, lengths } = self.traced(given)?;
            Some((Some(of), [starts, lengths]))
        };
        let (_, selected) = of(rows.offsets)?;
        for parameter in rows.kept.iter() {
            if function.variables.ty(parameter).is_scalar() {
                continue;
            }
            let (array, also) = of(parameter)?;
            let is_inside =
                |array| rows.array(array).is_some_and(|parts| parts.contains(&parameter));
            if also != selected || !array.is_none_or(is_inside) {
                return None;
            }
        }
        Some(selected)
    }

    /// The rows whose offsets an array has, or that it is the inside of.
    fn traced(&mut self, array: Atom) -> Option<Selection> {
        let mut var = array.var()?;
        loop {
            if let Some(selection) = self.arrays.get(&var) {
                return Some(*selection);
            }
            self.passed.insert(var);
            var = self.sources.get(&var)?.var()?;
        }
    }
}

/// Removes statements that only make the former arguments of calls. The check that the components of rows
/// agree is not needed if all components are those of the same rows.
fn remove_unused(statements: &mut Vec<Statement>, passed: &VarSet, used: &VarSet) {
    statements.retain_mut(|statement| {
        for body in statement.expression.bodies_mut() {
            remove_unused(body, passed, used);
        }
        let [bind] = statement.binds[..] else { return true };
        used.contains(&bind) || !passed.contains(&bind)
    });
}
