//! Shapes of programs: kernels over arrays in memory for which schedules have forms of their own, and which
//! expressions that are put together at random seldom are.
//!
//! A shape is a result of the program. It reads parameters of the program, which it asks for if there are no
//! fitting ones, so that the kernel is not fused into others that give its arrays.

mod neighbours;
mod nests;
mod places;
mod rows;
mod sections;
mod turns;

use accel_ir::core::ScalarType;

use super::scope::Generator;
use super::tree::{Tree, parts};
use super::types::{BOOL, Size, Ty};

impl Generator {
    /// A result of one of the shapes.
    pub fn shape(&mut self) -> Tree {
        match self.below(16) {
            0..3 => self.nest(),
            3 => self.transposed(),
            4 | 5 => self.neighbours_of_planes(),
            6 => self.neighbours(),
            7 | 8 => self.sections(),
            9..12 => self.placed(),
            12 => self.turns(),
            _ => self.of_rows(),
        }
    }

    /// The length of an array in memory: that of another parameter, or one of its own.
    fn extent(&mut self) -> Size {
        let is_of_parameters =
            |size: &&Size| matches!(size, Size::Name(name) if !name.contains('.'));
        let known: Vec<Size> = self.sizes.iter().filter(is_of_parameters).cloned().collect();
        if !known.is_empty() && !self.one_in(3) {
            return self.pick(&known);
        }
        let name = self.name("n");
        self.sizes.push(Size::Name(name.clone()));
        Size::Name(name)
    }

    /// The name of an array in memory: one in scope, or a parameter of its own.
    fn memory(&mut self, ty: &Ty) -> String {
        let fits =
            |variable: &&super::scope::Variable| variable.ty == *ty && variable.closures == 0;
        let known: Vec<String> =
            self.variables.iter().filter(fits).map(|variable| variable.name.clone()).collect();
        if !known.is_empty() && self.one_in(2) {
            return self.pick(&known);
        }
        let name = self.name("p");
        let text = format!("{name}: &{}, ", self.write(ty));
        self.asked.push(Tree::text(Ty::UNIT, text));
        self.bind(&name, ty.clone(), None, false);
        name
    }

    /// The name of an array of rows of one length.
    fn plane(&mut self, element: &Ty, width: &Size, height: &Size) -> String {
        self.memory(&Ty::array(Ty::array(element.clone(), width.clone()), height.clone()))
    }

    /// The name of an array of rows of lengths of their own.
    fn ragged(&mut self, element: &Ty, height: &Size) -> String {
        self.memory(&Ty::array(Ty::array(element.clone(), Size::Varying), height.clone()))
    }

    /// The type of numbers, which is often one of those that devices can combine into places by atomic
    /// operations.
    fn number_type(&mut self) -> ScalarType {
        use ScalarType::*;
        if self.generic.is_none() && self.one_in(2) {
            return self.pick(&[I32, U32, I64, F32, F64]);
        }
        match self.scalar_type() {
            ScalarType::Bool => self.generic.unwrap_or(I32),
            scalar => scalar,
        }
    }

    /// A scalar that is computed from others of its type by few operations.
    fn computed(&mut self, scalar: ScalarType, values: Vec<Tree>) -> Tree {
        let ty = Ty::Scalar(scalar);
        let mut values = values.into_iter();
        let mut result = values.next().unwrap_or_else(|| self.literal(scalar));
        for value in values {
            result = self.computed_from(&ty, scalar, result, value);
        }
        match self.one_in(4) {
            true => {
                let literal = self.literal(scalar);
                self.computed_from(&ty, scalar, result, literal)
            }
            false => result,
        }
    }

    fn computed_from(&mut self, ty: &Ty, scalar: ScalarType, a: Tree, b: Tree) -> Tree {
        let parts = match self.below(8) {
            0 => parts![a, ".min(", b, ")"],
            1 => parts![a, ".max(", b, ")"],
            // Floats stay small multiples of a half.
            2..5 if scalar.is_float() => parts!["((", a, " * ", b, ").floor() % 64.0)"],
            2..5 => parts!["(", a, " * ", b, ")"],
            5 => parts!["(", a, " - ", b, ")"],
            _ => parts!["(", a, " + ", b, ")"],
        };
        Tree::new(ty.clone(), parts)
    }

    /// A condition on a number.
    fn condition_on(&mut self, scalar: ScalarType, value: Tree) -> Tree {
        let literal = self.literal(scalar);
        let operator = self.pick(&[" < ", " > ", " <= ", " != "]);
        Tree::new(BOOL, parts!["(", value, operator, literal, ")"])
    }

    /// The operator of a reduction that has an identity element, and a value to begin with, by which an array
    /// becomes one value: the text behind the array.
    fn total(&mut self, scalar: ScalarType) -> String {
        let init = self.literal(scalar);
        match self.below(4) {
            0 => format!(".reduce({init}, |a, b| a.max(b))"),
            1 => format!(".reduce({init}, |a, b| a.min(b))"),
            _ => ".sum()".to_string(),
        }
    }
}
