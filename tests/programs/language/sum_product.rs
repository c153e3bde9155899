// `sum` and `product`, of every type of number, at depths 0 to 2.
// gives: total(&[1, 2, 3]) == 6 && total(&[]) == 0
// gives: product(&[2, 3, 7]) == 42 && product(&[]) == 1
// gives: wrapping(&[250, 10]) == (4, 196) && wide(&[u64::MAX, 2]) == 1
// gives: float_total(&[0.5, 0.25]) == 0.75 && float_total(&[]) == 0.0
// gives: float_total(&[1.0, f32::NAN]).is_nan() && float_total(&[f32::INFINITY, 1.0]) == f32::INFINITY
// gives: float_product(&[0.5, 4.0]) == 2.0 && float_product(&[]) == 1.0
// gives: of_rows(&[[1, 2], [3, 4]]) == [3, 7] && of_rows(&[[1; 0]; 2]) == [0, 0]
// gives: products_of_rows(&[[1, 2], [3, 4]]) == [2, 12]
// gives: rows(of_planes(&[[[1.0, 2.0]], [[3.0, 4.0]]])) == [[3.0], [7.0]]
// gives: of_columns(&[[1, 2], [3, 4]]) == [4, 6]
// gives: of_all(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]) == 36
// gives: of_components(&[(1, 2.0), (3, 4.0)]) == (4, 6.0)
// gives: of_filtered(&[[1, 2, 3], [4, 5, 6]]) == [2, 10]
// gives: harmonic(4) == 1.0 + 0.5 + 1.0 / 3.0 + 0.25
// plan: total kernels 1, intermediates 0
// plan: of_rows kernels 1, intermediates 0
// plan: of_planes kernels 1, intermediates 0
// plan: of_filtered kernels 1, intermediates 0
// plan: of_components kernels 1, intermediates 0
// plan: of_all kernels 1, intermediates 0

pub fn total(xs: &[i32]) -> i32 { xs.sum() }
pub fn product(xs: &[i64]) -> i64 { xs.product() }
pub fn wrapping(xs: &[u8]) -> (u8, u8) { (xs.sum(), xs.product()) }
pub fn wide(xs: &[u64]) -> u64 { xs.sum() }
pub fn float_total(xs: &[f32]) -> f32 { xs.sum() }
pub fn float_product(xs: &[f64]) -> f64 { xs.product() }
pub fn of_rows(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.sum()) }
pub fn products_of_rows(m: &[[u16; k]; n]) -> [u16; n] { m.map(|row| row.product()) }
pub fn of_planes(t: &[[[f64; k]; m]; n]) -> [[f64; m]; n] { t.map(|m| m.map(|row| row.sum())) }
pub fn of_columns(m: &[[i32; k]; n]) -> [i32; k] { m.transpose().map(|column| column.sum()) }
pub fn of_all(t: &[[[i32; k]; m]; n]) -> i32 { t.map(|m| m.map(|row| row.sum()).sum()).sum() }
pub fn of_components(ps: &[(i32, f32)]) -> (i32, f32) { let (a, b) = ps.unzip(); (a.sum(), b.sum()) }
pub fn of_filtered(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.filter(|x| x % 2 == 0).sum()) }
pub fn harmonic(n: usize) -> f64 { (1..=n).map(|i| 1.0 / i as f64).sum() }
