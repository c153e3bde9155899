//! Random inputs for the parameters of a function, the same on every run.

use accel_ir::core::{Atom, Constant, Extent, Function, ScalarType, Type, Var};
use accel_ir::interp::Value;

/// A small generator of random numbers (xorshift), so that the inputs depend on nothing else.
pub struct Random(u64);

impl Random {
    /// A generator that begins here.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// Values for the parameters of a function. Extents are `size` or close to it; scalars are small,
/// so that some of them are valid indices and sums of floats are exact.
pub fn inputs(function: &Function, size: usize, random: &mut Random) -> Vec<Value> {
    let mut values: Vec<(Var, Value)> = Vec::new();
    for var in &function.parameters {
        let ty = function.variables.ty(*var);
        let value = match ty {
            Type::Scalar(ScalarType::Usize) => {
                let more = size > 1 && random.below(6) == 0;
                Value::Scalar(Constant::Usize(size as u64 + u64::from(more)))
            }
            Type::Scalar(ty) => Value::Scalar(scalar(*ty, random)),
            Type::Array(array) => {
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
