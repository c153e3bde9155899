//! Operators of reductions: their components, the values that change nothing, and the values that decide
//! them.

use super::{function, soac};
use crate::analysis::{Component, components, decisions_of, identity_of, of_ordered_places};
use crate::core::{Constant, Function, Lambda, Operation, Output, ScalarType};

/// A reduction by an operator on `a` and `b`, which gives `c`.
fn reduction(ty: &str, operator: &str) -> Function {
    function(&format!(
        "fn f(n: usize, xs: {ty}[n], zero: {ty}) -> () {{
  s: {ty} = soac [i < n] {{
    x: {ty} = index xs [i]
  }} reduce (x) from (zero) |a: {ty}, b: {ty}| {{
    {operator}
    (c)
  }} by reduce
  ()
}}
"
    ))
}

/// The operator of the first reduction.
fn operator(function: &Function) -> &Lambda {
    match &soac(function).outputs[0] {
        Output::Reduce { operator, .. } => operator,
        other => panic!("{other:?} is no reduction"),
    }
}

fn identity(ty: &str, text: &str) -> Option<Vec<Constant>> {
    let function = reduction(ty, text);
    identity_of(operator(&function), &function.variables)
}

#[test]
fn sums_and_products_have_identities() {
    assert_eq!(identity("i32", "c: i32 = add a b"), Some(vec![Constant::I32(0)]));
    assert_eq!(identity("i32", "c: i32 = mul b a"), Some(vec![Constant::I32(1)]));
    assert_eq!(identity("bool", "c: bool = and a b"), Some(vec![Constant::Bool(true)]));
    assert_eq!(identity("u8", "c: u8 = max a b"), Some(vec![Constant::U8(0)]));
}

/// `0.0 + -0.0` is `0.0`, so that `0.0` would change a sum of `-0.0`.
#[test]
fn the_identity_of_a_sum_of_floats_is_negative() {
    let Some([Constant::F32(zero)]) = identity("f32", "c: f32 = add a b")
        .as_deref()
        .map(|list| <[Constant; 1]>::try_from(list).expect("one accumulator"))
    else {
        panic!("there is one");
    };
    assert_eq!(zero.to_bits(), (-0.0f32).to_bits());
}

#[test]
fn differences_have_no_identity() {
    assert_eq!(identity("i32", "c: i32 = sub a b"), None);
    assert_eq!(identity("i32", "d: i32 = add a b\n c: i32 = add d 1i32"), None);
    assert_eq!(identity("i32", "c: i32 = add a a"), None);
}

#[test]
fn operators_are_made_of_operations() {
    let sum = reduction("i32", "c: i32 = add b a");
    let parts = components(operator(&sum), &sum.variables);
    let is_sum =
        |part: &Component| matches!(part, Component::Operation(Operation::Add, ScalarType::I32));
    assert!(parts.is_some_and(|parts| parts.len() == 1 && parts.iter().all(is_sum)));
}

#[test]
fn choices_by_the_order_of_sort_are_minima_and_maxima() {
    let part = |text: &str| {
        let function = reduction("f32", text);
        components(operator(&function), &function.variables).map(|parts| parts[0])
    };
    let smaller = part("less: bool = ordered_lt b a\n c: f32 = select less b a");
    assert!(matches!(smaller, Some(Component::Smaller(ScalarType::F32))));
    let greater = part("less: bool = ordered_lt a b\n c: f32 = select less b a");
    assert!(matches!(greater, Some(Component::Greater(ScalarType::F32))));
    // `<` of floats is no order of all of them.
    assert!(part("less: bool = lt b a\n c: f32 = select less b a").is_none());
}

/// Another accumulator decides.
#[test]
fn accumulators_that_need_each_other_have_no_components() {
    let function = function(
        "fn f(n: usize, xs: i32[n]) -> () {
  s: i32, p: i32 = soac [i < n] {
    x: i32 = index xs [i]
  } reduce (x, x) from (0i32, 1i32) |a: i32, c: i32, b: i32, d: i32| {
    e: i32 = add a b
    g: i32 = mul c b
    (e, g)
  } by reduce
  ()
}
",
    );
    assert!(components(operator(&function), &function.variables).is_none());
}

/// The operator of `argmin`, if the candidates are key and place of the right and of the left operands.
fn nearest(candidates: &str) -> Function {
    function(&format!(
        "fn f(n: usize, xs: f32[n], zero: f32) -> () {{
  key: f32, place: usize = soac [i < n] {{
    x: f32 = index xs [i]
  }} reduce (x, i) from (zero, 0usize) |a: f32, i.1: usize, b: f32, j: usize| {{
    taken: bool = precedes_ascending {candidates}
    c: f32 = select taken b a
    k: usize = select taken j i.1
    (c, k)
  }} by argmin
  ()
}}
"
    ))
}

#[test]
fn the_smallest_key_is_behind_none() {
    let nearest = nearest("b j a i.1");
    let identity = identity_of(operator(&nearest), &nearest.variables).expect("there is one");
    assert_eq!(identity[1], Constant::Usize(u64::MAX));
    assert!(matches!(identity[0], Constant::F32(key) if key.is_nan() && key.is_sign_positive()));
}

#[test]
fn places_that_come_in_order_are_not_compared() {
    let nearest = nearest("b j a i.1");
    let ordered = of_ordered_places(operator(&nearest), &nearest.variables).expect("it is one");
    assert_eq!(ordered.body.statements.len(), 3, "{:?}", ordered.body);
}

/// The later of two equal keys is another operator.
#[test]
fn ties_for_the_last_place_are_not_those_for_the_first() {
    let latest = nearest("b i.1 a j");
    assert!(of_ordered_places(operator(&latest), &latest.variables).is_none());
    assert!(identity_of(operator(&latest), &latest.variables).is_none());
}

fn decisions(ty: &str, text: &str) -> Option<Vec<bool>> {
    let function = reduction(ty, text);
    decisions_of(soac(&function), &function.variables)
}

#[test]
fn any_and_all_are_decided() {
    assert_eq!(decisions("bool", "c: bool = or a b"), Some(vec![true]));
    assert_eq!(decisions("bool", "c: bool = and a b"), Some(vec![false]));
}

#[test]
fn bits_are_not_decided() {
    assert_eq!(decisions("u8", "c: u8 = or a b"), None);
    assert_eq!(decisions("bool", "c: bool = xor a b"), None);
}

/// The lanes that are left would have to fail.
#[test]
fn lanes_that_may_fail_are_all_looked_at() {
    let function = function(
        "fn f(n: usize, xs: i32[n]) -> () {
  s: bool = soac [i < n] {
    x: i32 = index xs [i]
    y: i32 = check positive \"x\" (x)
    large: bool = lt 9i32 y
  } reduce (large) from (false) |a: bool, b: bool| {
    c: bool = or a b
    (c)
  } by any
  ()
}
",
    );
    assert_eq!(decisions_of(soac(&function), &function.variables), None);
}
