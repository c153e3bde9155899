// An array of type `[[T]]` takes rows of any length by `update`, `scatter` and in folds, too.
// gives: updated(&[[1, 2], [3, 4]]) == [vec![9], vec![3, 4]]
// gives: updated_twice(&[[1, 2], [3, 4]]) == [vec![9], vec![1, 2, 3]]
// gives: of_a_copy(&[[1, 2], [3, 4]]) == [vec![], vec![3, 4]]
// gives: of_a_call(2) == [vec![0, 0], vec![5]]
// gives: of_a_parameter(&[[1, 2], [3, 4]]) == [vec![7], vec![3, 4]]
// gives: of_a_field(&[[1, 2], [3, 4]]) == [vec![1, 2], vec![8]]
// gives: of_an_element(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]) == [vec![5, 6], vec![1]]
// gives: scattered(&[[1, 2], [3, 4], [5, 6]], &[2, 0]) == [vec![0], vec![3, 4], vec![0]]
// gives: folded(3) == [vec![0], vec![0, 1], vec![0, 1, 2]]
// gives: folded_as_declared(3) == [vec![0], vec![0, 1], vec![0, 1, 2]]
// gives: in_lanes(&[3, 0, 1]) == [vec![vec![1], vec![0, 0], vec![0, 0]], vec![], vec![vec![1]]]
// gives: rows(elements(&[[1, 2], [3, 4]])) == [[9, 2], [3, 4]]
// plan: elements descriptors 0
// fails: try_not_declared(&[[1, 2], [3, 4]]) Size

fn zeros(n: usize) -> [[i32]] { [[0; 2]; n] }
fn first_replaced(rows: [[i32]]) -> [[i32]] { rows.update(0, [7]) }
pub fn updated(m: &[[i32; k]; n]) -> [[i32]] {
    let rows: [[i32]] = m.clone();
    rows.update(0, [9])
}
pub fn updated_twice(m: &[[i32; k]; n]) -> [[i32]] {
    let rows: [[i32]] = m.clone();
    rows.update(0, [9]).update(1, [1, 2, 3])
}
pub fn of_a_copy(m: &[[i32; k]; n]) -> [[i32]] {
    let rows: [[i32]] = m.clone();
    let copy = rows.clone();
    copy.update(0, [])
}
pub fn of_a_call(n: usize) -> [[i32]] { zeros(n).update(1, [5]) }
pub fn of_a_parameter(m: &[[i32; k]; n]) -> [[i32]] { first_replaced(m.clone()) }
pub fn of_a_field(m: &[[i32; k]; n]) -> [[i32]] {
    let pair: (usize, [[i32]]) = (1, m.clone());
    pair.1.update(pair.0, [8])
}
pub fn of_an_element(m: &[[[i32; k]; n]; p]) -> [[i32]] {
    let planes: [[[i32]]] = m.clone();
    planes[1].update(1, [1])
}
pub fn scattered(m: &[[i32; k]; n], places: &[usize]) -> [[i32]] {
    let rows: [[i32]] = m.clone();
    rows.scatter(places, places.map(|_| [0]))
}
pub fn folded(n: usize) -> [[i32]] {
    let start: [[i32]] = [[1; 1]; n];
    (0..n).fold(start, |rows, i| rows.update(i, (0..i + 1).map(|j| j as i32)))
}
pub fn folded_as_declared(n: usize) -> [[i32]] {
    (0..n).fold([[1; 1]; n], |rows: [[i32]], i| rows.update(i, (0..i + 1).map(|j| j as i32)))
}
pub fn in_lanes(ns: &[usize]) -> [[[i32]]] {
    ns.map(|n| {
        let rows: [[i32]] = zeros(n);
        if n > 0 { rows.update(0, [1]) } else { rows }
    })
}
/// Rows that stay as long as they were stay regular.
pub fn elements(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    let rows: [[i32]] = m.clone();
    rows.update(0, rows[0].update(0, 9))
}
pub fn not_declared(m: &[[i32; k]; n]) -> [[i32]] { m.clone().update(0, [9]) }
