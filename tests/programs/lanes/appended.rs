// Recursive functions that put their result together from those of their calls: pieces in order and out of
// order, whole and in part, used once and twice, beside scalars and literals, from several functions.
// gives: all_in_order(&[vec![5, 1, 4, 1, 3], vec![], vec![7], vec![2, 2]]) == [vec![1, 1, 3, 4, 5], vec![], vec![7], vec![2, 2]]
// gives: all_backwards(&[vec![5, 1, 4, 1, 3], vec![], vec![7], vec![2, 2]]) == [vec![5, 4, 3, 1, 1], vec![], vec![7], vec![2, 2]]
// gives: all_late(&[vec![5, 1, 4, 3], vec![], vec![7]]) == [vec![1, 3, 4, 5], vec![], vec![7]]
// gives: all_twice(&[0, 1, 2, 3]) == [vec![9], vec![9, 9, 1], vec![9, 9, 1, 9, 9, 1, 2], vec![9, 9, 1, 9, 9, 1, 2, 9, 9, 1, 9, 9, 1, 2, 3]]
// gives: all_parts(&[4, 0, 1]) == [vec![1, 2, 3, 4], vec![], vec![1]]
// gives: all_heads(&[vec![1, 2, 3, 4, 5], vec![], vec![6]]) == [vec![1, 3, 5], vec![], vec![6]]
// gives: all_in_turns(&[4, 0, 3]) == [vec![0, 1, 2, 3, 4], vec![0], vec![1, 2, 3]]
// gives: all_countdowns(&[3, 0, 1]) == [vec![3, 2, 1], vec![], vec![1]]
// gives: all_moves(&[1, 2, 3, 0]) == [vec![13], vec![12, 13, 23], vec![13, 12, 32, 13, 21, 23, 13], vec![]]
// gives: all_pairs(&[2, 0]) == [vec![(2, true), (1, true), (1, false), (2, false)], vec![]]
// gives: all_walks(&[1, 2, 2, 0, 0, 0, 0], &[2, 3, 5, 0, 0, 0, 0], &[0, 1, 4]) == [vec![0, 1, 2], vec![1], vec![4]]
// gives: all_steps(&[1, 4, 6, 27]) == [vec![1], vec![4, 2, 1], vec![6, 3, 10, 5, 16, 8, 4, 2, 1], steps_of_27().to_vec()]
// gives: all_reversed(&[vec![1, 2, 3], vec![], vec![4, 5]]) == [vec![3, 2, 1], vec![], vec![5, 4]]
// gives: counted(&[vec![3, 1, 2], vec![1]]) == [6, 1]
// gives: all_checked(&[vec![1, 2], vec![0]], &[10, 20, 30]) == [vec![20, 30], vec![10]]
// fails: try_all_checked(&[vec![1, 2], vec![0, 3]], &[10, 20, 30]) IndexOutOfBounds
// gives: all_between(&[2, 0]) == [vec![7, 0, 7, 1, 7, 0, 7], vec![7]]
// gives: named(&[vec![3, 1], vec![2]], 5) == [vec![1, 5, 3, 5], vec![2, 5]]

fn in_order(xs: &[i32]) -> [i32] {
    if xs.len() < 2 { xs } else {
        let pivot = xs[0];
        concat(in_order(xs.filter(|x| x < pivot)), xs.filter(|x| x == pivot), in_order(xs.filter(|x| x > pivot)))
    }
}
fn backwards(xs: &[i32]) -> [i32] {
    if xs.len() < 2 { xs } else {
        let pivot = xs[0];
        let low = backwards(xs.filter(|x| x < pivot));
        let high = backwards(xs.filter(|x| x > pivot));
        concat(high, xs.filter(|x| x == pivot), low)
    }
}
/// The middle part is made after both calls.
fn late(xs: &[i32]) -> [i32] {
    if xs.len() < 2 { xs } else {
        let pivot = xs[0];
        let (low, high) = (late(xs.filter(|x| x < pivot)), late(xs.filter(|x| x > pivot)));
        let count = xs.len() - low.len() - high.len();
        concat(low, [pivot; count], high)
    }
}
fn twice(n: i32) -> [i32] { if n == 0 { [9] } else { let below = twice(n - 1); concat(below, below, [n]) } }
/// A part of the result of a call.
fn parts(n: i32) -> [i32] { if n == 0 { [0; 0] } else { let below = parts(n - 1); let all = concat(below, [n, n]); all[..all.len() - 1] } }
fn heads(xs: &[i32]) -> [i32] {
    if xs.len() < 3 { xs[..xs.len().min(1)] } else { concat(heads(xs[..2]), heads(xs[2..])) }
}
fn evens(n: i32) -> [i32] { if n == 0 { [0] } else { concat(odds(n - 1), [n]) } }
fn odds(n: i32) -> [i32] { if n == 0 { generate(0, |i| i as i32) } else { concat(evens(n - 1), [n]) } }
fn countdown(n: i32) -> [i32] { if n == 0 { [0; 0] } else { concat([n], countdown(n - 1)) } }
fn moves(n: i32, from: i32, to: i32) -> [i32] {
    if n <= 0 { [0; 0] } else {
        let other = 6 - from - to;
        concat(moves(n - 1, from, other), [10 * from + to], moves(n - 1, other, to))
    }
}
/// Two columns, which go the usual way.
fn pairs(n: i32) -> [(i32, bool)] { if n == 0 { [(0, false); 0] } else { concat([(n, true)], pairs(n - 1), [(n, false)]) } }
fn walk(first: &[usize], next: &[usize], node: usize) -> [i32] {
    if node > 2 || first[node] == 0 { [node as i32] }
    else if first[node] == next[node] { walk(first, next, first[node]) }
    else if node == 0 { concat([0], walk(first, next, 3 - next[0]), [2]) }
    else { [node as i32] }
}
/// One branch calls, and gives the result of its call.
fn steps(n: i32, so_far: &[i32]) -> [i32] {
    let all = concat(so_far, [n]);
    if n == 1 { all } else if n % 2 == 0 { steps(n / 2, all) } else { steps(3 * n + 1, all) }
}
fn reversed(xs: &[i32]) -> [i32] { if xs.is_empty() { xs } else { concat(reversed(xs[1..]), xs[..1]) } }
fn checked(places: &[usize], xs: &[i32]) -> [i32] {
    if places.is_empty() { [0; 0] } else { concat([xs[places[0]]], checked(places[1..], xs)) }
}
fn between(n: i32) -> [i32] {
    if n == 0 { [7] } else { let below = between(n - 1); concat(below, [n - 1], between(n - 1)) }
}
/// Parameters have the names that generated code might have taken.
fn appended(results: &[i32], size: i32) -> [i32] {
    if results.is_empty() { results } else {
        let recursion = results.min();
        concat([recursion, size], appended(results.filter(|x| x > recursion), size))
    }
}
pub fn steps_of_27() -> [i32] {
    let mut n = 27;
    let mut all = [27];
    while n != 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 }; all = concat(all, [n]); }
    all
}

pub fn all_in_order(rows: &[[i32]]) -> [[i32]] { rows.map(|row| in_order(row)) }
pub fn all_backwards(rows: &[[i32]]) -> [[i32]] { rows.map(|row| backwards(row)) }
pub fn all_late(rows: &[[i32]]) -> [[i32]] { rows.map(|row| late(row)) }
pub fn all_twice(ns: &[i32]) -> [[i32]] { ns.map(|n| twice(n)) }
pub fn all_parts(ns: &[i32]) -> [[i32]] { ns.map(|n| parts(n)) }
pub fn all_heads(rows: &[[i32]]) -> [[i32]] { rows.map(|row| heads(row)) }
pub fn all_in_turns(ns: &[i32]) -> [[i32]] { ns.map(|n| evens(n)) }
pub fn all_countdowns(ns: &[i32]) -> [[i32]] { ns.map(|n| countdown(n)) }
pub fn all_moves(ns: &[i32]) -> [[i32]] { ns.map(|n| moves(n, 1, 3)) }
pub fn all_pairs(ns: &[i32]) -> [[(i32, bool)]] { ns.map(|n| pairs(n)) }
pub fn all_walks(first: &[usize], next: &[usize], nodes: &[usize]) -> [[i32]] { nodes.map(|node| walk(first, next, node)) }
pub fn all_steps(ns: &[i32]) -> [[i32]] { ns.map(|n| steps(n, [0; 0])) }
pub fn all_reversed(rows: &[[i32]]) -> [[i32]] { rows.map(|row| reversed(row)) }
pub fn counted(rows: &[[i32]]) -> [i32] { rows.map(|row| in_order(row).sum()) }
pub fn all_checked(rows: &[[usize]], xs: &[i32]) -> [[i32]] { rows.map(|row| checked(row, xs)) }
pub fn all_between(ns: &[i32]) -> [[i32]] { ns.map(|n| between(n)) }
pub fn named(rows: &[[i32]], size: i32) -> [[i32]] { rows.map(|row| appended(row, size)) }
