//! Operations that may fail: indices, slices, lengths and divisors that nothing guards, in lanes,
//! in branches that are not taken, and in results that nobody reads.
//!
//! A program that fails everywhere shows nothing: few programs have a few of these.

use accel_ir::core::ScalarType;

use super::scope::Generator;
use super::tree::{Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

impl Generator {
    /// An expression of the type that fails for some inputs; `None` where none was found.
    pub fn failing(&mut self, ty: &Ty, fuel: usize) -> Option<Tree> {
        self.failures -= 1;
        let found = match self.below(4) {
            0 => self.unguarded(ty, fuel),
            1 => Some(self.asserted(ty, fuel)),
            2 => Some(self.of_an_element(ty, fuel)),
            _ => match ty {
                Ty::Scalar(scalar) => self.failing_scalar(*scalar, fuel),
                Ty::Array(element, Size::Varying) => Some(self.failing_row(element, fuel)),
                Ty::Array(element, size) => self.declared(element, size, fuel),
                _ => None,
            },
        };
        self.failures += usize::from(found.is_none());
        found
    }

    /// An element of an array in scope at an index that nothing guards.
    fn unguarded(&mut self, ty: &Ty, fuel: usize) -> Option<Tree> {
        let arrays = self.arrays_of(ty);
        if arrays.is_empty() {
            return None;
        }
        let array = self.pick(&arrays).0;
        let index = self.small(fuel);
        Some(Tree::new(ty.clone(), parts![array, "[", index, "]"]))
    }

    /// A value behind an assertion.
    fn asserted(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let (a, b) = (self.expression(&BOOL, fuel.min(2)), self.expression(&BOOL, fuel.min(1)));
        let value = self.expression(ty, fuel);
        Tree::new(ty.clone(), parts!["({ assert!(", a, " || ", b, "); ", value, " })"])
    }

    /// A value beside one that fails: an element of a row that may have none, used or not.
    fn of_an_element(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let element = self.flat_type(1);
        let row = self.row(&element, fuel.min(2));
        let method = match element.is_ordered() {
            true => self.pick(&[".first()", ".last()", ".min()", ".max()", "[1]"]),
            false => self.pick(&[".first()", ".last()", "[1]"]),
        };
        let name = self.name("some");
        self.scoped(|this| {
            this.bind(&name, element, None, false);
            let value = this.expression(ty, fuel);
            let head = format!("({{ let {name} = ");
            Tree::new(ty.clone(), parts![head, row, method, "; ", value, " })"])
        })
    }

    fn failing_scalar(&mut self, scalar: ScalarType, fuel: usize) -> Option<Tree> {
        let ty = Ty::Scalar(scalar);
        if scalar.is_integer() && Some(scalar) != self.generic && self.one_in(2) {
            let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
            let operator = self.pick(&[" / ", " % "]);
            // A constant 0 would be an error of the compiler.
            let divisor = self.name("divisor");
            let (head, end) = (format!("({{ let {divisor} = "), format!("({divisor} % 4) }})"));
            return Some(Tree::new(ty, parts![head, b, "; ", a, operator, end]));
        }
        let row = self.row(&ty, fuel);
        let method = match scalar {
            ScalarType::Usize => self.pick(&[".argmin()", ".argmax()", ".max()"]),
            ScalarType::Bool => return None,
            _ => self.pick(&[".min()", ".max()", ".last()"]),
        };
        Some(Tree::new(ty, parts![row, method]))
    }

    /// A row whose lengths, bounds or indices do not always fit.
    fn failing_row(&mut self, element: &Ty, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), Size::Varying);
        let inputs = std::slice::from_ref(element);
        let row = self.row(element, fuel);
        let parts = match self.below(9) {
            0 => {
                let other = self.row(element, fuel);
                let pair = [Ty::Tuple(vec![element.clone(), element.clone()])];
                let each = self.closure(&pair, true, None, |this| this.expression(element, fuel));
                parts!["zip(", row, ", ", other, ").map(", each, ")"]
            }
            1 => {
                let (low, high) = (self.small(fuel), self.small(fuel));
                parts!["{ let row = ", row, "; row[", low, "..", high, "] }"]
            }
            2 => {
                let (low, end) = (self.small(fuel), self.pick(&["..]", "..row.len()]"]));
                parts!["{ let row = ", row, "; row[", low, end, " }"]
            }
            3 => {
                let (width, inner) = (self.small(fuel), self.name("chunk"));
                let chunk = Ty::array(element.clone(), Size::Name(format!("{inner}.len()")));
                let value = self.lane(|this| {
                    this.bind(&inner, chunk, None, false);
                    this.expression(element, fuel)
                });
                parts![row, ".chunks(", width, format!(").map(|{inner}| "), value, ")"]
            }
            4 => {
                let (at, value) = (self.small(fuel), self.expression(element, fuel));
                parts![row, ".clone().update(", at, ", ", value, ")"]
            }
            5 => {
                let at = self.closure(&[USIZE], true, None, |this| this.small(fuel));
                parts!["{ let row = ", row, "; row.gather((0..row.len()).map(", at, ")) }"]
            }
            6 => {
                let at = self.closure(&[USIZE], true, None, |this| this.small(fuel));
                let scatter = "; row.clone().scatter((0..row.len()).map(";
                parts!["{ let row = ", row, scatter, at, "), row.rev()) }"]
            }
            7 => {
                let lengths = self.closure(&[USIZE], true, None, |this| this.small(fuel));
                let each = self.closure(inputs, true, None, |this| this.expression(element, fuel));
                let split = ".split_by((0..3).map(";
                parts![row, split, lengths, ")).flat_map(|part| part.rev()).map(", each, ")"]
            }
            _ => {
                let name = self.name("filled");
                let (at, value) = (self.small(fuel), self.expression(element, fuel));
                let end = if element.is_flat() { "; " } else { ".clone(); " };
                let turns = self.small(fuel);
                parts![
                    format!("({{ let mut {name} = "),
                    row,
                    ".clone(); for turn in 0..",
                    turns,
                    format!(" {{ {name}["),
                    at,
                    "] = ",
                    value,
                    end,
                    format!("}} {name} }})")
                ]
            }
        };
        Tree::new(ty, parts)
    }

    /// An array of a length that is declared, and does not always hold.
    fn declared(&mut self, element: &Ty, size: &Size, fuel: usize) -> Option<Tree> {
        let ty = Ty::array(element.clone(), size.clone());
        if !element.is_known() {
            return None;
        }
        let parts = match (element, self.one_in(2)) {
            (Ty::Array(inner, width), true) if inner.is_flat() => {
                let (high, wide) = (size.text()?, width.text()?);
                let all = self.row(inner, fuel);
                parts![all, format!(".reshape(({high}, {wide}))")]
            }
            _ => {
                // A row of a known length would be refused where that is another one.
                let (text, name) = (self.write(&ty), self.name("declared"));
                let row = self.row(element, fuel);
                let row = self.kept(row, element, fuel);
                let mut parts = parts![format!("({{ let {name}: {text} = ")];
                parts.extend(row);
                parts.push(format!("; {name} }})").into());
                parts
            }
        };
        Some(Tree::new(ty, parts))
    }

    /// A number that is an index of some arrays and not of others.
    fn small(&mut self, fuel: usize) -> Tree {
        self.number_below(5, fuel)
    }
}
