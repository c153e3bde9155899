//! Running core programs.

mod limits;
mod soac;
mod view;

pub use limits::Limits;
use view::rows;

use rustc_hash::FxHashMap;

use super::value::{ArrayValue, Value};
use super::{Failure, Reason, WorkCounter};
use crate::core::{
    Atom, Block, Check, Condition, Constant, Expression, Extent, Function, Lambda, LoopForm,
    Operation, Program, ScalarType, Scan, Sort, Statement, Type, Var, Variables,
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

const RECURSION_LIMIT: usize = 128;

/// Runs a function of a program.
///
/// # Errors
/// If the user's program fails or the core program is not valid.
pub fn run(program: &Program, name: &str, arguments: &[Value]) -> Result<Vec<Value>, Trap> {
    run_within(Limits::NONE, program, name, arguments)
}

/// Runs a function, but gives up when it does more than it may.
///
/// # Errors
/// If the user's program fails or does not end in time, or the core program is not valid.
pub fn run_within(
    limits: Limits,
    program: &Program,
    name: &str,
    arguments: &[Value],
) -> Result<Vec<Value>, Trap> {
    let function = program
        .function(name)
        .ok_or_else(|| Trap::Broken(format!("there is no function {name}")))?;
    Machine::new(Some(program), &function.variables).within(limits).function(function, arguments)
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
    /// The work done so far.
    pub counts: WorkCounter,
    /// The work that the run may still do; lanes and writes are told by the counts.
    limits: Limits,
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
            counts: WorkCounter::default(),
            limits: Limits::NONE,
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
        let ty = self.variables.ty(var);
        let value = match value {
            Value::Array(array) if ty.is_ragged() => Value::Array(array.as_ragged_as(ty.extents())),
            value => value,
        };
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

    fn expression(&mut self, statement: &Statement) -> Result<Vec<Value>, Trap> {
        let bound = statement.binds.first().copied().unwrap_or(Var(0));
        let one = |value: Value| Ok(vec![value]);
        match &statement.expression {
            Expression::Copy(atom) => {
                let value = self.get(*atom)?;
                if let Value::Array(_) = value {
                    self.counts.write(&value);
                }
                one(value)
            }
            Expression::Scalar(operation, operands) => {
                let operands: Vec<Constant> =
                    operands.iter().map(|atom| self.scalar(*atom)).collect::<Result<_, _>>()?;
                self.counts.operations += 1;
                one(Value::Scalar(operation.evaluate(&operands)))
            }
            Expression::Cast(atom) => {
                let ty = self.variables.ty(bound).element();
                self.counts.operations += 1;
                one(Value::Scalar(self.scalar(*atom)?.cast(ty)))
            }
            Expression::Select([condition, then, otherwise]) => {
                let choice = if self.scalar(*condition)?.truth() { then } else { otherwise };
                self.counts.operations += 1;
                one(self.get(*choice)?)
            }
            Expression::Check(check) => {
                self.counts.operations += 1;
                one(Value::Scalar(self.check(check, statement.span)?))
            }
            Expression::Coerce(array, operation) => {
                let failed = |expected, found| {
                    let reason = Reason::Extents(operation.clone(), expected, found);
                    Err(Trap::Failed(Failure { reason, span: statement.span }))
                };
                let (old, new) =
                    (self.variables.atom_type(*array), self.variables.ty(bound).clone());
                let array = self.array(*array)?;
                if old.is_ragged() || new.is_ragged() {
                    // Arrays inside rows have sizes, also if there are no rows to look at.
                    for pair in old.extents().iter().zip(new.extents()) {
                        let (Extent::Size(found), Extent::Size(wanted)) = pair else { continue };
                        let (found, wanted) = (self.size(*found)?, self.size(*wanted)?);
                        if found != wanted {
                            return failed(vec![wanted], vec![found]);
                        }
                    }
                    return match self.with_rows(&array, new.extents())? {
                        Ok(array) => one(Value::Array(array)),
                        Err((expected, found)) => failed(vec![expected], vec![found]),
                    };
                }
                let expected = self.extents(bound)?;
                if array.extents != expected {
                    return failed(expected, array.extents);
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
                let several = self.variables.updates_several(*array, indices, *value);
                let mut array = self.array(*array)?;
                let indices = self.sizes(indices)?;
                let row = self.variables.ty(bound).row(indices.len());
                let value = self.get(*value)?;
                self.counts.write(&value);
                let fits = match several {
                    true => array.set_from(indices[0], value),
                    false => array.set(&indices, soac::as_ragged_as(vec![value], &row).remove(0)),
                };
                if !fits {
                    return broken(format!("an update at {indices:?} does not fit"));
                }
                one(Value::Array(array))
            }
            Expression::View(view) => self.view(view, &statement.binds, statement.span),
            Expression::Array(elements) => {
                let values = self.all(elements)?;
                values.iter().for_each(|value| self.counts.write(value));
                let rest = self.extents_after(bound, 1)?;
                let row = self.variables.ty(bound).row(1);
                let regular = row.extents().first() != Some(&Extent::Ragged);
                let values = soac::as_ragged_as(values, &row);
                let stacked = ArrayValue::stack(vec![values.len()], values, regular, &rest);
                one(Value::Array(stacked))
            }
            Expression::Soac(soac) => self.soac(soac, &statement.binds, statement.span),
            Expression::Scan(scan) => self.scan(scan, bound),
            Expression::Sort(sort) => self.sort(sort),
            Expression::CommonLength(offsets) => {
                let offsets = self.get(*offsets)?.scalars();
                self.counts.reads += offsets.len() as u64;
                let length = common_length(&offsets).unwrap_or(usize::MAX);
                one(Value::Scalar(Constant::Usize(length as u64)))
            }
        }
    }

    fn sizes(&self, atoms: &[Atom]) -> Result<Vec<usize>, Trap> {
        atoms.iter().map(|atom| self.size(*atom)).collect()
    }

    /// An array with the extents of a type; an expected and a found size where it has others.
    fn with_rows(
        &self,
        array: &ArrayValue,
        extents: &[Extent],
    ) -> Result<Result<ArrayValue, (usize, usize)>, Trap> {
        let sizes: Vec<usize> = extents
            .iter()
            .map_while(|extent| extent.size())
            .map(|size| self.size(size))
            .collect::<Result<_, _>>()?;
        let mut points = vec![Value::Array(array.clone())];
        for size in &sizes {
            let mut inner = Vec::new();
            for point in &points {
                let Value::Array(row) = point else { return broken("rows of scalars".into()) };
                if row.len() != *size {
                    return Ok(Err((*size, row.len())));
                }
                inner.extend((0..row.len()).filter_map(|position| row.get(&[position])));
            }
            points = inner;
        }
        if sizes.len() == extents.len() {
            let scalars = points.iter().filter_map(Value::scalar).collect();
            return Ok(Ok(ArrayValue::scalars(sizes, scalars)));
        }
        let mut rows = Vec::new();
        for point in points {
            let Value::Array(row) = point else { return broken("rows of scalars".into()) };
            let own = Extent::Size(Atom::size(row.len()));
            let inner: Vec<Extent> =
                std::iter::once(own).chain(extents[sizes.len() + 1..].iter().copied()).collect();
            match self.with_rows(&row, &inner)? {
                Ok(row) => rows.push(row),
                Err(sizes) => return Ok(Err(sizes)),
            }
        }
        let items = super::value::Items::Rows(std::rc::Rc::new(rows));
        Ok(Ok(ArrayValue { extents: sizes, items }))
    }

    /// The regular extents that the type of a variable says, up to the first ragged one.
    fn extents(&self, var: Var) -> Result<Vec<usize>, Trap> {
        self.extents_after(var, 0)
    }

    pub(super) fn extents_after(&self, var: Var, skip: usize) -> Result<Vec<usize>, Trap> {
        let extents = self.variables.ty(var).extents();
        extents.iter().skip(skip).map_while(|e| e.size()).map(|size| self.size(size)).collect()
    }

    fn check(&self, check: &Check, span: Span) -> Result<Constant, Trap> {
        let values: Vec<Constant> =
            check.operands.iter().map(|atom| self.scalar(*atom)).collect::<Result<_, _>>()?;
        let result = match check.condition {
            Condition::Index(_) | Condition::Slice(_) => {
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
            self.counts.lanes += 1;
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
        (machine.counts, machine.limits) = (self.counts, self.limits);
        let results = machine.function(callee, &arguments);
        (self.counts, self.limits) = (machine.counts, machine.limits);
        results
    }

    fn index(&mut self, array: Atom, indices: &[Atom]) -> Result<Vec<Value>, Trap> {
        let opens = self.variables.atom_type(array).row(indices.len()).extents().first()
            == Some(&Extent::Ragged);
        let array = self.array(array)?;
        let indices = self.sizes(indices)?;
        // Rows without elements may be looked at before it is known that there are some.
        let Some(value) = array.get(&indices).or_else(|| array.empty_row(&indices)) else {
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
        after.iter().for_each(|value| self.counts.write(value));
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
        self.counts.sort(order.len());
        order.sort_by(|a, b| {
            let of = |key: &Vec<Constant>| ordered(key[*a], key[*b]);
            keys.iter().map(of).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut sorted = Vec::new();
        for input in sort.keys.iter().chain(&sort.payload) {
            let array = self.array(*input)?;
            let moved = Value::Array(rows(&array, order.clone())?);
            self.counts.write(&moved);
            sorted.push(moved);
        }
        Ok(sorted)
    }
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

/// The length of all rows between these offsets, if they share one.
fn common_length(offsets: &[Constant]) -> Option<usize> {
    let at = |row: usize| offsets[row].integer();
    let rows = offsets.len().checked_sub(1)?;
    let length = at(rows)?.checked_div(rows as i128).unwrap_or(0);
    let equal = (0..=rows).all(|row| at(row) == Some(row as i128 * length));
    usize::try_from(length).ok().filter(|_| equal)
}

/// Returns true if a condition holds of these values.
pub fn holds(condition: &Condition, values: &[Constant]) -> bool {
    let number = |position: usize| values[position].integer().unwrap_or_default();
    match condition {
        Condition::Index(_) => 0 <= number(0) && number(0) < number(1),
        Condition::Slice(_) => 0 <= number(0) && number(0) <= number(1),
        Condition::NotZero(_) => number(0) != 0,
        Condition::Positive(_) => number(0) > 0,
        Condition::NotNegative(_) => number(0) >= 0,
        Condition::Ordered(_) => Operation::LessEqual.evaluate(values).truth(),
        Condition::Divides => number(0) != 0 && number(1) % number(0) == 0,
        Condition::SameCount(_) => number(0) == number(1),
        Condition::Sum(_) => number(0) + number(1) <= ScalarType::Usize.maximum(),
        Condition::Product(_) => number(0)
            .checked_mul(number(1))
            .is_some_and(|product| product <= ScalarType::Usize.maximum()),
        Condition::Countable => number(1) - number(0) < ScalarType::Usize.maximum(),
        Condition::Holds(_) => values[0].truth(),
    }
}
