//! Scalar expressions. Floats stay small multiples of a half, so that sums are exact in every
//! order.

use accel_ir::core::ScalarType;

use super::scope::Generator;
use super::tree::{Tree, parts};
use super::types::{BOOL, Ty, USIZE, bits};

impl Generator {
    /// A literal.
    pub fn literal(&mut self, scalar: ScalarType) -> Tree {
        let ty = Ty::Scalar(scalar);
        let name = scalar.name();
        let text = match scalar {
            ScalarType::Bool => self.pick(&["true", "false"]).to_string(),
            _ if scalar.is_float() => {
                let number = self.pick(&["0.0", "1.0", "0.5", "2.0", "3.5", "7.0"]);
                if Some(scalar) == self.generic {
                    format!("({number} as T)")
                } else {
                    let written = self.suffixed(number, scalar);
                    if self.one_in(4) { format!("(-{written})") } else { written }
                }
            }
            _ => {
                let number = self.below(10);
                let number = if self.one_in(20) { 100 + number } else { number };
                if Some(scalar) == self.generic {
                    format!("({number} as T)")
                } else if self.one_in(24) && scalar != ScalarType::Usize {
                    format!("{name}::{}", self.pick(&["MIN", "MAX"]))
                } else {
                    let written = self.suffixed(&number.to_string(), scalar);
                    let negative = scalar.is_signed() && self.one_in(4);
                    if negative { format!("(-{written})") } else { written }
                }
            }
        };
        Tree::text(ty, text)
    }

    /// A number with its type, or without where that is the one that no use decides.
    fn suffixed(&mut self, number: &str, scalar: ScalarType) -> String {
        let default = matches!(scalar, ScalarType::I32 | ScalarType::F64);
        match default && self.one_in(2) {
            true => number.to_string(),
            false => format!("{number}{}", scalar.name()),
        }
    }

    /// A literal whose type comes from its surroundings.
    fn bare(&mut self, scalar: ScalarType) -> Tree {
        if Some(scalar) == self.generic || scalar == ScalarType::Bool {
            return self.literal(scalar);
        }
        let number = self.below(9);
        let text = if scalar.is_float() { format!("{number}.5") } else { number.to_string() };
        Tree::text(Ty::Scalar(scalar), text)
    }

    /// A scalar expression that is not just a name.
    pub fn scalar(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        match scalar {
            ScalarType::Bool => self.condition(fuel),
            _ if scalar.is_float() => self.float(scalar, fuel),
            _ => self.integer(scalar, fuel),
        }
    }

    fn right(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        if self.one_in(3) { self.bare(scalar) } else { self.expression(&Ty::Scalar(scalar), fuel) }
    }

    fn condition(&mut self, fuel: usize) -> Tree {
        let parts = match self.below(10) {
            0 => {
                let (a, b) = (self.expression(&BOOL, fuel), self.expression(&BOOL, fuel));
                let operator = self.pick(&[" && ", " || ", " ^ ", " & ", " | ", " == ", " != "]);
                parts!["(", a, operator, b, ")"]
            }
            1 => parts!["(!", self.expression(&BOOL, fuel), ")"],
            2 => {
                let ty = self.flat_type(1);
                let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
                let operator = self.pick(&[" == ", " != "]);
                parts!["(", a, operator, b, ")"]
            }
            3 | 4 => return self.aggregated(ScalarType::Bool, fuel),
            _ => {
                let scalar = match self.scalar_type() {
                    ScalarType::Bool => ScalarType::I32,
                    scalar => scalar,
                };
                let a = self.expression(&Ty::Scalar(scalar), fuel);
                let b = self.right(scalar, fuel);
                let operator = self.pick(&[" < ", " <= ", " > ", " >= ", " == ", " != "]);
                parts!["(", a, operator, b, ")"]
            }
        };
        Tree::new(BOOL, parts)
    }

    fn integer(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        let ty = Ty::Scalar(scalar);
        let generic = Some(scalar) == self.generic;
        let name = self.write(&ty);
        let parts = match self.below(20) {
            0..6 => {
                let a = self.expression(&ty, fuel);
                let b = self.right(scalar, fuel);
                let operator = self.pick(&[" + ", " - ", " * ", " + ", " - ", " & ", " | ", " ^ "]);
                parts!["(", a, operator, b, ")"]
            }
            6 => {
                let a = self.expression(&ty, fuel);
                let operator = self.pick(&[" / ", " % "]);
                let divisor = if generic {
                    format!("({} as T)", 1 + self.below(7))
                } else {
                    (1 + self.below(7)).to_string()
                };
                parts!["(", a, operator, divisor, ")"]
            }
            7 => {
                let a = self.expression(&ty, fuel);
                let operator = self.pick(&[" << ", " >> "]);
                let amount = self.below(bits(scalar).min(8));
                parts!["(", a, operator, format!("{amount})")]
            }
            8 | 9 => {
                let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
                let method = self.pick(&["min", "max", "wrapping_add", "wrapping_mul"]);
                parts![a, format!(".{method}("), b, ")"]
            }
            10 if scalar.is_signed() => {
                let a = self.expression(&ty, fuel);
                match self.below(3) {
                    0 => parts!["(-", a, ")"],
                    1 => parts![a, ".wrapping_abs()"],
                    _ => parts![a, ".signum()"],
                }
            }
            10 => parts!["(!", self.expression(&ty, fuel), ")"],
            11 => {
                let a = self.expression(&ty, fuel);
                match self.below(4) {
                    0 => parts![a, ".pow(2)"],
                    1 => parts![a, format!(".rotate_left({})", self.below(7))],
                    2 if !generic => parts![a, ".rem_euclid(5)"],
                    _ => parts![a, ".swap_bytes()"],
                }
            }
            12 | 13 => {
                let from = self.scalar_type();
                let a = self.expression(&Ty::Scalar(from), fuel);
                parts!["(", a, format!(" as {name})")]
            }
            14 if scalar == ScalarType::U32 && !generic => {
                let from = Ty::Scalar(self.pick(&[ScalarType::I32, ScalarType::U8]));
                let a = self.expression(&from, fuel);
                let method = self.pick(&["count_ones", "leading_zeros", "trailing_zeros"]);
                parts![a, format!(".{method}()")]
            }
            14 if scalar == ScalarType::Usize => {
                let array = self.some_array(None, fuel);
                match array.ty.rank() {
                    2 if self.one_in(2) => parts![array, ".shape().1"],
                    _ => parts![array, ".len()"],
                }
            }
            _ => return self.aggregated(scalar, fuel),
        };
        Tree::new(ty, parts)
    }

    fn float(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        let ty = Ty::Scalar(scalar);
        let generic = Some(scalar) == self.generic;
        let name = self.write(&ty);
        let parts = match self.below(16) {
            0..4 => {
                let a = self.expression(&ty, fuel);
                let b = self.right(scalar, fuel);
                let operator = self.pick(&[" + ", " - "]);
                parts!["(", a, operator, b, ")"]
            }
            4 => {
                let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
                parts!["((", a, " * ", b, ").floor() % 64.0)"]
            }
            5 => {
                let a = self.expression(&ty, fuel);
                let method = self.pick(&["floor", "ceil", "trunc", "abs"]);
                parts![a, format!(".{method}()")]
            }
            6 => {
                let a = self.expression(&ty, fuel);
                parts!["(", a, " / 4.0).floor()"]
            }
            7 => parts![self.expression(&ty, fuel), ".abs().sqrt().floor()"],
            8 => parts!["(-", self.expression(&ty, fuel), ")"],
            9 => {
                let (a, b) = (self.expression(&ty, fuel), self.expression(&ty, fuel));
                let method = self.pick(&["min", "max"]);
                parts![a, format!(".{method}("), b, ")"]
            }
            10 | 11 if !generic => {
                let from = Ty::Scalar(self.pick(&[ScalarType::I32, ScalarType::Usize]));
                let a = self.expression(&from, fuel);
                parts!["((", a, format!(" % 16) as {name})")]
            }
            _ => return self.aggregated(scalar, fuel),
        };
        Tree::new(ty, parts)
    }

    /// Sums, minima and the like.
    pub fn aggregated(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        let ty = Ty::Scalar(scalar);
        if scalar == ScalarType::Bool {
            let array = self.some_array(None, fuel);
            let Ty::Array(element, size) = array.ty.clone() else { return array };
            let method = self.pick(&[".all(", ".any("]);
            let closure = self.closure(&[*element], true, Some(&size), |this| {
                this.expression(&BOOL, fuel.min(2))
            });
            return Tree::new(ty, parts![array, method, closure, ")"]);
        }
        if scalar == ScalarType::Usize && self.one_in(2) {
            let element = self.ordered_type();
            let array = self.some_array(Some(&element), fuel);
            let Ty::Array(element, size) = array.ty.clone() else { return array };
            if self.is_nonempty(&size) && self.one_in(2) {
                let method = self.pick(&[".argmin()", ".argmax()"]);
                return Tree::new(USIZE, parts![array, method]);
            }
            let closure = self.closure(&[*element], true, Some(&size), |this| {
                this.expression(&BOOL, fuel.min(2))
            });
            return Tree::new(USIZE, parts![array, ".count(", closure, ")"]);
        }
        if self.one_in(5) {
            return self.filtered(scalar, fuel);
        }
        let array = self.some_array(Some(&ty), fuel);
        let Ty::Array(_, size) = array.ty.clone() else { return array };
        let safe = self.is_nonempty(&size) || self.one_in(8);
        match self.below(5) {
            0 if safe => Tree::new(ty, parts![array, ".min()"]),
            1 if safe => Tree::new(ty, parts![array, ".max()"]),
            2 if scalar.is_integer() => Tree::new(ty, parts![array, ".product()"]),
            _ => Tree::new(ty, parts![array, ".sum()"]),
        }
    }

    /// A reduction of the elements that pass a filter, which needs no memory at any depth.
    fn filtered(&mut self, scalar: ScalarType, fuel: usize) -> Tree {
        let ty = Ty::Scalar(scalar);
        let source = self.some_array(None, fuel);
        let Ty::Array(element, size) = source.ty.clone() else { return source };
        let condition = self.closure(std::slice::from_ref(&element), true, Some(&size), |this| {
            this.expression(&BOOL, fuel.min(2))
        });
        let mapped =
            self.closure(&[*element], true, Some(&size), |this| this.expression(&ty, fuel.min(2)));
        let partition = self.one_in(4);
        let filter = if partition { ".partition(" } else { ".filter(" };
        let half = match (partition, self.one_in(2)) {
            (false, _) => ")",
            (true, false) => ").0",
            (true, true) => ").1",
        };
        let end = if scalar.is_integer() && self.one_in(4) { ").product()" } else { ").sum()" };
        Tree::new(ty, parts![source, filter, condition, half, ".map(", mapped, end])
    }
}
