//! Types of core values: scalars, and arrays of scalars with an extent for each dimension.

use super::program::Atom;
use super::scalar::ScalarType;

/// The type of a core variable.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// One value.
    Scalar(ScalarType),
    /// Many.
    Array(ArrayType),
}

/// An array: element type and extents, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct ArrayType {
    /// The type of the elements.
    pub element: ScalarType,
    /// The extents; never empty.
    pub extents: Vec<Extent>,
}

/// The extent of one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Extent {
    /// One size for all rows: a `usize`.
    Size(Atom),
    /// Each row has its own.
    Ragged,
}

impl Extent {
    /// The size, if the dimension is regular.
    pub fn size(self) -> Option<Atom> {
        match self {
            Extent::Size(size) => Some(size),
            Extent::Ragged => None,
        }
    }
}

impl Type {
    /// `usize`, the type of sizes and indices.
    pub const USIZE: Type = Type::Scalar(ScalarType::Usize);
    /// `bool`.
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    /// An array type, or the scalar itself where there are no extents.
    pub fn array(element: ScalarType, extents: Vec<Extent>) -> Type {
        if extents.is_empty() {
            Type::Scalar(element)
        } else {
            Type::Array(ArrayType { element, extents })
        }
    }

    /// An array type with regular extents.
    pub fn regular(element: ScalarType, sizes: impl IntoIterator<Item = Atom>) -> Type {
        Type::array(element, sizes.into_iter().map(Extent::Size).collect())
    }

    /// The scalar type of the value or of its elements.
    pub fn element(&self) -> ScalarType {
        match self {
            Type::Scalar(ty) => *ty,
            Type::Array(array) => array.element,
        }
    }

    /// The extents; none for a scalar.
    pub fn extents(&self) -> &[Extent] {
        match self {
            Type::Scalar(_) => &[],
            Type::Array(array) => &array.extents,
        }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.extents().len()
    }

    /// Returns true if the type is that of one value.
    pub fn is_scalar(&self) -> bool {
        matches!(self, Type::Scalar(_))
    }

    /// Returns true if some dimension is ragged.
    pub fn is_ragged(&self) -> bool {
        self.extents().contains(&Extent::Ragged)
    }

    /// The type that remains after indexing `count` dimensions.
    pub fn row(&self, count: usize) -> Type {
        Type::array(self.element(), self.extents()[count..].to_vec())
    }

    /// The type of an array of these, with the given outer extents.
    pub fn under(&self, outer: impl IntoIterator<Item = Extent>) -> Type {
        let extents = outer.into_iter().chain(self.extents().iter().copied()).collect();
        Type::array(self.element(), extents)
    }

    /// The type with every variable in its extents replaced.
    pub fn map_sizes(&self, mut replace: impl FnMut(Atom) -> Atom) -> Type {
        let extents = self.extents().iter().map(|extent| match extent {
            Extent::Size(size) => Extent::Size(replace(*size)),
            Extent::Ragged => Extent::Ragged,
        });
        Type::array(self.element(), extents.collect())
    }
}

impl From<ScalarType> for Type {
    fn from(ty: ScalarType) -> Type {
        Type::Scalar(ty)
    }
}
