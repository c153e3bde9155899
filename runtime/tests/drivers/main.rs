//! The drivers, on kernels written by hand: each on sizes around the borders of tiles and blocks, on 1, 2, 3
//! and 7 threads.
//!
//! Kernels claim a high cost, so that a few lanes are cut into many blocks.

#![allow(missing_docs)]

mod columns;

use accel::Scalar;
use accel::cpu::lanes::{Map, Reduce, map, reduce};
use accel::cpu::scan::{Scan, scan};
use accel::cpu::scatter::Target;
use accel::cpu::sort::{order, permuted, sorted};
use accel::cpu::{self, Combines};
use accel::host::{Buffer, Failure, Input, Proven, Used, View, holds};

// SAFETY: the kernels of these tests store the values that they say, at places that there are.
const PROVEN: Proven = unsafe { Proven::that("they are written with care") };

/// Blocks of one lane, of some, of more than a tile, and a single one.
const COSTS: [usize; 4] = [1 << 17, 1 << 13, 1 << 10, 1];

/// Runs a test on several numbers of threads.
fn on_threads(test: impl Fn() + Sync) {
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(&test);
    }
}

/// A column with these elements.
fn column<T: Scalar>(elements: Vec<T>) -> Buffer<T> {
    T::columns_from(PROVEN, 0, elements).expect("a vector is not copied")
}

/// A view of a slice.
fn view<T: Scalar>(elements: &[T]) -> View<'_, T> {
    match T::columns_of(PROVEN, 0, elements, Used::ALL) {
        Ok(Input::Borrowed(view)) => view,
        _ => unreachable!("scalars are read where they lie"),
    }
}

/// Some number that depends on another.
fn mixed(number: usize) -> u64 {
    (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// A function x ↦ a·x + b. Composing them is associative, but not commutative.
type Affine = (u64, u64);

fn affine(number: usize) -> Affine {
    (mixed(number) | 1, mixed(number + 7))
}

fn compose(first: Affine, second: Affine) -> Affine {
    (first.0.wrapping_mul(second.0), first.1.wrapping_mul(second.0).wrapping_add(second.1))
}

/// Fails at every lane from a number on; the site is the lane.
fn below(at: usize, limit: usize) -> Result<(), Failure> {
    holds(at as u32, at < limit).map(|_| ())
}

/// The site of a failure.
#[track_caller]
fn site<R>(result: Result<R, Failure>) -> String {
    match result {
        Ok(_) => panic!("no failure"),
        Err(failure) => {
            let text = format!("{failure:?}");
            let digits = text.chars().skip_while(|c| !c.is_ascii_digit());
            digits.take_while(char::is_ascii_digit).collect()
        }
    }
}

/// Stores the number of each lane and its place in its row.
#[derive(Clone, Copy)]
struct Places<const R: usize, const TILED: bool> {
    space: [usize; R],
    cost: usize,
    limit: usize,
}

impl<const R: usize, const TILED: bool> cpu::Kernel for Places<R, TILED> {
    fn cost(self) -> usize {
        self.cost
    }
}

impl<const R: usize, const TILED: bool> Map<R> for Places<R, TILED> {
    type Stored = (u64, u32);
    const TILED: bool = TILED;
    const STACKED: bool = TILED;

    fn lane(self, at: [usize; R]) -> Result<(u64, u32), Failure> {
        let number = at.iter().zip(&self.space).fold(0, |number, (at, extent)| {
            assert!(at < extent, "{at:?} of {extent:?}");
            number * extent + at
        });
        below(number, self.limit)?;
        Ok((number as u64, at[R - 1] as u32))
    }
}

fn check_map<const R: usize, const TILED: bool>(space: [usize; R]) {
    let count: usize = space.iter().product();
    for cost in COSTS {
        let kernel = Places::<R, TILED> { space, cost, limit: usize::MAX };
        let (numbers, places) = map(PROVEN, 0, space, kernel).expect("no lane fails");
        assert!(numbers.slice().iter().copied().eq(0..count as u64), "{space:?} at {cost}");
        let expected = (0..count).map(|number| (number % space[R - 1]) as u32);
        assert!(places.slice().iter().copied().eq(expected), "{space:?} at {cost}");
    }
}

#[test]
fn maps_of_all_row_lengths() {
    on_threads(|| {
        for row in [0, 1, 15, 16, 17, 63, 64, 65, 200] {
            check_map::<1, false>([row]);
            check_map::<1, true>([row]);
            check_map::<2, false>([5, row]);
            check_map::<2, true>([5, row]);
            check_map::<3, false>([2, 3, row]);
            check_map::<3, true>([2, 3, row]);
        }
        check_map::<2, true>([200, 3]);
        check_map::<2, true>([0, 64]);
    });
}

#[test]
fn the_first_failing_block_of_a_map_wins() {
    on_threads(|| {
        for limit in [0, 1, 100, 299] {
            let kernel = Places::<1, false> { space: [300], cost: 1 << 17, limit };
            assert_eq!(site(map(PROVEN, 0, [300], kernel)), limit.to_string());
        }
    });
}

/// Composes functions in the order of the lanes, or adds numbers in any order.
#[derive(Clone, Copy)]
struct Total<const R: usize, const COMMUTATIVE: bool> {
    space: [usize; R],
    cost: usize,
}

impl<const R: usize, const COMMUTATIVE: bool> cpu::Kernel for Total<R, COMMUTATIVE> {
    fn cost(self) -> usize {
        self.cost
    }
}

impl<const R: usize, const COMMUTATIVE: bool> Combines for Total<R, COMMUTATIVE> {
    type Value = Affine;

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(if COMMUTATIVE { (a.0.wrapping_add(b.0), a.1 ^ b.1) } else { compose(a, b) })
    }
}

impl<const R: usize, const COMMUTATIVE: bool> Reduce<R> for Total<R, COMMUTATIVE> {
    type Stored = (u64,);
    const COMMUTATIVE: bool = COMMUTATIVE;

    fn lane(self, at: [usize; R]) -> Result<((u64,), Affine), Failure> {
        let number = at.iter().zip(&self.space).fold(0, |number, (at, n)| number * n + at);
        Ok(((number as u64,), affine(number)))
    }
}

fn check_reduce<const R: usize, const COMMUTATIVE: bool>(space: [usize; R]) {
    let count: usize = space.iter().product();
    for cost in COSTS {
        let kernel = Total::<R, COMMUTATIVE> { space, cost };
        let (stored, total) = reduce(PROVEN, 0, space, (3, 5), kernel).expect("no lane fails");
        assert!(stored.0.slice().iter().copied().eq(0..count as u64), "{space:?} at {cost}");
        let expected = (0..count)
            .map(affine)
            .fold((3, 5), |a, b| kernel.combine(a, b).expect("it never fails"));
        assert_eq!(total, expected, "{space:?} at {cost}");
    }
}

#[test]
fn reductions_of_all_row_lengths() {
    on_threads(|| {
        for row in [0, 1, 63, 64, 65, 127, 128, 200] {
            check_reduce::<1, false>([row]);
            check_reduce::<1, true>([row]);
            check_reduce::<2, false>([7, row]);
            check_reduce::<2, true>([7, row]);
            check_reduce::<3, true>([2, 3, row]);
        }
    });
}

/// Adds up numbers (in tiles) or composes functions; stores the combinations before and with each lane.
#[derive(Clone, Copy)]
struct Prefixes<const TILED: bool> {
    cost: usize,
    limit: usize,
}

impl<const TILED: bool> Prefixes<TILED> {
    fn value(at: usize) -> Affine {
        if TILED { (mixed(at), 1) } else { affine(at) }
    }

    fn join(a: Affine, b: Affine) -> Affine {
        if TILED { (a.0.wrapping_add(b.0), a.1.wrapping_add(b.1)) } else { compose(a, b) }
    }
}

impl<const TILED: bool> cpu::Kernel for Prefixes<TILED> {
    fn cost(self) -> usize {
        self.cost
    }
}

impl<const TILED: bool> Combines for Prefixes<TILED> {
    type Value = Affine;

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(Self::join(a, b))
    }
}

impl<const TILED: bool> Scan for Prefixes<TILED> {
    type Saved = usize;
    type Stored = (u64, u64, u64);
    type Reduced = Affine;
    const COMMUTATIVE: bool = TILED;
    const TILED: bool = TILED;

    fn before(self, at: usize) -> Result<(usize, Affine), Failure> {
        below(at, self.limit)?;
        Ok((at, Self::value(at)))
    }

    fn after(
        self,
        at: usize,
        kept: usize,
        before: Affine,
        with: Affine,
    ) -> Result<((u64, u64, u64), Affine), Failure> {
        assert_eq!(kept, at);
        Ok(((before.0, with.0, with.1), affine(at)))
    }

    fn reduce(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(compose(a, b))
    }
}

fn check_scan<const TILED: bool>(count: usize, cost: usize) {
    let kernel = Prefixes::<TILED> { cost, limit: usize::MAX };
    let initial = (11, 13);
    let ((before, with, parts), total) =
        scan(PROVEN, 0, count, initial, initial, kernel).expect("no lane fails");
    assert_eq!(before.len(), count);
    let mut state = initial;
    for at in 0..count {
        assert_eq!(before.at(at), state.0, "before lane {at} of {count} at {cost}");
        state = Prefixes::<TILED>::join(state, Prefixes::<TILED>::value(at));
        assert_eq!((with.at(at), parts.at(at)), state, "lane {at} of {count} at {cost}");
    }
    assert_eq!(total, (0..count).map(affine).fold(initial, compose), "{count} at {cost}");
}

#[test]
fn scans_of_all_lengths() {
    on_threads(|| {
        for count in [0, 1, 2, 15, 16, 17, 31, 63, 64, 65, 127, 128, 129, 200, 513, 1000] {
            for cost in COSTS {
                check_scan::<false>(count, cost);
                check_scan::<true>(count, cost);
            }
        }
    });
}

#[test]
fn scans_that_compute_their_lanes_twice() {
    on_threads(|| {
        check_scan::<false>((1 << 16) + 77, 20);
        check_scan::<true>((1 << 16) + 77, 20);
    });
}

#[test]
fn the_first_failing_block_of_a_scan_wins() {
    on_threads(|| {
        for limit in [0, 1, 100, 299] {
            let kernel = Prefixes::<false> { cost: 1 << 17, limit };
            let result = scan(PROVEN, 0, 300, (1, 0), (1, 0), kernel);
            assert_eq!(site(result.map(|_| ())), limit.to_string());
        }
    });
}

/// Panics at a lane, as foreign code may.
#[derive(Clone, Copy)]
struct Panicking;

impl cpu::Kernel for Panicking {
    fn cost(self) -> usize {
        1 << 17
    }
}

impl Combines for Panicking {
    type Value = u64;

    fn combine(self, a: u64, b: u64) -> Result<u64, Failure> {
        Ok(a + b)
    }
}

impl Scan for Panicking {
    type Saved = ();
    type Stored = (u64,);
    type Reduced = ();
    const COMMUTATIVE: bool = false;
    const TILED: bool = false;

    fn before(self, at: usize) -> Result<((), u64), Failure> {
        assert_ne!(at, 20, "a lane panics");
        Ok(((), 1))
    }

    fn after(self, _: usize, _: (), _: u64, with: u64) -> Result<((u64,), ()), Failure> {
        Ok(((with,), ()))
    }

    fn reduce(self, _: (), _: ()) -> Result<(), Failure> {
        Ok(())
    }
}

#[test]
fn nobody_waits_for_a_block_that_panics() {
    on_threads(|| {
        let result =
            std::panic::catch_unwind(|| scan(PROVEN, 0, 300, 0, (), Panicking).map(|_| ()));
        let panic = result.expect_err("a lane panics");
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(message.contains("a lane panics"), "{message}");
    });
}

/// Scatters pairs to places that many lanes write to.
#[derive(Clone, Copy)]
struct Scattered<'a> {
    target: Target<'a, (u64, f32)>,
    flags: Target<'a, bool>,
}

impl cpu::Kernel for Scattered<'_> {
    fn cost(self) -> usize {
        1 << 14
    }
}

impl Map<1> for Scattered<'_> {
    type Stored = ();

    fn lane(self, [at]: [usize; 1]) -> Result<(), Failure> {
        self.target.put(at % 10, (at as u64, at as f32));
        self.flags.put(at % 20, at % 20 == 3);
        Ok(())
    }
}

#[test]
fn one_value_wins_a_scatter_whole() {
    on_threads(|| {
        let mut pairs = (column(vec![0; 11]), column(vec![-1.0; 11]));
        let mut flags = column(vec![false; 20]);
        let kernel = Scattered {
            target: Target::new(PROVEN, &mut pairs, 11),
            flags: Target::new(PROVEN, &mut flags, 20),
        };
        map(PROVEN, 0, [1000], kernel).expect("no lane fails");
        for place in 0..10 {
            assert_eq!(pairs.0.at(place) as f32, pairs.1.at(place));
            assert_eq!(pairs.0.at(place) as usize % 10, place);
        }
        assert_eq!((pairs.0.at(10), pairs.1.at(10)), (0, -1.0));
        assert!((0..20).all(|place| flags.at(place) == (place == 3)));
    });
}

#[test]
fn sorts_are_stable_on_many_threads() {
    on_threads(|| {
        for count in [0, 1, 100, (1 << 14) + 5] {
            let keys: Vec<f32> = (0..count).map(|at| (mixed(at) % 50) as f32 - 25.0).collect();
            let mut expected = keys.clone();
            expected.sort_by(f32::total_cmp);
            assert_eq!(sorted(0, view(&keys)).expect("memory").slice(), expected);
            let places = order(0, &[view(&keys).column()]).expect("memory");
            let mut stable: Vec<usize> = (0..count).collect();
            stable.sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
            assert_eq!(places.slice(), stable);
            let moved = permuted(0, view(&keys), 1, &places).expect("memory");
            assert_eq!(moved.slice(), expected);
        }
    });
}
