// Reductions of rows that several lanes share: each row is reduced once where that is less work.
// gives: gathered(&short(), &often()) == [9, 6, 9, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]
// gives: gathered(&short(), &[1, 0, 1]) == [9, 6, 9]
// gives: gathered(&short(), &[0; 0]).is_empty() && gathered(&[vec![1]; 0], &[0; 0]).is_empty()
// gives: gathered(&[vec![], vec![]], &[0, 1, 1, 0]) == [0, 0, 0, 0]
// fails: try_gathered(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]) IndexOutOfBounds
// fails: try_gathered(&[vec![1]; 0], &[0; 50]) IndexOutOfBounds
// gives: total(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]) == 6 * 15 + 9
// fails: try_total(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1]) IndexOutOfBounds
// gives: of_equal_rows(&[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], &[1, 1, 0, 1, 1, 1, 1]) == [40, 40, 15, 40, 40, 40, 40]
// fails: try_of_equal_rows(&[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], &[1, 1, 0, 1, 1, 1, 2]) IndexOutOfBounds
// gives: greatest(&short(), &[vec![0, 1, 0, 0, 0, 0], vec![0, 0, 0, 0, 0, 0, 0, 0]]) == [3, 5 + 3]
// fails: try_greatest(&short(), &[vec![0, 0, 0, 0, 0, 0, 0, 0], vec![0, 0, 0, 0, 0, 0, 0, 0, 7]]) IndexOutOfBounds
// gives: of_rows_with(&short(), &[vec![0, 1, 0, 0, 0, 0], vec![], vec![0, 0, 0, 0, 0, 0, 0, 0]]) == [39, 0, 48]
// gives: of_both(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 1], &[1, 1, 1, 1, 1, 1, 1, 1, 0]) == [54; 9]
// gives: spread(&[vec![1.0, 3.0], vec![2.0, 2.0, 5.0]], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) == [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 6.0]
// gives: times_factor(&short(), &[0; 16], 3) == [18; 16]
// gives: by_place(&short(), &[0, 0, 0]) == [0, 6, 12]
// gives: without_first(&[vec![1, 2, 3], vec![]], &[0; 16]) == [5; 16]
// fails: try_without_first(&[vec![1, 2, 3], vec![]], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) IndexOutOfBounds
// gives: of_table(&[vec![0, 1, 1], vec![7]], &[10, 20], &[0; 16]) == [50; 16]
// gives: largest(&[vec![3, 4], vec![]], &[0; 20]) == [4; 20]
// fails: try_largest(&[vec![3, 4], vec![]], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) Empty
// gives: of_long_rows_inside(&[vec![vec![1, 2], vec![3]], vec![vec![4; 100]]], &[0; 16]) == [6; 16]
// gives: counted_again(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 3) == 87 * 3
// gives: kept(&short(), &often()) == [9, 9] && kept(&short(), &[1, 0, 1]) == [9, 9]
// gives: lengths_kept(&short(), &often()) == [2, 2]
// gives: repeated(&short(), &often()) == [&[9, 9, 6, 6, 6, 9, 9][..], &[6; 45]].concat()
// gives: placed(&short(), &often(), [7; 20])[15..] == [6, 6, 6, 7, 7]
// gives: added_up(&short(), &often(), [1; 3]) == [97, 19, 1]
// fails: try_kept(&short(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]) IndexOutOfBounds
// plan: gathered kernels 3, intermediates 0, descriptors 1
// plan: of_equal_rows kernels 1, intermediates 0, descriptors 0
// plan: greatest kernels 3, intermediates 0, descriptors 2
// plan: of_rows_with kernels 3, intermediates 0, descriptors 2
// plan: of_both kernels 5, intermediates 0, descriptors 1
// plan: by_place kernels 1, intermediates 0, descriptors 1
// plan: without_first kernels 1, intermediates 0, descriptors 1
// plan: of_table kernels 1, intermediates 0, descriptors 1
// plan: of_long_rows_inside kernels 1, intermediates 0, descriptors 2
// plan: sequential kernels 1, intermediates 0, descriptors 1

pub fn short() -> [[i32]] { [[1, 2, 3], [4, 5]] }
pub fn often() -> [u8] { concat([1, 0, 1], [0; 15]) }
pub fn gathered(rows: &[[i32]], is: &[u8]) -> [i32] { rows.gather(is).map(|row| row.sum()) }
pub fn total(rows: &[[i32]], is: &[i32]) -> i32 { is.map(|i| rows[i].sum()).sum() }
pub fn of_equal_rows(rows: &[[i32; m]; n], is: &[usize]) -> [i32] { rows.gather(is).map(|row| row.sum()) }
/// Lanes in lanes.
pub fn greatest(rows: &[[i32]], iss: &[[usize]]) -> [i32] {
    iss.enumerate().map(|(k, is)| is.map(|i| rows[i].reduce(0, |a, b| a.max(b))).min() + k as i32 * 5)
}
pub fn of_rows_with(rows: &[[i32]], iss: &[[usize]]) -> [i32] { iss.map(|is| is.map(|i| rows[i].sum()).sum()) }
pub fn of_both(rows: &[[i32]; n], is: &[usize; k], js: &[usize; k]) -> [i32; k] {
    zip(is, js).map(|(i, j)| rows[i].sum() * rows[j].sum())
}
/// Two reductions, of which one needs the other.
pub fn spread(rows: &[[f64]], is: &[usize]) -> [f64] {
    is.map(|i| {
        let mean = rows[i].sum() / rows[i].len() as f64;
        rows[i].map(|x| (x - mean) * (x - mean)).sum()
    })
}
pub fn times_factor(rows: &[[i32]], is: &[usize], factor: i32) -> [i32] { is.map(|i| rows[i].map(|x| x * factor).sum()) }
/// A reduction that depends on the lane, too, is not shared between lanes.
pub fn by_place(rows: &[[i32]], is: &[usize]) -> [i32] {
    is.enumerate().map(|(k, i)| rows[i].map(|x| x * k as i32).sum())
}
/// An operation that can fail must not fail for rows that nothing asks for.
pub fn without_first(rows: &[[i32]], is: &[usize]) -> [i32] { is.map(|i| rows[i][1..].sum()) }
pub fn of_table(rows: &[[usize]], table: &[i32], is: &[usize]) -> [i32] { is.map(|i| rows[i].map(|j| table[j]).sum()) }
pub fn largest(rows: &[[i32]], is: &[usize]) -> [i32] { is.map(|i| rows[i].max()) }
/// The elements of rows of rows would have to be counted first.
pub fn of_long_rows_inside(rows: &[[[i32]]], is: &[usize]) -> [i32] { is.map(|i| rows[i].map(|row| row.sum()).sum()) }
pub fn counted_again(rows: &[[i32]], is: &[usize], times: usize) -> i32 {
    let mut result = 0;
    for _ in 0..times {
        result += is.map(|i| rows[i].sum()).sum();
    }
    result
}
pub fn sequential(rows: &[[i32]], is: &[usize]) -> [i32] { is.map(#[sequential] |i| rows[i].sum()) }
/// The use of the sums does not matter.
pub fn kept(rows: &[[i32]], is: &[u8]) -> [i32] { rows.gather(is).map(|row| row.sum()).filter(|sum| sum > 6) }
pub fn lengths_kept(rows: &[[i32]], is: &[u8]) -> [usize] { rows.gather(is).filter(|row| row.sum() > 6).map(|row| row.len()) }
pub fn repeated(rows: &[[i32]], is: &[u8]) -> [i32] { rows.gather(is).flat_map(|row| [row.sum(); row.len()]) }
pub fn placed(rows: &[[i32]], is: &[u8], dest: [i32]) -> [i32] {
    dest.scatter(0..is.len(), rows.gather(is).map(|row| row.sum()))
}
pub fn added_up(rows: &[[i32]], is: &[u8], dest: [i32]) -> [i32] {
    dest.scatter_with(|a, b| a + b, is, rows.gather(is).map(|row| row.sum()))
}
