//! Guards by the place of a lane, in rows that are longer than tiles, with ends of the guarded part
//! anywhere in them: they give the results of plain loops.

use accel::accel;

accel! {
    pub(crate) fn antidiagonal(a: &[u8; n], b: &[u8; m], p: &[i32; q], d: usize) -> [i32] {
        generate(n + 1, |i| if i == 0 || i >= d { 0 } else {
            let s = if a[i - 1] == b[d - i - 1] { 3 } else { -2 };
            (p[i - 1] + s).max(p[i] - 2).max(0)
        })
    }
    /// A guard in another, and one that leaves out a lane in the middle.
    pub(crate) fn chain(xs: &[i32; n], d: usize, e: usize) -> [i32; n] {
        generate(n, |i| if i == e { -1 } else if i + 2 < n { if i < d { xs[i + 2] - xs[i] } else { xs[i + 1] } } else { 7 })
    }
    pub(crate) fn inner(m: &[[i32; w]; h]) -> [[i32; w]; h] {
        generate((h, w), |(y, x)| if y == 0 || x == 0 || y == h - 1 || x == w - 1 { m[y][x] } else {
            m[y - 1][x] + m[y + 1][x] + m[y][x - 1] + m[y][x + 1]
        })
    }
    pub(crate) fn padded(img: &[[i32; w]; h], ker: &[[i32; kw]; kh], p: usize) -> [[i32; w]; h] {
        generate((h, w), |(y, x)| (0..kh).map(|i| (0..kw).map(|j| {
            if y + i >= p && y + i - p < h && x + j >= p && x + j - p < w { img[y + i - p][x + j - p] * ker[i][j] } else { 1 }
        }).sum()).sum())
    }
    /// A filter that is computed only at places that lie wholly inside.
    pub(crate) fn framed(img: &[[i32; w]; h], ker: &[[i32; k]; k], r: usize) -> [[i32; w]; h] {
        generate((h, w), |(y, x)| if y < r || x < r || y + r >= h || x + r >= w { -1 } else {
            (0..2 * r + 1).map(|i| (0..2 * r + 1).map(|j| img[y + i - r][x + j - r] * ker[i][j]).sum()).sum()
        })
    }
    /// As far as the row is said to go.
    pub(crate) fn as_far(m: &[[i32; w]; h], lengths: &[usize; h], k: usize) -> [[i32; w]; h] {
        generate((h, w), |(y, x)| if x + k < lengths[y] && lengths[y] <= w {
            m[y][x] + (0..k).map(|j| m[y][x + j] * x as i32).sum()
        } else { m[y][w - 1 - x] })
    }
    pub(crate) fn summed(xs: &[i32; n], from: usize, to: usize) -> i32 {
        (0..n).map(|i| if i >= from && i < to && i > 0 { xs[i] * xs[i - 1] } else { 1 }).sum()
    }
}

/// Lengths around those of tiles, wide and narrow.
const LENGTHS: [usize; 14] = [0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 128, 130, 200];

fn numbers(count: usize) -> Vec<i32> {
    (0..count as i32).map(|i| i * i % 23 - 5).collect()
}

#[test]
fn antidiagonals_are_those_of_a_loop() {
    for n in LENGTHS {
        let letters = |by: usize| -> Vec<u8> { (0..n).map(|i| (i * by % 7 % 3) as u8).collect() };
        let (a, b, p) = (letters(3), letters(5), numbers(n + 1));
        for d in (0..=n + 1).filter(|d| *d < 4 || *d + 4 > n || d % 13 == 0 || d % 64 < 2) {
            let lane = |i: usize| {
                if i == 0 || i >= d {
                    return 0;
                }
                let s = if a[i - 1] == b[d - i - 1] { 3 } else { -2 };
                (p[i - 1] + s).max(p[i] - 2).max(0)
            };
            let expected: Vec<i32> = (0..n + 1).map(lane).collect();
            assert_eq!(antidiagonal(&a, &b, &p, d).to_vec(), expected, "{n}, {d}");
        }
    }
}

#[test]
fn chains_of_guards_are_those_of_a_loop() {
    for n in LENGTHS {
        let xs = numbers(n);
        for (d, e) in LENGTHS.into_iter().flat_map(|d| LENGTHS.map(|e| (d, e))) {
            let lane = |i: usize| match i {
                _ if i == e => -1,
                _ if i + 2 >= n => 7,
                _ if i < d => xs[i + 2] - xs[i],
                _ => xs[i + 1],
            };
            let expected: Vec<i32> = (0..n).map(lane).collect();
            assert_eq!(chain(&xs, d, e).to_vec(), expected, "{n}, {d}, {e}");
        }
    }
}

#[test]
fn frames_are_those_of_a_loop() {
    for (h, w) in [1, 2, 3, 4].into_iter().flat_map(|h| LENGTHS.map(|w| (h, w.max(1)))) {
        let m = numbers(h * w);
        let lane = |at: usize| {
            let (y, x) = (at / w, at % w);
            if y == 0 || x == 0 || y == h - 1 || x == w - 1 {
                return m[at];
            }
            m[at - w] + m[at + w] + m[at - 1] + m[at + 1]
        };
        let expected: Vec<i32> = (0..h * w).map(lane).collect();
        let rows: Vec<Vec<i32>> = m.chunks(w).map(<[i32]>::to_vec).collect();
        assert_eq!(inner(&rows).to_vec(), expected, "{h}×{w}");
    }
}

#[test]
fn filters_with_guards_are_those_of_a_loop() {
    for (w, k, p) in
        [(1, 1, 0), (3, 5, 2), (20, 3, 1), (64, 3, 2), (65, 7, 3), (130, 2, 0), (200, 5, 9)]
    {
        let (h, m, ker) = (5, numbers(5 * w), numbers(k * k));
        let lane = |at: usize| {
            let (y, x) = (at / w, at % w);
            let term = |at: usize| {
                let (y, x) = ((y + at / k).wrapping_sub(p), (x + at % k).wrapping_sub(p));
                if y < h && x < w { m[y * w + x] * ker[at] } else { 1 }
            };
            (0..k * k).map(term).sum::<i32>()
        };
        let expected: Vec<i32> = (0..h * w).map(lane).collect();
        let [rows, taps] = [(&m, w), (&ker, k)].map(|(list, width)| in_rows(list, width));
        assert_eq!(padded(&rows, &taps, p).to_vec(), expected, "{w}, {k}, {p}");
    }
}

#[test]
fn framed_filters_are_those_of_a_loop() {
    for (w, r) in [(1, 0), (3, 1), (20, 2), (63, 3), (64, 1), (65, 0), (130, 2), (200, 20)] {
        let (h, k) = (2 * r + 3, 2 * r + 1);
        let (m, ker) = (numbers(h * w), numbers(k * k));
        let lane = |at: usize| {
            let (y, x) = (at / w, at % w);
            if y < r || x < r || y + r >= h || x + r >= w {
                return -1;
            }
            let term = |at: usize| m[(y + at / k - r) * w + x + at % k - r] * ker[at];
            (0..k * k).map(term).sum::<i32>()
        };
        let expected: Vec<i32> = (0..h * w).map(lane).collect();
        let [rows, taps] = [(&m, w), (&ker, k)].map(|(list, width)| in_rows(list, width));
        assert_eq!(framed(&rows, &taps, r).to_vec(), expected, "{w}, {r}");
    }
}

#[test]
fn guards_by_what_rows_say_are_those_of_a_loop() {
    for (w, k) in [(1usize, 0), (17, 3), (64, 1), (130, 2), (200, 70)] {
        let lengths = [0, 1, w / 2, w.saturating_sub(1), w, w + 1, 66];
        let m = numbers(lengths.len() * w);
        let lane = |at: usize| {
            let (y, x) = (at / w, at % w);
            if x + k < lengths[y] && lengths[y] <= w {
                let terms = (0..k).map(|j| m[y * w + x + j] * x as i32);
                return m[at] + terms.sum::<i32>();
            }
            m[y * w + w - 1 - x]
        };
        let expected: Vec<i32> = (0..m.len()).map(lane).collect();
        assert_eq!(as_far(&in_rows(&m, w), &lengths, k).to_vec(), expected, "{w}, {k}");
    }
}

fn in_rows(list: &[i32], width: usize) -> Vec<Vec<i32>> {
    list.chunks(width).map(<[i32]>::to_vec).collect()
}

#[test]
fn sums_behind_guards_are_those_of_a_loop() {
    for (n, from, to) in LENGTHS.into_iter().flat_map(|n| [(n, 0, n), (n, 3, n / 2), (n, 70, 300)])
    {
        let xs = numbers(n);
        let lane = |i: usize| if i >= from && i < to && i > 0 { xs[i] * xs[i - 1] } else { 1 };
        assert_eq!(summed(&xs, from, to), (0..n).map(lane).sum::<i32>(), "{n}, {from}, {to}");
    }
}
