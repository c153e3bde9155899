// Recursive functions in parallel closures: on scalars, on rows, on ragged arrays; whose depth and
// shape depend on the lane; that call each other.
// gives: factorials(&[0, 5, 3, 9]) == [1, 120, 6, 362880]
// gives: factorials_in_rows(&[vec![0, 5], vec![], vec![3]]) == [vec![1, 120], vec![], vec![6]]
// gives: divisors_of_rows(&[vec![12, 18], vec![], vec![7], vec![8, 4, 6]]) == [6, 0, 7, 2]
// gives: parities(&[vec![4, 7], vec![], vec![0, 1]]) == [vec![true, false], vec![], vec![true, false]]
// gives: by_parity(&[vec![4, 7], vec![], vec![0, 1]]) == [vec![7], vec![], vec![1]]
// gives: of_slices(&[[1, 2, 3, 4, 5], [5, 0, 1, 7, 2]]) == [-3, 30]
// gives: of_slices_of_rows(&[vec![1, 2, 3, 4, 5], vec![], vec![5, 0], vec![7]]) == [-3, 0, 10, 7]
// gives: sorted(&[3, 1, 2, 3, 9, 0]) == [0, 1, 2, 3, 3, 9] && sorted(&[]).is_empty() && sorted(&[5]) == [5]
// gives: sorted_rows(&[vec![3, 1, 2, 3], vec![], vec![5], vec![9, 8, 7, 6, 5]]) == [vec![1, 2, 3, 3], vec![], vec![5], vec![5, 6, 7, 8, 9]]
// gives: sorted_deep(&[vec![vec![2, 1], vec![3]], vec![], vec![vec![], vec![6, 5, 4]]]) ==
//     [vec![vec![1, 2], vec![3]], vec![], vec![vec![], vec![4, 5, 6]]]
// gives: merged(&[3, 1, 2, 3, 9, 0]) == [0, 1, 2, 3, 3, 9] && merged(&[]).is_empty() && merged(&[5]) == [5]
// gives: merged_rows(&[vec![3, 1, 2, 3], vec![], vec![5], vec![9, 8, 7]]) == [vec![1, 2, 3, 3], vec![], vec![5], vec![7, 8, 9]]
// gives: all_subsets(&[1, 2]) == [vec![], vec![2], vec![1], vec![1, 2]] && all_subsets(&[]) == [vec![]]
// gives: sums_of_subsets(&[vec![1, 2, 4], vec![], vec![7]]) == [vec![0, 4, 2, 6, 1, 5, 3, 7], vec![0], vec![0, 7]]
// gives: prefixes_of_rows(&[vec![1, 2, 3, 4, 5], vec![], vec![4], vec![5, 6]]) == [vec![1, 3, 6, 10, 15], vec![], vec![4], vec![5, 11]]
// gives: weighted_rows(&[vec![1, 2, 3, 4], vec![], vec![7]]) == [vec![4, 9, 2, 5], vec![], vec![7]]
// gives: depths(&[4, 0, 5]) == [4, 0, 5] && all_leaves(&[2, 0, 4]) == [vec![1, 2], vec![0], vec![1, 2, 2, 3, 2, 3, 3, 4]]
// gives: in_turns(&[vec![1, 2, 3, 4, 5], vec![], vec![6], vec![7, 8]]) == [vec![1, 12, 23, 48, 30], vec![], vec![6], vec![7, 18]]
// gives: rows_through_recursion(&[vec![1, 5, 3], vec![], vec![4]]) == [vec![5], vec![], vec![4]]
// gives: without_end(&[vec![1], vec![], vec![2, 3]]) == [vec![1], vec![], vec![2, 3]]
// fails: try_without_end(&[vec![1], vec![], vec![2, 101]]) Recursion
// gives: rows_without_end(&[vec![1, 2, 3], vec![], vec![4]]) == [vec![1, 2], vec![], vec![4]]
// gives: mutual_without_end(&[vec![1, 2, 3], vec![], vec![4]]) == [7, 0, 8]
// fails: try_mutual_without_end(&[vec![1], vec![1, 2, 3, 4]]) Recursion
// plan: factorials kernels 1, intermediates 0, descriptors 0
// plan: factorials_in_rows kernels 1, intermediates 0, descriptors 1
// plan: parities kernels 1, intermediates 0, descriptors 1
// plan: of_slices kernels 1, intermediates 0, descriptors 0
// gives: rows(transforms(&[[1, 2, 3], [4, 5, 6]])) == [[4, 2, 5], [10, 11, 14]]
// gives: transforms_of_rows(&[vec![1, 2], vec![], vec![3]]) == [vec![3, 1], vec![], vec![3]]
// gives: ackermanns(&[2, 1, 0, 5], &[2, 1, 5, 0]) == [7, 3, 3, 3]
// gives: walks(&[1, 2, 3, 4, 5, 6], &[0, 1, 5, 6]) == [21, 11, 6, 0]
// gives: positions(&[1, 3, 3, 7], &[0, 3, 8, 7]) == [0, 1, 4, 3]
// gives: extremes_of_rows(&[vec![3, 1, 2], vec![], vec![5]]) == [(1, 3), (0, 0), (5, 5)]
// gives: running_depths(&[4, 0, 6]) == [4, 4, 5]
// gives: sums_of_walks(&[vec![1, 2, 3], vec![], vec![4]]) == [19, 0, 4]
// fails: try_too_long_at_the_end(&[vec![7], vec![]]) Size

fn factorial(n: u64) -> u64 { if n < 2 { 1 } else { n * factorial(n - 1) } }
fn gcd(a: u32, b: u32) -> u32 { if b == 0 { a } else { gcd(b, a % b) } }
fn even(n: u32) -> bool { if n == 0 { true } else { odd(n - 1) } }
fn odd(n: u32) -> bool { if n == 0 { false } else { even(n - 1) } }
fn halving(xs: &[i32]) -> i32 { if xs.len() < 2 { xs.sum() } else { let h = xs.len() / 2; 2 * halving(xs[..h]) - halving(xs[h..]) } }
fn quicksort(xs: &[i32]) -> [i32] {
    if xs.len() < 2 { xs } else {
        let pivot = xs[xs.len() / 2];
        let (low, high) = (xs.filter(|x| x < pivot), xs.filter(|x| x > pivot));
        let sorted = [low, high].map(|part| quicksort(part));
        concat(sorted[0], xs.filter(|x| x == pivot), sorted[1])
    }
}
fn mergesort(xs: &[i32]) -> [i32] { if xs.len() < 2 { xs } else { merge(mergesort(xs[..xs.len() / 2]), mergesort(xs[xs.len() / 2..])) } }
fn merge(a: &[i32], b: &[i32]) -> [i32] {
    if a.is_empty() { b } else if b.is_empty() { a } else {
        let (i, j) = if a[0] <= b[0] { (1, 0) } else { (0, 1) };
        concat([a[0].min(b[0])], merge(a[i..], b[j..]))
    }
}
fn subsets(xs: &[i32]) -> [[i32]] {
    if xs.is_empty() { [xs] } else { let rest = subsets(xs[1..]); concat(rest, rest.map(|row| concat([xs[0]], row))) }
}
fn prefix(xs: &[i32; n]) -> [i32; n] {
    if n < 2 { xs } else {
        let (a, b) = (prefix(xs[..n / 2]), prefix(xs[n / 2..]));
        concat(a, b.map(|x| x + a.last()))
    }
}
fn depth(n: usize) -> usize { if n == 0 { 0 } else { 1 + (0..n).map(|i| depth(i)).max() } }
fn leaves(n: usize) -> [usize] { if n == 0 { [0] } else { (0..n).flat_map(|i| leaves(i).map(|x| x + 1)) } }
fn down(xs: &[i32]) -> [i32] { if xs.len() < 2 { xs } else { concat(xs[..1], up(xs[1..].map(|x| x + 10))) } }
fn up(xs: &[i32]) -> [i32] { if xs.len() < 2 { xs } else { concat(down(xs[..xs.len() - 1]), xs[xs.len() - 1..].map(|x| x * 2)) } }
pub fn factorials(xs: &[u64]) -> [u64] { xs.map(|x| factorial(x % 10)) }
pub fn factorials_in_rows(rows: &[[u64]]) -> [[u64]] { rows.map(|row| row.map(|x| factorial(x % 10))) }
pub fn divisors_of_rows(rows: &[[u32]]) -> [u32] { rows.map(|row| row.reduce(0, gcd)) }
pub fn parities(rows: &[[u32]]) -> [[bool]] { rows.map(|row| row.map(|x| even(x % 16))) }
pub fn by_parity(rows: &[[u32]]) -> [[u32]] { rows.map(|row| row.filter(|x| odd(x % 16))) }
pub fn of_slices(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| halving(row)) }
pub fn of_slices_of_rows(rows: &[[i32]]) -> [i32] { rows.map(halving) }
pub fn sorted(xs: &[i32]) -> [i32] { quicksort(xs) }
pub fn sorted_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| quicksort(row)) }
pub fn sorted_deep(xs: &[[[i32]]]) -> [[[i32]]] { xs.map(|rows| rows.map(|row| quicksort(row))) }
pub fn merged(xs: &[i32]) -> [i32] { mergesort(xs) }
pub fn merged_rows(rows: &[[i32]]) -> [[i32]] { rows.map(mergesort) }
pub fn all_subsets(xs: &[i32]) -> [[i32]] { subsets(xs[..xs.len().min(5)]) }
pub fn sums_of_subsets(rows: &[[i32]]) -> [[i32]] { rows.map(|row| subsets(row[..row.len().min(5)]).map(|s| s.sum())) }
pub fn prefixes_of_rows(rows: &[[i32]]) -> [[i32]] { rows.map(prefix) }
/// Each call makes several, in parallel.
pub fn depths(xs: &[usize]) -> [usize] { xs.map(|x| depth(x % 6)) }
pub fn all_leaves(xs: &[usize]) -> [[usize]] { xs.map(|x| leaves(x % 5)) }
pub fn in_turns(rows: &[[i32]]) -> [[i32]] { rows.map(|row| down(row)) }
/// The values that are still at work are a ragged array of their own.
fn rounds(rows: &[[i32]], left: usize) -> [[i32]] { if left == 0 { rows } else { rounds(rows.map(|row| row.filter(|x| x as usize > left)), left - 1) } }
pub fn rows_through_recursion(rows: &[[i32]]) -> [[i32]] { rounds(rows, 3) }
#[allow(unconditional_recursion)] fn endless(x: i32) -> i32 { 1 + endless(x + 1) }
pub fn without_end(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.map(|x| if x > 100 { endless(x) } else { x })) }
fn endless_rows(xs: &[i32]) -> [i32] { if xs.len() > 2 { endless_rows(xs.rev()) } else { xs } }
pub fn rows_without_end(rows: &[[i32]]) -> [[i32]] { rows.map(|row| endless_rows(row[..row.len().min(2)])) }
fn ping(xs: &[i32]) -> i32 { if xs.is_empty() { 0 } else { pong(xs) + xs[0] } }
fn pong(xs: &[i32]) -> i32 { if xs.len() > 3 { ping(xs) } else { xs.sum() } }
pub fn mutual_without_end(rows: &[[i32]]) -> [i32] { rows.map(|row| ping(row)) }

/// Rows of one length, since the signature says that the result is as long as the argument.
pub fn transforms(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| transform(row)) }
pub fn transforms_of_rows(m: &[[i32]]) -> [[i32]] { m.map(|row| transform(row)) }
fn transform(xs: &[i32; n]) -> [i32; n] {
    if n <= 1 { xs } else {
        let even = transform(xs.enumerate().filter(|(i, _)| i % 2 == 0).unzip().1);
        let odd = transform(xs.enumerate().filter(|(i, _)| i % 2 == 1).unzip().1);
        let all = concat(even, odd);
        zip(all, xs).map(|(a, b)| a + b).rev().map(|x| x - 1)
    }
}
pub fn too_long_at_the_end(m: &[[i32]]) -> [[i32]] { m.map(|row| too_long(row)) }
fn too_long(xs: &[i32; n]) -> [i32; n] { if n == 0 { [1] } else { let rest = too_long(xs[1..]); concat([xs[0]], rest) } }

/// Calls that need the results of others, and calls in all arms of branches.
fn ackermann(m: u32, n: u32) -> u32 { if m == 0 { n + 1 } else if n == 0 { ackermann(m - 1, 1) } else { ackermann(m - 1, ackermann(m, n - 1)) } }
pub fn ackermanns(ms: &[u32; n], ns: &[u32; n]) -> [u32; n] { zip(ms, ns).map(|(m, n)| ackermann(m % 3, n % 3)) }
/// Arrays that all lanes share.
fn walk(tree: &[i32], at: usize) -> i32 { if at >= tree.len() { 0 } else { tree[at] + (1..3).map(|k| walk(tree, 2 * at + k)).sum() } }
pub fn walks(tree: &[i32], from: &[usize]) -> [i32] { from.map(|at| walk(tree, at % (tree.len() + 1))) }
fn search(keys: &[i32], x: i32, low: usize, high: usize) -> usize {
    if low >= high { low } else {
        let middle = (low + high) / 2;
        if keys[middle] < x { search(keys, x, middle + 1, high) } else { search(keys, x, low, middle) }
    }
}
pub fn positions(keys: &[i32], xs: &[i32]) -> [usize] { xs.map(|x| search(keys, x, 0, keys.len())) }
/// Rows that are shared by the lanes of a row.
pub fn sums_of_walks(rows: &[[i32]]) -> [i32] { rows.map(|row| (0..row.len()).map(|i| walk(row, i) * (i as i32 + 1)).sum()) }
/// Several results.
fn extremes(xs: &[i32]) -> (i32, i32) {
    if xs.len() < 2 { (xs.sum(), xs.sum()) } else {
        let (a, b) = extremes(xs[..xs.len() / 2]);
        let (c, d) = extremes(xs[xs.len() / 2..]);
        (a.min(c), b.max(d))
    }
}
pub fn extremes_of_rows(rows: &[[i32]]) -> [(i32, i32)] { rows.map(extremes) }
/// The result of each lane is combined with those of the lanes before it.
pub fn running_depths(xs: &[usize]) -> [usize] { xs.map(|x| depth(x % 5)).scan(0, |a, b| a + b) }

// A short array of the lane's own beside a row that may be long.
fn weighted(xs: &[i32], ws: &[i32]) -> [i32] { if xs.len() < 2 { xs } else { concat(weighted(xs[1..], ws), [xs[0] * ws[xs.len() % ws.len()]]) } }
pub fn weighted_rows(rows: &[[i32]]) -> [[i32]] { rows.map(|row| { let mut ws = [1, 2, 3]; ws[row.len() % 3] = 5; weighted(row, ws) }) }
