// Lanes that append, choose, list, reorder and carry rows: they do this to the starts and lengths of the rows,
// whatever elements there are in them.
// gives: appended(&[vec![vec![1, 2], vec![3]], vec![vec![4, 9]]]) == 2 * 1 + 1 * 4 + 4
// gives: chosen(&[vec![vec![1, 2]], vec![vec![5], vec![6, 7]]], &[vec![vec![8]], vec![vec![9, 9]]]) == [(8, 1), (5, 2)]
// gives: narrowed_or_turned(&[vec![vec![5, 2], vec![1]], vec![vec![2], vec![3]]]) == [(5, 1), (3, 2)]
// gives: one_or_two(&[vec![1, 2], vec![4], vec![9, 8]]) == [vec![1, 2], vec![4], vec![4], vec![9, 8], vec![9, 8]]
// gives: some_listed(&[vec![1, 2], vec![4], vec![9, 8]]) == [vec![4], vec![9, 8]]
// gives: twice(&[vec![1, 2], vec![4]]) == [vec![vec![1, 2], vec![1, 2]], vec![vec![4], vec![4]]]
// gives: with_its_rest(&[vec![1, 2], vec![4]]) == [(2, 1), (0, 0)]
// gives: best_so_far(&[vec![1, 7], vec![0, 5], vec![3, 2]]) == [7, 7, 2]
// gives: best_of_each(&[vec![vec![1, 7], vec![3, 5]], vec![vec![2, 2]]]) == [5, 2]
// gives: best_by_loop(&[vec![1, 7], vec![3, 5], vec![2, 2]]) == 5
// gives: best_by_loops(&[vec![1, 7], vec![3, 5], vec![2, 2]], 3) == [5, 5, 5]
// gives: turned_again(&[vec![vec![1], vec![2, 3]], vec![vec![4]]], 3) == [vec![vec![2, 3], vec![1]], vec![vec![4]]]
// gives: first_again(&[vec![vec![1], vec![2, 3]], vec![vec![4]]], 2) == [vec![vec![1], vec![2, 3], vec![1], vec![1]], vec![vec![4]; 3]]
// gives: doubled_until(&[vec![vec![1], vec![2, 3]], vec![vec![4]], vec![]], 3) == [4, 4, 0]
// gives: kept_while(&[vec![vec![1, 0], vec![2, 3]], vec![vec![4, 5], vec![0, 9], vec![6, 2]]]) == [vec![vec![2, 3]], vec![vec![6, 2]]]
// gives: exchanged(&[vec![vec![1], vec![2, 3]], vec![vec![4]]], 3) == [(1, 1, 2), (4, 4, 1)]
// gives: appended_by_fold(&[vec![vec![1], vec![2, 3]], vec![vec![4]]]) == [vec![vec![1], vec![2, 3], vec![1], vec![2, 3]], vec![vec![4], vec![4]]]
// gives: parts_joined(&[vec![vec![1], vec![2, 3]], vec![vec![0]]]) == [vec![vec![2, 3], vec![1]], vec![vec![0]]]
// gives: turned_where(&[vec![vec![5, 2], vec![1]], vec![vec![2, 4], vec![3]]]) == [vec![vec![5, 2], vec![1]], vec![vec![4, 2], vec![3]]]
// gives: own_or_made(&[vec![5, 2, 1], vec![2, 4]], 3) == [6, 2 * 1 + 4 * 2 + 2 * 3]
// gives: both_changed(&[vec![1], vec![2, 3]], 2, 2) == [2 + 3 + 10 * 1, 4 + 5 + 10 * 3]

pub fn appended(planes: &[[[i64]]]) -> i64 {
    let joined = planes.map(|rows| concat(rows, rows[..1]));
    joined.map(|rows| (rows.len() as i64 - 1) * rows[0][0]).sum() + joined.filter(|rows| rows[0][0] > 3).map(|rows| rows[1][0]).sum()
}
pub fn chosen(a: &[[[i64]]; n], b: &[[[i64]]; n]) -> [(i64, usize); n] {
    let rows = zip(a, b).map(|(a, b)| if a[0][0] > 3 { a } else { b });
    rows.map(|rows| (rows[0][0], rows.len()))
}
pub fn narrowed_or_turned(planes: &[[[i64]]; n]) -> [(i64, usize); n] {
    let rows = planes.map(|rows| if rows[0][0] > 3 { rows.filter(|row| row[0] > 1) } else { rows.rev() });
    rows.map(|rows| (rows[0][0], rows.len()))
}
pub fn one_or_two(rows: &[[i64]]) -> [[i64]] { rows.flat_map(|row| if row[0] > 3 { [row, row] } else { [row] }) }
pub fn some_listed(rows: &[[i64]]) -> [[i64]] { rows.flat_map(|row| if row[0] > 3 { [row] } else { [] }) }
pub fn twice(rows: &[[i64]]) -> [[[i64]]] { rows.map(|row| [row, row]) }
pub fn with_its_rest(rows: &[[i64]; n]) -> [(i64, usize); n] {
    let both = rows.map(|row| [row, row[1..]]);
    both.map(|both| (both[1].len() as i64 * both[0].last(), both[1].len()))
}
pub fn best_so_far(rows: &[[i64]]) -> [i64] { rows.scan(rows[0], |a, b| if a[0] >= b[0] { a } else { b }).map(|row| row[1]) }
pub fn best_of_each(planes: &[[[i64]]; n]) -> [i64; n] {
    planes.map(|rows| rows.reduce(rows[0], |a, b| if a[0] > b[0] { a } else { b })[1])
}
pub fn best_by_loop(rows: &[[i64]]) -> i64 {
    let mut best = rows[0].clone();
    for row in rows { if row[0] > best[0] { best = row; } }
    best[1]
}
pub fn best_by_loops(rows: &[[i64]; n], k: usize) -> [i64; n] {
    rows.map(|row| {
        let mut best = row.clone();
        for i in 0..k { if rows[i][0] > best[0] { best = rows[i].clone(); } }
        best[1]
    })
}
pub fn turned_again(planes: &[[[i64]]], k: usize) -> [[[i64]]] {
    planes.map(|rows| { let mut turned = rows.clone(); for _ in 0..k { turned = turned.rev(); } turned })
}
pub fn first_again(planes: &[[[i64]]], k: usize) -> [[[i64]]] {
    planes.map(|rows| { let mut longer = rows.clone(); for _ in 0..k { longer = concat(longer, longer[..1]); } longer })
}
pub fn doubled_until(planes: &[[[i64]]; n], count: usize) -> [usize; n] {
    planes.map(|rows| {
        let mut more = rows.clone();
        while more.len() < count && more.len() > 0 { more = concat(more, more); }
        more.len()
    })
}
pub fn kept_while(planes: &[[[i64]]]) -> [[[i64]]] {
    planes.map(|rows| {
        let mut left = rows.clone();
        let mut k = 1;
        while left.len() > 1 && k < 9 { left = left.filter(|row| row[0] > k); k += 4; }
        left
    })
}
pub fn exchanged(planes: &[[[i64]]; n], k: usize) -> [(i64, i64, usize); n] {
    planes.map(|rows| {
        let mut all = rows.clone();
        let mut some = rows[..1].clone();
        for _ in 0..k { let before = all; all = some; some = before; }
        (all[0][0], some[0][0], some.len())
    })
}
pub fn appended_by_fold(planes: &[[[i64]]]) -> [[[i64]]] { planes.map(|rows| rows.fold(rows, |all, row| concat(all, [row]))) }
pub fn parts_joined(planes: &[[[i64]]]) -> [[[i64]]] {
    planes.map(|rows| concat(rows.filter(|row| row[0] > 1), rows.filter(|row| row[0] <= 1)))
}
pub fn turned_where(planes: &[[[i64]]]) -> [[[i64]]] {
    planes.map(|rows| if rows[0][0] > 3 { rows } else { rows.map(|row| row.rev()) })
}
/// An arm that gives an array from outside, beside one that makes its own.
pub fn own_or_made(rows: &[[i64]; n], k: usize) -> [i64; n] {
    rows.map(|row| {
        let looked_at = if row[0] > 3 { row } else { concat(row, row[..1]).enumerate().map(|(i, x)| x * (i as i64 + 1)) };
        let mut total = 0;
        for i in 0..k { if i < looked_at.len() { total += looked_at[i]; } }
        if row[0] > 3 { total - 2 } else { total }
    })
}
/// A loop in lanes that carries rows with two regular levels around them.
pub fn both_changed(rows: &[[i64]; n], lanes: usize, turns: usize) -> [i64; lanes] {
    let pairs = rows.map(|row| [row, row[..1]]);
    generate(lanes, |i| {
        let mut changed = pairs.clone();
        for _ in 0..turns { changed = changed.map(|pair| pair.map(|row| row.map(|x| x + i as i64))); }
        changed[1][0].sum() + 10 * changed[0][1].sum()
    })
}
