/// dot
pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 { zip(xs, ys).map(|(x, y)| x * y).sum() }
pub fn matmul(a: &[[f64; m]; n], b: &[[f64; p]; m]) -> [[f64; p]; n] {
    generate((n, p), |(i, j)| (0..m).map(|k| a[i][k] * b[k][j]).sum())
}
pub fn softmax(m: &[[f32; k]; n]) -> [[f32; k]; n] {
    m.map(|row| { let hi = row.max(); let e = row.map(|x| (x - hi).exp()); let s = e.sum(); e.map(|x| x / s) })
}
struct P { x: f32, y: (f32, i32) }
const G: f32 = 9.81;
fn twice(f: impl Fn(f32) -> f32, x: f32) -> f32 { f(f(x)) }
pub fn mean(ps: &[P]) -> ([P], f32) {
   let q = ps.map(|p| P { x: twice(|v| v * G, p.x), ..p });
   let t: f32 = q.map(|p| p.y.0).sum();
   (q, t / ps.len() as f32)
}
pub fn blur(img: &[[f32; w]; h]) -> [[f32; w]; h] {
   img.stencil(Clamp, |at| (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) + at(0,0)) / 5.0)
}
pub fn hist(xs: &[u8]) -> [u32; 256] { [0; 256].scatter_with(|a, b| a + b, xs, xs.map(|_| 1)) }
pub fn collatz(n: u64) -> u32 { let mut x = n; let mut c = 0; while x > 1 { x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 }; c += 1; } c }
pub fn sieve(n: usize) -> [bool; n] {
   let mut a = [true; n];
   for i in 2..n { if a[i] { let mut j = i * i; while j < n { a[j] = false; j += i; } } }
   a
}
pub fn evens(xs: &[i32]) -> ([i32], usize) { let f = xs.filter(|x| x % 2 == 0); (f.map(|x| x * 10), f.len()) }
pub fn fact(n: u64) -> u64 { match n { 0 | 1 => 1, n => n * fact(n - 1) } }
