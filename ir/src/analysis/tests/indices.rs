//! Values of integers, indices that are in bounds, definitions, and strides of reads.

use super::{atom, soac, statement, var, with};
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::{Apart, Strides};
use crate::core::{Function, Operation};

fn definitions(function: &Function) -> Definitions {
    Definitions::of(&function.body.statements)
}

/// Returns true if one size is an index below another one.
fn in_bounds(function: &Function, index: &str, extent: &str) -> bool {
    let variables = &function.variables;
    definitions(function).in_bounds(atom(function, index), atom(function, extent), variables)
}

const LANES: &str = "
  s: usize = soac [i < n] {
    next: usize = add i 1usize
    last: usize = sub n 1usize
    mirrored: usize = sub last i
  } reduce (mirrored) from (0usize) |a: usize, b: usize| {
    c: usize = add a b
    (c)
  } by sum";

#[test]
fn lanes_are_below_their_extent() {
    let lanes = with("n: usize, m: usize", LANES);
    assert!(in_bounds(&lanes, "i", "n"));
    assert!(in_bounds(&lanes, "mirrored", "n"));
}

#[test]
fn the_next_lane_and_other_extents_are_not_in_bounds() {
    let lanes = with("n: usize, m: usize", LANES);
    assert!(!in_bounds(&lanes, "next", "n"));
    assert!(!in_bounds(&lanes, "i", "m"));
    assert!(!in_bounds(&lanes, "n", "n"));
}

#[test]
fn checked_indices_and_remainders_are_in_bounds() {
    let checked = with(
        "n: usize, k: usize, m: usize",
        "at: usize = check in_bounds \"xs[k]\" (k, n)
         some: usize = check not_zero \"%\" (n)
         rest: usize = rem k some
         plain: usize = rem k m",
    );
    assert!(in_bounds(&checked, "at", "n"));
    assert!(!in_bounds(&checked, "at", "m"));
    assert!(!in_bounds(&checked, "plain", "n"));
}

/// An integer where a comparison holds.
#[test]
fn comparisons_bound_indices_of_their_arm() {
    let compared = with("n: usize, k: usize", "less: bool = lt k n\n more: bool = not less");
    let (variables, definitions) = (&compared.variables, definitions(&compared));
    let [n, k] = ["n", "k"].map(|name| atom(&compared, name));
    let holds = |condition: &str, value: bool| {
        let mut below = Vec::new();
        definitions.below_where(atom(&compared, condition), value, variables, &mut below);
        definitions.in_bounds_where(k, n, &below, variables)
    };
    assert!(holds("less", true) && holds("more", false));
    assert!(!holds("less", false) && !holds("more", true));
}

#[test]
fn small_types_and_remainders_have_ranges() {
    let small = with(
        "x: u8, y: i32, z: usize",
        "wide: i32 = cast x
         sum: i32 = add wide 10i32
         rest: usize = rem z 7usize
         turned: i32 = rem y 7i32
         product: i32 = mul sum y",
    );
    let definitions = definitions(&small);
    let range = |name: &str| definitions.range(atom(&small, name), &small.variables, 4);
    assert_eq!(range("sum"), Some((10, 265)));
    assert_eq!(range("rest"), Some((0, 6)));
    assert_eq!(range("turned"), Some((-6, 6)));
    assert_eq!(range("product"), None);
}

#[test]
fn what_may_wrap_around_has_no_range() {
    let wrapping = with("x: u8", "y: u8 = add x 1u8\n z: u8 = sub 3u8 x");
    let definitions = definitions(&wrapping);
    for name in ["y", "z"] {
        let range = definitions.range(atom(&wrapping, name), &wrapping.variables, 4);
        assert_eq!(range, Some((0, 255)), "{name}");
    }
}

#[test]
fn definitions_tell_how_values_are_computed() {
    let computed = with(
        "n: usize, some: bool",
        "m: usize = add n 1usize
         at: usize = check in_bounds \"a\" (m, n)
         perhaps: usize = check in_bounds \"a\" (m, n) when some",
    );
    let definitions = definitions(&computed);
    let of = |name: &str| definitions.get(var(&computed, name));
    assert!(matches!(of("m"), Some(Definition::Scalar(Operation::Add, _))));
    assert!(matches!(of("at"), Some(Definition::Check(..))));
    // It holds only where its condition does.
    assert!(of("perhaps").is_none());
}

#[test]
fn parts_of_arrays_are_in_one_piece() {
    let parts = with(
        "n: usize, k: usize, m: f32[n][k]",
        "row: f32[k] = index m [0usize]
         flat: f32[n][k] = reshape m
         turned: f32[k][n] = transpose m (1, 0)",
    );
    let definitions = definitions(&parts);
    let of = |name: &str| atom(&parts, name);
    assert_eq!(definitions.part_of(of("row")), Some(of("m")));
    assert_eq!(definitions.whole(of("flat")), of("m"));
    assert!(definitions.is_in_one_piece(of("row")) && !definitions.is_stored(of("row")));
    assert!(definitions.is_stored(of("flat")));
    assert!(!definitions.is_in_one_piece(of("turned")));
}

#[test]
fn reads_of_unknown_places_and_loops_without_end_are_not_early() {
    let early = with(
        "n: usize, k: usize, xs: f32[n], ys: f32[8]",
        "x: f32 = index xs [k]
         y: f32 = index ys [3usize]
         z: f32 = exp y
         j: usize = loop (l: usize = k) while {
           more: bool = lt l n
           (more)
         } {
           (l)
         }
         part: f32[k] = slice xs from n",
    );
    let definitions = definitions(&early);
    let is_early =
        |name: &str| definitions.can_speculate(statement(&early, name), &early.variables);
    assert!(is_early("y") && is_early("z"));
    assert!(!is_early("x") && !is_early("j") && !is_early("part"));
}

/// Reads of a matrix in lanes `i` and turns `j`.
fn reads() -> Function {
    with(
        "n: usize, k: usize, m: f32[n][k], xs: f32[n]",
        "s: f32 = soac [i < n] {
           r: f32 = soac [j < k] {
             next: usize = add j 1usize
             twice: usize = mul j 2usize
             back: usize = sub k j
             x: f32 = index m [i, j]
           } reduce (x) from (0.0f32) |a: f32, b: f32| {
             c: f32 = add a b
             (c)
           } by sum
         } reduce (r) from (0.0f32) |d: f32, e: f32| {
           g: f32 = add d e
           (g)
         } by sum",
    )
}

#[test]
fn the_last_index_tells_neighbours() {
    let reads = reads();
    let strides = Strides::of(&reads.body.statements);
    let [i, j] = ["i", "j"].map(|name| atom(&reads, name));
    let [lane, turn] = ["i", "j"].map(|name| var(&reads, name));
    assert!(strides.neighbours(&[i, j], turn) && strides.consecutive(&[i, j], turn));
    assert!(!strides.neighbours(&[i, j], lane));
    // The same element for all of them is as near.
    assert!(strides.neighbours(&[i], turn) && !strides.consecutive(&[i], turn));
}

#[test]
fn sums_keep_strides_and_products_do_not() {
    let reads = reads();
    let strides = Strides::of(&reads.body.statements);
    let turn = var(&reads, "j");
    assert!(strides.consecutive(&[atom(&reads, "next")], turn));
    assert!(!strides.neighbours(&[atom(&reads, "twice")], turn));
    assert!(!strides.neighbours(&[atom(&reads, "back")], turn));
}

#[test]
fn known_growth_goes_before_definitions() {
    let reads = reads();
    let twice = var(&reads, "twice");
    let known = |var| (var == twice).then_some(1);
    let strides = Strides::of(&reads.body.statements).with(known);
    assert!(strides.consecutive(&[atom(&reads, "twice")], var(&reads, "j")));
}

#[test]
fn reads_apart_are_counted_for_lanes_and_rounds() {
    let reads = reads();
    let strides = Strides::of(&soac(&reads).body);
    let indices = ["i", "j"].map(|name| atom(&reads, name));
    let mut apart = Apart::default();
    apart.count(&strides, &indices, var(&reads, "i"), var(&reads, "j"));
    assert_eq!((apart.for_lanes, apart.for_rounds), (1, 0));
}
