//! Typed surface functions to core IR.
//!
//! Products become lists of components; sizes become `usize` values and checks; functions that
//! do not stay calls (`calls.rs`) are inlined, and closures with them. While a parallel closure is lowered,
//! the size of each row it gives is computed once more outside of it: where that is possible the
//! rows agree and the dimension is regular, elsewhere it is ragged.

mod arrays;
mod assignment;
mod call;
mod calling_convention;
mod certain;
mod control;
mod declared;
mod empty;
mod expression;
mod invariant;
mod limits;
mod loops;
mod pattern;
mod prefixes;
mod range;
mod reduction;
mod regularity;
mod reorder;
mod scatter;
mod signature;
mod soac;
mod stencil;
mod table;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::check::Checked;
use super::infer::{Instance, LocalId, Meaning, Typed};
use super::ty::{Leaf, Ty, leaf_count, leaves};
use crate::core::{
    Atom, Builder, Condition, Extent, Function, Operation, Program, ScalarType, Target, Type, Var,
    VarSet, Variables,
};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionId};
use call::Callable;
use certain::Certain;
pub use certain::certain_failures;
use declared::RaggedLevels;
pub use limits::OperationBudget;
use limits::Progress;
use regularity::Named;
pub use regularity::{Label, Regularity, ValueRegularity};
use stencil::Neighbourhood;

/// A function of the block as core IR.
pub struct Lowered {
    /// The function, and those that it calls which are not inlined.
    pub program: Program,
    /// The dependence of values on their context.
    pub regularity: Vec<ValueRegularity>,
    /// The array parameters that belong to the function.
    pub owned: Vec<Var>,
}

/// Lowers a function under an instance, with the functions that it calls.
pub fn lower(
    checked: &Checked,
    function: usize,
    instance: &Instance,
    errors: &mut Diagnostics,
) -> Lowered {
    let mut lowerer = Lowerer::new(checked, errors);
    let (first, mut owned) = signature::function(&mut lowerer, function, instance);
    lowerer.forget_later_errors();
    let Lowerer { values, calls, .. } = lowerer;
    // A function that calls itself copies the arrays it changes: its callers may need them still.
    if checked.recursive.contains(&function) {
        owned = Vec::new();
    }
    let first = Callee { function: first, values, calls, in_lanes: false };
    let callees = callees(checked, (function, instance.clone()), &first.calls, errors);
    let regularity = regularity::of_values(&first, &callees);
    let functions = std::iter::once(first).chain(callees).map(|callee| callee.function).collect();
    Lowered { program: Program { functions }, regularity, owned }
}

/// Constants whose values lowering has found, without anything that would have to run.
#[derive(Default)]
pub struct KnownConstants(FxHashMap<(usize, Instance), Value>);

/// Lowers a constant, as a function without parameters, with the functions that it calls. The known values
/// of other constants are not lowered again.
pub fn lower_constant(
    checked: &Checked,
    constant: usize,
    instance: &Instance,
    known: &mut KnownConstants,
    errors: &mut Diagnostics,
) -> Program {
    let before = errors.len();
    let mut lowerer = Lowerer::new(checked, errors);
    lowerer.constants = std::mem::take(&mut known.0);
    let value = lowerer.constant(constant, instance);
    let ty = &checked.context.constants[constant].item.ty;
    let written = lowerer.written(ty, false);
    let passed = lowerer.passed_values(&value, &written);
    let results = lowerer.results_of(&passed);
    lowerer.forget_later_errors();
    let body = lowerer.builder.close_block(passed);
    if body.statements.is_empty() && lowerer.errors.len() == before {
        known.0 = std::mem::take(&mut lowerer.constants);
        known.0.retain(|_, value| value.atoms.iter().all(|atom| atom.constant().is_some()));
    }
    let variables = std::mem::take(&mut lowerer.builder.variables);
    let name = checked.context.constants[constant].item.name.text.clone();
    let calls = lowerer.calls;
    let (parameters, target) = (Vec::new(), Target::Any);
    let first = Function { name, parameters, results, body, variables, target };
    let callees = callees(checked, None, &calls, errors);
    let functions = callees.into_iter().map(|callee| callee.function);
    Program { functions: std::iter::once(first).chain(functions).collect() }
}

/// A function that stays a call.
struct Callee {
    function: Function,
    values: Vec<Named>,
    calls: Vec<Call>,
    /// True if lanes call the function.
    in_lanes: bool,
}

/// A call that is not inlined.
#[derive(Clone)]
struct Call {
    of: (usize, Instance),
    /// True if the call is made in lanes.
    in_lanes: bool,
}

/// The functions of these calls and of those that they make, but for one that is lowered already.
fn callees(
    checked: &Checked,
    known: impl Into<Option<(usize, Instance)>>,
    calls: &[Call],
    errors: &mut Diagnostics,
) -> Vec<Callee> {
    let known = known.into();
    let mut positions: FxHashMap<(usize, Instance), usize> = FxHashMap::default();
    let mut callees: Vec<Callee> = Vec::new();
    let mut calls = calls.to_vec();
    while let Some(Call { of, in_lanes }) = calls.pop() {
        if known.as_ref() == Some(&of) {
            continue;
        }
        let position = *positions.entry(of.clone()).or_insert(callees.len());
        match callees.get_mut(position) {
            Some(callee) if callee.in_lanes || !in_lanes => continue,
            Some(callee) => callee.in_lanes = true,
            None => {
                let mut lowerer = Lowerer::new(checked, errors);
                let function = signature::function(&mut lowerer, of.0, &of.1).0;
                lowerer.forget_later_errors();
                let Lowerer { values, calls, .. } = lowerer;
                callees.push(Callee { function, values, calls, in_lanes });
            }
        }
        // A function that lanes call makes its own calls in lanes, too.
        let inner = callees[position].calls.iter();
        calls.extend(
            inner.map(|call| Call { of: call.of.clone(), in_lanes: call.in_lanes || in_lanes }),
        );
    }
    callees
}

/// A value while it is lowered: its type and its components, in order.
#[derive(Clone, Debug)]
struct Value {
    ty: Ty,
    atoms: Vec<Atom>,
}

impl Value {
    fn unit() -> Value {
        Value { ty: Ty::UNIT, atoms: Vec::new() }
    }

    fn scalar(ty: ScalarType, atom: Atom) -> Value {
        Value { ty: Ty::Scalar(ty), atoms: vec![atom] }
    }

    fn size(atom: Atom) -> Value {
        Value::scalar(ScalarType::Usize, atom)
    }

    fn truth(atom: Atom) -> Value {
        Value::scalar(ScalarType::Bool, atom)
    }

    /// The only component.
    fn atom(&self) -> Atom {
        self.atoms.first().copied().unwrap_or(Atom::truth(false))
    }
}

/// The locals of a function that is being inlined.
struct Frame<'a> {
    typed: Rc<Typed>,
    values: Vec<Option<Value>>,
    /// The levels at which the declared types of variables have rows of lengths of their own.
    declared: FxHashMap<LocalId, RaggedLevels>,
    callables: FxHashMap<LocalId, Callable<'a>>,
    neighbourhoods: FxHashMap<LocalId, Rc<Neighbourhood>>,
}

/// The state of lowering one function.
struct Lowerer<'a, 'e> {
    checked: &'a Checked<'a>,
    errors: &'e mut Diagnostics,
    builder: Builder,
    frames: Vec<Frame<'a>>,
    /// The frame whose code is being lowered; a closure runs in the frame that wrote it.
    frame: usize,
    /// The parameters and `let`s, for [`regularity`].
    values: Vec<Named>,
    /// The number of parallel closures that surround the present place.
    lanes: usize,
    /// The number of loops around the present place, in the current closure.
    loops: usize,
    /// True if the nests in the current lanes stay in them.
    sequential: bool,
    /// The functions called that are not inlined.
    calls: Vec<Call>,
    /// The places at which the rows of variables begin to differ.
    causes: FxHashMap<Var, Span>,
    /// The sizes of the arrays that the function is given.
    parameter_sizes: VarSet,
    /// Lengths that are written with a subtraction, of arrays that need not be in memory.
    differences: VarSet,
    /// The lengths that are the largest number where there are more elements: those of flat arrays, which
    /// are as long as their rows together, and of ranges of all numbers.
    uncounted: VarSet,
    /// True if something is not supported yet: sizes are made up from there on.
    gave_up: bool,
    /// The values of constants that are known everywhere in the function.
    constants: FxHashMap<(usize, Instance), Value>,
    /// The size of the function so far.
    progress: Progress,
    /// The checks that are certain to fail.
    certain: Certain,
}

impl<'a, 'e> Lowerer<'a, 'e> {
    fn new(checked: &'a Checked<'a>, errors: &'e mut Diagnostics) -> Self {
        Lowerer {
            checked,
            errors,
            builder: Builder::new(Variables::default()),
            frames: Vec::new(),
            frame: 0,
            values: Vec::new(),
            lanes: 0,
            loops: 0,
            sequential: false,
            calls: Vec::new(),
            causes: FxHashMap::default(),
            parameter_sizes: VarSet::new(),
            differences: VarSet::new(),
            uncounted: VarSet::new(),
            gave_up: false,
            constants: FxHashMap::default(),
            progress: Progress::default(),
            certain: Certain::default(),
        }
    }

    fn structs(&self) -> &'a [super::StructType] {
        &self.checked.context.structs
    }

    fn frame(&self) -> &Frame<'a> {
        &self.frames[self.frame]
    }

    fn frame_mut(&mut self) -> &mut Frame<'a> {
        &mut self.frames[self.frame]
    }

    /// The type that inference found for an expression.
    fn ty(&self, expression: &Expression) -> Ty {
        self.frame().typed.types.get(&expression.id).cloned().unwrap_or(Ty::Error)
    }

    fn meaning(&self, id: ExpressionId) -> Option<Meaning> {
        self.frame().typed.meanings.get(&id).cloned()
    }

    fn leaves(&self, ty: &Ty) -> Vec<Leaf> {
        leaves(ty, self.structs())
    }

    fn leaf_count(&self, ty: &Ty) -> usize {
        leaf_count(ty, self.structs())
    }

    /// The types of the fields of a tuple or struct.
    fn fields(&self, ty: &Ty) -> Vec<Ty> {
        match ty {
            Ty::Tuple(fields) => fields.clone(),
            Ty::Struct(index) => {
                self.structs()[*index].fields.iter().map(|field| field.1.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The positions of a field's components.
    fn field_range(&self, ty: &Ty, position: usize) -> std::ops::Range<usize> {
        let fields = self.fields(ty);
        let start = fields[..position].iter().map(|field| self.leaf_count(field)).sum();
        start..start + self.leaf_count(&fields[position])
    }

    /// A field of a tuple or struct.
    fn field(&self, value: &Value, position: usize) -> Value {
        let range = self.field_range(&value.ty, position);
        Value { ty: self.fields(&value.ty)[position].clone(), atoms: value.atoms[range].to_vec() }
    }

    /// A tuple of values.
    fn tuple(&self, values: Vec<Value>) -> Value {
        let mut types = Vec::new();
        let mut atoms = Vec::new();
        for value in values {
            types.push(value.ty);
            atoms.extend(value.atoms);
        }
        Value { ty: Ty::Tuple(types), atoms }
    }

    /// The element type of an array.
    fn element(&self, array: &Value) -> Ty {
        array.ty.element().cloned().unwrap_or(Ty::Error)
    }

    /// The length of an array: the outermost extent, which its components share.
    fn length(&self, array: &Value) -> Atom {
        let ty = self.builder.variables.atom_type(array.atom());
        ty.extents().first().and_then(|extent| extent.size()).unwrap_or(Atom::size(0))
    }

    /// The sizes of the outer dimensions, as far as they are regular.
    fn sizes(&self, array: &Value, count: usize) -> Vec<Atom> {
        let ty = self.builder.variables.atom_type(array.atom());
        ty.extents().iter().take(count).map_while(|extent| extent.size()).collect()
    }

    fn atom_type(&self, atom: Atom) -> Type {
        self.builder.variables.atom_type(atom)
    }

    fn types_of(&self, value: &Value) -> Vec<Type> {
        value.atoms.iter().map(|atom| self.atom_type(*atom)).collect()
    }

    /// The array as seen through a view of every component, whose new extents are given in terms
    /// of the old ones.
    fn view(
        &mut self,
        array: &Value,
        ty: Ty,
        extents: impl Fn(&[Extent]) -> Vec<Extent>,
        view: impl Fn(Atom) -> crate::core::View,
    ) -> Value {
        let atoms = array.atoms.clone();
        let atoms = atoms
            .into_iter()
            .map(|atom| {
                let old = self.atom_type(atom);
                let new = Type::array(old.element(), extents(old.extents()));
                self.builder.view(new, view(atom))
            })
            .collect();
        Value { ty, atoms }
    }

    /// `size op size`.
    fn arithmetic(&mut self, operation: Operation, a: Atom, b: Atom) -> Atom {
        self.builder.scalar(operation, &[a, b])
    }

    /// The length of several arrays put together; fails if it cannot be counted.
    fn sum_of_lengths(&mut self, a: Atom, b: Atom, operation: &str) -> Atom {
        self.check_length(Condition::Sum(operation.into()), [a, b]);
        self.arithmetic(Operation::Add, a, b)
    }

    /// The number of elements in so many rows of a length; fails if they cannot be counted.
    fn product_of_lengths(&mut self, a: Atom, b: Atom, operation: &str) -> Atom {
        self.check_length(Condition::Product(operation.into()), [a, b]);
        self.arithmetic(Operation::Multiply, a, b)
    }

    fn check_length(&mut self, condition: Condition, operands: [Atom; 2]) {
        let [a, b] = operands.map(Atom::constant);
        let holds = match (a, b) {
            (Some(a), Some(b)) => crate::interp::holds(&condition, &[a, b]),
            (Some(known), None) | (None, Some(known)) => {
                known.is_number(0)
                    || matches!(condition, Condition::Product(_)) && known.is_number(1)
            }
            (None, None) => false,
        };
        if !holds {
            self.check(condition, &operands);
        }
    }

    /// Reports sizes that are known to disagree.
    fn size_error(&mut self, message: String) {
        if !self.gave_up {
            self.errors.report(Diagnostic::new(Code::E041, self.builder.span, message));
        }
    }

    /// A value of the right type for code that has been reported.
    fn placeholder(&mut self, ty: &Ty) -> Value {
        let atoms = self
            .leaves(ty)
            .into_iter()
            .map(|leaf| {
                let zero = Atom::Constant(leaf.element.zero());
                if leaf.rank == 0 {
                    return zero;
                }
                let extents = vec![Extent::Size(Atom::size(0)); leaf.rank];
                let ty = Type::array(leaf.element, extents);
                self.builder.view(ty, crate::core::View::Replicate(zero))
            })
            .collect();
        Value { ty: ty.clone(), atoms }
    }
}

/// The name of a function under an instance.
pub fn function_name(checked: &Checked, function: usize, instance: &Instance) -> Arc<str> {
    let name = &checked.context.functions[function].function.name.text;
    let suffix: Vec<&str> = instance.iter().flatten().map(|scalar| scalar.name()).collect();
    if suffix.is_empty() { name.clone() } else { format!("{name}_{}", suffix.join("_")).into() }
}
