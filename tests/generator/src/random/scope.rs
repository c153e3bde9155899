//! The state of the generator: the names in scope, the depth, and the amount that it may still write.

use accel_ir::core::ScalarType;

use super::recursion::Recursion;
use super::tree::{Part, Tree, parts};
use super::types::{Size, Ty};
use crate::inputs::Random;

/// A name in scope.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Ty,
    /// An index that is in bounds of arrays of this size.
    pub bound: Option<Size>,
    /// True if it can be assigned to.
    pub mutable: bool,
    /// The number of closures around its definition.
    pub closures: usize,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    /// The types of values, or the signature of a closure.
    pub parameters: Vec<Parameter>,
    pub result: Ty,
    /// The size names that its parameters bind.
    pub sizes: Vec<String>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub enum Parameter {
    Value(Ty),
    /// An array that the function takes over.
    Owned(Ty),
    /// A size.
    Size(String),
    Closure(Vec<Ty>, Ty),
    /// The number of times that a recursive function still calls itself.
    Depth,
}

/// The generator.
pub struct Generator {
    pub random: Random,
    pub variables: Vec<Variable>,
    pub functions: Vec<Callable>,
    pub structs: Vec<Ty>,
    /// The sizes that can be written here.
    pub sizes: Vec<Size>,
    /// The sizes that are not zero here, because something runs over them.
    pub nonempty: Vec<Size>,
    /// The recursive functions, in the body of one of them.
    pub recursion: Option<Recursion>,
    /// The number of parallel closures around the present place; a helper begins at 1, since it may
    /// be called from one.
    pub depth: usize,
    /// The number of closures around the present place.
    pub closures: usize,
    /// The parameters that the public function has besides, because shapes read them.
    pub asked: Vec<Tree>,
    /// The number of expressions that may still be written.
    pub budget: i64,
    /// The number of expressions that may fail and may still be written.
    pub failures: usize,
    /// The type that `T` stands for in a generic block, where it does not occur itself.
    pub generic: Option<ScalarType>,
    /// True if `T` can be written here.
    pub generic_here: bool,
    /// The scalar types of the program: few, so that there is something of each in scope.
    palette: Vec<ScalarType>,
    names: usize,
    /// The names that are not used yet of those that generated code may use itself.
    words: [Vec<&'static str>; 4],
}

/// Names that generated code uses, and such as make a name different from another: of structs, constants,
/// functions, and values.
const WORDS: [&str; 4] = [
    "Argument Array Box Buffer Clone Column0 Copy Debug Default Device Element Error Filters Fn Input
    Instance Iterator Main Main1 Option PartialEq Plan Proven Q R Ragged RaggedArgument Recursion Result
    Row Rows S Send Stored String Sync T1 Value Vec View",
    "BLOCK COLUMNS COMMUTATIVE DEVICE EOF H INFINITY INT_MAX LANES MAIN_PTX MAX MIN M_PI N NAN NULL
    PLAN PROVEN RANK SECTION_AXIS SECTION_CUTS SITES STDIN TILED W",
    "accel_main after arguments before combine cost count cpu cuda cuda_forms drop expect failed
    gather_bytes host instance kernel lane lane_of lanes levels main_levels memcpy offsets on_cpu panic
    plan printf proven put row rows run sites size_of sqrtf",
    "a_1 accel array b_1 block blocks buffer by chunk column_0 columns context core count_1 count_2
    data deeper device device_1 each end error extent first from given group groups host_1 i_1 index
    init input inside item items last len length length_1 m_1 main main_1 map max message min n_1
    name out over pad point ragged recursion_1 regular result results row_1 section sequential shape
    site size space start state std stored stream sum t t_1 t_2 t_3_state tile total trap try_main
    used usize_1 value values vec view views x_1",
];

impl Generator {
    pub fn new(seed: u64, budget: i64) -> Generator {
        let mut random = Random::new(seed);
        // Neighbouring seeds begin alike.
        (0..4).for_each(|_| {
            random.draw();
        });
        let mut generator = Generator {
            random,
            variables: Vec::new(),
            functions: Vec::new(),
            structs: Vec::new(),
            sizes: Vec::new(),
            nonempty: Vec::new(),
            recursion: None,
            depth: 0,
            closures: 0,
            asked: Vec::new(),
            budget,
            failures: 0,
            generic: None,
            generic_here: true,
            palette: Vec::new(),
            names: 0,
            words: WORDS.map(|list| list.split_whitespace().collect()),
        };
        use ScalarType::*;
        for _ in 0..2 + generator.below(3) {
            let scalar = generator.pick(&[
                I32, I32, I32, I64, Usize, F32, F64, F64, Bool, U8, U16, U32, U64, I8, I16, Isize,
            ]);
            generator.palette.push(scalar);
        }
        if generator.one_in(4) {
            generator.failures = 1 + generator.below(3);
        }
        generator
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.random.draw() >> 11) as usize % bound
    }

    /// Returns true once in `times` calls, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// A new name: sometimes one that generated code has a use for itself.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        let position = match stem {
            "S" => 0,
            "SIZE" | "CONSTANT" => 1,
            "helper" | "recursive" => 2,
            _ => 3,
        };
        if !self.words[position].is_empty() && self.one_in(5) {
            let word = self.below(self.words[position].len());
            return self.words[position].swap_remove(word).to_string();
        }
        format!("{stem}{}", self.names)
    }

    /// Binds a name to a value.
    pub fn bind(&mut self, name: &str, ty: Ty, bound: Option<Size>, mutable: bool) {
        let closures = self.closures;
        self.variables.push(Variable { name: name.to_string(), ty, bound, mutable, closures });
    }

    /// Runs something whose names are gone afterwards.
    pub fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let (variables, sizes, nonempty) =
            (self.variables.len(), self.sizes.len(), self.nonempty.len());
        let result = inside(self);
        self.variables.truncate(variables);
        self.sizes.truncate(sizes);
        self.nonempty.truncate(nonempty);
        result
    }

    /// The text of a type: in a generic block, one scalar type is `T`.
    pub fn write(&self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) if Some(*scalar) == self.generic => "T".to_string(),
            Ty::Scalar(scalar) => scalar.name().to_string(),
            Ty::Tuple(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|field| self.write(field) + ",").collect();
                format!("({})", fields.join(" "))
            }
            Ty::Struct(name, _) => name.clone(),
            Ty::Array(element, Size::Varying) => format!("[{}]", self.write(element)),
            Ty::Array(element, size) => {
                let size = size.text().unwrap_or_else(|| "_".to_string());
                format!("[{}; {size}]", self.write(element))
            }
        }
    }

    /// A pattern that takes a value apart, or just names it.
    pub fn pattern(&mut self, ty: &Ty, bound: Option<&Size>) -> String {
        let apart = self.below(4) > 0;
        match ty {
            Ty::Tuple(fields) if apart && !fields.is_empty() => {
                let fields: Vec<String> =
                    fields.iter().map(|field| self.pattern(field, None) + ",").collect();
                format!("({})", fields.join(" "))
            }
            Ty::Struct(name, fields) if self.one_in(3) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(field, ty)| format!("{field}: {}", self.pattern(ty, None)))
                    .collect();
                format!("{name} {{ {} }}", fields.join(", "))
            }
            _ => {
                let name = self.name("x");
                let bound = bound.filter(|_| *ty == super::types::USIZE);
                let mut ty = ty.clone();
                // Here the row has one length.
                if let Ty::Array(element, Size::Varying) = ty {
                    let length = Size::Name(format!("{name}.len()"));
                    self.sizes.push(length.clone());
                    ty = Ty::array(*element, length);
                }
                self.bind(&name, ty, bound.cloned(), false);
                name
            }
        }
    }

    /// A closure. A `parallel` one adds to the depth; `over` is the size of the array that it runs
    /// over.
    pub fn closure(
        &mut self,
        inputs: &[Ty],
        parallel: bool,
        over: Option<&Size>,
        body: impl FnOnce(&mut Self) -> Tree,
    ) -> Part {
        self.closure_of(inputs, None, parallel, over, body)
    }

    /// As [`Generator::closure`]; the first input, or its first component, is an index below
    /// `bound`.
    pub fn closure_of(
        &mut self,
        inputs: &[Ty],
        bound: Option<&Size>,
        parallel: bool,
        over: Option<&Size>,
        body: impl FnOnce(&mut Self) -> Tree,
    ) -> Part {
        self.scoped(|this| {
            this.depth += usize::from(parallel);
            this.closures += 1;
            this.nonempty.extend(over.cloned());
            let first = this.variables.len();
            let patterns: Vec<String> = inputs
                .iter()
                .enumerate()
                .map(|(position, ty)| this.pattern(ty, bound.filter(|_| position == 0)))
                .collect();
            if let (Some(bound), Some(variable)) = (bound, this.variables.get_mut(first))
                && variable.ty == super::types::USIZE
            {
                variable.bound = Some(bound.clone());
            }
            let body = body(this);
            this.depth -= usize::from(parallel);
            this.closures -= 1;
            let ty = body.ty.clone();
            let sequential = if parallel && this.one_in(24) { "#[sequential] " } else { "" };
            let head = format!("{sequential}|{}| ", patterns.join(", "));
            Part::Child(Tree::new(
                // A closure is no value: nothing but a closure can stand for it.
                Ty::Struct("closure".to_string(), vec![(String::new(), ty)]),
                parts![head, body],
            ))
        })
    }

    /// Writes the body of a parallel closure.
    pub fn lane<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scoped(|this| {
            this.depth += 1;
            this.closures += 1;
            let inside = inside(this);
            this.depth -= 1;
            this.closures -= 1;
            inside
        })
    }

    /// Returns true if arrays of the size have elements here.
    pub fn is_nonempty(&self, size: &Size) -> bool {
        match size {
            Size::Sum(a, b) => self.is_nonempty(a) || self.is_nonempty(b),
            Size::Product(a, b) => self.is_nonempty(a) && self.is_nonempty(b),
            size => size.literal().is_some_and(|number| number > 0) || self.nonempty.contains(size),
        }
    }

    /// A size that can be written here.
    pub fn size(&mut self) -> Size {
        let known = self.sizes.clone();
        match self.below(16) {
            0..10 if !known.is_empty() => self.pick(&known),
            10 if known.len() > 1 => {
                let (a, b) = (self.pick(&known), self.pick(&known));
                Size::Sum(Box::new(a), Box::new(b))
            }
            11 if known.len() > 1 => {
                let (a, b) = (self.pick(&known), self.pick(&known));
                Size::Product(Box::new(a), Box::new(b))
            }
            12 if self.one_in(3) => Size::Literal(0),
            13 => Size::Literal(1),
            _ => Size::Literal(2 + self.below(3)),
        }
    }

    /// A scalar type.
    pub fn scalar_type(&mut self) -> ScalarType {
        let generic = self.generic;
        match generic {
            Some(scalar) if self.generic_here && self.one_in(2) => scalar,
            _ => loop {
                let scalar = match self.below(8) {
                    0 => ScalarType::Usize,
                    1 => ScalarType::Bool,
                    2 => self.pick(&ScalarType::ALL),
                    _ => self.pick(&self.palette.clone()),
                };
                if Some(scalar) != generic || self.generic_here {
                    break scalar;
                }
            },
        }
    }

    /// A type without arrays.
    pub fn flat_type(&mut self, deep: usize) -> Ty {
        match self.below(8) {
            0 if deep > 0 => {
                let count = 2 + self.below(2);
                Ty::Tuple((0..count).map(|_| self.flat_type(deep - 1)).collect())
            }
            1 if !self.structs.is_empty() => {
                let structs = self.structs.clone();
                self.pick(&structs)
            }
            _ => Ty::Scalar(self.scalar_type()),
        }
    }

    /// The type of elements that no caller sees: as [`Generator::element_type`], or a row and something
    /// beside it.
    pub fn inner_element(&mut self, rank: usize) -> Ty {
        if !self.one_in(6) {
            return self.element_type(rank);
        }
        let size = if self.one_in(2) { Size::Varying } else { self.size() };
        let row = Ty::array(self.element_type(rank.saturating_sub(1)), size);
        let other = self.flat_type(0);
        Ty::Tuple(if self.one_in(2) { vec![row, other] } else { vec![other, row] })
    }

    /// An element type: without arrays, or a row.
    pub fn element_type(&mut self, rank: usize) -> Ty {
        if rank > 0 && self.one_in(3) {
            let size = if self.one_in(3) { Size::Varying } else { self.size() };
            let element = self.element_type(rank - 1);
            Ty::array(element, size)
        } else {
            self.flat_type(1)
        }
    }
}
