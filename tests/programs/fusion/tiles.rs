// Lanes with loops, in tiles: those that are combined into places, those that are reduced, and those that
// fail behind their loops.
//
// gives: clusters(&[(0.0, 0.0), (9.0, 9.0), (1.0, 0.0), (8.0, 9.0)], &[(0.0, 0.0), (9.0, 9.0)]) == vec![(1.0, 2), (17.0, 2)]
// gives: distance(&[1.0, 5.0, 9.0], &[2.0, 8.0]) == 5.0
// gives: distance(&[], &[2.0, 8.0]) == 0.0
// gives: farthest(&[1, 5, 9], &[2, 8]) == 7
// gives: steps(&[1.0, 2.0, 40.0]) == 15
// gives: counted(&[1, 2, 3, 9], &[2, 3], 3) == vec![1, 1, 2]
// fails: try_counted(&[1, 2, 3, 9], &[2, 3], 2) IndexOutOfBounds
// gives: counted(&[1; 40], &[2, 3], 1) == vec![40]
// gives: found(&[1.0, 7.0, 3.0], &[2.0, 8.0]) == vec![2, 8, 2]
// plan: clusters kernels 3, intermediates 0
// plan: distance kernels 1, intermediates 0
// plan: farthest kernels 1, intermediates 0
// plan: steps kernels 1, intermediates 0

pub fn clusters(ps: &[(f64, f64)], cs: &[(f64, f64); k]) -> [(f64, usize); k] {
    let near = ps.map(|(x, y)| cs.map(|(a, b)| (a - x) * (a - x) + (b - y) * (b - y)).argmin());
    [(0.0, 0usize); k].scatter_with(|(a, b), (c, d)| (a + c, b + d), near, ps.map(|(x, y)| (x, 1usize)))
}

pub fn distance(xs: &[f64], ys: &[f64]) -> f64 {
    xs.map(|x| ys.map(|y| (x - y).abs()).reduce(100.0, f64::min)).sum()

}

pub fn farthest(xs: &[i32], ys: &[i32]) -> i32 {
    xs.map(|x| ys.map(|y| (x - y).abs()).reduce(0, i32::max)).reduce(0, i32::max)
}

pub fn steps(xs: &[f64]) -> u32 {
    xs.map(|x| {
        let mut y = x;
        let mut n = 0u32;
        while y < 100.0 && n < 50 {
            y = 2.0 * y;
            n += 1;
        }
        n
    })
    .sum()
}

pub fn counted(xs: &[i32], ys: &[i32], n: usize) -> [u32; n] {
    let places = xs.map(|x| ys.count(|y| y <= x));
    [0u32; n].scatter_with(|a, b| a + b, places, xs.map(|x| 1u32))
}

pub fn found(xs: &[f64], ys: &[f64]) -> [i32] {
    let names = ys.map(|y| y as i32);
    xs.map(|x| names[ys.map(|y| (x - y).abs()).argmin()])
}
