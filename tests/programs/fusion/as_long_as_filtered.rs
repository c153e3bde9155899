// What runs over the elements that a filter keeps, and makes arrays as long as all of them.
// gives: of_rows(&[1, 200, 3]) == [8, 8]
// gives: of_rows(&[]) == []
// fails: try_reduced(&[1, -2, 3]) Size
// gives: reduced(&[1, 2, 3]) == ()

pub fn of_rows(xs: &[usize]) -> [usize] {
    let kept = xs.filter(|x| x < 100);
    kept.map(|_| { let mut sums = [1; kept.len()]; for i in 0..3 { sums = sums.map(|s| s + i); } sums.sum() })
}
pub fn reduced(xs: &[i32; n]) -> () {
    let kept = xs.filter(|x| x > 0);
    let m: [[i32]; n] = [[[1; n]; n]; kept.len()].reduce([[1; kept.len()]; n], |a, b| a);
    ()
}
