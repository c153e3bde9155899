//! Tells which levels of a type as written are ragged, for the Rust side.

use super::context::Context;
use crate::syntax::tree::{TypeExpression, TypeKind};

/// The array levels of a type, and which of them are ragged.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A scalar or a struct.
    Plain,
    /// A tuple.
    Product(Vec<Shape>),
    /// An array.
    Array {
        /// True if each row has a length of its own.
        ragged: bool,
        /// The type of the elements or rows.
        element: Box<Shape>,
    },
}

impl Shape {
    /// The shape of a type as written, through aliases.
    pub fn of(ty: &TypeExpression, context: &Context) -> Shape {
        Shape::inside(ty, context, false)
    }

    fn inside(ty: &TypeExpression, context: &Context, inside: bool) -> Shape {
        let array = |element, ragged| {
            let element = Box::new(Shape::inside(element, context, true));
            Shape::Array { ragged, element }
        };
        match &ty.kind {
            TypeKind::Array(element, _) => array(element, false),
            TypeKind::Slice(element) => array(element, inside),
            TypeKind::Reference(inner) => Shape::inside(inner, context, inside),
            TypeKind::Tuple(fields) => Shape::Product(
                fields.iter().map(|field| Shape::inside(field, context, inside)).collect(),
            ),
            TypeKind::Named(name) => match context.alias(&name.text) {
                Some(alias) => Shape::inside(alias, context, inside),
                None => Shape::Plain,
            },
            _ => Shape::Plain,
        }
    }

    /// Returns true if a level inside of another is passed as a ragged one: it is ragged, or is around a
    /// ragged one.
    pub fn is_passed_ragged(&self) -> bool {
        match self {
            Shape::Plain => false,
            Shape::Product(fields) => fields.iter().any(Shape::is_passed_ragged),
            Shape::Array { ragged, element } => *ragged || element.is_passed_ragged(),
        }
    }

    /// The type of the array's elements or rows.
    pub fn element(&self) -> &Shape {
        match self {
            Shape::Array { element, .. } => element,
            _ => &Shape::Plain,
        }
    }

    /// A component of the product.
    pub fn field(&self, position: usize) -> &Shape {
        match self {
            Shape::Product(fields) => fields.get(position).unwrap_or(&Shape::Plain),
            _ => &Shape::Plain,
        }
    }

    /// The type under the array levels, and for each level a flag, true if it is passed as a ragged one.
    /// `around` is true if there are levels around these.
    pub fn levels(&self, around: bool) -> (Vec<bool>, &Shape) {
        let (mut list, mut shape) = (Vec::new(), self);
        while let Shape::Array { element, .. } = shape {
            list.push((around || !list.is_empty()) && shape.is_passed_ragged());
            shape = element;
        }
        (list, shape)
    }
}
