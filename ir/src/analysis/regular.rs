//! Rows and views of arrays that are more regular than their types tell: they are so themselves.

use crate::core::{Atom, Expression, Extent, Type, View};

/// The type of a row or a view whose type is known so far, where arrays have types.
pub fn refined(known: &Type, expression: &Expression, ty: impl Fn(Atom) -> Type) -> Option<Type> {
    if !known.is_ragged() {
        return None;
    }
    let of = match expression {
        Expression::Index(array, indices) => ty(*array).row(indices.len()),
        Expression::View(View::Flatten(array) | View::Segments(array, _)) => ty(*array).row(1),
        Expression::View(
            View::Slice(array, _)
            | View::Reverse(array)
            | View::Rotate(array, _)
            | View::Transpose(array, _)
            | View::Windows(array)
            | View::Replicate(array)
            | View::Reshape(array),
        ) => ty(*array),
        _ => return None,
    };
    // Views change regular levels around ragged ones.
    let inner = of.extents().iter().rev().chain(std::iter::repeat(&Extent::Ragged));
    let mut extents: Vec<Extent> = known
        .extents()
        .iter()
        .rev()
        .zip(inner)
        .map(|(own, of)| if *own == Extent::Ragged { *of } else { *own })
        .collect();
    extents.reverse();
    Some(Type::array(known.element(), extents))
}
