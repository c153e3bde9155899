//! The statements of a lane.

use super::context::Context;
use super::names::Names;
use super::scalar;
use super::text::{CppExpression, Lines};
use crate::core::{
    Atom, Block, Check, Condition, Constant, Expression, Extent, If, Loop, LoopForm, ScalarType,
    Statement, Var, VarMap, Variables, View,
};
use crate::plan::schedule::DeviceSchedule;
use crate::plan::schedule::device::ReadOnly;

/// The place to which the elements of an array are stored as they are computed.
#[derive(Clone)]
pub(super) struct Destination {
    /// The array that they are stored in.
    pub(super) array: String,
    pub(super) place: Place,
}

impl Destination {
    /// Returns true if the elements are stored at all.
    pub(super) fn is_stored(&self) -> bool {
        !matches!(self.place, Place::Nowhere)
    }
}

/// The addressing of the elements.
#[derive(Clone)]
pub(super) enum Place {
    /// From the first element on.
    Whole,
    /// As the row of the lane, with these extents.
    Row(Vec<Atom>),
    /// As rows that begin at this one, each with these extents, of an array that has this place.
    Rows(Box<Place>, Atom, Vec<Atom>),
    /// From this place on.
    From(String),
    /// Nowhere: how many there are is all that matters.
    Nowhere,
    /// As the column with this number, among so many, of an array that has this place.
    Column(Box<Place>, CppExpression, Vec<Atom>),
}

/// Writes the code of a lane.
pub(super) struct Writer<'p> {
    pub(super) variables: &'p Variables,
    /// The schedule of the lanes.
    pub(super) schedule: &'p DeviceSchedule,
    /// The arrays that the kernel only reads.
    pub(super) arrays: ReadOnly,
    pub(super) names: Names,
    pub(super) lines: Lines,
    /// The values of variables that have no name of their own.
    values: VarMap<CppExpression>,
    /// The variables that the method at hand has cast, with the results of the casts.
    pub(super) cast: VarMap<Atom>,
    /// The places of the rows that the lane stores.
    pub(super) destinations: VarMap<Destination>,
    /// The variables that have been mentioned by name, in order.
    used: Vec<Var>,
    /// The arrays that outlive the arms of branches that they are made in, as the method declares them.
    pub(super) outliving: Vec<String>,
}

impl<'p> Writer<'p> {
    pub(super) fn new(
        variables: &'p Variables,
        schedule: &'p DeviceSchedule,
        arrays: ReadOnly,
    ) -> Writer<'p> {
        Writer {
            variables,
            schedule,
            arrays,
            names: Names::default(),
            lines: Lines::default(),
            values: VarMap::default(),
            cast: VarMap::default(),
            destinations: VarMap::default(),
            used: Vec::new(),
            outliving: Vec::new(),
        }
    }

    /// The name of a variable.
    pub(super) fn name(&mut self, var: Var) -> String {
        self.names.of(var, self.variables)
    }

    /// An operand.
    pub(super) fn code(&mut self, atom: Atom) -> CppExpression {
        match atom {
            Atom::Constant(constant) => scalar::constant(constant),
            Atom::Var(var) => match self.values.get(&var) {
                Some(code) => code.clone(),
                None => {
                    if !self.used.contains(&var) {
                        self.used.push(var);
                    }
                    CppExpression::whole(self.name(var))
                }
            },
        }
    }

    /// The variables that have been mentioned by name, in order.
    pub(super) fn used(&self) -> &[Var] {
        &self.used
    }

    /// The state of the running combination that binds a variable.
    pub(super) fn state(&mut self, bind: Var) -> String {
        self.names.derived(bind, "state", self.variables)
    }

    pub(super) fn codes(&mut self, atoms: &[Atom]) -> Vec<CppExpression> {
        atoms.iter().map(|atom| self.code(*atom)).collect()
    }

    /// The extents of a variable's type, from dimension `skip` on.
    pub(super) fn extents(&self, var: Var, skip: usize) -> Vec<Atom> {
        let extents = self.variables.ty(var).extents().iter().skip(skip);
        extents.filter_map(|extent: &Extent| extent.size()).collect()
    }

    /// The product of sizes.
    pub(super) fn product(&mut self, sizes: &[Atom]) -> CppExpression {
        let mut product: Option<CppExpression> = None;
        for size in sizes.iter().filter(|size| size.known_size() != Some(1)) {
            let size = self.code(*size);
            product = Some(match product {
                None => size,
                Some(product) => CppExpression::binary(&product, "*", &size),
            });
        }
        product.unwrap_or_else(|| scalar::constant(crate::core::Constant::Usize(1)))
    }

    /// The position in row-major order of the element or row at these indices.
    pub(super) fn linear(&mut self, indices: &[Atom], extents: &[Atom]) -> CppExpression {
        let mut position: Option<CppExpression> = None;
        for (index, extent) in indices.iter().zip(extents) {
            let index = self.code(*index);
            position = Some(match position {
                None => index,
                Some(outer) => {
                    let row = CppExpression::binary(&outer, "*", &self.code(*extent));
                    CppExpression::binary(&row, "+", &index)
                }
            });
        }
        position.unwrap_or_else(|| scalar::constant(crate::core::Constant::Usize(0)))
    }

    /// A count of rows as a count of scalars.
    pub(super) fn scaled(&mut self, rows: CppExpression, row: &[Atom]) -> CppExpression {
        if row.iter().all(|size| size.known_size() == Some(1)) {
            return rows;
        }
        let width = self.product(row);
        CppExpression::binary(&rows, "*", &width)
    }

    /// The element of a destination at a position.
    pub(super) fn element_of(
        &mut self,
        destination: &Destination,
        position: &CppExpression,
    ) -> CppExpression {
        let place = self.placed(&destination.place, position);
        CppExpression::whole(format!("{}[{place}]", destination.array))
    }

    fn placed(&mut self, place: &Place, position: &CppExpression) -> CppExpression {
        match place {
            Place::Whole | Place::Nowhere => position.clone(),
            Place::From(start) => {
                CppExpression::binary(&CppExpression::whole(start.clone()), "+", position)
            }
            Place::Row(row) => {
                let start = self.scaled(CppExpression::whole("at"), row);
                CppExpression::binary(&start, "+", position)
            }
            Place::Column(array, column, columns) => {
                let stride = self.product(columns);
                let inside = CppExpression::binary(
                    &CppExpression::binary(position, "*", &stride),
                    "+",
                    column,
                );
                self.placed(array, &inside)
            }
            Place::Rows(array, first, row) => {
                let first = self.code(*first);
                let inside = CppExpression::binary(&self.scaled(first, row), "+", position);
                self.placed(array, &inside)
            }
        }
    }

    /// Statements in order.
    pub(super) fn statements(&mut self, list: &[Statement], context: Context) {
        list.iter().for_each(|statement| self.statement(statement, context))
    }

    /// The statements of a block, and its values.
    pub(super) fn block(&mut self, block: &Block, context: Context) -> Vec<CppExpression> {
        self.statements(&block.statements, context);
        self.codes(&block.results)
    }

    /// A statement, written as its context says.
    pub(super) fn statement(&mut self, statement: &Statement, context: Context) {
        let binds = &statement.binds;
        match &statement.expression {
            Expression::Soac(soac) => {
                return match context.distributed(binds) {
                    Some(schedule) => self.row_of_team(soac, binds, schedule, context),
                    None => self.nested(soac, binds, context),
                };
            }
            Expression::If(branch) => return self.branch(binds, branch, context),
            Expression::Loop(repetition) => return self.repetition(binds, repetition, context),
            Expression::Scan(scan) => return self.nested_scan(scan, binds, context),
            _ => {}
        }
        let Some(bind) = binds.first().copied() else { return };
        match &statement.expression {
            Expression::Scalar(operation, operands) => {
                let ty = self.variables.element(operands[0]);
                let operands = self.codes(operands);
                self.bind(bind, &scalar::operation(*operation, ty, &operands));
            }
            Expression::Cast(atom) => {
                self.cast.insert(bind, *atom);
                let (from, to) = (self.variables.element(*atom), self.variables.ty(bind).element());
                let value = self.code(*atom);
                self.bind(bind, &scalar::cast(&value, from, to));
            }
            Expression::Select([condition, then, otherwise]) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|atom| self.code(*atom).operand());
                self.bind(
                    bind,
                    &CppExpression::loose(format!("{condition} ? {then} : {otherwise}")),
                );
            }
            Expression::Copy(atom) if self.variables.ty(bind).is_scalar() => {
                let code = self.code(*atom);
                self.values.insert(bind, code);
            }
            Expression::View(View::Reshape(atom)) => {
                let code = self.code(*atom);
                self.values.insert(bind, code);
            }
            Expression::View(View::Slice(array, start)) => {
                let row = self.extents(bind, 1);
                let start = self.code(*start);
                let start = self.scaled(start, &row);
                let array = self.code(*array);
                self.bind(bind, &CppExpression::binary(&array, "+", &start));
            }
            Expression::Check(check) => self.check(bind, check, context),
            Expression::Coerce(atom, _) => self.coerce(bind, *atom),
            Expression::Index(array, indices) => self.index(bind, *array, indices, context),
            Expression::Array(elements) => self.literal(bind, elements, context),
            Expression::Copy(array) => self.copy(bind, *array, context),
            Expression::Update { array, indices, value } => {
                self.update(bind, *array, indices, *value);
            }
            Expression::Sort(sort) => self.sort(binds, sort, context),
            other => unreachable!("no lane of a kernel for devices has {other:?}"),
        }
    }

    /// `const type name = value;`
    fn bind(&mut self, var: Var, value: &CppExpression) {
        let name = self.name(var);
        self.define(&name, var, value);
    }

    /// The same under another name.
    fn define(&mut self, name: &str, var: Var, value: &CppExpression) {
        let ty = self.variables.ty(var);
        let pointer = if ty.is_scalar() { "" } else { "*" };
        self.lines.line(format!("const {}{pointer} {name} = {value};", ty.element().name()));
    }

    fn index(&mut self, bind: Var, array: Atom, indices: &[Atom], context: Context) {
        let Atom::Var(var) = array else { return };
        let extents = self.extents(var, 0);
        let position = self.linear(indices, &extents);
        let position = self.scaled(position, &extents[indices.len()..]);
        let array = self.code(array).operand();
        let place = || CppExpression::loose(format!("{array} + {}", position.operand()));
        let value = match (self.variables.ty(bind).is_scalar(), context.sound) {
            (false, _) => place(),
            (true, Some(sound)) => CppExpression::whole(format!("read_if({sound}, {})", place())),
            (true, None) if context.batched_reads && self.arrays.contains(var) => {
                CppExpression::whole(format!("read({})", place()))
            }
            (true, None) => CppExpression::whole(format!("{array}[{position}]")),
        };
        self.bind(bind, &value);
    }

    fn check(&mut self, bind: Var, check: &Check, context: Context) {
        let operands = self.codes(&check.operands);
        let ty = self.variables.element(check.operands[0]);
        let zero = scalar::constant(ty.zero());
        let compare = |symbol, other| CppExpression::binary(&operands[0], symbol, other);
        let position = match ty {
            ScalarType::Usize | ScalarType::U64 => operands[0].clone(),
            // A negative index lies behind every array.
            _ => CppExpression::loose(format!("(usize){}", operands[0].operand())),
        };
        let holds = match &check.condition {
            Condition::Index(_) => match self.narrow(check.operands[0]) {
                Some(index) => CppExpression::whole(format!("is_below({index}, {})", operands[1])),
                None => CppExpression::binary(&position, "<", &operands[1]),
            },
            Condition::Slice(_) => CppExpression::binary(&position, "<=", &operands[1]),
            Condition::NotZero(_) => compare("!=", &zero),
            Condition::Positive(_) => compare(">", &zero),
            Condition::NotNegative(_) => compare(">=", &zero),
            Condition::Ordered(_) => compare("<=", &operands[1]),
            Condition::SameCount(_) => compare("==", &operands[1]),
            Condition::Divides => {
                let (size, length) = (operands[0].operand(), operands[1].operand());
                CppExpression::loose(format!("{size} != 0 && {length} % {size} == 0"))
            }
            Condition::Sum(_) => {
                let (a, b) = (operands[0].operand(), operands[1].operand());
                CppExpression::loose(format!("{a} <= ~{b}"))
            }
            Condition::Product(_) => {
                let (a, b) = (operands[0].operand(), operands[1].operand());
                CppExpression::loose(format!("__umul64hi({a}, {b}) == 0"))
            }
            Condition::Countable => {
                let (a, b) = (operands[0].operand(), operands[1].operand());
                let all = |end| scalar::constant(Constant::from_integer(ty, end)).operand();
                let (first, last) = (all(ty.minimum()), all(ty.maximum()));
                CppExpression::loose(format!("({a} != {first} || {b} != {last})"))
            }
            Condition::Holds(_) => operands[0].clone(),
        };
        let when = check.when.map(|when| self.code(when));
        let holds = holds.operand();
        self.lines.line(match (&when, context.sound) {
            (None, None) => format!("if (!{holds}) return fail(failed);"),
            (Some(when), None) => {
                format!("if ({} && !{holds}) return fail(failed);", when.operand())
            }
            (None, Some(sound)) => format!("{sound} = {sound} && {holds};"),
            (Some(when), Some(sound)) => {
                format!("{sound} = {sound} && (!{} || {holds});", when.operand())
            }
        });
        let value = match self.variables.ty(bind).element() {
            ScalarType::Usize => position,
            _ => operands[0].clone(),
        };
        match when {
            None => {
                self.values.insert(bind, value);
            }
            Some(when) => {
                let value = format!("{} ? {} : 0", when.operand(), value.operand());
                self.bind(bind, &CppExpression::loose(value));
            }
        }
    }

    /// An index that has 32 bits at most and no sign, or had before it was cast to a size.
    fn narrow(&mut self, index: Atom) -> Option<CppExpression> {
        let ty = |atom: Atom| self.variables.element(atom);
        let uncast = match ty(index) {
            ScalarType::Usize | ScalarType::U64 => *self.cast.get(&index.var()?)?,
            _ => index,
        };
        let is_narrow = matches!(ty(uncast), ScalarType::U8 | ScalarType::U16 | ScalarType::U32);
        is_narrow.then(|| self.code(uncast))
    }

    fn coerce(&mut self, bind: Var, atom: Atom) {
        let Atom::Var(array) = atom else { return };
        let (wanted, found) = (self.extents(bind, 0), self.extents(array, 0));
        for (wanted, found) in wanted.into_iter().zip(found).filter(|(a, b)| a != b) {
            let (wanted, found) = (self.code(wanted).operand(), self.code(found).operand());
            self.lines.line(format!("if ({wanted} != {found}) return fail(failed);"));
        }
        let code = self.code(atom);
        self.values.insert(bind, code);
    }

    /// Declares scalars that are assigned later, and where arrays lie.
    pub(super) fn declare(&mut self, binds: &[Var]) {
        for bind in binds {
            let (name, ty) = (self.name(*bind), self.variables.ty(*bind));
            let element = ty.element().name();
            self.lines.line(match ty.is_scalar() {
                true => format!("{element} {name};"),
                false => format!("const {element}* {name};"),
            });
        }
    }

    /// Assigns values to variables, all at once.
    pub(super) fn assign(&mut self, vars: &[Var], values: &[CppExpression]) {
        let names: Vec<String> = vars.iter().map(|var| self.name(*var)).collect();
        if let ([name], [value]) = (&names[..], values) {
            return self.lines.line(format!("{name} = {value};"));
        }
        let fresh: Vec<String> = names.iter().map(|_| self.names.fresh("next")).collect();
        for ((var, fresh), value) in vars.iter().zip(&fresh).zip(values) {
            self.define(fresh, *var, value);
        }
        for (name, fresh) in names.iter().zip(&fresh) {
            self.lines.line(format!("{name} = {fresh};"));
        }
    }

    fn branch(&mut self, binds: &[Var], branch: &If, context: Context) {
        let ahead = self.take_precomputed_row(binds, context);
        if !ahead {
            self.declare(binds);
        }
        let gives_arrays = binds.iter().any(|bind| !self.variables.ty(*bind).is_scalar());
        let outlives_arm = context.outlives_arm || gives_arrays;
        let context = Context { outlives_arm, ..context };
        let condition = self.code(branch.condition);
        self.lines.open(format!("if ({condition})"));
        let then = self.block(&branch.then, context);
        self.assign(binds, &then);
        self.lines.otherwise();
        let otherwise = self.block(&branch.otherwise, context);
        self.assign(binds, &otherwise);
        self.lines.close("");
        if ahead {
            self.lines.close("");
        }
    }

    fn repetition(&mut self, binds: &[Var], repetition: &Loop, context: Context) {
        let (vars, initial): (Vec<Var>, Vec<Atom>) = repetition.carried.iter().copied().unzip();
        let initial = self.codes(&initial);
        self.carry(&vars, &initial, context);
        match &repetition.form {
            LoopForm::For(index, count) => {
                let head = self.counted(*index, *count);
                self.lines.open(head);
            }
            LoopForm::While(condition) => {
                self.lines.open("while (true)");
                let condition = self.block(condition, context);
                self.lines.line(format!("if (!{}) break;", condition[0].operand()));
            }
        }
        let next = self.block(&repetition.body, context);
        self.carry_on(&vars, &next);
        self.lines.close("");
        for (bind, var) in binds.iter().zip(&vars) {
            let code = CppExpression::whole(self.name(*var));
            self.values.insert(*bind, code);
        }
    }

    /// The head of a loop that counts from 0.
    pub(super) fn counted(&mut self, index: Var, count: Atom) -> String {
        let (index, count) = (self.name(index), self.code(count).operand());
        format!("for (usize {index} = 0; {index} < {count}; {index} += 1)")
    }

    /// Has a variable stand for nothing but its name.
    pub(super) fn forget(&mut self, var: Var) {
        self.values.remove(&var);
    }

    /// Lets a variable stand for an expression.
    pub(super) fn stand_for(&mut self, var: Var, code: CppExpression) {
        self.cast.remove(&var);
        self.values.insert(var, code);
    }
}
