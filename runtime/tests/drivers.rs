//! The drivers, on kernels written by hand: each on sizes around the borders of tiles and blocks, on 1, 2, 3
//! and 7 threads.
//!
//! Kernels claim a high cost, so that a few lanes are cut into many blocks.

#![allow(missing_docs)]

use accel::Scalar;
use accel::cpu::append::{Append, Rows, append};
use accel::cpu::combine::{Combine, combine};
use accel::cpu::compact::{Compact, Keep, Lane, compact};
use accel::cpu::lanes::{Map, Reduce, map, reduce};
use accel::cpu::scan::{Scan, scan};
use accel::cpu::scatter::Target;
use accel::cpu::sort::{order, permuted, sorted};
use accel::host::{Buffer, Failure, Input, Proven, Used, View, holds};

// SAFETY: the kernels of these tests store what they say, at places that there are.
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

impl<const R: usize, const TILED: bool> Map<R> for Places<R, TILED> {
    type Stored = (u64, u32);
    const TILED: bool = TILED;
    const STACKED: bool = TILED;

    fn cost(self) -> usize {
        self.cost
    }

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

impl<const R: usize, const COMMUTATIVE: bool> Reduce<R> for Total<R, COMMUTATIVE> {
    type Stored = (u64,);
    type Value = Affine;
    const COMMUTATIVE: bool = COMMUTATIVE;

    fn cost(self) -> usize {
        self.cost
    }

    fn lane(self, at: [usize; R]) -> Result<((u64,), Affine), Failure> {
        let number = at.iter().zip(&self.space).fold(0, |number, (at, n)| number * n + at);
        Ok(((number as u64,), affine(number)))
    }

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(if COMMUTATIVE { (a.0.wrapping_add(b.0), a.1 ^ b.1) } else { compose(a, b) })
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

/// Adds up numbers (in tiles) or composes functions; stores what was before and what is with each lane.
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

impl<const TILED: bool> Scan for Prefixes<TILED> {
    type Value = Affine;
    type Kept = usize;
    type Stored = (u64, u64, u64);
    type Reduced = Affine;
    const COMMUTATIVE: bool = TILED;
    const TILED: bool = TILED;

    fn cost(self) -> usize {
        self.cost
    }

    fn before(self, at: usize) -> Result<(usize, Affine), Failure> {
        below(at, self.limit)?;
        Ok((at, Self::value(at)))
    }

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(Self::join(a, b))
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

impl Scan for Panicking {
    type Value = u64;
    type Kept = ();
    type Stored = (u64,);
    type Reduced = ();
    const COMMUTATIVE: bool = false;
    const TILED: bool = false;

    fn cost(self) -> usize {
        1 << 17
    }

    fn before(self, at: usize) -> Result<((), u64), Failure> {
        assert_ne!(at, 20, "a lane panics");
        Ok(((), 1))
    }

    fn combine(self, a: u64, b: u64) -> Result<u64, Failure> {
        Ok(a + b)
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

/// Keeps the lanes of two groups.
#[derive(Clone, Copy)]
struct Kept {
    cost: usize,
    limit: usize,
    modulus: usize,
}

impl Compact for Kept {
    type Stored = (u32,);
    type Groups = (Keep<u64>, Keep<(u8, f32)>);
    type Value = Affine;

    fn cost(self) -> usize {
        self.cost
    }

    fn lane(self, at: usize) -> Result<Lane<Self>, Failure> {
        below(at, self.limit)?;
        let groups = (
            Keep(at.is_multiple_of(self.modulus), at as u64),
            Keep(!at.is_multiple_of(self.modulus), (at as u8, at as f32)),
        );
        Ok(((at as u32,), groups, affine(at)))
    }

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(compose(a, b))
    }
}

#[test]
fn compactions_keep_the_order() {
    on_threads(|| {
        for count in [0, 1, 2, 64, 65, 300, 1000] {
            for cost in COSTS {
                for modulus in [1, 2, 3, 5000] {
                    let kernel = Kept { cost, limit: usize::MAX, modulus };
                    let (stored, (yes, no), total) =
                        compact(PROVEN, 0, count, (3, 5), kernel).expect("no lane fails");
                    assert!(stored.0.slice().iter().copied().eq(0..count as u32));
                    let kept = || (0..count).filter(|at| at % modulus == 0);
                    let left = || (0..count).filter(|at| at % modulus != 0);
                    assert_eq!((yes.0, no.0), (kept().count(), left().count()));
                    assert!(yes.1.slice().iter().copied().eq(kept().map(|at| at as u64)));
                    assert!(no.1.0.slice().iter().copied().eq(left().map(|at| at as u8)));
                    assert!(no.1.1.slice().iter().copied().eq(left().map(|at| at as f32)));
                    assert_eq!(total, (0..count).map(affine).fold((3, 5), compose));
                }
            }
        }
    });
}

#[test]
fn the_first_failing_block_of_a_compaction_wins() {
    on_threads(|| {
        for limit in [0, 1, 100, 299] {
            let kernel = Kept { cost: 1 << 17, limit, modulus: 2 };
            assert_eq!(
                site(compact(PROVEN, 0, 300, (1, 0), kernel).map(|_| ())),
                limit.to_string()
            );
        }
    });
}

/// Appends two groups of rows: longer ones from lane to lane, and now and then one of two columns.
#[derive(Clone, Copy)]
struct Appending {
    cost: usize,
    limit: usize,
}

type Appended = (Rows<Buffer<u64>>, Rows<(Buffer<u32>, Buffer<u8>)>);

impl Append for Appending {
    type Stored = (u32,);
    type Groups = Appended;
    type Value = Affine;

    fn cost(self) -> usize {
        self.cost
    }

    fn lane(self, at: usize, groups: &mut Appended) -> Result<((u32,), Affine), Failure> {
        below(at, self.limit)?;
        let (long, pairs) = groups;
        let row: Vec<u64> = (0..at as u64 / 10).collect();
        long.columns.extend(0, &row)?;
        long.end(row.len());
        if at.is_multiple_of(3) {
            pairs.columns.0.push(at as u32);
            pairs.columns.1.push(at as u8);
        }
        pairs.end(usize::from(at.is_multiple_of(3)));
        Ok(((at as u32,), affine(at)))
    }

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(compose(a, b))
    }
}

#[test]
fn appended_rows_keep_the_order() {
    on_threads(|| {
        for count in [0, 1, 2, 64, 65, 300] {
            for cost in COSTS {
                let kernel = Appending { cost, limit: usize::MAX };
                let (stored, (long, pairs), total) =
                    append(PROVEN, 0, count, (3, 5), kernel).expect("no lane fails");
                assert!(stored.0.slice().iter().copied().eq(0..count as u32));
                assert!(
                    long.2.slice().iter().copied().eq((0..count as u64).flat_map(|at| 0..at / 10))
                );
                let ends = |length: fn(usize) -> usize| {
                    (0..=count).map(move |lane| (0..lane).map(length).sum::<usize>())
                };
                assert!(long.1.slice().iter().copied().eq(ends(|at| at / 10)));
                assert!(pairs.1.slice().iter().copied().eq(ends(|at| usize::from(at % 3 == 0))));
                assert_eq!((long.0, pairs.0), (long.2.len(), count.div_ceil(3)));
                let thirds = || (0..count).step_by(3);
                assert!(pairs.2.0.slice().iter().copied().eq(thirds().map(|at| at as u32)));
                assert!(pairs.2.1.slice().iter().copied().eq(thirds().map(|at| at as u8)));
                assert_eq!(total, (0..count).map(affine).fold((3, 5), compose));
            }
        }
    });
}

#[test]
fn the_first_failing_block_of_appended_rows_wins() {
    on_threads(|| {
        for limit in [0, 1, 100, 299] {
            let kernel = Appending { cost: 1 << 17, limit };
            assert_eq!(site(append(PROVEN, 0, 300, (1, 0), kernel).map(|_| ())), limit.to_string());
        }
    });
}

/// Combines into places: sums, whose neutral element is known, or compositions in the order of the lanes.
#[derive(Clone, Copy)]
struct Binned<const SUM: bool> {
    length: usize,
    limit: usize,
}

impl<const SUM: bool> Combine for Binned<SUM> {
    type Value = Affine;

    fn cost(self) -> usize {
        1 << 14
    }

    fn lane(self, at: usize) -> Result<Option<(usize, Affine)>, Failure> {
        below(at, self.limit)?;
        Ok((self.length > 0 && at % 5 != 4).then(|| (at * 7919 % self.length, affine(at))))
    }

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(if SUM { (a.0.wrapping_add(b.0), a.1.wrapping_add(b.1)) } else { compose(a, b) })
    }

    fn neutral(self) -> Option<Affine> {
        SUM.then_some((0, 0))
    }
}

fn check_combine<const SUM: bool>(count: usize, length: usize) {
    let kernel = Binned::<SUM> { length, limit: usize::MAX };
    let begin: Vec<Affine> = (0..length).map(|place| affine(place + 999)).collect();
    let (firsts, seconds) = begin.iter().copied().unzip();
    let mut buffers = (column(firsts), column(seconds));
    combine(PROVEN, 0, count, &mut buffers, length, kernel).expect("no lane fails");
    let mut expected = begin;
    for at in 0..count {
        if let Some((place, value)) = kernel.lane(at).expect("no lane fails") {
            expected[place] = kernel.combine(expected[place], value).expect("it never fails");
        }
    }
    for (place, expected) in expected.into_iter().enumerate() {
        let found = (buffers.0.at(place), buffers.1.at(place));
        assert_eq!(found, expected, "place {place} of {length}, {count} lanes");
    }
}

#[test]
fn combinations_into_few_and_many_places() {
    on_threads(|| {
        for length in [0, 1, 2, 10, 60, 1100] {
            for count in [0, 1, 7, 100, 1003] {
                check_combine::<true>(count, length);
                check_combine::<false>(count, length);
            }
        }
        // More places than are added to in turns.
        check_combine::<true>(20_000, 1100);
    });
}

#[test]
fn the_first_failing_block_of_a_combination_wins() {
    on_threads(|| {
        for limit in [0, 1, 500, 999] {
            let mut buffers = (column(vec![0; 2]), column(vec![0; 2]));
            let kernel = Binned::<true> { length: 2, limit };
            assert_eq!(site(combine(PROVEN, 0, 1000, &mut buffers, 2, kernel)), limit.to_string());
            let kernel = Binned::<false> { length: 2, limit };
            assert_eq!(site(combine(PROVEN, 0, 1000, &mut buffers, 2, kernel)), limit.to_string());
        }
    });
}

/// Scatters pairs to places that many lanes write to.
#[derive(Clone, Copy)]
struct Scattered<'a> {
    target: Target<'a, (u64, f32)>,
    flags: Target<'a, bool>,
}

impl Map<1> for Scattered<'_> {
    type Stored = ();

    fn cost(self) -> usize {
        1 << 14
    }

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
