// Records of thirty fields: sorted, summed up and filtered in lanes; sorted and told apart by one field in host code.
// gives: { let p = |x: f32| P { a0: x, a1: x, a2: x, a3: x, a4: x, a5: x, a6: x, a7: x, a8: x, a9: x, a10: x, a11: x, a12: x, a13: x, a14: x, a15: x, a16: x, a17: x, a18: x, a19: x, a20: x, a21: x, a22: x, a23: x, a24: x, a25: x, a26: x, a27: x, a28: x, a29: x };
//     run(&vec![vec![p(2.0), p(-1.0)], vec![]]).to_vec() == vec![vec![p(1.0)], vec![]]
//     && ordered(&[p(2.0), p(-1.0), p(0.5)]).to_vec() == [p(-1.0), p(0.5), p(2.0)]
//     && positive(&[p(2.0), p(-1.0)]).to_vec() == [p(2.0)] }

struct P { a0: f32, a1: f32, a2: f32, a3: f32, a4: f32, a5: f32, a6: f32, a7: f32, a8: f32, a9: f32, a10: f32, a11: f32, a12: f32, a13: f32, a14: f32, a15: f32, a16: f32, a17: f32, a18: f32, a19: f32, a20: f32, a21: f32, a22: f32, a23: f32, a24: f32, a25: f32, a26: f32, a27: f32, a28: f32, a29: f32 }
pub fn run(xss: &[[P]]) -> [[P]] {
    xss.map(|xs| xs.sort_by_key(|p| p.a3).scan(zero(), |p, q| sum(p, q)).filter(|p| p.a7 > 0.0))
}
pub fn ordered(xs: &[P]) -> [P] { xs.sort_by_key(|p| p.a3) }
pub fn positive(xs: &[P]) -> [P] { xs.filter(|p| p.a29 > 0.0) }
fn zero() -> P { P { a0: 0.0, a1: 0.0, a2: 0.0, a3: 0.0, a4: 0.0, a5: 0.0, a6: 0.0, a7: 0.0, a8: 0.0, a9: 0.0, a10: 0.0, a11: 0.0, a12: 0.0, a13: 0.0, a14: 0.0, a15: 0.0, a16: 0.0, a17: 0.0, a18: 0.0, a19: 0.0, a20: 0.0, a21: 0.0, a22: 0.0, a23: 0.0, a24: 0.0, a25: 0.0, a26: 0.0, a27: 0.0, a28: 0.0, a29: 0.0 } }
fn sum(p: P, q: P) -> P { P { a0: p.a0 + q.a0, a1: p.a1 + q.a1, a2: p.a2 + q.a2, a3: p.a3 + q.a3, a4: p.a4 + q.a4, a5: p.a5 + q.a5, a6: p.a6 + q.a6, a7: p.a7 + q.a7, a8: p.a8 + q.a8, a9: p.a9 + q.a9, a10: p.a10 + q.a10, a11: p.a11 + q.a11, a12: p.a12 + q.a12, a13: p.a13 + q.a13, a14: p.a14 + q.a14, a15: p.a15 + q.a15, a16: p.a16 + q.a16, a17: p.a17 + q.a17, a18: p.a18 + q.a18, a19: p.a19 + q.a19, a20: p.a20 + q.a20, a21: p.a21 + q.a21, a22: p.a22 + q.a22, a23: p.a23 + q.a23, a24: p.a24 + q.a24, a25: p.a25 + q.a25, a26: p.a26 + q.a26, a27: p.a27 + q.a27, a28: p.a28 + q.a28, a29: p.a29 + q.a29 } }
