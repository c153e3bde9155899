// Recursive functions that go on with some of the rows they are given: these stay where they are, and
// where they begin and how long they are is handed on.
// gives: halved(&[vec![1, 2], vec![], vec![3], vec![4, 5, 6]]) == 21 && halved(&[vec![1; 0]; 0]) == 0
// gives: lengths_from_each(&[vec![1, 2], vec![], vec![3], vec![4, 5, 6]], 3) == 6 + 4 + 4
// gives: every_other(&[vec![1, 2], vec![], vec![3], vec![4, 5, 6], vec![7]], 2) == 10
// gives: by_length(&[vec![(1, 0.5)], vec![], vec![(2, 1.5), (3, 2.5)], vec![(4, 4.0), (5, 1.0), (6, 1.0)]], 2) == 21.0
// gives: sorted(&[vec![3, 1], vec![2], vec![], vec![1, 7], vec![2], vec![3]]) ==
//     [vec![], vec![1, 7], vec![2], vec![2], vec![3], vec![3, 1]]
// gives: sorted(&[vec![5; 0]; 0]).is_empty() && sorted(&[vec![5]]) == [vec![5]]
// gives: merged(&[vec![3, 1], vec![2], vec![], vec![1, 7], vec![2], vec![3]]) ==
//     [vec![], vec![1, 7], vec![2], vec![2], vec![3], vec![3, 1]]
// gives: words_with_prefixes(&[vec![0, 1], vec![1], vec![], vec![0, 1, 1], vec![1, 0]]) == 6
// gives: turned(&[vec![1], vec![2, 2], vec![3]], 3) == [vec![3], vec![2, 2], vec![1]]
// gives: chosen(&[vec![1], vec![2, 2], vec![3], vec![4, 4, 4]], 2) == 7
// gives: in_lanes(&[vec![vec![1], vec![2, 3]], vec![], vec![vec![4], vec![5, 6], vec![7]]], 4) == [6, 0, 22]
// gives: of_two(&[vec![1, 2], vec![3]], &[vec![10], vec![20, 30], vec![40]], 1) == (3, 70)
// gives: planes(&[vec![vec![1, 2], vec![3]], vec![vec![4]], vec![], vec![vec![5], vec![6, 7]]]) == 28
// gives: with_weights(&[vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0]], &[1.0, 10.0, 100.0]) == 933.0
// gives: kept_and_counted(&[vec![1, 2], vec![3], vec![4, 5, 6]], 1) == (1, vec![vec![1, 2], vec![4, 5, 6]].into())
// gives: of_the_other(&[vec![1], vec![5]], &[vec![2, 3], vec![4]], 1) == [vec![4], vec![2, 3]]
// gives: as_it_is(&[vec![1, 2], vec![3]], 3) == 24
// gives: changed(&[vec![1, 2], vec![3]], 1) == [vec![2, 3], vec![4]]
// gives: in_turns(&[vec![1, 2], vec![3], vec![4]], 3) == 7
// gives: points_of_rows(&[vec![[1, 2], [3, 4]], vec![[5, 6]], vec![]]) == 21
// gives: flat(&[vec![1, 2], vec![3], vec![4]], 1) == [1, 2, 3, 4, 3, 4]
// gives: without_first_elements(&[vec![1, 2, 3], vec![4], vec![5, 6]], 2) == [vec![3]]
// gives: of_equal_rows(&[[1, 2], [3, 4], [5, 6]], 1) == [[1, 2], [5, 6]]
// gives: parts_of_two_lengths(&[vec![0, 6, 6], vec![], vec![1]], 1) == 2 + 10 * 3
// fails: try_in_order(&[vec![1], vec![2]], 3) IndexOutOfBounds
// fails: try_words_with_prefixes(&[vec![0, 1], vec![1], vec![2, 9]]) Assertion
// plan: halved kernels 2, intermediates 1, descriptors 1
// plan: every_other kernels 2, intermediates 2, descriptors 1

struct Edge { to: u32, weight: f64 }

pub fn halved(xss: &[[i32]]) -> i32 {
    let n = xss.len();
    if n == 0 { 0 } else if n == 1 { xss[0].sum() } else { halved(xss[..n / 2]) + halved(xss[n / 2..]) }
}
pub fn lengths_from_each(xss: &[[i32]], depth: usize) -> usize {
    if depth == 0 { 0 } else { xss.map(|xs| xs.len()).sum() + lengths_from_each(xss[1..], depth.min(6) - 1) }
}
pub fn every_other(xss: &[[i32]], depth: usize) -> i32 {
    let n = xss.len();
    if depth == 0 || n < 2 { xss.map(|xs| xs.sum()).sum() } else { every_other(xss.gather((0..(n + 1) / 2).map(|i| 2 * i)), depth.min(6) - 1) }
}
/// Two arrays with the same rows.
pub fn by_length(rows: &[[(u32, f64)]], depth: usize) -> f64 {
    if rows.len() < 2 || depth == 0 { rows.map(|row| row.map(|(j, w)| w + j as f64 * 0.5).sum()).sum() } else {
        let (long, short) = rows.partition(|row| row.len() > depth);
        by_length(long, depth.min(6) - 1) + by_length(short, depth.min(6) - 1)
    }
}
fn less(a: &[i32], b: &[i32]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] { i += 1; }
    i < b.len() && (i == a.len() || a[i] < b[i])
}
/// Rows of the parameter as results.
pub fn sorted(xss: &[[i32]]) -> [[i32]] {
    if xss.len() < 2 { xss } else {
        let pivot = xss[xss.len() / 2];
        let lo = xss.filter(|xs| less(xs, pivot));
        let same = xss.filter(|xs| !less(xs, pivot) && !less(pivot, xs));
        let hi = xss.filter(|xs| less(pivot, xs));
        concat(sorted(lo), same, sorted(hi))
    }
}
fn rank(xss: &[[i32]], xs: &[i32], after: bool) -> usize {
    xss.count(|other| if after { !less(xs, other) } else { less(other, xs) })
}
pub fn merged(xss: &[[i32]]) -> [[i32]] {
    let n = xss.len();
    if n < 2 { xss } else {
        let (a, b) = (merged(xss[..n / 2]), merged(xss[n / 2..]));
        let places = concat(
            a.enumerate().map(|(i, xs)| i + rank(b, xs, false)),
            b.enumerate().map(|(i, xs)| i + rank(a, xs, true)),
        );
        concat(a, b).gather((0..n).map(|_| 0).scatter(places, 0..n))
    }
}
/// A tree over words: how many nodes it has.
pub fn words_with_prefixes(words: &[[u8]]) -> usize {
    assert!(words.all(|word| word.all(|c| c < 2)), "zeros and ones");
    nodes(words, 0)
}
fn nodes(words: &[[u8]], at: usize) -> usize {
    if words.is_empty() { 0 } else {
        let longer = words.filter(|word| word.len() > at);
        1 + [0u8, 1].map(|c| nodes(longer.filter(|word| word[at] == c), at + 1)).sum()
    }
}
pub fn turned(xss: &[[i32]], depth: usize) -> [[i32]] {
    if depth == 0 { xss } else if depth % 2 == 0 { turned(xss.rev(), depth.min(6) - 1) } else { turned(xss.rotate_left(1), depth.min(6) - 1) }
}
pub fn chosen(xss: &[[i32]], depth: usize) -> i32 {
    if depth == 0 { xss.map(|xs| xs.sum()).sum() } else {
        let half = if depth % 2 == 0 { xss[..3] } else { xss.rev()[..2] };
        chosen(half, depth.min(6) - 1)
    }
}
pub fn in_lanes(xsss: &[[[i32]]], depth: usize) -> [i32] { xsss.map(|xss| chosen_in_lane(xss, depth)) }
fn chosen_in_lane(xss: &[[i32]], depth: usize) -> i32 {
    if xss.len() < 2 || depth == 0 { xss.map(|xs| xs.sum()).sum() } else {
        chosen_in_lane(xss[..1], depth.min(6) - 1) + chosen_in_lane(xss.rev()[..xss.len() - 1], depth.min(6) - 1)
    }
}
/// Of one parameter all rows go on, of the other some.
pub fn of_two(xss: &[[i32]], yss: &[[i32]], depth: usize) -> (i32, i32) {
    if depth == 0 { (xss[0].sum(), yss.map(|ys| ys.last()).sum()) } else { of_two(xss, yss[1..], depth.min(6) - 1) }
}
/// Rows of rows.
pub fn planes(xsss: &[[[i32]]]) -> i32 {
    let n = xsss.len();
    if n == 0 { 0 } else if n == 1 { xsss[0].map(|xs| xs.sum()).sum() } else { planes(xsss[..n / 2]) + planes(xsss[n / 2..]) }
}
/// The size is that of another parameter, too.
pub fn with_weights(xss: &[[f64]; n], weights: &[f64; n]) -> f64 {
    if n == 0 { 0.0 } else { xss[0].sum() * weights[0] + with_weights(xss[1..], weights[1..]) }
}
pub fn kept_and_counted(xss: &[[i32]], depth: usize) -> (usize, [[i32]]) {
    if depth == 0 { (0, xss) } else {
        let (count, kept) = kept_and_counted(xss.filter(|xs| xs.len() > 1), depth.min(6) - 1);
        (count + 1, kept)
    }
}
pub fn of_the_other(xss: &[[i32]], yss: &[[i32]], depth: usize) -> [[i32]] {
    if depth == 0 { yss.rev() } else { of_the_other(xss[1..], yss, depth.min(6) - 1) }
}
pub fn as_it_is(xss: &[[i32]], depth: usize) -> i32 {
    let sum = xss.map(|xs| xs.sum()).sum();
    if depth == 0 { sum } else { sum + as_it_is(xss, depth.min(6) - 1) }
}
/// Other rows than those that came in.
pub fn changed(xss: &[[i32]], depth: usize) -> [[i32]] {
    if depth == 0 { xss } else { changed(xss.map(|xs| xs.map(|x| x + 1)), depth.min(6) - 1) }
}
pub fn in_turns(xss: &[[i32]], depth: usize) -> i32 { if depth == 0 || xss.len() == 0 { 0 } else { xss[0].sum() + others_turn(xss[1..], depth.min(6) - 1) } }
fn others_turn(xss: &[[i32]], depth: usize) -> i32 { if depth == 0 || xss.len() == 0 { 0 } else { in_turns(xss[1..], depth.min(6) - 1) } }
/// Rows of small arrays.
pub fn points_of_rows(rows: &[[[i32; 2]]]) -> i32 {
    let n = rows.len();
    if n == 0 { 0 } else if n == 1 { rows[0].map(|p| p[0] + p[1]).sum() } else { points_of_rows(rows[..n / 2]) + points_of_rows(rows[n / 2..]) }
}
/// Elements of all rows are those that are left.
pub fn flat(xss: &[[i32]], depth: usize) -> [i32] {
    if depth == 0 { xss.flatten() } else { concat(xss.flatten(), flat(xss[1..], depth.min(6) - 1)) }
}
pub fn without_first_elements(xss: &[[i32]], depth: usize) -> [[i32]] {
    if depth == 0 { xss } else { without_first_elements(xss.filter(|xs| xs.len() > 1).map(|xs| xs[1..]), depth.min(6) - 1) }
}
pub fn of_equal_rows(xss: &[[i32; m]; n], depth: usize) -> [[i32; m]] {
    if depth == 0 { xss } else { of_equal_rows([xss[0], xss[n - 1]], depth.min(6) - 1) }
}
pub fn in_order(xss: &[[i32]], depth: usize) -> i32 { if depth == 0 { 0 } else { in_order(xss.gather([1, 0]), depth - 1) + xss[depth - 1][0] } }
/// Two parts of a row begin at the same place.
pub fn parts_of_two_lengths(xss: &[[i32]], depth: usize) -> i32 {
    if depth == 0 { xss.map(|xs| xs.len() as i32).sum() } else {
        let (ones, twos) = xss.map(|xs| (xs[..xs.len().min(1)], xs[..xs.len().min(2)])).unzip();
        parts_of_two_lengths(ones, depth.min(3) - 1) + 10 * parts_of_two_lengths(twos, depth.min(3) - 1)
    }
}
