// Rows whose lengths are computed in different ways, but are equal.
// gives: rows(swapped_terms(&[[7, 8]])) == [[0, 0, 0], [1, 1, 1]]
// gives: rows(border(&[[1, 2], [3, 4]])) == [[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]]
// gives: rows(both_sides(&[1, 2])) == [[1, 2, 0], [0, 1, 2]]
// gives: rows(shifted(&[[1, 2], [3, 4], [5, 6]])) == [[4, 0], [6, 0], [0, 0]]
// gives: rows(halves(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1)) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
// fails: try_halves(&[[1, 2], [3, 4]], 3) IndexOutOfBounds
// gives: rows(quadrants(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]])) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
// gives: rows(rotations(&[1, 2, 3])) == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
// gives: rows(without_one(&[1, 2, 3])) == [[2, 3], [1, 3], [1, 2]]
// gives: rows(turned_rows(&[[1, 2, 3], [4, 5, 6]], &[1, 3])) == [[2, 3, 1], [4, 5, 6]]
// fails: try_turned_rows(&[[1, 2]], &[3]) IndexOutOfBounds
// gives: turned_again(&[1, 2, 3], 4) == [2, 3, 1]
// gives: rows(even_ones_first(&[[1, 2, 3, 4]])) == [[2, 4, 1, 3]]
// plan: rotations descriptors 0, intermediates 0
// gives: rows(triples(&[1, 2, 3, 4])) == [[1, 2, 3], [2, 3, 4]]

pub fn swapped_terms(a: &[[i64; m]; n]) -> [[i64; m + 1]; 2] { concat([[0; m + 1]], [[1; 1 + m]]) }
pub fn border(a: &[[i64; m]; n]) -> [[i64; m + 2]; n + 2] {
    let middle = a.map(|row| concat([0], row, [0]));
    concat([[0; m + 2]], middle, [[0; m + 2]])
}
pub fn both_sides(a: &[i64; n]) -> [[i64; _]; 2] { [concat(a, [0]), concat([0], a)] }
pub fn shifted(a: &[[i64; m]; n]) -> [[i64; m]; n] {
    concat(a.map(|row| concat(row[1..], [0]))[1..], [[0; m]])
}
pub fn halves(a: &[[i64; n]; n], h: usize) -> [[i64; n]; n] {
    let above = a[..h].map(|row| concat(row[..h], row[h..]));
    let below = a[h..].map(|row| concat(row[..h], row[h..]));
    concat(above, below)
}
pub fn quadrants(a: &[[i64; n]; n]) -> [[i64; n]; n] {
    let h = n / 2;
    let (above, below) = (a[..h], a[h..]);
    let beside = zip(left(above, h), right(above, h)).map(|(l, r)| concat(l, r));
    concat(beside, zip(left(below, h), right(below, h)).map(|(l, r)| concat(l, r)))
}
fn left(rows: &[[i64; n]; m], h: usize) -> [[i64; _]; m] { rows.map(|row| row[..h]) }
fn right(rows: &[[i64; n]; m], h: usize) -> [[i64; _]; m] { rows.map(|row| row[h..]) }
/// The terms that differ from lane to lane cancel out.
pub fn rotations(a: &[i64; n]) -> [[i64; n]; n] { (0..n).map(|i| concat(a[i..], a[..i])) }
pub fn without_one(a: &[i64; n]) -> [[i64; n - 1]; n] { (0..n).map(|i| concat(a[..i], a[i + 1..])) }
pub fn turned_rows(m: &[[i64; k]; n], by: &[usize; n]) -> [[i64; k]; n] {
    zip(m, by).map(|(row, i)| concat(row[i..], row[..i]))
}
pub fn turned_again(a: &[i64; n], times: usize) -> [i64; n] {
    let mut a = a.clone();
    for i in 0..times { a = concat(a[1..], a[..1]); }
    a
}
/// If the compiler cannot see that, a row with a type of its own is checked.
pub fn even_ones_first(m: &[[i64; k]; n]) -> [[i64; k]; n] {
    m.map(|row| {
        let sorted: [i64; k] = concat(row.filter(|x| x % 2 == 0), row.filter(|x| x % 2 != 0));
        sorted
    })
}
pub fn triples(a: &[i64; n]) -> [[i64; 3]; _] {
    (0..n - 2).map(|i| {
        let row: [i64; 3] = a[i..i + 3];
        row
    })
}
