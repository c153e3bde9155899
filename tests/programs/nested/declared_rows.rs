// A `let mut` whose type says `[[T]]` takes rows of any length, also where its first value is regular.
// gives: triangle(4) == [vec![], vec![0], vec![0, 1], vec![0, 1, 2]]
// gives: triangle(0) == Vec::<Vec<i64>>::new()
// gives: one_row(&[[1, 2], [3, 4]], &[5]) == [vec![5], vec![3, 4]]
// gives: one_row(&[[1, 2], [3, 4]], &[5, 6]) == [vec![5, 6], vec![3, 4]]
// fails: try_one_row(&[[0; 2]; 0], &[5]) IndexOutOfBounds
// gives: lists(3, &[2, 0, 2, 2]) == [vec![1], vec![], vec![0, 2, 3]]
// gives: pairs(2) == [vec![(0, 1.0)], vec![(0, 1.0), (1, 0.5)]]
// gives: field(2, 1) == [vec![], vec![7, 8]]
// gives: deep(2) == [vec![vec![], vec![1]], vec![vec![2, 2], vec![]]]
// gives: in_lanes(&[3, 0, 1]) == [vec![vec![0], vec![0, 1], vec![0, 1, 2]], vec![], vec![vec![0]]]
// gives: chosen(true) == [vec![9], vec![0, 0]]
// gives: chosen(false) == [vec![0, 0], vec![0, 0]]
// gives: rows(elements(&[[1, 2], [3, 4]])) == [[1, 2], [3, 14]]
// plan: elements descriptors 0
// gives: by_function(3) == [vec![1], vec![0], vec![0]]
// fails: try_not_declared(3) Size
// gives: without_elements(4) == [vec![], vec![0], vec![0, 1], vec![0, 1, 2]]
// gives: appended_beside(&[1, 1], &[0.5, 2.0, 3.0]) == [vec![0], vec![0]]
// fails: try_appended_beside(&[1, 3], &[0.5, 2.0, 3.0]) Size

pub fn triangle(n: usize) -> [[i64]] {
    let mut rows: [[i64]] = [[0; 0]; n];
    for i in 0..n {
        rows[i] = (0..i).map(|j| j as i64);
    }
    rows
}
pub fn one_row(m: &[[i32; k]; n], row: &[i32]) -> [[i32]; n] {
    let mut rows: [[i32]; n] = m.clone();
    rows[0] = row;
    rows
}
/// The places that hold each value.
pub fn lists(n: usize, values: &[usize]) -> [[usize]] {
    let mut places: [[usize]] = [[0; 0]; n];
    places[0] = [1];
    for (place, value) in values.enumerate() {
        if value > 0 {
            places[value] = concat(places[value], [place]);
        }
    }
    places
}
pub fn pairs(n: usize) -> [[(usize, f64)]] {
    let mut rows: [[(usize, f64)]] = [[(0, 0.0); 0]; n];
    for i in 0..n {
        rows[i] = (0..i + 1).map(|j| (j, 1.0 / (j as f64 + 1.0)));
    }
    rows
}
pub fn field(n: usize, i: usize) -> [[i32]] {
    let mut lists: ([[i32]], usize) = ([[0; 0]; n], n);
    lists.0[i] = [7, 8];
    lists.0
}
pub fn deep(n: usize) -> [[[i32]]] {
    let mut cells: [[[i32]]] = [[[0; 0]; 2]; n];
    cells[0][1] = [1];
    cells[1][0] = [2, 2];
    cells
}
pub fn in_lanes(ns: &[usize]) -> [[[usize]]] {
    ns.map(|n| {
        let mut rows: [[usize]] = [[0; 0]; n];
        for i in 0..n {
            rows[i] = 0..i + 1;
        }
        rows
    })
}
pub fn chosen(long: bool) -> [[i32]] {
    let mut rows: [[i32]] = [[0; 2]; 2];
    if long {
        rows[0] = [9];
    }
    rows
}
/// If only elements are written, rows stay regular.
pub fn elements(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    let mut rows: [[i32]] = m.clone();
    rows[1][1] += 10;
    let same: [[i32; k]; n] = rows;
    same
}
fn first_replaced(mut rows: [[i32]; n]) -> [[i32]; n] {
    rows[0] = [1];
    rows
}
pub fn by_function(n: usize) -> [[i32]] {
    first_replaced([[0; 2]; n]).map(|row| row[..1])
}
pub fn not_declared(n: usize) -> [[i64]] {
    let mut rows = [[0; 1]; n];
    for i in 0..n {
        rows[i] = (0..i).map(|j| j as i64);
    }
    rows
}
pub fn without_elements(n: usize) -> [[i64]] {
    let mut rows = [[0; 0]; n];
    for i in 0..n {
        rows[i] = (0..i).map(|j| j as i64);
    }
    rows
}
/// A type that is declared of a value that nobody looks at is checked before others are appended.
pub fn appended_beside(xs: &[usize], ys: &[f64]) -> [[usize]] {
    xs.map(|x| { let k = 2 * x; let large: [f64; k] = ys.filter(|y| y > 1.0); (0..x).filter(|i| i % 2 == 0) })
}
