//! Drivers whose lanes keep values, append rows, and combine into the places of an array.

use accel::cpu::append::{Append, Rows, append};
use accel::cpu::combine::{Combine, combine};
use accel::cpu::compact::{Compact, Filtered, Lane, compact};

use super::*;

/// Keeps the lanes of two groups.
#[derive(Clone, Copy)]
struct Kept {
    cost: usize,
    limit: usize,
    modulus: usize,
}

impl cpu::Kernel for Kept {
    fn cost(self) -> usize {
        self.cost
    }
}

impl Combines for Kept {
    type Value = Affine;

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(compose(a, b))
    }
}

impl Compact for Kept {
    type Stored = (u32,);
    type Filters = (Filtered<u64>, Filtered<(u8, f32)>);

    fn lane(self, at: usize) -> Result<Lane<Self>, Failure> {
        below(at, self.limit)?;
        let groups = (
            Filtered(at.is_multiple_of(self.modulus), at as u64),
            Filtered(!at.is_multiple_of(self.modulus), (at as u8, at as f32)),
        );
        Ok(((at as u32,), groups, affine(at)))
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

impl cpu::Kernel for Appending {
    fn cost(self) -> usize {
        self.cost
    }
}

impl Combines for Appending {
    type Value = Affine;

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(compose(a, b))
    }
}

impl Append for Appending {
    type Stored = (u32,);
    type Rows = Appended;

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

/// Combines into places: sums, whose identity element is known, or compositions in the order of the lanes.
#[derive(Clone, Copy)]
struct Binned<const SUM: bool> {
    length: usize,
    limit: usize,
}

impl<const SUM: bool> cpu::Kernel for Binned<SUM> {
    fn cost(self) -> usize {
        1 << 14
    }
}

impl<const SUM: bool> Combines for Binned<SUM> {
    type Value = Affine;

    fn combine(self, a: Affine, b: Affine) -> Result<Affine, Failure> {
        Ok(if SUM { (a.0.wrapping_add(b.0), a.1.wrapping_add(b.1)) } else { compose(a, b) })
    }
}

impl<const SUM: bool> Combine for Binned<SUM> {
    fn lane(self, at: usize) -> Result<Option<(usize, Affine)>, Failure> {
        below(at, self.limit)?;
        Ok((self.length > 0 && at % 5 != 4).then(|| (at * 7919 % self.length, affine(at))))
    }

    fn identity(self) -> Option<Affine> {
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
