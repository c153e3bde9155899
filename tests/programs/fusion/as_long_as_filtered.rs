// Lanes over the elements that a filter keeps make arrays as long as all of these elements.
// gives: of_rows(&[1, 200, 3]) == [8, 8]
// gives: of_rows(&[]) == []
// fails: try_reduced(&[1, -2, 3]) Size
// gives: reduced(&[1, 2, 3]) == ()
// gives: by_branch(&[1, 2, 3], true) == [vec![1; 4], vec![1; 3]] && by_branch(&[1, 2, 3], false) == [vec![1; 2], vec![1; 2]]
// gives: columns(&[1, 2, 3]).0 && rows(columns(&[1, 2, 3]).1) == [[5; 2], [10; 2], [20; 2]]

pub fn of_rows(xs: &[usize]) -> [usize] {
    let kept = xs.filter(|x| x < 100);
    kept.map(|_| { let mut sums = [1; kept.len()]; for i in 0..3 { sums = sums.map(|s| s + i); } sums.sum() })
}
pub fn reduced(xs: &[i32; n]) -> () {
    let kept = xs.filter(|x| x > 0);
    let m: [[i32]; n] = [[[1; n]; n]; kept.len()].reduce([[1; kept.len()]; n], |a, b| a);
    ()
}
/// Both branches need how many there are, one of them only for its arrays.
pub fn by_branch(xs: &[i32], twice: bool) -> [[i32]] {
    let kept = xs.filter(|x| x > 1);
    if twice { [[1; kept.len() * 2], [1; 3]] } else { [[1; kept.len()], [1; 2]] }
}
pub fn columns(xs: &[i32]) -> (bool, [[i32; _]; 3]) {
    let kept = xs.filter(|x| x > 1);
    (kept.any(|x| x > 2), [[2; kept.len()]; 3].scan([5; kept.len()], |a, b| zip(a, b).map(|(p, q)| p * q)).map(|row| row.map(|x| x / 2)))
}
