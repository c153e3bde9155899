//! The calling convention between functions, and between Rust and a function: an array is passed as
//! sizes, offsets and dense arrays.
//!
//! Each regular level is a size. A ragged level is the number of its offsets, the offsets, and the
//! number of rows inside, which are one dense array for each component; the components of a
//! product share all of that:
//!
//! ```text
//! rows: &[[(u32, f64)]]  ─▶  n, t, offsets: usize[t], count, a: u32[count], b: f64[count]
//! ```

use super::signature::Written;
use super::{Lowerer, Value};
use crate::core::{
    Atom, Axis, Expression as Core, Extent, Operation, Origin, Output, ScalarType, Scan, Soac,
    Type, Var, View,
};
use crate::source::Span;
use crate::types::ty::Ty;

/// Variables for a value that comes in.
#[derive(Default)]
pub(super) struct Declared {
    /// The variables that are passed, in order.
    pub(super) vars: Vec<Var>,
    /// The components of the value.
    pub(super) atoms: Vec<Atom>,
    /// The steps that put ragged components together, to be bound in this order.
    assemblies: Vec<Assembly>,
}

/// A step that puts a component together.
enum Assembly {
    /// An array of rows: the dense array, and the offsets.
    Rows { array: Var, data: Atom, offsets: Atom },
    /// The one length of rows that come as if they could differ: their number, and their offsets.
    Length { length: Var, rows: Extent, offsets: Atom },
    /// The array of these rows as one of rows of one length.
    Regular { array: Var, rows: Atom },
}

impl Lowerer<'_, '_> {
    /// Variables for a value of this type that comes in.
    pub(super) fn declared(&mut self, ty: &Ty, written: &Written) -> Declared {
        let mut declared = Declared::default();
        declared.atoms = self.declare(ty, written, &mut Vec::new(), &mut declared);
        declared
    }

    /// Puts the ragged components of incoming values together.
    pub(super) fn assemble(&mut self, declared: &mut Declared) {
        for step in std::mem::take(&mut declared.assemblies) {
            match step {
                Assembly::Rows { array, data, offsets } => {
                    let view = View::Segments(data, offsets);
                    self.builder.push(vec![array], Core::View(view));
                }
                Assembly::Length { length, rows, offsets } => {
                    let rows = rows.size().unwrap_or(Atom::size(0));
                    let first = self.first_length(rows, offsets);
                    self.builder.push(vec![length], Core::Copy(first));
                }
                Assembly::Regular { array, rows } => {
                    self.builder.push(vec![array], Core::Coerce(rows, "the rows".into()));
                }
            }
        }
    }

    /// The length of the first of rows with these offsets; 0 if there is none.
    fn first_length(&mut self, rows: Atom, offsets: Atom) -> Atom {
        let some = self.builder.scalar(Operation::Less, &[Atom::size(0), rows]);
        let length = self.branch(
            some,
            &[],
            &Ty::USIZE,
            |this| {
                let [start, end] = [0, 1].map(|i| this.builder.index(offsets, vec![Atom::size(i)]));
                Value::size(this.builder.scalar(Operation::Subtract, &[end, start]))
            },
            |_| Value::size(Atom::size(0)),
        );
        length.atom()
    }

    fn declare(
        &mut self,
        ty: &Ty,
        written: &Written,
        extents: &mut Vec<Extent>,
        declared: &mut Declared,
    ) -> Vec<Atom> {
        match ty {
            Ty::Array(element) => {
                let inner = written.element();
                if extents.is_empty() || !written.is_passed_ragged() {
                    let size = self.declare_size(declared);
                    extents.push(Extent::Size(size));
                    let atoms = self.declare(element, inner, extents, declared);
                    extents.pop();
                    return atoms;
                }
                let outer = extents[0];
                let offset_count = self.declare_size(declared);
                let offsets = self.builder.variable(
                    Some("offsets".into()),
                    Type::regular(ScalarType::Usize, [offset_count]),
                );
                declared.vars.push(offsets);
                let count = self.declare_size(declared);
                // Offsets lie in memory, one more than rows, and so do scalars.
                self.builder.variables.lies_in_memory(offset_count);
                if let Some(rows) = outer.size() {
                    self.builder.variables.lies_in_memory(rows);
                }
                if element.element().is_none() || inner.is_passed_ragged() {
                    self.builder.variables.lies_in_memory(count);
                }
                let rows = self.declare(element, inner, &mut vec![Extent::Size(count)], declared);
                let offsets = Atom::Var(offsets);
                let mut arrays = Vec::new();
                for data in rows {
                    let ty = self.atom_type(data).row(1).under([outer, Extent::Ragged]);
                    let array = self.builder.variable(None, ty);
                    declared.assemblies.push(Assembly::Rows { array, data, offsets });
                    arrays.push(Atom::Var(array));
                }
                if written.is_ragged() {
                    return arrays;
                }
                // A regular level around a ragged one.
                let length = self.builder.variable(None, Type::USIZE);
                declared.assemblies.push(Assembly::Length { length, rows: outer, offsets });
                let size = Extent::Size(Atom::Var(length));
                arrays
                    .into_iter()
                    .map(|rows| {
                        let ty = self.atom_type(rows).row(2).under([outer, size]);
                        let array = self.builder.variable(None, ty);
                        declared.assemblies.push(Assembly::Regular { array, rows });
                        Atom::Var(array)
                    })
                    .collect()
            }
            Ty::Tuple(_) | Ty::Struct(_) => {
                let fields = self.fields(ty);
                let fields = fields.iter().enumerate();
                fields
                    .flat_map(|(position, field)| {
                        self.declare(field, written.field(position), extents, declared)
                    })
                    .collect()
            }
            Ty::Scalar(scalar) => {
                let ty = Type::array(*scalar, extents.clone());
                let var = self.builder.variable(None, ty);
                declared.vars.push(var);
                vec![Atom::Var(var)]
            }
            Ty::Parameter(_) | Ty::Unknown(_) | Ty::Error => Vec::new(),
        }
    }

    fn declare_size(&mut self, declared: &mut Declared) -> Atom {
        let size = self.builder.variable(None, Type::USIZE);
        declared.vars.push(size);
        Atom::Var(size)
    }

    /// The values that are passed for an outgoing value, in order.
    pub(super) fn passed_values(&mut self, value: &Value, written: &Written) -> Vec<Atom> {
        let mut passed = Vec::new();
        self.collect_passed(&value.ty, written, &value.atoms, 0, &mut passed);
        passed
    }

    /// Does the same as [`Lowerer::passed_values`] for a component that lies under `depth` levels, which are
    /// regular.
    fn collect_passed(
        &mut self,
        ty: &Ty,
        written: &Written,
        atoms: &[Atom],
        depth: usize,
        passed: &mut Vec<Atom>,
    ) {
        match ty {
            Ty::Array(element) => {
                let inner = written.element();
                let Some(first) = atoms.first() else { return };
                let extent = self.atom_type(*first).extents()[depth];
                match extent {
                    Extent::Size(size) if depth == 0 || !written.is_passed_ragged() => {
                        passed.push(size);
                        self.collect_passed(element, inner, atoms, depth + 1, passed);
                    }
                    _ => {
                        let level = (0..depth).fold(ty.clone(), |ty, _| Ty::array(ty));
                        let value = Value { ty: level, atoms: atoms.to_vec() };
                        let (offset_count, offsets) = self.offsets_of(&value);
                        let flat = self.flatten(value);
                        passed.extend([offset_count, offsets, self.length(&flat)]);
                        self.collect_passed(element, inner, &flat.atoms, 1, passed);
                    }
                }
            }
            Ty::Tuple(_) | Ty::Struct(_) => {
                let mut start = 0;
                for (position, field) in self.fields(ty).iter().enumerate() {
                    let own = &atoms[start..start + self.leaf_count(field)];
                    self.collect_passed(field, written.field(position), own, depth, passed);
                    start += own.len();
                }
            }
            _ => passed.extend(atoms),
        }
    }

    /// Variables for the outgoing values: the size of one may be another that goes out before it. The sizes
    /// of an array go out in order, each as a value of its own, also if they are equal.
    pub(super) fn results_of(&mut self, passed: &[Atom]) -> Vec<Var> {
        let mut results: Vec<Var> = Vec::new();
        for value in passed {
            let ty = self.atom_type(*value);
            let mut next = results.len();
            let mut extents: Vec<Extent> = Vec::new();
            for extent in ty.extents().iter().rev() {
                let position = extent.size().and_then(|size| {
                    let last =
                        |until: usize| passed[..until].iter().rposition(|value| *value == size);
                    last(next).or_else(|| last(results.len()))
                });
                extents.push(match position {
                    Some(position) => {
                        next = position;
                        Extent::Size(Atom::Var(results[position]))
                    }
                    None => *extent,
                });
            }
            extents.reverse();
            results.push(self.builder.variable(None, Type::array(ty.element(), extents)));
        }
        results
    }

    /// The number of offsets of an array's rows, and the offsets.
    fn offsets_of(&mut self, array: &Value) -> (Atom, Atom) {
        let count = self.length(array);
        if self.atom_type(array.atom()).extents()[1] != Extent::Ragged {
            let span = self.builder.span;
            let lengths = self.lengths(array.clone(), span);
            return self.offsets(lengths.atom(), count, span);
        }
        let offset_count = self.sum_of_lengths(count, Atom::size(1), "rows");
        let ty = Type::regular(ScalarType::Usize, [offset_count]);
        (offset_count, self.builder.view(ty, View::Offsets(array.atom())))
    }

    /// The number of offsets of rows with these lengths, and the offsets: the start of each row, and the
    /// end of the last.
    pub(super) fn offsets(&mut self, lengths: Atom, count: Atom, span: Span) -> (Atom, Atom) {
        let zero = Atom::size(0);
        let offset_count = self.sum_of_lengths(count, Atom::size(1), "rows");
        self.builder.open();
        let index = self.builder.counter(offset_count);
        let inside = self.builder.scalar(Operation::Less, &[Atom::Var(index), count]);
        let length = self.branch(
            inside,
            &[],
            &Ty::USIZE,
            |this| Value::size(this.builder.index(lengths, vec![Atom::Var(index)])),
            |_| Value::size(zero),
        );
        // Lengths that wrap around would give offsets that run backwards, and a total that may fit.
        let add = Operation::saturating_add(ScalarType::Usize);
        let operator = self.operator(&Ty::USIZE, &[zero], |this, a, b| {
            Value::size(this.builder.scalar(add, &[a.atom(), b.atom()]))
        });
        let offset = self.builder.variable(None, Type::USIZE);
        let scan = Scan { values: length.atoms, initial: vec![zero], operator, exclusive: true };
        self.builder.push(vec![offset], Core::Scan(Box::new(scan)));
        let body = self.builder.close();
        let ty = Type::regular(ScalarType::Usize, [offset_count]);
        let space = vec![Axis { index, extent: offset_count }];
        let outputs = vec![Output::Store(Atom::Var(offset))];
        let origins = vec![Origin::new("offsets", span)];
        let soac = Soac { space, body, outputs, origins };
        (offset_count, self.builder.bind(ty, Core::Soac(Box::new(soac))))
    }
}
