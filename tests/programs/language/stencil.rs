// `stencil`: constant offsets, four boundaries, ranks 1 to 3, outermost offset first.
// gives: clamp(&[1, 2, 4]) == [112, 124, 244] && clamp(&[7]) == [777] && clamp(&[]).is_empty()
// gives: wrap(&[1, 2, 4]) == [412, 124, 241] && wrap(&[7]) == [777]
// gives: mirror(&[1, 2, 4]) == [212, 124, 242] && mirror(&[7]) == [777] && mirror(&[1, 2]) == [212, 121]
// gives: by_function(&[1, 2, 4]) == clamp(&[1, 2, 4]) && by_function_of_function(&[1, 2, 4]) == [9, 1, 2]
// gives: by_constants(&[1, 2, 4, 8]) == [6, 12, 9, 3]
// gives: constant(&[1, 2, 4]) == [912, 124, 249] && constant(&[]).is_empty()
// gives: far_wrap(&[1, 2, 3]) == [3, 1, 2] && far_mirror(&[1, 2, 3]) == [3, 2, 1]
// gives: far_clamp(&[1, 2, 3]) == [1, 1, 1] && far_mirror(&[5]) == [5] && far_mirror(&[1, 2]) == [1, 2]
// gives: rows(cross(&[[1, 2], [3, 4]])) == [[7, 9], [11, 13]]
// gives: rows(above_left(&[[1, 2], [3, 4]])) == [[0, 0], [0, 1]]
// gives: rows(below(&[[1, 2], [3, 4]])) == [[3, 4], [1, 2]]
// gives: planes(of_rank_three(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])) == [[[8, 7], [6, 5]], [[4, 3], [2, 1]]]
// gives: of_pairs(&[(1, 0.5), (2, 1.5)]).to_vec() == [(2, 0.5), (0, 0.5)]
// gives: rows(in_rows(&[[1, 2, 4], [3, 3, 3]])) == [[112, 124, 244], [333, 333, 333]]
// gives: planes(in_planes(&[[[1, 2], [3, 4]]])) == [[[2, 1], [4, 3]]]
// gives: planes(planes_in(&[[[1, 2], [3, 4]]])) == [[[3, 4], [1, 2]]]
// gives: chained(&[1.0, 2.0, 3.0]) == [1.25, 2.0, 2.75]
// gives: type_changes(&[1, 5, 2]) == [false, true, false]
// gives: life(&BLINKER, 1).iter().eq(BLINKER.as_flattened().iter().enumerate().map(|(i, _)| i / 5 == 2 && (1..4).contains(&(i % 5))))
// gives: life(&BLINKER, 2).iter().eq(BLINKER.as_flattened().iter().copied())
// gives: computed_offsets(&[1, 2, 3, 4]) == [23, 34, 41, 12]
// gives: captured(&[1.0, 2.0], &[10.0, 100.0]) == [12.0, 120.0]
// plan: clamp kernels 1, intermediates 0
// plan: of_rank_three kernels 1, intermediates 0
// gives: farthest(&[1, 2, 3]) == [1322, 1331, 1312] && farthest(&[7]) == [7777]

pub const BLINKER: [[bool; 5]; 5] = [
    [false, false, false, false, false],
    [false, false, true, false, false],
    [false, false, true, false, false],
    [false, false, true, false, false],
    [false, false, false, false, false],
];
pub fn clamp(xs: &[i32]) -> [i32] { xs.stencil(Clamp, |at| 100 * at(-1) + 10 * at(0) + at(1)) }
pub fn wrap(xs: &[i32]) -> [i32] { xs.stencil(Wrap, |at| 100 * at(-1) + 10 * at(0) + at(1)) }
pub fn mirror(xs: &[i32]) -> [i32] { xs.stencil(Mirror, |at| 100 * at(-1) + 10 * at(0) + at(1)) }
pub fn constant(xs: &[i32]) -> [i32] { xs.stencil(Constant(9), |at| 100 * at(-1) + 10 * at(0) + at(1)) }
/// Offsets beyond the other edge.
pub fn far_wrap(xs: &[i32]) -> [i32] { xs.stencil(Wrap, |at| at(-4)) }
pub fn far_mirror(xs: &[i32]) -> [i32] { xs.stencil(Mirror, |at| at(-6)) }
pub fn far_clamp(xs: &[i32]) -> [i32] { xs.stencil(Clamp, |at| at(-6)) }
pub fn cross(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.stencil(Clamp, |at| at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1))
}
/// A constant as soon as one of the indices is outside.
pub fn above_left(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.stencil(Constant(0), |at| at(-1, -1)) }
pub fn below(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.stencil(Wrap, |at| at(1, 0)) }
pub fn of_rank_three(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] { t.stencil(Wrap, |at| at(1, -1, 1)) }
pub fn of_pairs(ps: &[(i32, f64)]) -> [(i32, f64)] {
    ps.stencil(Constant((0, 0.5)), |at| (at(1).0, at(-1).1))
}
/// Depth 1 and 2: of each row, and of each plane.
pub fn in_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.map(|row| row.stencil(Clamp, |at| 100 * at(-1) + 10 * at(0) + at(1)))
}
pub fn in_planes(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] {
    t.map(|m| m.map(|row| row.stencil(Mirror, |at| at(1))))
}
pub fn planes_in(t: &[[[i32; k]; m]; n]) -> [[[i32; k]; m]; n] { t.map(|m| m.stencil(Mirror, |at| at(1, 0))) }
pub fn chained(xs: &[f64]) -> [f64] {
    xs.map(|x| 2.0 * x).stencil(Clamp, |at| (at(-1) + 2.0 * at(0) + at(1)) / 8.0).map(|x| x + 0.0 * x)
}
pub fn type_changes(xs: &[i32]) -> [bool] { xs.stencil(Clamp, |at| at(0) > at(-1) && at(0) > at(1)) }
pub fn life(cells: &[[bool; k]; n], generations: usize) -> [[bool; k]; n] {
    let mut world = cells.clone();
    for _ in 0..generations {
        world = world.stencil(Wrap, |at| {
            let alive = at(-1, -1) as u8 + at(-1, 0) as u8 + at(-1, 1) as u8 + at(0, -1) as u8
                + at(0, 1) as u8 + at(1, -1) as u8 + at(1, 0) as u8 + at(1, 1) as u8;
            alive == 3 || (alive == 2 && at(0, 0))
        });
    }
    world
}
pub fn captured(xs: &[f64], ys: &[f64]) -> [f64] {
    let total = ys.sum();
    xs.stencil(Constant(total), |at| at(1) + ys[0])
}
pub const STEP: i32 = 3;
/// Offsets are constant expressions.
pub fn computed_offsets(xs: &[i32]) -> [i32] { xs.stencil(Wrap, |at| 10 * at(STEP - 1 - 1) + at(-(1 + 1) * 5 / STEP + 5 % 3 + 3)) }
/// A function that `at` is given to.
pub fn by_function(xs: &[i32]) -> [i32] { xs.stencil(Clamp, |at| digits(at)) }
fn digits(at: impl Fn(i32) -> i32) -> i32 { 100 * at(-1) + 10 * at(0) + at(1) }
pub fn by_function_of_function(xs: &[i32]) -> [i32] { xs.stencil(Constant(9), |at| passed_on(&at)) }
fn passed_on(at: impl Fn(i8) -> i32) -> i32 { previous(at) }
fn previous(at: impl Fn(i8) -> i32) -> i32 { at(-1) }
const DISTANCE: usize = 2;
const DISTANCES: [i32; 2] = [0, 1];
pub fn by_constants(xs: &[i32]) -> [i32] { xs.stencil(Wrap, |at| at(DISTANCE as i32) + at(DISTANCES[1])) }
/// The largest offsets that there are.
pub fn farthest(xs: &[i32]) -> [i32] {
    xs.stencil(Clamp, |at| at(-2147483648) * 1000 + at(2147483647) * 100)
        .zip(xs.stencil(Wrap, |at| at(-2147483648) * 10)).map(|(a, b)| a + b)
        .zip(xs.stencil(Mirror, |at| at(2147483647))).map(|(a, b)| a + b)
}
