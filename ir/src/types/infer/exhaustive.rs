//! Checks that the arms of a `match` cover every value.
//!
//! The usual algorithm: a matrix of patterns, one row an arm, taken apart column by column.
//! Integers are split into the intervals between the bounds that the patterns mention; floats
//! are only covered by `_`.

use super::{Inference, Pending, literal_value};
use crate::core::ScalarType;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{
    Arm, Expression, ExpressionId, ExpressionKind, Literal, Name, Pattern, PatternKind, RangeEnd,
    UnaryOperator,
};
use crate::types::ty::Ty;

/// A pattern, as far as coverage goes.
#[derive(Clone, Debug)]
pub(super) enum Cover {
    /// Everything.
    All,
    /// Nothing that can be counted on: a float, a constant whose value is not known here.
    Some,
    /// The integers from one to another.
    Range(i128, i128),
    /// `true` or `false`.
    Bool(bool),
    /// Field by field.
    Fields(Vec<Cover>),
    /// Any of these.
    Or(Vec<Cover>),
}

impl Inference<'_, '_> {
    /// Checks a `match` now if its type is known, else later.
    pub(super) fn coverage(&mut self, id: ExpressionId, ty: &Ty, arms: &[Arm], span: Span) {
        self.note_unreachable(arms, ty);
        let rows: Vec<Vec<Cover>> = arms
            .iter()
            .filter(|arm| arm.guard.is_none())
            .map(|arm| vec![self.cover(&arm.pattern, ty)])
            .collect();
        if rows.iter().any(|row| matches!(row[0], Cover::All)) {
            return;
        }
        let ty = self.unknowns.resolve(ty);
        match &ty {
            Ty::Error => {}
            Ty::Unknown(_) if self.unknowns.is_integer(&ty) => {
                // The default is the narrowest type that a literal can be left with; any other
                // integer type is covered alike unless the bounds of the type are written out.
                self.pending.push(Pending::Match(id, ty, span));
                self.report_uncovered(&rows, &Ty::Scalar(ScalarType::I32), span);
            }
            _ => self.report_uncovered(&rows, &ty, span),
        }
    }

    pub(super) fn settle_match(&mut self, _id: ExpressionId, ty: &Ty, span: Span) {
        if let Ty::Unknown(_) = self.unknowns.resolve(ty) {
            self.error(Code::E025, span, "type annotations needed");
        }
    }

    fn report_uncovered(&mut self, rows: &[Vec<Cover>], ty: &Ty, span: Span) {
        if let Some(witness) = self.uncovered(rows, std::slice::from_ref(ty)) {
            let message = format!("non-exhaustive patterns: `{}` not covered", witness.join(", "));
            self.report(
                Diagnostic::new(Code::E029, span, message)
                    .help("add an arm for it, or a last arm `_ => …`"),
            );
        }
    }

    /// The values of the type that a pattern covers.
    pub(super) fn cover(&self, pattern: &Pattern, ty: &Ty) -> Cover {
        match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Error => Cover::All,
            PatternKind::Binding { name, subpattern, .. } => match subpattern {
                Some(inner) => self.cover(inner, ty),
                None if self.pattern_constant(name).is_some() => self.constant_cover(name),
                None => Cover::All,
            },
            PatternKind::Tuple(list) => {
                let Ty::Tuple(fields) = self.unknowns.shallow(ty) else { return Cover::All };
                let mut covers = vec![Cover::All; fields.len()];
                for (position, inner) in list.positions(fields.len()) {
                    covers[position] = self.cover(inner, &fields[position]);
                }
                Cover::Fields(covers)
            }
            PatternKind::Struct(name, fields, _) => {
                let Some(index) = self.context.structure(&name.text) else { return Cover::All };
                let declared = &self.context.structs[index].fields;
                Cover::Fields(
                    declared
                        .iter()
                        .map(|(field, ty)| {
                            let given = fields.iter().find(|given| given.0.text == field.text);
                            given.map_or(Cover::All, |given| self.cover(&given.1, ty))
                        })
                        .collect(),
                )
            }
            PatternKind::Or(list) => {
                Cover::Or(list.iter().map(|inner| self.cover(inner, ty)).collect())
            }
            PatternKind::Value(value) => self.value_cover(value),
            PatternKind::Range(start, end, limit) => {
                let range = self.range(start.as_deref(), end.as_deref(), *limit);
                range.map_or(Cover::Some, |(low, high)| Cover::Range(low, high))
            }
        }
    }

    fn value_cover(&self, value: &Expression) -> Cover {
        match &value.kind {
            ExpressionKind::Literal(Literal::Bool(value)) => Cover::Bool(*value),
            _ => match self.bound(value) {
                Some(value) => Cover::Range(value, value),
                None => Cover::Some,
            },
        }
    }

    /// The cover of a constant of the block: its value, if that is written out.
    fn constant_cover(&self, name: &Name) -> Cover {
        match self.written_constant(name) {
            Some(value) => self.value_cover(value),
            None => Cover::Some,
        }
    }

    /// The value of a constant that is a literal, or another such constant.
    fn written_constant(&self, name: &Name) -> Option<&Expression> {
        let constants = &self.context.constants;
        let value_of = |name: &Name| -> Option<&Expression> {
            Some(&constants[self.context.constant(&name.text)?].item.value)
        };
        let mut value = value_of(name)?;
        // Constants that refer to each other have been reported.
        for _ in constants {
            let ExpressionKind::Path(names) = &value.kind else { return Some(value) };
            let [name] = &names[..] else { return None };
            value = value_of(name)?;
        }
        None
    }

    /// The first and the last integer of a range pattern; the last is below the first in one that no
    /// value fits.
    pub(super) fn range(
        &self,
        start: Option<&Expression>,
        end: Option<&Expression>,
        limit: RangeEnd,
    ) -> Option<(i128, i128)> {
        let low = start.map_or(Some(i128::MIN), |bound| self.bound(bound))?;
        let high = end.map_or(Some(i128::MAX), |bound| self.bound(bound))?;
        let open = limit == RangeEnd::Excluded && end.is_some();
        Some((low, high - i128::from(open)))
    }

    /// The integer that a pattern's literal or path stands for.
    fn bound(&self, value: &Expression) -> Option<i128> {
        match &value.kind {
            ExpressionKind::Literal(literal @ Literal::Integer(..)) => {
                literal_value(literal, ScalarType::U64).integer()
            }
            ExpressionKind::Unary(UnaryOperator::Negate, inner) => {
                self.bound(inner).map(|value| -value)
            }
            ExpressionKind::Path(names) => match &names[..] {
                [name] => self.bound(self.written_constant(name)?),
                _ => self.path_value(value.id)?.integer(),
            },
            _ => None,
        }
    }

    /// A list of values, one for each type, that no row covers.
    fn uncovered(&self, rows: &[Vec<Cover>], types: &[Ty]) -> Option<Vec<String>> {
        let Some((first, rest)) = types.split_first() else {
            return rows.is_empty().then(Vec::new);
        };
        let rows = split_alternatives(rows);
        match first {
            Ty::Tuple(_) | Ty::Struct(_) => {
                let fields = self.field_types(first);
                let expanded: Vec<Vec<Cover>> =
                    rows.iter().filter_map(|row| taken_apart(row, fields.len())).collect();
                let types: Vec<Ty> = fields.iter().chain(rest).cloned().collect();
                let witness = self.uncovered(&expanded, &types)?;
                let (inner, outer) = witness.split_at(fields.len());
                let mut list = vec![format!("({})", inner.join(", "))];
                list.extend_from_slice(outer);
                Some(list)
            }
            Ty::Scalar(ScalarType::Bool) => [false, true].into_iter().find_map(|value| {
                let kept = specialise(&rows, |cover| match cover {
                    Cover::Bool(other) => *other == value,
                    cover => matches!(cover, Cover::All),
                });
                self.witness(value.to_string(), &kept, rest)
            }),
            Ty::Scalar(scalar) if scalar.is_integer() => {
                let intervals = intervals(&rows, *scalar);
                intervals.into_iter().find_map(|(low, high)| {
                    let kept = specialise(&rows, |cover| match cover {
                        Cover::Range(from, to) => *from <= low && high <= *to,
                        cover => matches!(cover, Cover::All),
                    });
                    let shown = show_interval(low, high, *scalar);
                    self.witness(shown, &kept, rest)
                })
            }
            _ => {
                let kept = specialise(&rows, |cover| matches!(cover, Cover::All));
                self.witness("_".to_string(), &kept, rest)
            }
        }
    }

    /// The types of the fields of a tuple or struct.
    pub(super) fn field_types(&self, ty: &Ty) -> Vec<Ty> {
        match ty {
            Ty::Tuple(fields) => fields.clone(),
            Ty::Struct(index) => {
                self.context.structs[*index].fields.iter().map(|f| f.1.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn witness(&self, first: String, rows: &[Vec<Cover>], rest: &[Ty]) -> Option<Vec<String>> {
        let mut list = vec![first];
        list.extend(self.uncovered(rows, rest)?);
        Some(list)
    }
}

/// Rows whose first pattern has alternatives become several.
pub(super) fn split_alternatives(rows: &[Vec<Cover>]) -> Vec<Vec<Cover>> {
    let mut split = Vec::new();
    for row in rows {
        match &row[0] {
            Cover::Or(list) => {
                for alternative in list {
                    let mut new = vec![alternative.clone()];
                    new.extend_from_slice(&row[1..]);
                    split.extend(split_alternatives(&[new]));
                }
            }
            _ => split.push(row.clone()),
        }
    }
    split
}

/// A row whose first pattern has become patterns of so many fields; `None` if it covers no value for certain.
pub(super) fn taken_apart(row: &[Cover], fields: usize) -> Option<Vec<Cover>> {
    let mut new = match &row[0] {
        Cover::Fields(list) if list.len() == fields => list.clone(),
        Cover::All => vec![Cover::All; fields],
        _ => return None,
    };
    new.extend_from_slice(&row[1..]);
    Some(new)
}

/// The remaining patterns of the rows whose first pattern covers a value.
pub(super) fn specialise(rows: &[Vec<Cover>], covers: impl Fn(&Cover) -> bool) -> Vec<Vec<Cover>> {
    rows.iter().filter(|row| covers(&row[0])).map(|row| row[1..].to_vec()).collect()
}

/// The range of a type, cut at the bounds that the rows mention.
pub(super) fn intervals(rows: &[Vec<Cover>], scalar: ScalarType) -> Vec<(i128, i128)> {
    let (low, high) = (scalar.minimum(), scalar.maximum());
    let mut starts = vec![low];
    for row in rows {
        if let Cover::Range(from, to) = row[0] {
            starts.push(from);
            starts.push(to.saturating_add(1));
        }
    }
    starts.retain(|start| low <= *start && *start <= high);
    starts.sort_unstable();
    starts.dedup();
    let ends = starts[1..].iter().map(|start| start - 1).chain([high]);
    starts.iter().copied().zip(ends).collect()
}

fn show_interval(low: i128, high: i128, scalar: ScalarType) -> String {
    match (low, high) {
        _ if low == scalar.minimum() && high == scalar.maximum() => "_".to_string(),
        _ if low == high => low.to_string(),
        _ if high == scalar.maximum() => format!("{low}{scalar}.."),
        _ if low == scalar.minimum() && scalar.is_signed() => format!("{scalar}::MIN..={high}"),
        _ => format!("{low}..={high}"),
    }
}
