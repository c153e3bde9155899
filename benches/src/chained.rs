//! Blocks in a chain, for the hand-tuned scan and filter: each block is read once from memory, waits
//! for the state of the block before it, and is then finished from the cache.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A state that passes along a chain.
pub trait State: Copy + Sync {
    /// As bits.
    fn bits(self) -> u64;
    /// From bits.
    fn from_bits(bits: u64) -> Self;
    /// The state after a block, from the state before it and the contribution of the block.
    fn and(self, added: Self) -> Self;
}

impl State for usize {
    fn bits(self) -> u64 {
        self as u64
    }

    fn from_bits(bits: u64) -> usize {
        bits as usize
    }

    fn and(self, added: usize) -> usize {
        self + added
    }
}

impl State for i32 {
    fn bits(self) -> u64 {
        self as u64
    }

    fn from_bits(bits: u64) -> i32 {
        bits as i32
    }

    fn and(self, added: i32) -> i32 {
        self.wrapping_add(added)
    }
}

impl State for f32 {
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    fn from_bits(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }

    fn and(self, added: f32) -> f32 {
        self + added
    }
}

/// Runs `first` on every block, passes its results along the chain, and runs `second` with the state
/// before the block. Gives the state at the end of the chain.
pub fn chained<S: State>(
    count: usize,
    block: usize,
    initial: S,
    first: impl Fn(Range<usize>) -> S + Sync,
    second: impl Fn(Range<usize>, S) + Sync,
) -> S {
    let next = AtomicUsize::new(0);
    let passed = AtomicUsize::new(0);
    let state = AtomicU64::new(initial.bits());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let start = number * block;
            if start >= count {
                return;
            }
            let range = start..count.min(start + block);
            let own = first(range.clone());
            let mut turns = 0;
            while passed.load(Ordering::Acquire) != number {
                turns += 1;
                if turns < 100 {
                    std::hint::spin_loop();
                } else {
                    std::thread::yield_now();
                }
            }
            let before = S::from_bits(state.load(Ordering::Relaxed));
            state.store(before.and(own).bits(), Ordering::Relaxed);
            passed.store(number + 1, Ordering::Release);
            second(range, before);
        }
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });
    S::from_bits(state.into_inner())
}
