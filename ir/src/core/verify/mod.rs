//! The verifier: re-derives every type, and checks scopes and single binding.
//!
//! The verifier runs between all passes in debug builds and in every test, so that a pass that breaks a
//! program is caught there and not in generated code. Extents are compared syntactically if both sides are
//! written in terms of variables in scope; a view's extents are its own to choose.

use rustc_hash::FxHashMap;

use super::operation::Operation;
use super::program::{
    Atom, Block, Check, Condition, Expression, Function, LoopForm, Output, Program, Statement, View,
};
use super::scalar::ScalarType;
use super::types::{Extent, Type};
use super::variables::{Var, Variables};

/// Checks a program.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_program(program: &Program) -> Result<(), String> {
    for function in &program.functions {
        verify(function, Some(program)).map_err(|error| format!("{}: {error}", function.name))?;
    }
    Ok(())
}

/// Checks a function on its own; calls are taken on trust.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_function(function: &Function) -> Result<(), String> {
    verify(function, None).map_err(|error| format!("{}: {error}", function.name))
}

fn verify(function: &Function, program: Option<&Program>) -> Result<(), String> {
    let mut verifier = Verifier {
        variables: &function.variables,
        program,
        scope: vec![false; function.variables.len()],
        bound: vec![false; function.variables.len()],
        trail: Vec::new(),
        lanes: 0,
    };
    for var in &function.parameters {
        verifier.bind(*var)?;
    }
    verifier.block_as(&function.body, &function.results)
}

struct Verifier<'a> {
    variables: &'a Variables,
    program: Option<&'a Program>,
    /// The variables that are in scope here, and the order in which they came.
    scope: Vec<bool>,
    trail: Vec<Var>,
    /// The variables that have been bound anywhere.
    bound: Vec<bool>,
    /// The number of SOAC bodies that surround this place directly (without a loop or lambda between).
    lanes: usize,
}

type Verified<T = ()> = Result<T, String>;

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition { return Err(format!($($message)*)); }
    };
}

mod soac;

impl Verifier<'_> {
    fn show(&self, var: Var) -> String {
        match self.variables.name(var) {
            Some(name) => format!("{name}#{}", var.0),
            None => format!("#{}", var.0),
        }
    }

    fn bind(&mut self, var: Var) -> Verified {
        ensure!(var.index() < self.variables.len(), "{} has no type", self.show(var));
        ensure!(!self.bound[var.index()], "{} is bound twice", self.show(var));
        self.scope_type(self.variables.ty(var), var)?;
        self.bound[var.index()] = true;
        self.scope[var.index()] = true;
        self.trail.push(var);
        Ok(())
    }

    fn scope_type(&self, ty: &Type, var: Var) -> Verified {
        for extent in ty.extents() {
            if let Extent::Size(Atom::Var(size)) = extent {
                ensure!(
                    self.scope[size.index()],
                    "the type of {} mentions {}, which is not in scope",
                    self.show(var),
                    self.show(*size)
                );
                let ty = self.variables.ty(*size);
                ensure!(*ty == Type::USIZE, "the size {} is no usize", self.show(*size));
            }
        }
        Ok(())
    }

    fn ty(&self, atom: Atom) -> Verified<Type> {
        if let Atom::Var(var) = atom {
            ensure!(self.scope[var.index()], "{} is not in scope", self.show(var));
        }
        Ok(self.variables.atom_type(atom))
    }

    fn scalar(&self, atom: Atom, what: &str) -> Verified<ScalarType> {
        match self.ty(atom)? {
            Type::Scalar(ty) => Ok(ty),
            Type::Array(_) => Err(format!("{what} is an array")),
        }
    }

    fn expect(&self, atom: Atom, ty: &Type, what: &str) -> Verified {
        let found = self.ty(atom)?;
        ensure!(found == *ty, "{what} has type {found:?}, expected {ty:?}");
        Ok(())
    }

    fn size(&self, atom: Atom, what: &str) -> Verified {
        self.expect(atom, &Type::USIZE, what)
    }

    fn array(&self, atom: Atom, what: &str) -> Verified<Type> {
        let ty = self.ty(atom)?;
        ensure!(!ty.is_scalar(), "{what} is a scalar");
        Ok(ty)
    }

    /// Runs `f` in a scope of its own.
    fn scoped(&mut self, f: impl FnOnce(&mut Self) -> Verified) -> Verified {
        let outer = self.trail.len();
        let result = f(self);
        for var in self.trail.drain(outer..) {
            self.scope[var.index()] = false;
        }
        result
    }

    /// Checks a block whose results take the places of `targets`: the types agree once every
    /// size among the targets is read as the block's result for it.
    fn block_as(&mut self, block: &Block, targets: &[Var]) -> Verified {
        self.scoped(|this| {
            this.statements(&block.statements)?;
            this.results_as(&block.results, targets)
        })
    }

    fn results_as(&self, results: &[Atom], targets: &[Var]) -> Verified {
        ensure!(
            results.len() == targets.len(),
            "{} results where {} are bound",
            results.len(),
            targets.len()
        );
        let meaning: FxHashMap<Var, Atom> =
            targets.iter().copied().zip(results.iter().copied()).collect();
        for (result, target) in results.iter().zip(targets) {
            let found = self.ty(*result)?;
            let wanted = self.variables.ty(*target).map_sizes(|size| match size {
                Atom::Var(var) => meaning.get(&var).copied().unwrap_or(size),
                constant => constant,
            });
            ensure!(
                fits(&found, &wanted),
                "the result for {} has type {found:?}, expected {wanted:?}",
                self.show(*target)
            );
        }
        Ok(())
    }

    fn statements(&mut self, statements: &[Statement]) -> Verified {
        for statement in statements {
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Verified {
        let context = |error| {
            let names: Vec<String> = statement.binds.iter().map(|var| self.show(*var)).collect();
            format!("in the statement of {}: {error}", names.join(", "))
        };
        let names = context(String::new());
        self.expression(&statement.expression, &statement.binds)
            .map_err(|error| format!("{names}{error}"))?;
        for var in &statement.binds {
            self.bind(*var)?;
        }
        Ok(())
    }

    /// The single variable that an expression binds, and its type.
    fn one(&self, binds: &[Var]) -> Verified<Type> {
        ensure!(binds.len() == 1, "binds {} variables instead of one", binds.len());
        Ok(self.variables.ty(binds[0]).clone())
    }

    fn expression(&mut self, expression: &Expression, binds: &[Var]) -> Verified {
        match expression {
            Expression::Copy(atom) => {
                let ty = self.one(binds)?;
                self.expect(*atom, &ty, "the copied value")
            }
            Expression::Scalar(operation, operands) => self.operation(*operation, operands, binds),
            Expression::Cast(atom) => {
                let from = self.scalar(*atom, "the value cast")?;
                let Type::Scalar(to) = self.one(binds)? else {
                    return Err("a cast to an array".into());
                };
                ensure!(from.casts_to(to), "a cast from {from} to {to}");
                Ok(())
            }
            Expression::Select([condition, then, otherwise]) => {
                self.expect(*condition, &Type::BOOL, "the condition")?;
                let ty = self.one(binds)?;
                ensure!(ty.is_scalar(), "a select of arrays");
                self.expect(*then, &ty, "the first choice")?;
                self.expect(*otherwise, &ty, "the second choice")
            }
            Expression::Check(check) => self.check(check, binds),
            Expression::Coerce(array, _) => {
                let found = self.array(*array, "the array coerced")?;
                let ty = self.one(binds)?;
                ensure!(found.element() == ty.element(), "coerce changes the element type");
                ensure!(found.rank() == ty.rank(), "coerce changes the rank");
                Ok(())
            }
            Expression::If(branch) => {
                self.expect(branch.condition, &Type::BOOL, "the condition")?;
                self.block_as(&branch.then, binds)?;
                self.block_as(&branch.otherwise, binds)
            }
            Expression::Loop(repetition) => self.repetition(repetition, binds),
            Expression::Call(name, arguments) => self.call(name, arguments, binds),
            Expression::Index(array, indices) => self.index(*array, indices, binds),
            Expression::Update { array, indices, value } => {
                let ty = self.array(*array, "the array updated")?;
                ensure!(indices.len() <= ty.rank(), "too many indices");
                for index in indices {
                    self.size(*index, "an index")?;
                }
                let found = self.ty(*value)?;
                let replaced = ty.row(indices.len());
                let fit = match found.rank() > replaced.rank() {
                    true => !ty.is_ragged() && indices.len() == 1 && fits(&found.row(1), &replaced),
                    false => fits(&found, &replaced),
                };
                ensure!(fit, "the new value has type {found:?}");
                let bound = self.one(binds)?;
                ensure!(bound == ty, "an update changes the type");
                Ok(())
            }
            Expression::View(view) => self.view(view, binds),
            Expression::Array(elements) => {
                let ty = self.one(binds)?;
                let length = ty.extents().first().copied();
                ensure!(
                    length == Some(Extent::Size(Atom::size(elements.len()))),
                    "an array literal of {} elements has extent {length:?}",
                    elements.len()
                );
                for element in elements {
                    let found = self.ty(*element)?;
                    ensure!(fits(&found, &ty.row(1)), "an element has type {found:?}");
                }
                Ok(())
            }
            Expression::Soac(soac) => self.soac(soac, binds),
            Expression::Scan(scan) => self.scan(scan, binds),
            Expression::Sort(sort) => {
                let inputs: Vec<Atom> = sort.keys.iter().chain(&sort.payload).copied().collect();
                ensure!(!sort.keys.is_empty(), "a sort without keys");
                ensure!(binds.len() == inputs.len(), "a sort binds what it sorts");
                let length = self.array(inputs[0], "a key")?.extents()[0];
                for (input, bind) in inputs.iter().zip(binds) {
                    let ty = self.array(*input, "a sorted array")?;
                    ensure!(ty.extents()[0] == length, "arrays of different lengths are sorted");
                    ensure!(*self.variables.ty(*bind) == ty, "a sort changes a type");
                }
                ensure!(
                    sort.keys.iter().all(|key| self.variables.atom_type(*key).rank() == 1),
                    "a key is not a scalar"
                );
                Ok(())
            }
            Expression::CommonLength(offsets) => {
                let ty = self.array(*offsets, "the offsets")?;
                let sizes = ty.rank() == 1 && ty.element() == ScalarType::Usize;
                ensure!(sizes, "offsets are sizes, one after the other");
                ensure!(self.one(binds)? == Type::USIZE, "a length is a size");
                Ok(())
            }
        }
    }

    fn operation(&self, operation: Operation, operands: &[Atom], binds: &[Var]) -> Verified {
        ensure!(operands.len() == operation.arity(), "{operation} of {} operands", operands.len());
        let first = self.scalar(operands[0], "an operand")?;
        let Some((types, result)) = operation.signature(first) else {
            return Err(format!("{operation} does not apply to {first}"));
        };
        for (operand, ty) in operands.iter().zip(types) {
            self.expect(*operand, &Type::Scalar(ty), "an operand")?;
        }
        ensure!(self.one(binds)? == Type::Scalar(result), "{operation} gives {result}");
        Ok(())
    }

    fn check(&self, check: &Check, binds: &[Var]) -> Verified {
        let operands = match &check.condition {
            Condition::Index(_)
            | Condition::Slice(_)
            | Condition::Ordered(_)
            | Condition::Divides
            | Condition::SameCount(_)
            | Condition::Sum(_)
            | Condition::Product(_)
            | Condition::Countable => 2,
            Condition::NotZero(_)
            | Condition::Positive(_)
            | Condition::NotNegative(_)
            | Condition::Holds(_) => 1,
        };
        ensure!(check.operands.len() == operands, "a check of {} operands", check.operands.len());
        for operand in &check.operands {
            self.scalar(*operand, "a checked value")?;
        }
        if let Some(when) = check.when {
            self.expect(when, &Type::BOOL, "the guard of a check")?;
        }
        let ty = match check.condition {
            Condition::Index(_) | Condition::Slice(_) => ScalarType::Usize,
            _ => self.scalar(check.operands[0], "a checked value")?,
        };
        ensure!(self.one(binds)? == Type::Scalar(ty), "a check gives {ty}");
        Ok(())
    }

    fn repetition(&mut self, repetition: &super::Loop, binds: &[Var]) -> Verified {
        let initial: Vec<Atom> = repetition.carried.iter().map(|carried| carried.1).collect();
        let carried: Vec<Var> = repetition.carried.iter().map(|carried| carried.0).collect();
        if let LoopForm::For(_, count) = &repetition.form {
            self.size(*count, "the count of a loop")?;
        }
        self.scoped(|this| {
            let lanes = std::mem::take(&mut this.lanes);
            for var in &carried {
                this.bind(*var)?;
            }
            // The initial values must not mention the carried variables, which they cannot if
            // they were in scope before; results_as only compares types.
            this.results_as(&initial, &carried)?;
            if let LoopForm::For(index, _) = &repetition.form {
                this.bind(*index)?;
            }
            if let LoopForm::While(condition) = &repetition.form {
                this.scoped(|this| {
                    this.statements(&condition.statements)?;
                    ensure!(condition.results.len() == 1, "a condition gives one value");
                    this.expect(condition.results[0], &Type::BOOL, "the condition")
                })?;
            }
            this.block_as(&repetition.body, &carried)?;
            this.lanes = lanes;
            Ok(())
        })?;
        // The loop binds what it carries, with sizes renamed alike.
        ensure!(binds.len() == carried.len(), "a loop binds what it carries");
        let meaning: FxHashMap<Var, Var> =
            carried.iter().copied().zip(binds.iter().copied()).collect();
        for (var, bind) in carried.iter().zip(binds) {
            let wanted = self.variables.ty(*var).map_sizes(|size| match size {
                Atom::Var(var) => Atom::Var(meaning.get(&var).copied().unwrap_or(var)),
                constant => constant,
            });
            ensure!(
                *self.variables.ty(*bind) == wanted,
                "{} has another type than the loop carries",
                self.show(*bind)
            );
        }
        Ok(())
    }

    fn call(&self, name: &str, arguments: &[Atom], binds: &[Var]) -> Verified {
        let types: Vec<Type> =
            arguments.iter().map(|atom| self.ty(*atom)).collect::<Verified<_>>()?;
        let Some(program) = self.program else { return Ok(()) };
        let Some(callee) = program.function(name) else {
            return Err(format!("calls the unknown function {name}"));
        };
        ensure!(callee.parameters.len() == arguments.len(), "{name} is called with other arity");
        ensure!(callee.results.len() == binds.len(), "{name} gives another number of results");
        let outside: FxHashMap<Var, Atom> = callee
            .parameters
            .iter()
            .copied()
            .zip(arguments.iter().copied())
            .chain(callee.results.iter().copied().zip(binds.iter().map(|var| Atom::Var(*var))))
            .collect();
        let rename = |ty: &Type| {
            ty.map_sizes(|size| match size {
                Atom::Var(var) => outside.get(&var).copied().unwrap_or(size),
                constant => constant,
            })
        };
        for (parameter, ty) in callee.parameters.iter().zip(types) {
            let wanted = rename(callee.variables.ty(*parameter));
            ensure!(ty == wanted, "{name} is called with {ty:?} for {wanted:?}");
        }
        for (result, bind) in callee.results.iter().zip(binds) {
            let wanted = rename(callee.variables.ty(*result));
            ensure!(*self.variables.ty(*bind) == wanted, "{name} gives {wanted:?}");
        }
        Ok(())
    }

    fn index(&self, array: Atom, indices: &[Atom], binds: &[Var]) -> Verified {
        let ty = self.array(array, "the array indexed")?;
        ensure!(!indices.is_empty() && indices.len() <= ty.rank(), "{} indices", indices.len());
        for index in indices {
            self.size(*index, "an index")?;
        }
        let row = ty.row(indices.len());
        let Some((value, sizes)) = binds.split_last() else {
            return Err("an index binds nothing".into());
        };
        // The outermost dimension of a row has a size, even where each row has its own.
        let wanted = if row.extents().first() == Some(&Extent::Ragged) {
            ensure!(sizes.len() == 1, "the length of a ragged row is unbound");
            let length = Extent::Size(Atom::Var(sizes[0]));
            row.row(1).under([length])
        } else {
            ensure!(sizes.is_empty(), "an index binds more than the row");
            row
        };
        let found = self.variables.ty(*value);
        ensure!(*found == wanted, "a row has type {found:?}, expected {wanted:?}");
        Ok(())
    }

    fn view(&self, view: &View, binds: &[Var]) -> Verified {
        let ty = match view {
            View::Flatten(_) => {
                ensure!(binds.len() == 2, "flatten binds a length and an array");
                self.variables.ty(binds[1]).clone()
            }
            _ => self.one(binds)?,
        };
        ensure!(!ty.is_scalar(), "a view is an array");
        let same_element = |found: &Type| found.element() == ty.element();
        match view {
            View::Slice(array, start) => {
                self.size(*start, "the start of a slice")?;
                let found = self.array(*array, "the array sliced")?;
                ensure!(same_element(&found), "a view changes the element type");
                ensure!(found.extents()[1..] == ty.extents()[1..], "a slice changes the rows");
            }
            View::Reverse(array) => {
                ensure!(self.array(*array, "the array reversed")? == ty, "reverse keeps the type");
            }
            View::Rotate(array, by) => {
                self.size(*by, "the distance")?;
                ensure!(self.array(*array, "the array rotated")? == ty, "rotate keeps the type");
            }
            View::Transpose(array, permutation) => {
                let found = self.array(*array, "the array transposed")?;
                ensure!(permutation.len() <= found.rank(), "the permutation is too long");
                let mut seen: Vec<usize> = permutation.clone();
                seen.sort_unstable();
                ensure!(seen.iter().enumerate().all(|(d, p)| d == *p), "not a permutation");
                let mut extents: Vec<Extent> =
                    permutation.iter().map(|dimension| found.extents()[*dimension]).collect();
                extents.extend(&found.extents()[permutation.len()..]);
                ensure!(ty.extents() == extents && same_element(&found), "a wrong transpose");
            }
            View::Reshape(array) => {
                let found = self.ty(*array)?;
                ensure!(same_element(&found), "a view changes the element type");
                let ragged = |ty: &Type| {
                    ty.extents().iter().copied().skip_while(|e| *e != Extent::Ragged).collect()
                };
                let (old, new): (Vec<Extent>, Vec<Extent>) = (ragged(&found), ragged(&ty));
                ensure!(old == new, "a reshape changes ragged levels");
            }
            View::Windows(array) => {
                let found = self.array(*array, "the array windowed")?;
                ensure!(found.rank() + 1 == ty.rank(), "windows add one dimension");
                ensure!(found.extents()[1..] == ty.extents()[2..], "windows change the rows");
                ensure!(same_element(&found), "a view changes the element type");
            }
            View::Replicate(value) => {
                let found = self.ty(*value)?;
                ensure!(found.rank() < ty.rank() && same_element(&found), "a wrong replicate");
                let added = ty.rank() - found.rank();
                ensure!(found.extents() == &ty.extents()[added..], "replicate changes the rows");
            }
            View::Iota => ensure!(
                ty.rank() == 1 && ty.element() == ScalarType::Usize,
                "iota gives a vector of usize"
            ),
            View::Flatten(array) => {
                let found = self.array(*array, "the array flattened")?;
                ensure!(found.rank() == ty.rank() + 1, "flatten removes one dimension");
                ensure!(
                    ty.extents()[0] == Extent::Size(Atom::Var(binds[0])),
                    "flatten binds its length"
                );
            }
            View::Offsets(array) => {
                let found = self.array(*array, "the array with offsets")?;
                let vector = ty.element() == ScalarType::Usize && ty.rank() == 1;
                ensure!(vector, "offsets are a vector of sizes");
                // Its rows may have turned out to be of one length.
                ensure!(found.rank() >= 2, "offsets of what");
            }
            View::Segments(array, offsets) => {
                let found = self.array(*array, "the array cut")?;
                let offsets = self.array(*offsets, "the offsets")?;
                ensure!(found.rank() + 1 == ty.rank(), "segments add one dimension");
                ensure!(found.extents()[1..] == ty.extents()[2..], "segments change the rows");
                ensure!(same_element(&found), "a view changes the element type");
                ensure!(offsets.element() == ScalarType::Usize, "offsets are sizes");
                ensure!(offsets.rank() == 1, "offsets are a vector");
                ensure!(ty.extents()[1] == Extent::Ragged, "segments are ragged rows");
            }
        }
        Ok(())
    }
}

impl Output {
    /// The arrays that the output writes to.
    pub fn destinations(&self) -> &[Atom] {
        match self {
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                destinations
            }
            _ => &[],
        }
    }

    /// The number of variables that the output binds.
    pub fn binds(&self) -> usize {
        match self {
            Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => 1,
            Output::Reduce { values, .. } => values.len(),
            Output::Append { rows, .. } => rows.len() + 2,
            Output::Compact { values, .. } => values.len() + 1,
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                destinations.len()
            }
        }
    }
}

/// Returns true if a value of one type may stand where another is wanted: rows of one length are a case of
/// rows that differ.
fn fits(found: &Type, wanted: &Type) -> bool {
    let mut extents = found.extents().iter().zip(wanted.extents());
    found.rank() == wanted.rank()
        && found.element() == wanted.element()
        && extents.all(|(found, wanted)| found == wanted || *wanted == Extent::Ragged)
}
