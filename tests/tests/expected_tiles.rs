//! Indices that are clamped or wrapped around or computed in 32 bits, ranges of each lane's
//! own, and planes stored flat, in rows that are longer than tiles, with ends anywhere in
//! them: they give the results of plain loops, down to the index that is out of bounds
//! first.

use accel::accel;

accel! {
    pub(crate) fn clamped(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| xs[(i + j).saturating_sub(r).min(xs.len() - 1)] * ts[j]).sum())
    }
    pub(crate) fn clamped_with_signs(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        let last = xs.len() as i64 - 1;
        generate(n, |i| (0..ts.len()).map(|j| xs[(i as i64 + j as i64 - r as i64).max(0).min(last) as usize] * ts[j]).sum())
    }
    pub(crate) fn chosen(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| {
            let p = (i + j).max(r) - r;
            let q = if p < xs.len() { p } else { xs.len() - 1 };
            xs[q] * ts[j]
        }).sum())
    }
    pub(crate) fn wrapped(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| { let mut s = 0; for j in 0..ts.len() { s += xs[(i + j + r) % xs.len()] * ts[j]; } s })
    }
    pub(crate) fn wrapped_with_signs(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        let m = xs.len() as i64;
        generate(n, |i| (0..ts.len()).map(|j| xs[(i as i64 + j as i64 - r as i64).rem_euclid(m) as usize] * ts[j]).sum())
    }
    /// Once around, and out of bounds behind that.
    pub(crate) fn once_around(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| { let p = i + j + r; xs[if p < xs.len() { p } else { p - xs.len() }] * ts[j] }).sum())
    }
    /// The chosen place jumps to the one at which an index without a condition would be.
    pub(crate) fn jumping(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| { let p = i + j; xs[if p < r { p } else { r + 5 }] * ts[j] }).sum())
    }
    pub(crate) fn clipped(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (i.saturating_sub(r)..(i + r + 1).min(xs.len())).map(|p| xs[p] * ts[p + r - i]).sum())
    }
    pub(crate) fn around(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| (i - r..=i + r).map(|p| xs[p] * ts[0]).sum())
    }
    pub(crate) fn counted(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| { let mut s = 0; for p in i..i + ts.len() { s += xs[p + r] * ts[p - i]; } s })
    }
    /// Sums in turns, where a branch is taken, and the taps are checked there only.
    pub(crate) fn in_branches(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| {
            let mut s = 0;
            for d in -(r as i64)..=r as i64 {
                let p = i as i64 + d;
                if 0 <= p && p < xs.len() as i64 { s += xs[p as usize] * ts[(d + r as i64) as usize]; }
            }
            s
        })
    }
    /// In 32 bits, which may wrap around before they are an index.
    pub(crate) fn narrow(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len() as i32).map(|j| xs[(i as i32 + j + a) as usize] * ts[j as usize]).sum())
    }
    pub(crate) fn narrow_without_signs(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| xs[(i as u32 + j as u32 + a as u32) as usize] * ts[j]).sum())
    }
    pub(crate) fn narrow_guarded(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len() as i32).map(|j| {
            let p = i as i32 + j + a;
            if p >= 0 && p < xs.len() as i32 { xs[p as usize] * ts[j as usize] } else { 0 }
        }).sum())
    }
    /// The guards leave out the first element, and let through one behind the last.
    pub(crate) fn narrow_in_turns(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| {
            let mut s = 0;
            for j in 0..ts.len() as i32 {
                let p = i as i32 + (j + a);
                if 0 < p && !(p > xs.len() as i32) { s += xs[p as usize] * ts[j as usize]; }
            }
            s
        })
    }
    pub(crate) fn narrow_clamped(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| xs[(i as i32 + j as i32 + a).clamp(0, xs.len() as i32 - 1) as usize] * ts[j]).sum())
    }
    pub(crate) fn narrow_wrapped(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| xs[(i as i32 + a - j as i32).rem_euclid(xs.len() as i32) as usize] * ts[j]).sum())
    }
    pub(crate) fn narrow_chosen(xs: &[i64], ts: &[i64], a: i32, n: usize) -> [i64] {
        generate(n, |i| (0..ts.len()).map(|j| {
            let p = i as i32 + j as i32 + a;
            let q = if p < xs.len() as i32 { p } else { xs.len() as i32 - 1 };
            xs[q as i64 as usize] * ts[j]
        }).sum())
    }
    /// In rows of `r`.
    pub(crate) fn flat(xs: &[i64], ts: &[i64], r: usize, n: usize) -> [i64] {
        generate(n, |i| {
            let (y, x) = (i / r, i % r);
            (0..ts.len()).map(|j| if x + j < r { xs[y * r + x + j] * ts[j] } else { 1 }).sum()
        })
    }
}

type Taps = fn(usize, usize, &[i64], &[i64]) -> Vec<(usize, i64)>;
type Filter = fn(&[i64], &[i64], usize, usize) -> Result<Vec<i64>, accel::Error>;

/// The filters, with the elements that lane `i` takes, and their factors; an element at `usize::MAX` is 1.
fn filters() -> Vec<(&'static str, Filter, Taps)> {
    fn each(ts: &[i64], place: impl Fn(usize) -> usize) -> Vec<(usize, i64)> {
        ts.iter().enumerate().map(|(j, t)| (place(j), *t)).collect()
    }
    fn from_last(xs: &[i64]) -> usize {
        xs.len().wrapping_sub(1)
    }
    vec![
        (
            "clamped",
            |xs, ts, r, n| Ok(try_clamped(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| each(ts, |j| (i + j).saturating_sub(r).min(from_last(xs))),
        ),
        (
            "clamped_with_signs",
            |xs, ts, r, n| Ok(try_clamped_with_signs(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| {
                each(ts, |j| ((i + j) as i64 - r as i64).max(0).min(xs.len() as i64 - 1) as usize)
            },
        ),
        (
            "chosen",
            |xs, ts, r, n| Ok(try_chosen(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| each(ts, |j| (i + j).saturating_sub(r).min(from_last(xs))),
        ),
        (
            "wrapped",
            |xs, ts, r, n| Ok(try_wrapped(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| each(ts, |j| (i + j + r) % xs.len()),
        ),
        (
            "wrapped_with_signs",
            |xs, ts, r, n| Ok(try_wrapped_with_signs(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| {
                each(ts, |j| ((i + j) as i64 - r as i64).rem_euclid(xs.len() as i64) as usize)
            },
        ),
        (
            "once_around",
            |xs, ts, r, n| Ok(try_once_around(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| {
                each(ts, |j| if i + j + r < xs.len() { i + j + r } else { i + j + r - xs.len() })
            },
        ),
        (
            "jumping",
            |xs, ts, r, n| Ok(try_jumping(xs, ts, r, n)?.to_vec()),
            |i, r, _, ts| each(ts, |j| if i + j < r { i + j } else { r + 5 }),
        ),
        (
            "clipped",
            |xs, ts, r, n| Ok(try_clipped(xs, ts, r, n)?.to_vec()),
            |i, r, xs, ts| {
                let places = i.saturating_sub(r)..(i + r + 1).min(xs.len());
                places.map(|p| (p, ts.get(p + r - i).copied().unwrap_or(i64::MIN))).collect()
            },
        ),
        (
            "around",
            |xs, ts, r, n| Ok(try_around(xs, ts, r, n)?.to_vec()),
            |i, r, _, ts| (i.wrapping_sub(r)..=i + r).map(|p| (p, ts[0])).collect(),
        ),
        (
            "counted",
            |xs, ts, r, n| Ok(try_counted(xs, ts, r, n)?.to_vec()),
            |i, r, _, ts| each(ts, |j| i + j + r),
        ),
        (
            "flat",
            |xs, ts, r, n| Ok(try_flat(xs, ts, r, n)?.to_vec()),
            |i, r, _, ts| {
                let (y, x) = (i / r, i % r);
                each(ts, |j| if x + j < r { y * r + x + j } else { usize::MAX })
            },
        ),
    ]
}

/// Compares the results of a filter with those of a loop: the same values, or the index that fails first,
/// which may be any one if the two look at them in different orders. Returns true if there are values.
fn same(
    case: &str,
    expected: Result<Vec<i64>, usize>,
    found: Result<Vec<i64>, accel::Error>,
    any_place: bool,
) -> bool {
    match (expected, found) {
        (Ok(expected), Ok(found)) => {
            assert_eq!(found, expected, "{case}");
            true
        }
        (Err(place), Err(error)) => {
            let own = error.to_string();
            let shown = match place as isize {
                below @ ..0 => format!("the index is {place} ({below} as `usize`)"),
                _ => format!("the index is {place}"),
            };
            let is_same = own.ends_with(&shown);
            assert!(is_same || any_place, "{case}: {place}, {own}");
            false
        }
        (expected, found) => panic!("{case}: {expected:?}, {found:?}"),
    }
}

#[test]
fn filters_are_those_of_loops() {
    let (mut values, mut failures) = (0, 0);
    for length in [1usize, 2, 15, 16, 63, 64, 65, 100, 130, 200] {
        let xs: Vec<i64> = (0..length as i64).map(|i| i * i % 23 - 5).collect();
        for taps in [1usize, 3, 8] {
            let ts: Vec<i64> = (0..taps as i64).map(|j| j * 3 + 1).collect();
            for r in [0usize, 1, 2, 7, 17, 64, 99].into_iter().filter(|r| *r <= length) {
                for more in [0usize, 1, 9] {
                    let n = (length + more).saturating_sub(3);
                    for (name, filter, places) in filters() {
                        if name == "flat" && r == 0 {
                            continue;
                        }
                        let lane = |i: usize| {
                            let mut sum = 0;
                            for (place, tap) in places(i, r, &xs, &ts) {
                                match (place, xs.get(place)) {
                                    (usize::MAX, None) if name == "flat" => sum += 1,
                                    (_, Some(x)) if tap != i64::MIN => sum += x * tap,
                                    _ => return Err(place),
                                }
                            }
                            Ok(sum)
                        };
                        let expected: Result<Vec<i64>, usize> = (0..n).map(lane).collect();
                        let found = filter(&xs, &ts, r, n);
                        let case = format!("{name} of {length}, {taps} taps, {r}, {n} lanes");
                        let any_place = ["clipped", "in_branches"].contains(&name);
                        match same(&case, expected, found, any_place) {
                            true => values += 1,
                            false => failures += 1,
                        }
                    }
                }
            }
        }
    }
    assert!(values > 1000 && failures > 500, "{values} values, {failures} failures");
}

type NarrowFilter = fn(&[i64], &[i64], i32, usize) -> Result<Vec<i64>, accel::Error>;
type Place = fn(i32, i32, i32, i32) -> Option<usize>;

/// The filters, with the element that lane `i` takes for tap `j`, at distance `a`, of `n`; none adds nothing.
fn narrow_filters() -> Vec<(&'static str, NarrowFilter, Place)> {
    fn plus(i: i32, j: i32, a: i32) -> i32 {
        i.wrapping_add(j).wrapping_add(a)
    }
    vec![
        (
            "narrow",
            |xs, ts, a, n| Ok(try_narrow(xs, ts, a, n)?.to_vec()),
            |i, j, a, _| Some(plus(i, j, a) as usize),
        ),
        (
            "narrow_without_signs",
            |xs, ts, a, n| Ok(try_narrow_without_signs(xs, ts, a, n)?.to_vec()),
            |i, j, a, _| Some(plus(i, j, a) as u32 as usize),
        ),
        (
            "narrow_guarded",
            |xs, ts, a, n| Ok(try_narrow_guarded(xs, ts, a, n)?.to_vec()),
            |i, j, a, length| (0..length).contains(&plus(i, j, a)).then(|| plus(i, j, a) as usize),
        ),
        (
            "narrow_in_turns",
            |xs, ts, a, n| Ok(try_narrow_in_turns(xs, ts, a, n)?.to_vec()),
            |i, j, a, length| (1..=length).contains(&plus(i, j, a)).then(|| plus(i, j, a) as usize),
        ),
        (
            "narrow_clamped",
            |xs, ts, a, n| Ok(try_narrow_clamped(xs, ts, a, n)?.to_vec()),
            |i, j, a, length| Some(plus(i, j, a).clamp(0, length - 1) as usize),
        ),
        (
            "narrow_wrapped",
            |xs, ts, a, n| Ok(try_narrow_wrapped(xs, ts, a, n)?.to_vec()),
            |i, j, a, length| Some(plus(i, -j, a).rem_euclid(length) as usize),
        ),
        (
            "narrow_chosen",
            |xs, ts, a, n| Ok(try_narrow_chosen(xs, ts, a, n)?.to_vec()),
            |i, j, a, length| Some(plus(i, j, a).min(length - 1) as usize),
        ),
    ]
}

#[test]
fn filters_of_32_bits_are_those_of_loops() {
    let (mut values, mut failures) = (0, 0);
    let far = [i32::MIN, i32::MIN + 3, i32::MIN + 70, i32::MAX, i32::MAX - 5, i32::MAX - 70];
    for length in [1usize, 16, 65, 200] {
        let xs: Vec<i64> = (0..length as i64).map(|i| i * i % 23 - 5).collect();
        for taps in [1usize, 3, 8] {
            let ts: Vec<i64> = (0..taps as i64).map(|j| j * 3 + 1).collect();
            for a in [-150, -17, -3, -1, 0, 1, 5, 64].into_iter().chain(far) {
                for n in [1, length.saturating_sub(7), length, length + 20] {
                    for (name, filter, place) in narrow_filters() {
                        let lane = |i: usize| {
                            let mut sum = 0;
                            for (j, tap) in ts.iter().enumerate() {
                                let place = place(i as i32, j as i32, a, length as i32);
                                let Some(place) = place else { continue };
                                sum += xs.get(place).ok_or(place)? * tap;
                            }
                            Ok(sum)
                        };
                        let expected: Result<Vec<i64>, usize> = (0..n).map(lane).collect();
                        let case = format!("{name} of {length}, {taps} taps, from {a}, {n} lanes");
                        match same(&case, expected, filter(&xs, &ts, a, n), false) {
                            true => values += 1,
                            false => failures += 1,
                        }
                    }
                }
            }
        }
    }
    assert!(values > 500 && failures > 200, "{values} values, {failures} failures");
}
