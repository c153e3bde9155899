//! Arrays that several consumers read: these are fused into one kernel, with others that run beside it.

use super::scope::Generator;
use super::tree::{Part, Tree, parts};
use super::types::{Size, Ty};

impl Generator {
    /// An array that two consumers compute from another, beside a reduction of it.
    pub fn shared(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let rank = usize::from(self.one_in(4));
        let inner = self.inner_element(rank);
        let whole = Ty::array(inner.clone(), size.clone());
        let made = self.mapped(&inner, size, fuel);
        let name = self.name("v");
        self.scoped(|this| {
            this.bind(&name, whole, None, false);
            let mut parts = parts![format!("({{ let {name} = "), made, "; "];
            if this.one_in(2) {
                let total = this.name("total");
                let init = this.expression(&inner, fuel.min(1));
                let operator = this.associative(&inner);
                let text =
                    parts![format!("let {total} = {name}.reduce("), init, ", ", operator, "); "];
                this.bind(&total, inner.clone(), None, false);
                parts.push(Part::Optional(Tree::new(Ty::UNIT, text)));
            }
            let a = this.consumer(&name, &inner, size, fuel);
            let b = this.consumer(&name, &inner, size, fuel);
            let inputs = [Ty::Tuple(vec![inner.clone(), inner.clone()])];
            let closure = this.closure(&inputs, true, Some(size), |this| this.body(element, fuel));
            parts.extend(parts!["zip(", a, ", ", b, ").map(", closure, ") })"]);
            Tree::new(ty.clone(), parts)
        })
    }

    /// An expression that consumes the array of a name, and gives one of the same type.
    fn consumer(&mut self, name: &str, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        match self.below(6) {
            0 | 1 => Tree::new(ty, self.scan_of(name.into(), element, fuel)),
            2 => {
                let closure =
                    self.closure(std::slice::from_ref(element), true, Some(size), |this| {
                        this.body(element, fuel.min(2))
                    });
                Tree::new(ty, parts![format!("{name}.map("), closure, ")"])
            }
            3 => Tree::text(ty, format!("{name}.rev()")),
            _ => Tree::text(ty, name.to_string()),
        }
    }
}
