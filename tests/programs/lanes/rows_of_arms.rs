// Rows that the arms of a branch give, written where they belong by the arm that makes them, and copied there
// by one that has them from elsewhere.
// gives: kept_or_made(&[[1, 2], [3, 4], [5, 6]]).to_vec() == vec![1, 2, 6, 8, 10, 12]
// gives: both_made(&[[1, 2], [3, 4]]).to_vec() == vec![2, 1, 6, 8]
// gives: arms_of_arms(&[[1, 2], [3, 4], [5, 6], [7, 8]]).to_vec() == vec![1, 2, 6, 8, 5, 6, 0, 1]
// gives: used_twice(&[[1, 2], [3, 4]]).0.to_vec() == vec![2, 4, 3, 4] && used_twice(&[[1, 2], [3, 4]]).1 == vec![6, 7]
// gives: two_rows(&[[1, 2], [3, 4]]).to_vec() == vec![1, 2, 7, 8, 2, 4, 3, 4]
// gives: eliminated([[2, 1], [4, 5]]).to_vec() == vec![2, 1, 2, 3]
// gives: ragged(&[vec![1, 2, 3], vec![], vec![5, 6]]) == vec![vec![3, 2, 1], vec![], vec![6, 7]]
// gives: in_literals(&[[1, 2], [3, 4]]).to_vec() == vec![1, 2, 2, 4, 6, 8, 3, 4]
// gives: taken_from_outside(&[true, false, true], &[1, 2]).to_vec() == vec![1, 2, 0, 1, 1, 2]
// gives: in_columns(&[[1, 2], [3, 4]]).to_vec() == vec![1, 9, 2, 4]
// fails: try_checked(&[[1, 2], [3, 4]], &[0, 2]) IndexOutOfBounds
// gives: checked(&[[1, 2], [3, 4]], &[0, 1]).to_vec() == vec![1, 2, 7, 8]
// plan: kept_or_made kernels 1, intermediates 0
// plan: arms_of_arms kernels 1, intermediates 0
// plan: eliminated kernels 1, intermediates 0

pub fn kept_or_made(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.enumerate().map(|(i, row)| if i == 0 { row } else { row.map(|x| x * 2) })
}
pub fn both_made(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.enumerate().map(|(i, row)| if i % 2 == 0 { row.rev().map(|x| x) } else { row.map(|x| x * 2) })
}
pub fn arms_of_arms(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.enumerate().map(|(i, row)| match i {
        0 => row,
        1 => row.map(|x| x * 2),
        _ => if row[0] > 5 { (0..k).map(|j| j as i32) } else { row },
    })
}
/// A row that is used again is an array of the lane.
pub fn used_twice(m: &[[i32; 2]; n]) -> ([[i32; 2]; n], [i32; n]) {
    m.enumerate().map(|(i, row)| {
        let r = if i == 0 { row.map(|x| x * 2) } else { row };
        (r, r.sum())
    }).unzip()
}
pub fn two_rows(m: &[[i32; k]; n]) -> [[[i32; k]; n]; 2] {
    let (a, b) = m.enumerate().map(|(i, row)| {
        if i == 0 { (row, row.map(|x| x * 2)) } else { (row.map(|x| x + 4), row) }
    }).unzip();
    [a, b]
}
pub fn eliminated(a: [[i32; n]; n]) -> [[i32; n]; n] {
    let mut a = a;
    for k in 0..n {
        let pivot = a[k];
        a = a.enumerate().map(|(i, row)| if i <= k { row } else {
            let f = row[k] / pivot[k];
            row.enumerate().map(|(j, x)| if j < k { x } else if j == k { f } else { x - f * pivot[j] })
        });
    }
    a
}
pub fn ragged(xss: &[[i32]]) -> [[i32]] {
    xss.map(|row| if row.len() > 2 { row.rev() } else { row.map(|x| x + 1) })
}
pub fn in_literals(m: &[[i32; k]; n]) -> [[[i32; k]; 2]; n] {
    m.enumerate().map(|(i, row)| {
        let double = row.map(|x| x * 2);
        if i == 0 { [row, double] } else { [double, row] }
    })
}
pub fn taken_from_outside(which: &[bool; n], row: &[i32; k]) -> [[i32; k]; n] {
    which.map(|w| if w { row } else { (0..k).map(|j| j as i32) })
}
pub fn in_columns(m: &[[i32; k]; n]) -> [[i32; n]; k] {
    m.transpose().enumerate().map(|(j, c)| if j == 0 { c.map(|x| x * x) } else { c })
}
pub fn checked(m: &[[i32; k]; n], at: &[usize; n]) -> [[i32; k]; n] {
    zip(m, at).map(|(row, i)| if i == 0 { row } else { let more = row[i]; row.map(|x| x + more) })
}
