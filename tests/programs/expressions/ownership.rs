// Ownership and updates in place: an array that was taken over is updated, copies stay as they were, borrowed
// parameters are only read.
// gives: taken_apart(vec![(1, 0.5), (2, 1.5)]) == ([9, 2].into(), [0.5, 1.5].into()) && second_taken(vec![(1, 0.5)]) == ([1].into(), [7.0].into())
// gives: taken(vec![1, 2, 3]) == [3, 2, 9] && borrowed_is_kept()
// gives: accumulated(vec![1, 2, 3]) == [1, 3, 6]
// gives: rows(element_of_matrix(&[[1, 2], [3, 4]])) == [[1, 2], [13, 4]]
// gives: rows(row_of_matrix(&[[1, 2], [3, 4]])) == [[3, 4], [3, 4]]
// gives: swapped(vec![1, 2, 3], 0, 2) == [3, 2, 1] && swapped(vec![1], 0, 0) == [1]
// fails: try_swapped(vec![1, 2], 0, 2) IndexOutOfBounds
// gives: rows(swapped_rows(&[[1, 2], [3, 4]])) == [[3, 4], [1, 2]]
// gives: copies_are_apart(&[1, 2]).0 == [7, 2] && copies_are_apart(&[1, 2]).1 == [1, 2]
// gives: of_pairs(vec![(1, 0.5), (2, 1.5)]).to_vec() == [(1, 9.5), (5, 1.5)]
// gives: of_structs(vec![Cell { heat: 1.0, kind: 2 }]).to_vec() == [Cell { heat: 3.0, kind: 2 }]
// gives: rows(in_rows(&[[1, 2], [3, 4]])) == [[1, 3], [3, 7]]
// gives: planes(in_planes(&[[[1, 2], [3, 4]]])) == [[[0, 2], [0, 4]]]
// gives: result_of_literal(3) == [0, 1, 4] && returned_borrow(&[1, 2]) == [1, 2]
// gives: owned_twice(vec![1, 2], vec![3, 4]) == [4, 6] && scatter_of_itself(vec![3, 1]) == [1, 3]
// gives: in_helper(vec![5, 6]) == [6, 7] && permuted(vec![10, 20, 30]) == [20, 30, 10]
// gives: counting(&[2, 0, 2, 1]) == [1, 1, 2]
// fails: try_counting(&[3]) IndexOutOfBounds
// gives: swapped_in_the_middle(vec![1, 2, 3, 4]) == 21324
// gives: ends_swapped(vec![1, 2, 3, 4]).0 == [4, 2, 3, 1] && ends_swapped(vec![1, 2, 3, 4]).1 == 10
// gives: one_of_two(vec![1, 2, 3, 4], vec![0, 2, 3, 9]) == (10, 10, 14) && one_of_two(vec![1, 2], vec![3, 4]) == (7, 3, 7)
// gives: one_of_two_in_loop(vec![1, 2], vec![3, 4], 3).0 == [4, 2] && one_of_two_in_loop(vec![1, 2], vec![3, 4], 3).1 == 15
// gives: one_given(vec![1, 2], vec![3, 4], 1).1 == 3 && one_given(vec![1, 2], vec![3, 4], 0).1 == 7
// gives: array_and_element(&[1, 2, 3]).0 == [2, 3, 4] && array_and_element(&[1, 2, 3]).1 == 4
// gives: arms_with_elements(&[1, 2], true).1 == 4 && arms_with_elements(&[1, 2], false).1 == 0
// gives: row_and_array(&[[1, 2], [3, 4]]).1 == 6 && rows(row_and_array(&[[1, 2], [3, 4]]).0) == [[2, 3], [4, 5]]

struct Cell { heat: f64, kind: u8 }
pub fn taken(mut xs: [i32; n]) -> [i32; n] { let first = xs[0]; xs[0] = xs[n - 1]; xs[n - 1] = first; xs[n - 1] += 8; xs }
fn changed(mut xs: [i32; n]) -> [i32; n] { xs[0] = 0; xs }
pub fn borrowed_is_kept() -> bool {
    let a = (0..4).map(|i| i + 1);
    let b = changed(a.clone());
    a[0] == 1 && b[0] == 0
}
pub fn accumulated(xs: [i32; n]) -> [i32; n] { let mut a = xs; for i in 1..n { a[i] += a[i - 1]; } a }
pub fn element_of_matrix(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); a[1][0] += 10; a }
pub fn row_of_matrix(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); a[0] = a[1]; a }
pub fn swapped(xs: [i32; n], i: usize, j: usize) -> [i32; n] { let mut a = xs; a.swap(i, j); a }
pub fn swapped_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { let mut a = m.clone(); a.swap(0, 1); a }
pub fn copies_are_apart(xs: &[i32]) -> ([i32], [i32]) { let mut a = xs.clone(); let b = a.clone(); a[0] = 7; (a, b) }
pub fn of_pairs(ps: [(i32, f64); n]) -> [(i32, f64); n] { let mut a = ps; a[0].1 += 9.0; a[1] = (5, a[1].1); a }
pub fn of_structs(cells: [Cell; n]) -> [Cell; n] { let mut a = cells; for i in 0..n { a[i].heat *= 3.0; } a }
pub fn in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); for j in 1..k { a[j] += a[j - 1]; } a }) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| { let mut a = row.clone(); if k > 0 { a[0] = 0; } a }))
}
pub fn result_of_literal(n: usize) -> [usize; n] { let mut a = [0; n]; for i in 0..n { a[i] = i * i; } a }
pub fn returned_borrow(xs: &[i32]) -> [i32] { xs }
pub fn owned_twice(xs: [i32; n], ys: [i32; n]) -> [i32; n] { let mut a = xs; for i in 0..n { a[i] += ys[i]; } a }
pub fn scatter_of_itself(xs: [i32; n]) -> [i32; n] { let last = xs.len() - 1; xs.scatter((0..n).map(|i| last - i), xs.map(|x| x)) }
pub fn in_helper(xs: [i32; n]) -> [i32; n] { let mut a = xs; a = increased(a); a }
fn increased(xs: [i32; n]) -> [i32; n] { let mut a = xs; for i in 0..n { a[i] += 1; } a }
/// A cycle of a permutation, one element after the other.
pub fn permuted(xs: [i32; n]) -> [i32; n] { let mut a = xs; for i in 1..n { a.swap(i - 1, i); } a }
pub fn counting(xs: &[usize]) -> [u32; 3] { let mut c = [0; 3]; for x in xs { c[x] += 1; } c }

pub fn swapped_in_the_middle(mut xs: [i32; 4]) -> i32 { xs.swap(2, 1); xs.fold(2, |a, x| a * 10 + x) }
pub fn ends_swapped(mut xs: [i32; 4]) -> ([i32; 4], i32) { let s = xs.sum(); let f = xs.first(); let l = xs[3]; xs[0] = l; xs[3] = f; (xs, s) }
pub fn one_of_two(mut xs: [i32; n], ys: [i32; n]) -> (i32, i32, i32) { let t = if ys[0] > 2 { ys } else { xs }; xs[0] = 1; (t.sum(), xs.sum(), ys.sum()) }
pub fn one_of_two_in_loop(mut xs: [i32; n], ys: [i32; n], k: usize) -> ([i32; n], i32) { let mut s = 0; for i in 0..k { let t = if i % 2 == 0 { xs } else { ys }; xs[0] += 1; s += t.sum(); } (xs, s) }
pub fn one_given(mut xs: [i32; n], ys: [i32; n], k: i32) -> ([i32; n], i32) { let t = given(xs, ys, k > 0); xs[0] += 1; (xs, t.sum()) }
fn given(xs: &[i32; n], ys: &[i32; n], b: bool) -> [i32; n] { if b { xs } else { ys } }
// An element of an array that is given away is read before that.
pub fn array_and_element(xs: &[i32]) -> ([i32], i32) { let b = xs.map(|x| x + 1); (b, b[2]) }
pub fn arms_with_elements(xs: &[i32], more: bool) -> ([i32], i32) {
    if more { let b = xs.map(|x| x + 1); (b, b[1] + 1) } else { (xs, 0) }
}
pub fn row_and_array(m: &[[i32; 2]; n]) -> ([[i32; 2]; n], i32) {
    let a = m.map(|row| row.map(|x| x + 1));
    let last = a[n - 1];
    (a, last[1] + 1)
}
/// The arrays of components go ways of their own.
pub fn taken_apart(xs: [(i32, f64)]) -> ([i32], [f64]) { let (mut a, b) = xs.unzip(); a[0] = 9; (a, b) }
pub fn second_taken(xs: [(i32, f64)]) -> ([i32], [f64]) { let (a, mut b) = xs.unzip(); b[0] = 7.0; (a, b) }
