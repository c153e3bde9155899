//! Operations that combine the elements of arrays, the operators for them, stencils, and arrays
//! whose size is not known.

use accel_ir::core::ScalarType;

use super::scope::Generator;
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty};

impl Generator {
    /// Some array to run over. Its size need not be known.
    pub fn some_array(&mut self, element: Option<&Ty>, fuel: usize) -> Tree {
        let mut known: Vec<Tree> = Vec::new();
        for variable in &self.variables {
            if let Ty::Array(found, _) = &variable.ty
                && element.is_none_or(|element| **found == *element)
            {
                known.push(Tree::text(variable.ty.clone(), variable.name.clone()));
            }
        }
        if !known.is_empty() && (fuel == 0 || self.one_in(3)) {
            return self.pick(&known);
        }
        let element = match element {
            Some(element) => element.clone(),
            None => self.inner_element(1),
        };
        if fuel > 0 && self.one_in(4) {
            return self.opaque(&element, fuel - 1);
        }
        let size = self.size();
        self.expression(&Ty::array(element, size), fuel)
    }

    /// An array whose size is not known here.
    pub fn opaque(&mut self, element: &Ty, fuel: usize) -> Tree {
        let ty = Ty::array(element.clone(), Size::Opaque);
        let size = self.size();
        let array = self.expression(&Ty::array(element.clone(), size.clone()), fuel);
        let text = size.text().unwrap_or_default();
        match self.below(6) {
            // Rows of lengths of their own would be ragged.
            0..3 if self.depth == 0 => {
                let closure =
                    self.closure(std::slice::from_ref(element), true, Some(&size), |this| {
                        this.expression(&BOOL, fuel.min(2))
                    });
                match self.below(4) {
                    0 => Tree::new(ty, parts![array, ".partition(", closure, ").0"]),
                    1 => Tree::new(ty, parts![array, ".partition(", closure, ").1"]),
                    _ => Tree::new(ty, parts![array, ".filter(", closure, ")"]),
                }
            }
            0 => Tree::new(ty, parts![array, format!("[..({text} / 2)]")]),
            1 => Tree::new(ty, parts![array, format!("[({text} / 2)..]")]),
            2 => {
                let other = self.size();
                let other = self.expression(&Ty::array(element.clone(), other), fuel);
                Tree::new(ty, parts!["concat(", array, ", ", other, ")"])
            }
            _ => {
                let width = 1 + self.below(3);
                let row = Ty::array(element.clone(), Size::Literal(width));
                let closure = self.closure(&[row], true, Some(&Size::Literal(width)), |this| {
                    this.expression(element, fuel)
                });
                Tree::new(ty, parts![array, format!(".windows({width}).map("), closure, ")"])
            }
        }
    }

    /// A value of any type from the elements of an array.
    pub fn combined(&mut self, ty: &Ty, fuel: usize) -> Tree {
        match self.below(7) {
            6 => self.of_parts(ty, fuel),
            0 | 1 => {
                let array = self.some_array(Some(ty), fuel);
                let init = self.expression(ty, fuel.min(1));
                let operator = self.associative(ty);
                Tree::new(ty.clone(), parts![array, ".reduce(", init, ", ", operator, ")"])
            }
            2 | 3 => {
                let array = self.some_array(None, fuel);
                let Ty::Array(element, size) = array.ty.clone() else { return array };
                let init = self.expression(ty, fuel.min(1));
                let closure = self.closure(&[ty.clone(), *element], false, Some(&size), |this| {
                    this.body(ty, fuel.min(2))
                });
                Tree::new(ty.clone(), parts![array, ".fold(", init, ", ", closure, ")"])
            }
            choice => {
                let array = self.some_array(Some(ty), fuel);
                let Ty::Array(element, size) = array.ty.clone() else { return array };
                if !self.is_nonempty(&size) && !self.one_in(10) {
                    return self.leaf(ty);
                }
                if choice == 4 {
                    let method = self.pick(&[".first()", ".last()"]);
                    return Tree::new(ty.clone(), parts![array, method]);
                }
                let key = self.ordered_type();
                let closure = self.closure(&[*element], true, Some(&size), |this| {
                    this.expression(&key, fuel.min(2))
                });
                let method = self.pick(&[".min_by_key(", ".max_by_key("]);
                Tree::new(ty.clone(), parts![array, method, closure, ")"])
            }
        }
    }

    /// An associative operator, not always a commutative one.
    pub fn associative(&mut self, ty: &Ty) -> Part {
        if let Some(name) = self.operator_name(ty) {
            return Part::Text(name);
        }
        let body = match self.below(8) {
            0 => "a".to_string(),
            1 => "b".to_string(),
            _ => self.combination(ty, "a", "b", false),
        };
        Part::Text(format!("|a, b| {body}"))
    }

    /// An associative and commutative operator.
    pub fn commutative(&mut self, ty: &Ty) -> Part {
        if let Some(name) = self.operator_name(ty) {
            return Part::Text(name);
        }
        Part::Text(format!("|a, b| {}", self.combination(ty, "a", "b", true)))
    }

    /// A method that is an associative and commutative operator, sometimes.
    fn operator_name(&mut self, ty: &Ty) -> Option<String> {
        let scalar = ty.scalar().filter(|s| *s != ScalarType::Bool && Some(*s) != self.generic)?;
        let list = ["min", "max", "wrapping_add", "wrapping_mul"];
        let method = self.pick(if scalar.is_float() { &list[..2] } else { &list });
        self.one_in(6).then(|| format!("{}::{method}", scalar.name()))
    }

    fn combination(&mut self, ty: &Ty, a: &str, b: &str, commutative: bool) -> String {
        match ty {
            Ty::Scalar(ScalarType::Bool) => {
                let operator = self.pick(&["&&", "||", "^", "==", "!=", "&", "|"]);
                format!("({a} {operator} {b})")
            }
            Ty::Scalar(scalar) => {
                let integers = ["+", "+", "*", "&", "|", "^", "min", "max", "wrapping_add"];
                let list = if scalar.is_float() { &["+", "min", "max"] } else { &integers[..] };
                let operator = self.pick(list);
                if operator.len() > 1 {
                    format!("{a}.{operator}({b})")
                } else {
                    format!("({a} {operator} {b})")
                }
            }
            // The composition of x ↦ p·x + q.
            Ty::Tuple(fields)
                if !commutative
                    && fields.len() == 2
                    && fields[0] == fields[1]
                    && fields[0].scalar().is_some_and(ScalarType::is_integer)
                    && self.one_in(2) =>
            {
                format!("({a}.0 * {b}.0, {a}.1 * {b}.0 + {b}.1)")
            }
            // The larger of two by their first components, the first of equal ones.
            Ty::Tuple(fields) if !commutative && fields[0].scalar().is_some() && self.one_in(3) => {
                let comparison = if fields[0] == BOOL { "==" } else { ">=" };
                match comparison {
                    ">=" => format!("if {a}.0 >= {b}.0 {{ {a} }} else {{ {b} }}"),
                    _ => format!("if {b}.0 {{ {b} }} else {{ {a} }}"),
                }
            }
            Ty::Tuple(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .enumerate()
                    .map(|(at, field)| {
                        let (a, b) = (format!("{a}.{at}"), format!("{b}.{at}"));
                        self.combination(field, &a, &b, commutative) + ","
                    })
                    .collect();
                format!("({})", fields.join(" "))
            }
            Ty::Struct(name, fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(field, ty)| {
                        let (a, b) = (format!("{a}.{field}"), format!("{b}.{field}"));
                        format!("{field}: {}", self.combination(ty, &a, &b, commutative))
                    })
                    .collect();
                format!("({name} {{ {} }})", fields.join(", "))
            }
            // Matrices of two by two.
            Ty::Array(element, Size::Literal(4))
                if !commutative
                    && element.scalar().is_some_and(ScalarType::is_integer)
                    && self.one_in(2) =>
            {
                format!(
                    "[{a}[0] * {b}[0] + {a}[1] * {b}[2], {a}[0] * {b}[1] + {a}[1] * {b}[3], \
                     {a}[2] * {b}[0] + {a}[3] * {b}[2], {a}[2] * {b}[1] + {a}[3] * {b}[3]]"
                )
            }
            Ty::Array(element, _) => {
                let (x, y) = (self.name("p"), self.name("q"));
                let body = self.combination(element, &x, &y, commutative);
                format!("zip({a}, {b}).map(|({x}, {y})| {body})")
            }
        }
    }

    /// A stencil over all dimensions of an array.
    pub fn stencilled(&mut self, element: &Ty, size: &Size, fuel: usize) -> Tree {
        // Over `rank` dimensions, with whatever the innermost elements are.
        let ty = Ty::array(element.clone(), size.clone());
        let rank = ty.rank();
        let mut innermost = element;
        while let Ty::Array(inner, _) = innermost {
            innermost = inner;
        }
        if rank > 3 || !innermost.is_flat() {
            return self.leaf(&ty);
        }
        let array = self.expression(&ty, fuel);
        let boundary = self.pick(&["Clamp", "Wrap", "Mirror", ""]);
        let boundary = match boundary {
            "" => {
                let value = self.expression(innermost, fuel.min(1));
                Tree::new(Ty::UNIT, parts!["Constant(", value, ")"])
            }
            name => Tree::text(Ty::UNIT, name),
        };
        let body = self.lane(|this| {
            let mut parts = parts!["({ "];
            let mut names = Vec::new();
            for _ in 0..1 + this.below(3) {
                let offsets: Vec<String> = (0..rank)
                    .map(|_| this.pick(&["-2", "-1", "0", "0", "1", "3"]).into())
                    .collect();
                let name = this.name("near");
                parts.push(format!("let {name} = at({}); ", offsets.join(", ")).into());
                names.push(name);
            }
            names.iter().for_each(|name| this.bind(name, innermost.clone(), None, false));
            let value = this.expression(innermost, fuel.min(2));
            parts.extend(parts![value, " })"]);
            Tree::new(innermost.clone(), parts)
        });
        Tree::new(ty, parts![array, ".stencil(", boundary, ", |at| ", body, ")"])
    }
}
