//! Reductions and scans whose values are rows.
//!
//! An operator that works element by element is moved inside, so that the scan or reduction is
//! innermost:
//!
//! ```text
//! s = soac [i < n] { row = index m [i] }             s = soac [j < k] {
//!     reduce (row) from (zero)                  ─▶     z = index zero [j]
//!     |a, b| { soac [j < k] { a[j] + b[j] } }          t = soac [i < n] { x = index m [i, j] }
//!                                                          reduce (x) from (z) |a, b| { a + b }
//!                                                    } store t
//! ```
//!
//! Rows of a few elements become accumulators for each of them instead, see [`scalar_replacement`]. Moved inside
//! are combinations of rows, too, into an array of rows, see [`combine`]. Compactions keep the numbers
//! of rows, see [`compact`]. Any other operator on rows makes a sequential loop, whose body is
//! parallel. So do scatters of rows. Afterwards every accumulator is a scalar.

mod combine;
mod compact;
mod scalar_replacement;
mod scatter;

use crate::core::operation::Operation;
use crate::core::{
    Atom, Axis, Block, Expression, Extent, Function, If, Lambda, Loop, LoopForm, Output, Renaming,
    Scan, Soac, Statement, Statements, Type, Var, Variables, View,
};
use crate::source::Span;

pub use scatter::scattered_rows;

/// Rewrites every SOAC and loop that accumulates rows. Returns true if there was any.
pub fn vector_operators(function: &mut Function) -> bool {
    let mut rewriter = Rewriter::new(&mut function.variables);
    rewriter.statements(&mut function.body.statements);
    rewriter.rewritten
}

struct Rewriter<'a> {
    variables: &'a mut Variables,
    span: Span,
    /// The number of SOACs around the present statement.
    lanes: u32,
    rewritten: bool,
}

/// An operator that works element by element: its index, and the scalar operator.
struct Elementwise {
    extent: Atom,
    operator: Lambda,
}

impl<'a> Rewriter<'a> {
    fn new(variables: &'a mut Variables) -> Rewriter<'a> {
        Rewriter { variables, span: Span::NONE, lanes: 0, rewritten: false }
    }
}

impl Rewriter<'_> {
    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(statements.len());
        for mut statement in std::mem::take(statements) {
            let lanes = u32::from(matches!(statement.expression, Expression::Soac(_)));
            self.lanes += lanes;
            for body in statement.expression.bodies_mut() {
                self.statements(body);
            }
            self.lanes -= lanes;
            self.span = statement.span;
            match statement.expression {
                Expression::Soac(soac) => self.soac(statement.binds, *soac, &mut result),
                _ => result.push(statement),
            }
        }
        *statements = result;
    }

    fn is_row(&self, atom: Atom) -> bool {
        !self.variables.atom_type(atom).is_scalar()
    }

    fn soac(&mut self, binds: Vec<Var>, soac: Soac, result: &mut Vec<Statement>) {
        let single = soac.space.len() == 1 && soac.outputs.len() == 1;
        let scan = soac.body.iter().position(|statement| match &statement.expression {
            Expression::Scan(scan) => scan.values.iter().any(|value| self.is_row(*value)),
            _ => false,
        });
        if let Some(place) = scan {
            self.rewritten = true;
            if let Some(body) = self.scan_elements(&soac.body, place, result) {
                return self.soac(binds, Soac { body, ..soac }, result);
            }
            return self.scan(binds, soac, place, result);
        }
        if self.filters_rows(&soac) {
            self.rewritten = true;
            return self.filter_rows(binds, soac, result);
        }
        match soac.outputs.as_slice() {
            [Output::Reduce { values, .. }] if single && values.iter().any(|v| self.is_row(*v)) => {
                self.rewritten = true;
                if self.reduce_elements(&binds, &soac, result).is_none() {
                    self.reduce(binds, soac, result);
                }
            }
            [Output::Scatter { values, .. } | Output::Combine { values, .. }]
                if single && values.iter().any(|v| self.is_row(*v)) =>
            {
                self.rewritten = true;
                self.scatter(binds, soac, result);
            }
            _ => self.to(result).push(binds, Expression::Soac(Box::new(soac))),
        }
    }

    /// Adds statements to a list, at the place of the statement that is rewritten.
    fn to<'b>(&'b mut self, list: &'b mut Vec<Statement>) -> Statements<'b> {
        Statements::new(self.variables, self.span, list)
    }

    fn index(&mut self) -> Var {
        self.variables.add(Some("i".into()), Type::USIZE)
    }

    /// The scalar operator inside an operator on vectors, if there is one.
    fn elementwise(&mut self, operator: &Lambda) -> Option<Elementwise> {
        let [Statement { binds, expression: Expression::Soac(inner), .. }] =
            operator.body.statements.as_slice()
        else {
            return None;
        };
        let [lane] = inner.space.as_slice() else { return None };
        let results: Vec<Atom> = binds.iter().map(|var| Atom::Var(*var)).collect();
        let parameters = &operator.parameters;
        let vectors = parameters.iter().all(|var| {
            let ty = self.variables.ty(*var);
            ty.rank() == 1 && ty.extents()[0] == Extent::Size(lane.extent)
        });
        if !vectors || operator.body.results != results || results.len() * 2 != parameters.len() {
            return None;
        }
        let mut renaming = Renaming::new();
        let scalars: Vec<Var> = parameters
            .iter()
            .map(|var| {
                let ty = Type::Scalar(self.variables.ty(*var).element());
                self.variables.add(self.variables.name(*var).cloned(), ty)
            })
            .collect();
        // Every read of a parameter is of its element at the lane; nothing else uses the lane.
        let mut body = Vec::new();
        for statement in &inner.body {
            if let Expression::Index(Atom::Var(array), indices) = &statement.expression
                && let Some(position) = parameters.iter().position(|var| var == array)
            {
                if indices.as_slice() != [Atom::Var(lane.index)] {
                    return None;
                }
                renaming.insert(statement.binds[0], Atom::Var(scalars[position]));
                continue;
            }
            let mut fits = statement.expression.bodies().is_empty();
            crate::core::visit::each_use(&statement.expression, |var| {
                fits &= var != lane.index && !parameters.contains(&var);
            });
            if !fits {
                return None;
            }
            body.push(renaming.statement(statement, self.variables));
        }
        let mut values = Vec::new();
        for output in &inner.outputs {
            let Output::Store(value) = output else { return None };
            values.push(renaming.atom(*value));
        }
        let body = Block { statements: body, results: values };
        let operator = Lambda { parameters: scalars, body };
        Some(Elementwise { extent: lane.extent, operator })
    }

    /// The rows of a body as arrays of their own.
    fn stored_rows(
        &mut self,
        space: &[Axis],
        body: Vec<Statement>,
        values: &[Atom],
        soac: &Soac,
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let outer: Vec<Extent> = space.iter().map(|lane| Extent::Size(lane.extent)).collect();
        let binds: Vec<Var> = values
            .iter()
            .map(|value| {
                let ty = self.variables.atom_type(*value).under(outer.clone());
                self.variables.add(None, ty)
            })
            .collect();
        let outputs = values.iter().map(|value| Output::Store(*value)).collect();
        let origins = soac.origins.clone();
        let rows = Soac { space: space.to_vec(), body, outputs, origins };
        self.to(result).push(binds.clone(), Expression::Soac(Box::new(rows)));
        binds.into_iter().map(Atom::Var).collect()
    }

    fn reduce(&mut self, binds: Vec<Var>, mut soac: Soac, result: &mut Vec<Statement>) {
        let Some(Output::Reduce { values, initial, operator, when, commutative }) =
            soac.outputs.pop()
        else {
            return;
        };
        let inner = match (&initial, when) {
            (Some(_), None) => self.elementwise(&operator),
            _ => None,
        };
        let Some(inner) = inner else {
            return self.fold(binds, soac, values, initial, operator, when, result);
        };
        let space = soac.space.clone();
        let body = std::mem::take(&mut soac.body);
        let arrays = self.stored_rows(&space, body, &values, &soac, result);
        let (i, j) = (self.index(), self.index());
        let mut outer = Vec::new();
        let initial = initial.unwrap_or_default();
        let initial: Vec<Atom> = initial
            .iter()
            .map(|array| self.element(*array, vec![Atom::Var(j)], &mut outer))
            .collect();
        let mut lanes = Vec::new();
        let values = arrays
            .iter()
            .map(|array| self.element(*array, vec![Atom::Var(i), Atom::Var(j)], &mut lanes))
            .collect();
        let reduced = self.variables.like(&initial);
        let commutative = commutative || is_commutative(&inner.operator, self.variables);
        let output = Output::Reduce {
            values,
            initial: Some(initial),
            operator: inner.operator,
            when: None,
            commutative,
        };
        let reduction = Soac {
            space: vec![Axis { index: i, extent: space[0].extent }],
            body: lanes,
            outputs: vec![output],
            origins: soac.origins.clone(),
        };
        self.to(&mut outer).push(reduced.clone(), Expression::Soac(Box::new(reduction)));
        let outputs = reduced.into_iter().map(|var| Output::Store(Atom::Var(var))).collect();
        let space = vec![Axis { index: j, extent: inner.extent }];
        let nest = Soac { space, body: outer, outputs, origins: soac.origins };
        self.to(result).push(binds, Expression::Soac(Box::new(nest)));
    }

    fn element(&mut self, array: Atom, indices: Vec<Atom>, result: &mut Vec<Statement>) -> Atom {
        let ty = self.variables.atom_type(array).row(indices.len());
        self.to(result).bind(ty, Expression::Index(array, indices))
    }

    /// A reduction as a loop.
    #[expect(clippy::too_many_arguments, reason = "they describe one output")]
    fn fold(
        &mut self,
        binds: Vec<Var>,
        soac: Soac,
        values: Vec<Atom>,
        initial: Option<Vec<Atom>>,
        operator: Lambda,
        when: Option<Atom>,
        result: &mut Vec<Statement>,
    ) {
        let lane = soac.space[0];
        let seeded = initial.is_some();
        // Without an initial value the first lane's values begin; until then there are zeros.
        let mut carried = Vec::new();
        for (position, bind) in binds.iter().enumerate() {
            let ty = self.variables.ty(*bind).clone();
            let start = match &initial {
                Some(initial) => initial[position],
                None => self.zeros(&ty, result),
            };
            carried.push((self.variables.add(None, ty), start));
        }
        let accumulators: Vec<Atom> = carried.iter().map(|(var, _)| Atom::Var(*var)).collect();
        let started = (!seeded).then(|| self.variables.add(None, Type::BOOL));
        if let Some(started) = started {
            carried.push((started, Atom::truth(false)));
        }
        let mut body = soac.body;
        let mut combined = Vec::new();
        let results = operator.apply(&accumulators, &values, self.variables, &mut combined);
        let mut next = self.choose(
            started.map(Atom::Var),
            Block { statements: combined, results },
            Block { statements: Vec::new(), results: values },
            &mut body,
        );
        if let Some(when) = when {
            let combined = Block { statements: Vec::new(), results: next };
            let left = Block { statements: Vec::new(), results: accumulators };
            next = self.choose(Some(when), combined, left, &mut body);
        }
        let mut outer = binds;
        if let Some(started) = started {
            next.push(match when {
                None => Atom::truth(true),
                Some(when) => {
                    let or = Expression::Scalar(Operation::Or, vec![Atom::Var(started), when]);
                    self.to(&mut body).bind(Type::BOOL, or)
                }
            });
            outer.push(self.variables.add(None, Type::BOOL));
        }
        let form = LoopForm::For(lane.index, lane.extent);
        let body = Block { statements: body, results: next };
        self.to(result).push(outer, Expression::Loop(Box::new(Loop { form, carried, body })));
    }

    fn zeros(&mut self, ty: &Type, result: &mut Vec<Statement>) -> Atom {
        let zero = Atom::Constant(ty.element().zero());
        if ty.is_scalar() {
            return zero;
        }
        self.to(result).bind(ty.clone(), Expression::View(View::Replicate(zero)))
    }

    /// One of two blocks; the first where there is no condition.
    fn choose(
        &mut self,
        condition: Option<Atom>,
        then: Block,
        otherwise: Block,
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let Some(condition) = condition else {
            result.extend(then.statements);
            return then.results;
        };
        let binds = self.variables.like(&otherwise.results);
        let branch = If { condition, then, otherwise };
        self.to(result).push(binds.clone(), Expression::If(Box::new(branch)));
        binds.into_iter().map(Atom::Var).collect()
    }

    fn scan(&mut self, binds: Vec<Var>, mut soac: Soac, place: usize, result: &mut Vec<Statement>) {
        let after = soac.body.split_off(place + 1);
        let Some(Statement { binds: scanned, expression: Expression::Scan(scan), .. }) =
            soac.body.pop()
        else {
            return;
        };
        let lane = soac.space[0];
        let before = std::mem::take(&mut soac.body);
        let arrays = self.stored_rows(&soac.space, before.clone(), &scan.values, &soac, result);
        let results = match self.elementwise(&scan.operator) {
            Some(inner) => self.scan_inside(&scan, &arrays, inner, lane, &soac, result),
            None => self.scan_loop(&scan, &arrays, lane, result),
        };
        // The statements after the scan read its rows; the statements before it are computed there too, if
        // they are still needed.
        let mut body = before;
        for (row, array) in scanned.iter().zip(results) {
            let expression = Expression::Index(array, vec![Atom::Var(lane.index)]);
            body.push(Statement { binds: vec![*row], expression, span: self.span });
        }
        body.extend(after);
        let mut renaming = Renaming::new();
        let soac = Soac { body, ..soac };
        // The statements before the scan stand in two SOACs now: this one gets fresh variables.
        let copy = renaming.expression(&Expression::Soac(Box::new(soac)), self.variables);
        self.to(result).push(binds, copy);
    }

    fn scan_inside(
        &mut self,
        scan: &Scan,
        arrays: &[Atom],
        inner: Elementwise,
        lane: Axis,
        soac: &Soac,
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let (i, j) = (self.index(), self.index());
        let mut outer = Vec::new();
        let initial: Vec<Atom> = scan
            .initial
            .iter()
            .map(|array| self.element(*array, vec![Atom::Var(j)], &mut outer))
            .collect();
        let mut lanes = Vec::new();
        let values = arrays
            .iter()
            .map(|array| self.element(*array, vec![Atom::Var(i), Atom::Var(j)], &mut lanes))
            .collect();
        let scanned = self.variables.like(&initial);
        let exclusive = scan.exclusive;
        let scan = Scan { values, initial, operator: inner.operator, exclusive };
        self.to(&mut lanes).push(scanned.clone(), Expression::Scan(Box::new(scan)));
        let columns: Vec<Var> = scanned
            .iter()
            .map(|var| {
                let ty = self.variables.ty(*var).under([Extent::Size(lane.extent)]);
                self.variables.add(None, ty)
            })
            .collect();
        let outputs = scanned.iter().map(|var| Output::Store(Atom::Var(*var))).collect();
        let space = vec![Axis { index: i, extent: lane.extent }];
        let nest = Soac { space, body: lanes, outputs, origins: soac.origins.clone() };
        self.to(&mut outer).push(columns.clone(), Expression::Soac(Box::new(nest)));
        let arrays: Vec<Var> = columns
            .iter()
            .map(|var| {
                let ty = self.variables.ty(*var).under([Extent::Size(inner.extent)]);
                self.variables.add(None, ty)
            })
            .collect();
        let outputs = columns.into_iter().map(|var| Output::Store(Atom::Var(var))).collect();
        let space = vec![Axis { index: j, extent: inner.extent }];
        let nest = Soac { space, body: outer, outputs, origins: soac.origins.clone() };
        self.to(result).push(arrays.clone(), Expression::Soac(Box::new(nest)));
        arrays
            .into_iter()
            .map(|var| {
                let ty = self.variables.ty(var).clone();
                let mut extents = ty.extents().to_vec();
                extents.swap(0, 1);
                let ty = Type::array(ty.element(), extents);
                let view = View::Transpose(Atom::Var(var), vec![1, 0]);
                self.to(result).bind(ty, Expression::View(view))
            })
            .collect()
    }

    fn scan_loop(
        &mut self,
        scan: &Scan,
        arrays: &[Atom],
        lane: Axis,
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let index = self.index();
        let mut carried = Vec::new();
        let mut rows = Vec::new();
        let mut body = Vec::new();
        for initial in &scan.initial {
            let ty = self.variables.atom_type(*initial);
            carried.push((self.variables.add(None, ty), *initial));
        }
        for array in arrays {
            let ty = self.variables.atom_type(*array);
            let zeros = self.zeros(&ty, result);
            carried.push((self.variables.add(None, ty), zeros));
            rows.push(self.element(*array, vec![Atom::Var(index)], &mut body));
        }
        let (states, outputs) = carried.split_at(scan.initial.len());
        let states: Vec<Atom> = states.iter().map(|(var, _)| Atom::Var(*var)).collect();
        let outputs: Vec<Var> = outputs.iter().map(|(var, _)| *var).collect();
        let after = scan.operator.apply(&states, &rows, self.variables, &mut body);
        let given = if scan.exclusive { &states } else { &after };
        let mut next = after.clone();
        for (output, row) in outputs.iter().zip(given.clone()) {
            let ty = self.variables.ty(*output).clone();
            let array = Atom::Var(*output);
            let indices = vec![Atom::Var(index)];
            let update = Expression::Update { array, indices, value: row };
            next.push(self.to(&mut body).bind(ty, update));
        }
        let binds: Vec<Var> = carried
            .iter()
            .map(|(var, _)| {
                let ty = self.variables.ty(*var).clone();
                self.variables.add(None, ty)
            })
            .collect();
        let form = LoopForm::For(index, lane.extent);
        let body = Block { statements: body, results: next };
        let repetition = Loop { form, carried, body };
        self.to(result).push(binds.clone(), Expression::Loop(Box::new(repetition)));
        binds[scan.initial.len()..].iter().map(|var| Atom::Var(*var)).collect()
    }
}

/// Returns true if an operator on scalars is one commutative operation for each accumulator.
fn is_commutative(operator: &Lambda, variables: &Variables) -> bool {
    let count = operator.parameters.len() / 2;
    operator.body.results.iter().enumerate().all(|(position, result)| {
        let pair = [operator.parameters[position], operator.parameters[count + position]];
        operator.body.statements.iter().any(|statement| match &statement.expression {
            Expression::Scalar(operation, operands) => {
                Some(*result) == statement.binds.first().map(|var| Atom::Var(*var))
                    && operation.is_commutative_monoid(variables.element(operands[0]))
                    && pair.iter().all(|var| operands.contains(&Atom::Var(*var)))
            }
            _ => false,
        })
    })
}
