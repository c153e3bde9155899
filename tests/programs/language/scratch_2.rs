pub fn a1(xs: &[f32; n]) -> f32 { xs.map(|x| x * 2.0).map(|x| x + 1.0).max() }
pub fn a2(xs: &[i32]) -> ([i32], [i32], i32, i32) { let ys = xs.map(|x| x * x); (ys.map(|y| y + 1), ys.map(|y| y - 1), ys.sum(), xs.reduce(100, |a, b| a + b)) }
pub fn a3(xs: &[i32]) -> i32 { xs.filter(|x| x % 2 == 0).map(|x| x * 3).sum() }
pub fn a4(xs: &[i32]) -> [i32] { xs.map(|x| x + 1).scan(10, |a, b| a + b).map(|x| x * 2) }
pub fn a5(m: &[[i32; k]; n]) -> [[i32; n]; k] { m.map(|r| r.map(|x| x + 1)).transpose().map(|c| c.map(|x| x * 2)) }
pub fn a6(xs: &[i32], ys: &[i32]) -> [i32] { zip(xs.map(|x| x + 1), ys.map(|y| y * 2)).map(|(a, b)| a - b) }
pub fn a7(xs: &[i32]) -> [i32] { concat(xs.map(|x| x + 1), xs.rev().map(|x| x * 2), [7, 8]) }
pub fn a8(xs: &[i32]) -> [i32] { xs.windows(3).map(|w| w.sum()) }
pub fn a9(m: &[[f64; k]; n]) -> [f64; k] { m.reduce([0.0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn a10(xs: &[i32]) -> ([usize], [i32], [i32]) { (xs.argsort(), xs.sort(), xs.sort_by_key(|x| -x)) }
pub fn a11(xs: &[i32]) -> ([i32], [i32]) { xs.partition(|x| x > 2) }
pub fn a12(xs: &[i32], n: usize) -> i32 { let mut s = 0; for i in 0..n { if i < xs.len() { s += xs[i]; } } s }
pub fn a13(xs: &[i32]) -> [i32] { let mut a = xs.clone(); for i in 0..a.len() { a[i] += i as i32; if i > 0 { a[i] += a[i - 1]; } } a }
pub fn a14(xs: &[f32]) -> (f32, usize, f32, usize) { (xs.min(), xs.argmin(), xs.max(), xs.argmax()) }
pub fn a15(m: &[[i32; k]; n]) -> ([i32; n], i32) { let s = m.map(|r| r.sum()); (s, s.max()) }
pub fn a16(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| r.scan(0, |a, b| a + b)) }
pub fn a17(m: &[[i32; k]; n]) -> [i32] { m.flatten().filter(|x| x > 3) }
pub fn a18(xs: &[i32]) -> [[i32; 2]; _] { xs.chunks(2).map(|c| c.rev()) }
pub fn a19(xs: &[i32]) -> i32 { let mut x = 0; let mut k = 0; while k < xs.len() { x = match xs[k] { 0 => x, 1 | 2 => x + 1, 3..=4 => x * 2, v if v > 5 => x - v, _ => 100 }; k += 1; } x }
pub fn a20(m: &[[f32; w]; h]) -> [[f32; w]; h] { m.stencil(Mirror, |at| at(-1, 0) + at(0, 2)).stencil(Constant(0.5), |at| at(1, 1) * at(0, 0)).stencil(Wrap, |at| at(-2, 1)) }
pub fn a21(xs: &[i32]) -> [i32] { let idx = xs.map(|x| if x > 4 { SKIP } else { x }); [0; 5].scatter(idx, xs.map(|x| x + 100)) }
pub fn a22(xs: &[i32], is: &[u8]) -> [i32] { xs.gather(is) }
pub fn a23(m: &[[i32; n]; n]) -> [[i32; n]; n] { let mut d = m.clone(); for k in 0..n { d = d.map(|row| zip(row, d[k]).map(|(a, b)| a.min(row[k] + b))); } d }
pub fn a24(xs: &[(i32, f32)]) -> (i32, f32, [(f32, i32)]) { let (a, b) = xs.unzip(); (a.sum(), b.sum(), zip(b, a)) }
pub fn a25(xs: &[i32]) -> ([i32], i32) { let f = xs.filter(|x| x % 2 == 1); (f.map(|x| x + 1), f.sum() + f.len() as i32) }
pub fn a26(m: &[[i32; k]; n]) -> [i32; n] { m.map(|r| r.filter(|x| x > 2).map(|x| x * x).sum()) }
pub fn a27(m: &[[i32; k]; n]) -> [i32; n] { m.map(|r| { let s = r.sort(); s[0] + s[s.len() - 1] }) }
pub fn a28(xs: &[i32], c: bool) -> [i32] { let y = xs.map(|x| x + 1); if c { y.map(|v| v * 2) } else { y.rev().map(|v| v * 3) } }
pub fn a29(xs: &[i32]) -> [i32] { let mut a = xs.clone(); while a.len() > 2 { a = a[1..].map(|x| x + 1); } a }
pub fn a30(xs: &[f64; n], ys: &[f64; n]) -> [[f64; n]; 3] { [zip(xs, ys).map(|(x, y)| x + y), zip(xs, ys).map(|(x, y)| x * y), zip(xs, ys).map(|(x, y)| x - y)] }
