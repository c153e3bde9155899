//! Arrays: which of them an `if` lends, how regular their rows are, and which are views; the part of a body
//! that values need.

use super::{atom, function, statement, var, with};
use crate::analysis::definitions::Definitions;
use crate::analysis::lent::lent;
use crate::analysis::regular::refined;
use crate::analysis::{has_views, statements_for};
use crate::core::{Extent, Function};

/// A branch whose arms give these arrays, with the code behind it.
fn branch(then: &str, otherwise: &str, after: &str) -> Function {
    function(&format!(
        "fn f(n: usize, k: usize, m: i32[n][k], ys: i32[k], some: bool) -> (z: i32) {{
  row: i32[k] = if some {{
    {then}
  }} else {{
    {otherwise}
  }}
  {after}
  x: i32 = index row [0usize]
  (x)
}}
"
    ))
}

fn is_lent(function: &Function) -> bool {
    let definitions = Definitions::of(&function.body.statements);
    let lent = lent(&function.body, &definitions, &function.variables);
    lent.get(&var(function, "row")).is_some()
}

#[test]
fn rows_of_arms_that_are_read_are_lent() {
    assert!(is_lent(&branch("a: i32[k] = index m [0usize] (a)", "(ys)", "")));
}

#[test]
fn rows_of_arms_that_are_written_to_are_not_lent() {
    let written = "new: i32[k] = update row [0usize] = 1i32";
    assert!(!is_lent(&branch("a: i32[k] = index m [0usize] (a)", "(ys)", written)));
}

/// One arm may make its array; if both do, there is nothing to lend.
#[test]
fn one_arm_has_to_lend() {
    let makes = |name: &str, lane: &str| {
        format!("{name}: i32[k] = soac [{lane} < k] {{ }} store 1i32 by fill ({name})")
    };
    assert!(is_lent(&branch(&makes("a", "i"), "(ys)", "")));
    assert!(!is_lent(&branch(&makes("a", "i"), &makes("b", "j"), "")));
}

/// Copies of columns are no parts in one piece.
#[test]
fn views_are_not_lent() {
    assert!(!is_lent(&branch("a: i32[k] = reverse ys (a)", "(ys)", "")));
}

const ROWS: &str = "
  length: usize, row: i32[length] = index rows [0usize]
  cube: i32[n][*][k] = segments data at offsets
  plane: i32[*][k] = index cube [0usize]
  turned: i32[n][*] = reverse m
  other: i32[n][*] = segments xs at offsets";

fn rows() -> Function {
    with(
        "n: usize, k: usize, count: usize, more: usize, offsets: usize[more], data: i32[count][k],
         xs: i32[count], m: i32[n][k], rows: i32[n][*]",
        ROWS,
    )
}

/// Returns the extents that are known of the variable that a statement binds last.
fn refined_at(function: &Function, name: &str) -> Option<Vec<Extent>> {
    let statement = statement(function, name);
    let known = function.variables.ty(var(function, name));
    let ty = |atom| function.variables.atom_type(atom).clone();
    refined(known, &statement.expression, ty).map(|ty| ty.extents().to_vec())
}

#[test]
fn views_of_regular_arrays_are_regular() {
    let rows = rows();
    let extents = ["n", "k"].map(|name| Extent::Size(atom(&rows, name)));
    assert_eq!(refined_at(&rows, "turned"), Some(extents.to_vec()));
}

#[test]
fn inner_levels_stay_regular() {
    let rows = rows();
    let inner = Extent::Size(atom(&rows, "k"));
    assert_eq!(refined_at(&rows, "plane"), Some(vec![Extent::Ragged, inner]));
}

#[test]
fn rows_that_are_regular_are_not_refined() {
    let rows = rows();
    assert_eq!(refined_at(&rows, "row"), None);
    let extents = vec![Extent::Size(atom(&rows, "n")), Extent::Ragged];
    assert_eq!(refined_at(&rows, "other"), Some(extents));
}

#[test]
fn views_are_found_at_any_depth() {
    let nested = with(
        "n: usize, xs: f32[n]",
        "ys: f32[n] = soac [i < n] {
           turned: f32[n] = reverse xs
           y: f32 = index turned [i]
         } store y by map",
    );
    let found = has_views(&nested.body.statements).map(|(var, _)| var);
    assert_eq!(found, Some(var(&nested, "turned")));
}

#[test]
fn parts_and_other_extents_are_no_views() {
    let parts = with(
        "n: usize, k: usize, xs: f32[n]",
        "part: f32[k] = slice xs from 1usize\n flat: f32[k][1] = reshape part",
    );
    assert!(has_views(&parts.body.statements).is_none());
}

#[test]
fn numbers_of_rows_are_views() {
    let numbers = with("n: usize", "xs: usize[n] = iota");
    assert!(has_views(&numbers.body.statements).is_some());
}

/// The names of the statements that a value needs.
fn needed(function: &Function, name: &str) -> Vec<String> {
    let statements = &function.body.statements;
    let found = statements_for(statements, &function.variables, [atom(function, name)]);
    let names = found.map(|statement| function.variables.name(statement.binds[0]));
    names.map(|name| name.map_or(String::new(), |name| name.to_string())).collect()
}

#[test]
fn slices_follow_operands_in_the_order_of_the_body() {
    let body = with("x: i32", "a: i32 = neg x\n b: i32 = neg x\n c: i32 = mul a a");
    assert_eq!(needed(&body, "c"), ["a", "c"]);
    assert_eq!(needed(&body, "b"), ["b"]);
}

#[test]
fn slices_have_what_bodies_and_extents_need() {
    let body = with(
        "x: i32, n: usize",
        "a: i32 = neg x
         m: usize = add n 1usize
         c: i32[m] = soac [i < m] {
         } store a by fill
         d: i32 = index c [0usize]",
    );
    assert_eq!(needed(&body, "d"), ["a", "m", "c", "d"]);
}
