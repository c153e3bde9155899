// Loops that replace whole rows of ragged arrays: each turn costs as much as the new row is long.
// gives: neighbours(3, &[(0, 1), (2, 0), (0, 2), (2, 2)]) == [vec![1, 2], vec![], vec![0, 2]]
// gives: turned(&[vec![1], vec![], vec![2, 3]]) == [vec![], vec![2, 3], vec![1]]
// gives: halved(&[vec![1, 2, 3, 4, 5], vec![6], vec![]], 1) == [vec![3, 4, 5], vec![], vec![]]
// gives: grown(&[vec![1], vec![], vec![2, 3]], 4) == [vec![1, 0, 3], vec![1], vec![2, 3, 2]]
// gives: grown_some(&[vec![1], vec![5, 6]], 3) == [vec![1, 0, 2], vec![5, 6]]
// gives: same_and_changed(&[vec![1, 2], vec![3]]) == [vec![70, 2], vec![71, 2]]
// gives: shared_at_first(&[vec![1, 2], vec![3]], &[0, 0, 1]) == [vec![9, 2], vec![1, 2], vec![5, 5]]
// gives: rows_and_elements(&[vec![1, 2], vec![3]], 3) == [vec![4, 2, 10, 11], vec![3, 12]]
// gives: folded(&[vec![1, 2], vec![3], vec![]], &[2, 0, 0]) == [vec![0, 0, 0, 0], vec![3], vec![2]]
// gives: pairs(&[vec![(1, 0.5)], vec![]]) == [vec![(1, 0.5), (0, 1.0)], vec![(1, 2.0)]]
// gives: planes(&[vec![[1, 2]], vec![]]) == [vec![[1, 2], [0, 1]], vec![[1, 2]]]
// gives: many_times(&[vec![1, 2, 3], vec![4]], 100) == [vec![149, 150, 151], vec![54, 53]]
// gives: in_lanes(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![]]]) == [vec![vec![2, 3], vec![2, 3, 0]], vec![], vec![vec![0]]]
// gives: twice(&[vec![1], vec![2]]).0 == [vec![1, 7], vec![2, 7]] && twice(&[vec![1], vec![2]]).1 == [2, 3]
// gives: steps(&[vec![1, 2], vec![3]]) == [vec![1, 2], vec![3, 2, 1]]
// gives: replaced_by_update(&[vec![1, 2], vec![3]], 4) == [vec![2, 2], vec![3, 3, 3]]
// gives: held_row(&[vec![1, 2], vec![3], vec![4, 5]]).0 == [vec![1, 2], vec![1, 2], vec![3]]
// gives: last_of(&[vec![3, 1, 2], vec![5]]) == [2, 5]
// gives: from_regular(2) == [vec![0, 0, 0], vec![0, 1]]
// fails: try_grown_at(&[vec![1], vec![2]], 2) IndexOutOfBounds
// gives: grown_at(&[vec![1], vec![2]], 1) == [vec![1], vec![2, 9]]
// gives: grown(&Vec::<Vec<i64>>::new(), 0) == Vec::<Vec<i64>>::new()
// gives: deeper(&[vec![vec![1], vec![]], vec![]]) == [vec![vec![1], vec![], vec![0]], vec![vec![1]]]
// gives: pairs_replaced(2, 3) == vec![vec![vec![2; 3], vec![2; 3]]; 2] && pairs_replaced(0, 1).is_empty()

pub fn neighbours(n: usize, edges: &[(usize, i64)]) -> [[i64]] {
    let mut m = [0; n].map(|k| (0..k as i64).map(|x| x));
    for (from, to) in edges { m[from] = concat(m[from], [to]); }
    m
}
pub fn turned(xss: &[[i64]]) -> [[i64]] {
    let mut m = xss.clone();
    for i in 1..m.len() { m.swap(i - 1, i); }
    m
}
pub fn halved(xss: &[[i64]], rounds: usize) -> [[i64]] {
    let mut m = xss.clone();
    for _ in 0..rounds { for i in 0..m.len() { let r = m[i]; m[i] = r[(r.len() + 1) / 2..]; if r.len() == 5 { m[i] = r[2..]; } } }
    m
}
pub fn grown(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..k { m[i % 3] = concat(m[i % 3], [i as i64]); }
    m
}
pub fn grown_some(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..k { if i % 2 == 0 { m[0] = concat(m[0], [i as i64]); } }
    m
}
/// A row that another one is set to is not the same row.
pub fn same_and_changed(xss: &[[i64]]) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..2 { if i == 0 { m[1] = m[0]; } m[i][0] = 70 + i as i64; }
    m
}
pub fn shared_at_first(xss: &[[i64]], is: &[usize]) -> [[i64]] {
    let mut m = is.map(|i| xss[i]);
    for i in 0..2 { if i == 0 { m[0][0] = 9; } else { m[2] = [5, 5]; } }
    m
}
pub fn rows_and_elements(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..k { m[i / 2] = concat(m[i / 2], [10 + i as i64]); m[0][0] += 1; }
    m
}
pub fn folded(xss: &[[i64]], is: &[usize]) -> [[i64]] {
    is.fold(xss.clone(), |m, i| m.update(i, (0..m[i].len() + 1).map(|_| i as i64)))
}
pub fn pairs(xss: &[[(i64, f64)]]) -> [[(i64, f64)]] {
    let mut m = xss.clone();
    for i in 0..m.len() { m[i] = concat(m[i], [(i as i64, 1.0 + i as f64)]); }
    m
}
pub fn planes(xss: &[[[i64; 2]]]) -> [[[i64; 2]]] {
    let mut m = xss.clone();
    for i in 0..m.len() { let k = i as i64; m[i] = concat(m[i], [[k, k + 1]]); }
    m
}
pub fn many_times(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..k { m[i % 2] = m[i % 2].map(|x| x + 1); if i == 50 { m[1] = concat(m[1], [28]); } }
    let mut i = 0;
    while i + 2 < k { m[0] = m[0].map(|x| x + 1); i += 1; }
    m
}
pub fn in_lanes(xsss: &[[[i64]]]) -> [[[i64]]] {
    xsss.map(|xss| {
        let mut m = xss.clone();
        for i in 0..m.len() { m[i] = m[m.len() - 1]; if i + 1 == m.len() { m[i] = concat(m[i], [0]); } }
        m
    })
}
pub fn twice(xss: &[[i64]]) -> ([[i64]], [usize]) {
    let mut m = xss.clone();
    for i in 0..m.len() { m[i] = concat(m[i], [7]); }
    let mut n = m.clone();
    for i in 0..n.len() { n[i] = concat(n[i], (0..i as i64)); }
    (m, n.lengths())
}
pub fn steps(xss: &[[i64]]) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..3 { let (a, b) = (m[0], m[1]); m[1] = if i == 1 { concat(a, b) } else { a.rev() }; m[0] = b; }
    m.rev()
}
pub fn replaced_by_update(xss: &[[i64]], k: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in 0..k { m = m.update(i % 2, [i as i64; 1].map(|x| x).flat_map(|x| [x; i])); }
    m
}
pub fn held_row(xss: &[[i64]]) -> ([[i64]], i64) {
    let mut m = xss.clone();
    let mut before = m[0].clone();
    for i in 1..m.len() { let here = m[i].clone(); m[i] = before; before = here; }
    (m, before.sum())
}
pub fn last_of(xss: &[[i64]]) -> [i64] {
    let mut m = xss.clone();
    for i in 0..m.len() { while m[i].len() > 1 { m[i] = m[i][1..]; } }
    m.map(|row| row[0])
}
pub fn from_regular(n: usize) -> [[i64]] {
    let mut m = [[0; 3]; n].map(|row| row.filter(|x| x == 0));
    for i in 1..n { m[i] = 0..2; }
    m
}
pub fn grown_at(xss: &[[i64]], at: usize) -> [[i64]] {
    let mut m = xss.clone();
    for i in at..at + 1 { m[i] = concat(m[i], [9]); }
    m
}
pub fn deeper(xsss: &[[[i64]]]) -> [[[i64]]] {
    let mut m = xsss.clone();
    for i in 0..m.len() { m[i] = concat(m[i], [[i as i64]]); }
    m
}
/// Each pair of rows that differ becomes one of rows that do not.
pub fn pairs_replaced(n: usize, k: usize) -> [[[u8]]] {
    let mut pairs = [[[1; n], [1; k]]; n];
    for i in 0..n { pairs[i] = [[2; k]; 2]; }
    pairs
}
