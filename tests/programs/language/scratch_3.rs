pub fn b1(m: &[[f64; k]; n]) -> [f64; k] { m.reduce([1.0; k], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn b2(m: &[[f64; k]; n]) -> [[f64; k]; n] { m.scan([1.0; k], |a, b| zip(a, b).map(|(x, y)| x + y)).map(|r| r.map(|x| x * 2.0)) }
pub fn b3(m: &[[i32; 4]; n]) -> [i32; 4] { m.reduce([1, 0, 0, 1], |a, b| [a[0]*b[0]+a[1]*b[2], a[0]*b[1]+a[1]*b[3], a[2]*b[0]+a[3]*b[2], a[2]*b[1]+a[3]*b[3]]) }
pub fn b4(m: &[[i32; 4]; n]) -> [[i32; 4]; n] { m.scan([1, 0, 0, 1], |a, b| [a[0]*b[0]+a[1]*b[2], a[0]*b[1]+a[1]*b[3], a[2]*b[0]+a[3]*b[2], a[2]*b[1]+a[3]*b[3]]) }
pub fn b5(m: &[[i32; k]; n]) -> [i32; k] { m.min_by_key(|r| r.sum()) }
pub fn b6(m: &[[i32; k]; n], is: &[i32; n]) -> [[i32; k]; 8] { [[0; k]; 8].scatter(is, m) }
pub fn b7(m: &[[i32; k]; n], is: &[i32; n]) -> [[i32; k]; 8] { [[0; k]; 8].scatter_with(|a, b| zip(a, b).map(|(x, y)| x + y), is, m) }
pub fn b8(xs: &[i32]) -> ([i32], [i32], [usize], [i32; 3]) { (xs.rev(), xs[..xs.len() / 2], 0..xs.len(), [1, 2, 3]) }
pub fn b9(m: &[[i32; k]; n]) -> [[i32; n]; k] { m.transpose() }
pub fn b10(m: &[[i32; k]; n]) -> [i32; k] { let mut a = m.clone(); for i in 0..n { a[i][0] = 7; a[0] = a[i]; } if n > 0 { a[n - 1] } else { [0; k] } }
pub fn b11(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| { let mut a = r.clone(); for j in 1..k { a[j] += a[j - 1]; } a }) }
pub fn b12(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| r.sort().rev()) }
pub fn b13(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.rev().map(|r| r.rotate_left(1)) }
pub fn b14(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|r| { let mut x = r.clone(); let mut t = 0; while t < 3 { x = x.map(|v| v + t); t += 1; } x }) }
pub fn b15(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.gather((0..n).map(|i| n - 1 - i)) }
pub fn b16(m: &[[i32; k]; n]) -> [[i32; k]; _] { m.filter(|r| r.sum() > 5) }
pub fn b17(m: &[[i32; k]; n]) -> i32 { m.fold(0, |acc, r| acc * 2 + r.sum()) }
pub fn b18(n: usize) -> [[usize; 5]; n] { generate(n, |i| (0..5).map(|j| i * j)) }
pub fn b19(xs: &[i32], c: bool) -> [i32] { if c { xs } else { [1, 2, 3] } }
pub fn b20(xs: &[i32; n]) -> ([i32; n], [i32; n]) { let a = xs.map(|x| x + 1); (a.clone().update(0, 5), a) }
fn quick(xs: &[i32]) -> [i32] { if xs.len() <= 1 { xs } else { let p = xs[xs.len() / 2]; let l = xs.filter(|x| x < p); let e = xs.filter(|x| x == p); let g = xs.filter(|x| x > p); concat(quick(l), e, quick(g)) } }
pub fn b21(xs: &[i32]) -> [i32] { quick(xs) }
fn gcd(a: i32, b: i32) -> i32 { if b == 0 { a } else { gcd(b, a % b) } }
pub fn b22(xs: &[i32]) -> [i32] { xs.map(|x| gcd(x, 12)) }
pub fn b23(m: &[[[i32; 3]; k]; n]) -> [[i32; 3]; n] { m.map(|r| r.reduce([0; 3], |a, b| zip(a, b).map(|(x, y)| x + y))) }
pub fn b24(m: &[[f32; k]; n]) -> ([[f32; k]; n], f32) { let s = m.map(|r| { let t = r.map(|x| x * x).sum().sqrt(); r.map(|x| x / (t + 1.0)) }); (s, s.flatten().sum()) }
