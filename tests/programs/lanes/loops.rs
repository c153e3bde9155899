// `for` and `while` in lanes: trip counts that are the same for all lanes, and that depend on the lane;
// variables that are scalars, and arrays whose lengths stay or change.
// gives: rows(same_count(&[[1, 2], [3, 4]], 3)) == [[12, 20], [28, 36]] && rows(same_count(&[[1]], 0)) == [[1]]
// gives: rows(own_count(&[[1, 2, 3], [4, 5, 6]], &[2, 0])) == [[5, 3, 4], [4, 5, 6]] && scalars(&[1, 6, 27, 0]) == [0, 8, 111, 0]
// gives: sums_by_loop(&[[1, 2], [3, 4]]) == [5, 13] && over_rows(&[vec![1, 2], vec![], vec![3, 4, 5]]) == [0, 1, -17]
// gives: over_rows_in_order(&[vec![1, 2], vec![], vec![3, 4, 5]]) == 24
// gives: maps_by_lane(&[vec![1, 2], vec![], vec![3]]) == [vec![4, 5], vec![], vec![6]]
// gives: while_of_rows(&[vec![9, 8, 7], vec![], vec![3], vec![40]]) == [vec![2, 2, 1], vec![], vec![3], vec![10]]
// gives: growing(&[3, 0, 1]) == [vec![0, 1, 4], vec![], vec![0]]
// gives: shrinking(&[vec![1, 2, 3, 4, 5], vec![], vec![6, 7], vec![8, 9, 1, 2]]) == [vec![3], vec![], vec![6, 7], vec![9, 1]]
// gives: halved(&[vec![1, 2, 3, 4, 5], vec![], vec![6, 7], vec![8]]) == [33, 0, 20, 8]
// gives: doubling(&[2, 0, 1], 5) == [vec![5, 6, 6, 7], vec![5], vec![5, 6]]
// gives: ragged_variable(&[vec![1, 2], vec![], vec![3]], 2) == [vec![5, 6], vec![], vec![5]]
// gives: ragged_variable(&[vec![1, 2], vec![], vec![3]], 0) == [vec![1, 2], vec![], vec![3]]
// gives: ragged_variable_filtered(&[vec![1, 2, 3, 3], vec![], vec![5, 4, 6], vec![7]]) == [vec![1, 2], vec![], vec![5, 4], vec![]]
// gives: rows_dropped(&[vec![1, 2, 3], vec![], vec![5, 4, 6], vec![7]]) == [vec![], vec![5, 4, 6], vec![7]]
// gives: rows_dropped(&[vec![1]]) == [vec![1]]
// gives: in_three_levels(&[vec![vec![1, 2], vec![3]], vec![], vec![vec![]], vec![vec![4, 5, 0]]]) == [vec![4, 6], vec![], vec![1], vec![20]]
// gives: rounds(&[1, 2, 3], &[0, 1, 2]) == [6, 10, 15]
// gives: breadth_first(&[vec![1, 2], vec![3], vec![3], vec![], vec![0]], 0) == [0, 1, 1, 2, -1]
// gives: breadth_first(&[vec![1], vec![0]], 1) == [1, 0]
// gives: swaps(&[vec![3, 1, 2], vec![], vec![5], vec![2, 1]]) == [vec![1, 2, 3], vec![], vec![5], vec![1, 2]]
// gives: range_of_lane(&[4, 0, 1]) == [11, 0, 0]
// gives: filtered_away(&[vec![1, 4, 2], vec![], vec![0], vec![3]]) == [4, 0, 0, 3]
// gives: while_rows(&[vec![1], vec![2, 9]], 100) == 6
// gives: turns_by_lane(&[1.0, 2.0, 3.0], &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) == [4.75, 7.5, 9.75]
// plan: same_count kernels 1, intermediates 0, descriptors 0
// plan: own_count kernels 1, intermediates 0, descriptors 0
// plan: scalars kernels 1, intermediates 0, descriptors 0
// plan: sums_by_loop kernels 1, intermediates 0, descriptors 0
// plan: over_rows kernels 1, intermediates 0, descriptors 1
// plan: over_rows_in_order kernels 1, intermediates 0, descriptors 1
// plan: in_three_levels kernels 1, intermediates 0, descriptors 2

pub fn same_count(m: &[[i32; k]; n], steps: usize) -> [[i32; k]; n] { m.map(|row| { let mut a = row.clone(); for s in 0..steps { a = a.map(|x| 2 * x + s as i32); } a }) }
pub fn own_count(m: &[[i32; k]; n], steps: &[usize; n]) -> [[i32; k]; n] { zip(m, steps).map(|(row, c)| { let mut a = row.clone(); for _ in 0..c { a = a.rotate_left(1).map(|x| x + 1); } a }) }
pub fn scalars(xs: &[u64]) -> [u32] { xs.map(|x| { let mut n = x; let mut c = 0; while n > 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; c += 1; } c }) }
pub fn sums_by_loop(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| { let mut s = 0; for x in row { s = 3 * s + x; } s }) }
pub fn over_rows(rows: &[[i32]]) -> [i32] { rows.map(|row| { let mut s = 1; for x in row { s = 2 * s - x; } s }) }
pub fn over_rows_in_order(rows: &[[i32]]) -> i32 { let mut s = 0; for row in rows { s = 2 * s + row.sum(); } s }
pub fn maps_by_lane(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); for i in 0..row.len() { a = a.map(|x| x + row[i]); } a }) }
pub fn while_of_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); while a.sum() > 10 { a = a.map(|x| x / 2); } a }) }
/// The row of each lane grows.
pub fn growing(ns: &[usize]) -> [[usize]] { ns.map(|n| { let mut a: [usize; _] = 0..0; for i in 0..n { a = concat(a, [i * i]); } a }) }
pub fn shrinking(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); while a.len() > 2 { a = a[1..a.len() - 1]; } a }) }
pub fn halved(rows: &[[i32]]) -> [i32] {
    rows.map(|row| {
        let mut a = row.map(|x| x);
        while a.len() > 1 { let h = a.len() / 2; a = zip(a[..h], a[a.len() - h..]).map(|(x, y)| x + 2 * y); }
        a.sum()
    })
}
pub fn doubling(ns: &[usize], x: i32) -> [[i32]] { ns.map(|n| { let mut a = [x; 1]; for _ in 0..n { a = concat(a, a.map(|y| y + 1)); } a }) }
pub fn ragged_variable(rows: &[[i32]], steps: usize) -> [[i32]] { let mut a = rows.clone(); for _ in 0..steps { a = a.map(|row| row.map(|x| x + row.len() as i32)); } a }
pub fn ragged_variable_filtered(rows: &[[i32]]) -> [[i32]] { let mut a = rows.clone(); while a.any(|row| row.len() > 2) { a = a.map(|row| row.filter(|x| x != row.max())); } a }
pub fn rows_dropped(rows: &[[i32]]) -> [[i32]] { let mut a = rows.clone(); while a.lengths().sum() > 4 { a = a[1..]; } a }
pub fn in_three_levels(xs: &[[[i32]]]) -> [[i32]] { xs.map(|rows| rows.map(|row| { let mut s = rows.len() as i32; for x in row { if x > 1 { s *= x; } } s })) }
/// Each lane is a loop around parallel work on an array from outside.
pub fn rounds(xs: &[i32], counts: &[usize]) -> [i32] { counts.map(|c| { let mut a = xs.clone(); for _ in 0..c { a = a.scan(0, |x, y| x + y); } a.sum() }) }
pub fn breadth_first(next: &[[usize]; n], start: usize) -> [i32; n] {
    let mut depth = [-1; n].update(start, 0);
    let mut front = [start; 1];
    let mut d = 0;
    while front.len() > 0 {
        d += 1;
        let reached = front.flat_map(|i| next[i]).filter(|j| depth[j] < 0);
        depth = depth.scatter(reached, reached.map(|_| d));
        front = (0..n).filter(|i| depth[i] == d);
    }
    depth
}
pub fn swaps(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut a = row.clone(); for i in 0..a.len() { for j in 1..a.len() - i { if a[j - 1] > a[j] { a.swap(j - 1, j); } } } a }) }
pub fn range_of_lane(xs: &[usize]) -> [usize] { xs.map(|x| { let mut s = 0; for i in 0..x { for j in 0..i { s += i * j; } } s }) }
pub fn filtered_away(rows: &[[u32]]) -> [u32] {
    rows.map(|row| { let mut a = row.filter(|x| x > 0); let mut rounds = 0; while !a.is_empty() { a = a.map(|x| x - 1).filter(|x| x > 0); rounds += 1; } rounds })
}
/// The second part of the condition looks at rows that it makes itself.
pub fn while_rows(rows: &[[i64]], first: i64) -> i64 {
    let mut left = first;
    while left > 0 && rows.map(|row| row.filter(|x| x < left)).flatten().count(|x| x > 1) > 1 { left /= 2; }
    left
}

// A turn of the first loop is the same for all lanes, their number is not: the lanes go round one by one.
pub fn turns_by_lane(xs: &[f32; n], m: &[[f32; n]; k]) -> [f32; n] {
    (0..n).map(|i| {
        let mut a = 0.0;
        for _ in 0..i { a = a * 0.5 + 1.0; }
        let mut s = xs[i];
        for l in 0..k { s = s * 0.5 + m[l][i]; }
        s + a
    })
}
