//! Tables: literals of many elements, as one flat array for each component, which is seen as rows.
//!
//! ```text
//! [[0, 3], [1, 4], … 500 more]   ─▶   flat = array [0, 3, 1, 4, …]
//!                                     rows = reshape flat
//! ```
//!
//! An array for each row would be a thousand of them, which every pass goes through, and which the
//! program puts together whenever it runs.

use super::{Lowerer, Value};
use crate::core::{Atom, Expression as Core, Extent, Inner, ScalarType, Type, View};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionKind, Literal};
use crate::types::ty::Ty;

/// Literals with fewer elements stay literals: small ones end up in registers.
const FEW: usize = 64;

/// Repetitions of more elements are not written out.
const MANY: usize = 1 << 16;

/// A level of rows, written out.
struct TableLevel {
    /// The number of rows, or of elements at the innermost level, of each of them.
    lengths: Vec<usize>,
}

impl<'a> Lowerer<'a, '_> {
    /// A literal as a table, if it has many elements, and all its rows are literals.
    pub(super) fn table(&mut self, items: &'a [Expression], span: Span) -> Option<Value> {
        let mut levels: Vec<TableLevel> = Vec::new();
        let mut elements: Vec<&Expression> = items.iter().collect();
        if elements.is_empty() {
            return None;
        }
        while let Some(rows) = elements.iter().map(|item| written_row(item)).collect() {
            let rows: Vec<(&[Expression], usize)> = rows;
            let lengths: Vec<usize> = rows.iter().map(|(row, times)| row.len() * times).collect();
            let total = lengths.iter().try_fold(0, |sum: usize, length| sum.checked_add(*length));
            let written = rows.iter().all(|(_, times)| *times == 1);
            if total == Some(0) || !written && total.is_none_or(|total| total > MANY) {
                return None;
            }
            levels.push(TableLevel { lengths });
            let repeated = |(row, times)| std::iter::repeat_n(row, times).flatten();
            elements = rows.into_iter().flat_map(repeated).collect();
        }
        if elements.len() < FEW || elements.iter().any(|element| self.ty(element).holds_array()) {
            return None;
        }
        let values: Vec<Value> = elements.iter().map(|element| self.expression(element)).collect();
        self.builder.span = span;
        let constant = |value: &Value| value.atoms.iter().all(|atom| atom.constant().is_some());
        let constant = values.iter().all(constant);
        let inner = match constant {
            // Bound before everything else, it is there for all that looks something up in it.
            true => self.builder.leave_inner(),
            false => Inner::default(),
        };
        let table = self.table_of(&values, &levels, span);
        self.builder.enter_inner(inner);
        Some(table)
    }

    fn table_of(&mut self, values: &[Value], levels: &[TableLevel], span: Span) -> Value {
        let first = &values[0];
        let mut flat = Vec::new();
        for component in 0..first.atoms.len() {
            let element = self.builder.variables.element(first.atoms[component]);
            let list = values.iter().map(|value| value.atoms[component]).collect();
            flat.push(self.flat(element, list));
        }
        let mut table = Value { ty: Ty::array(first.ty.clone()), atoms: flat };
        for rows in levels.iter().rev() {
            table = self.cut(table, rows, span);
        }
        table
    }

    fn flat(&mut self, element: ScalarType, list: Vec<Atom>) -> Atom {
        let ty = Type::regular(element, [Atom::size(list.len())]);
        self.builder.bind(ty, Core::Array(list))
    }

    /// An array cut into rows.
    fn cut(&mut self, array: Value, rows: &TableLevel, span: Span) -> Value {
        let ty = Ty::array(array.ty.clone());
        let count = Extent::Size(Atom::size(rows.lengths.len()));
        let length = rows.lengths[0];
        if rows.lengths.iter().all(|other| *other == length) {
            let extents =
                |old: &[Extent]| [&[count, Extent::Size(Atom::size(length))], &old[1..]].concat();
            return self.view(&array, ty, extents, View::Reshape);
        }
        let ends = rows.lengths.iter().scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let offsets = std::iter::once(0).chain(ends).map(Atom::size).collect();
        let offsets = self.flat(ScalarType::Usize, offsets);
        let extents = |old: &[Extent]| [&[count, Extent::Ragged], &old[1..]].concat();
        let cut = self.view(&array, ty, extents, |atom| View::Segments(atom, offsets));
        for var in cut.atoms.iter().filter_map(|atom| atom.var()) {
            self.causes.insert(var, span);
        }
        cut
    }
}

/// The elements of a row that is a literal, and how often they follow each other.
fn written_row(expression: &Expression) -> Option<(&[Expression], usize)> {
    match &expression.kind {
        ExpressionKind::Array(items) => Some((items, 1)),
        ExpressionKind::Repeat(value, length) => match &length.kind {
            ExpressionKind::Literal(Literal::Integer(times, _)) => {
                let times = usize::try_from(*times).ok().filter(|times| *times <= MANY)?;
                Some((std::slice::from_ref(value), times))
            }
            _ => None,
        },
        ExpressionKind::Reference(inner) => written_row(inner),
        _ => None,
    }
}
