//! Arrays that are split where they are made, and uses of their parts.

use super::scope::Generator;
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

/// The lengths of the parts of `whole`, which add up whatever its length.
const LENGTHS: [&str; 6] = [
    "[whole.len()]",
    "[0, whole.len()]",
    "[whole.len() / 2, whole.len() - whole.len() / 2]",
    "[1; whole.len()]",
    "(0..whole.len()).map(|i| if i % 2 == 1 { 2 } else if i + 1 == whole.len() { 1 } else { 0 })",
    "{ let few = whole.len().min(1); [few, whole.len() - few] }",
];

impl Generator {
    /// The parts of some array.
    fn split(&mut self, element: &Ty, fuel: usize) -> Tree {
        let ty = Ty::array(Ty::array(element.clone(), Size::Varying), Size::Opaque);
        let whole = self.some_array(Some(element), fuel);
        let lengths = self.pick(&LENGTHS);
        let split = format!("; whole.split_by({lengths}) }}");
        Tree::new(ty, parts!["{ let whole = ", whole, split])
    }

    /// A row that is put together from the parts of an array.
    pub fn joined_parts(&mut self, element: &Ty, fuel: usize) -> Vec<Part> {
        let split = self.split(element, fuel);
        let row = [Ty::array(element.clone(), Size::Varying)];
        match self.below(8) {
            0 => parts![split, ".flatten()"],
            1 => parts![split, ".flat_map(|part| part.rev())"],
            2 => {
                let each = self.closure(&row, true, None, |this| this.row(element, fuel));
                parts![split, ".flat_map(", each, ")"]
            }
            3 => {
                let each = self.closure(&row, true, None, |this| this.row(element, fuel));
                parts![split, ".map(", each, ").flatten()"]
            }
            4 => {
                let each = self.closure(&row, true, None, |this| this.expression(element, fuel));
                parts![split, ".map(", each, ")"]
            }
            5 => parts![split, ".filter(|part| part.len() > 1).flatten()"],
            6 => parts![split, ".sort_by_key(|part| part.len()).flatten()"],
            _ => {
                let first = self.row(element, 0);
                let longer = ", |p, q| if p.len() < q.len() { q } else { p })";
                parts![split, ".reduce(", first, longer]
            }
        }
    }

    /// A value of a type that has no sizes, from the parts of an array.
    pub fn of_parts(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let element = self.inner_element(1);
        let split = self.split(&element, fuel);
        let row = [Ty::array(element, Size::Varying)];
        if *ty == USIZE && self.one_in(2) {
            let method =
                self.pick(&[".lengths().sum()", ".len()", ".count(|part| part.len() > 1)"]);
            return Tree::new(USIZE, parts![split, method]);
        }
        if *ty == BOOL && self.one_in(2) {
            let holds = self.closure(&row, true, None, |this| this.expression(&BOOL, fuel));
            let method = self.pick(&[".any(", ".all("]);
            return Tree::new(BOOL, parts![split, method, holds, ")"]);
        }
        let init = self.expression(ty, fuel.min(1));
        if self.one_in(3) {
            let inputs = [ty.clone(), row[0].clone()];
            let next = self.closure(&inputs, false, None, |this| this.expression(ty, fuel));
            return Tree::new(ty.clone(), parts![split, ".fold(", init, ", ", next, ")"]);
        }
        let each = self.closure(&row, true, None, |this| this.expression(ty, fuel));
        let operator = self.associative(ty);
        let reduced = parts![split, ".map(", each, ").reduce(", init, ", ", operator, ")"];
        Tree::new(ty.clone(), reduced)
    }
}
