// Regular levels around ragged ones, from Rust and back: arrays of arrays that have one length, of rows
// that do not.
// gives: rows(lengths(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]])) == [[2, 0], [1, 2]]
// gives: lengths(&Vec::<[Vec<i32>; 2]>::new()).shape() == [0, 0]
// fails: try_lengths(&[vec![vec![1]], vec![]]) Size
// gives: turned(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]]) == [[vec![], vec![1, 2]], [vec![4, 5], vec![3]]]
// gives: of_two(&[[vec![1, 2], vec![]], [vec![3], vec![4, 5]]]) == 5
// fails: try_of_two(&[[vec![1]]]) Size
// gives: total(&vec![vec![vec![vec![1], vec![2, 3]]], vec![]]) == 6
// gives: rows(of_products(&[[vec![(1, true), (2, false)], vec![]]])) == [[1, 0]]

pub fn lengths(xs: &[[[i32]; m]; n]) -> [[usize; m]; n] { xs.map(|rows| rows.map(|row| row.len())) }
pub fn turned(xs: &[[[i32]; m]; n]) -> [[[i32]; m]; n] { xs.map(|rows| rows.rev()) }
pub fn of_two(xs: &[[[i32]; 2]]) -> usize { xs.map(|rows| rows[0].len() + rows[1].len()).sum() }
pub fn total(xs: &[[[[i32]; m]]; n]) -> i32 { xs.map(|a| a.map(|b| b.map(|row| row.sum()).sum()).sum()).sum() }
pub fn of_products(xs: &[[[(i32, bool)]; m]; n]) -> [[i32; m]; n] {
    xs.map(|rows| rows.map(|row| row.map(|(x, taken)| if taken { x } else { 0 }).sum()))
}
