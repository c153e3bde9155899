// Loops that replace elements and rows inside of rows: each turn costs as much as it writes.
// plan: elements kernels 0, intermediates 0
// gives: elements(&[vec![vec![1], vec![]], vec![], vec![vec![2, 3]]]) == [vec![vec![10], vec![]], vec![], vec![vec![20, 30]]]
// plan: one_element kernels 0, intermediates 0
// gives: one_element(&[vec![vec![1, 2]], vec![]], 0, 0) == [vec![vec![9, 2]], vec![]]
// gives: one_element(&[vec![vec![1, 2]], vec![]], 1, 0) == [vec![vec![1, 2]], vec![]]
// plan: fields kernels 0, intermediates 0
// gives: fields(&[vec![vec![(1, false)], vec![(2, true)]], vec![]]) == [vec![vec![(1, true)], vec![(2, true)]], vec![]]
// gives: one_row(&[vec![vec![1], vec![]], vec![vec![2]]], 0, 1) == [vec![vec![1], vec![7, 8]], vec![vec![2]]]
// gives: one_row(&[vec![vec![1], vec![]], vec![vec![2]]], 1, 1) == [vec![vec![1], vec![]], vec![vec![2]]]
// gives: two_rows(&[vec![vec![1], vec![2]], vec![vec![3]]]) == [vec![vec![1, 1], vec![2]], vec![vec![3, 4, 5]]]
// gives: longer(&[vec![vec![1], vec![]], vec![], vec![vec![2, 3]]], 2) == [vec![vec![1, 0, 1], vec![0, 1]], vec![], vec![vec![2, 3, 0, 1]]]
// gives: rows_and_elements(&[vec![vec![4, 5], vec![6]], vec![vec![]]]) == [vec![vec![8, 5], vec![12]], vec![vec![7]]]
// gives: whole_rows(&[vec![vec![1]], vec![vec![2], vec![3]]]) == [vec![vec![2], vec![3]], vec![vec![5], vec![3]]]
// gives: shared(&[vec![1, 2], vec![3, 4]]) == [vec![vec![1, 2], vec![0, 4]], vec![vec![1, 2], vec![1, 4]]]
// gives: shared_rows(&[vec![5], vec![6, 7]]) == [vec![vec![], vec![6, 7]], vec![vec![5], vec![1]]]
// gives: in_lanes(&[vec![vec![vec![1], vec![2]]], vec![]], 1) == [vec![vec![vec![2], vec![4, 5]]], vec![]]
// gives: until(&[vec![vec![1]], vec![], vec![vec![2]]]) == [vec![vec![1, 0]], vec![], vec![vec![2, 2]]]
// gives: deepest(&vec![vec![vec![vec![1, 2], vec![]]], vec![]]) == vec![vec![vec![vec![1, 1], vec![]]], vec![]]
// gives: cells(2, 1, &[(0, 5), (1, 6), (0, 7)]) == [vec![vec![5, 7], vec![6]]]
// gives: cells(1, 3, &[]) == [vec![vec![]], vec![vec![]], vec![vec![]]]
// gives: pairs_of_rows(&[vec![1, 2], vec![]], 3) == [vec![vec![4, 2], vec![0, 2]], vec![vec![], vec![]]]
// gives: pairs_of_deep_rows(&[vec![1], vec![2, 3]]) == [vec![vec![vec![1], vec![2, 3, 7]]; 2], vec![vec![vec![0], vec![2, 3]]; 2]]
// gives: cells_in_lanes(&[0, 3]) == [vec![vec![vec![]; 2]; 2], vec![vec![vec![0], vec![]], vec![vec![2], vec![1]]]]
// fails: try_one_row(&[vec![vec![1]]], 0, 3) IndexOutOfBounds

pub fn elements(xs: &[[[i32]]; n]) -> [[[i32]]; n] {
    let mut v = xs.clone();
    for i in 0..n { for j in 0..v[i].len() { for k in 0..v[i][j].len() { v[i][j][k] *= 10; } } }
    v
}
pub fn one_element(xs: &[[[i32]]; n], i: usize, j: usize) -> [[[i32]]; n] {
    let mut v = xs.clone();
    if v[i].len() > j && v[i][j].len() > 0 { v[i][j][0] = 9; }
    v
}
pub fn fields(xs: &[[[(i32, bool)]]; n]) -> [[[(i32, bool)]]; n] {
    let mut v = xs.clone();
    for i in 0..n { for j in 0..v[i].len() { v[i][j][0].1 = true; } }
    v
}
pub fn one_row(xs: &[[[i32]]; n], i: usize, j: usize) -> [[[i32]]; n] {
    let mut v = xs.clone();
    if i == 0 { v[i][j] = [7, 8]; }
    v
}
pub fn two_rows(xs: &[[[i32]]; n]) -> [[[i32]]; n] {
    let mut v = xs.clone();
    v[0][0] = [1, 1];
    v[1][0] = concat(v[1][0], [4, 5]);
    v
}
pub fn longer(xs: &[[[i32]]; n], k: usize) -> [[[i32]]; n] {
    let mut v = xs.clone();
    for t in 0..k { for i in 0..n { for j in 0..v[i].len() { v[i][j] = concat(v[i][j], [t as i32]); } } }
    v
}
pub fn rows_and_elements(xs: &[[[i32]]; n]) -> [[[i32]]; n] {
    let mut v = xs.clone();
    for i in 0..n {
        for j in 0..v[i].len() { if v[i][j].len() > 0 { v[i][j][0] *= 2; } else { v[i][j] = [7]; } }
    }
    v
}
/// Rows of rows are replaced, too: nothing is kept.
pub fn whole_rows(xs: &[[[i32]]; n]) -> [[[i32]]; n] {
    let mut v = xs.clone();
    for i in 0..n { if i == 0 { v[i] = v[n - 1].clone(); } else { v[i][0] = [5]; } }
    v
}
/// Rows that are shared at first become one for each place.
pub fn shared(xs: &[[i32]; n]) -> [[[i32]]; 2] {
    let mut v = [xs, xs];
    for i in 0..2 { v[i][1][0] = i as i32; }
    v
}
pub fn shared_rows(xs: &[[i32]; n]) -> [[[i32]]; 2] {
    let mut v = [xs, xs];
    for i in 0..2 { v[i][i] = [i as i32; i]; }
    v
}
pub fn in_lanes(xss: &[[[[i32]]]], k: usize) -> [[[[i32]]]] {
    xss.map(|xs| {
        let mut v = xs.clone();
        for i in 0..v.len() {
            for j in 0..v[i].len() { if j == k { v[i][j] = [4, 5]; } else { v[i][j][0] *= 2; } }
        }
        v
    })
}
pub fn until(xs: &[[[i32]]; n]) -> [[[i32]]; n] {
    let mut v = xs.clone();
    let mut i = 0;
    while i < n { if v[i].len() > 0 { v[i][0] = concat(v[i][0], [i as i32]); } i += 1; }
    v
}
pub fn deepest(xs: &[[[[i32]]]; n]) -> [[[[i32]]]; n] {
    let mut v = xs.clone();
    for i in 0..n {
        for j in 0..v[i].len() {
            for k in 0..v[i][j].len() {
                if v[i][j][k].len() > 1 { v[i][j][k] = [v[i][j][k][0]; 2]; }
            }
        }
    }
    v
}
/// The items that fall into each cell of a grid.
pub fn cells(w: usize, h: usize, items: &[(usize, i32)]) -> [[[i32]]; _] {
    let mut grid = [[[0; 0]; w]; h];
    for (at, item) in items { grid[at / w][at % w] = concat(grid[at / w][at % w], [item]); }
    grid
}
pub fn pairs_of_rows(xs: &[[i32]; n], k: usize) -> [[[i32]; 2]; n] {
    let mut v = xs.map(|row| [row, [0; 0]]);
    for t in 0..k {
        if v[0][0].len() > 0 { if t % 2 == 0 { v[0][1] = concat(v[0][1], [t as i32]); } v[0][0][0] += 1; }
    }
    v
}
pub fn pairs_of_deep_rows(xs: &[[i32]; n]) -> [[[[i32]]; 2]; n] {
    let mut v = xs.map(|_| [xs, xs]);
    for j in 0..2 { v[0][j][1] = concat(v[0][j][1], [7]); if n > 1 { v[1][j][0][0] = 0; } }
    v
}
pub fn cells_in_lanes(ks: &[usize]) -> [[[[usize]; 2]; 2]; _] {
    ks.map(|k| {
        let mut v = [[[0usize; 0]; 2]; 2];
        for i in 0..k { v[(i + 1) / 2][i % 2] = concat(v[(i + 1) / 2][i % 2], [i]); }
        v
    })
}
