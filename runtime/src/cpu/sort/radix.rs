//! A radix sort: from the lowest byte of short keys to the highest, elements are dealt out to the
//! places that counting the bytes has found. It is stable.

/// Below this many elements the standard library's sort is faster.
pub const LEAST: usize = 1 << 9;

/// Sorts by keys of so many bytes, at most 4; of equal ones, the first stays first. Gives nothing, and
/// changes nothing, if there is not enough memory for a copy.
pub fn sort<T: Copy>(values: &mut [T], bytes: usize, key: impl Fn(T) -> u32) -> Option<()> {
    let mut scratch = super::copied(values)?;
    let mut counts = [[0usize; 256]; 4];
    for value in &*values {
        let digits = key(*value).to_le_bytes();
        for (counts, digit) in counts.iter_mut().zip(digits) {
            counts[usize::from(digit)] += 1;
        }
    }
    let (mut from, mut to) = (&mut *values, &mut scratch[..]);
    let mut moved = false;
    for (byte, counts) in counts.iter().enumerate().take(bytes) {
        // A byte that all keys share leaves them as they are.
        if counts.contains(&from.len()) {
            continue;
        }
        let mut end = 0;
        let mut places = counts.map(|count| {
            end += count;
            end - count
        });
        for value in &*from {
            let place = &mut places[usize::from(key(*value).to_le_bytes()[byte])];
            to[*place] = *value;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
        moved = !moved;
    }
    if moved {
        to.copy_from_slice(from);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn keys_of_all_lengths_keep_the_order_of_equal_ones() {
        for bytes in 0..=4 {
            for count in [0, 1, 2, 1000] {
                let mask = if bytes == 4 { u32::MAX } else { (1 << (8 * bytes)) - 1 };
                let keys = (0..count).map(|place: u32| place.wrapping_mul(2_654_435_761) & mask);
                let mut found: Vec<(u32, u32)> = keys.zip(0..).collect();
                let mut expected = found.clone();
                sort(&mut found, bytes, |(key, _)| key).unwrap();
                expected.sort_by_key(|(key, _)| *key);
                assert_eq!(found, expected, "{count} keys of {bytes} bytes");
            }
        }
    }

    #[test]
    fn bytes_that_all_keys_share() {
        let mut keys: Vec<u32> = (0..600).map(|key| 0xab00_00cd | (key % 7) << 12).collect();
        let mut expected = keys.clone();
        sort(&mut keys, 4, |key| key).unwrap();
        expected.sort();
        assert_eq!(keys, expected);
    }
}
