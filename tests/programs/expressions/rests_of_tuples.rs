// `..` in tuple patterns: first, last, in the middle, for no field at all; in closures, `let`, `for`, `match`, assignments,
// within other patterns, and where arrays are among the fields.
// gives: firsts(&[(1, 2.0, true), (3, 4.0, false)]) == [1, 3]
// gives: lasts(&[(1, 2.0, true), (3, 4.0, false)]) == [true, false]
// gives: ends(&[(1, 2, 3, 4), (5, 6, 7, 8)]) == [5, 13]
// gives: nothing(&[(1, 2)]) == 7 && nothing(&[]) == 0
// gives: kinds(&[(true, 1, 2), (false, 5, 5), (false, 3, 9), (false, 0, 1)]) == [0, 1, 2, 3]
// gives: nested(&[(1, 2), (3, 4)]) == 8
// gives: counted(4) == (1, 4)
// gives: longest(vec![3, 1, 2]).0 == [1, 2, 3] && longest(vec![3, 1, 2]).1 == 3
// gives: assigned() == (3, 4)
// gives: rows_of(&[vec![1, 2], vec![], vec![5]]) == [3, 0, 5]
// gives: matched(3) == 9 && matched(4) == 40

pub fn firsts(xs: &[(i32, f32, bool)]) -> [i32] { xs.map(|(x, ..)| x) }
pub fn lasts(xs: &[(i32, f32, bool)]) -> [bool] { xs.map(|(.., x)| x) }
pub fn ends(xs: &[(i32, i32, i32, i32)]) -> [i32] { xs.map(|(a, .., d)| a + d) }
pub fn nothing(xs: &[(i32, i32)]) -> i32 { xs.map(|(..)| 7).sum() }
pub fn kinds(xs: &[(bool, i32, i32)]) -> [u8] {
    xs.map(|x| match x { (true, ..) => 0, (.., 5, 5) => 1, (false, 1..=9, ..) => 2, (_, _, ..) => 3 })
}
pub fn nested(xs: &[(i32, i32)]) -> i32 {
    xs.enumerate().fold((0, 0), |(sum, ..), (i, (.., y))| (sum + y, i)).0 + xs.map(|(x, y, ..)| x - y).sum() + 4
}
pub fn counted(n: i32) -> (i32, i32) {
    let (first, ..) = (1, 2, 3);
    let (mut last, ..) = (0, n);
    for (.., i) in (0..n).map(|i| (i, i + 1)) { last = i; }
    (first, last)
}
pub fn longest(xs: [i32; n]) -> ([i32; n], i32) {
    let (.., sorted, greatest) = (1, xs, xs.sort(), xs.max());
    let (mut kept, ..) = (sorted, 2);
    kept[0] = 1;
    (kept, greatest)
}
pub fn assigned() -> (i32, i32) {
    let mut a = 1;
    let mut b = 2;
    (a, ..) = (3, a, b);
    (.., b) = (a, 4);
    (a, b)
}
pub fn rows_of(rows: &[[i32]]) -> [i32] { rows.map(|row| (row.len(), row, row.rev())).map(|(.., row, _)| row.sum()) }
pub fn matched(x: i32) -> i32 { match (x, x * 10, (x, x * x)) { (3, .., (.., square)) => square, (_, ten, ..) => ten } }
