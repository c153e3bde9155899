// Loops that write rows of a matrix, and read others of it: they need rows of the matrix as it was, which are
// copied; the matrix is not.
// gives: moved_in(2).to_vec() == [1.0; 8]
// gives: rows(rows_swapped(&[[1, 2], [3, 4], [5, 6]])) == [[3, 4], [5, 6], [1, 2]]
// gives: rows(row_shifted(&[[1, 2], [3, 4], [5, 6]])) == [[1, 2], [1, 2], [3, 4]]
// gives: rows(rows_turned(&[[1, 2], [3, 4], [5, 6], [7, 8]])) == [[5, 6], [7, 8], [1, 2], [3, 4]]
// gives: rows(row_added(&[[1, 2], [3, 4], [5, 6]])) == [[1, 2], [4, 6], [9, 12]]
// gives: rows(rows_subtracted(&[[1, 2], [3, 5]])) == [[-1, -1], [2, 3]]
// gives: rows(pivoted(&[[0.0, 2.0], [4.0, 6.0]])) == [[4.0, 6.0], [0.0, 2.0]]
// gives: rows(pivoted(&[[2.0, 4.0, 6.0], [1.0, 4.0, 9.0], [1.0, 4.0, 11.0]])) == [[2.0, 4.0, 6.0], [0.0, 2.0, 6.0], [0.0, 0.0, 2.0]]
// gives: rows(column_kept(&[[1, 2], [3, 4]], 1)) == [[1, 2], [1, 2]]
// fails: try_column_kept(&[[1, 2], [3, 4]], 3) IndexOutOfBounds
// gives: rows(column_kept(&[[1, 2]; 0], 2)) == [[0; 2]; 0]
// gives: planes_turned(2).to_vec() == [2, 3, 0, 1, 6, 7, 4, 5] && planes_turned(0).is_empty()
// gives: rows(rows_of_each(&[[1, 2, 3], [4, 5, 6]])) == [[2, 1, 3], [5, 4, 6]]
// gives: longer_each_turn(2) == 2 && longer_each_turn(0) == 0
// fails: try_longer_each_turn(3) Size

pub fn rows_swapped(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    let mut m = m.clone();
    for i in 1..n { m.swap(i - 1, i); }
    m
}
pub fn row_shifted(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    let mut m = m.clone();
    let mut before = m[0].clone();
    for i in 1..n { let here = m[i].clone(); m[i] = before; before = here; }
    m
}
pub fn rows_turned(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    let mut m = m.clone();
    for i in 2..n { let (a, b) = (m[i - 2], m[i - 1]); m[i - 2] = m[i]; m[i - 1] = a; m[i] = b; }
    m
}
pub fn row_added(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    let mut m = m.clone();
    for i in 1..n { let before = m[i - 1]; for j in 0..k { m[i][j] += before[j]; } }
    m
}
pub fn rows_subtracted(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    let mut m = m.clone();
    for j in 0..n {
        let own = m[j];
        for i in 0..n { if i != j { m[i] = zip(m[i], own).map(|(x, y)| x - y); } }
    }
    m
}
pub fn pivoted(m: &[[f64; n]; n]) -> [[f64; n]; n] {
    let mut m = m.clone();
    for j in 0..n {
        let best = (j..n).map(|i| m[i][j].abs()).argmax();
        m.swap(j, j + best);
        let pivot = m[j];
        for i in j + 1..n { let f = m[i][j] / pivot[j]; for c in j..n { m[i][c] -= f * pivot[c]; } }
    }
    m
}
/// The row may not be there where the loop does not run.
pub fn column_kept(m: &[[i64; k]; n], from: usize) -> [[i64; k]; n] {
    let mut m = m.clone();
    for i in 0..n { for j in 0..k { m[i][j] = m[from - 1 + i / n.max(1)][j].min(m[0][j]); } }
    m
}
pub fn rows_of_each(xss: &[[i64; 3]; n]) -> [[i64; 3]; n] {
    xss.map(|xs| { let mut m = [xs, xs.rev()]; m.swap(0, 1); for i in 0..2 { let r = m[i]; m[1 - i] = r.rotate_left(1); } m[1] })
}
pub fn planes_turned(n: usize) -> [[[u8; n]; n]; 2] {
    let mut a = generate((2, n, n), |(i, j, k)| (4 * i + 2 * j + k) as u8);
    for i in 0..2 { a[i] = a[i]; a[i] = a[i].gather((0..n).rev()); }
    a
}
/// Only operations that may fail need the length of the rows.
pub fn longer_each_turn(n: usize) -> i32 {
    let (mut rows, mut turns) = ([[0; 3]; n], 0);
    for i in 0..n {
        turns += 1;
        for _ in 0..2 { rows[i] = [1; 3]; }
        rows = [[0; i + 3]; n];
    }
    turns
}
/// An array that a kernel made is changed by a loop that launches none, and then replaced.
pub fn moved_in(n: usize) -> [[[f32; n]; 2]; n] {
    let mut rows = [0.0; 2].map(|x| [[1.0; n]; n]);
    for i in 0..2 {
        rows[i] = rows[i];
        rows = rows.gather((0..2).map(|k| k / 2));
    }
    rows.transpose()
}
