//! Programs: structs, constants, helpers with closures, and the public function.

use accel_ir::core::ScalarType;

use super::scope::{Callable, Generator, Parameter};
use super::tree::{Part, Tree, parts};
use super::types::{Size, Ty, USIZE};

impl Generator {
    /// A program whose public function is `main`.
    pub fn program(&mut self) -> Tree {
        let mut items: Vec<Part> = Vec::new();
        if self.one_in(8) {
            let (stand_in, list) = self.pick(&[
                (ScalarType::I64, "i64 | i32"),
                (ScalarType::I16, "i8 | i16"),
                (ScalarType::U32, "u32 | u64"),
                (ScalarType::F64, "f32 | f64"),
            ]);
            self.generic = Some(stand_in);
            items.push(format!("<T: {list}>\n").into());
        }
        for _ in 0..self.below(3) {
            items.push(Part::Optional(self.structure()));
        }
        for _ in 0..self.below(3) {
            items.push(Part::Optional(self.constant()));
        }
        let budget = self.budget;
        for _ in 0..self.below(3) {
            self.budget = budget / 4;
            let helper = if self.one_in(3) { self.recursive_helpers() } else { self.helper() };
            items.push(Part::Optional(helper));
        }
        self.budget = budget;
        items.push(self.main().into());
        Tree::new(Ty::UNIT, items)
    }

    fn structure(&mut self) -> Tree {
        self.generic_here = false;
        let name = self.name("S");
        let count = 1 + self.below(3);
        let fields: Vec<(String, Ty)> =
            (0..count).map(|_| (self.name("f"), self.flat_type(1))).collect();
        let written: Vec<String> =
            fields.iter().map(|(field, ty)| format!("pub {field}: {}", self.write(ty))).collect();
        self.structs.push(Ty::Struct(name.clone(), fields));
        self.generic_here = true;
        Tree::text(Ty::UNIT, format!("pub struct {name} {{ {} }}\n", written.join(", ")))
    }

    fn constant(&mut self) -> Tree {
        if self.one_in(2) {
            let name = self.name("SIZE");
            let value = self.below(4);
            self.sizes.push(Size::Name(name.clone()));
            self.bind(&name, USIZE, None, false);
            return Tree::text(Ty::UNIT, format!("const {name}: usize = {value};\n"));
        }
        self.generic_here = false;
        let mut ty = Ty::Scalar(self.scalar_type());
        if self.one_in(3) {
            ty = Ty::array(ty, Size::Literal(self.below(5)));
        }
        let value = self.expression(&ty, 0);
        let name = self.name("CONSTANT");
        let text = self.write(&ty);
        self.bind(&name, ty, None, false);
        self.generic_here = true;
        Tree::new(Ty::UNIT, parts![format!("const {name}: {text} = "), value, ";\n"])
    }

    /// The value parameters of a function: size names first bound by arrays, then the rest.
    pub fn parameters(&mut self) -> (Vec<Part>, Vec<Parameter>, Vec<String>) {
        let (mut written, mut parameters, mut names) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(scalar) = self.generic {
            // A function that mentions no type parameter is not generic, and calls need to show the
            // instance.
            let name = self.name("p");
            written.push(format!("{name}: T, ").into());
            self.bind(&name, Ty::Scalar(scalar), None, false);
            parameters.push(Parameter::Value(Ty::Scalar(scalar)));
        }
        for _ in 0..1 + self.below(4) {
            let name = self.name("p");
            if self.one_in(8) {
                written.push(format!("{name}: usize, ").into());
                self.bind(&name, USIZE, None, false);
                self.sizes.push(Size::Name(name.clone()));
                names.push(name.clone());
                parameters.push(Parameter::Size(name));
                continue;
            }
            let ty =
                if self.one_in(3) { self.flat_type(1) } else { self.parameter_type(&mut names) };
            let owned = ty.rank() > 0 && self.one_in(3);
            let mark = if ty.rank() > 0 && !owned { "&" } else { "" };
            let text = format!("{name}: {mark}{}, ", self.write(&ty));
            written.push(Part::Optional(Tree::text(Ty::UNIT, text)));
            // One that belongs to the function may be written to; `let mut` takes it over.
            self.bind(&name, ty.clone(), None, owned);
            parameters.push(if owned { Parameter::Owned(ty) } else { Parameter::Value(ty) });
        }
        (written, parameters, names)
    }

    fn parameter_type(&mut self, names: &mut Vec<String>) -> Ty {
        let mut ty = self.flat_type(1);
        if self.one_in(4) {
            match self.below(6) {
                0 | 1 => ty = Ty::array(ty, self.parameter_size(names)),
                2 => ty = Ty::array(ty, Size::Varying),
                _ => {}
            }
            ty = Ty::array(Ty::array(ty, Size::Varying), self.parameter_size(names));
            return ty;
        }
        for _ in 0..1 + self.below(5) / 2 {
            ty = Ty::array(ty, self.parameter_size(names));
        }
        ty
    }

    fn parameter_size(&mut self, names: &mut Vec<String>) -> Size {
        match self.below(6) {
            0 if self.one_in(2) => Size::Literal(1 + self.below(4)),
            1..4 if !names.is_empty() => Size::Name(self.pick(names)),
            _ => {
                let name = self.name("n");
                names.push(name.clone());
                self.sizes.push(Size::Name(name.clone()));
                Size::Name(name)
            }
        }
    }

    fn helper(&mut self) -> Tree {
        let name = self.name("helper");
        let (tree, callable) = self.scoped(|this| {
            this.depth = 1;
            let functions = this.functions.len();
            let (mut written, mut parameters, sizes) = this.parameters();
            let closures = this.one_in(3);
            if closures {
                let closure = this.name("f");
                let inputs: Vec<Ty> =
                    (0..1 + this.below(2)).map(|_| this.closure_type(0)).collect();
                let output = this.closure_type(1);
                let list: Vec<String> = inputs.iter().map(|ty| this.write(ty)).collect();
                let text = this.write(&output);
                written.push(format!("{closure}: impl Fn({}) -> {text}, ", list.join(", ")).into());
                parameters.push(Parameter::Closure(inputs.clone(), output.clone()));
                let values = inputs.into_iter().map(Parameter::Value).collect();
                this.functions.push(Callable {
                    name: closure,
                    parameters: values,
                    result: output,
                    sizes: Vec::new(),
                });
            }
            let result = this.result_type();
            let taken = this.taken_over();
            let body = this.body(&result, 2);
            this.functions.truncate(functions);
            this.depth = 0;
            let public = if !closures && this.one_in(4) { "pub " } else { "" };
            let sequential = if this.one_in(8) { "#[sequential] " } else { "" };
            let mut parts = parts![format!("{sequential}{public}fn {name}(")];
            parts.extend(written);
            parts.push(format!(") -> {} {{ ", this.write(&result)).into());
            parts.extend(taken);
            parts.extend(parts![body, " }\n"]);
            let callable = Callable { name: name.clone(), parameters, result, sizes };
            (Tree::new(Ty::UNIT, parts), callable)
        });
        self.functions.push(callable);
        tree
    }

    /// The type of a parameter or of the result of a closure.
    fn closure_type(&mut self, deep: usize) -> Ty {
        let ty = self.flat_type(deep);
        if self.one_in(4) { Ty::array(ty, Size::Varying) } else { ty }
    }

    /// The type of the result of a helper.
    pub fn result_type(&mut self) -> Ty {
        match self.below(8) {
            0 | 1 => {
                let size = self.size();
                Ty::array(self.element_type(1), size)
            }
            2 | 3 => Ty::array(self.flat_type(1), Size::Varying),
            4 => {
                let size = self.size();
                let (row, other) = (self.flat_type(1), self.flat_type(0));
                Ty::Tuple(vec![Ty::array(row, size), Ty::array(other, Size::Varying)])
            }
            _ => self.flat_type(1),
        }
    }

    fn main(&mut self) -> Tree {
        let budget = self.budget;
        self.scoped(|this| {
            let (written, _, _) = this.parameters();
            let count = this.below(4);
            let fuel = 2 + this.below(3);
            let mut statements = this.taken_over();
            statements.extend(this.statements(count, fuel));
            let mut results: Vec<Tree> = Vec::new();
            for _ in 0..1 + this.below(3) {
                // Each result has something to it, however much the statements took.
                this.budget = this.budget.max(budget / 4);
                let is_shape = this.one_in(4);
                results.push(if is_shape { this.shape() } else { this.result(fuel) });
            }
            let mut parts = parts!["pub fn main("];
            parts.extend(written);
            parts.extend(std::mem::take(&mut this.asked).into_iter().map(Part::Optional));
            parts.push(") -> (".into());
            for (number, result) in results.iter().enumerate() {
                let text = format!("{}, ", this.write(&hide_locals(&result.ty)));
                parts.push(Part::Linked(number, Tree::text(Ty::UNIT, text)));
            }
            parts.push(") { ".into());
            parts.extend(statements);
            parts.push("(".into());
            for (number, result) in results.into_iter().enumerate() {
                parts.push(Part::Linked(number, Tree::new(Ty::UNIT, parts![result, ", "])));
            }
            parts.push(") }\n".into());
            Tree::new(Ty::UNIT, parts)
        })
    }

    /// Takes over the parameters that belong to the function, before anything else uses them.
    pub fn taken_over(&mut self) -> Vec<Part> {
        let mut statements = Vec::new();
        for position in 0..self.variables.len() {
            let variable = &self.variables[position];
            if variable.mutable && variable.closures == self.closures {
                let name = self.name("v");
                let old = std::mem::replace(&mut self.variables[position].name, name.clone());
                let text = format!("let mut {name} = {old}; ");
                statements.push(Part::Optional(Tree::text(Ty::UNIT, text)));
            }
        }
        statements
    }

    fn result(&mut self, fuel: usize) -> Tree {
        if self.one_in(2)
            && let Some(recursions) = self.recursions_of_lanes()
        {
            return recursions;
        }
        match self.below(7) {
            0 => {
                let ty = self.flat_type(1);
                self.expression(&ty, fuel)
            }
            1 => {
                let element = self.flat_type(1);
                self.opaque(&element, fuel)
            }
            // Kernels of two dimensions that write rows.
            2 => {
                let planes = (0..3).fold(self.flat_type(1), |element, _| {
                    let size = self.size();
                    Ty::array(element, size)
                });
                self.expression(&planes, fuel)
            }
            _ => {
                let size = self.size();
                let element = self.element_type(2);
                let ty = Ty::array(element, size);
                self.expression(&ty, fuel)
            }
        }
    }
}

/// Sizes that name a local cannot stand in the signature.
fn hide_locals(ty: &Ty) -> Ty {
    ty.map_sizes(&mut |size| match size.text() {
        Some(text) if text.contains("len()") => Size::Opaque,
        _ => size.clone(),
    })
}
