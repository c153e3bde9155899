// Filters whose conditions go round: lanes go side by side, and are kept in their order.
// gives: near(&[[0.0, 3.0, 1.0], [0.0, 4.0, 1.0]], &[0.0, 0.0], 3.0) == [0, 2]
// gives: near_and_how_far(&[[0.0, 3.0, 1.0], [0.0, 4.0, 1.0]], &[0.0, 0.0], 3.0) == (vec![0.0, 2.0].into(), 2)
// gives: stays(&[(0.0, 0.0), (1.0, 1.0), (-1.0, 0.0), (0.3, 0.5)], 20) == [(0.0, 0.0), (-1.0, 0.0), (0.3, 0.5)]
// gives: sorted_out(&[[1; 20], std::array::from_fn(|i| i as i32)], &[3; 20]) == (vec![3; 9].into(), (10..21).collect(), 210)
// gives: ordered(&[1, 2, 3], &[1, 10, 100, 1000]) == [1, 2]
// gives: dividing(&[[3; 20], std::array::from_fn(|i| i as i32 - 10)], &[[3; 20], [2; 20]]) == (12..20).collect::<Vec<usize>>()
// gives: empty() == [] as [usize; 0]
// fails: try_dividing(&[[3; 20]], &[std::array::from_fn::<_, 20, _>(|i| 18 - i as i32)]) DivisionByZero
// plan: near kernels 1, intermediates 0, descriptors 0
// plan: near_and_how_far kernels 1, intermediates 0, descriptors 0

pub fn near(coordinates: &[[f32; n]; d], q: &[f32; d], r: f32) -> [usize] {
    (0..n).filter(|i| zip(coordinates.map(|c| c[i]), q).map(|(a, b)| (a - b) * (a - b)).sum() < r)
}
pub fn near_and_how_far(coordinates: &[[f32; n]; d], q: &[f32; d], r: f32) -> ([f32], usize) {
    let distances = (0..n).map(|i| zip(coordinates.map(|c| c[i]), q).map(|(a, b)| (a - b) * (a - b)).sum());
    let kept = distances.filter(|x| x < r);
    (kept, kept.len())
}
pub fn stays(points: &[(f32, f32)], rounds: usize) -> [(f32, f32)] {
    points.filter(|(a, b)| {
        let mut x = 0.0;
        let mut y = 0.0;
        let mut k = 0;
        while k < rounds && x * x + y * y < 4.0 {
            let next = x * x - y * y + a;
            y = 2.0 * x * y + b;
            x = next;
            k += 1;
        }
        k == rounds
    })
}
/// Two groups, and a sum of all lanes.
pub fn sorted_out(planes: &[[i32; n]; d], xs: &[i32; n]) -> ([i32], [i32], i32) {
    let sums = (0..n).map(|i| planes.map(|plane| plane[i]).sum());
    let (low, high) = zip(xs, sums).partition(|(_, s)| s < 10);
    (low.map(|(x, _)| x), high.map(|(_, s)| s), sums.sum())
}
/// Elements that are kept together stay in their order.
pub fn ordered(xs: &[usize], weights: &[usize; m]) -> [usize] {
    xs.filter(|x| (0..m).map(|k| weights[k] * x % (k + 2)).sum() > 1)
}
/// A lane fails, maybe behind others that do not.
pub fn dividing(planes: &[[i32; n]; d], by: &[[i32; n]; d]) -> [usize] {
    (0..n).filter(|i| (0..d).map(|k| planes[k][i] / by[k][i]).sum() > 1)
}
pub fn empty() -> [usize] { (0..0).filter(|i| (0..i).sum() > 3) }
