// Loops outside of lanes whose arrays are small: nothing is launched in them, and arrays that they build again at
// each turn need no memory. They begin with literals, parameters and results of kernels, and give their arrays to
// results, kernels and other loops.
// gives: mixed(&[5, 6]) == [2, 11, 8, 56] && mixed(&[]) == [1, 2, 3, 4]
// gives: turned(3) == [0, -1] && turned(0) == [1, 0]
// gives: rows(product(&[[[1, 1], [1, 0]], [[1, 1], [1, 0]], [[1, 1], [1, 0]]])) == [[3, 2], [2, 1]]
// gives: rows(product(&[[[0, 0], [0, 0]]; 0])) == [[1, 0], [0, 1]]
// gives: best_path(&[0, 1, 1], &[[0, -1], [-2, 0]], &[[0, -3], [-1, 0]]) == [-6, -1]
// fails: try_best_path(&[0, 2], &[[0, -1], [-2, 0]], &[[0, -3], [-1, 0]]) IndexOutOfBounds
// gives: from_parameter([1, 2, 3], 4) == [2, 3, 1]
// gives: from_kernel(&[1, 2], 2) == [8, 13] && to_kernel(&[0, 1, 1], 3) == [2, 1, 1]
// gives: loops_in_loops(3) == [6, 6, 6] && loops_in_loops(0) == [0, 0, 0]
// gives: { let (a, b) = swapped(3); a == [2, 1] && b == [1, 2] }
// gives: { let (a, n) = until_all_large(1); a == [16, 17] && n == 4 }
// gives: one_of_two(&[true, false, true]) == [3, 6]
// gives: kept_in_place(&[3, 1, 3, 0]) == [1, 1, 0, 2] && { let (a, b) = kept_and_rebuilt(&[3, 1, 3]); a == [0, 1, 0, 2] && b == [7, 0] }
// gives: sorted_each_time(&[4, 1, 3, 9]) == [1, 3, 4] && kept_largest(&[5, 2, 9, 1]) == [5, 9]
// gives: filtered_each_time(5) == 10 && rows_of_rows(1) == 20
// gives: in_branches(true, 3) == [6, 3] && in_branches(false, 3) == [0, 0]
// gives: longer(2) == 300 * 2
// gives: { let (a, b) = used_twice(3); a == [3, 4] && b == [6, 8] }
// plan: mixed kernels 0, intermediates 0
// plan: product kernels 0, intermediates 2
// plan: best_path kernels 0, intermediates 0
// plan: loops_in_loops kernels 0, intermediates 1
// plan: longer kernels 3

pub fn mixed(xs: &[u32]) -> [u32; 4] { xs.fold([1, 2, 3, 4], |s, x| [s[1] ^ x, s[2].wrapping_add(s[0]), s[3], s[0].rotate_left(3)]) }
pub fn turned(n: usize) -> [i32; 2] {
    let mut p = [1, 0];
    let m = [[0, -1], [1, 0]];
    for _ in 0..n { p = [m[0][0] * p[0] + m[0][1] * p[1], m[1][0] * p[0] + m[1][1] * p[1]]; }
    p
}
pub fn product(ms: &[[[i64; 2]; 2]]) -> [[i64; 2]; 2] {
    ms.fold([[1, 0], [0, 1]], |a, b| (0..2).map(|i| (0..2).map(|j| (0..2).map(|k| a[i][k] * b[k][j]).sum())))
}
pub fn best_path(seen: &[usize], step: &[[i32; 2]; 2], cost: &[[i32; k]; 2]) -> [i32; 2] {
    let mut best = [0; 2];
    for s in seen { best = (0..2).map(|j| (0..2).map(|i| best[i] + step[i][j]).max() + cost[j][s]); }
    best
}
pub fn from_parameter(xs: [i32; 3], n: usize) -> [i32; 3] { let mut a = xs; for _ in 0..n { a = [a[1], a[2], a[0]]; } a }
pub fn from_kernel(xs: &[i32], n: usize) -> [i32; 2] {
    let mut a = (0..2).map(|r| xs.map(|x| x + r).sum());
    for _ in 0..n { a = [a[1], a[0] + a[1]]; }
    a
}
pub fn to_kernel(xs: &[usize], n: usize) -> [i32] {
    let mut a = [1, 2];
    for _ in 0..n { a = [a[1], a[0]]; }
    xs.map(|x| a[x])
}
pub fn loops_in_loops(n: usize) -> [i32; 3] {
    let mut a = [0; 3];
    for i in 0..n {
        let mut b = [0; 3];
        for _ in 0..i + 1 { b = b.map(|x| x + 1); }
        a = zip(a, b).map(|(x, y)| x + y);
    }
    a
}
pub fn swapped(n: usize) -> ([i32; 2], [i32; 2]) { let (mut a, mut b) = ([1, 2], [2, 1]); for _ in 0..n { (a, b) = (b, a); } (a, b) }
pub fn until_all_large(x: i32) -> ([i32; 2], i32) {
    let (mut a, mut n) = ([x, x + 1], 0);
    while a.any(|x| x < 16) && n < 9 { a = [a[0] * 2, a[0] * 2 + 1]; n += 1; }
    (a, n)
}
pub fn one_of_two(choices: &[bool]) -> [i32; 2] {
    let mut a = [1, 2];
    for c in choices { a = if c { [a[0] + 1, a[1] * 2] } else { [a[0], a[1] - 1] }; }
    a
}
/// An array that is updated in place stays where it is.
pub fn kept_in_place(xs: &[usize]) -> [i32; 4] { let mut counts = [0; 4]; for x in xs { counts[x] += 1; } counts }
pub fn kept_and_rebuilt(xs: &[usize]) -> ([i32; 4], [usize; 2]) {
    let (mut counts, mut sums) = ([0; 4], [0, 0]);
    for x in xs { counts[x] += 1; sums = [sums[0] + x, 0]; }
    (counts, sums)
}
pub fn sorted_each_time(xs: &[i32]) -> [i32; 3] { let mut a = [7, 8, 9]; for x in xs { a = [a[0], a[1], x.min(a[2])].sort(); } a }
pub fn kept_largest(xs: &[i32]) -> [i32; 2] { let mut a = [0; 2]; for x in xs { let b = [a[0], a[1], x].sort(); a = b[1..3]; } a }
pub fn filtered_each_time(n: usize) -> usize {
    let mut total = 0;
    for i in 0..n { let few = (0..8).filter(|j| j < i); total += few.len(); }
    total
}
pub fn rows_of_rows(n: usize) -> i32 {
    let mut m = [[1, 2], [3, 4]];
    for _ in 0..n { m = m.transpose().map(|row| row.map(|x| x * 2)); }
    m.flatten().sum()
}
pub fn in_branches(chosen: bool, n: usize) -> [i32; 2] {
    if chosen { let mut a = [0, 0]; for i in 0..n { a = [a[0] + 2, a[1] + i as i32]; } a } else { [0, 0] }
}
pub fn longer(n: usize) -> i32 { let mut a = [0; 300]; for _ in 0..n { a = a.map(|x| x + 1); } a.sum() }
pub fn used_twice(n: usize) -> ([i32; 2], [i32; 2]) { let mut a = [0, 1]; for _ in 0..n { a = [a[0] + 1, a[1] + 1]; } (a, a.map(|x| 2 * x)) }
