//! The definition of core IR. [The module](super) tells its purpose.

use std::sync::Arc;

use super::operation::Operation;
use super::scalar::Constant;
use super::types::Type;
use super::variables::{Var, Variables};
use crate::source::Span;

/// Functions that may call each other.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// The functions.
    pub functions: Vec<Function>,
}

impl Program {
    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| &*function.name == name)
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: Arc<str>,
    /// The parameters. The sizes of array parameters are parameters too, before the arrays.
    pub parameters: Vec<Var>,
    /// The results. The type of a result may mention parameters and earlier results.
    pub results: Vec<Var>,
    /// The statements of the function, and its results in order.
    pub body: Block,
    /// All its variables.
    pub variables: Variables,
    /// The back ends that it is for.
    pub target: Target,
}

impl Function {
    /// The variant of a function for devices, under a name of its own.
    pub fn for_devices(self) -> Function {
        let name = format!("{}.devices", self.name).into();
        Function { name, target: Target::Devices, ..self }
    }
}

/// The back ends that a function is for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Target {
    /// Any back end.
    #[default]
    Any,
    /// Devices alone: a function that others call as it is on the CPU, or one whose recursion goes level by
    /// level.
    Devices,
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// A scalar.
    Constant(Constant),
}

impl Atom {
    /// A size or index known now.
    pub fn size(value: usize) -> Atom {
        Atom::Constant(Constant::Usize(value as u64))
    }

    /// `true` or `false`.
    pub fn truth(value: bool) -> Atom {
        Atom::Constant(Constant::Bool(value))
    }

    /// The variable, if it is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Atom::Var(var) => Some(var),
            Atom::Constant(_) => None,
        }
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<Constant> {
        match self {
            Atom::Var(_) => None,
            Atom::Constant(constant) => Some(constant),
        }
    }

    /// The size, if it is known now.
    pub fn known_size(self) -> Option<usize> {
        match self {
            Atom::Constant(Constant::Usize(value)) => Some(value as usize),
            _ => None,
        }
    }
}

impl From<Var> for Atom {
    fn from(var: Var) -> Atom {
        Atom::Var(var)
    }
}

impl From<Constant> for Atom {
    fn from(constant: Constant) -> Atom {
        Atom::Constant(constant)
    }
}

/// Statements, and the values of the block.
#[derive(Clone, Default, Debug)]
pub struct Block {
    /// In order of evaluation.
    pub statements: Vec<Statement>,
    /// The values.
    pub results: Vec<Atom>,
}

/// Binds the results of an expression.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The variables bound; the type of one may mention those before it.
    pub binds: Vec<Var>,
    /// The expression that gives the values of the binds.
    pub expression: Expression,
    /// The place at which the user wrote it.
    pub span: Span,
}

/// The computation of a statement.
#[derive(Clone, Debug)]
pub enum Expression {
    /// Another name for a value.
    Copy(Atom),
    /// A scalar operation.
    Scalar(Operation, Vec<Atom>),
    /// `value as type`, where the type is that of the bound variable.
    Cast(Atom),
    /// `if condition { then } else { otherwise }` on scalars, both evaluated.
    Select([Atom; 3]),
    /// Fails unless a condition holds.
    Check(Check),
    /// The array with the extents of the bound variable's type; fails unless it has them.
    Coerce(Atom, Arc<str>),
    /// Evaluates one of two blocks.
    If(Box<If>),
    /// Repeats a block.
    Loop(Box<Loop>),
    /// Calls a function of the program, which is recursive after inlining.
    Call(Arc<str>, Vec<Atom>),
    /// `array[indices]`: an element, or a row where there are fewer indices than dimensions.
    /// Indices are in bounds. The sizes of a row of a ragged array are bound before the row.
    Index(Atom, Vec<Atom>),
    /// `array` with the element or row at `indices` replaced, or with several neighbours, of which
    /// it is the first, if the value has a level more.
    Update {
        /// The array.
        array: Atom,
        /// The place of the element or row; in bounds.
        indices: Vec<Atom>,
        /// The new element or row.
        value: Atom,
    },
    /// The elements of another array in another arrangement.
    View(View),
    /// `[a, b, c]`: scalars, or rows of equal type.
    Array(Vec<Atom>),
    /// A parallel computation.
    Soac(Box<Soac>),
    /// The running combination of a value over the lanes; only in the body of a [`Soac`].
    Scan(Box<Scan>),
    /// A stable sort.
    Sort(Sort),
    /// The common length of the rows that begin at these offsets, the first one at 0, and end where the
    /// next one begins; `usize::MAX` if the length differs from row to row, or on a device.
    CommonLength(Atom),
}

/// A condition that must hold, and its operands.
#[derive(Clone, Debug)]
pub struct Check {
    /// The condition. The check's value is the first operand (as `usize` for an index).
    pub condition: Condition,
    /// The operands of the condition.
    pub operands: Vec<Atom>,
    /// If given, the check is made only where this holds; elsewhere its value is 0.
    pub when: Option<Atom>,
}

/// A bound of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SliceBound {
    /// The start, before the end of the slice.
    Start,
    /// The start of a slice that goes on to the end of the array.
    From,
    /// The end, before that of the array.
    End,
}

/// The demand of a check.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Condition {
    /// `0 <= a < b`, for the operation named. Operations that need some element, such as `min`,
    /// check the index 0.
    Index(Arc<str>),
    /// `0 <= a <= b`: the bound of a slice is not behind another one.
    Slice(SliceBound),
    /// `a != 0`: the divisor of an operation.
    NotZero(Arc<str>),
    /// `a > 0`: the argument of an operation.
    Positive(Arc<str>),
    /// `a >= 0`: the argument of an operation.
    NotNegative(Arc<str>),
    /// `a <= b`: the bounds of `clamp`.
    Ordered(Arc<str>),
    /// `a` divides `b`: the chunk size and the length.
    Divides,
    /// `a == b`: counts of elements, for the operation named.
    SameCount(Arc<str>),
    /// `a + b` can be counted: the length of the arrays that the named operation puts together.
    Sum(Arc<str>),
    /// `a * b` can be counted: the length of the named operation's result.
    Product(Arc<str>),
    /// `a..=b` can be counted: it is not all numbers of 64 bits, which are one too many.
    Countable,
    /// `a`: an assertion of the user's, with its text.
    Holds(Arc<str>),
}

impl Condition {
    /// Returns true if the condition is about the number of elements: a computation guarded by it is safe
    /// without the check, but wrong.
    pub fn is_of_lengths(&self) -> bool {
        matches!(self, Condition::Sum(_) | Condition::Product(_) | Condition::Countable)
    }
}

/// `if`.
#[derive(Clone, Debug)]
pub struct If {
    /// Decides.
    pub condition: Atom,
    /// Evaluated if it is true.
    pub then: Block,
    /// Evaluated if it is false.
    pub otherwise: Block,
}

impl If {
    /// The arm that is evaluated if the condition is so.
    pub fn arm(&self, condition: bool) -> &Block {
        if condition { &self.then } else { &self.otherwise }
    }
}

/// A sequential loop over carried values; its results are their final values.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The condition under which it goes on.
    pub form: LoopForm,
    /// The carried values: the variable inside, and the initial value.
    pub carried: Vec<(Var, Atom)>,
    /// Computes the next carried values.
    pub body: Block,
}

/// The condition under which a loop goes on.
#[derive(Clone, Debug)]
pub enum LoopForm {
    /// A number of times, counted by a `usize` from 0.
    For(Var, Atom),
    /// While this block, evaluated on the carried values before each turn, gives true.
    While(Block),
}

/// A function without a name, applied by the construct that holds it.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The parameters.
    pub parameters: Vec<Var>,
    /// The body.
    pub body: Block,
}

impl Lambda {
    /// The sum of two sizes, by this operation.
    pub fn sum_of_sizes(add: Operation, variables: &mut Variables, span: Span) -> Lambda {
        Lambda::of_two(add, &Type::USIZE, variables, span)
    }

    /// An operation on two values of a type, which gives one of that type.
    pub fn of_two(
        operation: Operation,
        ty: &Type,
        variables: &mut Variables,
        span: Span,
    ) -> Lambda {
        let [a, b] = ["a", "b"].map(|name| variables.add(Some(name.into()), ty.clone()));
        let result = variables.add(None, ty.clone());
        let operands = vec![Atom::Var(a), Atom::Var(b)];
        let expression = Expression::Scalar(operation, operands);
        let statements = vec![Statement { binds: vec![result], expression, span }];
        let body = Block { statements, results: vec![Atom::Var(result)] };
        Lambda { parameters: vec![a, b], body }
    }
}

/// Other arrangements of the elements of an array. The extents are those of the bound variable's
/// type.
#[derive(Clone, Debug)]
pub enum View {
    /// The part of the outermost dimension that begins at `start`.
    Slice(Atom, Atom),
    /// Dimension `d` of the view is dimension `permutation[d]` of the array.
    Transpose(Atom, Vec<usize>),
    /// The outermost dimension backwards.
    Reverse(Atom),
    /// The outermost dimension, beginning at an offset below its extent, then from the start.
    Rotate(Atom, Atom),
    /// The elements of an array in row-major order, under other extents with the same product.
    Reshape(Atom),
    /// `[n] → [n - k + 1][k]`: overlapping parts of the outermost dimension.
    Windows(Atom),
    /// One scalar or array everywhere, under more extents.
    Replicate(Atom),
    /// `0, 1, 2, …`.
    Iota,
    /// All rows of a ragged array, one after the other; its length is bound before it.
    Flatten(Atom),
    /// The offsets of a ragged array whose rows lie one after the other: the position at which each row
    /// begins, and the one at which the last row ends.
    Offsets(Atom),
    /// Rows that begin at the given offsets, each where the one before it ends; there is one
    /// offset more than rows.
    Segments(Atom, Atom),
}

impl View {
    /// The indices in an array of an element of its [`View::Transpose`]; those behind the dimensions
    /// of the permutation stay.
    pub fn transposed(permutation: &[usize], indices: &[Atom]) -> Vec<Atom> {
        let mut source = indices.to_vec();
        for (index, dimension) in indices.iter().zip(permutation) {
            source[*dimension] = *index;
        }
        source
    }
}

/// A parallel computation over an index space.
#[derive(Clone, Debug)]
pub struct Soac {
    /// The index space, outermost first.
    pub space: Vec<Axis>,
    /// Evaluated at every point.
    pub body: Vec<Statement>,
    /// The uses of the values. Each binds its results, in order.
    pub outputs: Vec<Output>,
    /// The source operations in it.
    pub origins: Vec<Origin>,
}

/// One dimension of an index space.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The index, from 0.
    pub index: Var,
    /// The number of indices.
    pub extent: Atom,
}

/// The operation that the user wrote, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// `map`, `sum`, ….
    pub operation: Arc<str>,
    /// The place in the source.
    pub span: Span,
    /// True if nests in its lanes stay there: the user says so (`#[sequential]`).
    pub sequential: bool,
}

impl Origin {
    /// An operation whose lanes may become anything.
    pub fn new(operation: impl Into<Arc<str>>, span: Span) -> Origin {
        Origin { operation: operation.into(), span, sequential: false }
    }
}

impl Soac {
    /// Returns true if nests in its lanes stay there.
    pub fn is_sequential_inside(&self) -> bool {
        self.origins.iter().any(|origin| origin.sequential)
    }

    /// Returns true if its lanes combine values with those of the lanes before them.
    pub fn has_scan(&self) -> bool {
        self.body.iter().any(|statement| matches!(statement.expression, Expression::Scan(_)))
    }
}

/// A use of the values of a SOAC's body.
#[derive(Clone, Debug)]
pub enum Output {
    /// An array of the values, scalars or rows, at their points.
    Store(Atom),
    /// The transpose of an array of the values, which are rows: their dimensions come before
    /// those of the space.
    Columns(Atom),
    /// An array in which the row of each point begins at `start`. The rows follow each other, and
    /// fill it.
    Segment {
        /// The row of a point.
        row: Atom,
        /// The position at which the row begins.
        start: Atom,
    },
    /// The rows of all points one after the other in row-major order. Binds how many there are,
    /// the offsets where the rows of each point begin and where the last ones end, then the
    /// arrays.
    Append {
        /// The rows of a point, of one length.
        rows: Vec<Atom>,
        /// The length of the rows.
        length: Atom,
        /// The number of offsets: one more than points.
        offsets: Atom,
    },
    /// The values combined over all points in row-major order.
    Reduce {
        /// The values, one for each accumulator.
        values: Vec<Atom>,
        /// The start values, which take part exactly once, at the left. If not given, the combination
        /// begins with the first point, and gives zeros if there is none.
        initial: Option<Vec<Atom>>,
        /// Combines two; associative.
        operator: Lambda,
        /// If given, only the points where this holds take part.
        when: Option<Atom>,
        /// True if points may be combined in any order.
        commutative: bool,
    },
    /// The values of the points where `when` holds, in order. Binds the count, then the arrays.
    Compact {
        /// The values, scalars or rows.
        values: Vec<Atom>,
        /// The condition by which a point is kept.
        when: Atom,
    },
    /// The destinations with the values written at their indices; of several for one index, one
    /// wins, whole.
    Scatter {
        /// The arrays written to, all of one length.
        destinations: Vec<Atom>,
        /// The position to write to; in bounds if `when` holds.
        index: Atom,
        /// The values, one for each destination.
        values: Vec<Atom>,
        /// The condition by which a point writes.
        when: Option<Atom>,
    },
    /// The destinations with the values combined into their elements.
    Combine {
        /// The arrays written to, all of one length.
        destinations: Vec<Atom>,
        /// The position to write to; in bounds if `when` holds.
        index: Atom,
        /// The values, one for each destination.
        values: Vec<Atom>,
        /// Combines the old value and the new one; associative and commutative.
        operator: Lambda,
        /// The condition by which a point writes.
        when: Option<Atom>,
    },
}

/// A running combination over the lanes of the enclosing SOAC.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The values of this lane, one for each accumulator.
    pub values: Vec<Atom>,
    /// The start values, which take part exactly once, at the left.
    pub initial: Vec<Atom>,
    /// Combines two; associative.
    pub operator: Lambda,
    /// True if the lane's own value is left out.
    pub exclusive: bool,
}

/// A stable ascending sort. Binds the sorted keys, then the payload in the same order.
#[derive(Clone, Debug)]
pub struct Sort {
    /// Arrays of one length, compared in this order; floats by their total order.
    pub keys: Vec<Atom>,
    /// Arrays of the same length that move along.
    pub payload: Vec<Atom>,
    /// The operation that the user wrote: `sort`, `sort_by_key` or `argsort`.
    pub origin: Origin,
}

impl Sort {
    /// The one array of scalars that is sorted, if there is nothing else.
    pub fn single_key(&self, variables: &Variables) -> Option<Atom> {
        match (&self.keys[..], &self.payload[..]) {
            ([key @ Atom::Var(var)], []) if variables.ty(*var).rank() == 1 => Some(*key),
            _ => None,
        }
    }
}
