// Small arrays that lanes make and update: they stay where they are, and need no memory.
// gives: counts(&[vec![1, 1, 9], vec![], vec![2, 10, 2, 3]]) == [3, 0, 4]
// gives: rows(sorted(&[[3, 1, 2], [1, 2, 3], [9, 9, 0]])) == [[1, 2, 3], [1, 2, 3], [0, 9, 9]]
// gives: powers(&[[[1, 1], [1, 0]], [[2, 0], [0, 3]]], 5) == [11, 275]
// gives: turned(&[1, 2, 3], 3) == [201, 402, 603]
// gives: chosen(&[1, -1, 5]) == [101, 98, 105]
// gives: reset(&[1, 2, 3, 4]) == [1, 3, 0, 4]
// gives: rows(in_branches(&[1, 2, 3])) == [[11, 0, 1], [0, 12, 1], [13, 0, 1]]
// gives: nested_branches(&[1, 2, 3, 4]) == [1, 20, 300, 4000]
// gives: of_rows(&[1, 2]) == [15, 30]
// gives: rows_taken(&[[1, 2], [3, 4]]) == [23, 27]
// gives: scattered(&[[0, 1, 1], [2, 2, 2]]) == [21, 300]
// gives: medians(&[5.0, 1.0, 4.0, -0.0, 0.0, f64::NAN]) == [4.0, 1.0, 0.0, 0.0]
// gives: top_of_many(&[3, 50]) == [39, 50]
// gives: rows_in_order(&[[[2, 1], [1, 9]], [[0, 5], [0, 4]]]) == [12, 0]
// gives: large(&[299, 5]) == [299, 105]
// gives: digits(&[905, 7, 110]) == [14, 7, 2]
// gives: passed(&[1, 2, 3]) == [5, 8, 11]
// gives: two_ways(&[1, 2, 3, 4], true) == [7, 14, 21, 28]
// gives: two_ways(&[1, 2, 3, 4], false) == [4, 5, 6, 7]
// gives: stepwise(&[0, 1, 5, 6]) == [0, 1, 5, 8]
// gives: rows(transposed(&[[[1, 2], [3, 4]]])) == [[11, 3, 2, 4]]
// gives: grown(&[1, 2]) == [4, 5]
// fails: try_outside(&[[1, 2, 7]]) IndexOutOfBounds
// fails: try_divided(&[[1, 2, 0]]) DivisionByZero

pub fn counts(rows: &[[usize]]) -> [u32] {
    rows.map(|row| { let mut h = [0u32; 8]; for x in row { h[x % 8] += 1; } h[1] * (h[2] + 1) + h[2] + h[3] })
}
pub fn sorted(xs: &[[i32; 3]; n]) -> [[i32; 3]; n] {
    xs.map(|row| {
        let mut s = row.clone();
        for i in 1..3 {
            let mut j = i;
            while j > 0 && s[j - 1] > s[j] { let t = s[j]; s[j] = s[j - 1]; s[j - 1] = t; j -= 1; }
        }
        s
    })
}
/// Each turn makes a matrix of the one before.
pub fn powers(xs: &[[[i32; 2]; 2]; n], k: usize) -> [i32] {
    xs.map(|m| {
        let mut p = [[1, 0], [0, 1]];
        for _ in 0..k { p = generate((2, 2), |(i, j)| p[i][0] * m[0][j] + p[i][1] * m[1][j]); }
        p[0][0] + p[1][1]
    })
}
/// Two arrays that change places.
pub fn turned(xs: &[i32], k: usize) -> [i32] {
    xs.map(|x| {
        let (mut a, mut b) = ([x, 0], [2 * x, 1]);
        for _ in 0..k { let c = a; a = b; b = c; a[1] += 1; }
        a[0] * 100 + b[0]
    })
}
pub fn chosen(xs: &[i32]) -> [i32] {
    xs.map(|x| {
        let mut a = [100, 0];
        let b = [99, 0];
        if x < 0 { a = b; }
        a[1] = x;
        a[0] + a[1]
    })
}
/// An array that is begun anew now and then.
pub fn reset(xs: &[i32]) -> [i32] {
    xs.map(|x| {
        let mut a = [0, 0];
        for i in 0..x {
            a[i % 2] += i + 1;
            if a[0] + a[1] > 5 { a = [0, 0]; }
        }
        a[0] + a[1]
    })
}
pub fn in_branches(xs: &[i32; n]) -> [[i32; 3]; n] {
    xs.map(|x| {
        let mut a = [0, 0, 1];
        if x % 2 == 0 { a[1] = 10 + x; } else { a[0] = 10 + x; }
        a
    })
}
pub fn nested_branches(xs: &[i32]) -> [i32] {
    xs.map(|x| {
        let mut a = [0, 0, 0, 0];
        if x > 2 { if x > 3 { a[3] = x; } else { a[2] = x; } } else if x > 1 { a[1] = x; } else { a[0] = x; }
        a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3]
    })
}
/// Rows are written as they are.
pub fn of_rows(xs: &[i32]) -> [i32] {
    xs.map(|x| {
        let mut m = [[0, 0], [0, 0], [0, 0]];
        for i in 0..3 { m[i] = [x * i as i32, x]; m[i][0] += x; }
        m.flatten().sum() + m[2][0] * 2
    })
}
pub fn rows_taken(xs: &[[i32; 2]; n]) -> [i32] {
    xs.map(|row| {
        let mut m = [row.clone(), row.clone()];
        m[1][0] = 20;
        let taken = m[1].clone();
        m[1] = [0, 0];
        taken[0] + taken[1] + m[0][0] + m[1][1]
    })
}
pub fn scattered(xs: &[[usize; 3]; n]) -> [i32] {
    xs.map(|row| {
        let counts = [0, 0, 0].scatter_with(|a, b| a + b, row, row.map(|_| 1));
        counts[0] + 10 * counts[1] + 100 * counts[2]
    })
}
pub fn medians(xs: &[f64]) -> [f64] { xs.windows(3).map(|w| w.sort()[1]) }
pub fn top_of_many(xs: &[i32]) -> [i32] {
    xs.map(|x| { let many = (0..40).map(|i| (i * 7 + x) % 40); many.update(0, x).sort()[39] })
}
/// Rows have an order, too.
pub fn rows_in_order(xs: &[[[i32; 2]; 2]; n]) -> [i32] {
    xs.map(|m| { let order = m.map(|r| r[0]).argsort(); m[order[0]][0] * 10 + m[order[1]][0] })
}
/// Too large to be kept among the lane's values.
pub fn large(xs: &[usize]) -> [usize] {
    xs.map(|x| { let mut a = [0; 300]; a[x] = x; a[5] += 100; a[x] })
}
pub fn digits(xs: &[u32]) -> [u32] {
    xs.map(|x| {
        let mut found = [0u8; 10];
        let (mut rest, mut sum) = (x, 0);
        while rest > 0 { found[(rest % 10) as usize] += 1; sum += rest % 10; rest /= 10; }
        sum * (found[0] < 9) as u32
    })
}
fn total(a: [i32], k: i32) -> i32 { if k == 0 { a.sum() } else { total(a.update(0, a[0] + 1), k - 1) } }
pub fn passed(xs: &[i32]) -> [i32] { xs.map(|x| total([x, x, x], 2)) }
pub fn two_ways(xs: &[i32], summed: bool) -> [i32] {
    xs.map(|x| {
        let mut a = [1, 2, x];
        if summed { a = [x, 2 * x, 4 * x]; }
        a.sum()
    })
}
/// The index of a lane is the state's, too.
pub fn stepwise(xs: &[usize]) -> [usize] {
    xs.map(|x| {
        let mut fib = [0, 1];
        for _ in 0..x { let next = fib[0] + fib[1]; fib[0] = fib[1]; fib[1] = next; }
        fib[0]
    })
}
pub fn transposed(xs: &[[[i32; 2]; 2]; n]) -> [[i32; 4]; n] {
    xs.map(|m| { let mut t = m.clone().transpose(); t[0][0] += 10; t.flatten() })
}
pub fn grown(xs: &[i32]) -> [i32] {
    xs.map(|x| { let mut a = [x; 3]; a[1] = 1; let b = concat(a, [2]); b[0] + b[1] + b[3] })
}
pub fn outside(xs: &[[usize; 3]; n]) -> [u32] {
    xs.map(|row| { let mut a = [0u32; 4]; for x in row { a[x] += 1; } a[1] })
}
pub fn divided(xs: &[[i32; 3]; n]) -> [i32] {
    xs.map(|row| { let mut a = [1, 2]; for x in row { a[0] = a[0] / x; } a[0] })
}
