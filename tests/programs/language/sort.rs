// `sort`, `sort_by_key`, `argsort`: stable; floats in the order of `total_cmp`.
// gives: ascending(&[3, -1, 2, 3]) == [-1, 2, 3, 3] && ascending(&[]).is_empty() && ascending(&[7]) == [7]
// gives: floats(&[1.0, f64::NEG_INFINITY, -0.0, 0.0, -1.0]) == [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0]
// gives: float_bits(&[0.0, -0.0, f32::NAN, -f32::NAN, 1.0]) ==
//     [(-f32::NAN).to_bits(), (-0.0f32).to_bits(), 0, 1.0f32.to_bits(), f32::NAN.to_bits()]
// gives: bools(&[true, false, true]) == [false, true, true]
// gives: unsigned(&[u64::MAX, 0, 1 << 63]) == [0, 1 << 63, u64::MAX]
// gives: small(&[i8::MAX, i8::MIN, 0]) == [i8::MIN, 0, i8::MAX]
// gives: order(&[30, 10, 20, 10]) == [1, 3, 2, 0] && order(&[]).is_empty()
// gives: float_order(&[f32::NAN, 0.0, -0.0]) == [2, 1, 0]
// gives: pairs(&[(2, 1.0), (1, 5.0), (1, -5.0)]).to_vec() == [(1, -5.0), (1, 5.0), (2, 1.0)]
// gives: pair_order(&[(2, 1.0), (1, 5.0), (1, 5.0)]) == [1, 2, 0]
// gives: descending(&[1, 3, 2]) == [3, 2, 1]
// gives: stable(&[(2, 'a' as u32), (1, 'b' as u32), (2, 'c' as u32), (1, 'd' as u32)]).to_vec() ==
//     [(1, 'b' as u32), (1, 'd' as u32), (2, 'a' as u32), (2, 'c' as u32)]
// gives: structs(&[Entry { key: 2.0, id: 1 }, Entry { key: 1.0, id: 2 }]).iter().map(|e| e.id).eq([2, 1])
// gives: rows(rows_by_sum(&[[5, 5], [1, 2], [0, 3]])) == [[1, 2], [0, 3], [5, 5]]
// gives: rows(in_rows(&[[3, 1, 2], [6, 5, 4]])) == [[1, 2, 3], [4, 5, 6]]
// gives: rows(order_in_rows(&[[3, 1, 2], [4, 5, 4]])) == [[1, 2, 0], [0, 2, 1]]
// gives: rows(keys_in_rows(&[[3, 1, 2], [4, 5, 4]])) == [[3, 2, 1], [5, 4, 4]]
// gives: planes(in_planes(&[[[2, 1], [4, 3]], [[6, 5], [8, 7]]])) == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// gives: medians(&[[3, 1, 2], [9, 7, 8]]) == [2, 8]
// gives: ranks(&[30, 10, 20]) == [2, 0, 1]
// gives: of_filtered(&[5, 4, 3, 2]) == [2, 4]
// gives: sorted(1_000_003) && order_is_stable(1_000_003)
// fails: try_failing_key(&[1, 0]) DivisionByZero

struct Entry { key: f64, id: u32 }
pub fn ascending(xs: &[i32]) -> [i32] { xs.sort() }
pub fn floats(xs: &[f64]) -> [f64] { xs.sort() }
pub fn float_bits(xs: &[f32]) -> [u32] { xs.sort().map(f32::to_bits) }
pub fn bools(xs: &[bool]) -> [bool] { xs.sort() }
pub fn unsigned(xs: &[u64]) -> [u64] { xs.sort() }
pub fn small(xs: &[i8]) -> [i8] { xs.sort() }
pub fn order(xs: &[i32]) -> [usize] { xs.argsort() }
pub fn float_order(xs: &[f32]) -> [usize] { xs.argsort() }
pub fn pairs(ps: &[(i32, f64)]) -> [(i32, f64)] { ps.sort() }
pub fn pair_order(ps: &[(i32, f64)]) -> [usize] { ps.argsort() }
pub fn descending(xs: &[i32]) -> [i32] { xs.sort_by_key(|x| -x) }
pub fn stable(ps: &[(u8, u32)]) -> [(u8, u32)] { ps.sort_by_key(|p| p.0) }
pub fn structs(entries: &[Entry]) -> [Entry] { entries.sort_by_key(|e| (e.key, e.id)) }
pub fn rows_by_sum(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.sort_by_key(|row| row.sum()) }
/// Depth 1 and 2.
pub fn in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.sort()) }
pub fn order_in_rows(m: &[[i32; k]; n]) -> [[usize; k]; n] { m.map(|row| row.argsort()) }
pub fn keys_in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| row.sort_by_key(|x| 10 - x)) }
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] { t.map(|m| m.map(|row| row.sort())) }
pub fn medians(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.sort()[k / 2]) }
pub fn ranks(xs: &[i32]) -> [usize] { xs.argsort().argsort() }
pub fn of_filtered(xs: &[i32]) -> [i32] { xs.filter(|x| x % 2 == 0).sort() }
pub fn sorted(n: usize) -> bool {
    let xs = (0..n).map(|i| (i * 7919) % 10_007).sort();
    (1..n).all(|i| xs[i - 1] <= xs[i]) && xs.len() == n
}
pub fn order_is_stable(n: usize) -> bool {
    let keys = (0..n).map(|i| (i * 7919) % 17);
    let order = keys.argsort();
    (1..n).all(|i| {
        let (a, b) = (order[i - 1], order[i]);
        keys[a] < keys[b] || (keys[a] == keys[b] && a < b)
    })
}
pub fn failing_key(xs: &[i32]) -> [i32] { xs.sort_by_key(|x| 6 / x) }
