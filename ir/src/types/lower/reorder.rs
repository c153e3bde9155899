//! Views: built-ins that arrange elements anew, and sorting.

use super::{Lowerer, Value};
use crate::core::operation::Function as ScalarFunction;
use crate::core::{
    Atom, Condition, Expression as Core, Extent, Operation, Origin, ScalarType, Sort, Type, Var,
    View,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::Expression;
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    /// `count` rows from `start` on.
    pub(super) fn part(&mut self, array: Value, start: Atom, count: Atom) -> Value {
        let ty = array.ty.clone();
        let extents = |old: &[Extent]| {
            let mut new = old.to_vec();
            new[0] = Extent::Size(count);
            new
        };
        self.view(&array, ty, extents, |atom| View::Slice(atom, start))
    }

    /// The sizes of all outer dimensions, which must be regular.
    pub(super) fn regular_sizes(
        &mut self,
        array: &Value,
        rank: usize,
        who: &str,
        span: Span,
    ) -> Vec<Atom> {
        let mut sizes = self.sizes(array, rank);
        if sizes.len() < rank {
            self.rows_differ(array, who, span);
            sizes.resize(rank, Atom::size(0));
        }
        sizes
    }

    /// Reports an array whose rows must have one length and do not.
    fn rows_differ(&mut self, array: &Value, who: &str, span: Span) {
        self.gave_up = true;
        let message = format!("{who} of rows of different lengths");
        let mut error = Diagnostic::new(Code::E042, span, message);
        let causes = array.atoms.iter().filter_map(|atom| self.causes.get(&atom.var()?));
        if let Some(cause) = causes.copied().next() {
            error = error.label(cause, "this makes the rows differ");
        }
        self.errors.report(error.help("the rows of a `[[T; m]; n]` have one length"));
    }

    pub(super) fn flatten(&mut self, array: Value) -> Value {
        let ty = self.element(&array);
        let mut total = None;
        let mut atoms = Vec::new();
        for atom in &array.atoms {
            let old = self.atom_type(*atom);
            let element = old.element();
            match (old.extents()[0], old.extents()[1]) {
                (Extent::Size(outer), Extent::Size(inner)) => {
                    let count = match total {
                        Some(total) => total,
                        None => self.product_of_lengths(outer, inner, "flatten"),
                    };
                    total = Some(count);
                    let new = Type::array(element, old.extents()[2..].to_vec())
                        .under([Extent::Size(count)]);
                    atoms.push(self.builder.view(new, View::Reshape(*atom)));
                }
                _ => {
                    let count = self.builder.variable(Some("count".into()), Type::USIZE);
                    self.uncounted.insert(count);
                    let new = Type::array(element, old.extents()[2..].to_vec())
                        .under([Extent::Size(Atom::Var(count))]);
                    let var = self.builder.variable(None, new);
                    self.builder.push(vec![count, var], Core::View(View::Flatten(*atom)));
                    atoms.push(Atom::Var(var));
                }
            }
        }
        let flat = Value { ty, atoms };
        let length = self.length(&flat);
        self.with_length(flat, length, "`flatten`")
    }

    /// The length of an array where it is asked for: if it has been too large to count, it is the
    /// largest number. Elsewhere there is no memory for the array.
    pub(super) fn check_counted(&mut self, length: Atom) {
        if length.var().is_some_and(|length| self.uncounted.contains(&length)) {
            self.check_length(Condition::Sum("len".into()), [length, Atom::size(1)]);
        }
    }

    /// Says that a length is one of others: if one of these may have been too large to count, so may it.
    pub(super) fn count_like(&mut self, length: Var, others: &[Atom]) {
        let uncounted = |other: &Atom| other.var().is_some_and(|v| self.uncounted.contains(&v));
        if others.iter().any(uncounted) {
            self.uncounted.insert(length);
        }
    }

    pub(super) fn split_by(&mut self, array: Value, lengths: Value, span: Span) -> Value {
        let count = self.length(&lengths);
        let (_, offsets) = self.offsets(lengths.atom(), count, span);
        let total = self.builder.index(offsets, vec![count]);
        let length = self.length(&array);
        self.check(Condition::SameCount("split_by".into()), &[total, length]);
        let ty = Ty::array(array.ty.clone());
        let extents = |old: &[Extent]| {
            let mut new = vec![Extent::Size(count), Extent::Ragged];
            new.extend_from_slice(&old[1..]);
            new
        };
        let split = self.view(&array, ty, extents, |atom| View::Segments(atom, offsets));
        for atom in &split.atoms {
            if let Atom::Var(var) = atom {
                self.causes.insert(*var, span);
            }
        }
        split
    }

    pub(super) fn lengths(&mut self, array: Value, span: Span) -> Value {
        let ty = self.atom_type(array.atom());
        let count = self.length(&array);
        if let Extent::Size(size) = ty.extents()[1] {
            return self.replicate(Value::size(size), count);
        }
        self.tabulate(count, "lengths", span, |this, index| {
            let row = this.row(&array, index);
            Value::size(this.length(&row))
        })
    }

    pub(super) fn chunks(&mut self, array: Value, size: Atom, place: Span) -> Value {
        let length = self.length(&array);
        let known = match (size.known_size(), length.known_size()) {
            (Some(size), Some(length)) => size > 0 && length % size == 0,
            (Some(1), None) => true,
            _ => false,
        };
        let divides = |this: &mut Self| this.check_at(place, Condition::Divides, &[size, length]);
        let size = if known { size } else { divides(self) };
        let count = self.arithmetic(Operation::Divide, length, size);
        let ty = Ty::array(array.ty.clone());
        let extents = |old: &[Extent]| {
            let mut new = vec![Extent::Size(count), Extent::Size(size)];
            new.extend_from_slice(&old[1..]);
            new
        };
        self.view(&array, ty, extents, View::Reshape)
    }

    pub(super) fn windows(&mut self, array: Value, size: Atom, place: Span) -> Value {
        let length = self.length(&array);
        let size = match size.known_size() {
            Some(known) if known > 0 => size,
            _ => self.check_at(place, Condition::NotZero("windows".into()), &[size]),
        };
        // 0 windows where the size is larger than the array.
        let others = self.arithmetic(Operation::Subtract, size, Atom::size(1));
        let saturating = ScalarFunction::find("saturating_sub", ScalarType::Usize)
            .map_or(Operation::Subtract, Operation::Function);
        let count = self.arithmetic(saturating, length, others);
        let ty = Ty::array(array.ty.clone());
        let extents = |old: &[Extent]| {
            let mut new = vec![Extent::Size(count), Extent::Size(size)];
            new.extend_from_slice(&old[1..]);
            new
        };
        self.view(&array, ty, extents, View::Windows)
    }

    pub(super) fn reshape(&mut self, array: Value, shape: Vec<Atom>, span: Span) -> Value {
        let (rank, inner) = array.ty.levels();
        let inner = inner.clone();
        let old = self.regular_sizes(&array, rank, "`reshape`", span);
        // A product that is too large must not wrap to one that fits.
        let saturating = ScalarFunction::find("saturating_mul", ScalarType::Usize)
            .map_or(Operation::Multiply, Operation::Function);
        let product = |this: &mut Self, sizes: &[Atom], multiply: Operation| {
            let all = sizes.iter().copied();
            let product = all.reduce(|product, size| this.arithmetic(multiply, product, size));
            product.unwrap_or(Atom::size(1))
        };
        let before = product(self, &old, Operation::Multiply);
        let mut after = product(self, &shape, Operation::Multiply);
        if before != after {
            let own = old.iter().copied();
            own.reduce(|before, size| self.product_of_lengths(before, size, "reshape"));
            after = product(self, &shape, saturating);
        }
        if before != after {
            let condition = Condition::SameCount("reshape".into());
            self.check(condition, &[after, before]);
        }
        let ty = shape.iter().fold(inner, |ty, _| Ty::array(ty));
        let extents = |old: &[Extent]| {
            let mut new: Vec<Extent> = shape.iter().map(|size| Extent::Size(*size)).collect();
            new.extend_from_slice(&old[rank..]);
            new
        };
        self.view(&array, ty, extents, View::Reshape)
    }

    pub(super) fn transpose(&mut self, array: Value, span: Span) -> Value {
        let ragged =
            array.atoms.iter().any(|atom| self.atom_type(*atom).extents()[1] == Extent::Ragged);
        if ragged {
            self.rows_differ(&array, "`transpose`", span);
            return self.placeholder(&array.ty);
        }
        let ty = array.ty.clone();
        let extents = |old: &[Extent]| {
            let mut new = old.to_vec();
            new.swap(0, 1);
            new
        };
        self.view(&array, ty, extents, |atom| View::Transpose(atom, vec![1, 0]))
    }

    /// `rotate_left(by)` or `rotate_right(by)`, taken modulo the length.
    pub(super) fn rotate(&mut self, array: Value, by: Atom, right: bool) -> Value {
        let length = self.length(&array);
        let mut by = self.arithmetic(Operation::Remainder, by, length);
        if right {
            by = self.arithmetic(Operation::Subtract, length, by);
            by = self.arithmetic(Operation::Remainder, by, length);
        }
        let ty = array.ty.clone();
        self.view(&array, ty, <[Extent]>::to_vec, |atom| View::Rotate(atom, by))
    }

    /// `first()` or `last()`.
    pub(super) fn end(&mut self, array: Value, last: bool) -> Value {
        let index = if last {
            let length = self.length(&array);
            self.arithmetic(Operation::Subtract, length, Atom::size(1))
        } else {
            Atom::size(0)
        };
        let span = self.builder.span;
        let index = self.index_in(&array, index, if last { "last" } else { "first" }, span);
        self.row(&array, index)
    }

    /// The keys by which an array of scalars or tuples is ordered: its components.
    pub(super) fn sort(&mut self, array: Value, span: Span) -> Value {
        let atoms = self.sorted("sort", array.atoms.clone(), Vec::new(), span);
        Value { ty: array.ty, atoms }
    }

    pub(super) fn sort_by_key(&mut self, array: Value, key: &'a Expression, span: Span) -> Value {
        let keys = self.map(array.clone(), key, span);
        let count = keys.atoms.len();
        let atoms = self.sorted("sort_by_key", keys.atoms, array.atoms, span);
        Value { ty: array.ty, atoms: atoms[count..].to_vec() }
    }

    pub(super) fn argsort(&mut self, array: Value, span: Span) -> Value {
        let length = self.length(&array);
        let indices = self.iota(length);
        let count = array.atoms.len();
        let atoms = self.sorted("argsort", array.atoms, indices.atoms, span);
        Value { ty: indices.ty, atoms: atoms[count..].to_vec() }
    }

    /// Keys and payload in the order of the keys.
    fn sorted(
        &mut self,
        operation: &str,
        keys: Vec<Atom>,
        payload: Vec<Atom>,
        span: Span,
    ) -> Vec<Atom> {
        let binds: Vec<Var> = keys
            .iter()
            .chain(&payload)
            .map(|atom| {
                let ty = self.atom_type(*atom);
                self.builder.variable(None, ty)
            })
            .collect();
        self.builder.span = span;
        let origin = Origin::new(operation, span);
        self.builder.push(binds.clone(), Core::Sort(Sort { keys, payload, origin }));
        binds.into_iter().map(Atom::Var).collect()
    }
}
