//! The order of the work of streams, and accesses that lack such an order.

use std::collections::BTreeMap;

/// The amount of work of each stream that has been done at some point.
#[derive(Clone, Default, Debug)]
pub struct Clock(BTreeMap<usize, u64>);

impl Clock {
    /// Adds the work of another clock: both have been done.
    pub fn join(&mut self, other: &Self) {
        for (stream, count) in &other.0 {
            let own = self.0.entry(*stream).or_default();
            *own = (*own).max(*count);
        }
    }

    /// One more piece of work of a stream; gives its number.
    pub fn count(&mut self, stream: usize) -> u64 {
        let own = self.0.entry(stream).or_default();
        *own += 1;
        *own
    }

    fn has(&self, (stream, number): (usize, u64)) -> bool {
        self.0.get(&stream).is_some_and(|count| *count >= number)
    }
}

/// A copy, a fill or a launch: its stream, its number there, and the work that has been done before it.
#[derive(Clone, Default, Debug)]
pub struct Work {
    pub stream: usize,
    pub number: u64,
    pub before: Clock,
}

/// The last accesses of an allocation.
#[derive(Default)]
pub struct Accesses {
    write: Option<(usize, u64)>,
    reads: BTreeMap<usize, u64>,
}

impl Accesses {
    /// Notes an access; says whether all that it conflicts with has been done before.
    pub fn note(&mut self, work: &Work, writes: bool) -> bool {
        let done = |access| work.before.has(access);
        let after_write = self.write.is_none_or(done);
        let after_reads = self.reads.iter().all(|(stream, number)| done((*stream, *number)));
        if writes {
            self.write = Some((work.stream, work.number));
            self.reads.clear();
        } else {
            self.reads.insert(work.stream, work.number);
        }
        after_write && (after_reads || !writes)
    }
}
