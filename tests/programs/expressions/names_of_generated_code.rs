// Values have the names that generated code gives to variables of its own.
// gives: border(&[1, 2, 3], 1) == [2, 3, 4]
// gives: rows_of(&[1, 2], 3) == [vec![0, 3], vec![0, 3, 3]]
// gives: copies(&[5, 6], 2) == [vec![5, 5], vec![6, 6]]
// gives: parameter(4) == 5
// gives: proven(&[1, 2, 3], 2) == [3, 2]
// gives: weighted(&[Column0 { s: S { x: 2.0 }, f: Fn { t: 3 } }]) == [6.0]

pub fn border(xs: &[usize], section: usize) -> [usize] { xs.stencil(Clamp, |at| (at(0) + at(1)) / 2 + section) }
pub fn rows_of(xs: &[usize], groups: usize) -> [[usize]] { xs.map(|x| (0..=x).filter(|i| i != 7).map(|i| if i > 0 { groups } else { 0 })) }
pub fn copies(xs: &[i32], failed: usize) -> [[i32]] { xs.map(|x| generate(failed, |_| x)) }
pub fn proven(xs: &[usize], proven: usize) -> [usize] { let PROVEN = xs.rev(); let mut ys = [0; 2]; for Proven in 0..proven { ys[Proven] = PROVEN[Proven]; } ys }
pub fn parameter(try_parameter: usize) -> usize { try_parameter + 1 }
pub struct S { pub x: f32 }
pub struct Fn { pub t: i32 }
pub struct Column0 { pub s: S, pub f: Fn }
pub fn weighted(ps: &[Column0]) -> [f32] { ps.map(|p| p.s.x * p.f.t as f32) }
