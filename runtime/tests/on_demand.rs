//! Lanes of which only the run tells how long they take, in every driver: they give the same bits as others
//! on any number of threads, two of them are run by two threads, and little is run behind one that fails.

#![allow(missing_docs)]
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use accel::cpu;
use accel::cpu::append::{Append, Rows, append};
use accel::cpu::combine::{Combine, combine};
use accel::cpu::compact::{Compact, Filtered, Lane, compact};
use accel::cpu::lanes::{Map, Reduce, map, reduce};
use accel::cpu::scan::{Scan, scan};
use accel::host::{Buffer, Failure, Proven, holds};

// SAFETY: the kernels of these tests store the values that they say, at places that there are.
const PROVEN: Proven = unsafe { Proven::that("they are written with care") };

/// Something that lanes do besides giving a value.
trait Deed: Copy + Sync {
    fn lane(self, at: usize) -> Result<(), Failure>;
}

/// Takes much longer in some lanes than in others; fails from a lane on.
#[derive(Clone, Copy)]
struct Uneven {
    limit: usize,
}

impl Deed for Uneven {
    fn lane(self, at: usize) -> Result<(), Failure> {
        let rounds = if at % 97 == 3 { 20_000 } else { at % 7 };
        let result = (0..rounds).fold(at as u64, |x, _| std::hint::black_box(x.rotate_left(7) ^ 5));
        std::hint::black_box(result);
        holds(at as u32, at < self.limit).map(|_| ())
    }
}

/// A kernel for every driver. The operations of the kernel are those of floats: another order gives other
/// bits.
#[derive(Clone, Copy)]
struct Kernel<D, const GUESSED: bool, const TILED: bool = false, const COMMUTATIVE: bool = false> {
    cost: usize,
    deed: D,
}

impl<D: Deed, const GUESSED: bool, const TILED: bool, const COMMUTATIVE: bool>
    Kernel<D, GUESSED, TILED, COMMUTATIVE>
{
    fn value(self, at: usize) -> Result<f32, Failure> {
        self.deed.lane(at)?;
        Ok(1.0 / (at as f32 + 0.7))
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> cpu::Kernel for Kernel<D, G, T, C> {
    const GUESSED: bool = G;

    fn cost(self) -> usize {
        self.cost
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> Map<2> for Kernel<D, G, T, C> {
    type Stored = (f32, u32);
    const TILED: bool = T;

    fn lane(self, [row, column]: [usize; 2]) -> Result<(f32, u32), Failure> {
        Ok((self.value(row * WIDTH + column)?, column as u32))
    }
}

/// The number of lanes of a row in two dimensions.
const WIDTH: usize = 50;

impl<D: Deed, const G: bool, const T: bool, const C: bool> cpu::Combines for Kernel<D, G, T, C> {
    type Value = f32;

    fn combine(self, a: f32, b: f32) -> Result<f32, Failure> {
        Ok(a + b)
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> Reduce<2> for Kernel<D, G, T, C> {
    type Stored = (u32,);
    const TILED: bool = T;
    const COMMUTATIVE: bool = C;

    fn lane(self, [row, column]: [usize; 2]) -> Result<((u32,), f32), Failure> {
        Ok(((row as u32,), self.value(row * WIDTH + column)?))
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> Scan for Kernel<D, G, T, C> {
    type Saved = u32;
    type Stored = f32;
    type Reduced = f32;
    const TILED: bool = T;
    const COMMUTATIVE: bool = C;

    fn before(self, at: usize) -> Result<(u32, f32), Failure> {
        Ok((at as u32, self.value(at)?))
    }

    fn after(self, at: usize, kept: u32, before: f32, with: f32) -> Result<(f32, f32), Failure> {
        self.deed.lane(at)?;
        Ok((before * kept as f32, with))
    }

    fn reduce(self, a: f32, b: f32) -> Result<f32, Failure> {
        Ok(a * 0.5 + b)
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> Compact for Kernel<D, G, T, C> {
    type Stored = (u32,);
    type Filters = (Filtered<f32>, Filtered<(u8, u32)>);
    const TILED: bool = T;

    fn lane(self, at: usize) -> Result<Lane<Self>, Failure> {
        let value = self.value(at)?;
        let (yes, no) = (at.is_multiple_of(3), at.is_multiple_of(5));
        let groups = (Filtered(yes, value), Filtered(!no, (at as u8, at as u32)));
        Ok(((at as u32,), groups, value))
    }
}

type Appended = (Rows<Buffer<f32>>, Rows<(Buffer<u32>, Buffer<u8>)>);

impl<D: Deed, const G: bool, const T: bool, const C: bool> Append for Kernel<D, G, T, C> {
    type Stored = (u32,);
    type Rows = Appended;

    fn lane(self, at: usize, (long, pairs): &mut Appended) -> Result<((u32,), f32), Failure> {
        let value = self.value(at)?;
        long.columns.extend(0, &vec![value; at % 11])?;
        long.end(at % 11);
        if at.is_multiple_of(3) {
            pairs.columns.0.push(at as u32);
            pairs.columns.1.push(at as u8);
        }
        pairs.end(usize::from(at.is_multiple_of(3)));
        Ok(((at as u32,), value))
    }
}

impl<D: Deed, const G: bool, const T: bool, const C: bool> Combine for Kernel<D, G, T, C> {
    const TILED: bool = T;

    fn lane(self, at: usize) -> Result<Option<(usize, f32)>, Failure> {
        let value = self.value(at)?;
        Ok((at % 4 != 3).then_some((at * 7919 % PLACES, value)))
    }

    fn identity(self) -> Option<f32> {
        C.then_some(0.0)
    }
}

/// The number of places that lanes combine into.
const PLACES: usize = 5;

/// All bits that the drivers give for so many lanes, or where they fail.
fn all_bits<D: Deed, const G: bool, const T: bool, const C: bool>(
    count: usize,
    kernel: Kernel<D, G, T, C>,
) -> Vec<String> {
    fn bits(values: &[f32]) -> Vec<u32> {
        values.iter().map(|value| value.to_bits()).collect()
    }
    fn text<T: std::fmt::Debug>(result: Result<T, Failure>) -> String {
        match result {
            Ok(found) => format!("{found:?}"),
            Err(failure) => format!("{failure:?}"),
        }
    }
    let space = [count.div_ceil(WIDTH), WIDTH];
    // Scans keep values that cost more.
    let kept = Kernel { cost: kernel.cost.max(100), ..kernel };
    vec![
        text(map(PROVEN, 0, space, kernel).map(|(a, b)| (bits(a.slice()), b.into_vec()))),
        text(
            reduce(PROVEN, 0, space, 0.5, kernel)
                .map(|(a, total)| (a.0.into_vec(), total.to_bits())),
        ),
        text(
            scan(PROVEN, 0, count, 0.5, 0.25, kept)
                .map(|(a, total)| (bits(a.slice()), total.to_bits())),
        ),
        text(compact(PROVEN, 0, count, 0.5, kernel).map(|(a, (b, c), total)| {
            let c = (c.0, c.1.0.into_vec(), c.1.1.into_vec());
            (a.0.into_vec(), b.0, bits(b.1.slice()), c, total.to_bits())
        })),
        text(append(PROVEN, 0, count, 0.5, kernel).map(|(a, (b, c), total)| {
            let b = (b.0, b.1.into_vec(), bits(b.2.slice()));
            let c = (c.0, c.1.into_vec(), c.2.0.into_vec(), c.2.1.into_vec());
            (a.0.into_vec(), b, c, total.to_bits())
        })),
        {
            let mut places = Buffer::literal(PROVEN, 0, &[0.125; PLACES]).expect("there is memory");
            text(
                combine(PROVEN, 0, count, &mut places, PLACES, kernel)
                    .map(|()| bits(places.slice())),
            )
        },
    ]
}

fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads start").install(run)
}

fn same_bits<const T: bool, const C: bool>() {
    for (count, cost) in [(1, 1), (2, 1), (40, 9), (3000, 1), (3000, 1000), (700, 1 << 13)] {
        for limit in [usize::MAX, count - 1, count / 2, 0] {
            let deed = Uneven { limit };
            let plain = Kernel::<_, false, T, C> { cost, deed };
            let expected = on_threads(1, || all_bits(count, plain));
            for threads in [1, 2, 3, 7] {
                let kernel = Kernel::<_, true, T, C> { cost, deed };
                // Kernels that have run before begin in another way.
                for _ in 0..2 {
                    let found = on_threads(threads, || all_bits(count, kernel));
                    for (found, expected) in found.iter().zip(&expected) {
                        assert!(
                            found == expected,
                            "{count} lanes of {cost} on {threads} threads, fail at {limit}:\n\
                             {found:.200}\n{expected:.200}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn lanes_one_by_one_give_the_same_bits() {
    same_bits::<false, false>();
}

#[test]
fn lanes_in_tiles_give_the_same_bits() {
    same_bits::<true, false>();
}

#[test]
fn values_that_commute_give_the_same_bits() {
    same_bits::<false, true>();
}

/// A lane goes on when a second one has begun. A kernel of its own for each driver: none has been quick before.
#[derive(Clone, Copy)]
struct Meets<'a, const DRIVER: usize> {
    begun: &'a AtomicUsize,
}

impl<const DRIVER: usize> Deed for Meets<'_, DRIVER> {
    fn lane(self, at: usize) -> Result<(), Failure> {
        let start = Instant::now();
        // Scans do something before and after they combine: lanes of one part meet.
        let others = self.begun.fetch_add(1, Ordering::SeqCst) / 2 * 2 + 2;
        while self.begun.load(Ordering::SeqCst) < others {
            assert!(start.elapsed() < Duration::from_secs(100), "lane {at} is alone");
            std::thread::yield_now();
        }
        Ok(())
    }
}

#[test]
fn two_lanes_are_run_by_two_threads_in_every_driver() {
    on_threads(2, || {
        let begun = &AtomicUsize::new(0);
        fn kernel<const DRIVER: usize>(begun: &AtomicUsize) -> Kernel<Meets<'_, DRIVER>, true> {
            Kernel { cost: 1, deed: Meets { begun } }
        }
        assert!(map(PROVEN, 0, [1, 2], kernel::<0>(begun)).is_ok());
        assert!(reduce(PROVEN, 0, [1, 2], 0.0, kernel::<1>(begun)).is_ok());
        assert!(scan(PROVEN, 0, 2, 0.0, 0.0, kernel::<2>(begun)).is_ok());
        assert!(compact(PROVEN, 0, 2, 0.0, kernel::<3>(begun)).is_ok());
        assert!(append(PROVEN, 0, 2, 0.0, kernel::<4>(begun)).is_ok());
        let mut places = Buffer::literal(PROVEN, 0, &[0.0; PLACES]).expect("there is memory");
        assert!(combine(PROVEN, 0, 2, &mut places, PLACES, kernel::<5>(begun)).is_ok());
        assert_eq!(begun.load(Ordering::SeqCst), 14);
    });
}

/// The first lane fails, all others take their time. Counts them.
#[derive(Clone, Copy)]
struct FailsFirst<'a> {
    begun: &'a AtomicUsize,
}

impl Deed for FailsFirst<'_> {
    fn lane(self, at: usize) -> Result<(), Failure> {
        if at > 0 {
            self.begun.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(1));
        }
        holds(at as u32, at > 0).map(|_| ())
    }
}

fn ends_early<const GUESSED: bool>(threads: usize) {
    const COUNT: usize = 10_000;
    let begun = &AtomicUsize::new(0);
    // Blocks have one lane, if they do not run on demand.
    let kernel = || Kernel::<_, GUESSED> { cost: 1 << 19, deed: FailsFirst { begun } };
    let mut places = Buffer::literal(PROVEN, 0, &[0.0; PLACES]).expect("there is memory");
    let results = [
        map(PROVEN, 0, [COUNT / WIDTH, WIDTH], kernel()).map(|_| ()),
        reduce(PROVEN, 0, [COUNT / WIDTH, WIDTH], 0.0, kernel()).map(|_| ()),
        scan(PROVEN, 0, COUNT, 0.0, 0.0, kernel()).map(|_| ()),
        compact(PROVEN, 0, COUNT, 0.0, kernel()).map(|_| ()),
        append(PROVEN, 0, COUNT, 0.0, kernel()).map(|_| ()),
        combine(PROVEN, 0, COUNT, &mut places, PLACES, kernel()),
    ];
    for (driver, result) in results.into_iter().enumerate() {
        let failure = format!("{:?}", result.expect_err("a lane fails"));
        assert!(failure.contains("site: 0"), "driver {driver}: {failure}");
    }
    // All lanes of all drivers would be six times as many.
    let begun = begun.load(Ordering::SeqCst);
    assert!(begun < COUNT / 2, "{begun} lanes on {threads} threads");
}

#[test]
fn what_lies_behind_a_lane_that_fails_is_left_out() {
    for threads in [1, 2, 7] {
        on_threads(threads, || ends_early::<false>(threads));
        on_threads(threads, || ends_early::<true>(threads));
    }
}
