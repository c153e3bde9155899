<T: f32 | f64, I: u8 | i64>

// Generics by listing instances: each instance is a program of its own.
// gives: normalised(&[1.0f32, 3.0]) == [0.25, 0.75] && normalised(&[1.0f64, 3.0]) == [0.25, 0.75]
// gives: rows(scaled_rows(&[[1.0f64, 3.0]], 2.0)) == [[2.0, 6.0]] && total(&[250u8, 10]) == 4 && total(&[250i64, 10]) == 260
// gives: by_key(&[1.5f32, 0.5], &[2i64, 1]).to_vec() == [(0.5, 1), (1.5, 2)]
// gives: halves(&[3u8, 4]) == [1, 2] && plain(&[1, 2]) == 3
// gives: eased(&[1.0f32, 3.0]) == [0.75, 1.75] && eased(&[1.0f64]) == [0.75] && limited(&[1u8, 9]) == [3, 7] && limited(&[5i64]) == [5]
// gives: chosen(&[1.0f64, 2.0], 3i64) == 3.0 && chosen(&[1.0f32, 2.0], 4u8) == 2.5
// fails: try_quotients(&[1u8], &[0]) DivisionByZero
// fails: try_quotients(&[1i64], &[0]) DivisionByZero

pub fn normalised(xs: &[T]) -> [T] { let total = xs.sum(); xs.map(|x| x / total) }
pub fn scaled_rows(m: &[[T; k]; n], by: T) -> [[T; k]; n] { m.map(|row| row.map(|x| scale(x, by))) }
fn scale(x: T, by: T) -> T { x * by }
pub fn total(xs: &[I]) -> I { xs.sum() }
pub fn by_key(xs: &[T; n], keys: &[I; n]) -> [(T, I); n] { zip(xs, keys).sort_by_key(|(_, key)| key) }
pub fn halves(xs: &[I]) -> [I] { xs.map(|x| x / 2) }
pub fn quotients(xs: &[I; n], ys: &[I; n]) -> [I; n] { zip(xs, ys).map(|(x, y)| x / y) }
pub fn plain(xs: &[i32]) -> i32 { xs.sum() }
// Constants under each instance.
const HALF: T = 0.5;
const QUARTER: T = HALF * HALF;
const LIMITS: [I; 2] = [LOWEST, 7];
const LOWEST: I = 3;
const FIRST: (I, T) = (1, 2.5);
pub fn eased(xs: &[T]) -> [T] { xs.map(|x| x * HALF + QUARTER) }
pub fn limited(is: &[I]) -> [I] { is.map(|i| i.clamp(LIMITS[0], LIMITS[1])) }
pub fn chosen(xs: &[T], i: I) -> T { match i { LOWEST => xs.sum(), _ => FIRST.1 } }
