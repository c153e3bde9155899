//! Lanes that go through rows before others filter, scan, combine or append what these gave: teams of threads
//! compute such rows ahead.
//!
//! ```text
//! rows.map(|row| row.sum()).filter(|t| t > 3)
//! rows.map(|row| row.filter(|x| x > 3))
//! ```

use accel_ir::core::ScalarType;

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Size, Ty};

impl Generator {
    /// Something that is computed from rows.
    pub(super) fn of_rows(&mut self) -> Tree {
        let (scalar, rows) = (self.number_type(), self.extent());
        let element = Ty::Scalar(scalar);
        let array = match self.one_in(3) {
            true => {
                let width = self.extent();
                self.plane(&element, &width, &rows)
            }
            false => self.ragged(&element, &rows),
        };
        match self.below(6) {
            0 => self.kept_rows(scalar, &array, rows),
            1 => self.chosen_rows(scalar, &array),
            2 => self.joined_rows(scalar, &array, rows),
            _ => self.totals(scalar, &array, rows),
        }
    }

    /// The totals of rows, and something that is done with them.
    fn totals(&mut self, scalar: ScalarType, array: &str, rows: Size) -> Tree {
        let element = Ty::Scalar(scalar);
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let head = format!("{array}.map(|row| row.map(|x| ");
        let total = self.total(scalar);
        let totals = parts![head, each, format!("){total})")];
        let (ty, end) = match self.below(5) {
            0 | 1 => {
                let keep = self.condition_on(scalar, Tree::text(element.clone(), "t"));
                (Ty::array(element, Size::Opaque), parts![".filter(|t| ", keep, ")"])
            }
            2 => {
                let scan = self.scan_of("".into(), &element, 1);
                (Ty::array(element, rows), scan)
            }
            3 => {
                let (init, operator) = (self.literal(scalar), self.associative(&element));
                (element, parts![".reduce(", init, ", ", operator, ")"])
            }
            _ => (Ty::array(element, rows), Vec::new()),
        };
        let mut parts = totals;
        parts.extend(end);
        Tree::new(ty, parts)
    }

    /// Rows of which only some elements are left.
    fn kept_rows(&mut self, scalar: ScalarType, array: &str, rows: Size) -> Tree {
        let element = Ty::Scalar(scalar);
        let keep = self.condition_on(scalar, Tree::text(element.clone(), "x"));
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let ty = Ty::array(Ty::array(element, Size::Varying), rows);
        let head = format!("{array}.map(|row| row.filter(|x| ");
        match self.one_in(2) {
            true => Tree::new(ty, parts![head, keep, "))"]),
            false => Tree::new(ty, parts![head, keep, ").map(|x| ", each, "))"]),
        }
    }

    /// Rows that are put together from pieces in branches: their lengths are known where they are made.
    fn joined_rows(&mut self, scalar: ScalarType, array: &str, rows: Size) -> Tree {
        let element = Ty::Scalar(scalar);
        let [condition, keep] =
            [0; 2].map(|_| self.condition_on(scalar, Tree::text(element.clone(), "x")));
        let length = self.extent();
        let other = self.memory(&Ty::array(element.clone(), length));
        let then = match self.below(3) {
            0 => parts!["row.filter(|x| ", keep, ")"],
            1 => parts![format!("concat(row, {other}, row)")],
            _ => parts!["concat(row, row)"],
        };
        let otherwise = match self.one_in(2) {
            true => parts![format!("concat({other}, row)")],
            false => parts!["concat(row, [", self.literal(scalar), "])"],
        };
        let count = self.below(3);
        let mut parts = parts![format!("{array}.map(|row| if row.count(|x| "), condition];
        parts.push(format!(") > {count} {{ ").into());
        parts.extend(then);
        parts.push(" } else { ".into());
        parts.extend(otherwise);
        parts.push(" })".into());
        Tree::new(Ty::array(Ty::array(element, Size::Varying), rows), parts)
    }

    /// Rows one after the other, of which only some elements are left.
    fn chosen_rows(&mut self, scalar: ScalarType, array: &str) -> Tree {
        let element = Ty::Scalar(scalar);
        let keep = self.condition_on(scalar, Tree::text(element.clone(), "x"));
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let ty = Ty::array(element, Size::Opaque);
        match self.below(3) {
            0 => Tree::new(
                ty,
                parts![
                    format!("{array}.flat_map(|row| row.filter(|x| "),
                    keep,
                    ").map(|x| ",
                    each,
                    "))"
                ],
            ),
            1 => Tree::new(
                ty,
                parts![
                    format!("{array}.flat_map(|row| {{ let count = row.count(|x| "),
                    keep,
                    "); (0..count).map(|i| { let x = row[i]; ",
                    each,
                    " }) })"
                ],
            ),
            _ => Tree::new(
                ty,
                parts![
                    format!(
                        "{array}.flat_map(|row| if row.len() > 1 {{ row }} else {{ row.filter(|x| "
                    ),
                    keep,
                    ") })"
                ],
            ),
        }
    }
}
