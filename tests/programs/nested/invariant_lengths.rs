// The length of a row that does not depend on the lane is one length, however it is computed: the types say so,
// and the plans have no descriptors. A length that can fail is computed only if there is a lane.
// gives: chosen(&[1.0, 2.0], true).to_vec() == [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0] && chosen(&[1.0], false).shape() == [1, 5]
// gives: matched(&[1.0, 2.0], 1).to_vec() == [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
// gives: doubled(&[1.0, 2.0], 3).shape() == [2, 4]
// gives: counted(&[1.0, 2.0], 4).shape() == [2, 7]
// gives: picked(&[1.0, 2.0]).shape() == [2, 5]
// gives: summed(&[1.0, 2.0], &[2, 1]).shape() == [2, 3]
// gives: kept(&[1.0, 2.0], &[5.0, -1.0, 7.0]).to_vec() == [6.0, 8.0, 7.0, 9.0]
// gives: first(&[1.0, 2.0], &vec![vec![3.0, 4.0], vec![]]).to_vec() == [4.0, 5.0, 5.0, 6.0]
// gives: first(&[], &vec![vec![]; 0]).shape() == [0, 0]
// fails: try_first(&[1.0], &vec![vec![]; 0]) IndexOutOfBounds
// gives: flat(&[1.0, 2.0], &vec![vec![3.0, 4.0], vec![5.0]]).to_vec() == [4.0, 5.0, 6.0, 5.0, 6.0, 7.0]
// gives: read(&[1.0, 2.0], &[9, 2]).to_vec() == [1.0, 1.0, 2.0, 2.0] && read(&[], &[]).shape() == [0, 0]
// fails: try_read(&[1.0], &[9]) IndexOutOfBounds
// gives: divided(&[1, 2], &[9, 1, 8], 4).to_vec() == [10, 9, 11, 10] && divided(&[], &[1], 0).shape() == [0, 0]
// fails: try_divided(&[1], &[1], 0) DivisionByZero
// gives: longest(&[1.0], &[2, 3, 1]).shape() == [1, 3] && longest(&[], &[]).shape() == [0, 0]
// fails: try_longest(&[1.0], &[]) Empty
// gives: { let (a, b) = both(&[1.0, 2.0], &[5.0, -1.0, 7.0], true); a.to_vec() == [6.0, 8.0, 7.0, 9.0] && b.to_vec() == [7.0, 5.0, 7.0, 5.0] }
// gives: deep(&[[1.0, 2.0], [3.0, 4.0]], &[5.0, -1.0, 7.0]).shape() == [2, 2, 2]
// gives: in_turn(&[1, 2], &[3, 4]).to_vec() == [1, 1, 1, 2, 2, 2]
// fails: try_in_turn(&[1], &[0, 4]) Assertion
// plan: chosen kernels 1, intermediates 0, descriptors 0
// plan: matched kernels 1, descriptors 0
// plan: counted kernels 1, descriptors 0
// plan: picked kernels 1, descriptors 0
// plan: summed kernels 2, descriptors 0
// plan: kept kernels 2, intermediates 1, descriptors 0
// plan: read kernels 1, descriptors 0
// plan: both kernels 3, descriptors 0
// plan: deep kernels 2, intermediates 1, descriptors 0

pub fn chosen(xs: &[f64; n], c: bool) -> [[f64; _]; n] { xs.map(|x| { let k = if c { 4 } else { 5 }; [x; k] }) }
pub fn matched(xs: &[f64; n], c: i32) -> [[f64; _]; n] { xs.map(|x| { let k = match c { 0 => 1, 1 => 3, _ => 2 }; [x; k] }) }
pub fn doubled(xs: &[f64; n], c: usize) -> [[f64; _]; n] { xs.map(|x| { let mut k = 1; while k < c { k *= 2; } [x; k] }) }
pub fn counted(xs: &[f64; n], c: usize) -> [[f64; _]; n] { xs.map(|x| { let mut k = 1; for i in 0..c { k += i; } [x; k] }) }
fn pick(n: usize) -> usize { if n > 3 { 4 } else { 5 } }
pub fn picked(xs: &[f64; n]) -> [[f64; _]; n] { xs.map(|x| [x; pick(n)]) }
pub fn summed(xs: &[f64; n], ys: &[usize]) -> [[f64; _]; n] { xs.map(|x| { let r = ys.sum(); [x; r] }) }
pub fn kept(xs: &[f64; n], ys: &[f64]) -> [[f64; _]; n] { xs.map(|x| ys.filter(|y| y > 0.0).map(|y| y + x)) }
pub fn first(xs: &[f64; n], ys: &[[f64]]) -> [[f64; _]; n] { xs.map(|x| ys[0].map(|y| y + x)) }
pub fn flat(xs: &[f64; n], ys: &[[f64]]) -> [[f64; _]; n] { xs.map(|x| ys.flatten().map(|y| y + x)) }
pub fn read(xs: &[f64; n], ys: &[usize]) -> [[f64; _]; n] { xs.map(|x| [x; ys[1]]) }
pub fn divided(xs: &[i64; n], ys: &[i64], d: i64) -> [[i64; _]; n] { xs.map(|x| ys.filter(|y| y / d > 0).map(|y| y + x)) }
pub fn longest(xs: &[f64; n], ys: &[usize]) -> [[f64; _]; n] { xs.map(|x| [x; ys.max()]) }
pub fn both(xs: &[f64; n], ys: &[f64], c: bool) -> [([f64; _], [f64; _]); n] { xs.map(|x| { let kept = if c { ys.filter(|y| y > 0.0) } else { ys.filter(|y| y < 0.0) }; (kept.map(|y| y + x), kept.rev()) }) }
pub fn deep(xs: &[[f64; m]; n], ys: &[f64]) -> [[[f64; _]; m]; n] { xs.map(|row| row.map(|x| ys.filter(|y| y > 0.0).map(|y| y + x))) }
pub fn in_turn(xs: &[i64; n], ks: &[usize]) -> [[i64; _]; n] {
    xs.map(|x| {
        let k = ks[0];
        assert!(k > 0);
        [x; if ks[k / 3] > 3 { k } else { 1 }]
    })
}
