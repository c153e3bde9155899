//! Types of random programs. Sizes are known as text that can stand anywhere in the function, or
//! not known at all.

use accel_ir::core::ScalarType;

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    /// A scalar.
    Scalar(ScalarType),
    /// A tuple; `()` is the type of expressions without a value.
    Tuple(Vec<Ty>),
    /// A struct of the program: its name and fields.
    Struct(String, Vec<(String, Ty)>),
    /// An array and its length.
    Array(Box<Ty>, Size),
}

/// The length of an array.
#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    /// Nothing is known of it but that all rows agree.
    Opaque,
    /// Each row has a length of its own.
    Varying,
    /// A number.
    Literal(usize),
    /// The name of a size, or an expression such as `v.len()`.
    Name(String),
    /// The size of the result of `concat`.
    Sum(Box<Size>, Box<Size>),
    /// The size of the result of `flatten`.
    Product(Box<Size>, Box<Size>),
}

pub const BOOL: Ty = Ty::Scalar(ScalarType::Bool);
pub const USIZE: Ty = Ty::Scalar(ScalarType::Usize);

impl Ty {
    /// The type of statements.
    pub const UNIT: Ty = Ty::Tuple(Vec::new());

    /// An array type.
    pub fn array(element: Ty, size: Size) -> Ty {
        Ty::Array(Box::new(element), size)
    }

    /// The scalar type.
    pub fn scalar(&self) -> Option<ScalarType> {
        match self {
            Ty::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// The number of dimensions of the type.
    pub fn rank(&self) -> usize {
        match self {
            Ty::Array(element, _) => 1 + element.rank(),
            _ => 0,
        }
    }

    /// Returns true if there is no array in the type.
    pub fn is_flat(&self) -> bool {
        match self {
            Ty::Scalar(_) => true,
            Ty::Tuple(fields) => fields.iter().all(Ty::is_flat),
            Ty::Struct(_, fields) => fields.iter().all(|field| field.1.is_flat()),
            Ty::Array(..) => false,
        }
    }

    /// Returns true if `sort` and `min` take the type: scalars and tuples of them.
    pub fn is_ordered(&self) -> bool {
        match self {
            Ty::Scalar(_) => true,
            Ty::Tuple(fields) => !fields.is_empty() && fields.iter().all(Ty::is_ordered),
            _ => false,
        }
    }

    /// Returns true if all sizes of the type can be written down.
    pub fn is_known(&self) -> bool {
        match self {
            Ty::Scalar(_) => true,
            Ty::Tuple(fields) => fields.iter().all(Ty::is_known),
            Ty::Struct(_, fields) => fields.iter().all(|field| field.1.is_known()),
            Ty::Array(element, size) => {
                !matches!(size, Size::Opaque | Size::Varying) && element.is_known()
            }
        }
    }

    /// The same type with its sizes replaced.
    pub fn map_sizes(&self, replace: &mut dyn FnMut(&Size) -> Size) -> Ty {
        match self {
            Ty::Array(element, size) => {
                let size = replace(size);
                Ty::array(element.map_sizes(replace), size)
            }
            Ty::Tuple(fields) => {
                Ty::Tuple(fields.iter().map(|field| field.map_sizes(replace)).collect())
            }
            other => other.clone(),
        }
    }

    /// Returns true if two types differ in their sizes at most.
    pub fn resembles(&self, other: &Ty) -> bool {
        let forget = |ty: &Ty| ty.map_sizes(&mut |_| Size::Opaque);
        forget(self) == forget(other)
    }
}

impl Size {
    /// As an expression; `None` if it is not known.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Size::Opaque | Size::Varying => return None,
            Size::Literal(number) => number.to_string(),
            Size::Name(name) => name.clone(),
            Size::Sum(a, b) => format!("({} + {})", a.text()?, b.text()?),
            Size::Product(a, b) => format!("({} * {})", a.text()?, b.text()?),
        })
    }

    /// The number, if it is one.
    pub fn literal(&self) -> Option<usize> {
        match self {
            Size::Literal(number) => Some(*number),
            Size::Sum(a, b) => Some(a.literal()? + b.literal()?),
            Size::Product(a, b) => Some(a.literal()? * b.literal()?),
            _ => None,
        }
    }

    /// The same size with its names replaced.
    pub fn rename(&self, replace: &dyn Fn(&str) -> Size) -> Size {
        match self {
            Size::Name(name) => replace(name),
            Size::Sum(a, b) => Size::Sum(Box::new(a.rename(replace)), Box::new(b.rename(replace))),
            Size::Product(a, b) => {
                Size::Product(Box::new(a.rename(replace)), Box::new(b.rename(replace)))
            }
            other => other.clone(),
        }
    }
}

/// The least number of bits of an integer of the type.
pub fn bits(scalar: ScalarType) -> usize {
    scalar.bytes() * 8
}
