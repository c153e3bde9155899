// Functions whose names are alike, and like those that the expansion gives to lifted functions: each has
// kernels of its own.
// gives: all(&[1, 2], 3) == [33, 44]
// gives: counted(&[2, 0, 1]) == [vec![2, 1, 2, 1], vec![], vec![1, 1]]

fn f(n: usize) -> usize { if n == 0 { 0 } else { 1 + [f(n - 1)].sum() } }
fn f_lanes(n: usize) -> usize { if n == 0 { 0 } else { 2 + [f_lanes(n - 1)].sum() } }
fn F(n: usize) -> usize { if n == 0 { 0 } else { 3 + [F(n - 1)].sum() } }
fn f_2(n: usize) -> usize { if n == 0 { 0 } else { 5 + [f_2(n - 1)].sum() } }
pub fn all(xs: &[usize], m: usize) -> [usize] {
    xs.map(|x| f(x) + f_lanes(x) + F(x) + f_2(x)).map(|x| x + f(m) + f_lanes(m) + F(m) + f_2(m) - 11)
}
fn down(n: usize) -> [usize] { if n == 0 { [] } else { concat([n], down(n - 1)) } }
fn down_lanes(n: usize) -> [usize] { if n == 0 { [] } else { concat([n], down_lanes(n - 1)) } }
pub fn counted(ns: &[usize]) -> [[usize]] { ns.map(|n| concat(down(n), down_lanes(n))) }
