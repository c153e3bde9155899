// Rows that are replicated, fetched, gathered, chosen, reordered, joined and cut. Many programs use
// an array of rows twice, so that it is stored and not fused away.

// Replicated:

// An array, and its elements.
pub fn arrays_replicated(xs: &[i64], n: usize) -> i64 {
    [xs; n].enumerate().map(|(i, row)| row[i]).sum()
}

// A row.
pub fn row_replicated(xss: &[[i64]], n: usize) -> i64 { [xss[0]; n].map(|row| row[0]).sum() }

// Rows that are chosen and stored.
pub fn chosen_replicated(xss: &[[i64]], n: usize) -> i64 {
    let rows = generate(n, |i| xss[i % 2]).filter(|row| row.len() > 0);
    rows.map(|row| row[0]).sum() + rows.len() as i64
}

// Rows of rows.
pub fn rows_replicated(xss: &[[i64]], n: usize) -> i64 { [xss; n].map(|rows| rows[0][0]).sum() }

// Each row as often as it is told.
pub fn each_replicated(xss: &[[i64]; n], counts: &[usize; n]) -> i64 {
    let rows = counts.enumerate().flat_map(|(i, k)| [i; k]).map(|i| xss[i]);
    rows.map(|row| row[0]).sum() + rows.lengths().max() as i64
}

// Fetched:

// An element.
pub fn element(xs: &[i64], i: usize) -> i64 { xs[i] }

// A row.
pub fn row(xss: &[[i64]], i: usize) -> i64 {
    let row = xss[i];
    row[i] + row.len() as i64
}

// A row of rows.
pub fn row_of_rows(xss: &[[[i64]]], i: usize) -> i64 {
    let rows = xss[i];
    rows[0][0] + rows.len() as i64
}

// The ends.
pub fn ends(xss: &[[i64]]) -> i64 { xss.first()[1] + xss.last()[2] }

// An array of two rows.
pub fn literal_of_rows(xss: &[[i64]], a: usize, b: usize) -> i64 {
    [xss[a], xss[b]].map(|row| row[0]).sum()
}

// A slice.
pub fn slice(xs: &[i64], a: usize, b: usize) -> i64 { xs[a..b].sum() }

// A slice of an array of rows.
pub fn slice_of_rows(xss: &[[i64]], a: usize, b: usize) -> i64 {
    xss[a..b].map(|row| row[0]).sum()
}

// Slices of rows.
pub fn slices_of_rows(xss: &[[i64]], k: usize) -> i64 {
    let ends = xss.map(|row| row[k..]);
    ends.map(|row| row[0]).sum() + ends.filter(|row| row[1] > 2).len() as i64
}

// Slices that overlap.
pub fn slices_that_overlap(xs: &[i64], starts: &[usize]) -> i64 {
    let ends = starts.map(|i| xs[i..]).filter(|row| row[0] > 1);
    ends.map(|row| row[0]).sum() + ends.lengths().max() as i64
}

// An element of each row.
pub fn element_of_each(xss: &[[i64]; n], is: &[usize; n]) -> [i64; n] {
    zip(xss, is).map(|(xs, i)| xs[i])
}

// A row of each array of rows.
pub fn row_of_each(xss: &[[[i64]]; n], is: &[usize; n]) -> i64 {
    let rows = zip(xss, is).map(|(xs, i)| xs[i]).filter(|row| row.len() > 2);
    rows.map(|row| row[0]).sum() + rows.lengths().max() as i64
}

// A row that a helper gives.
fn best(xss: &[[i64]], i: usize) -> [i64] { xss[i] }
pub fn row_from_helper(xss: &[[i64]], is: &[usize]) -> i64 { is.map(|i| best(xss, i)[0]).sum() }

// Gathered:

// Elements.
pub fn gathered(table: &[i64], is: &[usize]) -> [i64] { table.gather(is) }

// Through a function that is told how.
fn each(fun: impl Fn(&[i64], usize) -> i64, table: &[i64], is: &[usize]) -> [i64] {
    is.map(|i| fun(table, i))
}
pub fn gathered_by_function(table: &[i64], is: &[usize], back: bool) -> [i64] {
    each(|t, i| if back { t[t.len() - i - 1] } else { t[i] }, table, is)
}

// Through a recursive function.
fn at(table: &[i64], i: usize, turns: usize) -> i64 {
    if turns == 0 { table[i] } else { at(table, i, turns - 1) }
}
pub fn gathered_by_recursion(table: &[i64], is: &[usize]) -> [i64] { is.map(|i| at(table, i, 2)) }

// Rows.
pub fn rows_gathered(xss: &[[i64]], is: &[usize]) -> i64 {
    let rows = xss.gather(is).filter(|row| row.len() > 0);
    rows.map(|row| row[0]).sum() + rows.lengths().max() as i64
}

// Rows of a matrix.
pub fn rows_of_matrix_gathered(m: &[[i64; k]; n], is: &[usize]) -> i64 {
    let rows = m.gather(is);
    rows.map(|row| row[0]).sum() + rows[0][1]
}

// Rows again and again.
pub fn gathered_again(xss: &[[i64]], is: &[usize], turns: usize) -> i64 {
    let mut rows = xss.gather(is);
    for _ in 0..turns { rows = rows.gather(is); }
    rows[0][0]
}

// Rows in each lane.
pub fn gathered_in_lanes(xss: &[[i64]], iss: &[[usize]]) -> i64 {
    let each = iss.map(|is| xss.gather(is).filter(|row| row[0] > 0));
    each.map(|rows| rows.map(|row| row[0]).sum()).sum() + each.lengths().max() as i64
}

// Chosen:

// Rows that are kept.
pub fn kept(xss: &[[i64]]) -> i64 {
    let kept = xss.filter(|row| row[0] > 3);
    kept.filter(|row| row[1] > 2).map(|row| row[0]).sum() + kept.len() as i64
}

// Both parts.
pub fn both_parts(xss: &[[i64]]) -> i64 {
    let (large, small) = xss.partition(|row| row[0] > 3);
    large.map(|row| row[0]).sum() + small.map(|row| row[1]).sum()
}

// Rows of a matrix.
pub fn rows_of_matrix_kept(m: &[[i64; k]; n]) -> i64 {
    let kept = m.filter(|row| row[0] > 2);
    kept.map(|row| row[0]).sum() + kept.len() as i64
}

// Rows of rows.
pub fn rows_of_rows_kept(xss: &[[[i64]]]) -> i64 {
    let kept = xss.filter(|rows| rows[0][0] > 2);
    kept.map(|rows| rows.map(|row| row[0]).sum()).sum() + kept.len() as i64
}

// Rows of rows, in each lane.
pub fn kept_in_lanes(xss: &[[[i64]]]) -> i64 {
    let kept = xss.map(|rows| rows.filter(|row| row[0] > 2));
    kept.flatten().map(|row| row[0]).sum() + kept.lengths().max() as i64
}

// Pairs of rows.
pub fn pairs_kept(xss: &[[i64]; n], yss: &[[i64]; n]) -> i64 {
    let (a, b) = zip(xss, yss).filter(|(a, b)| a[0] < b[1]).unzip();
    a.map(|row| row[0]).sum() + b.rev().map(|row| row[0]).sum()
}

// Elements of one row or another.
pub fn elements_chosen(xss: &[[i64]; n], is: &[usize; n]) -> i64 {
    zip(xss, is).map(|(row, i)| if i % 2 == 0 { row[0] } else { xss[0][1] }).sum()
}

// One of two arrays of rows that were chosen.
pub fn one_of_two(xss: &[[i64]], first: bool) -> i64 {
    let a = xss.filter(|row| row[0] > 1);
    let b = xss.filter(|row| row[1] > 1);
    let rows = if first { a } else { b };
    rows.map(|row| row[0]).sum() + rows.len() as i64
}

// Turn after turn.
pub fn turn_after_turn(xss: &[[i64]], turns: usize) -> i64 {
    let mut rows = xss.filter(|row| row[0] > 1);
    for i in 0..turns {
        if i % 2 == 0 { rows = rows.rev(); }
        rows = rows.filter(|row| row[i] > 0);
    }
    rows[0][0]
}

// The row with the largest key.
pub fn largest(xss: &[[i64]]) -> i64 { xss.max_by_key(|row| row[0])[1] }

// Reordered:

// Backwards and rotated.
pub fn turned(xss: &[[i64]]) -> i64 {
    let rows = xss.rev().rotate_left(3);
    rows.filter(|row| row[0] > 2).map(|row| row[1]).sum() + rows[0][0]
}

// Backwards in each lane.
pub fn turned_in_lanes(xss: &[[[i64]]]) -> i64 {
    let turned = xss.map(|rows| rows.rev());
    turned.map(|rows| rows[0][0]).sum() + turned.filter(|r| r[0][0] > 2).len() as i64
}

// Sorted by a key.
pub fn sorted(xss: &[[i64]]) -> i64 {
    let sorted = xss.sort_by_key(|row| row[0]);
    sorted.filter(|row| row[0] > 2).map(|row| row[1]).sum() + sorted.len() as i64
}

// Transposed.
pub fn transposed(m: &[[i64; k]; n]) -> i64 { m.transpose().map(|row| row[0]).sum() }

// Overlapping.
pub fn overlapping(xss: &[[i64]]) -> i64 {
    let kept = xss.windows(3).filter(|rows| rows[0][0] > 2);
    kept.map(|rows| rows[1][0]).sum() + kept.len() as i64
}

// Joined and cut:

// All elements.
pub fn all_elements(xss: &[[i64]]) -> [i64] { xss.flatten() }

// All rows.
pub fn all_rows(xss: &[[[i64]]]) -> i64 {
    let all = xss.flatten();
    all.filter(|row| row[0] > 1).map(|row| row[0]).sum() + all.len() as i64
}

// Rows of rows that were fetched.
pub fn gathered_joined(xss: &[[[i64]]], is: &[usize]) -> i64 {
    xss.gather(is).flatten().map(|row| row[0]).sum()
}

// Rows of rows that were kept.
pub fn kept_joined(xss: &[[[i64]]]) -> i64 {
    let all = xss.filter(|rows| rows[0][0] > 2).flatten();
    all.map(|row| row[0]).sum() + all.len() as i64
}

// Elements cut into rows.
pub fn cut(xs: &[i64], lengths: &[usize]) -> i64 {
    let rows = xs.split_by(lengths).filter(|row| row[0] > 2);
    rows.map(|row| row[0]).sum() + rows.len() as i64
}

// Rows cut into arrays of rows.
pub fn rows_cut(xss: &[[i64]], lengths: &[usize]) -> i64 {
    xss.split_by(lengths).map(|rows| rows[0][0]).sum()
}

// Each row cut.
pub fn each_cut(xss: &[[i64]; n], lengths: &[[usize]; n]) -> i64 {
    zip(xss, lengths).map(|(row, own)| row.split_by(own)).map(|rows| rows[0][0]).sum()
}

// Chosen by a condition:

// One of two rows in each lane.
pub fn combined(xss: &[[i64]; n], yss: &[[i64]; n]) -> i64 {
    zip(xss, yss).map(|(x, y)| if x[0] > 3 { x } else { y }).map(|row| row[0]).sum()
}

// One of three.
pub fn matched(xss: &[[i64]; n], yss: &[[i64]; n]) -> i64 {
    zip(xss, yss).map(|(x, y)| match x[0] { 1 => x, 2 => xss[0], _ => y }).map(|row| row[0]).sum()
}

// Rows of a matrix.
pub fn rows_of_matrix_chosen(m: &[[i64; k]; n]) -> i64 {
    m.enumerate().map(|(i, row)| if i % 2 == 0 { row } else { m[0] }).map(|row| row[0]).sum()
}

// One of two arrays.
pub fn vector_chosen(xs: &[i64], ys: &[i64], first: bool) -> i64 {
    let chosen = if first { xs } else { ys };
    chosen[0]
}

// One of two arrays of rows.
pub fn array_chosen(xss: &[[i64]], yss: &[[i64]], first: bool) -> i64 {
    let chosen = if first { xss } else { yss };
    chosen.map(|row| row[0]).sum()
}

// Joined:

// Arrays of rows, one after the other.
pub fn rows_joined(xss: &[[i64]], yss: &[[i64]]) -> i64 {
    concat(xss, yss).map(|row| row[0]).sum()
}

// A matrix to itself.
pub fn matrices_joined(m: &[[i64; k]; n]) -> i64 { concat(m, m).map(|row| row[0]).sum() }
pub fn each_repeated(xss: &[[i64]], counts: &[usize]) -> [i64] {
    zip(xss, counts).flat_map(|(row, count)| [row; count]).map(|row| row[0])
}
pub fn kept_twice(m: &[[i64; n]; n]) -> [i64] {
    m.filter(|row| row[0] > 1).filter(|row| row[1] > 2).map(|row| row[2])
}
