// Rows whose lengths are known before them have their places first, and are written there: of ranges, copies,
// pieces, several columns, literals and branches; with checks in their elements, and with lengths that fail.
// gives: steps(&[2, 0, 3]) == [0, 1, 0, 1, 2] && steps(&[0, 0]).is_empty() && steps(&[]).is_empty()
// gives: runs(&[(7, 2), (8, 0), (9, 1)]) == [7, 7, 9]
// gives: around(&[1, 2, 3, 4], 1) == [vec![1, 2], vec![1, 2, 3], vec![2, 3, 4], vec![3, 4]]
// gives: { let (a, b) = columns(&[(2, 5), (0, 9), (1, 3)]); a == [vec![0, 1], vec![], vec![0]] && b == [vec![5, 6], vec![], vec![3]] }
// gives: { let (a, b) = two_lengths(&[2, 0, 1]); a == [vec![0, 1], vec![], vec![0]] && b == [vec![2, 2, 2, 2], vec![], vec![1, 1]] }
// gives: both_ends(&[vec![1, 2, 3], vec![4, 5]], &[vec![6], vec![]]) == [vec![1, 2, 6, 2, 3], vec![4, 5]]
// gives: backwards(&[vec![1, 2, 3], vec![], vec![4, 5]]) == [vec![3, 2, 1], vec![], vec![5, 4]]
// gives: bytes(&[5, 200, 70_000]) == [5, 192 + 3, 128 + 8, 224 + 1, 128 + 5, 128 + 48]
// gives: bytes_apart(&[5, 200, 70_000]) == [vec![5], vec![195, 136], vec![225, 133, 176]]
// gives: chosen(&[vec![1, 2], vec![3], vec![]]) == [vec![1, 2, 1, 2], vec![3, 0], vec![0, 0]]
// gives: looked_up(&[2, 0, 1], &[5, 6]) == [5, 6, 5]
// fails: try_looked_up(&[2, 3], &[5, 6]) IndexOutOfBounds
// gives: pieces(&[1, 2, 3, 4], &[(0, 2), (3, 3), (1, 4)]) == [vec![1, 2], vec![], vec![2, 3, 4]]
// fails: try_pieces(&[1, 2, 3, 4], &[(0, 2), (3, 5)]) IndexOutOfBounds
// gives: counted(&[vec![1, 0], vec![], vec![3]]) == [vec![vec![0], vec![]], vec![], vec![vec![0, 1, 2]]]
// fails: try_steps(&[1 << 63, 1 << 63, 3]) OutOfMemory
// fails: try_steps(&[usize::MAX, 2]) OutOfMemory
// plan: steps kernels 2, descriptors 1
// plan: runs kernels 2, descriptors 1
// plan: columns kernels 2, intermediates 0, descriptors 2
// plan: two_lengths kernels 2, intermediates 0, descriptors 2
// plan: backwards kernels 1, intermediates 0, descriptors 1
// plan: looked_up kernels 2, descriptors 1
// plan: bytes_apart kernels 1, intermediates 0, descriptors 1
// plan: chosen kernels 1, intermediates 0

pub fn steps(ks: &[usize]) -> [usize] { ks.flat_map(|k| 0..k) }
pub fn runs(pairs: &[(i32, usize)]) -> [i32] { pairs.flat_map(|(x, k)| [x; k]) }
pub fn around(xs: &[i32], w: usize) -> [[i32]] {
    let n = xs.len();
    (0..n).map(|i| xs[i - w.min(i)..n.min(i + w + 1)])
}
pub fn columns(xs: &[(usize, i32); n]) -> ([[usize]; n], [[i32]; n]) { xs.map(|(k, x)| (0..k, (0..k).map(|j| x + j as i32))).unzip() }
pub fn two_lengths(ks: &[usize; n]) -> ([[usize]; n], [[usize]; n]) { ks.map(|k| (0..k, [k; 2 * k])).unzip() }
pub fn both_ends(a: &[[i32]; n], b: &[[i32]; n]) -> [[i32]; n] {
    zip(a, b).map(|(xs, ys)| if ys.is_empty() { xs } else { concat(xs[..2], ys, xs[xs.len() - 2..]) })
}
pub fn backwards(rows: &[[i32]]) -> [[i32]] { rows.map(|row| (0..row.len()).map(|i| row[row.len() - 1 - i])) }
/// A row of a branch is written in its arms.
pub fn bytes(chars: &[u32]) -> [u8] {
    chars.flat_map(|c| if c < 0x80 { [c as u8] }
        else if c < 0x800 { [(0xC0 + c / 64) as u8, (0x80 + c % 64) as u8] }
        else { [(0xE0 + c / 4096 % 16) as u8, (0x80 + c / 64 % 64) as u8, (0x80 + c % 64) as u8] })
}
pub fn bytes_apart(chars: &[u32]) -> [[u8]] {
    chars.map(|c| if c < 0x80 { [c as u8] }
        else if c < 0x800 { [(0xC0 + c / 64) as u8, (0x80 + c % 64) as u8] }
        else { [(0xE0 + c / 4096 % 16) as u8, (0x80 + c / 64 % 64) as u8, (0x80 + c % 64) as u8] })
}
pub fn chosen(rows: &[[i32]]) -> [[i32]] {
    rows.map(|row| if row.len() > 1 { concat(row, row) } else if row.len() == 1 { concat(row, [0]) } else { [0, 0] })
}
/// The elements of the rows can fail, their lengths cannot.
pub fn looked_up(ks: &[usize], xs: &[i32]) -> [i32] { ks.flat_map(|k| (0..k).map(|j| xs[j])) }
pub fn pieces(xs: &[i32], places: &[(usize, usize)]) -> [[i32]] { places.map(|(from, to)| xs[from..to]) }
pub fn counted(rows: &[[usize]]) -> [[[usize]]] { rows.map(|row| row.map(|k| 0..k)) }
