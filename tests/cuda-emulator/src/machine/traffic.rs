//! Counts the costs of the accesses of a warp: sectors of global memory, conflicts of shared banks.

use crate::alu::{Lanes, Mask, WARP_SIZE, lanes_of};

/// The 32-byte sectors that lanes touch with accesses of this size.
pub fn sectors(addresses: &Lanes, lanes: Mask, bytes: u64) -> u64 {
    let mut touched = [0; 2 * WARP_SIZE];
    let mut count = 0;
    let mut sorted = true;
    for lane in lanes_of(lanes) {
        let (first, last) = (addresses[lane] >> 5, (addresses[lane] + (bytes - 1)) >> 5);
        for sector in [first, last] {
            if count > 0 && touched[count - 1] == sector {
                continue;
            }
            sorted &= count == 0 || touched[count - 1] < sector;
            touched[count] = sector;
            count += 1;
        }
    }
    let touched = &mut touched[..count];
    if sorted {
        return count as u64;
    }
    touched.sort_unstable();
    1 + touched.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

/// Returns the number of times an access to shared memory must be repeated: of each bank, one word can be had
/// at a time. Lanes with 8 or 16 bytes each are served in two or four groups anyway.
pub fn bank_conflicts(addresses: &Lanes, lanes: Mask, bytes: u64) -> u64 {
    let words = bytes.div_ceil(4).max(1);
    // Words that are all within one row of banks are in different banks.
    let rows = lanes_of(lanes).fold((u64::MAX, 0), |(low, high), lane| {
        let word = addresses[lane] >> 2;
        (word.min(low), word.max(high))
    });
    if rows.1 + words <= rows.0.saturating_add(WARP_SIZE as u64) {
        return 0;
    }
    let group = WARP_SIZE as u64 / words.min(4);
    let mut conflicts = 0;
    for first in (0..WARP_SIZE as u64).step_by(group as usize) {
        let of_group = (((1_u64 << group) - 1) << first) as Mask & lanes;
        conflicts += conflicts_of_group(addresses, of_group, words);
    }
    conflicts
}

fn conflicts_of_group(addresses: &Lanes, lanes: Mask, words: u64) -> u64 {
    // The word asked of each bank: usually all lanes that share a bank want the same.
    let mut asked = [u64::MAX; WARP_SIZE];
    let mut simple = true;
    for lane in lanes_of(lanes) {
        let first = addresses[lane] >> 2;
        for word in first..first + words {
            let seen = &mut asked[word as usize % WARP_SIZE];
            simple &= *seen == u64::MAX || *seen == word;
            *seen = word;
        }
    }
    if simple { 0 } else { most_words_of_a_bank(addresses, lanes, words) - 1 }
}

#[cold]
fn most_words_of_a_bank(addresses: &Lanes, lanes: Mask, words: u64) -> u64 {
    let mut all: Vec<u64> =
        lanes_of(lanes).flat_map(|lane| (addresses[lane] >> 2..).take(words as usize)).collect();
    all.sort_unstable();
    all.dedup();
    let mut of_bank = [0; WARP_SIZE];
    for word in all {
        of_bank[word as usize % WARP_SIZE] += 1;
    }
    of_bank.into_iter().max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stride(bytes: u64) -> Lanes {
        std::array::from_fn(|lane| lane as u64 * bytes)
    }

    #[test]
    fn neighbouring_words_share_sectors() {
        assert_eq!(sectors(&stride(4), Mask::MAX, 4), 4);
        assert_eq!(sectors(&stride(32), Mask::MAX, 4), 32);
        assert_eq!(sectors(&stride(0), Mask::MAX, 4), 1);
        let mut backwards = stride(4);
        backwards.reverse();
        assert_eq!(sectors(&backwards, Mask::MAX, 4), 4);
    }

    #[test]
    fn columns_conflict_and_padding_helps() {
        assert_eq!(bank_conflicts(&stride(4), Mask::MAX, 4), 0);
        assert_eq!(bank_conflicts(&stride(128), Mask::MAX, 4), 31);
        assert_eq!(bank_conflicts(&stride(132), Mask::MAX, 4), 0);
        assert_eq!(bank_conflicts(&stride(0), Mask::MAX, 4), 0);
        assert_eq!(bank_conflicts(&stride(8), Mask::MAX, 8), 0);
    }
}
