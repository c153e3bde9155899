//! Statements: `let`, assignments, loops, assertions.

use accel_ir::core::ScalarType;

use super::scope::{Generator, Variable};
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

impl Generator {
    /// Some statements. The variables that they bind stay in scope.
    pub fn statements(&mut self, count: usize, fuel: usize) -> Vec<Part> {
        (0..count).map(|_| Part::Optional(self.statement(fuel))).collect()
    }

    fn statement(&mut self, fuel: usize) -> Tree {
        match self.below(16) {
            0..7 => self.binding(fuel, false),
            7..9 => self.binding(fuel, true),
            9 => self.opaque_binding(fuel),
            10..12 => self.assignment(fuel),
            12 | 13 => {
                let count = 1 + self.below(2);
                let inside = move |this: &mut Self, fuel| {
                    (0..count).map(|_| Part::Optional(this.assignment(fuel))).collect()
                };
                self.looped(fuel.saturating_sub(1), inside)
            }
            14 => {
                let condition = self.expression(&BOOL, fuel.min(2));
                let then = self.scoped(|this| this.assignment(fuel.saturating_sub(1)));
                Tree::new(Ty::UNIT, parts!["if ", condition, " { ", Part::Optional(then), "} "])
            }
            _ => {
                // A condition that holds of most values.
                let number = self.expression(&Ty::Scalar(ScalarType::I32), fuel.min(2));
                Tree::new(Ty::UNIT, parts!["assert!(", number, " != 5); "])
            }
        }
    }

    /// `let`.
    fn binding(&mut self, fuel: usize, mutable: bool) -> Tree {
        let ty = match self.below(10) {
            0..3 => self.flat_type(1),
            3 => {
                let fields = (0..2 + self.below(2)).map(|_| {
                    let size = self.size();
                    Ty::array(self.element_type(1), size)
                });
                Ty::Tuple(fields.collect())
            }
            _ => {
                let size = self.size();
                let rank = self.below(3);
                let element = self.inner_element(rank);
                Ty::array(element, size)
            }
        };
        let value = self.expression(&ty, fuel);
        if mutable {
            let name = self.name("v");
            self.bind(&name, ty.clone(), None, true);
            let end = if ty.is_flat() { "; " } else { ".clone(); " };
            return Tree::new(Ty::UNIT, parts![format!("let mut {name} = "), value, end]);
        }
        let pattern = self.pattern(&ty, None);
        let annotation = match self.one_in(4) {
            true => format!(": {}", self.write(&ty)),
            false => String::new(),
        };
        Tree::new(Ty::UNIT, parts![format!("let {pattern}{annotation} = "), value, "; "])
    }

    /// An array whose size is known by its name only: `v.len()`.
    fn opaque_binding(&mut self, fuel: usize) -> Tree {
        if self.one_in(3) {
            return self.two_arrays(fuel);
        }
        let element = self.inner_element(1);
        let value = self.opaque(&element, fuel);
        let name = self.name("v");
        let size = Size::Name(format!("{name}.len()"));
        self.sizes.push(size.clone());
        self.bind(&name, Ty::array(element, size), None, false);
        Tree::new(Ty::UNIT, parts![format!("let {name} = "), value, "; "])
    }

    /// Two arrays at a time: the two parts of a `partition`, or the components of pairs.
    fn two_arrays(&mut self, fuel: usize) -> Tree {
        let (yes, no) = (self.name("v"), self.name("v"));
        let head = format!("let ({yes}, {no}) = ");
        if self.one_in(2) {
            let (size, a, b) = (self.size(), self.inner_element(1), self.inner_element(1));
            let pair = Ty::Tuple(vec![a.clone(), b.clone()]);
            let pairs = self.expression(&Ty::array(pair, size.clone()), fuel);
            self.bind(&yes, Ty::array(a, size.clone()), None, false);
            self.bind(&no, Ty::array(b, size), None, false);
            return Tree::new(Ty::UNIT, parts![head, pairs, ".unzip(); "]);
        }
        let element = self.inner_element(1);
        let row = self.row(&element, fuel);
        let inputs = std::slice::from_ref(&element);
        let keep = self.closure(inputs, true, None, |this| this.expression(&BOOL, fuel.min(2)));
        for name in [yes, no] {
            let size = Size::Name(format!("{name}.len()"));
            self.sizes.push(size.clone());
            self.bind(&name, Ty::array(element.clone(), size), None, false);
        }
        Tree::new(Ty::UNIT, parts![head, row, ".partition(", keep, "); "])
    }

    /// An assignment to something that can be assigned to here; else a `let`.
    pub fn assignment(&mut self, fuel: usize) -> Tree {
        let list: Vec<Variable> = self
            .variables
            .iter()
            .filter(|variable| variable.mutable && variable.closures == self.closures)
            .cloned()
            .collect();
        if list.is_empty() {
            return self.binding(fuel, true);
        }
        let variable = self.pick(&list);
        let (mut path, mut ty) = (parts![variable.name.clone()], variable.ty.clone());
        if let Ty::Array(_, size) = &ty
            && self.one_in(8)
            && let (Some(a), Some(b)) = (self.index(size), self.index(size))
        {
            path.extend(parts![".swap(", a, ", ", b, "); "]);
            return Tree::new(Ty::UNIT, path);
        }
        // Down to a component or an element.
        let mut lengths: Vec<String> = Vec::new();
        loop {
            match ty.clone() {
                Ty::Array(element, size) if !self.one_in(4) => {
                    match self.subscript(&size) {
                        Some(index) => path.extend(parts!["[", index, "]"]),
                        // Some row that there is, if there is one.
                        None => {
                            let text = Tree::new(Ty::UNIT, path).to_string();
                            let at = self.below(5);
                            path = parts![format!("{text}[{at} % {text}.len()]")];
                            lengths.push(format!("{text}.len() > 0"));
                        }
                    }
                    ty = *element;
                }
                Ty::Tuple(fields) if self.one_in(2) && path.len() == 1 => {
                    let at = self.below(fields.len());
                    path.push(format!(".{at}").into());
                    ty = fields[at].clone();
                }
                Ty::Struct(_, fields) if self.one_in(2) && path.len() == 1 => {
                    let at = self.below(fields.len());
                    path.push(format!(".{}", fields[at].0).into());
                    ty = fields[at].1.clone();
                }
                _ => break,
            }
        }
        let operator = match ty.scalar() {
            Some(ScalarType::Bool) => self.pick(&[" = ", " ^= ", " |= "]),
            Some(scalar) if scalar.is_float() => self.pick(&[" = ", " += ", " -= "]),
            Some(_) => self.pick(&[" = ", " += ", " -= ", " *= ", " ^= "]),
            None => " = ",
        };
        let value = self.expression(&ty, fuel);
        let end = if ty.is_flat() { "; " } else { ".clone(); " };
        path.extend(parts![operator, value, end]);
        if !lengths.is_empty() {
            path.insert(0, format!("if {} {{ ", lengths.join(" && ")).into());
            path.push("} ".into());
        }
        Tree::new(Ty::UNIT, path)
    }

    /// A loop that runs a few times, or over an array.
    pub fn looped(
        &mut self,
        fuel: usize,
        inside: impl FnOnce(&mut Self, usize) -> Vec<Part>,
    ) -> Tree {
        match self.below(6) {
            // As long as something says, which each lane may know of its own.
            4 => {
                let name = self.name("turn");
                let turns = self.number_below(4, fuel);
                let inside = self.scoped(|this| {
                    this.bind(&name, USIZE, None, false);
                    inside(this, fuel)
                });
                let mut parts = parts![format!("for {name} in 0.."), turns, " { "];
                parts.extend(inside);
                parts.push("} ".into());
                Tree::new(Ty::UNIT, parts)
            }
            5 => {
                let name = self.name("left");
                let first = self.number_below(9, fuel);
                self.scoped(|this| {
                    this.bind(&name, USIZE, None, false);
                    let condition = this.expression(&BOOL, fuel.min(2));
                    let mut parts = parts![
                        format!("{{ let mut {name} = "),
                        first,
                        format!("; while {name} > 0 && "),
                        condition,
                        " { "
                    ];
                    parts.extend(inside(this, fuel));
                    parts.push(format!("{name} /= 2; }} }} ").into());
                    Tree::new(Ty::UNIT, parts)
                })
            }
            0 => {
                let name = self.name("turn");
                let turns = 1 + self.below(3);
                let inside = self.scoped(|this| {
                    this.bind(&name, USIZE, Some(Size::Literal(turns)), false);
                    inside(this, fuel)
                });
                let mut parts =
                    parts![format!("{{ let mut {name} = 0usize; while {name} < {turns} {{ ")];
                parts.extend(inside);
                parts.push(format!("{name} += 1; }} }} ").into());
                Tree::new(Ty::UNIT, parts)
            }
            1 => {
                let array = self.some_array(None, fuel.min(1));
                let Ty::Array(element, size) = array.ty.clone() else { return array };
                self.scoped(|this| {
                    this.nonempty.push(size);
                    let pattern = this.pattern(&element, None);
                    let inside = inside(this, fuel);
                    let mut parts = parts![format!("for {pattern} in "), array, " { "];
                    parts.extend(inside);
                    parts.push("} ".into());
                    Tree::new(Ty::UNIT, parts)
                })
            }
            _ => {
                let size = self.size();
                let text = size.text().unwrap_or_default();
                self.scoped(|this| {
                    this.nonempty.push(size.clone());
                    let name = this.name("i");
                    this.bind(&name, USIZE, Some(size), false);
                    let mut parts = parts![format!("for {name} in 0..{text} {{ ")];
                    parts.extend(inside(this, fuel));
                    parts.push("} ".into());
                    Tree::new(Ty::UNIT, parts)
                })
            }
        }
    }
}
