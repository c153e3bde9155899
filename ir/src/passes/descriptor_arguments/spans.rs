//! Spans of rows: the starts and lengths of rows that follow each other, and the rows at given spans.

use crate::core::{
    Atom, Axis, Builder, Expression, Extent, Operation, Origin, Output, ScalarType, Soac,
    Statement, Type, Var, View,
};

/// Variables for the starts and the lengths of so many rows.
pub(super) fn new_starts_and_lengths(builder: &mut Builder, count: Atom) -> [Var; 2] {
    ["starts", "lengths"].map(|name| {
        let ty = Type::regular(ScalarType::Usize, [count]);
        builder.variable(Some(name.into()), ty)
    })
}

/// The starts and lengths of rows with these offsets.
pub(super) fn starts_and_lengths(builder: &mut Builder, offsets: Atom, count: Atom) -> [Atom; 2] {
    let ty = Type::regular(ScalarType::Usize, [count]);
    let starts = builder.view(ty.clone(), View::Slice(offsets, Atom::size(0)));
    let index = builder.variable(Some("i".into()), Type::USIZE);
    builder.open();
    let start = builder.index(offsets, vec![Atom::Var(index)]);
    let next = builder.scalar(Operation::Add, &[Atom::Var(index), Atom::size(1)]);
    let end = builder.index(offsets, vec![next]);
    let length = builder.scalar(Operation::RowLength, &[end, start]);
    let body = builder.close();
    let soac = over_rows(builder, index, count, body, length);
    let lengths = builder.bind(ty, soac);
    [starts, lengths]
}

/// An array with the rows of another array at these spans.
pub(super) fn rows_at(
    builder: &mut Builder,
    array: Var,
    data: Atom,
    [starts, lengths]: [Atom; 2],
) -> Expression {
    let ty = builder.variables.ty(array).clone();
    let index = builder.variable(Some("i".into()), Type::USIZE);
    builder.open();
    let start = builder.index(starts, vec![Atom::Var(index)]);
    let length = builder.index(lengths, vec![Atom::Var(index)]);
    let row = ty.row(2).under([Extent::Size(length)]);
    let row = builder.view(row, View::Slice(data, start));
    let body = builder.close();
    let count = ty.extents()[0].size().unwrap_or(Atom::size(0));
    over_rows(builder, index, count, body, row)
}

fn over_rows(
    builder: &Builder,
    index: Var,
    extent: Atom,
    body: Vec<Statement>,
    value: Atom,
) -> Expression {
    let origins = vec![Origin::new("rows", builder.span)];
    let outputs = vec![Output::Store(value)];
    let space = vec![Axis { index, extent }];
    Expression::Soac(Box::new(Soac { space, body, outputs, origins }))
}
