// `for`, `while`, `let mut`, `op=`, over scalars, products and arrays; alone, in rows, in
// planes.
// gives: collatz(27) == 111 && collatz(1) == 0
// gives: sum_of_squares(4) == 30 && sum_of_squares(0) == 0
// gives: assigned_in_index(9) == [9, 5, 0] && added_in_index(9) == [9, 5, 0] && replaced_in_index(9) == [9, 5, 9]
// gives: assigned_in_condition(5) == 5 && assigned_in_condition(-3) == 1 && next_in_condition(&[4, 5, 6]) == 15
// gives: odd_sums(&[6, 1, 9]) == [12, 0, 20] && shrinking_in_condition(&[4, 1, 3, 9]) == [1, 7]
// gives: condition_with_array(&[1]) == 5
// gives: looked_back(6) == 39 && held(6) == 44 && row_written(4) == 33 && row_held(4) == 140 && crossed(4) == 66093
// gives: over_array(&[3, 1, 2]) == 312 && over_array(&[]) == 0
// gives: over_pairs(&[(2, 3), (4, 5)]) == 26 && over_rows(&[[1, 2], [3, 4]]) == 10
// gives: closed_range(3) == 6 && backwards(5, 2) == 0
// gives: products(10) == (55, 89)
// gives: sieve(12) == [false, false, true, true, false, true, false, true, false, false, false, true]
// gives: triangle(4) == 6 && triangle(0) == 0
// gives: iterations(&[1, 6, 27]) == [0, 8, 111]
// gives: rows(iterations_in_rows(&[[1, 6], [27, 2]])) == [[0, 8], [111, 1]]
// gives: powers(&[2, 3], 5) == [32, 243] && rows(powers_in_rows(&[[2, 3]], 3)) == [[8, 27]]
// gives: smoothed(&[0.0, 4.0, 0.0], 1) == [1.0, 2.0, 1.0] && smoothed(&[0.0, 4.0, 0.0], 2) == [1.0, 1.5, 1.0]
// gives: rows(shifted_rows(&[[1, 2, 3], [4, 5, 6]])) == [[2, 3, 1], [6, 4, 5]]
// gives: halved(&[8, 3, 5, 1]) == 17 && growing(3) == [2, 1, 0, 1, 0, 0]
// gives: rows(relaxed(&[[0, 5, 99], [99, 0, 2], [1, 99, 0]])) == [[0, 5, 7], [3, 0, 2], [1, 6, 0]]
// gives: fibonacci(10) == 55 && gcds(&[12, 7, 18], 6) == [6, 1, 6]
// gives: bubble(&[3, 1, 2]) == [1, 2, 3] && rows(bubble_rows(&[[3, 1, 2], [9, 8, 7]])) == [[1, 2, 3], [7, 8, 9]]
// gives: op_assignments(13) == (1, 16, true)
// fails: try_over_index(&[1, 2], 3) IndexOutOfBounds
// gives: two_at_once(10) == 55 && two_at_once(0) == 0
// gives: places(vec![1, 2, 3], 1).0 == [1, 7, 9] && places(vec![1, 2, 3], 1).1 == 5
// gives: greatest_divisors(&[12, 7, 0], &[18, 21, 5]) == [6, 7, 5]
// fails: try_places(vec![1, 2], 1) IndexOutOfBounds

pub fn collatz(n: u64) -> u32 {
    let mut x = n;
    let mut count = 0;
    while x > 1 { x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 }; count += 1; }
    count
}
pub fn sum_of_squares(n: i32) -> i32 { let mut s = 0; for i in 0..n + 1 { s += i * i; } s }
pub fn over_array(xs: &[i32]) -> i32 { let mut s = 0; for x in xs { s = 10 * s + x; } s }
pub fn over_pairs(ps: &[(i32, i32)]) -> i32 { let mut s = 0; for (a, b) in ps { s += a * b; } s }
pub fn over_rows(m: &[[i32; k]; n]) -> i32 { let mut s = 0; for row in m { s += row.sum(); } s }
pub fn closed_range(n: i32) -> i32 { let mut s = 0; for i in 0..=n { s += i; } s }
pub fn backwards(a: i32, b: i32) -> i32 { let mut s = 0; for i in a..b { s += i; } s }
/// A variable that is a product.
pub fn products(n: usize) -> (u64, u64) { let mut pair = (0, 1); for _ in 0..n { pair = (pair.1, pair.0 + pair.1); } pair }
pub fn sieve(n: usize) -> [bool; n] {
    let mut prime = (0..n).map(|i| i > 1);
    for i in 2..n { if prime[i] { let mut j = i * i; while j < n { prime[j] = false; j += i; } } }
    prime
}
pub fn triangle(n: u32) -> u32 { let mut t = 0; for i in 0..n { for _ in 0..i { t += 1; } } t }
/// Depth 1 and 2: sequential loops whose numbers of steps differ.
pub fn iterations(xs: &[u64]) -> [u32] { xs.map(collatz) }
pub fn iterations_in_rows(m: &[[u64; k]; n]) -> [[u32; k]; n] { m.map(|row| row.map(collatz)) }
pub fn powers(xs: &[u64], e: u32) -> [u64] { xs.map(|x| { let mut p = 1; for _ in 0..e { p *= x; } p }) }
pub fn powers_in_rows(m: &[[u64; k]; n], e: u32) -> [[u64; k]; n] { m.map(|row| powers(row, e)) }
/// Parallel bodies, alone and inside a parallel closure.
pub fn smoothed(xs: &[f64; n], steps: usize) -> [f64; n] {
    let mut a = xs.clone();
    for _ in 0..steps { a = a.stencil(Constant(0.0), |at| (at(-1) + 2.0 * at(0) + at(1)) / 4.0); }
    a
}
pub fn shifted_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] {
    m.enumerate().map(|(i, row)| { let mut r = row.clone(); for _ in 0..i + 1 { r = r.rotate_left(1); } r })
}
/// The length of the array changes.
pub fn halved(xs: &[i32]) -> i32 {
    let mut a = xs.map(|x| x);
    while a.len() > 1 { let h = a.len() / 2; a = zip(a[..h], a[a.len() - h..]).map(|(x, y)| x + y); }
    a.sum()
}
pub fn growing(n: usize) -> [usize] { let mut a: [usize; _] = 0..0; for i in 0..n { a = concat((0..i + 1).rev(), a); } a.rev().rev() }
pub fn relaxed(d: &[[i32; n]; n]) -> [[i32; n]; n] {
    let mut d = d.clone();
    for k in 0..n { d = d.map(|row| zip(row, d[k]).map(|(a, b)| a.min(row[k] + b))); }
    d
}
pub fn fibonacci(n: u32) -> u64 { let mut a = 0; let mut b = 1; for _ in 0..n { let c = a + b; a = b; b = c; } a }
pub fn gcds(xs: &[u32], y: u32) -> [u32] { xs.map(|x| { let mut a = x; let mut b = y; while b != 0 { let r = a % b; a = b; b = r; } a }) }
pub fn bubble(xs: &[i32]) -> [i32] {
    let mut a = xs.clone();
    for i in 0..a.len() { for j in 1..a.len() - i { if a[j - 1] > a[j] { a.swap(j - 1, j); } } }
    a
}
pub fn bubble_rows(m: &[[i32; k]; n]) -> [[i32; k]; n] { m.map(|row| bubble(row)) }
pub fn op_assignments(n: u32) -> (u32, u32, bool) {
    let mut a = n; let mut b = n; let mut c = false;
    a -= 3; a /= 2; a %= 4; a <<= 3; a >>= 3; a |= 4; a &= 5; a ^= 4;
    b += 3; b *= 1;
    c |= n > 3; c &= true; c ^= false;
    (a, b, c)
}
pub fn over_index(xs: &[i32], n: usize) -> i32 { let mut s = 0; for i in 0..n { s += xs[i]; } s }

/// Several places are assigned to at once: the right side is evaluated first.
pub fn two_at_once(n: u32) -> u64 { let (mut a, mut b) = (0, 1); for _ in 0..n { (a, b) = (b, a + b); } a }
pub fn places(xs: [i32; n], mut i: usize) -> ([i32; n], usize) { let mut a = xs; (a[i], i) = (7, i + 1); ((a[i], _), i) = ((9, 1), 5); (a, i) }
pub fn greatest_divisors(a: &[u32], b: &[u32]) -> [u32] {
    zip(a, b).map(|(a, b)| { let mut x = a; let mut y = b; while y != 0 { (x, y) = (y, x % y); } x })
}
// A variable that the condition of a loop assigns to is carried, too, also by the turn that ends it.
pub fn assigned_in_condition(n: i32) -> i32 { let mut i = 0; while { i += 1; i < n } {} i }
pub fn next_in_condition(xs: &[i32]) -> i32 { let mut s = 0; let mut i = 0; while { i += 1; i <= xs.len() } { s += xs[i - 1]; } s }
pub fn odd_sums(ns: &[i32]) -> [i32] { ns.map(|n| { let mut i = 0; let mut s = 0; while { i += 2; i < n + 1 } { s += i; } s }) }
pub fn shrinking_in_condition(xs: &[i32]) -> [i32] { let mut a = xs.clone(); while { a = a.filter(|x| x > 1).map(|x| x - 1); a.len() > 2 } { a = a[1..]; } a }
pub fn condition_with_array(ys: &[i64]) -> i64 { let mut g = ys.clone(); let mut turns = 0; for a in 0..5 { let mut e = 0; while e < g.fold({ g = [e; 1]; e }, |j, k| k) { e += 1; turns += 1; } } turns }
// An index that assigns to the array does so before its element is stored.
pub fn assigned_in_index(n: i32) -> [i32] { let mut v = [0; 3]; v[{ v[0] = n; 1 }] = 5; v }
pub fn added_in_index(n: i32) -> [i32] { let mut v = [0; 3]; v[{ v[0] = n; 1 }] += 5; v }
pub fn replaced_in_index(n: i32) -> [i32] { let mut v = [0; 3]; v[{ v = [n; 3]; 1 }] = { v[0] += 5; v[0] }; v }
// A part of an array that is read before the array is written to needs no copy of it.
pub fn looked_back(n: usize) -> i64 { let mut a = [1i64; n]; let mut h = [0i64; 3]; for i in 3..n { h = a[i - 3..i].clone(); a[i] = 7; } a.sum() + h.sum() }
pub fn held(n: usize) -> i64 { let mut a = [1i64; n]; for i in 3..n { let w = a[i - 3..i]; a[i] = 7; a[i - 1] = w.sum(); } a.sum() }
pub fn row_written(n: usize) -> i64 { let mut m = [[1i64; 3]; n]; for i in 1..n { m[i][1] = 4; m[i - 1] = m[i].map(|x| x + 1); } m.map(|row| row.sum()).sum() }
pub fn row_held(n: usize) -> i64 {
    let mut m = [[1i64, 2, 3]; n];
    for i in 1..n { let r = m[i]; m[i - 1] = r.rev(); m[i][0] = r[1] + 5; }
    generate((n, 3), |(i, j)| m[i][j] * ((i + 1) * (j + 1)) as i64).map(|row| row.sum()).sum()
}
pub fn crossed(n: usize) -> i64 {
    let mut a = (0..n).map(|i| i as i64);
    let mut b = (0..n).map(|i| 10 * i as i64);
    for i in 1..n { let (x, y) = (b[i], a[i - 1]); a[i] += x; b[i - 1] += y; }
    a.sum() * 1000 + b.sum()
}
