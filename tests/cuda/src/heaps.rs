//! Arrays of lanes whose size only the run tells, or that are large: the heap of their kernel has room
//! for them.

use accel::accel;

accel! {
    /// Counts the first digits of each row's numbers, in as many bins as the row says.
    pub fn digits_in_bins(rows: &[[u32]]) -> [[u32]] {
        rows.map(|row| {
            let bins = row.len() / 2 + 1;
            let mut counts = [0u32; bins];
            for x in row { counts[x as usize % bins] += 1; }
            counts
        })
    }
    /// Sorted rows that are looked at in two orders.
    pub fn medians(rows: &[[i32]]) -> [i32] {
        rows.map(|row| {
            let sorted = row.sort();
            if sorted.is_empty() { 0 } else { sorted[row.len() / 2] ^ sorted[0].wrapping_mul(7) }
        })
    }
    /// Large arrays of a size that is known.
    pub fn sieves(limits: &[usize; n]) -> [usize; n] {
        limits.map(|limit| {
            let mut composite = [false; 1000];
            let mut count = 0;
            for i in 2..limit % 1000 {
                if !composite[i] {
                    count += 1;
                    let mut j = i * i;
                    while j < 1000 { composite[j] = true; j += i; }
                }
            }
            count
        })
    }
    /// The array that a loop carries has another length in each turn.
    pub fn shrinking(rows: &[[u32]]) -> [u32] {
        rows.map(|row| {
            let mut left = row.filter(|x| x % 2 == 1);
            let mut sum = 0u32;
            let mut turn = 0;
            while left.len() > 1 && turn < 20 {
                sum = sum.wrapping_mul(31).wrapping_add(left.len() as u32);
                left = left.filter(|x| x > left[left.len() / 2] / 2);
                turn += 1;
            }
            sum
        })
    }
    /// Pieces of lengths of their own that a lane puts one after the other.
    pub fn pieces(rows: &[[u32]]) -> [u64] {
        rows.map(|row| {
            let all = row.flat_map(|x| (0..x as usize % 4).map(|i| x as u64 + i as u64));
            let last = if all.is_empty() { 0 } else { all[all.len() - 1] };
            all.scan(0, |a, b| a.wrapping_add(b)).fold(last, |a, b| a ^ b)
        })
    }
    /// Every lane of the first kind takes much, which no small heap has.
    pub fn tables(counts: &[usize; n], size: usize) -> [u64; n] {
        counts.map(|count| {
            let mut table = [1u64; size];
            for i in 1..size { table[i] = table[i - 1].wrapping_mul(3).wrapping_add(count as u64); }
            table[size - 1 - count % size]
        })
    }
    /// Checks beside arrays of a heap, in a call that changes its argument in place.
    pub fn replaced(mut xs: [u32; n], size: usize) -> [u32; n] {
        let sums = xs.map(|x| {
            let mut table = [0u32; size];
            for i in 0..size { table[i] = x / (i as u32 + 1); }
            assert!(x < 1_000_000, "too large");
            table[size - 1] + table[x as usize % size]
        });
        xs[0] = 0;
        zip(xs, sums).map(|(x, y)| x ^ y)
    }
}
