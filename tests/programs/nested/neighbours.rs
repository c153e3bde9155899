// `chunks`, `windows`, `stencil`, `reshape` and `transpose` in rows that agree and rows that differ.
// gives: planes(chunked(&[[1, 2, 3, 4], [5, 6, 7, 8]])) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// fails: try_chunked(&[[1, 2, 3]]) Size
// gives: rows(windows(&[[1, 4, 9], [5, 5, 6]])) == [[3, 5], [0, 1]]
// gives: rows(smoothed(&[[1, 4, 9], [5, 5, 6]])) == [[7, 18, 31], [20, 21, 23]]
// gives: planes(turned(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[[1, 3], [2, 4]], [[5, 7], [6, 8]]]
// gives: chunked_rows(&[vec![1, 2, 3, 4], vec![], vec![5, 6]]) == [vec![[1, 2], [3, 4]], vec![], vec![[5, 6]]]
// fails: try_chunked_rows(&[vec![1, 2], vec![3]]) Size
// gives: sums_of_chunks(&[vec![1, 2, 3], vec![], vec![5, 6, 7, 8, 9, 0]], 3) == [vec![6], vec![], vec![18, 17]]
// fails: try_sums_of_chunks(&[vec![1, 2]], 0) Size
// fails: try_sums_of_chunks(&[vec![1, 2, 3]], 2) Size
// gives: chunks_by_lane(&[vec![1, 2, 3, 4], vec![], vec![5, 6, 7]], &[2, 5, 3]) == [vec![2, 12], vec![], vec![210]]
// gives: chunks_kept(&[1, 2, 3, 4], &[2, 1, 4]) == [vec![vec![1, 2], vec![3, 4]], vec![vec![1], vec![2], vec![3], vec![4]], vec![vec![1, 2, 3, 4]]]
// fails: try_chunks_kept(&[1, 2, 3, 4], &[2, 3]) Size
// gives: windows_of_rows(&[vec![1, 2, 3, 4], vec![], vec![5, 6], vec![7, 8, 9]]) == [vec![[1, 2, 3], [2, 3, 4]], vec![], vec![], vec![[7, 8, 9]]]
// gives: differences(&[vec![1, 4, 9], vec![], vec![5], vec![2, 2]]) == [vec![3, 5], vec![], vec![], vec![0]]
// gives: longest_ascents(&[vec![1, 4, 2, 9], vec![], vec![5], vec![2, 2]]) == [2, 0, 0, 0]
// gives: windows_by_lane(&[1, 2, 3], &[1, 3, 2, 9]) == [vec![1, 2, 3], vec![6], vec![3, 5], vec![]]
// fails: try_windows_by_lane(&[1], &[1, 0]) Size
// gives: windows_over_rows(&[vec![1, 2], vec![], vec![3]]).to_vec() == [(2, 0), (0, 3)] && windows_over_rows(&[vec![1]]).is_empty()
// gives: windows_over_rows(&[vec![]; 0]).is_empty()
// gives: chunks_over_rows(&[vec![1, 2], vec![], vec![3], vec![4, 5]]) == [vec![vec![1, 2], vec![]], vec![vec![3], vec![4, 5]]]
// fails: try_chunks_over_rows(&[vec![1]]) Size
// gives: smoothed_rows(&[vec![1.0, 4.0, 9.0, 2.0], vec![], vec![5.0], vec![6.0, 1.0]]) ==
//     [vec![2.5, 5.0, 3.0, 5.5], vec![], vec![5.0], vec![3.5, 3.5]]
// gives: wrapped(&[vec![1, 4, 9, 2], vec![], vec![5], vec![6, 1]]) == [vec![24, 19, 42, 91], vec![], vec![55], vec![11, 66]]
// gives: mirrored(&[vec![1, 4, 9, 2], vec![], vec![5], vec![6, 1], vec![1, 2, 3]]) ==
//     [vec![99, 42, 19, 44], vec![], vec![55], vec![66, 11], vec![33, 22, 11]]
// gives: edges_by_lane(&[vec![1, 2, 3], vec![], vec![4]], &[100, 200, 300]) == [vec![102, 4, 102], vec![], vec![600]]
// gives: crosses(&[vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]]) == [vec![[6, 9, 8], [6, 12, 8]], vec![], vec![[8, 16, 8]]]
// gives: turned_triples(&[vec![[1, 2, 3], [4, 5, 6]], vec![[7, 8, 9]]]) ==
//     [vec![vec![1, 4], vec![2, 5], vec![3, 6]], vec![vec![7], vec![8], vec![9]]]
// gives: shaped(&[vec![1, 2, 3, 4], vec![], vec![5, 6]]) == [vec![[1, 2], [3, 4]], vec![], vec![[5, 6]]]
// fails: try_shaped(&[vec![1, 2], vec![3]]) Size
// gives: steps_of_diffusion(&[vec![1, 0, 0, 2], vec![], vec![3]], 2) == [vec![2, 3, 3, 4], vec![], vec![12]]
// plan: chunked kernels 1, intermediates 0, descriptors 0
// plan: windows kernels 1, intermediates 0, descriptors 0
// plan: smoothed kernels 1, intermediates 0, descriptors 0
// plan: turned kernels 1, intermediates 0, descriptors 0
// plan: chunked_rows kernels 2, intermediates 0, descriptors 2
// plan: sums_of_chunks kernels 1, intermediates 0, descriptors 2
// plan: differences kernels 2, intermediates 0, descriptors 2
// plan: longest_ascents kernels 1, intermediates 0, descriptors 1
// plan: smoothed_rows kernels 1, intermediates 0, descriptors 1
// plan: edges_by_lane kernels 1, intermediates 0, descriptors 1
// gives: (0..70).all(|n| sums_of_neighbours(&vec![(1..=n).collect::<Vec<i64>>()]) == [(1..=n).map(|i| 100 * if i > 2 { i - 2 } else { 7 } + i + if i < n { i + 1 } else { 7 }).sum::<i64>()])
// gives: (1..70).all(|n| most_of_neighbours(&vec![(1..=n).collect::<Vec<i64>>()]) == [(1..=n).map(|i| 10 * if i < n { i + 1 } else { 1 } - if i > 3 { i - 3 } else { 1 }).max().unwrap()])
// gives: (4..70).all(|n| mirrored_neighbours(&vec![(1..=n).collect::<Vec<i64>>()]) == [(1..=n).map(|i| 10 * if i > 3 { i - 3 } else { 5 - i } + if i < n { i + 1 } else { n - 1 }).sum::<i64>()])
// gives: (1..70).all(|n| neighbours_of_two(&vec![(1..=n).collect::<Vec<i64>>()]) == [(1..n).map(|i| i + 1).chain([1]).map(|i| i * i).sum::<i64>()])

pub fn chunked(m: &[[i32; k]; n]) -> [[[i32; 2]; _]; n] { m.map(|row| row.chunks(2)) }
pub fn windows(m: &[[i32; k]; n]) -> [[i32; _]; n] { m.map(|row| row.windows(2).map(|w| w[1] - w[0])) }
pub fn smoothed(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.stencil(Clamp, |at| at(-1) + 2 * at(0) + at(1))) }
pub fn turned(t: &[[[i32; k]; m]; n]) -> [[[i32; m]; k]; n] { t.map(|m| m.transpose()) }
pub fn chunked_rows(rows: &[[i32]]) -> [[[i32; 2]]] { rows.map(|row| row.chunks(2)) }
pub fn sums_of_chunks(rows: &[[i32]], k: usize) -> [[i32]] { rows.map(|row| row.chunks(k).map(|c| c.sum())) }
/// The length of the chunks depends on the lane.
pub fn chunks_by_lane(rows: &[[i32]; n], ks: &[usize; n]) -> [[i32]; n] { zip(rows, ks).map(|(row, k)| row.chunks(k).map(|c| c.product())) }
pub fn chunks_kept(xs: &[i32], ks: &[usize]) -> [[[i32]]] { ks.map(|k| xs.chunks(k)) }
pub fn windows_of_rows(rows: &[[i32]]) -> [[[i32; 3]]] { rows.map(|row| row.windows(3)) }
pub fn differences(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.windows(2).map(|w| w[1] - w[0])) }
pub fn longest_ascents(rows: &[[i32]]) -> [usize] { rows.map(|row| row.windows(2).count(|w| w[0] < w[1])) }
pub fn windows_by_lane(xs: &[i32], ks: &[usize]) -> [[i32]] { ks.map(|k| xs.windows(k).map(|w| w.sum())) }
/// Neighbouring rows, seen at once.
pub fn windows_over_rows(rows: &[[i32]]) -> [(usize, i32)] { rows.windows(2).map(|pair| (pair[0].len(), pair[1].sum())) }
pub fn chunks_over_rows(rows: &[[i32]]) -> [[[i32]; 2]] { rows.chunks(2) }
pub fn smoothed_rows(rows: &[[f64]]) -> [[f64]] { rows.map(|row| row.stencil(Clamp, |at| (at(-1) + at(1)) / 2.0)) }
pub fn wrapped(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.stencil(Wrap, |at| 10 * at(-1) + at(1))) }
pub fn mirrored(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.stencil(Mirror, |at| 10 * at(-2) + at(2))) }
pub fn edges_by_lane(rows: &[[i32]; n], edges: &[i32; n]) -> [[i32]; n] { zip(rows, edges).map(|(row, e)| row.stencil(Constant(e), |at| at(-1) + at(1))) }
pub fn crosses(xs: &[[[i32; 3]]]) -> [[[i32; 3]]] { xs.map(|m| m.stencil(Constant(0), |at| at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1))) }
pub fn turned_triples(cells: &[[[i32; 3]]]) -> [[[i32]; 3]] { cells.map(|m| m.transpose()) }
pub fn shaped(rows: &[[i32]]) -> [[[i32; 2]]] { rows.map(|row| row.reshape((row.len() / 2, 2))) }
pub fn steps_of_diffusion(rows: &[[i32]], steps: usize) -> [[i32]] {
    rows.map(|row| { let mut a = row.clone(); for _ in 0..steps { a = a.stencil(Clamp, |at| at(-1) + at(1)); } a })
}
/// Of rows longer than groups of lanes, with ends anywhere in them.
pub fn sums_of_neighbours(rows: &[[i64]]) -> [i64] { rows.map(|r| r.stencil(Constant(7), |at| 100 * at(-2) + at(0) + at(1)).sum()) }
pub fn most_of_neighbours(rows: &[[i64]]) -> [i64] { rows.map(|r| zip(r.stencil(Wrap, |at| at(1)), r.stencil(Clamp, |at| at(-3))).map(|(a, b)| 10 * a - b).max()) }
pub fn mirrored_neighbours(rows: &[[i64]]) -> [i64] { rows.map(|r| r.stencil(Mirror, |at| 10 * at(-3) + at(1)).sum()) }
/// Two arrays of one length, one of which goes on where the other ends.
pub fn neighbours_of_two(rows: &[[i64]]) -> [i64] { rows.map(|r| zip(r.stencil(Wrap, |at| at(1)), concat(r[1..], r[..1])).map(|(a, b)| a * b).sum()) }
