// A value that does not depend on the lane is computed once, also if it can fail, need not end, or calls a
// recursive function: before the lanes, if there are any.
// gives: binned(&[0.0, 1.0, 5.0], &[1.0, 3.0, 4.0], 3) == [3.0, 5.0, 0.0]
// gives: binned(&[], &[1.0], 0) == []
// fails: try_binned(&[0.0], &[1.0], 0) DivisionByZero
// gives: scaled(&[1.0, 2.0], &[1.0, 2.0, 3.0]) == [6.0, 12.0] && scaled(&[], &[1.0]) == []
// gives: up_to(&[1.0, 3.0], 5) == [8.0, 24.0] && up_to(&[], 5) == []
// gives: looked_up(&[1.0, 2.0], &[2, 0], &[5.0, 6.0, 7.0]) == [12.0, 24.0]
// gives: looked_up(&[], &[9], &[5.0]) == []
// fails: try_looked_up(&[1.0], &[0, 9], &[5.0]) IndexOutOfBounds
// gives: in_rows(&[vec![1.0, 2.0], vec![], vec![3.0]], &[0, 0]) == [vec![2.0, 4.0], vec![], vec![18.0]]
// fails: try_in_rows(&[vec![1.0, 2.0], vec![], vec![3.0]], &[1]) IndexOutOfBounds
// gives: in_turns(&[2, 0], &[5, 6, 7], 3) == 36 && in_turns(&[9], &[5], 0) == 0
// fails: try_in_turns(&[0, 9], &[5], 1) IndexOutOfBounds
// gives: between(&[4, 9], &[3, 1, 2], 2) == [4, 9] && between(&[4], &[3, 1, 2], 0) == [4]
// fails: try_between(&[4, 9], &[3, 1, 2], 7) IndexOutOfBounds
// gives: of_all_rows(&[vec![1, 2], vec![], vec![3]], &[0, 2], &[5, 6, 7]) == [vec![12, 24], vec![], vec![36]]
// gives: of_all_rows(&[vec![], vec![]], &[9], &[5]) == [vec![], vec![]]
// gives: of_all_rows(&Vec::<Vec<i64>>::new(), &[9], &[5]) == Vec::<Vec<i64>>::new()
// fails: try_of_all_rows(&[vec![], vec![1]], &[9], &[5]) IndexOutOfBounds
// gives: of_all_planes(&[vec![vec![1], vec![]], vec![], vec![vec![2, 3]]], &[1], &[5, 6]) == [vec![vec![6], vec![]], vec![], vec![vec![12, 18]]]
// gives: of_all_planes(&[vec![vec![], vec![]], vec![]], &[9], &[5]) == [vec![vec![], vec![]], vec![]]
// gives: behind_checks(&[vec![1], vec![2, 3]], &[1, 2], &[0], &[4]) == [vec![4], vec![8, 12]]
// fails: try_behind_checks(&[vec![1], vec![2, 3]], &[1, 1], &[0], &[4]) Assertion
// gives: scattered(2, 1, 1) == [vec![vec![2]], vec![vec![2]]] && scattered(0, 3, 1) == Vec::<Vec<Vec<i16>>>::new()
// fails: try_scattered(1, 3, 1) Size
// gives: placed(2) == [vec![5, 6], vec![5, 6]] && placed(0) == Vec::<Vec<i16>>::new()
// plan: looked_up kernels 3
// plan: of_all_rows kernels 3
// plan: scaled kernels 1

pub fn binned(xs: &[f64], ys: &[f64], n: usize) -> [f64] {
    xs.map(|x| {
        let bins = [0.0; n].scatter_with(|a, b| a + b, ys.map(|y| y as usize % n), ys);
        bins[x as usize % n]
    })
}
fn halves(ys: &[f64]) -> f64 {
    if ys.len() < 2 { ys.sum() } else { halves(ys[..ys.len() / 2]) + halves(ys[ys.len() / 2..]) }
}
pub fn scaled(xs: &[f64], ys: &[f64]) -> [f64] { xs.map(|x| x * halves(ys)) }
pub fn up_to(xs: &[f64], bound: u64) -> [f64] {
    xs.map(|x| {
        let mut power = 1;
        while power < bound { power *= 2; }
        x * power as f64
    })
}
pub fn looked_up(xs: &[f64], places: &[usize], ys: &[f64]) -> [f64] {
    xs.map(|x| places.map(|place| ys[place]).map(|y| x * y).sum())
}
pub fn in_rows(rows: &[[f64]], places: &[usize]) -> [[f64]] {
    rows.map(|row| row.map(|x| x * places.map(|place| row[place]).sum()))
}
pub fn in_turns(places: &[usize], xs: &[i64], turns: usize) -> i64 {
    let mut total = 0;
    for _ in 0..turns { total += places.map(|place| xs[place]).sum(); }
    total
}
pub fn between(xs: &[i64], ys: &[i64], k: usize) -> [i64] {
    xs.map(|x| {
        let mut sorted = ys.sort();
        if k > 0 { sorted[k] = 0; }
        x * (1 + sorted.filter(|y| y > 9).sum())
    })
}
/// Once for all rows, if one of them has an element.
pub fn of_all_rows(rows: &[[i64]], places: &[usize], ys: &[i64]) -> [[i64]] {
    rows.map(|row| row.map(|x| x * places.map(|place| ys[place]).sum()))
}
pub fn of_all_planes(planes: &[[[i64]]], places: &[usize], ys: &[i64]) -> [[[i64]]] {
    planes.map(|rows| rows.map(|row| row.map(|x| x * places.map(|place| ys[place]).sum())))
}
pub fn behind_checks(rows: &[[i64]; n], lengths: &[usize; n], places: &[usize], ys: &[i64]) -> [[i64]] {
    zip(rows, lengths).map(|(row, length)| {
        assert!(row.len() == length);
        row.map(|x| x * places.map(|place| ys[place]).sum())
    })
}
/// A read of rows that have to be as long as others fails with them.
pub fn scattered(k: usize, n: usize, m: usize) -> [[[i16]]] {
    (0..k).map(|i| [[1; n]; n].scatter((0..n), [[2; m]; n].rotate_left(2)))
}
/// The places of the rows are known only if there is a turn; without one, no row is placed.
pub fn placed(n: usize) -> [[i16]] {
    let mut rows = [[4; 2]; n];
    for i in 0..n { rows[i] = [2; 1].flat_map(|x| generate(x as usize, |y| 5 + y as i16)); }
    rows
}
