//! The calling convention of lifted functions: they pass arrays of the values of lanes. Ragged rows are passed as
//! offsets and the rows one after the other, level by level:
//!
//! ```text
//! xs: f64[lanes][*]  ─▶  t, offsets: usize[t], count, data: f64[count]
//! ```

use super::lanes::row_at;
use crate::core::{
    Atom, Axis, Builder, Expression, Extent, Function, Operation, Origin, Output, ScalarType, Soac,
    Type, Var, View,
};

/// The way in which each parameter and result of a function is passed if it is called for many lanes.
pub(super) struct Signature {
    pub(super) parameters: Vec<PassedAs>,
    pub(super) results: Vec<PassedAs>,
}

/// The way in which one value is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PassedAs {
    /// The value is the same for all lanes.
    Uniform,
    /// The value is the length of a row that is passed.
    Length,
    /// An array of the lanes' values is passed, with so many levels of ragged rows.
    Varying(usize),
}

impl Signature {
    /// The signature of a function some of whose parameters are the same for all lanes.
    pub(super) fn of(function: &Function, same: &[bool]) -> Signature {
        let is_same = |size: Atom| {
            let position = function.parameters.iter().position(|p| Atom::Var(*p) == size);
            size.constant().is_some() || position.is_some_and(|position| same[position])
        };
        let passed_as = |var: Var, others: &[(Var, bool)]| {
            let ty = function.variables.ty(var);
            let is_length = others.iter().any(|(other, same)| {
                let extents = function.variables.ty(*other).extents();
                !same && extents.first() == Some(&Extent::Size(Atom::Var(var)))
            });
            if is_length {
                return PassedAs::Length;
            }
            let differs = |extent: &Extent| extent.size().is_none_or(|size| !is_same(size));
            PassedAs::Varying(ty.extents().iter().rposition(differs).map_or(0, |last| last + 1))
        };
        let parameters: Vec<(Var, bool)> =
            function.parameters.iter().copied().zip(same.iter().copied()).collect();
        let results: Vec<(Var, bool)> = function.results.iter().map(|var| (*var, false)).collect();
        Signature {
            parameters: parameters
                .iter()
                .map(|(var, same)| match same {
                    true => PassedAs::Uniform,
                    false => passed_as(*var, &parameters),
                })
                .collect(),
            results: results.iter().map(|(var, _)| passed_as(*var, &results)).collect(),
        }
    }
}

/// The variables that come in for an array.
pub(super) struct Incoming {
    /// The variables that are passed, in order.
    pub(super) vars: Vec<Var>,
    /// The array.
    pub(super) array: Var,
    /// The rows of each level with the array of their elements and its offsets.
    views: Vec<(Var, Var, Var)>,
}

/// Variables for an array that comes in: of a row of this type for each lane.
pub(super) fn incoming(
    builder: &mut Builder,
    lanes: Atom,
    levels: usize,
    row: &Type,
    name: Option<std::sync::Arc<str>>,
) -> Incoming {
    let mut vars = Vec::new();
    let (mut offsets, mut counts) = (Vec::new(), vec![lanes]);
    for _ in 0..levels {
        let size = builder.variable(None, Type::USIZE);
        let ty = Type::regular(ScalarType::Usize, [Atom::Var(size)]);
        let of_level = builder.variable(Some("offsets".into()), ty);
        let count = builder.variable(None, Type::USIZE);
        vars.extend([size, of_level, count]);
        offsets.push(of_level);
        counts.push(Atom::Var(count));
    }
    let last = counts.pop().unwrap_or(lanes);
    let mut ty = row.row(levels).under([Extent::Size(last)]);
    let mut array = builder.variable(name, ty.clone());
    vars.push(array);
    let mut views = Vec::new();
    while let (Some(offsets), Some(count)) = (offsets.pop(), counts.pop()) {
        ty = ty.row(1).under([Extent::Size(count), Extent::Ragged]);
        let rows = builder.variable(None, ty.clone());
        views.push((rows, array, offsets));
        array = rows;
    }
    Incoming { vars, array, views }
}

impl Incoming {
    /// Adds the views that make the array of the variables that were passed.
    pub(super) fn assemble(&self, builder: &mut Builder) {
        for (rows, data, offsets) in &self.views {
            let view = View::Segments(Atom::Var(*data), Atom::Var(*offsets));
            builder.push(vec![*rows], Expression::View(view));
        }
    }
}

/// The values that go out for an array, in order.
pub(super) fn outgoing(
    builder: &mut Builder,
    array: Var,
    levels: usize,
    origin: &Origin,
) -> Vec<Atom> {
    let mut array = with_ragged_levels(builder, array, levels, origin);
    let mut operands = Vec::new();
    for _ in 0..levels {
        let ty = builder.variables.atom_type(array);
        let rows = ty.extents()[0].size().unwrap_or(Atom::size(0));
        let size = builder.size(Operation::Add, rows, Atom::size(1));
        let offsets = Type::regular(ScalarType::Usize, [size]);
        let offsets = builder.view(offsets, View::Offsets(array));
        let count = builder.variable(Some("count".into()), Type::USIZE);
        let flat = builder.variable(None, ty.row(2).under([Extent::Size(Atom::Var(count))]));
        builder.push(vec![count, flat], Expression::View(View::Flatten(array)));
        operands.extend([size, offsets, Atom::Var(count)]);
        array = Atom::Var(flat);
    }
    operands.push(array);
    operands
}

/// The array with so many levels of rows that may differ.
fn with_ragged_levels(builder: &mut Builder, array: Var, levels: usize, origin: &Origin) -> Atom {
    let ty = builder.variables.ty(array).clone();
    let extents = &ty.extents()[1..=levels];
    if extents.iter().all(|extent| *extent == Extent::Ragged) {
        return Atom::Var(array);
    }
    let count = ty.extents()[0];
    builder.open();
    let index = builder.variable(None, Type::USIZE);
    let row = row_at(builder, array, Atom::Var(index));
    let body = builder.close();
    let loose = ty.row(1 + levels).under(vec![Extent::Ragged; levels]).under([count]);
    let lane = Axis { index, extent: count.size().unwrap_or(Atom::size(0)) };
    let outputs = vec![Output::Store(row)];
    let soac = Soac { space: vec![lane], body, outputs, origins: vec![origin.clone()] };
    builder.bind(loose, Expression::Soac(Box::new(soac)))
}

/// The values that go out for an array if there are no lanes; nothing but the type tells them.
pub(super) fn empty_outgoing(
    builder: &mut Builder,
    lanes: Atom,
    levels: usize,
    row: &Type,
) -> Vec<Atom> {
    let mut operands = Vec::new();
    let mut rows = lanes;
    for _ in 0..levels {
        let size = builder.size(Operation::Add, rows, Atom::size(1));
        let offsets = Type::regular(ScalarType::Usize, [size]);
        let offsets = builder.view(offsets, View::Replicate(Atom::size(0)));
        operands.extend([size, offsets, Atom::size(0)]);
        rows = Atom::size(0);
    }
    let ty = row.row(levels).under([Extent::Size(rows)]);
    let zero = Atom::Constant(ty.element().zero());
    operands.push(builder.view(ty, View::Replicate(zero)));
    operands
}
