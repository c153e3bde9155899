//! Finds the patterns of a `match` that no value reaches, since those before them take every value that they fit.
//!
//! The matrix of patterns is that of `exhaustive`. A pattern is one more row: it is reached if there is a value
//! that it covers and no row before it does.

use super::exhaustive::{Cover, intervals, specialise, split_alternatives, taken_apart};
use super::{Inference, Unreachable};
use crate::core::ScalarType;
use crate::source::Span;
use crate::syntax::tree::{Arm, Pattern, PatternKind};
use crate::types::ty::Ty;

/// The places of patterns, and what each covers.
type Rows = Vec<(Span, Vec<Cover>)>;

/// The most patterns of a `match` that are compared with each other.
const COMPARED: usize = 256;

impl Inference<'_, '_> {
    /// Notes the patterns that no value reaches. If the type is that of an integer literal, it may become any
    /// integer type.
    pub(super) fn note_unreachable(&mut self, arms: &[Arm], ty: &Ty) {
        let types = match self.unknowns.resolve(ty) {
            Ty::Unknown(_) if self.unknowns.is_integer(ty) => {
                vec![Ty::Scalar(ScalarType::I64), Ty::Scalar(ScalarType::U64)]
            }
            ty if ty.holds_unknown() => return,
            ty => vec![ty],
        };
        let mut rows: Rows = Vec::new();
        for arm in arms {
            for pattern in alternatives(&arm.pattern) {
                let row = vec![self.cover(pattern, ty)];
                let reached = |rows: &Rows| {
                    let rows: Vec<Vec<Cover>> = rows.iter().map(|row| row.1.clone()).collect();
                    types.iter().any(|ty| self.reaches(&rows, &row, std::slice::from_ref(ty)))
                };
                if !reached(&rows) {
                    let unreachable = least(rows.clone(), pattern.span, &reached);
                    if !self.unreachable.contains(&unreachable) {
                        self.unreachable.push(unreachable);
                    }
                } else if arm.guard.is_none() {
                    rows.push((pattern.span, row));
                }
                if rows.len() == COMPARED {
                    return;
                }
            }
        }
    }

    /// Returns true if the patterns of `row` cover a list of values, one for each type, that no other row
    /// covers.
    fn reaches(&self, rows: &[Vec<Cover>], row: &[Cover], types: &[Ty]) -> bool {
        let Some((first, rest)) = types.split_first() else { return rows.is_empty() };
        if let Cover::Or(list) = &row[0] {
            let with = |cover: &Cover| [std::slice::from_ref(cover), &row[1..]].concat();
            return list.iter().any(|cover| self.reaches(rows, &with(cover), types));
        }
        let rows = split_alternatives(rows);
        let by_all = |cover: &Cover| matches!(cover, Cover::All);
        match first {
            Ty::Tuple(_) | Ty::Struct(_) => {
                let fields = self.field_types(first);
                let Some(row) = taken_apart(row, fields.len()) else { return true };
                let rows: Vec<Vec<Cover>> =
                    rows.iter().filter_map(|row| taken_apart(row, fields.len())).collect();
                let types: Vec<Ty> = fields.iter().chain(rest).cloned().collect();
                self.reaches(&rows, &row, &types)
            }
            Ty::Scalar(ScalarType::Bool) if !matches!(row[0], Cover::Some) => {
                [false, true].into_iter().any(|value| {
                    let covers = |cover: &Cover| match cover {
                        Cover::Bool(other) => *other == value,
                        cover => by_all(cover),
                    };
                    covers(&row[0]) && self.reaches(&specialise(&rows, covers), &row[1..], rest)
                })
            }
            Ty::Scalar(scalar) if scalar.is_integer() && !matches!(row[0], Cover::Some) => {
                let (from, to) = match row[0] {
                    Cover::Range(from, to) => (from, to),
                    _ => (scalar.minimum(), scalar.maximum()),
                };
                let meets = |row: &Vec<Cover>| match row[0] {
                    Cover::Range(low, high) => low <= to && from <= high,
                    _ => true,
                };
                let mut near: Vec<Vec<Cover>> = rows.into_iter().filter(meets).collect();
                near.push(row.to_vec());
                let parts = intervals(&near, *scalar);
                near.pop();
                parts.into_iter().filter(|(low, high)| from <= *low && *high <= to).any(
                    |(low, high)| {
                        let covers = |cover: &Cover| match cover {
                            Cover::Range(from, to) => *from <= low && high <= *to,
                            cover => by_all(cover),
                        };
                        self.reaches(&specialise(&near, covers), &row[1..], rest)
                    },
                )
            }
            _ => self.reaches(&specialise(&rows, by_all), &row[1..], rest),
        }
    }
}

/// The alternatives of an arm, each of which may be unreachable by itself.
fn alternatives(pattern: &Pattern) -> Vec<&Pattern> {
    match &pattern.kind {
        PatternKind::Or(list) => list.iter().flat_map(alternatives).collect(),
        _ => vec![pattern],
    }
}

/// An unreachable pattern, with no more rows before it than it takes.
fn least(mut rows: Rows, place: Span, reached: &dyn Fn(&Rows) -> bool) -> Unreachable {
    for position in (0..rows.len()).rev() {
        let row = rows.remove(position);
        if reached(&rows) {
            rows.insert(position, row);
        }
    }
    let any_value = rows.len() == 1 && matches!(rows[0].1[0], Cover::All);
    Unreachable { place, earlier: rows.into_iter().map(|row| row.0).collect(), any_value }
}
