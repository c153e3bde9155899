//! Types of the surface language while they are being inferred.
//!
//! Sizes are no part of types: lowering a function finds out which lengths agree.

use crate::core::ScalarType;

/// A surface type.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Ty {
    /// A scalar.
    Scalar(ScalarType),
    /// A tuple; the empty one is the unit.
    Tuple(Vec<Ty>),
    /// A struct of the block, by its position.
    Struct(usize),
    /// An array of anything.
    Array(Box<Ty>),
    /// A type parameter of the block, by its position (in signatures only).
    Parameter(usize),
    /// Not known yet: a variable of the inference.
    Unknown(u32),
    /// Wrong; reported already, and compatible with everything.
    Error,
}

impl Ty {
    /// `()`.
    pub const UNIT: Ty = Ty::Tuple(Vec::new());
    /// `bool`.
    pub const BOOL: Ty = Ty::Scalar(ScalarType::Bool);
    /// `usize`.
    pub const USIZE: Ty = Ty::Scalar(ScalarType::Usize);

    /// An array of `element`.
    pub fn array(element: Ty) -> Ty {
        Ty::Array(Box::new(element))
    }

    /// The element type of an array.
    pub fn element(&self) -> Option<&Ty> {
        match self {
            Ty::Array(element) => Some(element),
            _ => None,
        }
    }

    /// The number of array levels, and the type under them.
    pub fn levels(&self) -> (usize, &Ty) {
        let (mut rank, mut ty) = (0, self);
        while let Ty::Array(element) = ty {
            rank += 1;
            ty = element;
        }
        (rank, ty)
    }

    /// The scalar type, if it is one.
    pub fn scalar(&self) -> Option<ScalarType> {
        match self {
            Ty::Scalar(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Returns true if a part of the type is not known yet.
    pub fn holds_unknown(&self) -> bool {
        match self {
            Ty::Unknown(_) => true,
            Ty::Array(element) => element.holds_unknown(),
            Ty::Tuple(fields) => fields.iter().any(Ty::holds_unknown),
            _ => false,
        }
    }

    /// Returns true if a part of the type is an array.
    pub fn holds_array(&self) -> bool {
        match self {
            Ty::Array(_) => true,
            Ty::Tuple(fields) => fields.iter().any(Ty::holds_array),
            _ => false,
        }
    }
}

/// A component of a product after products are split: an array (of rank 0 or more) of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The scalar type.
    pub element: ScalarType,
    /// Under how many array levels it lies.
    pub rank: usize,
}

/// A struct of the block.
pub struct StructType {
    /// The name.
    pub name: crate::syntax::tree::Name,
    /// The fields.
    pub fields: Vec<(crate::syntax::tree::Name, Ty)>,
}

/// Calls `f` with the components of a type, in order.
pub fn each_leaf(ty: &Ty, structs: &[StructType], f: &mut impl FnMut(Leaf)) {
    fn walk(ty: &Ty, rank: usize, structs: &[StructType], f: &mut impl FnMut(Leaf)) {
        match ty {
            Ty::Scalar(element) => f(Leaf { element: *element, rank }),
            Ty::Tuple(fields) => fields.iter().for_each(|field| walk(field, rank, structs, f)),
            Ty::Struct(index) => {
                structs[*index].fields.iter().for_each(|field| walk(&field.1, rank, structs, f));
            }
            Ty::Array(element) => walk(element, rank + 1, structs, f),
            Ty::Parameter(_) | Ty::Unknown(_) | Ty::Error => {}
        }
    }
    walk(ty, 0, structs, f);
}

/// The components of a type, in order.
pub fn leaves(ty: &Ty, structs: &[StructType]) -> Vec<Leaf> {
    let mut list = Vec::new();
    each_leaf(ty, structs, &mut |leaf| list.push(leaf));
    list
}

/// The number of components of a type.
pub fn leaf_count(ty: &Ty, structs: &[StructType]) -> usize {
    let mut count = 0;
    each_leaf(ty, structs, &mut |_| count += 1);
    count
}
