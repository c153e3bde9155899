//! Histograms: 256 bins of bytes, which fit the first cache, and 65536 bins of 32-bit keys.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, length, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::PARALLEL;

accel! {
    pub fn bytes_histogram(bytes: &[u8]) -> [u32; 256] {
        [0; 256].scatter_with(|a, b| a + b, bytes, bytes.map(|_| 1))
    }

    pub fn keys_histogram(keys: &[u32]) -> [u32; 65536] {
        [0; 65536].scatter_with(|a, b| a + b, keys, keys.map(|_| 1))
    }
}

trait Key: Copy + Sync {
    fn bin(self) -> usize;
}

impl Key for u8 {
    fn bin(self) -> usize {
        usize::from(self)
    }
}

impl Key for u32 {
    fn bin(self) -> usize {
        self as usize
    }
}

fn with_rayon<K: Key, const BINS: usize>(keys: &[K]) -> Vec<u32> {
    keys.par_iter()
        .fold(
            || vec![0; BINS],
            |mut counts: Vec<u32>, key| {
                counts[key.bin()] += 1;
                counts
            },
        )
        .reduce(
            || vec![0; BINS],
            |mut a, b| {
                a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                a
            },
        )
}

/// One copy a thread and not one a piece; the keys are cut into as many parts as there are threads.
fn by_hand<K: Key, const BINS: usize>(keys: &[K], count: fn(&[K], &mut [u32])) -> Vec<u32> {
    let mut counts = vec![0; BINS];
    let threads = rayon::current_num_threads();
    if keys.len() <= PARALLEL.max(BINS) || threads == 1 {
        count(keys, &mut counts);
        return counts;
    }
    let parts = keys.par_chunks(keys.len().div_ceil(threads));
    let copies: Vec<Vec<u32>> = parts
        .map(|keys| {
            let mut counts = vec![0; BINS];
            count(keys, &mut counts);
            counts
        })
        .collect();
    for copy in copies {
        counts.iter_mut().zip(copy).for_each(|(total, count)| *total += count);
    }
    counts
}

/// Eight tables in turns, so that equal neighbours do not wait for each other's store.
fn count_bytes(bytes: &[u8], counts: &mut [u32]) {
    if bytes.len() < 1 << 13 {
        return bytes.iter().for_each(|byte| counts[byte.bin()] += 1);
    }
    let mut tables = [[0u32; 256]; 8];
    let (chunks, rest) = bytes.as_chunks::<8>();
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        for (lane, table) in tables.iter_mut().enumerate() {
            table[usize::from((word >> (8 * lane)) as u8)] += 1;
        }
    }
    for byte in rest {
        counts[usize::from(*byte)] += 1;
    }
    for table in tables {
        counts.iter_mut().zip(table).for_each(|(total, count)| *total += count);
    }
}

fn count_keys(keys: &[u32], counts: &mut [u32]) {
    assert!((keys.iter().fold(0, |most, key| most | *key) as usize) < counts.len());
    for key in keys {
        // SAFETY: the length is a power of two, and no key has bits beyond it.
        unsafe { *counts.get_unchecked_mut(*key as usize) += 1 };
    }
}

fn plain<K: Key, const BINS: usize>(keys: &[K]) -> Vec<u32> {
    let mut counts = vec![0; BINS];
    for key in keys {
        counts[key.bin()] += 1;
    }
    counts
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(8);
        // As in a photograph, some bytes are much more frequent than others.
        let bytes: Vec<u8> =
            (0..n).map(|_| (random.float(0.0, 16.0) * random.float(0.0, 16.0)) as u8).collect();
        let expected = plain::<_, 256>(&bytes);
        same("histogram of bytes, accel", &bytes_histogram(&bytes), &expected);
        same("histogram of bytes, rayon", &with_rayon::<_, 256>(&bytes), &expected);
        same("histogram of bytes, expert", &by_hand::<_, 256>(&bytes, count_bytes), &expected);
        let rivals = Rivals::new()
            .rival(|| bytes_histogram(&bytes))
            .rival(|| with_rayon::<_, 256>(&bytes))
            .rival(|| by_hand::<_, 256>(&bytes, count_bytes))
            .rival(|| plain::<_, 256>(&bytes));
        bench.run("histogram of u8, 256 bins", length(n), size, Work::Bytes(n), rivals);
    }
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 26) {
        let mut random = Random::new(9);
        let keys: Vec<u32> = (0..n).map(|_| (random.bits() & 0xffff) as u32).collect();
        let expected = plain::<_, 65536>(&keys);
        same("histogram of keys, accel", &keys_histogram(&keys), &expected);
        same("histogram of keys, rayon", &with_rayon::<_, 65536>(&keys), &expected);
        same("histogram of keys, expert", &by_hand::<_, 65536>(&keys, count_keys), &expected);
        let rivals = Rivals::new()
            .rival(|| keys_histogram(&keys))
            .rival(|| with_rayon::<_, 65536>(&keys))
            .rival(|| by_hand::<_, 65536>(&keys, count_keys))
            .rival(|| plain::<_, 65536>(&keys));
        bench.run("histogram of u32, 65536 bins", length(n), size, Work::Bytes(4 * n), rivals);
    }
}
