//! Rows of lengths of their own.

use super::scope::Generator;
use super::tree::{Tree, parts};
use super::types::{BOOL, Size, Ty};

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
        let inputs = std::slice::from_ref(element);
        let parts = match self.below(8) {
            0 | 1 => {
                let keep =
                    self.closure(inputs, true, None, |this| this.expression(&BOOL, fuel.min(2)));
                parts![whole, ".filter(", keep, ")"]
            }
            2 => parts![whole, ".rev()"],
            3 => parts!["{ let row = ", whole, "; row[row.len() / 2..] }"],
            4 => {
                let value = self.expression(element, fuel - 1);
                parts!["concat(", whole, ", [", value, "])"]
            }
            5 => {
                let closure =
                    self.closure(inputs, true, None, |this| this.expression(element, fuel - 1));
                parts![whole, ".map(", closure, ")"]
            }
            _ => parts![whole],
        };
        Tree::new(ty, parts)
    }

    /// An array of such rows, made in a way of its own; `None` for another element.
    pub fn rows(&mut self, element: &Ty, size: &Size, fuel: usize) -> Option<Tree> {
        let Ty::Array(inner, Size::Varying) = element else { return None };
        let ty = Ty::array(element.clone(), size.clone());
        let text = size.text()?;
        Some(match self.below(4) {
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
                    Tree::text(super::types::USIZE, format!("{name}.len()"))
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
