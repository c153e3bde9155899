//! Lanes that choose by where they are: arrays one after the other, along each axis, and choices that a
//! program writes itself.
//!
//! ```text
//! concat(xs, ys).map(|x| x + 1)
//! generate(n, |i| if i < n / 2 { xs[i] } else { ys[i] })
//! ```

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Size, Ty};

impl Generator {
    /// Lanes that choose by where they are.
    pub(super) fn sections(&mut self) -> Tree {
        match self.below(4) {
            0 => self.one_after_the_other(),
            1 => self.side_by_side(),
            2 => self.one_above_the_other(),
            _ => self.chosen_by_place(),
        }
    }

    /// Up to five arrays of one dimension, and something that is done with each of their elements.
    fn one_after_the_other(&mut self) -> Tree {
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let mut size = self.extent();
        let mut list = self.memory(&Ty::array(element.clone(), size.clone()));
        for _ in 0..1 + self.below(4) {
            let other = self.extent();
            list += &format!(", {}", self.memory(&Ty::array(element.clone(), other.clone())));
            size = Size::Sum(Box::new(size), Box::new(other));
        }
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let ty = Ty::array(element, size);
        Tree::new(ty, parts![format!("concat({list}).map(|x| "), each, ")"])
    }

    /// The rows of two planes, each behind that of the other.
    fn side_by_side(&mut self) -> Tree {
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let (rows, left, right) = (self.extent(), self.extent(), self.extent());
        let (a, b) = (self.plane(&element, &left, &rows), self.plane(&element, &right, &rows));
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let width = Size::Sum(Box::new(left), Box::new(right));
        let ty = Ty::array(Ty::array(element, width), rows);
        let head = format!("zip({a}, {b}).map(|(p, q)| concat(p, q).map(|x| ");
        Tree::new(ty, parts![head, each, "))"])
    }

    /// The rows of two planes.
    fn one_above_the_other(&mut self) -> Tree {
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let (columns, above, below) = (self.extent(), self.extent(), self.extent());
        let a = self.plane(&element, &columns, &above);
        let b = self.plane(&element, &columns, &below);
        let each = self.computed(scalar, vec![Tree::text(element.clone(), "x")]);
        let height = Size::Sum(Box::new(above), Box::new(below));
        let ty = Ty::array(Ty::array(element, columns), height);
        let head = format!("concat({a}, {b}).map(|row| row.map(|x| ");
        Tree::new(ty, parts![head, each, "))"])
    }

    /// A choice that the program writes, between arrays or places.
    fn chosen_by_place(&mut self) -> Tree {
        let scalar = self.number_type();
        let (element, size) = (Ty::Scalar(scalar), self.extent());
        let ty = Ty::array(element.clone(), size.clone());
        let n = size.text().unwrap_or_default();
        let mut parts = parts![format!("generate({n}, |i| ")];
        for _ in 0..1 + self.below(3) {
            let end = self.pick(&["1", "2", "N / 2", "N - N.min(1)", "N.min(3)"]).replace('N', &n);
            let read = Tree::text(element.clone(), format!("{}[i]", self.memory(&ty)));
            let value = self.computed(scalar, vec![read]);
            parts.extend(parts![format!("if i < {end} {{ "), value, " } else "]);
        }
        let read = Tree::text(element, format!("{}[i]", self.memory(&ty)));
        let value = self.computed(scalar, vec![read]);
        parts.extend(parts!["{ ", value, " })"]);
        Tree::new(ty, parts)
    }
}
