//! Sorted copies of integers and of floats.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, length, same};
use crate::measure::{Bench, Rivals, Work};
use crate::output::PARALLEL;

accel! {
    <T: u32 | f32>
    pub fn sorted(xs: &[T]) -> [T] {
        xs.sort()
    }
}

/// Elements with a total order that is the order of their bits.
trait Key: Copy + Send + Sync {
    fn order(&self, other: &Self) -> std::cmp::Ordering;
    fn bits(self) -> u32;
    fn from_bits(bits: u32) -> Self;
}

impl Key for u32 {
    fn order(&self, other: &u32) -> std::cmp::Ordering {
        self.cmp(other)
    }

    fn bits(self) -> u32 {
        self
    }

    fn from_bits(bits: u32) -> u32 {
        bits
    }
}

impl Key for f32 {
    fn order(&self, other: &f32) -> std::cmp::Ordering {
        self.total_cmp(other)
    }

    fn bits(self) -> u32 {
        let bits = self.to_bits();
        bits ^ ((bits as i32 >> 31) as u32 | 0x8000_0000)
    }

    fn from_bits(bits: u32) -> f32 {
        f32::from_bits(bits ^ (!(bits as i32 >> 31) as u32 | 0x8000_0000))
    }
}

fn with_rayon<K: Key>(xs: &[K]) -> Vec<K> {
    let mut result = xs.to_vec();
    result.par_sort_unstable_by(K::order);
    result
}

/// Sorting by digits of eleven bits, the last one first: three passes.
const DIGITS: [u32; 3] = [0, 11, 22];
const BINS: usize = 1 << 11;

/// Uses memory that is there already for the keys on their way.
fn by_hand<K: Key>(xs: &[K], memory: &mut [Vec<u32>; 2]) -> Vec<K> {
    let threads = if xs.len() <= PARALLEL { 1 } else { rayon::current_num_threads() };
    let piece = xs.len().div_ceil(threads).max(1);
    let [from, to] = memory;
    from.par_chunks_mut(piece).zip(xs.par_chunks(piece)).for_each(|(from, xs)| {
        from.iter_mut().zip(xs).for_each(|(from, x)| *from = x.bits());
    });
    for shift in DIGITS {
        pass(from, to, piece, shift);
        std::mem::swap(from, to);
    }
    let from: &[u32] = from;
    if threads == 1 {
        return from.iter().map(|bits| K::from_bits(*bits)).collect();
    }
    from.par_iter().map(|bits| K::from_bits(*bits)).collect()
}

/// A pointer that pieces write through, each to its own places.
#[derive(Clone, Copy)]
struct Shared(*mut u32);
// SAFETY: pieces write to different places.
unsafe impl Sync for Shared {}

impl Shared {
    fn get(&self) -> *mut u32 {
        self.0
    }
}

/// Moves the keys to where they belong by one digit; equal ones keep their order.
fn pass(from: &[u32], to: &mut [u32], piece: usize, shift: u32) {
    let digit = |key: u32| (key >> shift) as usize % BINS;
    let count = |keys: &[u32]| {
        let mut counts = vec![0; BINS];
        keys.iter().for_each(|key| counts[digit(*key)] += 1);
        counts
    };
    let place = |keys: &[u32], places: &mut Vec<usize>, to: Shared| {
        for key in keys {
            let place = &mut places[digit(*key)];
            // SAFETY: the counts add up to the length, and no two pieces share a place.
            unsafe { to.get().add(*place).write(*key) };
            *place += 1;
        }
    };
    let shared = Shared(to.as_mut_ptr());
    let one = from.len() <= piece;
    let mut counts: Vec<Vec<usize>> =
        if one { vec![count(from)] } else { from.par_chunks(piece).map(count).collect() };
    let mut start = 0;
    for bin in 0..BINS {
        for counts in &mut counts {
            start += std::mem::replace(&mut counts[bin], start);
        }
    }
    if one {
        return place(from, &mut counts[0], shared);
    }
    from.par_chunks(piece).zip(&mut counts).for_each(|(keys, places)| place(keys, places, shared));
}

fn plain<K: Key>(xs: &[K]) -> Vec<K> {
    let mut result = xs.to_vec();
    result.sort_unstable_by(K::order);
    result
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 24) {
        let mut random = Random::new(13);
        let xs: Vec<u32> = (0..n).map(|_| random.bits() as u32).collect();
        let mut memory = [vec![0; n], vec![0; n]];
        let expected = plain(&xs);
        same("sort of u32, accel", &sorted(&xs), &expected);
        same("sort of u32, rayon", &with_rayon(&xs), &expected);
        same("sort of u32, expert", &by_hand(&xs, &mut memory), &expected);
        let rivals = Rivals::new()
            .rival(|| sorted(&xs))
            .rival(|| with_rayon(&xs))
            .rival(|| by_hand(&xs, &mut memory))
            .rival(|| plain(&xs));
        bench.run("sort u32", length(n), size, Work::Bytes(8 * n), rivals);
    }
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 24) {
        let xs = Random::new(14).floats(n, -1.0, 1.0);
        let mut memory = [vec![0; n], vec![0; n]];
        let expected = plain(&xs);
        same("sort of f32, accel", &sorted(&xs), &expected);
        same("sort of f32, rayon", &with_rayon(&xs), &expected);
        same("sort of f32, expert", &by_hand(&xs, &mut memory), &expected);
        let rivals = Rivals::new()
            .rival(|| sorted(&xs))
            .rival(|| with_rayon(&xs))
            .rival(|| by_hand(&xs, &mut memory))
            .rival(|| plain(&xs));
        bench.run("sort f32", length(n), size, Work::Bytes(8 * n), rivals);
    }
}
