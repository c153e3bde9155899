// Rows whose lengths are differences of products, or of ranges that begin anywhere: they agree if the
// differences do, as sums of products.
// gives: rows(pieces(&[1, 2, 3, 4], 2)) == [[1, 2], [3, 4]] && pieces(&[], 2).is_empty()
// gives: rows(fours(2)) == [[0, 1, 2, 3], [1, 2, 3, 4]]
// gives: rows(shifted(2, 3)) == [[1, 2, 3], [2, 3, 4]] && rows(shifted(2, 0)) == [[0; 0]; 2]
// gives: rows(products(3, 2)) == [[0, 1], [2, 3], [4, 5]]
// gives: rows(closed(2)) == [[2, 3, 4, 5, 6], [3, 4, 5, 6, 7]]
// gives: planes(of_planes(&[1, 2, 3, 4, 5, 6, 7, 8], 2, 2)) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// gives: padded(&[1, 2, 3], 1).to_vec() == [vec![2, 3], vec![1, 3], vec![1, 2]]
// gives: planes(in_lanes(&[10, 20])) == [[[10, 11], [11, 12]], [[20, 21], [21, 22]]]
// gives: ends(&[1, 5], 7).to_vec() == [vec![1, 2, 3], vec![5, 6, 7]] && ends(&[usize::MAX - 1], 7).to_vec() == [vec![]; 1]
// gives: backwards(3).to_vec() == [vec![0, 1, 2], vec![1, 2], vec![2]] && before(2, 0).to_vec() == [vec![], vec![]]
// gives: literals(&[vec![vec![1, 2], vec![]], vec![]]).to_vec() == [vec![vec![vec![2, 1], vec![1, 2]], vec![vec![], vec![]]], vec![]]
// gives: rows(taken(&[1, 2, 3, 4, 5], &[0, 3])) == [[1, 2], [4, 5]] && taken(&[], &[]).is_empty()
// gives: try_taken(&[1, 2], &[-1]).is_err() && try_taken(&[1, 2], &[i32::MAX]).is_err()
// gives: rows(closed_slices(&[1, 2, 3, 4], &[1, 0])) == [[2, 3, 4], [1, 2, 3]] && try_closed_slices(&[1; 300], &[254]).is_err()
// gives: rows(signed_pieces(&[1, 2, 3, 4, 5, 6], 3, 2)) == [[1, 2, 3], [4, 5, 6]] && try_signed_pieces(&[1, 2], -1, 1).is_err()
// gives: rows(around(2)) == [[-1, 0, 1], [0, 1, 2]] && around(-1).is_empty()
// gives: rows(bytes(&[250, 255])) == [[250, 251], [255, 256]] && rows(few()) == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
// gives: may_wrap(&[1, i32::MAX]).to_vec() == [vec![1, 2], vec![]]
// plan: taken descriptors 0
// plan: pieces descriptors 0
// plan: fours descriptors 0
// plan: products descriptors 0
// plan: of_planes descriptors 0

pub fn pieces(xs: &[i32], k: usize) -> [[i32; k]] {
    (0..xs.len() / k).map(|i| xs[i * k..(i + 1) * k])
}
pub fn fours(count: usize) -> [[usize; 4]; count] { (0..count).map(|i| i..i + 4) }
pub fn shifted(n: usize, k: usize) -> [[usize; k]; n] { (0..n).map(|i| i + 1..i + 1 + k) }
pub fn products(n: usize, k: usize) -> [[usize; k]; n] { (0..n).map(|i| i * k..(i + 1) * k) }
pub fn closed(n: usize) -> [[usize; 5]; n] { (0..n).map(|i| i + 2..=i + 6) }
pub fn of_planes(xs: &[i32], h: usize, w: usize) -> [[[i32; w]; h]] {
    (0..xs.len() / (h * w)).map(|p| (0..h).map(|r| xs[(p * h + r) * w..(p * h + r + 1) * w]))
}
/// All but some elements in the middle.
pub fn padded(xs: &[i32; n], k: usize) -> [[i32]] {
    (0..n - k + 1).map(|i| concat(xs[..i], xs[i + k..]))
}
pub fn in_lanes(xs: &[i32]) -> [[[i32; 2]; 2]] {
    xs.map(|x| (0..2).map(|i: usize| (i..i + 2).map(|j| x + j as i32)))
}
/// Slices do not run backwards, whatever their bounds wrap to.
pub fn taken(xs: &[i32], at: &[i32]) -> [[i32; 2]; _] { at.map(|i| xs[i..i + 2]) }
pub fn closed_slices(xs: &[i32], at: &[u8]) -> [[i32; 3]; _] { at.map(|i| xs[i..=i + 2]) }
pub fn signed_pieces(xs: &[i32], k: i64, n: i64) -> [[i32; _]; _] {
    (0..n).map(|i| xs[i * k..(i + 1) * k])
}
/// A number that counts, or that is known to be small, does not wrap.
pub fn around(n: i64) -> [[i64; 3]; _] { (0..n).map(|i| i - 1..i + 2) }
pub fn bytes(at: &[u8]) -> [[usize; 2]; _] { at.map(|i| i as usize..i as usize + 2) }
pub fn few() -> [[u8; 3]; _] { (0..3u8).map(|i| i..i + 3) }
pub fn may_wrap(at: &[i32]) -> [[i32]] { at.map(|i| i..i + 2) }
/// If a range begins at a number of the user's, its end may have wrapped: such a range is empty.
pub fn ends(xs: &[usize], last: usize) -> [[usize]] {
    xs.map(|x| (x..x + 3).filter(|i| i <= last))
}
pub fn backwards(n: usize) -> [[usize]] { (0..n).map(|i| i..n) }
pub fn before(n: usize, k: usize) -> [[usize]] { (1..n + 1).map(|i| i..i + k - 1) }
/// Pairs of rows of no row.
pub fn literals(xsss: &[[[i32]]]) -> [[[[i32]]]] {
    xsss.map(|plane| plane.map(|row| { let v = row.rev(); [v, v.rev()] }))
}
