// `any` and `all` in lanes, which need not look at the remaining elements once they are decided.
// gives: any_equal(&[vec![1, 2, 3], vec![], vec![5, 5]], 2) == [true, false, false]
// gives: all_below(&[vec![1, 2, 3], vec![], vec![1, 9, 2]], 4) == [true, true, false]
// gives: long_ones(40, &[0, 17, 39, 40]) == [(true, false), (true, false), (true, false), (false, true)]
// gives: both(&[vec![1, 2, 3], vec![], vec![9, 2], vec![2, 9]], 2) == [(true, true), (false, true), (true, false), (true, false)]
// gives: [(0, 9), (9, 0), (500_000, 3)].iter().all(|(x, y)| both_of_all(&(0..1_000_000).collect::<Vec<i32>>(), *x, *y) == (true, false))
// gives: both_of_all(&[], 0, 0) == (false, true) && both_of_all(&vec![0; 200_000], 1, 1) == (false, true)
// gives: by_operator(&[vec![false, true], vec![], vec![false]]) == [true, false, false]
// gives: begun(&[vec![true, true], vec![]], false) == [false, false]
// gives: last_or(&[vec![true, false], vec![false, true]], false) == [false, true]
// gives: last_or(&[vec![true, false]], true) == [true]
// fails: try_failing(&[vec![5, 0], vec![]]) DivisionByZero
// gives: primes(30) == 10
// gives: [0, 1, 500_000, 999_999].iter().all(|k| has(&(0..1_000_000).collect::<Vec<i32>>(), *k))
// gives: !has(&(0..1_000_000).collect::<Vec<i32>>(), -1) && !has(&[], 0)
// gives: positive(&vec![1.0; 300_000]) && positive(&[]) && !positive(&[1.0, -1.0])
// gives: [0, 7, 150_000, 299_999].iter().all(|k| { let mut xs = vec![1.0; 300_000]; xs[*k] = 0.0; !positive(&xs) })
// fails: try_has_marked(&[0, 1, 5], &[1, 0]) IndexOutOfBounds
// gives: has_row(&[vec![1, 2], vec![], vec![3, -4]]) && !has_row(&[vec![1, 2], vec![]])

pub fn has(xs: &[i32], k: i32) -> bool { xs.any(|x| x == k) }
pub fn positive(xs: &[f64]) -> bool { xs.all(|x| x > 0.0) }
/// An index out of bounds is found, though the result is decided before it.
pub fn has_marked(xs: &[usize], marks: &[i32]) -> bool { xs.any(|x| marks[x] == 1) }
pub fn has_row(rows: &[[i32]]) -> bool { rows.any(|row| row.sum() < 0) }
pub fn any_equal(rows: &[[i32]; n], x: i32) -> [bool; n] { rows.map(|row| row.any(|y| y == x)) }
pub fn all_below(rows: &[[i32]; n], x: i32) -> [bool; n] { rows.map(|row| row.all(|y| y < x)) }
pub fn long_ones(n: usize, places: &[usize; k]) -> [(bool, bool); k] {
    places.map(|p| ((0..n).any(|i| i == p), (0..n).all(|i| i != p)))
}
/// Two searches in one go: it ends when both are decided.
pub fn both(rows: &[[i32]; n], x: i32) -> [(bool, bool); n] { rows.map(|row| (row.any(|y| y == x), row.all(|y| y < 4))) }
pub fn both_of_all(xs: &[i32], x: i32, y: i32) -> (bool, bool) { (xs.any(|z| z == x), xs.all(|z| z != y)) }
pub fn by_operator(rows: &[[bool]; n]) -> [bool; n] { rows.map(|row| row.reduce(false, |a, b| a | b)) }
pub fn begun(rows: &[[bool]; n], first: bool) -> [bool; n] { rows.map(|row| row.reduce(first, |a, b| a & b)) }
/// An operator that mentions something else decides nothing.
pub fn last_or(rows: &[[bool]; n], c: bool) -> [bool; n] { rows.map(|row| row.reduce(false, |_, b| b | c)) }
/// If lanes can fail, all of them are looked at.
pub fn failing(rows: &[[i32]; n]) -> [bool; n] { rows.map(|row| row.any(|x| 10 / x == 2)) }
pub fn primes(n: usize) -> usize { (2..n).count(|i| (2..i).all(|d| i % d != 0)) }
