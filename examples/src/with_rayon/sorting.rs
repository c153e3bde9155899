//! Quicksort in place, on both sides of the pivot at once.

/// Up to this length, the keys are sorted by the standard library.
const SHORT: usize = 32;

/// Brings the keys, none of which is NaN, in ascending order.
pub fn quicksort(keys: &mut [f64]) {
    if keys.len() <= SHORT {
        return keys.sort_by(f64::total_cmp);
    }
    let pivot = keys[keys.len() / 2];
    let (mut low, mut place, mut high) = (0, 0, keys.len());
    while place < high {
        let key = keys[place];
        if key < pivot {
            keys.swap(low, place);
            low += 1;
            place += 1;
        } else if key > pivot {
            high -= 1;
            keys.swap(place, high);
        } else {
            place += 1;
        }
    }
    let (smaller, rest) = keys.split_at_mut(low);
    let larger = &mut rest[high - low..];
    rayon::join(|| quicksort(smaller), || quicksort(larger));
}
