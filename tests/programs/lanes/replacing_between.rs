// Elements of rows that differ below two levels of known length, and of rows that shared elements.
// gives: rows_shared(&[vec![2, 4], vec![6]]) == [vec![100, 2, 9], vec![1, 2, 9], vec![1, 2, 9]]
// gives: rows_shared_in_turns(&[vec![1], vec![2], vec![5, 6]], 2) == [vec![3, 0, 1], vec![2, 0, 1], vec![3, 0]]
// gives: rows_shared_in_turns(&Vec::<Vec<i32>>::new(), 3).is_empty()
// gives: between(2, 3) == vec![vec![vec![1, 0], vec![1, 1, 0], vec![6, 1, 1, 1]], vec![vec![1, 1], vec![1, 1, 0], vec![1, 6, 1, 1]]]
// gives: between(0, 0).is_empty()
// gives: between_chosen(2, 0) == vec![vec![vec![1, 1], vec![], vec![1; 4]], vec![vec![1, 1], vec![], vec![7, 1, 1, 1]]]
// gives: between_replaced(2, 1) == vec![vec![vec![1; 4], vec![], vec![4, 1]], vec![vec![1; 4], vec![3], vec![4, 1]]]
// gives: deep_between(1, &[vec![1, 2], vec![3]]) == vec![vec![vec![vec![0, 0], vec![0]], vec![vec![30], vec![10, 2]]]]
// gives: in_lanes(3) == vec![vec![vec![1, 1], vec![]], vec![vec![2, 1], vec![0]], vec![vec![2, 2], vec![0, 1]]]
// gives: pairs_between(1) == vec![vec![vec![(0, false), (1, true)], vec![(9, false)]]]
// gives: bytes_between(1, &vec![vec![vec![4, 5], vec![9]]]) == vec![vec![vec![2, 2], vec![9]]]
// gives: untouched(2) == vec![vec![vec![1; 2], vec![1; 2], vec![1; 4]]; 2]
// fails: try_between_chosen(3, 0) IndexOutOfBounds

/// Rows that are the same row become different.
pub fn rows_shared(xss: &[[i32]]) -> [[i32]] {
    let mut m = xss.map(|r| r.map(|x| x / 2));
    for i in 0..m.len() { m[i] = concat(m[i], [9]); }
    let mut k = m.gather([0; 3]);
    k[0][0] = 100;
    k
}
pub fn rows_shared_in_turns(xss: &[[i32]], n: usize) -> [[i32]] {
    let mut m = xss.clone();
    for i in 0..n {
        if m.len() > 1 { m[0] = concat(m[1], [i as i32]); }
        m = m.gather((0..m.len()).map(|j| j / 2));
        for j in 0..m.len() { if j % 2 == 0 { if m[j].len() > 0 { m[j][0] += 1; } } }
    }
    m
}
pub fn between(n: usize, k: usize) -> [[[i32]; 3]] {
    let mut m = [[[1; 2], [1; k], [1; 4]]; n];
    for i in 0..n { m[i][0][1] = i as i32; m[i][2][i % 4] += 5; if k > 0 { m[i][1][k - 1] -= 1; } }
    m
}
pub fn between_chosen(n: usize, k: usize) -> [[[i32]; 3]] {
    let mut m = [[[1; 2], [1; k], [1; 4]]; n];
    let mut i = 0;
    while i < n {
        if i % 2 == 1 { m[i][2][0] = 7; } else { m[i][0][0] = m[i][2][i * 2]; }
        i += 1;
    }
    m
}
pub fn between_replaced(n: usize, k: usize) -> [[[i32]; 3]] {
    let mut m = [[[1; 2], [1; k], [1; 4]]; n];
    for i in 0..n { m[i][1] = [3; i]; m[i][0][0] = 4; m[i] = [m[i][2], m[i][1], m[i][0]]; }
    m
}
pub fn deep_between(n: usize, xss: &[[i32]]) -> [[[[i32]]; 2]] {
    let mut m = [[xss, xss.rev()]; n];
    for i in 0..n {
        for j in 0..xss.len() {
            for l in 0..m[i][0][j].len() { m[i][0][j][l] = i as i32; }
            if m[i][1][j].len() > 0 { m[i][1][j][0] *= 10; }
        }
    }
    m
}
pub fn in_lanes(n: usize) -> [[[i32]; 2]; n] {
    (0..n).map(|i| { let mut m = [[1; 2], [1; i]]; for j in 0..i { m[1][j] = j as i32; m[0][j % 2] += 1; } m })
}
pub fn pairs_between(n: usize) -> [[[(i32, bool)]; 2]] {
    let mut m = [[[(1, true); 2], [(2, false); n]]; n];
    for i in 0..n { m[i][1][i].0 = 9; m[i][0][i % 2] = (i as i32, false); }
    m
}
pub fn bytes_between(n: usize, m: &[[[u8]; 2]; n]) -> [[[u8]; 2]] {
    let mut m = m.clone();
    for i in 0..n { for k in 0..m[i][0].len() { m[i][0][k] = m[i][0][k] / 2; } }
    m
}
/// A loop that replaces nothing.
pub fn untouched(n: usize) -> [[[i32]]] { [[[1; 2], [1; n], [1; 4]]; n].scatter((0..n).map(|i| if true { SKIP } else { i }), [[[1; 4]; 3]; n]) }
