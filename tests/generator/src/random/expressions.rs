//! Expressions of any type: variables and their components, branches, blocks, loops, calls, and
//! combinations of the elements of an array. The rest depends on the type.

use accel_ir::core::ScalarType;

use super::scope::{Callable, Generator, Parameter};
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

impl Generator {
    /// An expression of a type whose sizes are known.
    pub fn expression(&mut self, ty: &Ty, fuel: usize) -> Tree {
        self.budget -= 1;
        if self.failures > 0
            && self.budget > 0
            && fuel > 0
            && self.one_in(6)
            && let Some(failing) = self.failing(ty, fuel - 1)
        {
            return failing;
        }
        if let Ty::Array(element, Size::Varying) = ty {
            let fuel = if self.budget <= 0 { 0 } else { fuel };
            return self.row(element, fuel);
        }
        if fuel == 0 || self.budget <= 0 {
            return self.leaf(ty);
        }
        let fuel = fuel - 1;
        match self.below(24) {
            0..4 => self.leaf(ty),
            4 => self.branch(ty, fuel),
            5 => self.matching(ty, fuel),
            6 => self.block(ty, fuel),
            7 => self.call(ty, fuel).unwrap_or_else(|| self.of_type(ty, fuel)),
            8 | 9 => self.combined(ty, fuel),
            10 if self.one_in(2) => self.sequential(ty, fuel),
            11 => self.guarded(ty, fuel).unwrap_or_else(|| self.of_type(ty, fuel)),
            _ => self.of_type(ty, fuel),
        }
    }

    /// An expression that is written differently for each type.
    fn of_type(&mut self, ty: &Ty, fuel: usize) -> Tree {
        match ty {
            Ty::Scalar(scalar) => self.scalar(*scalar, fuel),
            Ty::Array(element, size) => self.array(element, size, fuel),
            _ => self.constructed(ty, fuel),
        }
    }

    /// A tuple or struct with its fields.
    pub fn constructed(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let mut parts: Vec<Part> = Vec::new();
        match ty {
            Ty::Tuple(fields) => {
                parts.push("(".into());
                for field in fields {
                    parts.push(self.expression(field, fuel).into());
                    parts.push(", ".into());
                }
                parts.push(")".into());
            }
            Ty::Struct(name, fields) => {
                let rest = self.variables.iter().rev().find(|variable| variable.ty == *ty);
                let rest = rest.map(|variable| variable.name.clone()).filter(|_| fields.len() > 1);
                parts.push(format!("({name} {{ ").into());
                for (field, ty) in &fields[usize::from(rest.is_some())..] {
                    parts.push(format!("{field}: ").into());
                    parts.push(self.expression(ty, fuel).into());
                    parts.push(", ".into());
                }
                parts.push(rest.map_or(String::new(), |rest| format!("..{rest}")).into());
                parts.push(" })".into());
            }
            _ => return self.leaf(ty),
        }
        Tree::new(ty.clone(), parts)
    }

    /// A name in scope, something in it, or a constant.
    pub fn leaf(&mut self, ty: &Ty) -> Tree {
        if let Ty::Array(element, Size::Varying) = ty {
            return self.row(element, 0);
        }
        if !self.one_in(6)
            && let Some(found) = self.found(ty)
        {
            return found;
        }
        match ty {
            Ty::Scalar(scalar) if self.one_in(2) => self.literal(*scalar),
            Ty::Scalar(scalar) => self.cast(*scalar),
            Ty::Array(element, size) => {
                let text = size.text().expect("a known size");
                match size.literal() {
                    Some(length @ 1..4) if self.one_in(2) => {
                        let mut parts = parts!["["];
                        for _ in 0..length {
                            parts.push(self.leaf(element).into());
                            parts.push(", ".into());
                        }
                        parts.push("]".into());
                        Tree::new(ty.clone(), parts)
                    }
                    _ => {
                        let element = self.leaf(element);
                        Tree::new(ty.clone(), parts!["[", element, format!("; {text}]")])
                    }
                }
            }
            _ => self.constructed(ty, 0),
        }
    }

    /// Some scalar in scope as another type.
    fn cast(&mut self, scalar: ScalarType) -> Tree {
        let mut found: Vec<(String, ScalarType)> = Vec::new();
        let generic = self.generic;
        for variable in &self.variables {
            components(&variable.name, &variable.ty, &mut |path, ty| {
                if let Ty::Scalar(from) = ty
                    && Some(*from) != generic
                {
                    found.push((path.to_string(), *from));
                }
            });
        }
        let ty = Ty::Scalar(scalar);
        if found.is_empty() {
            return self.literal(scalar);
        }
        let (path, from) = self.pick(&found);
        let text = match scalar {
            _ if from == scalar => path,
            ScalarType::Bool if from.is_float() => format!("({path} > 1.0)"),
            ScalarType::Bool => format!("({path} > 1)"),
            _ if from == ScalarType::Bool => format!("({path} as i32 as {})", self.write(&ty)),
            // Floats stay small.
            _ if scalar.is_float() && !from.is_float() => {
                format!("(({path} % 16) as {})", self.write(&ty))
            }
            _ => format!("({path} as {})", self.write(&ty)),
        };
        Tree::text(ty, text)
    }

    /// A variable of the type, or a component or an element of one.
    fn found(&mut self, ty: &Ty) -> Option<Tree> {
        let mut paths: Vec<String> = Vec::new();
        for variable in &self.variables {
            components(&variable.name, &variable.ty, &mut |path, found| {
                if found == ty {
                    paths.push(path.to_string());
                }
            });
        }
        let arrays = self.arrays_of(ty);
        if !arrays.is_empty() && (paths.is_empty() || self.one_in(3)) {
            let (path, size) = self.pick(&arrays);
            if let Some(index) = self.subscript(&size) {
                return Some(Tree::new(ty.clone(), parts![path, "[", index, "]"]));
            }
        }
        if paths.is_empty() {
            return None;
        }
        // The variables that were bound last are the most interesting.
        let from = if self.one_in(2) { paths.len().saturating_sub(3) } else { 0 };
        let path = self.pick(&paths[from..]);
        Some(Tree::text(ty.clone(), path))
    }

    /// The arrays in scope whose elements have the type, how they are written, and their sizes.
    pub fn arrays_of(&self, ty: &Ty) -> Vec<(String, Size)> {
        let mut arrays: Vec<(String, Size)> = Vec::new();
        for variable in &self.variables {
            components(&variable.name, &variable.ty, &mut |path, found| {
                if let Ty::Array(element, size) = found
                    && **element == *ty
                {
                    arrays.push((path.to_string(), size.clone()));
                }
            });
        }
        arrays
    }

    /// An element at an index that may be outside, under a condition that says that it is not.
    fn guarded(&mut self, ty: &Ty, fuel: usize) -> Option<Tree> {
        let mut arrays = self.arrays_of(ty);
        arrays.retain(|array| array.1 != Size::Opaque);
        if arrays.is_empty() {
            return None;
        }
        let (array, at) = (self.pick(&arrays).0, self.name("at"));
        let index = self.expression(&USIZE, fuel.min(1));
        let other = self.expression(ty, fuel.min(1));
        let text = match self.below(7) {
            0 => format!("if {at} < {array}.len() {{ {array}[{at}] }} else {{ "),
            1 => format!("if {at} > 0 && {at} <= {array}.len() {{ {array}[{at} - 1] }} else {{ "),
            2 => format!("if {at} + 1 < {array}.len() {{ {array}[{at} + 1] }} else {{ "),
            3 => format!("if !{array}.is_empty() {{ {array}[{at} % {array}.len()] }} else {{ "),
            4 => format!(
                "let low = {at} as i32 - 2; if 0 <= low && low < {array}.len() as i32 \
                 {{ {array}[low as usize] }} else {{ "
            ),
            5 => format!("if {array}.len() <= {at} || {at} == 3 {{ "),
            _ => format!("if {array}.len() > 1 {{ {array}[{array}.len() - 2] }} else {{ "),
        };
        let end = match text.contains("||") {
            true => format!(" }} else {{ {array}[{at}] }} }})"),
            false => " } })".to_string(),
        };
        let head = format!("; {text}");
        Some(Tree::new(ty.clone(), parts![format!("({{ let {at} = "), index, head, other, end]))
    }

    /// An index in bounds of arrays of the size.
    pub fn index(&mut self, size: &Size) -> Option<Tree> {
        let bound: Vec<String> = self
            .variables
            .iter()
            .filter(|variable| variable.bound.as_ref() == Some(size) && *size != Size::Opaque)
            .map(|variable| variable.name.clone())
            .collect();
        if !bound.is_empty() && !self.one_in(4) {
            return Some(Tree::text(USIZE, self.pick(&bound)));
        }
        let text = size.text()?;
        if !self.is_nonempty(size) {
            return None;
        }
        if let Some(length) = size.literal() {
            return Some(Tree::text(USIZE, self.below(length.max(1)).to_string()));
        }
        Some(match self.below(4) {
            0 => Tree::text(USIZE, "0"),
            1 => Tree::text(USIZE, format!("({text} - 1)")),
            _ => {
                let index = self.leaf(&USIZE);
                Tree::new(USIZE, parts!["(", index, format!(" % {text})")])
            }
        })
    }

    /// The same where it stands between brackets, as an integer of any type.
    pub fn subscript(&mut self, size: &Size) -> Option<Tree> {
        let index = self.index(size)?;
        if !self.one_in(8) {
            return Some(index);
        }
        let integer = self.pick(&["u8", "i32", "u32", "i64", "u64", "isize"]);
        Some(Tree::new(USIZE, parts!["(", index, format!(" as {integer})")]))
    }

    fn branch(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let condition = self.expression(&BOOL, fuel.min(2));
        let (then, otherwise) = (self.body(ty, fuel), self.body(ty, fuel));
        let parts = parts!["(if ", condition, " { ", then, " } else { ", otherwise, " })"];
        Tree::new(ty.clone(), parts)
    }

    fn matching(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let scalar = match self.scalar_type() {
            scalar if scalar.is_integer() && Some(scalar) != self.generic => scalar,
            _ => ScalarType::I32,
        };
        let subject = Ty::Scalar(scalar);
        let pair = self.one_in(3);
        let value = self.expression(&subject, fuel.min(2));
        let mut parts = if pair {
            let flag = self.expression(&BOOL, fuel.min(1));
            parts!["(match (", value, ", ", flag, ") { "]
        } else {
            parts!["(match ", value, " { "]
        };
        for _ in 0..1 + self.below(3) {
            let low = self.below(6);
            let pattern = match self.below(4) {
                0 => format!("{low}"),
                1 => format!("{low} | {}", low + 2),
                2 => format!("{low}..={}", low + self.below(4)),
                _ => format!("{low}..{}", low + 1 + self.below(4)),
            };
            let pattern = match (pair, self.below(3)) {
                (false, _) => pattern,
                (true, 0) => format!("({pattern}, true)"),
                (true, 1) => format!("({pattern}, _)"),
                (true, _) => "(_, false)".to_string(),
            };
            let body = self.expression(ty, fuel);
            parts.extend(parts![format!("{pattern} => "), body, ", "]);
        }
        if !pair && self.one_in(2) {
            let name = self.name("bound");
            let (guard, body) = self.scoped(|this| {
                this.bind(&name, subject.clone(), None, false);
                (this.expression(&BOOL, fuel.min(1)), this.expression(ty, fuel))
            });
            parts.extend(parts![format!("{name} if "), guard, " => ", body, ", "]);
        }
        let last = self.expression(ty, fuel);
        parts.extend(parts!["_ => ", last, " })"]);
        Tree::new(ty.clone(), parts)
    }

    /// An expression, often one with statements of its own.
    pub fn body(&mut self, ty: &Ty, fuel: usize) -> Tree {
        if fuel == 0 || self.one_in(2) { self.expression(ty, fuel) } else { self.block(ty, fuel) }
    }

    fn block(&mut self, ty: &Ty, fuel: usize) -> Tree {
        self.scoped(|this| {
            let count = 1 + this.below(3);
            let mut parts = parts!["({ "];
            parts.extend(this.statements(count, fuel));
            let value = this.expression(ty, fuel);
            parts.extend(parts![value, " })"]);
            Tree::new(ty.clone(), parts)
        })
    }

    /// A call of a function that gives the type.
    fn call(&mut self, ty: &Ty, fuel: usize) -> Option<Tree> {
        let fits = |callable: &&Callable| callable.result.resembles(ty);
        let list: Vec<Callable> = self.functions.iter().filter(fits).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let function = self.pick(&list);
        self.call_of(&function, ty, fuel)
    }

    /// A call of a function that gives a value of the type.
    pub fn call_of(&mut self, function: &Callable, ty: &Ty, fuel: usize) -> Option<Tree> {
        // The sizes of the result decide some of the sizes of the arguments.
        let mut sizes: Vec<(String, Size)> = Vec::new();
        if !equate(&function.result, ty, &function.sizes, &mut sizes) {
            return None;
        }
        for name in &function.sizes {
            if sizes.iter().all(|known| known.0 != *name) {
                let own = Size::Name(name.clone());
                let size = if self.sizes.contains(&own) { own } else { self.size() };
                sizes.push((name.clone(), size));
            }
        }
        let replace = |name: &str| {
            let known = sizes.iter().find(|known| known.0 == name);
            known.map_or(Size::Name(name.to_string()), |known| known.1.clone())
        };
        let mut parts = parts![format!("{}(", function.name)];
        for parameter in &function.parameters {
            match parameter {
                Parameter::Value(ty) => {
                    let ty = ty.map_sizes(&mut |size| size.rename(&replace));
                    let rows = self.rows_handed_on(&function.name, &ty, fuel.min(2));
                    let value = rows.unwrap_or_else(|| self.expression(&ty, fuel.min(2)));
                    parts.push(value.into());
                }
                Parameter::Owned(ty) => {
                    let ty = ty.map_sizes(&mut |size| size.rename(&replace));
                    let value = self.expression(&ty, fuel.min(2));
                    parts.extend(parts!["(", value, ").clone()"]);
                }
                Parameter::Size(name) => parts.push(replace(name).text()?.into()),
                Parameter::Depth => parts.extend(self.depth_of_call(&function.name, fuel)),
                Parameter::Closure(inputs, output) => {
                    parts.push(
                        self.closure(inputs, true, None, |this| {
                            this.expression(output, fuel.min(2))
                        }),
                    );
                }
            }
            parts.push(", ".into());
        }
        parts.push(")".into());
        Some(Tree::new(ty.clone(), parts))
    }

    /// A loop over a variable of the type.
    fn sequential(&mut self, ty: &Ty, fuel: usize) -> Tree {
        let name = self.name("state");
        let first = self.expression(ty, fuel);
        self.scoped(|this| {
            let mut parts = parts![format!("({{ let mut {name} = "), first, ".clone(); "];
            if first_is_scalar(ty) {
                parts = parts![format!("({{ let mut {name} = "), parts.remove(1), "; "];
            }
            this.bind(&name, ty.clone(), None, true);
            let inside = this.looped(fuel, |this, fuel| {
                let count = 1 + this.below(2);
                let mut inside: Vec<Part> = Vec::new();
                for _ in 0..count {
                    inside.push(Part::Optional(this.assignment(fuel)));
                }
                inside
            });
            parts.push(Part::Optional(inside));
            parts.push(format!("{name} }})").into());
            Tree::new(ty.clone(), parts)
        })
    }
}

fn first_is_scalar(ty: &Ty) -> bool {
    ty.is_flat()
}

/// Calls `see` with a value and all of its components, and how they are written.
fn components(path: &str, ty: &Ty, see: &mut dyn FnMut(&str, &Ty)) {
    see(path, ty);
    match ty {
        Ty::Tuple(fields) => {
            for (position, field) in fields.iter().enumerate() {
                components(&format!("{path}.{position}"), field, see);
            }
        }
        Ty::Struct(_, fields) => {
            for (name, field) in fields {
                components(&format!("{path}.{name}"), field, see);
            }
        }
        _ => {}
    }
}

/// Finds sizes under which two types are the same.
fn equate(pattern: &Ty, ty: &Ty, names: &[String], sizes: &mut Vec<(String, Size)>) -> bool {
    match (pattern, ty) {
        (Ty::Array(a, m), Ty::Array(b, n)) => {
            let same = match m {
                Size::Name(name) if names.contains(name) => {
                    match sizes.iter().find(|known| known.0 == *name) {
                        Some(known) => known.1 == *n,
                        None => {
                            sizes.push((name.clone(), n.clone()));
                            true
                        }
                    }
                }
                m => m == n && *m != Size::Opaque,
            };
            same && equate(a, b, names, sizes)
        }
        (Ty::Tuple(a), Ty::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equate(a, b, names, sizes))
        }
        (a, b) => a == b,
    }
}
