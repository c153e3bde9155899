//! Work for several threads, by functions that are compiled once.
//!
//! The functions of rayon are compiled anew for each closure that they are given. In a program with many
//! kernels that would be twice as much code as all the rest.

/// Does two things at the same time where a thread is free, as [`rayon::join`] does.
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    join_context(|_| first(), |_| second())
}

/// As [`join`]; says to each whether another thread does it.
pub(crate) fn join_context<A: Send, B: Send>(
    first: impl FnOnce(bool) -> A + Send,
    second: impl FnOnce(bool) -> B + Send,
) -> (A, B) {
    let (mut first, mut second) = (Some(first), Some(second));
    let (mut a, mut b) = (None, None);
    both(&mut |migrated| a = first.take().map(|first| first(migrated)), &mut |migrated| {
        b = second.take().map(|second| second(migrated))
    });
    match (a, b) {
        (Some(a), Some(b)) => (a, b),
        _ => unreachable!("both are done, or one has panicked"),
    }
}

/// As [`join_context`], of functions that keep their results themselves: it is not compiled anew for each.
pub(crate) fn both(first: &mut (dyn FnMut(bool) + Send), second: &mut (dyn FnMut(bool) + Send)) {
    rayon::join_context(|context| first(context.migrated()), |context| second(context.migrated()));
}

/// Cuts a slice into pieces of so many items, and does something with each, which has a number.
pub(crate) fn for_pieces<T: Send>(
    items: &mut [T],
    size: usize,
    task: &(impl Fn(usize, &mut [T]) + Sync),
) {
    fn from<T: Send>(
        first: usize,
        items: &mut [T],
        size: usize,
        task: &(impl Fn(usize, &mut [T]) + Sync),
    ) {
        let pieces = items.len().div_ceil(size);
        if pieces <= 1 {
            if pieces == 1 {
                task(first, items);
            }
            return;
        }
        let (left, right) = items.split_at_mut(pieces / 2 * size);
        join(|| from(first, left, size, task), || from(first + pieces / 2, right, size, task));
    }
    from(0, items, size, task);
}

/// Does the same on so many threads, if they are free; on this one in any case.
pub(crate) fn together(threads: usize, work: &(dyn Fn() + Sync)) {
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Threads that may be asked to help with some work.
pub(crate) struct Helpers<'a, 'scope> {
    scope: &'a rayon::Scope<'scope>,
    work: &'scope (dyn Fn(Helpers<'_, 'scope>) + Sync),
}

impl Helpers<'_, '_> {
    /// Lets so many other threads do the work, too, if they are free.
    pub(crate) fn ask(&self, threads: usize) {
        let work = self.work;
        for _ in 0..threads {
            self.scope.spawn(move |scope| work(Helpers { scope, work }));
        }
    }
}

/// Does the same on so many threads, as [`together`]; and on more, which it may ask for.
pub(crate) fn with_helpers<'scope>(
    threads: usize,
    work: &'scope (dyn Fn(Helpers<'_, 'scope>) + Sync),
) {
    rayon::scope(|scope| {
        Helpers { scope, work }.ask(threads.saturating_sub(1));
        work(Helpers { scope, work });
    });
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn both_are_done() {
        assert_eq!(join(|| "a".to_owned(), || 2), ("a".to_owned(), 2));
        let (first, _) = join_context(|migrated| migrated, |migrated| migrated);
        let from_the_pool =
            rayon::join_context(|_| rayon::current_thread_index().is_some(), |_| ()).0;
        assert!(from_the_pool && (first || rayon::current_thread_index().is_some()));
    }

    #[test]
    fn a_panic_goes_on() {
        for at in 0..2 {
            let step = |number: usize| assert_ne!(number, at, "planned");
            let caught = catch_unwind(AssertUnwindSafe(|| join(|| step(0), || step(1))));
            assert!(caught.is_err());
        }
        assert!(catch_unwind(|| together(3, &|| panic!("planned"))).is_err());
    }

    #[test]
    fn every_piece_once() {
        for (count, size) in [(0, 3), (1, 3), (3, 3), (4, 3), (100, 7), (64, 1)] {
            let mut items = vec![0; count];
            for_pieces(&mut items, size, &|number, piece| {
                assert_eq!(piece.len(), size.min(count - number * size));
                piece.iter_mut().enumerate().for_each(|(at, item)| *item += 1 + number * size + at);
            });
            assert!(items.iter().copied().eq(1..=count));
        }
    }

    #[test]
    fn on_this_thread_at_least() {
        let runs = AtomicUsize::new(0);
        together(0, &|| _ = runs.fetch_add(1, Ordering::Relaxed));
        together(3, &|| _ = runs.fetch_add(1, Ordering::Relaxed));
        assert_eq!(runs.into_inner(), 4);
    }
}
