//! Random inputs for the parameters of a function, the same on every run.

use accel_ir::core::{Atom, Constant, Expression, Extent, Function, ScalarType, Type, Var, View};
use accel_ir::interp::Value;

/// A small generator of random numbers (xorshift), so that the inputs depend on nothing else.
pub struct Random(u64);

impl Random {
    /// A generator that begins here.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.draw() % bound
    }
}

/// Values for the parameters of a function. Extents are `size` or close to it; scalars are small,
/// so that some of them are valid indices and sums of floats are exact.
pub fn inputs(function: &Function, size: usize, random: &mut Random) -> Vec<Value> {
    let sizes = |random: &mut Random, _: Var| {
        let more = size > 1 && random.below(6) == 0;
        size + usize::from(more)
    };
    inputs_with(function, sizes, random)
}

/// The same, with extents up to `limit`, most of which fit the types.
pub fn fitting_inputs(function: &Function, limit: usize, random: &mut Random) -> Vec<Value> {
    let mut sizes: Vec<(Var, usize)> = Vec::new();
    for var in &function.parameters {
        if *function.variables.ty(*var) == Type::USIZE {
            sizes.push((*var, random.below(limit as u64 + 1) as usize));
        }
    }
    if random.below(16) > 0 {
        for statement in &function.body.statements {
            let Expression::Coerce(Atom::Var(array), _) = &statement.expression else { continue };
            let found = function.variables.ty(*array).extents();
            let demanded = function.variables.ty(statement.binds[0]).extents();
            for (found, demanded) in found.iter().zip(demanded) {
                let value = match demanded {
                    Extent::Size(Atom::Constant(size)) => Some(size.size()),
                    Extent::Size(Atom::Var(var)) => {
                        sizes.iter().find(|known| known.0 == *var).map(|known| known.1)
                    }
                    Extent::Ragged => None,
                };
                let known = sizes.iter_mut().find(|k| Extent::Size(Atom::Var(k.0)) == *found);
                if let (Some(known), Some(value)) = (known, value) {
                    known.1 = value;
                }
            }
        }
    }
    let size = |_: &mut Random, var: Var| {
        sizes.iter().find(|known| known.0 == var).map_or(limit, |known| known.1)
    };
    inputs_with(function, size, random)
}

fn inputs_with(
    function: &Function,
    size: impl Fn(&mut Random, Var) -> usize,
    random: &mut Random,
) -> Vec<Value> {
    let mut values: Vec<(Var, Value)> = Vec::new();
    let cuts = cuts(function);
    for var in &function.parameters {
        let ty = function.variables.ty(*var);
        let known = |values: &[(Var, Value)], atom: Atom| match atom {
            Atom::Constant(size) => size.size(),
            Atom::Var(var) => {
                let value = values.iter().find(|known| known.0 == var);
                value.and_then(|known| known.1.scalar()).map_or(0, Constant::size)
            }
        };
        let cut = cuts.iter().find(|cut| [cut.offset_count, cut.offsets, cut.count].contains(var));
        let value = match (ty, cut) {
            (Type::Scalar(_), Some(cut)) if cut.offset_count == *var => {
                Value::Scalar(Constant::Usize(known(&values, cut.rows) as u64 + 1))
            }
            (Type::Scalar(_), Some(cut)) => {
                let offsets = values.iter().find(|known| known.0 == cut.offsets);
                let last = offsets.and_then(|known| known.1.scalars().last().copied());
                Value::Scalar(last.unwrap_or(Constant::Usize(0)))
            }
            (Type::Array(_), Some(cut)) => Value::vector(offsets(known(&values, cut.rows), random)),
            (Type::Scalar(ScalarType::Usize), None) => {
                Value::Scalar(Constant::Usize(size(random, *var) as u64))
            }
            (Type::Scalar(ty), None) => Value::Scalar(scalar(*ty, random)),
            (Type::Array(array), None) => {
                let extent = |extent: &Extent| match extent {
                    Extent::Size(Atom::Var(size)) => {
                        let known = values.iter().find(|known| known.0 == *size);
                        known.and_then(|known| known.1.scalar()).map_or(0, Constant::size)
                    }
                    Extent::Size(Atom::Constant(size)) => size.size(),
                    Extent::Ragged => 0,
                };
                let extents: Vec<usize> = array.extents.iter().map(extent).collect();
                let count = extents.iter().product();
                let items = (0..count).map(|_| scalar(array.element, random)).collect();
                Value::array(extents, items)
            }
        };
        values.push((*var, value));
    }
    values.into_iter().map(|(_, value)| value).collect()
}

/// A ragged level among the parameters of a function.
struct Cut {
    /// The number of rows.
    rows: Atom,
    offset_count: Var,
    offsets: Var,
    /// The number of rows or elements inside of them.
    count: Var,
}

/// The ragged levels of the parameters, which the function puts together first.
fn cuts(function: &Function) -> Vec<Cut> {
    let mut list = Vec::new();
    for statement in &function.body.statements {
        if let Expression::View(View::Segments(data, Atom::Var(offsets))) = statement.expression
            && function.parameters.contains(&offsets)
            && let Extent::Size(rows) = function.variables.ty(statement.binds[0]).extents()[0]
            && let Extent::Size(Atom::Var(offset_count)) =
                function.variables.ty(offsets).extents()[0]
            && let Extent::Size(Atom::Var(count)) = function.variables.atom_type(data).extents()[0]
        {
            list.push(Cut { rows, offset_count, offsets, count });
        }
    }
    list
}

/// The offsets of rows: short ones, among them empty ones, and now and then a long one, or one that has
/// nearly all elements.
fn offsets(rows: usize, random: &mut Random) -> Vec<Constant> {
    let mut offsets = vec![Constant::Usize(0)];
    let mut end = 0;
    let kind = random.below(8);
    let giant = random.below(rows.max(1) as u64) as usize;
    for row in 0..rows {
        end += match (kind, random.below(6)) {
            (0, _) => 0,
            (1, _) => 3,
            (2, _) if row == giant => 60 + random.below(60),
            (2, _) => random.below(2),
            (_, 0) => 0,
            (_, 1) => random.below(24),
            _ => random.below(5),
        };
        offsets.push(Constant::Usize(end));
    }
    offsets
}

fn scalar(ty: ScalarType, random: &mut Random) -> Constant {
    let small = i128::from(random.below(9)) - if ty.is_signed() || ty.is_float() { 2 } else { 0 };
    let halves = random.below(2) == 1;
    match ty {
        ScalarType::F32 => Constant::F32(small as f32 + if halves { 0.5 } else { 0.0 }),
        ScalarType::F64 => Constant::F64(small as f64 + if halves { 0.5 } else { 0.0 }),
        _ => Constant::from_integer(
            ty,
            small.max(0) * i128::from(!ty.is_signed()) + if ty.is_signed() { small } else { 0 },
        ),
    }
}
