//! The indices that values depend on.

use super::{soac, var, with};
use crate::analysis::dependence::{Dependence, Indices};
use crate::core::Function;

const I: Indices = 1;
const J: Indices = 2;
const BOTH: Indices = I | J;

/// Lanes `i` and `j` with these statements, and the scalar `x` that depends on nothing.
fn lanes(statements: &str) -> Function {
    with(
        "n: usize, m: usize, a: f32[n], b: f32[m], k: usize, x: f32",
        &format!("s: f32[n][m] = soac [i < n, j < m] {{\n{statements}\n}} store x by lanes"),
    )
}

/// The dependence of the values of the lanes, and how to ask for it by name.
fn of(function: &Function) -> impl Fn(&str) -> Indices {
    let mut dependence = Dependence::default();
    dependence.note(var(function, "i"), I);
    dependence.note(var(function, "j"), J);
    dependence.learn(&soac(function).body);
    move |name| dependence.of(var(function, name))
}

#[test]
fn operands_hand_on_their_indices() {
    let lanes = lanes(
        "y: f32 = index a [i]
         z: f32 = index b [j]
         p: f32 = mul y z
         q: f32 = mul x x
         r: f32 = neg z",
    );
    let of = of(&lanes);
    assert_eq!(["y", "z", "p", "q", "r"].map(of), [I, J, BOTH, 0, J]);
}

#[test]
fn branches_depend_on_their_conditions_and_arms() {
    let lanes = lanes(
        "c: bool = lt i k
         d: f32 = if c { (x) } else { (x) }
         e: bool = lt x 1f32
         g: f32 = if e { y: f32 = index b [j] (y) } else { (x) }
         h: f32 = if e { (x) } else { (1f32) }",
    );
    let of = of(&lanes);
    assert_eq!(["d", "y", "g", "h"].map(of), [I, J, J, 0]);
}

#[test]
fn reductions_and_scans_depend_on_what_they_combine() {
    let lanes = lanes(
        "y: f32 = index b [j]
         total: f32 = soac [l < n] {
           z: f32 = index a [l]
           p: f32 = mul z y
           q: f32 = scan (z) from (0f32) |v: f32, w: f32| {
             u: f32 = add v w
             (u)
           }
         } reduce (p) from (0f32) |c: f32, d: f32| {
           e: f32 = add c d
           (e)
         } by sum
         o: f32 = soac [r < n] {
           g: f32 = index a [r]
         } reduce (g) from (0f32) |aa: f32, bb: f32| {
           cc: f32 = add aa bb
           (cc)
         } by sum",
    );
    let of = of(&lanes);
    // The elements of `a` are the same for all columns. The whole SOAC runs for each of them, scan included.
    assert_eq!(["z", "p", "q", "u", "total", "e"].map(&of), [0, J, J, J, J, J]);
    assert_eq!(["g", "cc", "o"].map(of), [0, 0, 0]);
}

#[test]
fn loops_tell_carried_variables_apart() {
    let lanes = lanes(
        "y: f32, z: f32 = loop (v: f32 = 0f32, w: f32 = 0f32) for t < k {
           c: f32 = index a [i]
           d: f32 = add v c
           e: f32 = add w 1f32
           (d, e)
         }",
    );
    assert_eq!(["v", "y", "w", "z"].map(of(&lanes)), [I, I, 0, 0]);
}

/// `w` takes over `v` of the turn before, which takes over `u`.
#[test]
fn carried_variables_are_followed_through_turns() {
    let lanes = lanes(
        "y: f32 = index b [j]
         o: f32, p: f32, q: f32 = loop (u: f32 = y, v: f32 = x, w: f32 = x) for t < k {
           (u, u, v)
         }",
    );
    assert_eq!(["o", "p", "q"].map(of(&lanes)), [J, J, J]);
}

#[test]
fn loops_depend_on_when_they_stop() {
    let lanes = lanes(
        "y: usize = loop (v: usize = 0usize) for t < i {
           d: usize = add v 1usize
           (d)
         }
         z: usize = loop (w: usize = 0usize) while {
           more: bool = lt w j
           (more)
         } {
           e: usize = add w 1usize
           (e)
         }",
    );
    assert_eq!(["v", "y", "w", "z"].map(of(&lanes)), [I, I, J, J]);
}

#[test]
fn values_that_are_known_to_be_independent_stay_so() {
    let lanes = lanes("first: usize = div i 8usize\n y: f32 = index a [first]");
    let mut dependence = Dependence::default();
    dependence.note(var(&lanes, "i"), I);
    dependence.note_independent(var(&lanes, "first"));
    dependence.learn(&soac(&lanes).body);
    assert_eq!(dependence.of(var(&lanes, "y")), 0);
}
