//! Lanes that go on where an array has ended that they read: producers whose elements are computed from
//! their neighbours (stencils, windows, shifts, running sums), read into longer arrays by `concat`,
//! padded rows and guarded indices. Each producer meets each consumer, in arrays and in rows of 0 to
//! 100 elements, and every result is compared with the same in plain Rust.

#![allow(missing_docs)]

use accel::accel;

/// The numbers of elements behind those of the producer.
const TAILS: [usize; 6] = [0, 1, 2, 19, 40, 100];

/// A consumer's name and code, in arrays and in rows; and its meaning as a loop.
type Consumer = (
    &'static str,
    fn(&[i64], &[i64]) -> Vec<i64>,
    fn(&[i64], &[i64]) -> Vec<Vec<i64>>,
    fn(Vec<i64>, &[i64]) -> Vec<i64>,
);

/// The number of rows.
const ROWS: usize = 3;

/// A module with a block in which a producer meets each of the consumers.
macro_rules! producers {
    ($($name:ident ($xs:ident) { $($made:tt)* } = $meaning:expr;)*) => {
        $(mod $name {
            use super::*;

            consumers! { ($xs) { $($made)* }
                joined (p, tail) { concat(p, tail) } = |p, tail| [&p, tail].concat();
                behind (p, tail) { concat(tail, p) } = |p, tail| [tail, &p].concat();
                between (p, tail) { concat(tail, p, tail) } = |p, tail| [tail, &p, tail].concat();
                twice (p, tail) { zip(concat(p, tail), concat(tail, p)).map(|(x, y)| x - 2 * y) }
                    = |p, tail| {
                        let (first, second) = ([&p, tail].concat(), [tail, &p].concat());
                        first.iter().zip(second).map(|(x, y)| x - 2 * y).collect()
                    };
                guarded (p, tail) {
                    (0..p.len() + tail.len()).map(|i| if i < p.len() { p[i] } else { -1 })
                } = |p, tail| [p, vec![-1; tail.len()]].concat();
                guarded_otherwise (p, tail) {
                    (0..p.len() + tail.len()).map(|i| if i >= p.len() { -1 } else { p[i] })
                } = |p, tail| [p, vec![-1; tail.len()]].concat();
                matched (p, tail) {
                    (0..p.len() + tail.len()).map(|i| match i < p.len() { true => p[i], false => -1 })
                } = |p, tail| [p, vec![-1; tail.len()]].concat();
                guarded_behind (p, tail) {
                    let start = tail.len();
                    (0..2 * start + p.len())
                        .map(|i| if i >= start && i < start + p.len() { p[i - start] } else { -1 })
                } = |p, tail| [vec![-1; tail.len()], p, vec![-1; tail.len()]].concat();
                shifted (p, tail) {
                    (0..p.len() + tail.len()).map(|i| if i > 0 && i <= p.len() { p[i - 1] } else { -1 })
                } = |p, tail| {
                    let mut all = [vec![-1], p, vec![-1; tail.len()]].concat();
                    all.pop();
                    all
                };
                padded_windows (p, tail) {
                    concat([0], p, tail).windows(2).map(|w| w[1] - 3 * w[0])
                } = |p, tail| {
                    [&[0], &p[..], tail].concat().windows(2).map(|w| w[1] - 3 * w[0]).collect()
                };
                padded_stencil (p, tail) {
                    concat(p, tail).stencil(Constant(5), |at| at(1) - 3 * at(-1))
                } = |p, tail| {
                    [&[5], &p[..], tail, &[5]].concat().windows(3).map(|w| w[2] - 3 * w[0]).collect()
                };
                summed (p, tail) { [concat(p, tail).sum()] }
                    = |p, tail| vec![p.iter().chain(tail).sum()];
                summed_below (p, tail) {
                    [(0..p.len() + tail.len()).map(|i| if i < p.len() { p[i] } else { -1 }).sum()]
                } = |p, tail| vec![p.iter().sum::<i64>() - tail.len() as i64];
                running (p, tail) { concat(p, tail).scan(0, |a, b| a + b) } = |p, tail| {
                    let mut sum = 0;
                    p.iter().chain(tail).map(|x| { sum += x; sum }).collect()
                };
                kept (p, tail) { concat(p, tail).filter(|x| x > 0) }
                    = |p, tail| p.iter().chain(tail).copied().filter(|x| *x > 0).collect();
                backwards (p, tail) { concat(p, tail).rev() }
                    = |p, tail| p.iter().chain(tail).copied().rev().collect();
                turned (p, tail) { concat(p, tail).rotate_left(7) } = |p, tail| {
                    let mut all = [&p, tail].concat();
                    let count = all.len().max(1);
                    all.rotate_left(7 % count);
                    all
                };
                behind_the_first (p, tail) { concat(p, tail, [0])[1..] }
                    = |p, tail| [&p, tail, &[0]].concat()[1..].to_vec();
            }

            #[test]
            fn reads_what_it_has() {
                let meaning: fn(&[i64]) -> Vec<i64> = $meaning;
                agree(meaning, CONSUMERS);
            }
        })*
    };
}

/// The block of a producer.
macro_rules! consumers {
    (($xs:ident) { $($made:tt)* }
     $($name:ident ($p:ident, $tail:ident) { $($body:tt)* } = $meaning:expr;)*) => {
        accel! {
            fn made($xs: &[i64]) -> [i64] { $($made)* }
            $(pub fn $name($xs: &[i64], $tail: &[i64]) -> [i64] {
                let $p = made($xs);
                $($body)*
            })*
        }
        mod in_rows {
            use super::*;

            accel! {
                fn made($xs: &[i64]) -> [i64] { $($made)* }
                $(pub fn $name(rows: &[[i64; w]; h], $tail: &[i64]) -> [[i64]] {
                    rows.map(|$xs| {
                        let $p = made($xs);
                        $($body)*
                    })
                })*
            }
        }
        const CONSUMERS: &[Consumer] = &[$((
            stringify!($name),
            |$xs, $tail| $name($xs, $tail).to_vec(),
            |$xs, $tail| {
                let rows = accel::Array::from_vec([ROWS, $xs.len() / ROWS], $xs.to_vec());
                in_rows::$name(&rows, $tail).to_vec()
            },
            $meaning,
        )),*];
    };
}

producers! {
    neighbour(xs) { xs.stencil(Clamp, |at| at(1)) } = |xs| around(xs, clamp, |at| at(1));
    both_sides(xs) { xs.stencil(Wrap, |at| 10 * at(-1) + at(1)) }
        = |xs| around(xs, wrap, |at| 10 * at(-1) + at(1));
    far(xs) { xs.stencil(Mirror, |at| 10 * at(-5) + at(3)) }
        = |xs| around(xs, mirror, |at| 10 * at(-5) + at(3));
    constant(xs) { xs.stencil(Constant(7), |at| 10 * at(-1) + at(0) - at(2)) }
        = |xs| around(xs, |_, _| None, |at| 10 * at(-1) + at(0) - at(2));
    chained(xs) { xs.stencil(Clamp, |at| at(1) - at(-1)).stencil(Wrap, |at| at(1) + 2 * at(0)) }
        = |xs| {
            let first = around(xs, clamp, |at| at(1) - at(-1));
            around(&first, wrap, |at| at(1) + 2 * at(0))
        };
    two_of_them(xs) {
        zip(xs.stencil(Clamp, |at| at(-1)), xs.stencil(Mirror, |at| at(2))).map(|(x, y)| x - 5 * y)
    } = |xs| {
        let (left, right) = (around(xs, clamp, |at| at(-1)), around(xs, mirror, |at| at(2)));
        left.iter().zip(right).map(|(x, y)| x - 5 * y).collect()
    };
    of_different_lengths(xs) {
        let short = xs[..xs.len() / 2].stencil(Clamp, |at| at(1));
        zip(short, xs.stencil(Clamp, |at| at(3))[..xs.len() / 2]).map(|(x, y)| x - 5 * y)
    } = |xs| {
        let (short, long) = (&xs[..xs.len() / 2], around(xs, clamp, |at| at(3)));
        around(short, clamp, |at| at(1)).iter().zip(long).map(|(x, y)| x - 5 * y).collect()
    };
    of_a_row(xs) { xs.reshape((1, xs.len())).stencil(Wrap, |at| at(1, -1) + 2 * at(0, 1)).flatten() }
        = |xs| around(xs, wrap, |at| at(-1) + 2 * at(1));
    windowed(xs) { xs.windows(3).map(|w| w[0] - w[2]) }
        = |xs| xs.windows(3).map(|w| w[0] - w[2]).collect();
    summed_windows(xs) { xs.windows(5).map(|w| w.sum()) }
        = |xs| xs.windows(5).map(|w| w.iter().sum()).collect();
    differences(xs) { (1..xs.len()).map(|i| xs[i] - xs[i - 1]) }
        = |xs| xs.windows(2).map(|w| w[1] - w[0]).collect();
    shifts(xs) { zip(concat([0], xs), concat(xs, [0])).map(|(x, y)| x - 3 * y) }
        = |xs| {
            let (first, second) = ([&[0], xs].concat(), [xs, &[0]].concat());
            first.iter().zip(second).map(|(x, y)| x - 3 * y).collect()
        };
    turned(xs) { zip(xs.rotate_left(3), xs.rev()).map(|(x, y)| x - 3 * y) }
        = |xs| {
            let n = xs.len();
            (0..n).map(|i| xs[(i + 3) % n] - 3 * xs[n - 1 - i]).collect()
        };
    running(xs) { xs.scan(0, |a, b| a + b).stencil(Clamp, |at| at(1) - at(-1)) }
        = |xs| {
            let mut sum = 0;
            let sums: Vec<i64> = xs.iter().map(|x| { sum += x; sum }).collect();
            around(&sums, clamp, |at| at(1) - at(-1))
        };
    running_before(xs) { xs.map(|x| 2 * x).scan_exclusive(1, |a, b| a + b) }
        = |xs| {
            let mut sum = 1;
            xs.iter().map(|x| { let before = sum; sum += 2 * x; before }).collect()
        };
    every_other(xs) { (0..xs.len() / 2).map(|i| xs[2 * i] - 3 * xs[2 * i + 1]) }
        = |xs| xs.chunks_exact(2).map(|pair| pair[0] - 3 * pair[1]).collect();
}

/// The results of a stencil: `outside` finds the place that an index outside stands for.
fn around(
    xs: &[i64],
    outside: fn(i64, i64) -> Option<i64>,
    value: impl Fn(&dyn Fn(i64) -> i64) -> i64,
) -> Vec<i64> {
    let count = xs.len() as i64;
    let of_lane = |lane: i64| {
        value(&|offset| match lane + offset {
            inside if (0..count).contains(&inside) => xs[inside as usize],
            place => outside(place, count).map_or(7, |place| xs[place as usize]),
        })
    };
    (0..count).map(of_lane).collect()
}

fn clamp(place: i64, count: i64) -> Option<i64> {
    Some(place.clamp(0, count - 1))
}

fn wrap(place: i64, count: i64) -> Option<i64> {
    Some(place.rem_euclid(count))
}

fn mirror(place: i64, count: i64) -> Option<i64> {
    let period = (2 * (count - 1)).max(1);
    let place = place.rem_euclid(period);
    Some(place.min((period - place) % period.max(count)))
}

/// Compares a producer read by each consumer with the meaning of both.
fn agree(producer: fn(&[i64]) -> Vec<i64>, consumers: &[Consumer]) {
    for size in 0..=100 {
        let xs: Vec<i64> = (0..(size * ROWS) as i64).map(|i| i * 7919 % 201 - 90).collect();
        for tail in TAILS {
            let tail: Vec<i64> = (0..tail as i64).map(|i| 1000 + i).collect();
            for (name, of_array, of_rows, meaning) in consumers {
                let row = &xs[..size];
                assert_eq!(of_array(row, &tail), meaning(producer(row), &tail), "{name} {size}");
                let rows = (0..ROWS).map(|row| &xs[row * size..(row + 1) * size]);
                let want: Vec<Vec<i64>> = rows.map(|row| meaning(producer(row), &tail)).collect();
                assert_eq!(of_rows(&xs, &tail), want, "{name} in rows of {size}");
            }
        }
    }
}

accel! {
    pub fn padded_rows(m: &[[i64; w]; h], tail: &[i64; k]) -> [[i64; w + k]; h] {
        m.stencil(Wrap, |at| at(-1, 1) - 2 * at(0, -1)).map(|row| concat(row, tail))
    }
    pub fn rows_behind(m: &[[i64; w]; h], more: &[[i64; w]; k]) -> [[i64; w]; h + k] {
        concat(m.stencil(Mirror, |at| at(1, 1) - 2 * at(-1, 0)), more)
    }
    pub fn inside_of_both(m: &[[i64; w]; h], k: usize) -> [[i64; w + k]; h + k] {
        let s = m.stencil(Constant(7), |at| at(1, -1) - 2 * at(-1, 1));
        generate((h + k, w + k), |(i, j)| if i < h && j < w { s[i][j] } else { -1 })
    }
    pub fn beside_a_longer_one(m: &[[i64; w]; h], long: &[[i64; v]; h]) -> [[i64; w]; h] {
        let across = long.stencil(Clamp, |at| at(0, 1) + at(0, 2) - 2 * at(0, -1));
        let down = m.stencil(Clamp, |at| at(1, 0) + at(0, 0) - 3 * at(-1, 0));
        zip(down, across.map(|row| row[..w])).map(|(a, b)| zip(a, b).map(|(x, y)| x - 5 * y))
    }
}

/// The results of a stencil over a matrix.
fn around_in_plane(
    m: &[Vec<i64>],
    outside: fn(i64, i64) -> Option<i64>,
    value: impl Fn(&dyn Fn(i64, i64) -> i64) -> i64,
) -> Vec<Vec<i64>> {
    let (height, width) = (m.len() as i64, m.first().map_or(0, Vec::len) as i64);
    let inside = |place: i64, count: i64| match (0..count).contains(&place) {
        true => Some(place),
        false => outside(place, count),
    };
    let at = |i: i64, j: i64| match (inside(i, height), inside(j, width)) {
        (Some(i), Some(j)) => m[i as usize][j as usize],
        _ => 7,
    };
    let row = |i: i64| (0..width).map(|j| value(&|down, right| at(i + down, j + right))).collect();
    (0..height).map(row).collect()
}

#[test]
fn planes_read_what_they_have() {
    let matrix = |h: usize, w: usize| -> Vec<Vec<i64>> {
        let row = |i: usize| (0..w).map(|j| ((i * w + j) * 7919 % 201) as i64 - 90).collect();
        (0..h).map(row).collect()
    };
    let array =
        |rows: &[Vec<i64>], w: usize| accel::Array::from_vec([rows.len(), w], rows.concat());
    for h in 0..5 {
        for w in (0..=100).step_by(3).chain([1, 2, 20, 65, 100]) {
            let (m, k) = (matrix(h, w), (h * 7 + w) % 41);
            let tail: Vec<i64> = (0..k as i64).collect();
            let got = padded_rows(&array(&m, w), &tail).to_vec();
            let stencil = around_in_plane(&m, wrap, |at| at(-1, 1) - 2 * at(0, -1));
            let want: Vec<i64> =
                stencil.iter().flat_map(|row| [&row[..], &tail].concat()).collect();
            assert_eq!(got, want, "padded rows {h} {w} {k}");

            let more = matrix(k, w);
            let got = rows_behind(&array(&m, w), &array(&more, w)).to_vec();
            let stencil = around_in_plane(&m, mirror, |at| at(1, 1) - 2 * at(-1, 0));
            assert_eq!(got, [stencil.concat(), more.concat()].concat(), "rows behind {h} {w} {k}");

            let got = inside_of_both(&array(&m, w), k).to_vec();
            let mut want = around_in_plane(&m, |_, _| None, |at| at(1, -1) - 2 * at(-1, 1));
            want.iter_mut().for_each(|row| row.extend(vec![-1; k]));
            want.extend(vec![vec![-1; w + k]; k]);
            assert_eq!(got, want.concat(), "inside of both {h} {w} {k}");

            let long = matrix(h, w + k);
            let got = beside_a_longer_one(&array(&m, w), &array(&long, w + k)).to_vec();
            let across = around_in_plane(&long, clamp, |at| at(0, 1) + at(0, 2) - 2 * at(0, -1));
            let down = around_in_plane(&m, clamp, |at| at(1, 0) + at(0, 0) - 3 * at(-1, 0));
            let beside = |(a, b): (Vec<i64>, Vec<i64>)| -> Vec<i64> {
                a.iter().zip(b).map(|(x, y)| x - 5 * y).collect()
            };
            let want: Vec<i64> = down.into_iter().zip(across).flat_map(beside).collect();
            assert_eq!(got, want, "beside a longer one {h} {w} {k}");
        }
    }
}
