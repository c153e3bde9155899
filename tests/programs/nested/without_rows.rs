// An array without rows goes along with rows of any one length; rows without elements may become longer ones.
// gives: a(2).to_vec() == [0, 0, 1, 1] && a(0).shape() == [0, 0]
// gives: b(&[1, 2, 3], 2).to_vec() == [1, 2, 2, 3] && b(&[1, 2, 3], 5).shape() == [0, 5]
// gives: c(&[[1, 2], [3, 4]]).to_vec() == [3, 4] && c(&[[1, 2]]).shape() == [0, 2]
// gives: d(5).shape() == [0, 5]
// gives: e(&[[1, 2], [3, 4]]).to_vec() == [3, 4, 3, 4] && e(&[[1, 2]]).shape() == [0, 2]
// gives: g(&[1, 2, 3, 4], 1) == [vec![[1], [2]], vec![[3], [4]]]
// gives: g(&[1, 2, 3, 4], 3) == [vec![[0; 3]; 0], vec![]]
// gives: h() == [0, 0, 0]
// gives: i().shape() == [0, 3]
// gives: j(&[1, 2, 4], 3) == [vec![], vec![1, 4], vec![2]]
// gives: l(&[2, 0], &[vec![5], vec![6, 7]], 3) == [vec![6, 7], vec![], vec![5]]
// fails: try_l(&[2, 3], &[vec![5], vec![6, 7]], 3) IndexOutOfBounds
// gives: o(&[[1, 2], [3, 4]], 3) == [vec![1, 2], vec![], vec![3, 4]]
// gives: p(2) == [vec![], vec![3]]
// gives: q(&[[1, 2]]).to_vec() == [1, 2]
// gives: r(&[3, 4, 6], 3) == [vec![6], vec![4], vec![]]
// gives: u(2).to_vec() == [0, 0, 1, 1]
// gives: v(&[7, 8]).to_vec() == [7, 7, 8, 8] && v(&[]).shape() == [0, 2]
// gives: w(&[2, 0, 1]) == [vec![2, 2], vec![], vec![1]]
// gives: { let (rows, xs) = x(&[7, 8]); rows.to_vec() == [7, 7, 8, 8] && xs == [7, 8] }
// gives: y(&[1, 2, 3], true) == [vec![1], vec![1, 2, 3]] && y(&[1, 2, 3], false) == [vec![], vec![1, 2, 3]]
// gives: one_of_three(2, 3).to_vec() == vec![Vec::<Vec<bool>>::new(); 2] && one_of_three(2, 5).to_vec() == [vec![], vec![vec![true; 2]]]
// gives: one_of_three(1, 0).to_vec() == [vec![vec![true; 4]]]

pub fn a(n: usize) -> [[i32; n]; n] { let mut rows: [[i32; n]; _] = []; for i in 0..n { rows = concat(rows, [[i as i32; n]]); } rows }
pub fn b(xs: &[i32; n], k: usize) -> [[i32; k]] { if n < k { [] } else { xs.windows(k) } }
fn split(m: &[[i32; k]; n]) -> [[i32; k]] { if n < 2 { [] } else { concat(split(m[..n / 2]), [m[n - 1]]) } }
pub fn c(m: &[[i32; k]; n]) -> [[i32; k]] { split(m) }
pub fn d(k: usize) -> [[i32; k]; 0] { [] }
pub fn e(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.flat_map(|r| if r[0] > 1 { [r, r] } else { [] }) }
pub fn g(xs: &[i32], k: usize) -> [[[i32; k]]] { xs.chunks(2).map(|r| if k > 2 { [] } else { r.windows(k) }) }
pub fn h() -> [i32] { let m: [[i32; 3]; _] = []; m.transpose().map(|c| c.sum()) }
pub fn i() -> [[i32; 3]; 0] { [] }
pub fn j(xs: &[i32], k: usize) -> [[i32]; k] { let mut b = [[]; k]; for x in xs { let i = x as usize % k; b[i] = concat(b[i], [x]); } b }
pub fn l(is: &[usize], rows: &[[i32]], k: usize) -> [[i32]; k] { [[]; k].scatter(is, rows) }
pub fn o(rows: &[[i32; 2]; 2], k: usize) -> [[i32]; k] { [[]; k].scatter([0, 2], rows) }
pub fn p(k: usize) -> [[i32]; k] { [[]; k].update(1, [3]) }
pub fn q(m: &[[i32; k]; n]) -> [[i32; k]; _] { concat([], m) }
pub fn r(xs: &[i32], k: usize) -> [[i32]; k] { xs.fold([[]; k], |b, x| b.update(x as usize % k, [x])) }
pub fn u(n: usize) -> [[i32; n]; n] { (0..n).fold([], |acc, i| concat(acc, [[i as i32; n]])) }
pub fn v(xs: &[i32]) -> [[i32; 2]; _] { let mut acc = []; for x in xs { acc = concat(acc, [[x, x]]); } acc }
pub fn w(xs: &[i32]) -> [[i32]] { let mut acc = []; for x in xs { acc = concat(acc, [[x; x as usize]]); } acc }
pub fn x(xs: &[i32]) -> ([[i32; 2]; _], [i32]) { let mut acc = []; for x in xs { acc = concat(acc, [([x, x], x)]); } acc.unzip() }
pub fn y(xs: &[i32], t: bool) -> [[i32]] { let mut rows = [[]; 2]; if t { rows[0] = [xs[0]]; } rows[1] = xs; rows }
/// Planes without rows beside planes with rows of two lengths.
pub fn one_of_three(n: usize, k: i32) -> [[[bool]]] {
    match k { 3 => [[[true; n]; 0]; n], 5 => (0..n).map(|i| [[true; 2]; i]), _ => [[[true; 4]; n]; n] }
}
