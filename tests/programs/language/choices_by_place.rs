// Lanes that choose by where they are: ends that overlap, in any dimension, one choice in another.
// gives: stairs(&[1, 2, 3, 4, 5, 6], 2, 4) == [1, 2, -3, -4, 0, 1] && stairs(&[1, 2, 3, 4, 5, 6], 4, 2) == [1, 2, 3, 4, 2, 3]
// gives: stairs(&[7, 8], 5, 9) == [7, 8] && stairs(&[7, 8], 0, 0) == [6, 7] && stairs(&[], 1, 2).is_empty()
// gives: rows(above_and_below(&[[1, 2], [3, 4], [5, 6]], 1)) == [[1, 2], [4, 3], [6, 5]]
// gives: rows(left_and_right(&[[1, 2], [3, 4], [5, 6]], 1)) == [[1, 6], [3, 4], [5, 2]]
// gives: planes(in_the_middle(&[[[1], [2]], [[3], [4]]], 1)) == [[[1], [4]], [[3], [2]]]
// gives: four_parts(&[1], &[2], &[3, 4], &[5]) == [1, 2, 3, 4, 5] && four_parts(&[], &[], &[], &[]).is_empty()
// gives: five_parts(&[1], &[2]) == [1, 2, 1, 2, 1]
// gives: two_choices(&[1, 2, 3], 1, 2).to_vec() == [(1, 1), (3, 2), (2, 3)]
// gives: nested_choices(&[1, 2, 3], 2, 1) == [1, 2, 1]
// gives: checked(&[1, 2, 3], 2) == [1, 2, 3, 1]
// fails: try_checked(&[1, 2, 3], 3) IndexOutOfBounds
// plan: stairs kernels 1, intermediates 0

pub fn stairs(xs: &[i32; n], a: usize, b: usize) -> [i32; n] {
    generate(n, |i| if i < a { xs[i] } else if i < b { -xs[i] } else { xs[i - b] - 1 })
}
pub fn above_and_below(m: &[[i32; k]; n], a: usize) -> [[i32; k]; n] {
    generate((n, k), |(i, j)| if i < a { m[i][j] } else { m[i][k - 1 - j] })
}
pub fn left_and_right(m: &[[i32; k]; n], a: usize) -> [[i32; k]; n] {
    generate((n, k), |(i, j)| if j < a { m[i][j] } else { m[n - 1 - i][j] })
}
pub fn in_the_middle(t: &[[[i32; k]; m]; n], a: usize) -> [[[i32; k]; m]; n] {
    generate((n, m, k), |(i, j, l)| if j < a { t[i][j][l] } else { t[n - 1 - i][j][l] })
}
pub fn four_parts(a: &[i32], b: &[i32], c: &[i32], d: &[i32]) -> [i32] { concat(a, b, c, d) }
pub fn five_parts(a: &[i32], b: &[i32]) -> [i32] { concat(a, b, a, b, a) }
pub fn two_choices(xs: &[i32; n], a: usize, b: usize) -> [(i32, i32); n] {
    generate(n, |i| {
        (if i < a { xs[i] } else { xs[n - i] }, if i < b { xs[i] } else { 2 + xs[i - b] })
    })
}
pub fn nested_choices(xs: &[i32; n], a: usize, b: usize) -> [i32; n] {
    generate(n, |i| if i < a { if i < b { xs[i] } else { xs[i] } } else { xs[i - a] })
}
pub fn checked(xs: &[i32], a: usize) -> [i32] {
    generate(4, |i| if i < a { xs[i] } else if i < 3 { xs[i] } else { xs[a - 2] + 0 * xs[a] })
}
