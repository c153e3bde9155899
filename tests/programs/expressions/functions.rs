// Functions: helpers, helpers over arrays, `impl Fn` parameters, names for closures, recursion;
// indexing, slices and array literals.
// gives: of_borrowed_closure(4) == 10 + 5
// gives: joined(&[vec![1], vec![], vec![2, 3]]) == [1, 2, 3] && joined_so_far(&[vec![1], vec![2]]) == [vec![1], vec![1, 2]]
// gives: put_together(&[1, 2], &[0.5, 1.5]).to_vec() == [(1, 0.5), (2, 1.5)]
// gives: called(&[1.0, 2.0]) == [10.0, 20.0] && applied(3) == 48 && composed(&[1, 2]) == [4, 9]
// gives: rows(array_helper(&[[3.0, 4.0], [0.0, 2.0]])) == [[3.0 / 5.0, 4.0 / 5.0], [0.0, 1.0]]
// gives: with_closure(&[1, 2, 3], 10) == 36 && with_named(&[1.0, 4.0]) == 3.0 && pair_helper((1, 2)) == (2, 1)
// gives: factorial(10) == 3628800 && gcds(&[12, 7], 18) == [6, 1]
// gives: slices(&[1, 2, 3, 4, 5]) == ([2, 3].iter().sum::<i32>(), 3, 9, 15)
// fails: try_slice(&[1, 2, 3], 2, 1) IndexOutOfBounds
// fails: try_slice(&[1, 2, 3], 0, 4) IndexOutOfBounds
// fails: try_slice(&[1, 2, 3], -1, 2) IndexOutOfBounds
// gives: slice(&[1, 2, 3], 3, 3).is_empty() && slice(&[1, 2, 3], 0, 3) == [1, 2, 3]
// gives: slice_from_closed(&[1, 2, 3]) == [2, 3] && rows(slices_of_rows(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]])) == [[5, 6], [8, 9]]
// gives: element(&[[1, 2], [3, 4]], 1, 0) == 3
// fails: try_element(&[[1, 2], [3, 4]], 1, 2) IndexOutOfBounds
// fails: try_element(&[[1, 2], [3, 4]], 2, 0) IndexOutOfBounds
// fails: try_element(&[[1, 2], [3, 4]], -1, 0) IndexOutOfBounds
// gives: rows(literal(5)) == [[5, 6], [7, 8]] && copies(3, 7) == [7, 7, 7] && rows(copies_of_rows(2)) == [[1, 2], [1, 2]]
// gives: literal_of_pairs().to_vec() == [(1, 2.0), (3, 4.0)] && of_components(&[(1, 2.5)]) == [3.5]
// gives: literal_of_arrays(&[1, 2]) == [4, 5] && borrowed_argument(&[1, 2]) == 6
// gives: asserted(&[1, 2]) == 3 && asserted_in_rows(&[[1, 2]]) == [3]
// fails: try_asserted(&[]) Assertion
// fails: try_asserted_in_rows(&[[1, 2], [-1, 3]]) Assertion

pub fn called(xs: &[f64]) -> [f64] { xs.map(|x| scale(x, 10.0)) }
fn scale(x: f64, by: f64) -> f64 { x * by }
fn twice(f: impl Fn(i32) -> i32, x: i32) -> i32 { f(f(x)) }
fn quadruple(f: impl Fn(i32) -> i32, x: i32) -> i32 { twice(|y| twice(f, y), x) }
pub fn applied(x: i32) -> i32 { quadruple(|y| 2 * y, x) }
fn both(f: impl Fn(i32) -> i32, g: impl Fn(i32) -> i32, xs: &[i32]) -> [i32] { xs.map(|x| g(f(x))) }
fn square(x: i32) -> i32 { x * x }
pub fn composed(xs: &[i32]) -> [i32] { both(|x| x + 1, square, xs) }
fn normalised(xs: &[f64; n]) -> [f64; n] { let length = xs.map(|x| x * x).sum().sqrt(); xs.map(|x| x / length) }
pub fn array_helper(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.map(normalised) }
pub fn with_closure(xs: &[i32], y: i32) -> i32 { let add = y - 8; xs.map(|x| x + add + y - 2).sum() }
pub fn with_named(xs: &[f64]) -> f64 { xs.map(f64::sqrt).reduce(0.0, |a, b| a + b) }
pub fn pair_helper(p: (i32, i32)) -> (i32, i32) { swapped(p) }
fn swapped(p: (i32, i32)) -> (i32, i32) { (p.1, p.0) }
pub fn factorial(n: u64) -> u64 { if n < 2 { 1 } else { n * factorial(n - 1) } }
fn gcd(a: u32, b: u32) -> u32 { if b == 0 { a } else { gcd(b, a % b) } }
pub fn gcds(xs: &[u32], y: u32) -> [u32] { xs.map(|x| gcd(x, y)) }
pub fn slices(xs: &[i32]) -> (i32, i32, i32, i32) { (xs[1..3].sum(), xs[..2].sum(), xs[3..].sum(), xs[..].sum()) }
pub fn slice(xs: &[i32], a: i32, b: i32) -> [i32] { xs[a..b] }
pub fn slice_from_closed(xs: &[i32]) -> [i32] { xs[1..=2] }
pub fn slices_of_rows(m: &[[i32; k]; n]) -> [[i32; _]; _] { m[1..].map(|row| row[1..]) }
pub fn element(m: &[[i32; k]; n], i: i32, j: u8) -> i32 { m[i][j] }
pub fn literal(a: i32) -> [[i32; 2]; 2] { [[a, a + 1], [a + 2, a + 3]] }
pub fn copies(n: usize, x: i32) -> [i32; n] { [x; n] }
pub fn copies_of_rows(n: usize) -> [[i32; 2]; n] { [[1, 2]; n] }
pub fn literal_of_pairs() -> [(i32, f64); 2] { [(1, 2.0), (3, 4.0)] }
pub fn of_components(ps: &[(i32, f64)]) -> [f64] { ps.map(|p| p.0 as f64 + p.1) }
/// Rows of a known, equal size.
pub fn literal_of_arrays(xs: &[i32; n]) -> [i32; 2] { [xs, xs.rev()].map(|ys| ys.fold(0, |a, y| 2 * a + y)) }
fn total(xs: &[i32]) -> i32 { xs.sum() }
pub fn borrowed_argument(xs: &[i32]) -> i32 { total(&xs) + total(&xs.map(|x| x)) }
pub fn asserted(xs: &[i32]) -> i32 { assert!(xs.len() > 0, "there must be something"); xs.sum() }
pub fn asserted_in_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| { assert!(row[0] >= 0); row.sum() }) }
/// Built-in functions by name.
pub fn joined(rows: &[[i32]]) -> [i32] { rows.reduce([], concat) }
pub fn joined_so_far(rows: &[[i32]]) -> [[i32]] { rows.scan([], concat) }
pub fn put_together(xs: &[i32], ys: &[f64]) -> [(i32, f64)] { given_both(zip, xs, ys) }
fn given_both(f: impl Fn([i32], [f64]) -> [(i32, f64)], xs: &[i32], ys: &[f64]) -> [(i32, f64)] { f(xs, ys) }
pub fn of_borrowed_closure(x: i32) -> i32 { called_twice(&|y| y * 2, x) + called_twice(|y| y, x) }
fn called_twice(f: &impl Fn(i32) -> i32, x: i32) -> i32 { f(x) + f(1) }
