// An array that one arm takes over is still there in the others: one updates in place, another gives the array back.
// gives: marked(true, vec![5, 6]) == [2, 7] && marked(false, vec![5, 6]) == [6, 7]
// gives: marked_in_lanes(&[true, false], 2).to_vec() == [vec![2, 4], vec![4, 4]]
// gives: chosen(0, vec![5, 6]) == [5, 6] && chosen(1, vec![5, 6]) == [1, 6] && chosen(2, vec![5, 6]) == [6, 5]
// gives: guarded(3, vec![5, 6]) == [5, 6] && guarded(7, vec![5, 6]) == [9, 6] && guarded(-1, vec![5, 6]) == [6, 5]
// gives: nested(true, true, vec![5, 6]) == [5, 2] && nested(true, false, vec![5, 6]) == [5, 6] && nested(false, true, vec![5, 6]) == [1, 6]
// gives: apart(true, vec![1, 2], vec![3]) == ([0, 2].into(), [3].into()) && apart(false, vec![1, 2], vec![3]) == ([1, 2].into(), [0].into())
// gives: swapped(true, vec![1, 2], vec![3]) == ([0, 2].into(), [3].into()) && swapped(false, vec![1, 2], vec![3]) == ([3].into(), [0, 2].into())
// gives: taken_again(true, vec![5, 6]) == [1, 2] && taken_again(false, vec![5, 6]) == [5, 2]
// gives: by_name(true, vec![5, 6]) == ([1, 6].into(), 7) && by_name(false, vec![5, 6]) == ([5, 6].into(), 11)
// gives: through_calls(true, vec![5, 6]) == [0, 6] && through_calls(false, vec![5, 6]) == [5, 6]
// gives: of_rows(true, vec![[5, 6], [7, 8]]) == [0, 6] && of_rows(false, vec![[5, 6], [7, 8]]) == [5, 6]
// gives: slices(true, vec![5, 6, 7]) == [0, 7] && slices(false, vec![5, 6, 7]) == [6, 7]
// gives: rows_of_ragged(&[vec![3], vec![1, 2], vec![]]).to_vec() == [vec![0], vec![1, 2], vec![]]
// gives: replaced(true, vec![5, 6]) == 10 && replaced(false, vec![5, 6]) == 12
// gives: rounds(0, vec![5, 6]) == [5, 6] && rounds(2, vec![5, 6]) == [0, 1] && rounds(3, vec![5, 6]) == [0, 1]
// gives: left(0, vec![5, 6]) == 11 && left(4, vec![5, 6]) == 9
// gives: short_circuit(true, vec![5, 6]) == 2 && short_circuit(false, vec![5, 6]) == 11
// gives: of_pairs(true, vec![(1, 0.5), (2, 1.5)]).to_vec() == [(7, 7.5), (2, 1.5)] && of_pairs(false, vec![(1, 0.5)]).to_vec() == [(1, 0.5)]
// gives: ordered(vec![1, 2], vec![3, 4]) == ([0, 2].into(), [9, 4].into()) && ordered(vec![3, 4], vec![1, 2]) == ([0, 2].into(), [9, 4].into())
// gives: from_recursion(3, vec![0, 0, 0, 0]) == [0, 1, 1, 1] && from_recursion(0, vec![4]) == [4]

pub fn marked(c: bool, xs: [i64]) -> [i64] {
    let b = if c { xs.update(0, 1) } else { xs };
    b.map(|x| x + 1)
}
pub fn marked_in_lanes(cs: &[bool], n: usize) -> [[i64]] {
    cs.map(|c| {
        let xs = [3; n];
        let b = match c {
            true => xs.scatter([0], [1]),
            false => xs,
        };
        b.map(|x| x + 1)
    })
}
pub fn chosen(k: u8, xs: [i32]) -> [i32] {
    let b = match k {
        0 => xs,
        1 => xs.update(0, 1),
        _ => { let mut a = xs; a.swap(0, 1); a }
    };
    b.map(|x| x)
}
pub fn guarded(k: i32, xs: [i32]) -> [i32] {
    let b = match (k, xs.len()) {
        (_, 0) => xs,
        (k, _) if k < 0 => xs.rev(),
        (7, n) if n > 1 => xs.update(0, 9),
        _ => xs,
    };
    let c = b;
    c.update(0, c[0])
}
pub fn nested(c: bool, d: bool, xs: [i32]) -> [i32] {
    let b = if c {
        let b = if d { xs.update(1, 2) } else { { xs } };
        b
    } else {
        xs.update(0, 1)
    };
    b
}
/// Each part of a product goes its own way.
pub fn apart(c: bool, xs: [i32], ys: [i32]) -> ([i32], [i32]) {
    let (a, b) = if c { (xs.update(0, 0), ys) } else { (xs, ys.update(0, 0)) };
    (a.map(|x| x), b.map(|x| x))
}
pub fn swapped(c: bool, xs: [i32], ys: [i32]) -> ([i32], [i32]) {
    let both = if c { (xs.update(0, 0), ys) } else { (ys, xs.update(0, 0)) };
    (both.0, both.1)
}
/// The results of the arms may be taken over, once.
pub fn taken_again(c: bool, xs: [i32]) -> [i32] {
    let b = if c { xs.update(0, 1) } else { xs };
    b.update(1, 2)
}
/// Another name for the result of an arm.
pub fn by_name(c: bool, xs: [i32]) -> ([i32], i32) {
    let b = if c { xs.update(0, 1) } else { let ys = xs; ys };
    let s = b.sum();
    (b, s)
}
fn zeroed(mut xs: [i32]) -> [i32] { xs[0] = 0; xs }
fn given(xs: [i32]) -> [i32] { xs }
pub fn through_calls(c: bool, xs: [i32]) -> [i32] {
    let b = if c { zeroed(xs) } else { xs };
    given(b)
}
pub fn of_rows(c: bool, m: [[i32; 2]; n]) -> [i32; 2] {
    let row = if c { m[0].update(0, 0) } else { m[0] };
    row.map(|x| x)
}
pub fn slices(c: bool, xs: [i32; n]) -> [i32] {
    let tail = if c { xs[1..].update(0, 0) } else { xs[1..] };
    tail.map(|x| x)
}
pub fn rows_of_ragged(xss: &[[i32]]) -> [[i32]] {
    xss.map(|xs| xs.map(|x| x)).map(|row| {
        let b = if row.len() == 1 { row.update(0, 0) } else { row };
        b.map(|x| x)
    })
}
/// A name that one arm gives a new array.
#[allow(unused_assignments)] pub fn replaced(c: bool, xs: [i32]) -> i32 {
    let mut a = xs;
    let mut s = 0;
    if c {
        s = a.update(0, 1).sum();
        a = [1, 2];
    } else {
        s = 1;
    }
    a.sum() + s
}
/// A loop that may not run, which takes over the array that it replaces.
pub fn rounds(k: i32, xs: [i32]) -> [i32] {
    let mut a = xs;
    for i in 0..k {
        a = if i % 3 == 1 { a.update(1, 1) } else { a.update(0, 0) };
    }
    a
}
/// A loop that ends when it has taken over.
pub fn left(k: i32, xs: [i32]) -> i32 {
    let mut a = xs;
    let mut s = 0;
    while s < k {
        s += a.update(0, 3).sum();
        a = [0];
    }
    a.sum() + s
}
pub fn short_circuit(c: bool, xs: [i32]) -> i32 {
    if c && xs.len() > 1 && { let mut a = xs; a[0] = 2; a[0] == 2 } { 2 } else { 11 }
}
pub fn of_pairs(c: bool, ps: [(i32, f64)]) -> [(i32, f64)] {
    let b = if c { ps.update(0, (7, 7.5)) } else { ps };
    b.map(|p| p)
}
pub fn from_recursion(k: usize, xs: [i32]) -> [i32] {
    let b = if k > 0 { from_recursion(k - 1, xs.update(k, 1)) } else { xs };
    b
}
/// Two names for two arrays, one way or the other.
pub fn ordered(xs: [i32; n], ys: [i32; n]) -> ([i32; n], [i32; n]) {
    let (low, high) = if xs[0] < ys[0] { (xs, ys) } else { (ys, xs) };
    let low = low.update(0, 0);
    (low, high.update(0, 9))
}
