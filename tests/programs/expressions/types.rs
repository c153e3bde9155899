// Types: every scalar type, products of any depth, sizes and their names, consts, aliases, inference of
// literals.
// gives: all_scalars(true, -1, -2, -3, -4, 1, 2, 3, 4, -5, 5, 0.5, 0.25) == (true, (-1, -2, -3, -4, -5), (1, 2, 3, 4, 5), (0.5, 0.25))
// gives: scalar_arrays(&[1, -1], &[200, 1], &[true, false], &[1.5, 2.5]) == (0, 201, 1, 4.0)
// gives: nested(&[((1, 2.0), (3, (4, true)))]).to_vec() == [(4, (3, (2.0, 1)))]
// gives: outer(&[Outer { inner: Inner { a: 1, b: (2, 3) }, c: 0.5 }]).to_vec() ==
//     [Outer { inner: Inner { a: 6, b: (3, 2) }, c: 1.0 }]
// gives: outer_alone(Outer { inner: Inner { a: 1, b: (2, 3) }, c: 0.5 }).inner.b == (3, 2)
// gives: default_literals() == (3, 2.5) && literal_from_use(2.0) == 2.0f32.sqrt() && literal_later() == 1.4142135f32
// gives: literals_of_casts() == (3_000_000_000, 44, 4_294_967_295, -128, 6_364_136_223_846_793_005, 0.1f32)
// gives: semicolons(3) == 4
// gives: constants() == (5, [1, 2, 3].iter().sum::<i32>(), std::f64::consts::PI, f32::INFINITY) && LIMIT == 5
// gives: size_names(&[1, 2, 3], &[[1.0, 2.0]]) == 3 * 100 + 10 + 2
// gives: same_size(&[1, 2], &[3, 4]) == 11 && sized_result(2) == [0, 1, 2]
// fails: try_same_size(&[1, 2], &[3]) Size
// gives: fixed(&[1, 2, 3]) == 6 && square(&[[1, 2], [3, 4]]) == 5 && sized_by_parameter(2, &[5, 6]) == 11
// fails: try_fixed(&[1, 2]) Size
// fails: try_square(&[[1, 2, 3], [3, 4, 5]]) Size
// fails: try_sized_by_parameter(3, &[5, 6]) Size
// gives: const_size(&[1, 2, 3, 4, 5]) == 15 && aliased(&[(1.0, 2.0)]) == [3.0]
// fails: try_const_size(&[1, 2, 3, 4]) Size
// gives: rows(rows_of_any(&[[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
// gives: rank_four(&generated_four()) == 16 && indices(&[10, 20, 30]) == 60
// gives: casts(300, -1, 3.99, f32::NAN) == (44, u32::MAX, 3, 0) && casts(-1, i32::MIN, -1e20, 1e20) == (255, 1 << 31, i32::MIN, u8::MAX)
// gives: more_casts(true, 'A' as u8) == (1, 65.0) && wide_casts(u64::MAX) == (-1, u64::MAX as f32, 255)

struct Inner { a: i32, b: (u8, i64) }
struct Outer { inner: Inner, c: f32 }
pub const LIMIT: i32 = 2 + 3;
const TABLE: [i32; 3] = [1, 2, 3];
const ROWS: usize = 5;
type Point = (f64, f64);
type Points = [Point];

pub fn all_scalars(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: isize, k: usize, l: f32, m: f64)
-> (bool, (i8, i16, i32, i64, isize), (u8, u16, u32, u64, usize), (f32, f64)) {
    (a, (b, c, d, e, j), (f, g, h, i, k), (l, m))
}
pub fn scalar_arrays(a: &[i8; n], b: &[u16; n], c: &[bool; n], d: &[f32; n]) -> (i8, u16, usize, f32) {
    (a.sum(), b.sum(), c.count(|c| c), d.sum())
}
pub fn nested(xs: &[((u8, f64), (i32, (i64, bool)))]) -> [(i64, (i32, (f64, u8)))] {
    xs.map(|((a, b), (c, (d, _)))| (d, (c, (b, a))))
}
pub fn outer(xs: &[Outer]) -> [Outer] { xs.map(outer_alone) }
pub fn outer_alone(x: Outer) -> Outer {
    let Inner { a, b: (p, q) } = x.inner;
    Outer { inner: Inner { a: a + p as i32 + q as i32, b: (q as u8, p as i64) }, c: 2.0 * x.c }
}
pub fn default_literals() -> (i32, f64) { let a = 3; let b = 2.5; (a, b) }
pub fn literal_from_use(x: f32) -> f32 { let two = 2.0; two.sqrt() * (x / x) }
pub fn literal_later() -> f32 { let t = 2.0; let y: f32 = t.sqrt(); y }
pub fn constants() -> (i32, i32, f64, f32) { (LIMIT, TABLE.sum(), f64::consts::PI, f32::INFINITY) }
pub fn size_names(xs: &[i32; a], m: &[[f64; c]; b]) -> usize { 100 * a + 10 * b + c }
pub fn same_size(xs: &[i32; n], ys: &[i32; n]) -> i32 { zip(xs, ys).map(|(x, y)| x * y).sum() }
pub fn sized_result(n: usize) -> [usize; n + 1] { 0..n + 1 }
pub fn fixed(xs: &[i32; 3]) -> i32 { xs[0] + xs[1] + xs[2] }
pub fn square(m: &[[i32; n]; n]) -> i32 { (0..n).map(|i| m[i][i]).sum() }
pub fn sized_by_parameter(n: usize, xs: &[i32; n]) -> i32 { xs.sum() }
pub fn const_size(xs: &[i32; ROWS]) -> i32 { xs.sum() }
pub fn aliased(ps: &Points) -> [f64] { ps.map(|(x, y)| x + y) }
pub fn rows_of_any(m: &[[i32; _]; n]) -> [[i32; _]; n] { m.map(|row| row) }
pub fn generated_four() -> [[[[i32; 2]; 2]; 2]; 2] { generate((2, 2, 2, 2), |(i, j, k, l)| 1) }
pub fn rank_four(t: &[[[[i32; d]; c]; b]; a]) -> i32 { t.map(|t| t.map(|m| m.map(|r| r.sum()).sum()).sum()).sum() }
/// An index of any integer type.
pub fn indices(xs: &[i32]) -> i32 { let a: u8 = 0; let b: i64 = 1; let c: isize = 2; xs[a] + xs[b] + xs[c] }
pub fn casts(a: i32, b: i32, c: f64, d: f32) -> (u8, u32, i32, u8) { (a as u8, b as u32, c as i32, d as u8) }
pub fn more_casts(a: bool, b: u8) -> (i32, f64) { (a as i32, b as f64) }
pub fn wide_casts(a: u64) -> (i64, f32, u8) { (a as i64, a as f32, a as u8) }
pub fn literals_of_casts() -> (i64, u8, u32, i8, u64, f32) {
    (3000000000 as i64, 300 as u8, -1 as u32, -128 as i8, 6364136223846793005 as u64, 0.1 as f32)
}
pub fn semicolons(x: i32) -> i32 { let y = x + 1;; y }
