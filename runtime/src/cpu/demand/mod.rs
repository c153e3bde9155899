//! Work on demand: lanes of which only the run tells how long they take, as their loops go round as often
//! as they find fit, or they call functions that call themselves.
//!
//! The compiler's cost of such lanes is a guess, so nobody knows before whether it pays to enter the thread
//! pool, nor how the lanes should be cut. So a thread begins alone if the lanes of the kernel have been quick
//! so far, and looks at a clock now and then; others come in once it has worked for some time. Each takes as
//! many lanes as it does in a few microseconds, one if they take longer; and where a thread finds none, one
//! that has several left gives them away.
//!
//! The results of such lanes do not depend on any of that. A driver has each lane leave it at a place of its
//! own ([`Slots`]), and then goes on as if the lanes had been computed there and then: in the order, and in
//! the blocks, that the sizes and the guess say.

pub(super) mod lanes;
pub(super) mod scan;
mod slots;
mod stretch;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::clock::{WORTH_SHARING, ticks};
use super::ending::Ending;
use super::ordered_blocks::lock;
use super::tiles::least_size;
use crate::failure::Result;
use crate::kernel::sizes::{SMALL_TILE, TILE};
use crate::threads::{Helpers, with_helpers};

pub(super) use slots::{Places, Slots};
pub(super) use stretch::{Failed, Leave, Step, Stretch};

/// The ticks for which a thread takes lanes at a time.
const PIECE: u64 = 1 << 15;

/// So many lanes are done by a thread at a time, before it knows of others.
const ALONE: usize = 4 * TILE;

/// The ways in which lanes may be cut.
#[derive(Clone, Copy)]
pub(super) struct Grain {
    /// The number of lanes that go side by side.
    tile: usize,
    /// The least number of lanes that a thread takes.
    least: usize,
}

impl Grain {
    /// Lanes that go side by side, or do not.
    pub(super) fn of(count: usize, tiled: bool) -> Grain {
        match tiled {
            true => Grain { tile: SMALL_TILE, least: least_size(count) },
            false => Grain { tile: 1, least: 1 },
        }
    }

    /// Lanes that go one by one, but not many until it is asked whether they should go on.
    pub(super) fn in_steps() -> Grain {
        Grain { tile: SMALL_TILE, least: 1 }
    }

    /// Rows of lanes, several of which go side by side.
    pub(super) fn of_rows(row: usize) -> Grain {
        Grain { tile: 4 * row.max(1), least: row.max(1) }
    }
}

/// Runs lanes of a kernel.
///
/// # Errors
/// The first lane that fails.
pub(super) fn for_lanes<K>(
    lanes: Range<usize>,
    grain: Grain,
    step: Step<'_>,
) -> std::result::Result<(), Failed> {
    let quick = Quick::of(std::any::type_name::<K>(), lanes.len());
    run(lanes, grain, step, quick)
}

/// Goes on with lanes that were run: with all of them, or, if one has failed, with those before it, which may
/// fail where the values that they have left are combined.
///
/// # Errors
/// The failure of the first lane that fails.
pub(super) fn go_on<T>(
    done: std::result::Result<(), Failed>,
    lanes: Range<usize>,
    combine: impl FnOnce(Range<usize>) -> Result<T>,
) -> Result<T> {
    let Err((lane, failure)) = done else { return combine(lanes) };
    if lane > lanes.start {
        combine(lanes.start..lane)?;
    }
    Err(failure)
}

/// Says if about as many lanes of a kernel were done quickly when they ran last.
///
/// A place remembers one kernel of several that share it, and no kernel takes another's answer for its own.
#[derive(Clone, Copy)]
struct Quick<'a> {
    place: &'a AtomicU64,
    kernel: u64,
}

impl Quick<'static> {
    fn of(kernel: &'static str, lanes: usize) -> Quick<'static> {
        const PLACES: usize = 1 << 10;
        static QUICK: [AtomicU64; PLACES] = [const { AtomicU64::new(0) }; PLACES];
        let name = kernel.as_ptr().addr() as u64 + (u64::from(lanes.max(1).ilog2()) << 56);
        let kernel = name.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Quick { place: &QUICK[(kernel >> 54) as usize], kernel }
    }
}

impl Quick<'_> {
    fn is(self) -> bool {
        self.place.load(Ordering::Relaxed) == self.kernel
    }

    fn set(self, is_quick: bool) {
        if self.is() != is_quick {
            self.place.store(if is_quick { self.kernel } else { 0 }, Ordering::Relaxed);
        }
    }
}

fn run(
    lanes: Range<usize>,
    grain: Grain,
    step: Step<'_>,
    quick: Quick<'_>,
) -> std::result::Result<(), Failed> {
    let Range { start: mut next, end } = lanes;
    let threads = rayon::current_num_threads().min(lanes.len());
    let work = Work { grain, step };
    if threads <= 1 {
        return work.all(lanes);
    }
    if quick.is() {
        let start = ticks();
        let mut size = lanes.len() / 8 + 1;
        loop {
            if grain.tile > 1 {
                size = size.next_multiple_of(grain.tile);
            }
            let stop = end.min(next.saturating_add(size));
            work.all(next..stop)?;
            next = stop;
            if next == end {
                return Ok(());
            }
            let took = ticks() - start;
            if took > WORTH_SHARING {
                break;
            }
            let (done, rest) = (next - lanes.start, end - next);
            let is_short = took.saturating_mul(rest as u64) <= PIECE.saturating_mul(done as u64);
            size = if is_short { rest } else { in_time(done, took).clamp(1, 4 * done) }.min(ALONE);
        }
    }
    let shared = Shared {
        work,
        threads,
        end,
        next: AtomicUsize::new(next),
        busy: AtomicU64::new(0),
        left: Mutex::new(Vec::new()),
        has_left: AtomicBool::new(false),
        wanted: AtomicBool::new(false),
        ending: Ending::new(),
        failed: Mutex::new(None),
    };
    with_helpers(threads.min(end - next), &|helpers| shared.help(helpers));
    quick.set(shared.busy.into_inner() <= WORTH_SHARING);
    lock(&shared.failed).take().map_or(Ok(()), Err)
}

/// Returns the number of lanes that are done in the time of a piece, if `lanes` took `took` ticks.
fn in_time(lanes: usize, took: u64) -> usize {
    usize::try_from((lanes as u64).saturating_mul(PIECE) / took.max(1)).unwrap_or(usize::MAX)
}

struct Work<'a> {
    grain: Grain,
    step: Step<'a>,
}

impl Work<'_> {
    /// Runs lanes, and no fewer.
    fn all(&self, lanes: Range<usize>) -> std::result::Result<(), Failed> {
        let mut next = lanes.start;
        while next < lanes.end {
            next = self.some(next..lanes.end, &AtomicBool::new(false))?;
        }
        Ok(())
    }

    /// Runs the first ones of some lanes: all that go one by one, until `wanted` is set. If lanes that go
    /// side by side fail, it is not certain which one has failed first: so they are looked at one by one
    /// then.
    fn some(&self, lanes: Range<usize>, wanted: &AtomicBool) -> std::result::Result<usize, Failed> {
        let Grain { tile, .. } = self.grain;
        if tile == 1 {
            return (self.step)(lanes, wanted);
        }
        let stop = lanes.end.min(lanes.start.saturating_add(tile.max(TILE)));
        (self.step)(lanes.start..stop, wanted).or_else(|failed| {
            for lane in failed.0..stop {
                (self.step)(lane..lane + 1, wanted)?;
            }
            Err(failed)
        })
    }
}

/// Lanes that several threads run.
struct Shared<'a> {
    work: Work<'a>,
    threads: usize,
    end: usize,
    /// The first lane that nobody has taken.
    next: AtomicUsize,
    /// The ticks for which threads have run lanes.
    busy: AtomicU64,
    /// Lanes before that which were given away.
    left: Mutex<Vec<Range<usize>>>,
    has_left: AtomicBool,
    /// True if a thread has found no lanes, or a lane has failed.
    wanted: AtomicBool,
    ending: Ending,
    /// The first lane that failed.
    failed: Mutex<Option<Failed>>,
}

impl Shared<'_> {
    /// Runs lanes as long as there are some. It never waits for another thread: the lane that would be waited
    /// for may lie on the stack below its own work.
    fn help(&self, helpers: Helpers<'_, '_>) {
        let mut size = self.work.grain.least;
        while let Some(lanes) = self.take(size) {
            size = self.piece(lanes, &helpers);
        }
        self.wanted.store(true, Ordering::Relaxed);
    }

    /// Takes up to so many lanes.
    fn take(&self, size: usize) -> Option<Range<usize>> {
        if self.has_left.load(Ordering::Acquire) {
            let mut left = lock(&self.left);
            if let Some(lanes) = left.pop() {
                let stop = lanes.end.min(lanes.start + size);
                if stop < lanes.end {
                    left.push(stop..lanes.end);
                }
                self.has_left.store(!left.is_empty(), Ordering::Release);
                return Some(lanes.start..stop);
            }
        }
        let rest = self.end.saturating_sub(self.next.load(Ordering::Relaxed));
        if rest == 0 {
            return None;
        }
        // Towards the end, there are some for everyone.
        let size = size.min(rest / (2 * self.threads)).max(self.work.grain.least);
        let start = self.next.fetch_add(size, Ordering::Relaxed);
        // All lanes before a lane that fails have been taken before it.
        let open = start < self.end && !self.ending.is_before(start);
        open.then(|| start..self.end.min(start.saturating_add(size)))
    }

    /// Runs lanes, unless others want some of them; says how many to take next.
    fn piece(&self, lanes: Range<usize>, helpers: &Helpers<'_, '_>) -> usize {
        let start = ticks();
        let done = self.run(lanes, helpers, start);
        let took = ticks() - start;
        self.busy.fetch_add(took, Ordering::Relaxed);
        let Grain { tile, least } = self.work.grain;
        match done.map_or(0, |done| in_time(done, took)) {
            0 => least,
            few if few < tile => few.max(least),
            many => many / tile * tile,
        }
    }

    /// Runs lanes: says how many, if it has run them all.
    fn run(&self, lanes: Range<usize>, helpers: &Helpers<'_, '_>, start: u64) -> Option<usize> {
        let mut next = lanes.start;
        while next < lanes.end && !self.ending.is_before(next) {
            match self.work.some(next..lanes.end, &self.wanted) {
                Ok(reached) => next = reached,
                Err(failed) => {
                    self.fail(failed);
                    return None;
                }
            }
            let wanted = next < lanes.end && self.wanted.load(Ordering::Relaxed);
            if wanted
                && !self.ending.has_come()
                && ticks() - start > PIECE
                && self.leave(next..lanes.end)
            {
                let parts = (lanes.end - next).div_ceil(self.work.grain.least);
                helpers.ask(parts.min(self.threads) - 1);
                return None;
            }
        }
        Some(lanes.len())
    }

    /// Gives lanes away, if there is memory to remember them.
    fn leave(&self, lanes: Range<usize>) -> bool {
        self.wanted.store(false, Ordering::Relaxed);
        let mut left = lock(&self.left);
        if left.try_reserve(1).is_err() {
            return false;
        }
        left.push(lanes);
        self.has_left.store(true, Ordering::Release);
        true
    }

    fn fail(&self, failed: Failed) {
        self.ending.fail(failed.0);
        self.wanted.store(true, Ordering::Relaxed);
        let mut first = lock(&self.failed);
        if first.as_ref().is_none_or(|known| failed.0 < known.0) {
            *first = Some(failed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::failure::{Failure, Values};

    const TILED: Grain = Grain { tile: SMALL_TILE, least: 1 };
    const SINGLE: Grain = Grain { tile: 1, least: 1 };
    const KERNEL: u64 = 1;

    /// A kernel that was quick, or was not, when it ran last.
    fn run_after(
        is_quick: bool,
        lanes: Range<usize>,
        grain: Grain,
        step: Step<'_>,
    ) -> std::result::Result<(), Failed> {
        let place = AtomicU64::new(if is_quick { KERNEL } else { 0 });
        run(lanes, grain, step, Quick { place: &place, kernel: KERNEL })
    }

    /// Lanes that count how often they ran, and fail from some lane on.
    struct Counted {
        runs: Vec<AtomicUsize>,
        limit: usize,
    }

    impl Counted {
        fn step(
            &self,
            lanes: Range<usize>,
            wanted: &AtomicBool,
        ) -> std::result::Result<usize, Failed> {
            for lane in lanes.clone() {
                if lane >= self.limit {
                    return Err((lane, Failure::new(lane as u32, Values::None)));
                }
                self.runs[lane].fetch_add(1, Ordering::Relaxed);
                if wanted.load(Ordering::Relaxed) {
                    return Ok(lane + 1);
                }
            }
            Ok(lanes.end)
        }
    }

    fn in_pool(threads: usize, test: impl FnOnce() + Send) {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
            .install(test);
    }

    #[test]
    fn every_lane_once() {
        for threads in [1, 2, 3, 7] {
            in_pool(threads, || {
                for (first, count) in [(0, 0), (0, 1), (5, 2), (0, 7), (3, 100), (0, 5000)] {
                    for (grain, quick) in
                        [(SINGLE, false), (SINGLE, true), (TILED, false), (TILED, true)]
                    {
                        let runs = (0..first + count).map(|_| AtomicUsize::new(0)).collect();
                        let lanes = Counted { runs, limit: usize::MAX };
                        let step =
                            |range: Range<usize>, wanted: &AtomicBool| lanes.step(range, wanted);
                        let done = run_after(quick, first..first + count, grain, &step);
                        assert!(done.is_ok());
                        for (lane, runs) in lanes.runs.iter().enumerate() {
                            let runs = runs.load(Ordering::Relaxed);
                            assert_eq!(runs, usize::from(lane >= first), "lane {lane}");
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn the_first_lane_that_fails_counts() {
        for threads in [1, 2, 7] {
            in_pool(threads, || {
                for limit in [0, 1, 17, 999, 1999] {
                    for (grain, quick) in [(SINGLE, false), (SINGLE, true), (TILED, false)] {
                        let runs = (0..2000).map(|_| AtomicUsize::new(0)).collect();
                        let lanes = Counted { runs, limit };
                        let step =
                            |range: Range<usize>, wanted: &AtomicBool| lanes.step(range, wanted);
                        let done = run_after(quick, 0..2000, grain, &step);
                        assert_eq!(done.err().map(|failed| failed.0), Some(limit));
                        let ran = |runs: &AtomicUsize| runs.load(Ordering::Relaxed) > 0;
                        assert!(lanes.runs[..limit].iter().all(ran));
                    }
                }
            });
        }
    }

    #[test]
    fn kernels_that_share_a_place_do_not_share_the_answer() {
        let place = &AtomicU64::new(0);
        let [one, other] = [1, 2].map(|kernel| Quick { place, kernel });
        one.set(true);
        assert!(one.is() && !other.is());
        other.set(false);
        assert!(one.is() && !other.is());
        other.set(true);
        assert!(!one.is() && other.is());
    }

    /// Waits until so many lanes have begun; there is always another thread that can begin one.
    fn wait_for(begun: &AtomicUsize, count: usize) {
        let start = Instant::now();
        while begun.load(Ordering::SeqCst) < count {
            assert!(start.elapsed() < Duration::from_secs(60), "no other thread comes");
            std::thread::yield_now();
        }
    }

    #[test]
    fn two_lanes_are_run_by_two_threads() {
        in_pool(2, || {
            let begun = AtomicUsize::new(0);
            let step = |range: Range<usize>, _: &AtomicBool| {
                begun.fetch_add(1, Ordering::SeqCst);
                wait_for(&begun, 2);
                Ok(range.start + 1)
            };
            assert!(run_after(false, 0..2, SINGLE, &step).is_ok());
        });
    }

    /// Short lanes come first, so that a thread takes many at a time. Then one that has others behind it goes
    /// on for as long as nobody wants these.
    #[test]
    fn lanes_that_a_thread_has_taken_are_given_away() {
        in_pool(3, || {
            let (runs, long) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let step = |range: Range<usize>, wanted: &AtomicBool| {
                for lane in range.clone() {
                    runs.fetch_add(1, Ordering::Relaxed);
                    let (start, before) = (Instant::now(), ticks());
                    let is_long = lane >= 1000
                        && lane + 1 < range.end
                        && long.fetch_add(1, Ordering::Relaxed) == 0;
                    let wants = || wanted.load(Ordering::Relaxed) && ticks() - before > PIECE;
                    while is_long && !wants() {
                        assert!(start.elapsed() < Duration::from_secs(60), "nobody wants lanes");
                        std::thread::yield_now();
                    }
                    if wanted.load(Ordering::Relaxed) {
                        return Ok(lane + 1);
                    }
                }
                Ok(range.end)
            };
            assert!(run_after(false, 0..5000, SINGLE, &step).is_ok());
            assert_eq!(runs.into_inner(), 5000);
            assert!(long.into_inner() > 0);
        });
    }
}
