// Reductions of rows, writes, and whole programs.

// One long row and many short ones.
pub fn sums(xss: &[[i64]]) -> [i64] { xss.map(|row| row.sum()) }

// Equal rows, with a version for few long ones.
pub fn sums_of_equal_rows(m: &[[i64; k]; n]) -> [i64; n] { m.map(|row| row.sum()) }

// An array that is replicated.
pub fn sums_of_replicated(xs: &[i64], n: usize) -> [i64] { [xs; n].map(|row| row.sum()) }

// A row that is replicated.
pub fn sums_of_row_replicated(xss: &[[i64]], n: usize) -> [i64] { [xss[0]; n].map(|row| row.sum()) }

// Rows that several lanes ask for.
pub fn sums_of_gathered(xss: &[[i64]], is: &[usize]) -> [i64] { xss.gather(is).map(|row| row.sum()) }
pub fn sums_of_gathered_equal(m: &[[i64; k]; n], is: &[usize]) -> [i64] { m.gather(is).map(|row| row.sum()) }
pub fn sums_of_gathered_rows(xss: &[[i64]], iss: &[[usize]]) -> [i64] { iss.map(|is| is.map(|i| xss[i].sum()).sum()) }
pub fn sums_of_gathered_kept(xss: &[[i64]], is: &[usize]) -> [i64] { xss.gather(is).map(|row| row.sum()).filter(|sum| sum > 1) }
pub fn lengths_of_gathered_by_sum(xss: &[[i64]], is: &[usize]) -> [usize] { xss.gather(is).filter(|row| row.sum() > 1).map(|row| row.len()) }
pub fn firsts_of_gathered_by_sum(xss: &[[i64]], is: &[usize]) -> [i64] { xss.gather(is).sort_by_key(|row| row.sum()).map(|row| row[0]) }
pub fn sums_of_gathered_running(xss: &[[i64]], is: &[usize]) -> [i64] { xss.gather(is).map(|row| row.sum()).scan(0, |a, b| a + b) }
pub fn sums_of_gathered_repeated(xss: &[[i64]], is: &[usize]) -> [i64] { xss.gather(is).flat_map(|row| [row.sum(); row.len() % 4]) }
pub fn sums_of_gathered_placed(xss: &[[i64]], is: &[usize]) -> [i64] { [0; xss.len()].scatter(is, xss.gather(is).map(|row| row.sum())) }
pub fn sums_of_gathered_added(xss: &[[i64]], is: &[usize]) -> [i64] { [0; xss.len()].scatter_with(|a, b| a + b, is, xss.gather(is).map(|row| row.sum())) }

// The running sums of rows.
pub fn running_sums(xss: &[[i64]]) -> [[i64]] { xss.map(|row| row.scan(0, |a, b| a + b)) }

// Sums that each element needs.
pub fn differences_from_sum(xss: &[[i64]]) -> [[i64]] { xss.map(|row| row.map(|x| x - row.sum())) }

// One element of an array that is owned.
pub fn one_written(mut xs: [i64; n], i: usize) -> i64 { xs[i] = 3; xs[0] }

// All elements, one after the other.
pub fn all_written(mut xs: [i64; n]) -> i64 { for i in 0..n { xs[i] += 3; } xs[0] }

// Some elements of one.
pub fn some_written(xs: [i64; n], is: &[usize; k]) -> i64 { xs.scatter(is, [7; k])[1] }

pub fn counts(is: &[usize], n: usize) -> [i64] {
    [0; n].scatter_with(|a, b| a + b, is, is.map(|_| 1))
}

pub fn retrieve(xss: &[[i64]; n], iss: &[[usize]; n]) -> [[i64]; n] {
    zip(xss, iss).map(|(xs, is)| is.map(|i| xs[i]))
}

// The same of rows.
pub fn retrieve_rows(xss: &[[[i64]]; n], iss: &[[usize]; n]) -> i64 {
    let each = zip(xss, iss).map(|(xs, is)| is.map(|i| xs[i]).filter(|r| r.len() > 0));
    each.map(|rows| rows.map(|row| row[0]).sum()).sum() + each.len() as i64
}

pub fn retsum(xss: &[[i64]; n], iss: &[[usize]; n]) -> [[i64]; n] {
    zip(xss, iss).map(|(xs, is)| is.map(|i| xs[i] + xs.sum()))
}

pub fn furthest(ps: &[i64]) -> i64 { ps.map(|p| ps.map(|q| (p - q).abs()).max()).max() }

pub fn smvm(m: &[[(usize, i64)]], v: &[i64]) -> [i64] {
    m.map(|row| row.map(|(j, a)| a * v[j]).sum())
}

// The size of a tree.
fn count(children: &[[usize]], node: usize) -> usize {
    1 + children[node].map(|child| count(children, child)).sum()
}
pub fn tree_size(children: &[[usize]]) -> usize { count(children, 0) }

// The numbers that are in a sorted array.
fn search(xs: &[i64], low: usize, high: usize, x: i64) -> bool {
    if high - low == 1 { xs[low] == x } else {
        let middle = (low + high) / 2;
        if xs[middle] <= x { search(xs, middle, high, x) } else { search(xs, low, middle, x) }
    }
}
pub fn searches(xs: &[i64; n], wanted: &[i64]) -> [bool] { wanted.map(|x| search(xs, 0, n, x)) }

// The depth of the leaf to which each body walks down a tree that all of them share, as those of
// Barnes and Hut do.
fn depth(children: &[[usize]], node: usize, x: usize) -> usize {
    if children[node].is_empty() { 0 } else {
        1 + depth(children, children[node][x % 2], x / 2)
    }
}
pub fn depths(children: &[[usize]], xs: &[usize]) -> usize {
    xs.map(|x| depth(children, 0, x)).sum()
}

// A table at indices, half of them at a time.
fn lookup(table: &[i64], is: &[usize]) -> [i64] {
    if is.len() == 1 { [table[is[0]]] } else {
        let half = is.len() / 2;
        [is[..half], is[half..]].map(|part| lookup(table, part)).flatten()
    }
}
pub fn tree_lookup(table: &[i64], is: &[usize]) -> [i64] { lookup(table, is) }

// The same with a table for each lane.
pub fn tree_lookup_in_lanes(tables: &[[i64]; n], iss: &[[usize]; n]) -> [[i64]; n] {
    zip(tables, iss).map(|(table, is)| lookup(table, is))
}

// The sorted numbers.
fn quicksort(xs: &[i64]) -> [i64] {
    if xs.len() < 2 { xs } else {
        let pivot = xs[xs.len() / 2];
        let parts = [xs.filter(|x| x < pivot), xs.filter(|x| x > pivot)].map(|part| quicksort(part));
        concat(parts[0], xs.filter(|x| x == pivot), parts[1])
    }
}
pub fn quick_sorted(xs: &[i64]) -> [i64] { quicksort(xs) }

// Slices and rows as arguments of recursive functions: a search by halves.
fn place(xs: &[i64], x: i64) -> usize {
    if xs.len() < 2 { 0 } else {
        let half = xs.len() / 2;
        if xs[half] <= x { half + place(xs[half..], x) } else { place(xs[..half], x) }
    }
}
pub fn found(xs: &[i64], x: i64) -> usize { place(xs, x) }
pub fn all_found(xs: &[i64], wanted: &[i64]) -> usize { wanted.map(|x| place(xs, x)).sum() }
pub fn found_in_rows(xss: &[[i64]]) -> usize { xss.map(|row| place(row, 1)).sum() }
pub fn row_updated(xss: [[i64]], i: usize, ys: &[i64]) -> [i64] { xss.update(i, ys).map(|row| row[0]) }
pub fn row_assigned(xss: [[i64]], i: usize, ys: &[i64]) -> [i64] { let mut a = xss; a[i] = ys; a.map(|row| row[0]) }
pub fn totals(xss: &[[i64]]) -> [i64] { xss.reduce([0, 0, 0, 0], |a, b| zip(a, b).map(|(x, y)| x + y)) }
pub fn first_total(xss: &[[i64]]) -> i64 { xss.reduce([0, 0, 0, 0], |a, b| zip(a, b).map(|(x, y)| x + y))[0] }
pub fn rows_swapped(n: usize) -> i64 { let mut m = generate((n, 4), |(i, j)| (i + j) as i64); for i in 1..n { m.swap(i - 1, i); } m.map(|row| row.sum()).sum() }
pub fn row_added(n: usize, k: usize) -> i64 {
    let mut m = generate((n, k), |(i, j)| (i + j) as i64);
    for i in 1..n { let before = m[i - 1]; for j in 0..k { m[i][j] += before[j]; } }
    m.map(|row| row.sum()).sum()
}
pub fn ragged_swapped(xss: [[i64]]) -> i64 { let mut m = xss; for i in 1..m.len() { m.swap(i - 1, i); } m.map(|row| row.sum()).sum() }
pub fn ragged_turned(xss: [[i64]]) -> i64 { let mut m = xss; for i in 1..m.len() { let r = m[i]; m[i] = m[i - 1].rev(); m[i - 1] = r; } m.map(|row| row.sum()).sum() }
pub fn appended(xss: [[i64]]) -> i64 { let mut m = xss; for i in 0..m.len() { m[i] = concat(m[i], [1]); m[i][0] += 1; } m.map(|row| row.sum()).sum() }
pub fn appended_somewhere(xss: [[i64]]) -> i64 { let mut m = xss; for i in 0..m.len() { if m[i][0] > 3 { m[i] = concat(m[i], [1]); } } m.map(|row| row.sum()).sum() }
pub fn row_extended(n: usize) -> i64 { let mut m = [[], [5i64]]; for i in 1..n { m[i % 2] = concat(m[i % 2], [1]); } m.map(|row| row.sum()).sum() }
pub fn folded_rows(xss: [[i64]]) -> i64 { (0..xss.len()).fold(xss, |m, i| m.update(i, m[i].map(|x| x + 1))).map(|row| row.sum()).sum() }
pub fn rows_left(xss: &[[i64]]) -> i64 { let mut rest = xss.clone(); let mut t = 0; while rest.len() > 0 { t += rest[0].sum(); rest = rest[1..]; } t }
pub fn halves(xs: &[i64], x: i64) -> i64 { let mut part = xs.clone(); while part.len() > 1 { let middle = part.len() / 2; part = if part[middle] <= x { part[middle..] } else { part[..middle] }; } part[0] }
pub fn deep_elements_written(xss: [[[i64]]; n]) -> i64 {
    let mut a = xss;
    for i in 0..n { a[i][0][1] += 1; if a[i][0][1] > 3 { a[i][0][0] = 0; } }
    a[0][0][0]
}
pub fn deep_rows_written(xss: [[[i64]]; n]) -> i64 {
    let mut a = xss;
    for i in 0..n { a[i][0] = [i as i64, 2]; }
    a[0][0][0]
}
pub fn cells_filled(n: usize) -> i64 {
    let mut grid = [[[0i64; 0]; 4]; n];
    for i in 0..n { grid[i][i % 4] = concat(grid[i][i % 4], [i as i64]); }
    grid[n - 1][(n - 1) % 4][0]
}
pub fn deep_rows_scattered(xss: [[[i64]]; n], yss: &[[[i64]]; n]) -> i64 {
    let a = xss.scatter(0..n, yss);
    a.map(|rows| rows.len()).sum() as i64
}

// Recursive functions that go on with some of their rows.
fn widest(xss: &[[i64]]) -> usize {
    let n = xss.len();
    if n == 0 { 0 } else if n == 1 { xss[0].len() } else { widest(xss[..n / 2]).max(widest(xss[n / 2..])) }
}
pub fn rows_halved(xss: &[[i64]]) -> usize { widest(xss) }
fn by_first(xss: &[[i64]]) -> [[i64]] {
    if xss.len() < 2 { xss } else {
        let pivot = xss[xss.len() / 2][0];
        let (lo, rest) = xss.partition(|xs| xs[0] < pivot);
        let (same, hi) = rest.partition(|xs| xs[0] == pivot);
        concat(by_first(lo), same, by_first(hi))
    }
}
pub fn rows_sorted(xss: &[[i64]]) -> [i64] { by_first(xss).map(|xs| xs[0]) }
pub fn rows_sorted_in_lanes(xsss: &[[[i64]]]) -> [i64] { xsss.map(|xss| by_first(xss).map(|xs| xs[0]).sum()) }
fn every_other(xss: &[[i64]]) -> i64 {
    let n = xss.len();
    if n < 2 { xss.map(|xs| xs[0]).sum() } else { every_other(xss.gather((0..n / 2).map(|i| 2 * i))) + every_other(xss.gather((0..n - n / 2).map(|i| n - 1 - 2 * i))) }
}
pub fn rows_dealt(xss: &[[i64]]) -> i64 { every_other(xss) }
