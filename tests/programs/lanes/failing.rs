// A lane that fails fails the call; an operation that is not evaluated does not. (Failures of single constructs
// stand beside these.)
// gives: index(&[vec![1, 2], vec![3, 4, 5]], 1) == [2, 4] && index(&[vec![]; 0], 7).is_empty()
// fails: try_index(&[vec![], vec![1]], 0) IndexOutOfBounds
// fails: try_index(&[vec![1], vec![], vec![1]], 0) IndexOutOfBounds
// fails: try_index(&[vec![1], vec![]], 0) IndexOutOfBounds
// fails: try_index(&[vec![1, 2]], 2) IndexOutOfBounds
// fails: try_index(&[vec![1, 2]], -1) IndexOutOfBounds
// gives: index_in_values(&[vec![1], vec![], vec![0, 1]], &[0.5, 1.5]) == [vec![1.5], vec![], vec![0.5, 1.5]]
// fails: try_index_in_values(&[vec![0], vec![], vec![1, 2]], &[0.5, 1.5]) IndexOutOfBounds
// fails: try_index_in_values(&[vec![0]], &[]) IndexOutOfBounds
// gives: index_of_rows(&[vec![1], vec![0, 1]], &[vec![5], vec![6, 7]]) == [vec![7], vec![5, 7]]
// fails: try_index_of_rows(&[vec![0, 2]], &[vec![1], vec![2, 3]]) IndexOutOfBounds
// fails: try_index_of_rows(&[vec![0], vec![1]], &[vec![1], vec![2]]) IndexOutOfBounds
// gives: slices(&[vec![1, 2, 3], vec![4, 5]], 1, 2) == [vec![2], vec![5]]
// fails: try_slices(&[vec![1, 2, 3], vec![4, 5]], 1, 3) IndexOutOfBounds
// fails: try_slices(&[vec![1, 2], vec![3, 4]], 2, 1) IndexOutOfBounds
// gives: lengths_that_do_not_add_up(&[1, 2, 3], &[vec![1, 2], vec![3], vec![0, 1, 2]]) == [vec![1, 5], vec![6], vec![0, 1, 5]]
// fails: try_lengths_that_do_not_add_up(&[1, 2, 3], &[vec![3], vec![1, 1]]) Size
// fails: try_lengths_that_do_not_add_up(&[1], &[vec![]]) Size
// fails: try_lengths_that_do_not_add_up(&[1, 2], &[vec![1, 2]]) Size
// gives: zipped(&[vec![1, 2], vec![3, 4]], &[5, 6]) == [vec![5, 12], vec![15, 24]] && zipped(&[vec![]; 0], &[1]).is_empty()
// fails: try_zipped(&[vec![1, 2], vec![3]], &[5, 6]) Size
// fails: try_zipped(&[vec![], vec![1]], &[2]) Size
// gives: zipped_inside(&[vec![vec![1, 2], vec![3, 4]], vec![], vec![vec![5]]]) == [vec![5, 11], vec![], vec![25]]
// fails: try_zipped_inside(&[vec![vec![1], vec![2]], vec![vec![1], vec![]]]) Size
// gives: smallest(&[vec![vec![2, 1]], vec![], vec![vec![3]]]) == [vec![1], vec![], vec![3]]
// fails: try_smallest(&[vec![vec![1]], vec![vec![2], vec![]]]) Empty
// gives: divided(&[vec![1, 2], vec![], vec![-5]]) == [vec![12, 6], vec![], vec![-2]]
// fails: try_divided(&[vec![1], vec![], vec![2, 0]]) DivisionByZero
// gives: divided_by_length(&[vec![1, 2, 6], vec![5]]) == [3, 5]
// fails: try_divided_by_length(&[vec![1], vec![]]) DivisionByZero
// gives: asserted(&[vec![1, 2], vec![], vec![3]]) == [2, 0, 1]
// fails: try_asserted(&[vec![1], vec![1, 2, 3]]) Assertion
// gives: try_asserted(&[vec![1, 2, 3]]).unwrap_err().message() == "at most two"
// gives: in_predicates(&[vec![1, 2, 3], vec![], vec![-1]]) == [vec![1, 2], vec![], vec![]]
// fails: try_in_predicates(&[vec![1], vec![0]]) DivisionByZero
// gives: in_keys(&[vec![1, 2, 3], vec![], vec![6]]) == [vec![3, 2, 1], vec![], vec![6]]
// fails: try_in_keys(&[vec![1], vec![2, 0]]) DivisionByZero
// gives: in_operators(&[vec![1, 1], vec![], vec![1]]) == [vec![1, 1], vec![], vec![1]]
// fails: try_in_operators(&[vec![1], vec![2, 0]]) DivisionByZero
// gives: in_loops(&[vec![1, 0], vec![0], vec![2, 2, 0, 1]]) == [1, 0, 2]
// fails: try_in_loops(&[vec![0], vec![1, 2]]) IndexOutOfBounds
// fails: try_in_loops(&[vec![0], vec![]]) IndexOutOfBounds
// gives: in_arms(&[vec![1, 2], vec![], vec![0]]) == [vec![10, 5], vec![], vec![0]]
// fails: try_in_arms(&[vec![0], vec![1, 0]]) DivisionByZero
// gives: scattered(&[vec![1, 0], vec![], vec![0, 0, 2]]) == [vec![0, 1], vec![], vec![0, 9, 2]]
// fails: try_scattered(&[vec![0], vec![1, 2]]) IndexOutOfBounds
// gives: chunked(&[vec![1, 2], vec![], vec![3, 4, 5, 6]], 2) == [vec![3], vec![], vec![7, 11]]
// fails: try_chunked(&[vec![1, 2], vec![3]], 2) Size
// fails: try_chunked(&[vec![1]], 0) Size
// gives: shaped(&[vec![1, 2, 3, 4], vec![5, 6, 7, 8]], 2) == [14, 86]
// fails: try_shaped(&[vec![1, 2], vec![3, 4, 5]], 1) Size
// gives: late(&[vec![1, 2], vec![5]], 1) == 2
// fails: try_late(&[vec![1, 2], vec![5]], 2) IndexOutOfBounds
// gives: unused(&[vec![1], vec![], vec![2, 3]]) == [1, 0, 2]
// gives: { let rows = accel::Ragged::from_rows(&[vec![1, 2], vec![], vec![0, 3]]); try_after_failure(&rows).is_err() && rows ==
//     [vec![1, 2], vec![], vec![0, 3]] && after_failure(&[vec![3], vec![]]) == [vec![2], vec![]] }
// gives: as_long_as_the_rest(&[1, 2, 3]) == [1]
// fails: try_as_long_as_the_rest(&[1, 2]) Size
// gives: counted_from(0) == 2
// fails: try_counted_from(1) Size
// gives: chosen_beside(0, &[1]).is_empty()
// fails: try_chosen_beside(1, &[1]) Size
// fails: try_rows_of_operators(1) Size
// fails: try_rows_of_operators(2) Size

pub fn index(rows: &[[i32]], i: i32) -> [i32] { rows.map(|row| row[i]) }
pub fn index_in_values(rows: &[[usize]], table: &[f64]) -> [[f64]] { rows.map(|row| row.map(|i| table[i])) }
pub fn index_of_rows(xs: &[[usize]], rows: &[[i32]]) -> [[i32]] { xs.map(|is| is.map(|i| rows[i][i])) }
pub fn slices(rows: &[[i32]], a: usize, b: usize) -> [[i32]] { rows.map(|row| row[a..b]) }
pub fn lengths_that_do_not_add_up(xs: &[i32], lengths: &[[usize]]) -> [[i32]] { lengths.map(|ls| xs.split_by(ls).map(|part| part.sum())) }
pub fn zipped(rows: &[[i32]], ys: &[i32]) -> [[i32]] { rows.map(|row| zip(row, ys).map(|(x, y)| x * y)) }
pub fn zipped_inside(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.map(|row| zip(row, rows[0]).map(|(x, y)| x * y).sum())) }
pub fn smallest(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.map(|row| row.min())) }
pub fn divided(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| 12 / x)) }
pub fn divided_by_length(rows: &[[i32]]) -> [i32] { rows.map(|row| row.sum() / row.len() as i32) }
pub fn asserted(rows: &[[i32]]) -> [usize] { rows.map(|row| { assert!(row.len() < 3, "at most two"); row.len() }) }
pub fn in_predicates(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.filter(|x| 4 / x > 1)) }
pub fn in_keys(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.sort_by_key(|x| 12 / x)) }
#[allow(deprecated)]
pub fn in_operators(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.scan(1, |a, b| a / b * b)) }
pub fn in_loops(rows: &[[i32]]) -> [i32] { rows.map(|row| { let mut i = 0; while row[i] != 0 { i += 1; } i as i32 }) }
pub fn in_arms(rows: &[[i32]]) -> [[i32]] { rows.map(|row| if row.len() > 1 { row.map(|x| 10 / x) } else { row }) }
pub fn scattered(rows: &[[usize]]) -> [[usize]] { rows.map(|row| [9; row.len()].scatter(row, row)) }
pub fn chunked(rows: &[[i32]], k: usize) -> [[i32]] { rows.map(|row| row.chunks(k).map(|c| c.sum())) }
pub fn shaped(rows: &[[i32]], k: usize) -> [i32] { rows.map(|row| row.reshape((2, k)).map(|r| r.product()).sum()) }
/// The first failing lane of the first failing operation is reported; all of the call fails.
pub fn late(rows: &[[i32]], i: usize) -> i32 { let tens = rows.map(|row| row.map(|x| 10 / x)); tens[i].sum() }
pub fn unused(rows: &[[i32]]) -> [usize] { rows.map(|row| row.len() + if false { row[7] as usize } else { 0 }) }
pub fn after_failure(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| 6 / x)) }
/// An element that is read under a length, which its row must have, is read behind the check of that length.
pub fn rows_of_operators(n: usize) -> [i32; 2] {
    (0..2).map(|_| {
        let first = [[1; 1]; n + 2].scan_exclusive([1; n + 2], |a, _| a);
        let second = first.scan_exclusive([1; 4], |a, b| zip(a, b).map(|(x, y)| x + y));
        3
    })
}
/// A length that must be 1 in every lane need not be where there is none.
pub fn counted_from(n: usize) -> usize {
    (0..n).map(|_| { let y: [usize; 1] = [1; n + 2]; y[0] }).reduce(n + 2, |a, b| a + b)
}
pub fn chosen_beside(n: usize, xs: &[i32]) -> [[i32]] {
    (0..n).map(|i| { let y: [usize; 1] = [1; n + 1]; xs.filter(|x| x > i as i32) })
}
/// An array of the length of one part cannot be made while the parts are told apart.
pub fn as_long_as_the_rest(xs: &[i32]) -> [usize] {
    let (odd, even) = xs.partition(|x| x % 2 == 1);
    (0..even.len()).map(|_| { let y: [i32; odd.len()] = [1, 2].filter(|x| x > 0); 1 })
}
