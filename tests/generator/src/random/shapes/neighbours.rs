//! Lanes that read around their own place, in one dimension and in two: by stencils, and by guards against
//! places outside.
//!
//! ```text
//! m.stencil(Clamp, |at| at(0, -1) + at(0, 1))
//! generate(n, |i| if i >= 1 && i + 1 < n { xs[i - 1] + xs[i + 1] } else { xs[i] })
//! ```

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Size, Ty};

/// The distances of neighbours.
const NEAR: [i32; 8] = [-1, -1, 0, 0, 1, 1, 2, -3];

impl Generator {
    /// Neighbours in a plane, or in each of several planes.
    pub(super) fn neighbours_of_planes(&mut self) -> Tree {
        let (rows, columns) = (self.extent(), self.extent());
        match self.below(4) {
            0 => self.guarded_plane(&rows, &columns),
            1 => self.stencil_of_pairs(&rows, &columns),
            2 => {
                let element = Ty::Scalar(self.number_type());
                let count = self.extent();
                let planes = Ty::array(Ty::array(element, columns), rows);
                self.stencil_of(&Ty::array(planes, count), &[(0, 0), (-1, 1), (-1, 1)])
            }
            _ => {
                let element = Ty::Scalar(self.number_type());
                let plane = Ty::array(Ty::array(element, columns), rows);
                self.stencil_of(&plane, &[(-2, 2), (-5, 4)])
            }
        }
    }

    /// Neighbours in an array of one dimension.
    pub(super) fn neighbours(&mut self) -> Tree {
        let size = self.extent();
        if self.one_in(2) {
            let array = Ty::array(Ty::Scalar(self.number_type()), size);
            return self.stencil_of(&array, &[(-3, 3)]);
        }
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let ty = Ty::array(element.clone(), size.clone());
        let (a, b) = (self.memory(&ty), self.memory(&ty));
        let (left, right) = (1 + self.below(2), 1 + self.below(2));
        let text = size.text().unwrap_or_default();
        let reads = [format!("{a}[i - {left}]"), format!("{b}[i + {right}]"), format!("{a}[i]")];
        let values = reads.map(|read| Tree::text(element.clone(), read));
        let inside = self.computed(scalar, values.to_vec());
        let outside = Tree::text(element.clone(), format!("{b}[i]"));
        let outside = self.computed(scalar, vec![outside]);
        let head = format!("generate({text}, |i| if i >= {left} && i + {right} < {text} {{ ");
        Tree::new(ty, parts![head, inside, " } else { ", outside, " })"])
    }

    /// A stencil of an array in memory. Its neighbours lie in these distances, in each dimension.
    fn stencil_of(&mut self, ty: &Ty, near: &[(i32, i32)]) -> Tree {
        let mut element = ty;
        while let Ty::Array(inner, _) = element {
            element = inner;
        }
        let Ty::Scalar(scalar) = *element else { return self.leaf(ty) };
        let array = self.memory(ty);
        let values: Vec<Tree> = (0..2 + self.below(4))
            .map(|_| {
                let away: Vec<String> = near
                    .iter()
                    .map(|(least, most)| self.pick(&NEAR).clamp(*least, *most).to_string())
                    .collect();
                Tree::text(element.clone(), format!("at({})", away.join(", ")))
            })
            .collect();
        let each = self.computed(scalar, values);
        let boundary = self.boundary(element);
        Tree::new(ty.clone(), parts![format!("{array}.stencil({boundary}, |at| "), each, ")"])
    }

    fn boundary(&mut self, element: &Ty) -> String {
        match self.pick(&["Clamp", "Wrap", "Mirror", ""]) {
            "" => format!("Constant({})", self.leaf(element)),
            name => name.to_string(),
        }
    }

    /// A stencil of pairs, which lie in two arrays of different element sizes.
    fn stencil_of_pairs(&mut self, rows: &Size, columns: &Size) -> Tree {
        let scalars = [self.number_type(), self.number_type()];
        let pair = Ty::Tuple(scalars.map(Ty::Scalar).to_vec());
        let array = self.plane(&pair, columns, rows);
        let mut components = Vec::new();
        for (position, scalar) in scalars.into_iter().enumerate() {
            let values = (0..1 + self.below(3))
                .map(|_| {
                    let (down, right) = (self.pick(&NEAR), self.pick(&NEAR));
                    Tree::text(Ty::Scalar(scalar), format!("at({down}, {right}).{position}"))
                })
                .collect();
            components.push(self.computed(scalar, values));
        }
        let (second, first) = (components.pop(), components.pop());
        let boundary = self.boundary(&pair);
        let ty = Ty::array(Ty::array(pair, columns.clone()), rows.clone());
        let mut parts = parts![format!("{array}.stencil({boundary}, |at| (")];
        for component in [first, second].into_iter().flatten() {
            parts.extend(parts![component, ", "]);
        }
        parts.push("))".into());
        Tree::new(ty, parts)
    }

    /// Neighbours in a plane, where a guard says that there are all of them.
    fn guarded_plane(&mut self, rows: &Size, columns: &Size) -> Tree {
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let ty = Ty::array(Ty::array(element.clone(), columns.clone()), rows.clone());
        let a = self.memory(&ty);
        let reads = ["[i - 1][j]", "[i + 1][j]", "[i][j - 1]", "[i][j + 1]", "[i][j]"];
        let values: Vec<Tree> =
            reads.iter().map(|read| Tree::text(element.clone(), format!("{a}{read}"))).collect();
        let inside = self.computed(scalar, values);
        let (n, m) = (rows.text().unwrap_or_default(), columns.text().unwrap_or_default());
        let guard = format!("i >= 1 && i + 1 < {n} && j >= 1 && j + 1 < {m}");
        let head = format!("generate(({n}, {m}), |(i, j)| if {guard} {{ ");
        Tree::new(ty, parts![head, inside, format!(" }} else {{ {a}[i][j] }})")])
    }
}
