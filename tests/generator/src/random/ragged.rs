//! Rows of lengths of their own.

use super::scope::Generator;
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

impl Generator {
    /// A row of any length, where another lane may have one of another length.
    pub fn row(&mut self, element: &Ty, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), Size::Varying);
        let rows: Vec<String> = self
            .variables
            .iter()
            .filter(|variable| {
                matches!(&variable.ty, Ty::Array(found, size)
                    if **found == *element && *size != Size::Opaque)
            })
            .map(|variable| variable.name.clone())
            .collect();
        let whole = if !rows.is_empty() && !self.one_in(3) {
            Tree::text(ty.clone(), self.pick(&rows))
        } else {
            let size = self.size();
            let row = Ty::array(element.clone(), size);
            if fuel == 0 { self.leaf(&row) } else { self.expression(&row, fuel - 1) }
        };
        if fuel == 0 {
            return Tree::new(ty, parts![whole]);
        }
        let parts = match self.below(6) {
            0 => self.shortened(whole, element, fuel),
            4 => self.joined_parts(element, fuel - 1),
            1 => self.lengthened(whole, element, fuel - 1),
            2 => self.of_same_length(whole, element, fuel - 1),
            3 => self.made_anew(whole, element, fuel - 1),
            _ => parts![whole],
        };
        Tree::new(ty, parts)
    }

    /// A part of a row, or some of its elements.
    fn shortened(&mut self, whole: Tree, element: &Ty, fuel: usize) -> Vec<Part> {
        match self.below(5) {
            0 => parts!["{ let row = ", whole, "; row[row.len() / 2..] }"],
            1 => parts!["{ let row = ", whole, "; row[..row.len() - row.len() / 3] }"],
            2 => {
                let keep = self.property(element, fuel);
                parts![whole, ".partition(", keep, ").1"]
            }
            _ => self.kept(whole, element, fuel),
        }
    }

    /// The elements of a row for which something holds.
    pub fn kept(&mut self, whole: Tree, element: &Ty, fuel: usize) -> Vec<Part> {
        let keep = self.property(element, fuel);
        parts![whole, ".filter(", keep, ")"]
    }

    /// A predicate that holds for some elements.
    fn property(&mut self, element: &Ty, fuel: usize) -> Part {
        let inputs = std::slice::from_ref(element);
        self.closure(inputs, true, None, |this| this.expression(&BOOL, fuel.min(2)))
    }

    /// A row with more elements than another.
    fn lengthened(&mut self, whole: Tree, element: &Ty, fuel: usize) -> Vec<Part> {
        let ty = Ty::array(element.clone(), Size::Varying);
        let count = self.number_below(4, fuel);
        match self.below(6) {
            0 => parts!["concat(", whole, ", [", self.expression(element, fuel), "])"],
            1 => parts!["concat(", whole, ", ", self.row(element, fuel), ")"],
            2 => parts!["[", whole, ", ", self.row(element, fuel), "].flatten()"],
            3 => {
                let inputs = std::slice::from_ref(element);
                let row = self.closure(inputs, true, None, |this| this.row(element, fuel.min(1)));
                parts![whole, ".flat_map(", row, ")"]
            }
            4 => {
                let name = self.name("row");
                let more = self.scoped(|this| {
                    this.bind(&name, ty.clone(), None, true);
                    this.row(element, fuel)
                });
                parts![
                    format!("({{ let mut {name} = "),
                    whole,
                    ".clone(); for turn in 0..",
                    count,
                    format!(" {{ {name} = "),
                    more,
                    format!(".clone(); }} {name} }})")
                ]
            }
            _ => {
                let inputs = [ty.clone(), element.clone()];
                let body =
                    self.closure(&inputs, false, None, |this| this.row(element, fuel.min(1)));
                let first = self.row(element, 0);
                parts![whole, ".fold(", first, ", ", body, ")"]
            }
        }
    }

    /// A row that is as long as another.
    fn of_same_length(&mut self, whole: Tree, element: &Ty, fuel: usize) -> Vec<Part> {
        let inputs = std::slice::from_ref(element);
        match self.below(11) {
            0 => parts![whole, ".rev()"],
            1 | 2 => {
                let each = self.closure(inputs, true, None, |this| this.expression(element, fuel));
                parts![whole, ".map(", each, ")"]
            }
            3 if element.is_known() => self.scan_of(whole.into(), element, fuel),
            4 => {
                let key = self.ordered_type();
                let key =
                    self.closure(inputs, true, None, |this| this.expression(&key, fuel.min(2)));
                parts![whole, ".sort_by_key(", key, ")"]
            }
            5 => {
                let pair = [Ty::Tuple(vec![element.clone(), element.clone()])];
                let each = self.closure(&pair, true, None, |this| this.expression(element, fuel));
                parts!["{ let row = ", whole, "; zip(row, row.rev()).map(", each, ") }"]
            }
            6 => {
                let pair = [Ty::Tuple(vec![USIZE, element.clone()])];
                let each = self.closure(&pair, true, None, |this| this.expression(element, fuel));
                parts![whole, ".enumerate().map(", each, ")"]
            }
            7 => {
                let (place, value) = (self.leaf(&USIZE), self.expression(element, fuel));
                parts![
                    "{ let row = ",
                    whole,
                    "; if row.len() > 0 { row.clone().update(",
                    place,
                    " % row.len(), ",
                    value,
                    ") } else { row } }"
                ]
            }
            8 => {
                let skip = self.lane(|this| this.expression(&BOOL, fuel.min(2)));
                parts![
                    "{ let row = ",
                    whole,
                    "; row.clone().scatter((0..row.len()).map(|i| if ",
                    skip,
                    " { SKIP } else { i }), row.rev()) }"
                ]
            }
            9 if element.is_known() => {
                let operator = self.commutative(element);
                parts![
                    "{ let row = ",
                    whole,
                    "; row.clone().scatter_with(",
                    operator,
                    ", (0..row.len()).map(|i| i / 2), row) }"
                ]
            }
            10 if element.is_flat() => {
                let boundary = self.pick(&["Clamp", "Wrap", "Mirror"]);
                let name = self.name("near");
                let value = self.lane(|this| {
                    this.bind(&name, element.clone(), None, false);
                    this.expression(element, fuel.min(2))
                });
                parts![
                    whole,
                    format!(".stencil({boundary}, |at| {{ let {name} = at(-1); "),
                    value,
                    " })"
                ]
            }
            _ => parts!["{ let row = ", whole, "; row.gather((0..row.len()).map(|i| i / 2)) }"],
        }
    }

    /// A row whose length is computed, or one of two.
    fn made_anew(&mut self, whole: Tree, element: &Ty, fuel: usize) -> Vec<Part> {
        let count = self.number_below(4, fuel);
        if let Ty::Scalar(scalar) = element
            && scalar.is_integer()
            && Some(*scalar) != self.generic
            && self.one_in(3)
        {
            let low = self.number_below(4, fuel);
            let range = self.pick(&["..", "..="]);
            let name = scalar.name();
            return parts![
                "((",
                low,
                format!(" as {name}){range}("),
                count,
                format!(" as {name}))")
            ];
        }
        match self.below(5) {
            0 => {
                let each =
                    self.closure(&[USIZE], true, None, |this| this.expression(element, fuel));
                parts!["generate(", count, ", ", each, ")"]
            }
            1 => parts!["[", self.expression(element, fuel), "; ", count, "]"],
            2 => {
                let condition = self.expression(&BOOL, fuel.min(2));
                parts!["if ", condition, " { ", whole, " } else { ", self.row(element, fuel), " }"]
            }
            3 => {
                let row = Ty::array(element.clone(), Size::Varying);
                let size = self.size();
                parts![self.expression(&Ty::array(row, size), fuel), ".flatten()"]
            }
            _ => {
                let rest = self.row(element, fuel);
                parts!["match ", count, " { 0 => ", whole, ", 1 | 2 => ", rest, ", _ => [] }"]
            }
        }
    }

    /// A number of which little else is known.
    pub fn number_below(&mut self, bound: usize, fuel: usize) -> Tree {
        let number = self.expression(&USIZE, fuel.min(1));
        Tree::new(USIZE, parts!["(", number, format!(" % {bound})")])
    }

    /// An array of such rows, made in a way of its own; `None` for another element.
    pub fn rows(&mut self, element: &Ty, size: &Size, fuel: usize) -> Option<Tree> {
        let Ty::Array(inner, Size::Varying) = element else { return None };
        let ty = Ty::array(element.clone(), size.clone());
        let text = size.text()?;
        Some(match self.below(9) {
            4 => self.filled(element, size, fuel),
            5 => {
                let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
                Tree::new(ty, parts!["zip(", a, ", ", b, ").map(|(p, q)| concat(p, q))"])
            }
            6 => {
                let (rows, first) = (self.expression(&ty, fuel), self.row(inner, fuel.min(1)));
                let operator =
                    self.pick(&["concat(p, q)", "if p.len() < q.len() { q } else { p }", "p", "q"]);
                let method = self.pick(&["scan", "scan_exclusive"]);
                let end = format!(", |p, q| {operator})");
                Tree::new(ty, parts![rows, format!(".{method}("), first, end])
            }
            7 => self.scattered(element, size, fuel),
            8 => {
                let rows = self.expression(&ty, fuel);
                Tree::new(ty, parts![rows, ".rotate_left(1)"])
            }
            0 => {
                let all = Ty::array((**inner).clone(), size.clone());
                let all = self.expression(&all, fuel);
                // One element for each row on the average.
                let lengths = format!(
                    "(0..{text}).map(|i| if i % 2 == 1 {{ 2 }} else if i + 1 == {text} {{ 1 }} else {{ 0 }})"
                );
                Tree::new(ty, parts![all, ".split_by(", lengths, ")"])
            }
            1 => {
                let rows = self.expression(&ty, fuel);
                Tree::new(ty, parts![rows, ".rev()"])
            }
            2 => {
                let rows = self.expression(&ty, fuel);
                let key = self.closure(std::slice::from_ref(element), true, Some(size), |this| {
                    let name = this.variables.last().map(|v| v.name.clone()).unwrap_or_default();
                    Tree::text(USIZE, format!("{name}.len()"))
                });
                Tree::new(ty, parts![rows, ".sort_by_key(", key, ")"])
            }
            _ => {
                let rows = self.expression(&ty, fuel);
                Tree::new(ty, parts![rows, format!(".gather((0..{text}).rev())")])
            }
        })
    }
}
