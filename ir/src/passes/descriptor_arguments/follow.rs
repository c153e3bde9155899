//! Follows rows through a function: finds the rows of a parameter that an array has, and their places.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::spans::{new_starts_and_lengths, rows_at, starts_and_lengths};
use super::{Component, RaggedParameter, RaggedResult, Returned};
use crate::core::visit::{each_use_in_block, free_variables};
use crate::core::{
    Atom, Axis, Builder, Expression, Extent, Function, If, Operation, Output, ScalarType, Soac,
    Statement, Type, Var, VarMap, VarSet, View,
};

/// The form in which the descriptor of a parameter's rows comes in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DescriptorForm {
    /// The rows are all there are, one after the other, and come with their offsets.
    Offsets,
    /// The rows come as spans of their array of elements: with their starts and lengths.
    Spans,
}

/// A function that goes on with rows of its parameters.
pub(super) struct Followed {
    pub(super) function: Function,
    /// For each parameter, true if all calls are given some of its rows, and one call not just all.
    pub(super) fits: Vec<bool>,
    /// True if all rows that were taken to be some of a parameter's are.
    pub(super) results_fit: bool,
}

/// The spans of rows in a parameter's array of elements, or the span of one row.
#[derive(Clone, Copy)]
struct Spans {
    of: Var,
    /// The positions in the array of elements at which the rows begin, or the one of a single row.
    starts: Atom,
    /// The lengths of the rows, or the one of a single row.
    lengths: Atom,
}

/// Writes a function that calls `recursive` with rows of its parameters instead of itself.
pub(super) fn follow(
    function: &Function,
    recursive: &Arc<str>,
    parameters: &[RaggedParameter],
    results: Option<&RaggedResult>,
    form: DescriptorForm,
) -> Followed {
    let mut follower = Follower {
        function,
        recursive,
        parameters,
        results,
        form,
        builder: Builder::new(function.variables.clone()),
        initial: Vec::new(),
        arrays: VarMap::default(),
        rows: VarMap::default(),
        sources: VarMap::default(),
        returned: VarMap::default(),
        dropped: VarSet::new(),
        passed: VarSet::new(),
        fits: vec![true; parameters.len()],
        selects: vec![false; parameters.len()],
    };
    let mut written = Function { body: function.body.clone(), ..function.clone() };
    if form == DescriptorForm::Spans {
        written.name = recursive.clone();
        written.parameters = follower.span_parameters();
    }
    follower.statements(&mut written.body.statements);
    let mut results_fit = true;
    if let (Some(results), DescriptorForm::Spans) = (results, form) {
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
    let Follower { builder, fits, selects, .. } = follower;
    let fits = fits.into_iter().zip(selects).map(|(fits, selects)| fits && selects).collect();
    written.variables = builder.variables;
    Followed { function: written, fits, results_fit }
}

struct Follower<'a> {
    function: &'a Function,
    recursive: &'a Arc<str>,
    parameters: &'a [RaggedParameter],
    results: Option<&'a RaggedResult>,
    form: DescriptorForm,
    builder: Builder,
    /// For each parameter, where all its rows begin and how long they are.
    initial: Vec<Option<[Atom; 2]>>,
    /// The spans of a parameter's rows that arrays of rows, and single rows, are known to be.
    arrays: VarMap<Spans>,
    rows: VarMap<Spans>,
    /// The arrays of which a variable is the offsets, the elements, or another name.
    sources: VarMap<Atom>,
    /// The rows that calls return and the array they are of, by the array of elements before, and the
    /// variables that calls do not return any more.
    returned: VarMap<(Atom, Spans)>,
    dropped: VarSet,
    /// The variables that calls were given instead of rows.
    passed: VarSet,
    fits: Vec<bool>,
    selects: Vec<bool>,
}

/// The starts and lengths that a list of statements has bound already, by the way in which they are computed.
type Known = FxHashMap<(&'static str, Atom, Atom, Atom), [Atom; 2]>;

impl Follower<'_> {
    /// The parameters, where rows come in as spans.
    fn span_parameters(&mut self) -> Vec<Var> {
        let mut list = self.function.parameters.clone();
        for rows in self.parameters {
            let spans = new_starts_and_lengths(&mut self.builder, rows.count);
            spans.iter().for_each(|array| self.builder.variables.describes(Atom::Var(*array)));
            self.initial.push(Some(spans.map(Atom::Var)));
            list.retain(|parameter| *parameter != rows.offset_count);
            if let Some(position) = list.iter().position(|var| *var == rows.offsets) {
                list.splice(position..=position, spans);
            }
        }
        list
    }

    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut known = Known::default();
        for mut statement in std::mem::take(list) {
            self.builder.open();
            self.builder.span = statement.span;
            if let Some(position) = self.assembled(&statement) {
                let array = statement.binds[0];
                let [starts, lengths] = self.all_rows(position);
                self.arrays.insert(array, Spans { of: array, starts, lengths });
                if let (DescriptorForm::Spans, Expression::View(View::Segments(data, _))) =
                    (self.form, &statement.expression)
                {
                    statement.expression =
                        rows_at(&mut self.builder, array, *data, [starts, lengths]);
                }
                list.append(&mut self.builder.close());
                list.push(statement);
                continue;
            }
            if let Some((elements, spans)) = self.reassembled(&statement) {
                let rows = [spans.starts, spans.lengths];
                statement.expression =
                    rows_at(&mut self.builder, statement.binds[0], elements, rows);
                self.arrays.insert(statement.binds[0], spans);
            }
            self.statement(&mut statement, &mut known);
            list.push(statement);
            list.append(&mut self.builder.close());
        }
    }

    /// The position of the parameter whose rows a statement puts together.
    fn assembled(&self, statement: &Statement) -> Option<usize> {
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

    /// The rows, returned by a call, that a statement puts together, and the array of which they are slices.
    fn reassembled(&self, statement: &Statement) -> Option<(Atom, Spans)> {
        let Expression::View(View::Segments(data, _)) = statement.expression else { return None };
        self.returned.get(&data.var()?).copied()
    }

    /// Looks at a statement, and adds statements that tell the places of the rows that it gives.
    fn statement(&mut self, statement: &mut Statement, known: &mut Known) {
        let Statement { binds, expression, .. } = statement;
        match expression {
            Expression::Index(array, indices) => {
                if let ([index], [length, row]) = (&indices[..], &binds[..])
                    && let Some(all) = self.spans_of(*array)
                {
                    let key = ("index", all.starts, *index, all.lengths);
                    let [starts, lengths] = *known.entry(key).or_insert_with(|| {
                        [self.builder.index(all.starts, vec![*index]), Atom::Var(*length)]
                    });
                    self.rows.insert(*row, Spans { of: all.of, starts, lengths });
                }
            }
            Expression::Copy(array) | Expression::Coerce(array, _) => self.alias(binds[0], *array),
            Expression::View(View::Offsets(array) | View::Flatten(array)) => {
                self.sources.insert(binds[binds.len() - 1], *array);
            }
            Expression::View(View::Slice(array, by)) => {
                if let Some(row) = array.var().and_then(|var| self.rows.get(&var)).copied() {
                    let length = self.extent(binds[0]);
                    let [starts, lengths] =
                        *known.entry(("part", row.starts, *by, length)).or_insert_with(|| {
                            [self.builder.scalar(Operation::Add, &[row.starts, *by]), length]
                        });
                    self.rows.insert(binds[0], Spans { of: row.of, starts, lengths });
                }
                let (array, by) = (*array, *by);
                self.view(binds[0], array, ("slice", by), known, |array| View::Slice(array, by));
            }
            Expression::View(View::Reverse(array)) => {
                self.view(binds[0], *array, ("reverse", Atom::size(0)), known, View::Reverse);
            }
            Expression::View(View::Rotate(array, by)) => {
                let (array, by) = (*array, *by);
                self.view(binds[0], array, ("rotate", by), known, |array| View::Rotate(array, by));
            }
            Expression::If(branch) => self.branch(branch, binds),
            Expression::Soac(soac) => self.soac(soac, binds),
            Expression::Call(name, arguments) if *name == self.function.name => {
                *name = self.recursive.clone();
                self.call(arguments);
                self.results_of_call(binds);
            }
            other => other.bodies_mut().into_iter().for_each(|body| self.statements(body)),
        }
    }

    fn spans_of(&self, array: Atom) -> Option<Spans> {
        self.arrays.get(&array.var()?).copied()
    }

    fn extent(&self, array: Var) -> Atom {
        let extents = self.builder.variables.ty(array).extents();
        extents.first().and_then(|extent| extent.size()).unwrap_or(Atom::size(0))
    }

    /// One array is another, perhaps under other sizes that have been checked.
    fn alias(&mut self, bind: Var, array: Atom) {
        let Atom::Var(var) = array else { return };
        self.sources.insert(bind, array);
        if let Some(row) = self.rows.get(&var).copied() {
            self.rows.insert(bind, row);
        }
        if let Some(spans) = self.spans_of(array)
            && self.extent(bind) == self.extent(var)
        {
            self.arrays.insert(bind, spans);
        }
    }

    /// A view of the rows of an array is one of where they lie.
    fn view(
        &mut self,
        bind: Var,
        array: Atom,
        (kind, by): (&'static str, Atom),
        known: &mut Known,
        view: impl Fn(Atom) -> View,
    ) {
        let Some(Spans { of, starts, lengths }) = self.spans_of(array) else { return };
        let count = self.extent(bind);
        let [starts, lengths] = *known.entry((kind, starts, by, count)).or_insert_with(|| {
            [starts, lengths].map(|array| {
                let ty = Type::regular(ScalarType::Usize, [count]);
                self.builder.view(ty, view(array))
            })
        });
        self.arrays.insert(bind, Spans { of, starts, lengths });
    }

    fn branch(&mut self, branch: &mut If, binds: &mut Vec<Var>) {
        let arms = [&mut branch.then, &mut branch.otherwise];
        arms.into_iter().for_each(|arm| self.statements(&mut arm.statements));
        for (position, bind) in binds.clone().into_iter().enumerate() {
            let values = [branch.then.results[position], branch.otherwise.results[position]];
            let count = self.extent(bind);
            let found = |map: &VarMap<Spans>| {
                let [then, otherwise] = values.map(|value| map.get(&value.var()?).copied());
                then.zip(otherwise).filter(|(then, otherwise)| then.of == otherwise.of)
            };
            if let Some((then, otherwise)) = found(&self.arrays) {
                let ty = Type::regular(ScalarType::Usize, [count]);
                let starts = self.either([then.starts, otherwise.starts], &ty, branch, binds);
                let lengths = self.either([then.lengths, otherwise.lengths], &ty, branch, binds);
                self.arrays.insert(bind, Spans { of: then.of, starts, lengths });
            } else if let Some((then, otherwise)) = found(&self.rows) {
                let starts = [then.starts, otherwise.starts];
                let starts = self.either(starts, &Type::USIZE, branch, binds);
                self.rows.insert(bind, Spans { of: then.of, starts, lengths: count });
            }
        }
    }

    /// An operand that is one of two by the arm that is taken.
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
                        let [starts, lengths] = [row.starts, row.lengths].map(|array| {
                            let ty = Type::regular(ScalarType::Usize, [extent]);
                            let bind = *stored.entry(array).or_insert_with(|| {
                                let bind = self.builder.variable(None, ty);
                                more.push((Output::Store(array), bind));
                                bind
                            });
                            Atom::Var(bind)
                        });
                        self.arrays.insert(own[0], Spans { of: row.of, starts, lengths });
                    }
                }
                Output::Compact { values, .. } => {
                    let ty = Type::regular(ScalarType::Usize, [Atom::Var(own[0])]);
                    for position in 0..values.len() {
                        let Some(row) = self.row(values[position], own[position + 1]) else {
                            continue;
                        };
                        let [starts, lengths] = [row.starts, row.lengths].map(|array| {
                            let known = values.iter().position(|value| *value == array);
                            let place = known.unwrap_or_else(|| {
                                values.push(array);
                                own.push(self.builder.variable(None, ty.clone()));
                                values.len() - 1
                            });
                            Atom::Var(own[place + 1])
                        });
                        let array = own[position + 1];
                        self.arrays.insert(array, Spans { of: row.of, starts, lengths });
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

    /// The known span of a row that is stored in an array of rows that may differ.
    fn row(&self, value: Atom, array: Var) -> Option<Spans> {
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
            self.selects[position] |= self.initial[position] != Some(selected);
            for (parameter, passed) in &mut left {
                if *parameter == rows.offset_count {
                    passed.clear();
                } else if *parameter == rows.offsets {
                    *passed = selected.to_vec();
                } else if rows.unchanged.contains(parameter) {
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
        for (data, Component { array, elements }) in elements {
            let spans = Spans { of: array, starts, lengths };
            self.returned.insert(data, (Atom::Var(elements), spans));
        }
        for var in dropped {
            self.dropped.insert(var);
        }
    }

    /// Has a function give rows of a parameter. Returns true if its results are such rows.
    fn give_rows(&mut self, results: &RaggedResult, function: &mut Function) -> bool {
        let given = function.body.results[results.replaced()].to_vec();
        let Some(Spans { starts, lengths, .. }) = self.traced(given[1]) else { return false };
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
            let Spans { of, starts, lengths } = self.traced(given)?;
            Some((Some(of), [starts, lengths]))
        };
        let (_, selected) = of(rows.offsets)?;
        for parameter in rows.unchanged.iter() {
            if function.variables.ty(parameter).is_scalar() {
                continue;
            }
            let (array, also) = of(parameter)?;
            let is_inside =
                |array| rows.array(array).is_some_and(|sources| sources.contains(&parameter));
            if also != selected || !array.is_none_or(is_inside) {
                return None;
            }
        }
        Some(selected)
    }

    /// The rows whose offsets an array has, or that it is the inside of.
    fn traced(&mut self, array: Atom) -> Option<Spans> {
        let mut var = array.var()?;
        loop {
            if let Some(spans) = self.arrays.get(&var) {
                return Some(*spans);
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
