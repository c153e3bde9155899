//! Nests of two maps around a reduction, such as the product of two matrices, where lanes of a row share what
//! they read of one array, and lanes of a column what they read of the other; and planes that are read across
//! the order of their rows.
//!
//! ```text
//! generate((n, m), |(i, j)| (0..k).map(|l| a[i][l] * b[l][j]).sum())
//! generate((n, m), |(i, j)| a[j][i] - b[i][j])
//! ```

use accel_ir::core::ScalarType;

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Size, Ty};

/// The sizes of a nest: rows, columns, and the length of what is reduced.
struct Extents {
    rows: Size,
    columns: Size,
    length: Size,
}

impl Generator {
    /// A nest.
    pub(super) fn nest(&mut self) -> Tree {
        let scalar = self.number_type();
        let (rows, columns) = (self.extent(), self.extent());
        if self.one_in(6) {
            return self.points_by_points(scalar, &rows, &columns);
        }
        let extents = Extents { rows, columns, length: self.extent() };
        match self.below(5) {
            0 => self.rows_by_rows(scalar, &extents),
            1 => self.batches(scalar, &extents),
            _ => self.product(scalar, &extents),
        }
    }

    /// A product by indices, by a reduction or a loop.
    fn product(&mut self, scalar: ScalarType, extents: &Extents) -> Tree {
        let Extents { rows, columns, length } = extents;
        let (element, across) = (Ty::Scalar(scalar), self.one_in(2));
        let a = self.plane(&element, length, rows);
        let b = match across {
            true => self.plane(&element, columns, length),
            false => self.plane(&element, length, columns),
        };
        let read = if across { format!("{b}[l][j]") } else { format!("{b}[j][l]") };
        let [left, right] = [format!("{a}[i][l]"), read];
        let values = [left, right].map(|text| Tree::text(element.clone(), text));
        let each = self.computed(scalar, values.to_vec());
        let size = |size: &Size| size.text().unwrap_or_default();
        let head = format!("generate(({}, {}), |(i, j)| ", size(rows), size(columns));
        let turns = size(length);
        let ty = Ty::array(Ty::array(element.clone(), columns.clone()), rows.clone());
        Tree::new(
            ty,
            match self.below(4) {
                0 => {
                    let init = self.literal(scalar);
                    let name = self.write(&element);
                    parts![
                        head,
                        format!("{{ let mut acc: {name} = "),
                        init,
                        format!("; for l in 0..{turns} {{ acc += "),
                        each,
                        "; } acc })"
                    ]
                }
                _ => {
                    let total = self.total(scalar);
                    parts![head, format!("(0..{turns}).map(|l| "), each, format!("){total})")]
                }
            },
        )
    }

    /// A product of rows and rows, or rows and columns.
    fn rows_by_rows(&mut self, scalar: ScalarType, extents: &Extents) -> Tree {
        let Extents { rows, columns, length } = extents;
        let element = Ty::Scalar(scalar);
        let a = self.plane(&element, length, rows);
        let b = match self.one_in(2) {
            true => self.plane(&element, length, columns),
            false => self.plane(&element, columns, length) + ".transpose()",
        };
        let values = ["x", "y"].map(|name| Tree::text(element.clone(), name));
        let each = self.computed(scalar, values.to_vec());
        let ty = Ty::array(Ty::array(element, columns.clone()), rows.clone());
        let head = format!("{a}.map(|row| {b}.map(|column| zip(row, column).map(|(x, y)| ");
        let end = format!("){}))", self.total(scalar));
        Tree::new(ty, parts![head, each, end])
    }

    /// The distances of points, each from each, of which a row keeps one value.
    fn points_by_points(&mut self, scalar: ScalarType, rows: &Size, columns: &Size) -> Tree {
        let element = Ty::Scalar(scalar);
        let a = self.memory(&Ty::array(element.clone(), rows.clone()));
        let b = self.memory(&Ty::array(element.clone(), columns.clone()));
        let values = ["x", "y"].map(|name| Tree::text(element.clone(), name));
        let each = self.computed(scalar, values.to_vec());
        let ty = Ty::array(element, rows.clone());
        let head = format!("{a}.map(|x| {b}.map(|y| ");
        let end = format!("){})", self.total(scalar));
        Tree::new(ty, parts![head, each, end])
    }

    /// Products of matrices, several of them.
    fn batches(&mut self, scalar: ScalarType, extents: &Extents) -> Tree {
        let Extents { rows, columns, length } = extents;
        let (element, count) = (Ty::Scalar(scalar), self.extent());
        let planes = |width: &Size, height: &Size| {
            Ty::array(
                Ty::array(Ty::array(element.clone(), width.clone()), height.clone()),
                count.clone(),
            )
        };
        let a = self.memory(&planes(length, rows));
        let b = self.memory(&planes(columns, length));
        let values = [format!("{a}[h][i][l]"), format!("{b}[h][l][j]")];
        let values = values.map(|text| Tree::text(element.clone(), text));
        let each = self.computed(scalar, values.to_vec());
        let size = |size: &Size| size.text().unwrap_or_default();
        let [h, i, j, l] = [&count, rows, columns, length].map(size);
        let head = format!("generate(({h}, {i}, {j}), |(h, i, j)| (0..{l}).map(|l| ");
        let end = format!("){})", self.total(scalar));
        Tree::new(planes(columns, rows), parts![head, each, end])
    }

    /// A plane that is read across the order of its rows, beside others that are not.
    pub(super) fn transposed(&mut self) -> Tree {
        let scalar = self.number_type();
        let (rows, columns) = (self.extent(), self.extent());
        let element = Ty::Scalar(scalar);
        let ty = Ty::array(Ty::array(element.clone(), columns.clone()), rows.clone());
        let a = self.plane(&element, &rows, &columns);
        if self.one_in(4) {
            return Tree::new(ty, parts![format!("{a}.transpose()")]);
        }
        let mut values = vec![format!("{a}[j][i]")];
        if self.one_in(2) {
            values.push(format!("{}[i][j]", self.memory(&ty)));
        }
        if self.one_in(3) {
            values.push(format!("{}[j][i]", self.plane(&element, &rows, &columns)));
        }
        if self.one_in(3) {
            values
                .push(format!("{}[j]", self.memory(&Ty::array(element.clone(), columns.clone()))));
        }
        let values = values.into_iter().map(|text| Tree::text(element.clone(), text)).collect();
        let each = self.computed(scalar, values);
        let size = |size: &Size| size.text().unwrap_or_default();
        let head = format!("generate(({}, {}), |(i, j)| ", size(&rows), size(&columns));
        Tree::new(ty, parts![head, each, ")"])
    }
}
