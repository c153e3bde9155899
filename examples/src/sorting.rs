//! Quicksort, whose parts are sorted at the same time: divide and conquer as nested parallelism.

use accel::accel;

accel! {
    /// Up to this length, dividing costs more than it gains.
    const SHORT: usize = 32;

    /// The keys in ascending order, by Hoare's quicksort: the keys smaller than a middle key and those
    /// larger are sorted in parallel, and so are their parts.
    pub fn quicksort(keys: &[f64]) -> [f64] {
        if keys.len() <= SHORT {
            keys.sort()
        } else {
            let pivot = keys[keys.len() / 2];
            let smaller = keys.filter(|key| key < pivot);
            let equal = keys.filter(|key| key == pivot);
            let larger = keys.filter(|key| key > pivot);
            let sorted = [smaller, larger].map(|part| quicksort(part));
            concat(sorted[0], equal, sorted[1])
        }
    }
}
