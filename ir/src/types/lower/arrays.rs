//! The array built-ins: the function that lowers each method, and the elementwise ones.

use super::{Lowerer, Value};
use crate::core::operation::Function as ScalarFunction;
use crate::core::{
    Atom, Block, Condition, Expression as Core, Extent, If, Operation, Output, ScalarType, Type,
    View,
};
use crate::source::Span;
use crate::syntax::tree::{Expression, Name};
use crate::types::Builtin;
use crate::types::infer::Meaning;
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    /// `x.f(a, b)`.
    pub(super) fn method(
        &mut self,
        expression: &'a Expression,
        receiver: &'a Expression,
        name: &Name,
        arguments: &'a [Expression],
    ) -> Value {
        let meaning = self.meaning(expression.id);
        if let Some(Meaning::Builtin(Builtin::Swap)) = meaning {
            self.swap(receiver, arguments, expression.span);
            return Value::unit();
        }
        let value = self.expression(receiver);
        match meaning {
            Some(Meaning::Builtin(builtin)) => {
                let result = self.ty(expression);
                self.builtin(builtin, (receiver, value), arguments, name.span, &result)
            }
            Some(Meaning::Scalar(method)) => {
                let mut operands = vec![value.atom()];
                operands.extend(arguments.iter().map(|argument| self.expression(argument).atom()));
                let ty = self.builder.variables.element(value.atom());
                self.builder.span = expression.span;
                match ScalarFunction::find(&method, ty) {
                    Some(function) => self.scalar_function(function, operands),
                    None => self.placeholder(&self.ty(expression)),
                }
            }
            Some(Meaning::SinCos) => {
                let ty = self.builder.variables.element(value.atom());
                let mut parts = Vec::new();
                for name in ["sin", "cos"] {
                    if let Some(function) = ScalarFunction::find(name, ty) {
                        parts.push(self.scalar_function(function, vec![value.atom()]));
                    }
                }
                self.tuple(parts)
            }
            _ => self.placeholder(&self.ty(expression)),
        }
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        (receiver, array): (&'a Expression, Value),
        arguments: &'a [Expression],
        span: Span,
        result: &Ty,
    ) -> Value {
        use Builtin::*;
        let name = builtin.name();
        if builtin != Clone {
            self.builder.span = span;
        }
        match builtin {
            Map => self.map(array, &arguments[0], span),
            Zip => {
                let mut arrays = vec![array];
                arrays.extend(arguments.iter().map(|argument| self.expression(argument)));
                self.builder.span = span;
                let names: Vec<_> = std::iter::once(receiver).chain(arguments).collect();
                self.zip_of(arrays, &names)
            }
            Enumerate => {
                let count = self.length(&array);
                let indices = self.iota(count);
                self.zip(vec![indices, array], "`enumerate`")
            }
            Unzip => Value { ty: result.clone(), atoms: array.atoms },
            Reduce => self.reduce(array, &arguments[0], &arguments[1], span),
            Sum => self.total(array, Operation::Add, 0, name, span),
            Product => self.total(array, Operation::Multiply, 1, name, span),
            Min | Max | ArgMin | ArgMax => self.extreme(builtin, array, None, span),
            MinByKey | MaxByKey => self.extreme(builtin, array, Some(&arguments[0]), span),
            All | Any => self.quantify(builtin == All, array, &arguments[0], span),
            Count => self.count(array, &arguments[0], span),
            Fold => {
                let initial = self.expression(&arguments[0]);
                let step = self.callable(&arguments[1]);
                let declared = self.declared_of(&arguments[0]);
                self.fold(array, initial, &declared, step)
            }
            Scan | ScanExclusive => {
                self.scan(array, &arguments[0], &arguments[1], builtin == ScanExclusive, span)
            }
            Filter => self.filter(array, &arguments[0], span),
            Partition => self.partition(array, &arguments[0], span),
            Flatten => self.flatten(array),
            FlatMap => {
                let rows = self.map(array, &arguments[0], span);
                self.flatten(rows)
            }
            SplitBy => {
                let lengths = self.expression(&arguments[0]);
                self.builder.span = span;
                self.split_by(array, lengths, span)
            }
            Lengths => self.lengths(array, span),
            Chunks => {
                let size = self.expression(&arguments[0]).atom();
                self.builder.span = span;
                self.chunks(array, size, arguments[0].span)
            }
            Windows => {
                let size = self.expression(&arguments[0]).atom();
                self.builder.span = span;
                self.windows(array, size, arguments[0].span)
            }
            Len => {
                let length = self.length(&array);
                self.check_counted(length);
                Value::size(length)
            }
            IsEmpty => {
                let length = self.length(&array);
                let empty = self.builder.scalar(Operation::Equal, &[length, Atom::size(0)]);
                Value::truth(empty)
            }
            Shape => {
                let rank = array.ty.levels().0;
                let sizes = self.regular_sizes(&array, rank, "`shape`", span);
                sizes.iter().for_each(|size| self.check_counted(*size));
                Value { ty: result.clone(), atoms: sizes }
            }
            Reshape => {
                let shape = self.expression(&arguments[0]).atoms;
                self.builder.span = span;
                self.reshape(array, shape, span)
            }
            Transpose => self.transpose(array, span),
            Rev => {
                let ty = array.ty.clone();
                self.view(&array, ty, <[Extent]>::to_vec, View::Reverse)
            }
            RotateLeft | RotateRight => {
                let by = self.expression(&arguments[0]).atom();
                self.builder.span = span;
                self.rotate(array, by, builtin == RotateRight)
            }
            First | Last => self.end(array, builtin == Last),
            Gather => {
                let indices = self.expression(&arguments[0]);
                self.builder.span = span;
                self.gather(array, indices, span)
            }
            Scatter => {
                let indices = self.expression(&arguments[0]);
                let values = self.expression(&arguments[1]);
                self.builder.span = span;
                let declared = self.declared_of(receiver);
                self.scatter(array, &declared, indices, values, span)
            }
            ScatterWith => {
                let operator = self.callable(&arguments[0]);
                let indices = self.expression(&arguments[1]);
                let values = self.expression(&arguments[2]);
                self.builder.span = span;
                self.scatter_with(array, operator, indices, values, span)
            }
            Sort => self.sort(array, span),
            SortByKey => self.sort_by_key(array, &arguments[0], span),
            ArgSort => self.argsort(array, span),
            Stencil => self.stencil(array, &arguments[0], &arguments[1], span),
            Update => {
                let index = self.expression(&arguments[0]).atom();
                let value = self.expression(&arguments[1]);
                self.builder.span = span;
                let index = self.index_in(&array, index, name, arguments[0].span);
                let row = self.types_of(&value);
                let declared = self.declared_of(receiver);
                let array = self.with_rows_of_any_length(&array, 1, &row, &declared);
                let shape = self.row_shape(&array);
                let value = match self.is_ragged_at(&array, 1) {
                    true => value,
                    false => self.like(value, &shape),
                };
                self.update(&array, &[index], &value)
            }
            Clone => array,
            Swap => Value::unit(),
        }
    }

    /// Returns true if the lengths differ at this level of an array.
    pub(super) fn is_ragged_at(&self, array: &Value, level: usize) -> bool {
        let extent = |atom: &Atom| self.atom_type(*atom).extents().get(level).copied();
        array.atoms.iter().any(|atom| extent(atom) == Some(Extent::Ragged))
    }

    /// Operands with the types of the components of a row; only their types count.
    fn row_shape(&mut self, array: &Value) -> Vec<Atom> {
        let index = Atom::size(0);
        let scalar = array.atoms.iter().all(|atom| self.atom_type(*atom).rank() == 1);
        if scalar {
            let zeros = array.atoms.iter().map(|atom| self.builder.variables.element(*atom).zero());
            return zeros.map(Atom::Constant).collect();
        }
        // A row that is never looked at: lowered aside and dropped.
        self.builder.open();
        let row = self.row(array, index);
        self.builder.close();
        row.atoms
    }

    pub(super) fn map(&mut self, array: Value, closure: &'a Expression, span: Span) -> Value {
        let callable = self.callable(closure);
        let count = self.length(&array);
        self.tabulate(count, "map", span, |this, index| {
            let element = this.row(&array, index);
            this.apply(callable, vec![element])
        })
    }

    /// `zip` of arrays that these expressions have given: an error of the lengths names two variables.
    pub(super) fn zip_of(&mut self, arrays: Vec<Value>, of: &[&Expression]) -> Value {
        let first = of[0].variable();
        let label = |position: usize| match (first, of[position].variable()) {
            (Some(first), Some(other)) => format!("`zip` of `{first}` and `{other}`"),
            _ => "`zip`".to_owned(),
        };
        self.zip_labelled(arrays, label)
    }

    /// `zip` of arrays; the label stands before an error of the lengths.
    pub(super) fn zip(&mut self, arrays: Vec<Value>, label: &str) -> Value {
        self.zip_labelled(arrays, |_| label.to_owned())
    }

    fn zip_labelled(&mut self, arrays: Vec<Value>, label: impl Fn(usize) -> String) -> Value {
        let count = self.length(&arrays[0]);
        let mut types = Vec::new();
        let mut atoms = Vec::new();
        for (position, array) in arrays.into_iter().enumerate() {
            let array = self.with_length(array, count, &label(position));
            types.push(self.element(&array));
            atoms.extend(array.atoms);
        }
        Value { ty: Ty::array(Ty::Tuple(types)), atoms }
    }

    pub(super) fn iota(&mut self, count: Atom) -> Value {
        let ty = Type::regular(ScalarType::Usize, [count]);
        let atom = self.builder.view(ty, View::Iota);
        Value { ty: Ty::array(Ty::USIZE), atoms: vec![atom] }
    }

    /// `[value; count]`.
    pub(super) fn replicate(&mut self, value: Value, count: Atom) -> Value {
        let atoms = value
            .atoms
            .iter()
            .map(|atom| {
                let ty = self.atom_type(*atom).under([Extent::Size(count)]);
                self.builder.view(ty, View::Replicate(*atom))
            })
            .collect();
        Value { ty: Ty::array(value.ty), atoms }
    }

    /// `[a, b, c]`. Rows are regular where their sizes are known to agree.
    pub(super) fn array_literal(&mut self, items: Vec<Value>, ty: &Ty, span: Span) -> Value {
        let count = Extent::Size(Atom::size(items.len()));
        let Some(first) = items.first() else {
            let element = self.element(&Value { ty: ty.clone(), atoms: Vec::new() });
            let mut empty = self.placeholder(&Ty::array(element));
            empty.ty = ty.clone();
            return empty;
        };
        let items: Vec<Value> = items.iter().map(|item| self.alike(item, first)).collect();
        let first = &items[0];
        let mut atoms = Vec::new();
        for position in 0..first.atoms.len() {
            // A level is regular where all rows agree in it and in those around it.
            let mut ty = self.atom_type(first.atoms[position]);
            for item in &items[1..] {
                let other = self.atom_type(item.atoms[position]);
                let pairs = ty.extents().iter().zip(other.extents());
                let extents = pairs.map(|(a, b)| if a == b { *a } else { Extent::Ragged });
                ty = Type::array(ty.element(), extents.collect());
            }
            let elements = items.iter().map(|item| item.atoms[position]).collect();
            let array = self.builder.bind(ty.under([count]), Core::Array(elements));
            if let (Atom::Var(var), true) = (array, ty.is_ragged()) {
                self.causes.insert(var, span);
            }
            atoms.push(array);
        }
        Value { ty: ty.clone(), atoms }
    }

    pub(super) fn generate(
        &mut self,
        shape: &'a Expression,
        closure: &'a Expression,
        span: Span,
    ) -> Value {
        let shape = self.expression(shape);
        let callable = self.callable(closure);
        let tuple = matches!(shape.ty, Ty::Tuple(_));
        self.written_length(shape.atoms[0]);
        self.builder.span = span;
        self.nested_lanes(&shape.atoms, "generate", &mut Vec::new(), span, &mut |this, indices| {
            let index = if tuple {
                let sizes = indices.iter().map(|index| Value::size(*index)).collect();
                this.tuple(sizes)
            } else {
                Value::size(indices[0])
            };
            this.apply(callable, vec![index])
        })
    }

    /// Nested lanes over the remaining extents.
    pub(super) fn nested_lanes(
        &mut self,
        extents: &[Atom],
        operation: &str,
        indices: &mut Vec<Atom>,
        span: Span,
        element: &mut dyn FnMut(&mut Self, &[Atom]) -> Value,
    ) -> Value {
        let Some((extent, rest)) = extents.split_first() else { return element(self, indices) };
        self.tabulate(*extent, operation, span, |this, index| {
            indices.push(index);
            let value = this.nested_lanes(rest, operation, indices, span, element);
            indices.pop();
            value
        })
    }

    pub(super) fn filter(&mut self, array: Value, predicate: &'a Expression, span: Span) -> Value {
        let callable = self.callable(predicate);
        let count = self.length(&array);
        let atoms = self.soac(count, "filter", span, |this, index| {
            let element = this.row(&array, index);
            let when = this.apply(callable, vec![element.clone()]).atom();
            vec![Output::Compact { values: element.atoms, when }]
        });
        Value { ty: array.ty, atoms: atoms[1..].to_vec() }
    }

    fn partition(&mut self, array: Value, predicate: &'a Expression, span: Span) -> Value {
        let callable = self.callable(predicate);
        let count = self.length(&array);
        let atoms = self.soac(count, "partition", span, |this, index| {
            let element = this.row(&array, index);
            let yes = this.apply(callable, vec![element.clone()]).atom();
            let no = this.builder.scalar(Operation::Not, &[yes]);
            vec![
                Output::Compact { values: element.atoms.clone(), when: yes },
                Output::Compact { values: element.atoms, when: no },
            ]
        });
        let (yes, no) = atoms.split_at(atoms.len() / 2);
        let yes = Value { ty: array.ty.clone(), atoms: yes[1..].to_vec() };
        let no = Value { ty: array.ty, atoms: no[1..].to_vec() };
        self.tuple(vec![yes, no])
    }

    fn gather(&mut self, array: Value, indices: Value, span: Span) -> Value {
        let count = self.length(&indices);
        self.tabulate(count, "gather", span, |this, lane| {
            let index = this.row(&indices, lane).atom();
            let index = this.index_in(&array, index, "gather", span);
            this.row(&array, index)
        })
    }

    /// `concat(xs, ys, …)`. As in a literal, rows are of one length where their lengths are known to
    /// agree, and each of its own otherwise. Rows of matrices that the function is given have to
    /// agree: their lengths are not chosen by it.
    pub(super) fn concat(&mut self, arrays: Vec<Value>, span: Span) -> Value {
        let mut total = Atom::size(0);
        let mut ends = Vec::new();
        for array in &arrays {
            let length = self.length(array);
            self.check_written_length(length);
            total = self.sum_of_lengths(total, length, "concat");
            ends.push(total);
        }
        let some = arrays.iter().find(|array| !self.has_no_rows(array));
        let first = some.unwrap_or(&arrays[0]).clone();
        let arrays: Vec<Value> = arrays
            .into_iter()
            .map(|array| match self.has_no_rows(&array) || self.rows_agree(&array, &first) {
                true => self.rows_like(array, &first),
                false => array,
            })
            .collect();
        self.tabulate(total, "concat", span, |this, index| {
            this.concat_element(&arrays, &ends, Atom::size(0), index)
        })
    }

    /// Notes the length of an array that is computed from indices alone.
    pub(super) fn written_length(&mut self, length: Atom) {
        if self.builder.may_have_wrapped(length) {
            self.differences.extend(length.var());
        }
    }

    /// Checks that a written length is a possible one. An array joined to one of which too much was
    /// subtracted would be shorter than its parts: no memory is asked for the part, so no other check finds
    /// it.
    fn check_written_length(&mut self, length: Atom) {
        if length.var().is_some_and(|length| self.differences.contains(&length)) {
            let signed = self.builder.cast(length, ScalarType::Isize);
            self.check(Condition::NotNegative("concat".into()), &[signed]);
        }
    }

    /// Returns true if the rows of two arrays are known to have the same lengths before the program runs:
    /// the lengths are computed in different ways, but equal, or all of them are those of arrays that the
    /// function is given, which have to agree.
    fn rows_agree(&self, array: &Value, other: &Value) -> bool {
        let given = |extent: Extent| {
            let size = extent.size().and_then(|size| size.var());
            size.is_some_and(|size| self.parameter_sizes.contains(&size))
        };
        array.atoms.iter().zip(&other.atoms).all(|(atom, other)| {
            let (own, other) = (self.atom_type(*atom).row(1), self.atom_type(*other).row(1));
            let mut pairs = own.extents().iter().zip(other.extents());
            pairs.all(|(a, b)| self.are_equal(*a, *b) || (given(*a) && given(*b)))
        })
    }

    /// Returns true if two extents are equal, though computed in different ways.
    pub(super) fn are_equal(&self, a: Extent, b: Extent) -> bool {
        let sizes = a.size().zip(b.size());
        a == b || sizes.is_some_and(|(a, b)| self.builder.are_equal_sizes(a, b))
    }

    /// A row with the extents of another, where those that differ are known to be equal.
    fn alike(&mut self, row: &Value, other: &Value) -> Value {
        let mut atoms = Vec::new();
        for (atom, other) in row.atoms.iter().zip(&other.atoms) {
            let (own, wanted) = (self.atom_type(*atom), self.atom_type(*other));
            let mut pairs = own.extents().iter().zip(wanted.extents());
            let equal = pairs.all(|(a, b)| self.are_equal(*a, *b));
            atoms.push(if equal { self.agreed(*atom, wanted, "the rows") } else { *atom });
        }
        Value { ty: row.ty.clone(), atoms }
    }

    /// The array with the row extents of another.
    pub(super) fn rows_like(&mut self, array: Value, other: &Value) -> Value {
        let atoms = array
            .atoms
            .iter()
            .zip(&other.atoms)
            .map(|(atom, other)| {
                let (own, other) = (self.atom_type(*atom), self.atom_type(*other));
                self.agreed(*atom, other.row(1).under([own.extents()[0]]), "the rows")
            })
            .collect();
        Value { ty: array.ty, atoms }
    }

    fn concat_element(
        &mut self,
        arrays: &[Value],
        ends: &[Atom],
        start: Atom,
        index: Atom,
    ) -> Value {
        let own = |this: &mut Self| {
            let position = this.arithmetic(Operation::Subtract, index, start);
            this.row(&arrays[0], position)
        };
        if arrays.len() == 1 {
            return own(self);
        }
        let inside = self.builder.scalar(Operation::Less, &[index, ends[0]]);
        let ty = self.element(&arrays[0]);
        self.branch(inside, &[], &ty, own, |this| {
            this.concat_element(&arrays[1..], &ends[1..], ends[0], index)
        })
    }

    /// `a.swap(i, j)` on a variable.
    fn swap(&mut self, place: &'a Expression, arguments: &'a [Expression], span: Span) {
        let i = self.expression(&arguments[0]).atom();
        let j = self.expression(&arguments[1]).atom();
        self.builder.span = span;
        self.assign_value(place, span, |this, array| {
            let i = this.index_in(&array, i, "swap", arguments[0].span);
            let j = this.index_in(&array, j, "swap", arguments[1].span);
            let (a, b) = (this.row(&array, i), this.row(&array, j));
            let array = this.update(&array, &[i], &b);
            this.update(&array, &[j], &a)
        });
    }

    /// An `if` that chooses between two scalars, written out.
    pub(super) fn choose(
        &mut self,
        condition: Atom,
        then: &[Atom],
        otherwise: &[Atom],
    ) -> Vec<Atom> {
        let scalars = then.iter().all(|atom| self.atom_type(*atom).is_scalar());
        if scalars {
            return then
                .iter()
                .zip(otherwise)
                .map(|(a, b)| self.builder.select(condition, *a, *b))
                .collect();
        }
        let binds: Vec<_> = then
            .iter()
            .map(|atom| {
                let ty = self.atom_type(*atom);
                self.builder.variable(None, ty)
            })
            .collect();
        let block = |atoms: &[Atom]| Block { statements: Vec::new(), results: atoms.to_vec() };
        let branch = If { condition, then: block(then), otherwise: block(otherwise) };
        self.builder.push(binds.clone(), Core::If(Box::new(branch)));
        binds.into_iter().map(Atom::Var).collect()
    }
}
