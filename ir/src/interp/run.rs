//! Running core programs.

use rustc_hash::FxHashMap;

use super::value::{ArrayValue, Items, Value};
use super::{Failure, Reason};
use crate::core::{
    Atom, Block, Check, Condition, Constant, Expression, Extent, Function, Lambda, LoopForm,
    Operation, Output, Program, Scan, Soac, Sort, Statement, Type, Var, Variables, View,
};
use crate::source::Span;

/// Why a run ended without a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Trap {
    /// The user's program failed.
    Failed(Failure),
    /// The program is not valid: a bug of the pass that made it.
    Broken(String),
}

/// How much was done, to compare programs before and after a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Scalar operations (not counting those on sizes and indices).
    pub operations: u64,
    /// Elements of arrays read.
    pub reads: u64,
}

/// More elements than any test has; beyond it an array counts as more than memory.
const MEMORY_LIMIT: usize = 1 << 24;
const RECURSION_LIMIT: usize = 128;

/// Runs a function of a program.
///
/// # Errors
/// If the user's program fails or the core program is not valid.
pub fn run(program: &Program, name: &str, arguments: &[Value]) -> Result<Vec<Value>, Trap> {
    run_within(u64::MAX, program, name, arguments)
}

/// Runs a function, but gives up after so many statements.
///
/// # Errors
/// If the user's program fails or does not end in time, or the core program is not valid.
pub fn run_within(
    steps: u64,
    program: &Program,
    name: &str,
    arguments: &[Value],
) -> Result<Vec<Value>, Trap> {
    let function = program
        .function(name)
        .ok_or_else(|| Trap::Broken(format!("there is no function {name}")))?;
    let mut machine = Machine::new(Some(program), &function.variables);
    machine.steps = steps;
    machine.function(function, arguments)
}

/// Runs a function that calls no other.
///
/// # Errors
/// If the user's program fails or the core program is not valid.
pub fn run_function(function: &Function, arguments: &[Value]) -> Result<Vec<Value>, Trap> {
    Machine::new(None, &function.variables).function(function, arguments)
}

/// The state of a run: the values of the variables of one function.
pub struct Machine<'a> {
    program: Option<&'a Program>,
    variables: &'a Variables,
    values: Vec<Option<Value>>,
    /// The accumulators of the scans of the SOACs being run, by the first variable they bind.
    scans: FxHashMap<Var, Vec<Value>>,
    depth: usize,
    /// How much was done so far.
    pub counts: Counts,
    /// How many statements may still be run.
    steps: u64,
}

impl<'a> Machine<'a> {
    /// A machine for code over these variables.
    pub fn new(program: Option<&'a Program>, variables: &'a Variables) -> Machine<'a> {
        Machine {
            program,
            variables,
            values: vec![None; variables.len()],
            scans: FxHashMap::default(),
            depth: 0,
            counts: Counts::default(),
            steps: u64::MAX,
        }
    }

    /// Calls a function.
    ///
    /// # Errors
    /// If the user's program fails or the core program is not valid.
    pub fn function(
        &mut self,
        function: &Function,
        arguments: &[Value],
    ) -> Result<Vec<Value>, Trap> {
        if arguments.len() != function.parameters.len() {
            return broken(format!("{} takes other arguments", function.name));
        }
        for (var, value) in function.parameters.iter().zip(arguments) {
            self.set(*var, value.clone())?;
        }
        self.block(&function.body)
    }

    /// Gives a variable its value, which must have the extents that its type says.
    ///
    /// # Errors
    /// If it has not.
    pub fn set(&mut self, var: Var, value: Value) -> Result<(), Trap> {
        self.fits(var, &value)?;
        self.values[var.index()] = Some(value);
        Ok(())
    }

    fn fits(&self, var: Var, value: &Value) -> Result<(), Trap> {
        let ty = self.variables.ty(var);
        match (ty, value) {
            (Type::Scalar(ty), Value::Scalar(constant)) if constant.ty() == *ty => Ok(()),
            (Type::Array(array), Value::Array(value)) => {
                let mut extents = value.extents.iter();
                for extent in &array.extents {
                    let Extent::Size(size) = extent else { return Ok(()) };
                    let size = match size {
                        // A size of the same pattern is set before.
                        Atom::Var(var) => match &self.values[var.index()] {
                            Some(Value::Scalar(size)) => size.size(),
                            _ => return broken(format!("the size of #{} has no value", var.0)),
                        },
                        Atom::Constant(size) => size.size(),
                    };
                    if extents.next() != Some(&size) {
                        return broken(format!(
                            "#{} ({:?}) has extents {:?} where its type says {size}",
                            var.0,
                            self.variables.name(var),
                            value.extents
                        ));
                    }
                }
                Ok(())
            }
            _ => broken(format!("#{} of type {ty:?} is bound to {value:?}", var.0)),
        }
    }

    /// The value of an operand.
    ///
    /// # Errors
    /// If it has none.
    pub fn get(&self, atom: Atom) -> Result<Value, Trap> {
        match atom {
            Atom::Constant(constant) => Ok(Value::Scalar(constant)),
            Atom::Var(var) => match &self.values[var.index()] {
                Some(value) => Ok(value.clone()),
                None => broken(format!(
                    "#{} ({:?}) is used before it has a value",
                    var.0,
                    self.variables.name(var)
                )),
            },
        }
    }

    fn scalar(&self, atom: Atom) -> Result<Constant, Trap> {
        match self.get(atom)? {
            Value::Scalar(constant) => Ok(constant),
            Value::Array(_) => broken("an array where a scalar is expected".into()),
        }
    }

    fn array(&self, atom: Atom) -> Result<ArrayValue, Trap> {
        match self.get(atom)? {
            Value::Array(array) => Ok(array),
            Value::Scalar(_) => broken("a scalar where an array is expected".into()),
        }
    }

    /// The value of a size.
    ///
    /// # Errors
    /// If it has none.
    pub fn size(&self, atom: Atom) -> Result<usize, Trap> {
        Ok(self.scalar(atom)?.size())
    }

    fn all(&self, atoms: &[Atom]) -> Result<Vec<Value>, Trap> {
        atoms.iter().map(|atom| self.get(*atom)).collect()
    }

    /// Runs a block.
    ///
    /// # Errors
    /// If the user's program fails or the core program is not valid.
    pub fn block(&mut self, block: &Block) -> Result<Vec<Value>, Trap> {
        self.statements(&block.statements)?;
        self.all(&block.results)
    }

    fn statements(&mut self, statements: &[Statement]) -> Result<(), Trap> {
        for statement in statements {
            self.statement(statement)?;
        }
        Ok(())
    }

    /// Runs a statement.
    ///
    /// # Errors
    /// If the user's program fails or the core program is not valid.
    pub fn statement(&mut self, statement: &Statement) -> Result<(), Trap> {
        self.step(statement.span)?;
        let values = self.expression(statement)?;
        if values.len() != statement.binds.len() {
            return broken(format!("{} values are bound", values.len()));
        }
        for (var, value) in statement.binds.iter().zip(values) {
            self.set(*var, value)?;
        }
        Ok(())
    }

    fn step(&mut self, span: Span) -> Result<(), Trap> {
        let Some(steps) = self.steps.checked_sub(1) else {
            return Err(Trap::Failed(Failure { reason: Reason::Steps, span }));
        };
        self.steps = steps;
        Ok(())
    }

    fn expression(&mut self, statement: &Statement) -> Result<Vec<Value>, Trap> {
        let bound = statement.binds.first().copied().unwrap_or(Var(0));
        let one = |value: Value| Ok(vec![value]);
        match &statement.expression {
            Expression::Copy(atom) => one(self.get(*atom)?),
            Expression::Scalar(operation, operands) => {
                let operands: Vec<Constant> =
                    operands.iter().map(|atom| self.scalar(*atom)).collect::<Result<_, _>>()?;
                if operands[0].ty() != crate::core::ScalarType::Usize {
                    self.counts.operations += 1;
                }
                one(Value::Scalar(operation.evaluate(&operands)))
            }
            Expression::Cast(atom) => {
                let ty = self.variables.ty(bound).element();
                one(Value::Scalar(self.scalar(*atom)?.cast(ty)))
            }
            Expression::Select([condition, then, otherwise]) => {
                let choice = if self.scalar(*condition)?.truth() { then } else { otherwise };
                one(self.get(*choice)?)
            }
            Expression::Check(check) => one(Value::Scalar(self.check(check, statement.span)?)),
            Expression::Coerce(array, operation) => {
                let array = self.array(*array)?;
                let expected = self.extents(bound)?;
                if array.extents != expected {
                    let reason = Reason::Extents(operation.clone(), expected, array.extents);
                    return Err(Trap::Failed(Failure { reason, span: statement.span }));
                }
                one(Value::Array(array))
            }
            Expression::If(branch) => {
                if self.scalar(branch.condition)?.truth() {
                    self.block(&branch.then)
                } else {
                    self.block(&branch.otherwise)
                }
            }
            Expression::Loop(repetition) => self.repetition(repetition),
            Expression::Call(name, arguments) => self.call(name, arguments, statement.span),
            Expression::Index(array, indices) => self.index(*array, indices),
            Expression::Update { array, indices, value } => {
                let mut array = self.array(*array)?;
                let indices = self.sizes(indices)?;
                if !array.set(&indices, self.get(*value)?) {
                    return broken(format!("an update at {indices:?} does not fit"));
                }
                one(Value::Array(array))
            }
            Expression::View(view) => self.view(view, &statement.binds, statement.span),
            Expression::Array(elements) => {
                let values = self.all(elements)?;
                let rest = self.extents_after(bound, 1)?;
                let regular = !self.variables.ty(bound).is_ragged();
                let stacked = ArrayValue::stack(vec![values.len()], values, regular, &rest);
                one(Value::Array(stacked))
            }
            Expression::Soac(soac) => self.soac(soac, &statement.binds, statement.span),
            Expression::Scan(scan) => self.scan(scan, bound),
            Expression::Sort(sort) => self.sort(sort),
        }
    }

    fn sizes(&self, atoms: &[Atom]) -> Result<Vec<usize>, Trap> {
        atoms.iter().map(|atom| self.size(*atom)).collect()
    }

    /// The regular extents that the type of a variable says, up to the first ragged one.
    fn extents(&self, var: Var) -> Result<Vec<usize>, Trap> {
        self.extents_after(var, 0)
    }

    fn extents_after(&self, var: Var, skip: usize) -> Result<Vec<usize>, Trap> {
        let extents = self.variables.ty(var).extents();
        extents.iter().skip(skip).map_while(|e| e.size()).map(|size| self.size(size)).collect()
    }

    fn check(&self, check: &Check, span: Span) -> Result<Constant, Trap> {
        let values: Vec<Constant> =
            check.operands.iter().map(|atom| self.scalar(*atom)).collect::<Result<_, _>>()?;
        let result = match check.condition {
            Condition::Index(_) | Condition::SliceStart | Condition::SliceEnd => {
                values[0].cast(crate::core::ScalarType::Usize)
            }
            _ => values[0],
        };
        if let Some(when) = check.when
            && !self.scalar(when)?.truth()
        {
            return Ok(result.ty().zero());
        }
        if holds(&check.condition, &values) {
            return Ok(result);
        }
        let reason = Reason::Condition(check.condition.clone(), values);
        Err(Trap::Failed(Failure { reason, span }))
    }

    fn repetition(&mut self, repetition: &crate::core::Loop) -> Result<Vec<Value>, Trap> {
        let mut carried = Vec::new();
        for (_, initial) in &repetition.carried {
            carried.push(self.get(*initial)?);
        }
        let mut turn = 0;
        loop {
            for ((var, _), value) in repetition.carried.iter().zip(&carried) {
                self.set(*var, value.clone())?;
            }
            self.step(Span::NONE)?;
            let goes_on = match &repetition.form {
                LoopForm::For(index, count) => {
                    let more = turn < self.size(*count)?;
                    if more {
                        self.set(*index, Value::Scalar(Constant::Usize(turn as u64)))?;
                    }
                    more
                }
                LoopForm::While(condition) => {
                    self.block(condition)?[0].scalar().is_some_and(Constant::truth)
                }
            };
            if !goes_on {
                return Ok(carried);
            }
            carried = self.block(&repetition.body)?;
            turn += 1;
        }
    }

    fn call(&mut self, name: &str, arguments: &[Atom], span: Span) -> Result<Vec<Value>, Trap> {
        let arguments = self.all(arguments)?;
        let Some((program, callee)) =
            self.program.and_then(|program| Some((program, program.function(name)?)))
        else {
            return broken(format!("calls the unknown function {name}"));
        };
        if self.depth >= RECURSION_LIMIT {
            return Err(Trap::Failed(Failure { reason: Reason::Recursion, span }));
        }
        let mut machine = Machine::new(Some(program), &callee.variables);
        machine.depth = self.depth + 1;
        (machine.counts, machine.steps) = (self.counts, self.steps);
        let results = machine.function(callee, &arguments);
        (self.counts, self.steps) = (machine.counts, machine.steps);
        results
    }

    fn index(&mut self, array: Atom, indices: &[Atom]) -> Result<Vec<Value>, Trap> {
        let opens = self.variables.atom_type(array).row(indices.len()).extents().first()
            == Some(&Extent::Ragged);
        let array = self.array(array)?;
        let indices = self.sizes(indices)?;
        let Some(value) = array.get(&indices) else {
            return broken(format!("index {indices:?} of an array of {:?}", array.extents));
        };
        self.counts.reads += u64::from(value.scalar().is_some());
        match &value {
            Value::Array(row) if opens => {
                let length = Value::Scalar(Constant::Usize(row.len() as u64));
                Ok(vec![length, value])
            }
            _ => Ok(vec![value]),
        }
    }

    fn view(&mut self, view: &View, binds: &[Var], span: Span) -> Result<Vec<Value>, Trap> {
        let last = *binds.last().unwrap_or(&Var(0));
        let values = match view {
            View::Iota => {
                let count = self.extents(last)?[0];
                let count = self.affordable(count, span)?;
                let numbers = (0..count).map(|i| Constant::Usize(i as u64)).collect();
                return Ok(vec![Value::vector(numbers)]);
            }
            View::Replicate(value) => {
                let value = self.get(*value)?;
                let rank = value.as_array().map_or(0, |array| array.extents.len());
                let mut outer = self.extents(last)?;
                let ragged = self.variables.ty(last).is_ragged();
                let inner = outer.split_off(outer.len() - rank);
                let count = outer.iter().try_fold(1usize, |a, b| a.checked_mul(*b));
                let count = self.affordable(count.unwrap_or(usize::MAX), span)?;
                let copies = vec![value; count];
                let stacked = ArrayValue::stack(outer, copies, !ragged || rank > 0, &inner);
                return Ok(vec![Value::Array(stacked)]);
            }
            View::Slice(array, start) => {
                let array = self.array(*array)?;
                let (start, length) = (self.size(*start)?, self.extents(last)?[0]);
                rows(&array, (start..start + length).collect())?
            }
            View::Reverse(array) => {
                let array = self.array(*array)?;
                rows(&array, (0..array.len()).rev().collect())?
            }
            View::Rotate(array, by) => {
                let array = self.array(*array)?;
                let (by, length) = (self.size(*by)?, array.len());
                rows(&array, (0..length).map(|i| (i + by) % length).collect())?
            }
            View::Transpose(array, permutation) => {
                return Ok(vec![transpose(&self.array(*array)?, permutation)?]);
            }
            View::Reshape(array) => {
                let array = self.array(*array)?;
                let extents = self.extents(last)?;
                if extents.iter().product::<usize>() != array.extents.iter().product() {
                    return broken(format!("reshape of {:?} to {extents:?}", array.extents));
                }
                return Ok(vec![Value::Array(ArrayValue { extents, items: array.items })]);
            }
            View::Windows(array) => {
                let array = self.array(*array)?;
                let extents = self.extents(last)?;
                let (count, size) = (extents[0], extents[1]);
                let mut windows = Vec::new();
                for start in 0..count {
                    windows.push(Value::Array(rows(&array, (start..start + size).collect())?));
                }
                let stacked = ArrayValue::stack(vec![count], windows, true, &extents[1..]);
                return Ok(vec![Value::Array(stacked)]);
            }
            View::Flatten(array) => {
                let array = self.array(*array)?;
                let Items::Rows(list) = &array.items else {
                    return broken("flatten of a regular array".into());
                };
                let mut all = Vec::new();
                for row in list.iter() {
                    for position in 0..row.len() {
                        all.extend(row.get(&[position]));
                    }
                }
                let count = all.len();
                self.values[binds[0].index()] = Some(Value::Scalar(Constant::Usize(count as u64)));
                let inner = self.extents_after(last, 1)?;
                let regular = !self.variables.ty(last).row(1).is_ragged();
                let flat = ArrayValue::stack(vec![count], all, regular, &inner);
                let count = Value::Scalar(Constant::Usize(count as u64));
                return Ok(vec![count, Value::Array(flat)]);
            }
            View::Split(array, lengths) => {
                let array = self.array(*array)?;
                let lengths: Vec<usize> =
                    self.get(*lengths)?.scalars().into_iter().map(Constant::size).collect();
                let mut start = 0;
                let mut list = Vec::new();
                for length in &lengths {
                    list.push(Value::Array(rows(&array, (start..start + length).collect())?));
                    start += length;
                }
                let stacked = ArrayValue::stack(vec![lengths.len()], list, false, &[]);
                return Ok(vec![Value::Array(stacked)]);
            }
        };
        Ok(vec![Value::Array(values)])
    }

    fn affordable(&self, count: usize, span: Span) -> Result<usize, Trap> {
        if count > MEMORY_LIMIT {
            return Err(Trap::Failed(Failure { reason: Reason::Memory, span }));
        }
        Ok(count)
    }

    fn apply(&mut self, lambda: &Lambda, arguments: Vec<Value>) -> Result<Vec<Value>, Trap> {
        for (var, value) in lambda.parameters.iter().zip(arguments) {
            self.set(*var, value)?;
        }
        self.block(&lambda.body)
    }

    /// Combines accumulators with values.
    fn combine(
        &mut self,
        operator: &Lambda,
        left: Vec<Value>,
        right: Vec<Value>,
    ) -> Result<Vec<Value>, Trap> {
        self.apply(operator, left.into_iter().chain(right).collect())
    }

    fn scan(&mut self, scan: &Scan, bound: Var) -> Result<Vec<Value>, Trap> {
        let before = match self.scans.get(&bound) {
            Some(values) => values.clone(),
            None => self.all(&scan.initial)?,
        };
        let values = self.all(&scan.values)?;
        let after = self.combine(&scan.operator, before.clone(), values)?;
        self.scans.insert(bound, after.clone());
        Ok(if scan.exclusive { before } else { after })
    }

    fn sort(&mut self, sort: &Sort) -> Result<Vec<Value>, Trap> {
        let keys: Vec<Vec<Constant>> = sort
            .keys
            .iter()
            .map(|key| Ok(self.get(*key)?.scalars()))
            .collect::<Result<_, Trap>>()?;
        let mut order: Vec<usize> = (0..keys[0].len()).collect();
        order.sort_by(|a, b| {
            let of = |key: &Vec<Constant>| ordered(key[*a], key[*b]);
            keys.iter().map(of).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut sorted = Vec::new();
        for input in sort.keys.iter().chain(&sort.payload) {
            let array = self.array(*input)?;
            sorted.push(Value::Array(rows(&array, order.clone())?));
        }
        Ok(sorted)
    }

    /// Runs a SOAC and gives what it binds.
    ///
    /// # Errors
    /// If the user's program fails or the core program is not valid.
    pub fn soac(&mut self, soac: &Soac, binds: &[Var], span: Span) -> Result<Vec<Value>, Trap> {
        let extents: Vec<usize> =
            soac.space.iter().map(|lane| self.size(lane.extent)).collect::<Result<_, _>>()?;
        let count = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
        let stores = soac.outputs.iter().any(|output| matches!(output, Output::Store(_)));
        let count = match count {
            Some(count) if stores => self.affordable(count, span)?,
            Some(count) => count,
            None => self.affordable(usize::MAX, span)?,
        };
        let mut sinks = Vec::new();
        for output in &soac.outputs {
            sinks.push(self.sink(output)?);
        }
        for statement in &soac.body {
            if let (Expression::Scan(_), Some(var)) =
                (&statement.expression, statement.binds.first())
            {
                self.scans.remove(var);
            }
        }
        for point in 0..count {
            let mut rest = point;
            for (lane, extent) in soac.space.iter().zip(&extents).rev() {
                let index = Value::Scalar(Constant::Usize((rest % extent) as u64));
                self.set(lane.index, index)?;
                rest /= extent;
            }
            self.statements(&soac.body)?;
            for (output, sink) in soac.outputs.iter().zip(&mut sinks) {
                self.feed(output, sink)?;
            }
        }
        let mut results = Vec::new();
        let mut binds = binds;
        for (output, sink) in soac.outputs.iter().zip(sinks) {
            let (own, rest) = binds.split_at(output.binds());
            results.extend(self.drain(output, sink, &extents, own)?);
            binds = rest;
        }
        Ok(results)
    }

    fn sink(&mut self, output: &Output) -> Result<Sink, Trap> {
        Ok(match output {
            Output::Store(_) => Sink::Values(vec![Vec::new()]),
            Output::Compact { values, .. } => Sink::Values(vec![Vec::new(); values.len() + 1]),
            Output::Reduce { initial: Some(initial), .. } => Sink::Accumulators(self.all(initial)?),
            Output::Reduce { initial: None, .. } => Sink::Accumulators(Vec::new()),
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                Sink::Accumulators(self.all(destinations)?)
            }
        })
    }

    fn taken(&self, when: Option<Atom>) -> Result<bool, Trap> {
        when.map_or(Ok(true), |when| Ok(self.scalar(when)?.truth()))
    }

    /// Gives the values of the present lane to an output.
    fn feed(&mut self, output: &Output, sink: &mut Sink) -> Result<(), Trap> {
        match (output, sink) {
            (Output::Store(value), Sink::Values(lists)) => lists[0].push(self.get(*value)?),
            (Output::Compact { values, when }, Sink::Values(lists)) => {
                if self.taken(Some(*when))? {
                    for (list, value) in lists.iter_mut().skip(1).zip(values) {
                        list.push(self.get(*value)?);
                    }
                    // The first list only counts.
                    lists[0].push(Value::Scalar(Constant::Bool(true)));
                }
            }
            (Output::Reduce { values, operator, when, .. }, Sink::Accumulators(accumulators)) => {
                if self.taken(*when)? {
                    let values = self.all(values)?;
                    let before = std::mem::take(accumulators);
                    *accumulators = if before.is_empty() {
                        values
                    } else {
                        self.combine(operator, before, values)?
                    };
                }
            }
            (Output::Scatter { index, values, when, .. }, Sink::Accumulators(accumulators)) => {
                if self.taken(*when)? {
                    let index = self.size(*index)?;
                    for (array, value) in accumulators.iter_mut().zip(values) {
                        write(array, index, self.get(*value)?)?;
                    }
                }
            }
            (
                Output::Combine { index, values, operator, when, .. },
                Sink::Accumulators(accumulators),
            ) => {
                if self.taken(*when)? {
                    let index = self.size(*index)?;
                    let values = self.all(values)?;
                    let mut before = Vec::new();
                    for array in accumulators.iter() {
                        let Some(old) = array.as_array().and_then(|array| array.get(&[index]))
                        else {
                            return broken(format!("a combine at {index}"));
                        };
                        before.push(old);
                    }
                    let after = self.combine(operator, before, values)?;
                    for (array, value) in accumulators.iter_mut().zip(after) {
                        write(array, index, value)?;
                    }
                }
            }
            _ => unreachable!("every output has its own kind of sink"),
        }
        Ok(())
    }

    fn drain(
        &mut self,
        output: &Output,
        sink: Sink,
        extents: &[usize],
        binds: &[Var],
    ) -> Result<Vec<Value>, Trap> {
        match sink {
            Sink::Accumulators(values) if values.is_empty() => binds
                .iter()
                .map(|bind| match self.variables.ty(*bind) {
                    Type::Scalar(ty) => Ok(Value::Scalar(ty.zero())),
                    Type::Array(array) => {
                        let extents = self.extents(*bind)?;
                        Ok(Value::Array(ArrayValue::filled(extents, array.element)))
                    }
                })
                .collect(),
            Sink::Accumulators(values) => Ok(values),
            Sink::Values(lists) => {
                let compact = matches!(output, Output::Compact { .. });
                let outer = if compact { vec![lists[0].len()] } else { extents.to_vec() };
                let mut results = Vec::new();
                for (position, (list, bind)) in lists.into_iter().zip(binds).enumerate() {
                    if compact && position == 0 {
                        let count = Value::Scalar(Constant::Usize(list.len() as u64));
                        self.values[bind.index()] = Some(count.clone());
                        results.push(count);
                        continue;
                    }
                    // The extents of rows, from the type, in case there is no row to look at.
                    let ty = self.variables.ty(*bind).row(outer.len());
                    let regular = ty.extents().first() != Some(&Extent::Ragged);
                    let inner: Vec<usize> = if list.is_empty() {
                        ty.extents()
                            .iter()
                            .map_while(|extent| extent.size())
                            .map(|size| self.size(size))
                            .collect::<Result<_, _>>()?
                    } else {
                        Vec::new()
                    };
                    let scalar = ty.is_scalar();
                    results.push(Value::Array(ArrayValue::stack(
                        outer.clone(),
                        list,
                        regular || scalar,
                        &inner,
                    )));
                }
                Ok(results)
            }
        }
    }
}

/// Where the values of an output go while a SOAC runs.
enum Sink {
    /// Lists of values, one for each array bound.
    Values(Vec<Vec<Value>>),
    /// Accumulators, or the arrays written to.
    Accumulators(Vec<Value>),
}

fn broken<T>(message: String) -> Result<T, Trap> {
    Err(Trap::Broken(message))
}

fn write(array: &mut Value, index: usize, value: Value) -> Result<(), Trap> {
    let fits = match array {
        Value::Array(array) => array.set(&[index], value),
        Value::Scalar(_) => false,
    };
    if fits { Ok(()) } else { broken(format!("a write at {index} does not fit")) }
}

/// The rows at these positions, as an array.
fn rows(array: &ArrayValue, positions: Vec<usize>) -> Result<ArrayValue, Trap> {
    let mut list = Vec::new();
    for position in &positions {
        match array.get(&[*position]) {
            Some(row) => list.push(row),
            None => return broken(format!("row {position} of {:?}", array.extents)),
        }
    }
    let regular = array.extents.len() > 1 || matches!(array.items, Items::Scalars(_));
    Ok(ArrayValue::stack(vec![positions.len()], list, regular, &array.extents[1..]))
}

fn transpose(array: &ArrayValue, permutation: &[usize]) -> Result<Value, Trap> {
    let Items::Scalars(items) = &array.items else {
        return broken("transpose of a ragged array".into());
    };
    let rank = array.extents.len();
    let order: Vec<usize> = permutation.iter().copied().chain(permutation.len()..rank).collect();
    let extents: Vec<usize> = order.iter().map(|dimension| array.extents[*dimension]).collect();
    let mut transposed = Vec::with_capacity(items.len());
    for point in 0..items.len() {
        let mut rest = point;
        let mut source = vec![0; rank];
        for (dimension, extent) in order.iter().zip(&extents).rev() {
            source[*dimension] = rest % extent;
            rest /= extent;
        }
        let position =
            source.iter().zip(&array.extents).fold(0, |sum, (index, extent)| sum * extent + index);
        transposed.push(items[position]);
    }
    Ok(Value::Array(ArrayValue::scalars(extents, transposed)))
}

/// The order of `sort`, `min` and `max`.
fn ordered(a: Constant, b: Constant) -> std::cmp::Ordering {
    let less = |a, b| Operation::OrderedLess.evaluate(&[a, b]).truth();
    if less(a, b) {
        std::cmp::Ordering::Less
    } else if less(b, a) {
        std::cmp::Ordering::Greater
    } else {
        std::cmp::Ordering::Equal
    }
}

/// Whether a condition holds of these values.
pub fn holds(condition: &Condition, values: &[Constant]) -> bool {
    let number = |position: usize| values[position].integer().unwrap_or_default();
    match condition {
        Condition::Index(_) => 0 <= number(0) && number(0) < number(1),
        Condition::SliceStart | Condition::SliceEnd => 0 <= number(0) && number(0) <= number(1),
        Condition::NotZero(_) => number(0) != 0,
        Condition::Positive(_) => number(0) > 0,
        Condition::NotNegative(_) => number(0) >= 0,
        Condition::Ordered(_) => Operation::LessEqual.evaluate(values).truth(),
        Condition::Divides => number(0) != 0 && number(1) % number(0) == 0,
        Condition::SameCount(_) => number(0) == number(1),
        Condition::Holds(_) => values[0].truth(),
    }
}
