// Constants of every type that filters in lanes keep.
// gives: ones(&[vec![1, -1], vec![], vec![2, 3]]) == [vec![1], vec![], vec![1, 1]]
// gives: bytes(&[vec![1, -1], vec![]]) == [vec![1u8, 1], vec![]]
// gives: sevens(3) == [vec![], vec![], vec![7.0f32; 3]]
// gives: constants(2) == [vec![], vec![3u8; 3]]
// gives: written_out(2) == [vec![7usize; 3], vec![7; 3]]
// gives: products(2).to_vec() == [vec![], vec![P { a: 1, b: 2.0 }; 3]]

const K: u8 = 3;
pub struct P { pub a: u8, pub b: f32 }

pub fn ones(xs: &[[i64]]) -> [[i64]] { xs.map(|r| r.filter(|x| x > 0).map(|_| 1)) }
pub fn bytes(xs: &[[i64]]) -> [[u8]]  { xs.map(|r| r.map(|_| 1).filter(|_| r.len() > 1)) }
pub fn sevens(n: usize) -> [[f32]] { (0..n).map(|i| [7.0; 3].filter(|_| i > 1)) }
pub fn constants(n: usize) -> [[u8]] { (0..n).map(|i| [K; 3].filter(|_| i > 0)) }
pub fn products(n: usize) -> [[P]] { (0..n).map(|i| [P { a: 1, b: 2.0 }; 3].filter(|_| i > 0)) }
pub fn written_out(n: usize) -> [[usize]] { (0..n).map(|_| [7usize; 3].filter(|_| true)) }
