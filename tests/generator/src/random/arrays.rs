//! Array expressions of a given element type and size.

use accel_ir::core::ScalarType;

use super::scope::{Generator, Parameter};
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

impl Generator {
    /// An array of a size that is known.
    pub fn array(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let whole = |parts: Vec<Part>| Tree::new(ty.clone(), parts);
        if self.one_in(5)
            && let Some(rows) = self.rows(element, size, fuel)
        {
            return rows;
        }
        match self.below(42) {
            0..7 => self.mapped(element, size, fuel),
            7..9 => self.zipped(element, size, fuel),
            9..11 => self.generated(element, size, fuel),
            11..15 => self.scanned(element, size, fuel),
            15..17 => {
                let array = self.expression(&ty, fuel);
                whole(match self.below(3) {
                    0 => parts![array, ".rev()"],
                    1 => parts![array, format!(".rotate_left({})", self.below(5))],
                    _ => {
                        let by = self.expression(&USIZE, fuel.min(1));
                        parts![array, ".rotate_left(", by, ")"]
                    }
                })
            }
            17..19 => self.sorted(element, size, fuel),
            19..22 => self.stencilled(element, size, fuel),
            22 => {
                let Some(index) = self.index(size) else { return self.mapped(element, size, fuel) };
                let array = self.expression(&ty, fuel);
                let value = self.expression(element, fuel);
                whole(parts![array, ".clone().update(", index, ", ", value, ")"])
            }
            23 | 24 => self.scattered(element, size, fuel),
            25..27 => self.gathered(element, size, fuel),
            27 => {
                let other = self.flat_type(0);
                let pair = match self.one_in(2) {
                    true => Ty::Tuple(vec![element.clone(), other]),
                    false => Ty::Tuple(vec![other, element.clone()]),
                };
                let field = match &pair {
                    Ty::Tuple(fields) if fields[0] == *element => ".unzip().0",
                    _ => ".unzip().1",
                };
                let pairs = self.expression(&Ty::array(pair, size.clone()), fuel);
                whole(parts![pairs, field])
            }
            28 => {
                let other = self.size();
                let long = Size::Sum(Box::new(size.clone()), Box::new(other.clone()));
                let array = self.expression(&Ty::array(element.clone(), long), fuel);
                let (at, rest) =
                    (size.text().unwrap_or_default(), other.text().unwrap_or_default());
                whole(match self.below(3) {
                    0 => parts![array, format!("[{rest}..]")],
                    1 => parts![array, format!("[..{at}]")],
                    _ => parts![array, format!("[{rest}..({rest} + {at})]")],
                })
            }
            29..32 => self.filled(element, size, fuel),
            32 | 33 => self.shared(element, size, fuel),
            _ => self.by_structure(element, size, fuel),
        }
    }

    /// An array that can be made only of certain elements or in certain sizes.
    fn by_structure(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let text = size.text().unwrap_or_default();
        match (element, size) {
            (_, Size::Sum(a, b)) if !self.one_in(3) => {
                let a = self.expression(&Ty::array(element.clone(), (**a).clone()), fuel);
                let b = self.expression(&Ty::array(element.clone(), (**b).clone()), fuel);
                Tree::new(ty, parts!["concat(", a, ", ", b, ")"])
            }
            (_, Size::Product(a, b)) if !self.one_in(3) => {
                let row = Ty::array(element.clone(), (**b).clone());
                let rows = Ty::array(row.clone(), (**a).clone());
                if self.one_in(3) {
                    let source = self.source(a, fuel);
                    let Ty::Array(from, _) = source.ty.clone() else { return source };
                    let closure =
                        self.closure(&[*from], true, Some(a), |this| this.expression(&row, fuel));
                    return Tree::new(ty, parts![source, ".flat_map(", closure, ")"]);
                }
                Tree::new(ty, parts![self.expression(&rows, fuel), ".flatten()"])
            }
            (Ty::Array(inner, width), _) if width.text().is_some() => {
                let wide = width.text().unwrap_or_default();
                match self.below(5) {
                    0 => {
                        let column = Ty::array((**inner).clone(), size.clone());
                        let columns = Ty::array(column, width.clone());
                        Tree::new(ty, parts![self.expression(&columns, fuel), ".transpose()"])
                    }
                    1 | 2 if element.is_known() => {
                        let all = Size::Product(Box::new(size.clone()), Box::new(width.clone()));
                        let flat = self.expression(&Ty::array((**inner).clone(), all), fuel);
                        if self.one_in(3) && self.is_nonempty(width) {
                            Tree::new(ty, parts![flat, format!(".chunks({wide})")])
                        } else {
                            let mut extents = format!("{text}, {wide}");
                            let mut inner = inner;
                            while let Ty::Array(deeper, size) = &**inner {
                                extents += &format!(", {}", size.text().unwrap_or_default());
                                inner = deeper;
                            }
                            Tree::new(ty.clone(), parts![flat, format!(".reshape(({extents}))")])
                        }
                    }
                    3 => self.scoped(|this| {
                        let (i, j) = (this.name("i"), this.name("j"));
                        this.depth += 1;
                        this.closures += 1;
                        this.nonempty.extend([size.clone(), width.clone()]);
                        this.bind(&i, USIZE, Some(size.clone()), false);
                        this.bind(&j, USIZE, Some(width.clone()), false);
                        let body = this.expression(inner, fuel);
                        this.depth -= 1;
                        this.closures -= 1;
                        let head = format!("generate(({text}, {wide}), |({i}, {j})| ");
                        Tree::new(ty.clone(), parts![head, body, ")"])
                    }),
                    _ => self.mapped(element, size, fuel),
                }
            }
            (Ty::Tuple(fields), _) if fields.len() == 2 && fields[0] == USIZE => {
                let array = self.expression(&Ty::array(fields[1].clone(), size.clone()), fuel);
                Tree::new(ty, parts![array, ".enumerate()"])
            }
            (Ty::Tuple(fields), _) if !fields.is_empty() => {
                let mut parts = parts!["zip("];
                for field in fields {
                    let array = Ty::array(field.clone(), size.clone());
                    parts.extend(parts![self.expression(&array, fuel), ", "]);
                }
                parts.push(")".into());
                Tree::new(ty, parts)
            }
            (element, _) if *element == USIZE => match self.below(4) {
                0 => {
                    let key = self.ordered_type();
                    let array = self.expression(&Ty::array(key, size.clone()), fuel);
                    Tree::new(ty, parts![array, ".argsort()"])
                }
                1 => {
                    let row = Ty::array(self.flat_type(1), Size::Varying);
                    let rows = self.expression(&Ty::array(row, size.clone()), fuel);
                    Tree::new(ty, parts![rows, ".lengths()"])
                }
                2 => Tree::text(ty, format!("(1..={text})")),
                _ => Tree::text(ty, format!("(0..{text})")),
            },
            _ => self.mapped(element, size, fuel),
        }
    }

    /// An array of this size, of any elements.
    pub fn source(&mut self, size: &Size, fuel: usize) -> Tree {
        let known: Vec<Tree> = self
            .variables
            .iter()
            .filter(|variable| matches!(&variable.ty, Ty::Array(_, found) if found == size))
            .map(|variable| Tree::text(variable.ty.clone(), variable.name.clone()))
            .collect();
        if !known.is_empty() && !self.one_in(3) {
            return self.pick(&known);
        }
        let element = self.inner_element(1);
        self.expression(&Ty::array(element, size.clone()), fuel)
    }

    pub fn mapped(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        if self.one_in(4)
            && let Some(mapped) = self.mapped_by_name(element, size, fuel)
        {
            return mapped;
        }
        let source = self.source(size, fuel);
        let Ty::Array(from, _) = source.ty.clone() else { return source };
        let ty = Ty::array(element.clone(), size.clone());
        if self.one_in(4) {
            let inputs = [Ty::Tuple(vec![USIZE, *from])];
            let closure = self
                .closure_of(&inputs, Some(size), true, Some(size), |this| this.body(element, fuel));
            return Tree::new(ty, parts![source, ".enumerate().map(", closure, ")"]);
        }
        let closure = self.closure(&[*from], true, Some(size), |this| this.body(element, fuel));
        Tree::new(ty, parts![source, ".map(", closure, ")"])
    }

    /// A map by the name of a function of one value.
    fn mapped_by_name(&mut self, element: &Ty, size: &Size, fuel: usize) -> Option<Tree> {
        let mut known: Vec<(String, Ty)> = Vec::new();
        for function in &self.functions {
            if let [Parameter::Value(from)] = function.parameters.as_slice()
                && function.sizes.is_empty()
                && function.result == *element
            {
                known.push((function.name.clone(), from.clone()));
            }
        }
        if let Some(scalar) = element.scalar().filter(|scalar| Some(*scalar) != self.generic) {
            let methods: &[&str] = match scalar {
                ScalarType::Bool => &[],
                _ if scalar.is_float() => &["floor", "abs"],
                _ if scalar.is_signed() => &["wrapping_abs", "signum", "swap_bytes"],
                _ => &["swap_bytes", "reverse_bits"],
            };
            let of_scalar = |method| (format!("{}::{method}", scalar.name()), element.clone());
            known.extend(methods.iter().map(of_scalar));
        }
        if known.is_empty() {
            return None;
        }
        let (name, from) = self.pick(&known);
        let source = self.expression(&Ty::array(from, size.clone()), fuel);
        let ty = Ty::array(element.clone(), size.clone());
        Some(Tree::new(ty, parts![source, format!(".map({name})")]))
    }

    fn zipped(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let (a, b) = (self.source(size, fuel), self.source(size, fuel));
        let (Ty::Array(x, _), Ty::Array(y, _)) = (a.ty.clone(), b.ty.clone()) else { return a };
        let ty = Ty::array(element.clone(), size.clone());
        let inputs = [Ty::Tuple(vec![*x, *y])];
        let closure = self.closure(&inputs, true, Some(size), |this| this.body(element, fuel));
        match self.one_in(2) {
            true => Tree::new(ty, parts!["zip(", a, ", ", b, ").map(", closure, ")"]),
            false => Tree::new(ty, parts![a, ".zip(", b, ").map(", closure, ")"]),
        }
    }

    fn generated(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let closure = self
            .closure_of(&[USIZE], Some(size), true, Some(size), |this| this.body(element, fuel));
        let text = size.text().unwrap_or_default();
        match self.one_in(2) {
            true => Tree::new(ty, parts![format!("generate({text}, "), closure, ")"]),
            false => Tree::new(ty, parts![format!("(0..{text}).map("), closure, ")"]),
        }
    }

    fn scanned(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let array = self.expression(&ty, fuel);
        Tree::new(ty, self.scan_of(array.into(), element, fuel))
    }

    /// The running combinations of an array.
    pub fn scan_of(&mut self, array: Part, element: &Ty, fuel: usize) -> Vec<Part> {
        let init = self.expression(element, fuel.min(1));
        let operator = self.associative(element);
        let method = self.pick(&[".scan(", ".scan_exclusive("]);
        parts![array, method, init, ", ", operator, ")"]
    }

    /// A type that can be sorted.
    pub fn ordered_type(&mut self) -> Ty {
        if self.one_in(4) {
            let (a, b) = (self.scalar_type(), self.scalar_type());
            Ty::Tuple(vec![Ty::Scalar(a), Ty::Scalar(b)])
        } else {
            Ty::Scalar(self.scalar_type())
        }
    }

    fn sorted(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let array = self.expression(&ty, fuel);
        if element.is_ordered() && self.one_in(2) {
            return Tree::new(ty, parts![array, ".sort()"]);
        }
        let key = self.ordered_type();
        let closure = self.closure(std::slice::from_ref(element), true, Some(size), |this| {
            this.expression(&key, fuel.min(2))
        });
        Tree::new(ty, parts![array, ".sort_by_key(", closure, ")"])
    }

    pub fn scattered(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let text = size.text().unwrap_or_default();
        let dest = self.leaf(&ty);
        if self.one_in(2) && self.is_nonempty(size) {
            let count = self.size();
            let values = self.expression(&Ty::array(element.clone(), count.clone()), fuel);
            let integer = Ty::Scalar(self.pick(&[ScalarType::Usize, ScalarType::U32]));
            let array = self.expression(&Ty::array(integer, count), fuel);
            let indices = match size.literal() {
                Some(number) => parts![array, format!(".map(|i| i % {number})")],
                None => parts![array, format!(".map(|i| (i as usize) % {text})")],
            };
            let indices = Tree::new(Ty::UNIT, indices);
            let operator = self.commutative(element);
            return Tree::new(
                ty,
                parts![dest, ".clone().scatter_with(", operator, ", ", indices, ", ", values, ")"],
            );
        }
        let values = self.expression(&ty, fuel);
        let indices = match self.below(4) {
            0 => Tree::text(Ty::UNIT, format!("(0..{text})")),
            1 => Tree::text(Ty::UNIT, format!("(0..{text}).rev()")),
            2 => {
                let key = self.ordered_type();
                let keys = self.expression(&Ty::array(key, size.clone()), fuel);
                Tree::new(Ty::UNIT, parts![keys, ".argsort()"])
            }
            _ => {
                let closure = self.closure_of(&[USIZE], Some(size), true, Some(size), |this| {
                    let index = this.variables.last().map(|v| v.name.clone()).unwrap_or_default();
                    let skip = this.expression(&BOOL, fuel.min(2));
                    Tree::new(USIZE, parts!["if ", skip, format!(" {{ SKIP }} else {{ {index} }}")])
                });
                Tree::new(Ty::UNIT, parts![format!("generate({text}, "), closure, ")"])
            }
        };
        Tree::new(ty, parts![dest, ".clone().scatter(", indices, ", ", values, ")"])
    }

    fn gathered(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let from = self.size();
        let ty = Ty::array(element.clone(), size.clone());
        let (text, bound) = (size.text().unwrap_or_default(), from.text().unwrap_or_default());
        if self.is_nonempty(&from) {
            let source = self.expression(&Ty::array(element.clone(), from.clone()), fuel);
            let indices = self.expression(&Ty::array(USIZE, size.clone()), fuel);
            let wrap = format!(".map(|i| i % {bound})");
            return Tree::new(ty, parts![source, ".gather(", indices, wrap, ")"]);
        }
        let source = self.expression(&ty, fuel);
        let key = self.ordered_type();
        match self.below(3) {
            0 => {
                let keys = self.expression(&Ty::array(key, size.clone()), fuel);
                Tree::new(ty, parts![source, ".gather(", keys, ".argsort())"])
            }
            1 => Tree::new(ty, parts![source, format!(".gather((0..{text}).rev())")]),
            _ => {
                let inner = self.closure_of(&[USIZE], Some(size), true, Some(size), |this| {
                    this.index(size).unwrap_or_else(|| Tree::text(USIZE, "0"))
                });
                Tree::new(ty, parts![source, format!(".gather(generate({text}, "), inner, "))"])
            }
        }
    }

    /// An array that a loop writes.
    pub fn filled(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), size.clone());
        let name = self.name("filled");
        let first = self.expression(&ty, fuel);
        let text = size.text().unwrap_or_default();
        self.scoped(|this| {
            this.bind(&name, ty.clone(), None, true);
            let index = this.name("i");
            let inside = this.scoped(|this| {
                this.bind(&index, USIZE, Some(size.clone()), false);
                this.nonempty.push(size.clone());
                let at = this.index(size).unwrap_or_else(|| Tree::text(USIZE, index.clone()));
                let value = this.expression(element, fuel);
                let scalar = element.scalar().is_some_and(|s| s != ScalarType::Bool);
                let operator = if scalar && this.one_in(2) { "] += " } else { "] = " };
                let mut inside = parts![format!("{name}["), at, operator, value, "; "];
                // Rows that are the same row.
                if this.one_in(4) {
                    let again = format!("{name} = {name}.gather((0..{text}).map(|k| k / 2)); ");
                    inside.push(Part::Optional(Tree::new(Ty::UNIT, parts![again])));
                }
                if this.one_in(2) {
                    let more = this.assignment(fuel);
                    inside.push(Part::Optional(more));
                }
                inside
            });
            let mut parts = parts![format!("({{ let mut {name} = "), first, ".clone(); for "];
            parts.push(format!("{index} in 0..{text} {{ ").into());
            parts.extend(inside);
            parts.push(format!("}} {name} }})").into());
            Tree::new(ty.clone(), parts)
        })
    }
}
