<T: i32 | f64 | u8, I: u32 | usize>

// Generic functions over a type list, with ragged arrays: each instance is a program of its own.
// gives: sums(&[vec![1, -2], vec![]]) == [-1, 0] && sums(&[vec![1.5, 2.0], vec![]]) == [3.5, 0.0]
// gives: sums(&[vec![200u8, 100], vec![]]) == [44, 0] && doubled(&[vec![1, -2], vec![]]) == [vec![2, -4], vec![]]
// gives: doubled(&[vec![0.5], vec![], vec![2.0]]) == [vec![1.0], vec![], vec![4.0]] && doubled(&[vec![200u8]]) == [vec![144]]
// gives: products(&[vec![(0u32, 2), (1, 3)], vec![]], &[10, 100]) == [320, 0]
// gives: products(&[vec![(0usize, 0.5), (1, 2.0)], vec![]], &[1.0, 4.0]) == [8.5, 0.0]
// gives: products(&[vec![(1u32, 100u8)]], &[0, 3]) == [44]
// fails: try_products(&[vec![(1usize, 2)], vec![(2, 1)]], &[1, 2]) IndexOutOfBounds
// gives: sorted(&[vec![3, 1, 2], vec![]]) == [vec![1, 2, 3], vec![]] && sorted(&[vec![0.5, -0.5], vec![]]) == [vec![-0.5, 0.5], vec![]]
// gives: sorted(&[vec![255u8, 0]]) == [vec![0, 255]] && above(&[vec![1, 5, 2], vec![]], &[1, 0]) == [vec![5, 2], vec![]]
// gives: above(&[vec![0.5, 1.5]], &[1.0]) == [vec![1.5]] && ranges(&[2u32, 0, 1]) == [vec![0, 1], vec![], vec![0]]
// gives: ranges(&[0usize, 2]) == [vec![], vec![0, 1]]
// gives: largest(&[vec![vec![1, 3], vec![]], vec![], vec![vec![-2]]]) == [vec![3], vec![], vec![-2]]
// gives: largest(&[vec![vec![0.5, 2.5]], vec![]]) == [vec![2.5], vec![]]
// gives: weighted_rows(&[vec![1, 2], vec![]], &[10, 20]) == [vec![10, 20], vec![]]
// gives: weighted_rows(&[vec![1.0, 2.0], vec![], vec![3.0]], &[0.5, 1.0, 2.0]) == [vec![0.5, 1.0], vec![], vec![6.0]]
// gives: only_lengths(&[vec![1, 2], vec![]]) == [2, 0]

pub fn sums(rows: &[[T]]) -> [T] { rows.map(|row| row.sum()) }
pub fn doubled(rows: &[[T]]) -> [[T]] { rows.map(|row| row.map(|x| x + x)) }
pub fn products(rows: &[[(I, T)]], x: &[T]) -> [T] { rows.map(|row| row.map(|(i, a)| a * x[i]).sum()) }
pub fn sorted(rows: &[[T]]) -> [[T]] { rows.map(|row| row.sort()) }
pub fn above(rows: &[[T]; n], limits: &[T; n]) -> [[T]; n] { zip(rows, limits).map(|(row, limit)| row.filter(|x| x > limit)) }
pub fn ranges(xs: &[I]) -> [[I]] { xs.map(|x| 0..x) }
pub fn largest(xs: &[[[T]]]) -> [[T]] { xs.map(|rows| rows.filter(|row| !row.is_empty()).map(|row| row.max())) }
fn weighted(xs: &[T; n], by: T) -> [T; n] { xs.map(|x| x * by) }
pub fn weighted_rows(rows: &[[T]; n], by: &[T; n]) -> [[T]; n] { zip(rows, by).map(|(row, b)| weighted(row, b)) }
pub fn only_lengths(rows: &[[i32]]) -> [usize] { rows.lengths() }
