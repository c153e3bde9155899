//! Quicksort: parallel work whose shape shows only while it runs. Not the way to sort in accel, which has
//! `sort`, but the way to find out the cost of divide and conquer.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, length, same};
use crate::measure::{Bench, Rivals, Size, Work};
use crate::output::PARALLEL;

accel! {
    /// Both parts in a parallel map.
    pub fn mapped(xs: &[u32]) -> [u32] {
        if xs.len() < 2 {
            xs
        } else {
            let pivot = xs[xs.len() / 2];
            let lo = xs.filter(|x| x < pivot);
            let same = xs.filter(|x| x == pivot);
            let hi = xs.filter(|x| x > pivot);
            let sorted = [lo, hi].map(|part| mapped(part));
            concat(sorted[0], same, sorted[1])
        }
    }

    /// One call beside the other.
    pub fn called(xs: &[u32]) -> [u32] {
        if xs.len() < 2 {
            xs
        } else {
            let pivot = xs[xs.len() / 2];
            let lo = xs.filter(|x| x < pivot);
            let same = xs.filter(|x| x == pivot);
            let hi = xs.filter(|x| x > pivot);
            concat(called(lo), same, called(hi))
        }
    }

    /// As the one before, but small parts are not worth another level: as the expert has it.
    pub fn cut_off(xs: &[u32]) -> [u32] {
        if xs.len() <= 24 {
            xs.sort()
        } else {
            let pivot = xs[xs.len() / 2];
            let lo = xs.filter(|x| x < pivot);
            let same = xs.filter(|x| x == pivot);
            let hi = xs.filter(|x| x > pivot);
            concat(cut_off(lo), same, cut_off(hi))
        }
    }
}

fn with_rayon(xs: &[u32]) -> Vec<u32> {
    let mut result = xs.to_vec();
    result.par_sort_unstable();
    result
}

/// Quicksort in place, in parallel until the parts are small.
fn by_hand(xs: &[u32]) -> Vec<u32> {
    let mut result = xs.to_vec();
    quicksort(&mut result);
    result
}

/// Below this many elements insertion is faster.
const FEW: usize = 24;

fn quicksort(xs: &mut [u32]) {
    if xs.len() <= FEW {
        return insert(xs);
    }
    let middle = xs.len() / 2;
    let mut three = [xs[0], xs[middle], xs[xs.len() - 1]];
    three.sort_unstable();
    let pivot = three[1];
    let less = partition(xs, |x| x < pivot);
    let (lo, rest) = xs.split_at_mut(less);
    let same = partition(rest, |x| x == pivot);
    let hi = &mut rest[same..];
    if lo.len() + hi.len() > PARALLEL / 16 {
        rayon::join(|| quicksort(lo), || quicksort(hi));
    } else {
        quicksort(lo);
        quicksort(hi);
    }
}

/// Moves the elements for which something holds to the front, and gives how many there are. Without
/// branches that the processor could predict wrongly.
fn partition(xs: &mut [u32], holds: impl Fn(u32) -> bool) -> usize {
    let start = xs.as_mut_ptr();
    let mut kept = 0;
    for at in 0..xs.len() {
        // SAFETY: no more are kept than have been seen.
        unsafe {
            let x = *start.add(at);
            *start.add(at) = *start.add(kept);
            *start.add(kept) = x;
            kept += usize::from(holds(x));
        }
    }
    kept
}

fn insert(xs: &mut [u32]) {
    for end in 1..xs.len() {
        let x = xs[end];
        let mut at = end;
        while at > 0 && xs[at - 1] > x {
            xs[at] = xs[at - 1];
            at -= 1;
        }
        xs[at] = x;
    }
}

/// The program above on one thread, as one would write it down.
fn plain(xs: &[u32]) -> Vec<u32> {
    if xs.len() < 2 {
        return xs.to_vec();
    }
    let pivot = xs[xs.len() / 2];
    let part = |holds: &dyn Fn(u32) -> bool| -> Vec<u32> {
        xs.iter().copied().filter(|x| holds(*x)).collect()
    };
    let mut result = plain(&part(&|x| x < pivot));
    result.extend(part(&|x| x == pivot));
    result.extend(plain(&part(&|x| x > pivot)));
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 18, 1 << 22) {
        measure(bench, "quicksort u32, mapped", size, n, |xs| mapped(xs).to_vec());
    }
    for (size, n) in bench.sizes(4096, 1 << 18, 1 << 22) {
        measure(bench, "quicksort u32, two calls", size, n, |xs| called(xs).to_vec());
    }
    for (size, n) in bench.sizes(4096, 1 << 18, 1 << 22) {
        measure(bench, "quicksort u32, cut off", size, n, |xs| cut_off(xs).to_vec());
    }
}

fn measure(
    bench: &mut Bench,
    name: &str,
    size: Size,
    n: usize,
    with_accel: impl Fn(&[u32]) -> Vec<u32>,
) {
    let mut random = Random::new(47);
    let xs: Vec<u32> = (0..n).map(|_| random.bits() as u32).collect();
    let mut expected = xs.clone();
    expected.sort_unstable();
    same("quicksort, accel", &with_accel(&xs), &expected);
    same("quicksort, rayon", &with_rayon(&xs), &expected);
    same("quicksort, expert", &by_hand(&xs), &expected);
    same("quicksort, loop", &plain(&xs), &expected);
    let rivals = Rivals::new()
        .rival(|| with_accel(&xs))
        .rival(|| with_rayon(&xs))
        .rival(|| by_hand(&xs))
        .rival(|| plain(&xs));
    bench.run(name, length(n), size, Work::Bytes(8 * n), rivals);
}
