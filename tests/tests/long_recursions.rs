//! Recursive functions that lanes call with lists, some of which are too long for one lane: these run
//! as they do for the host, on all cores, and give the results of lanes.

#![allow(missing_docs)]

use accel::{ErrorKind, Ragged, accel};

accel! {
    fn quicksort(xs: &[u32]) -> [u32] {
        if xs.len() < 2 { xs } else {
            let pivot = xs[xs.len() / 2];
            let parts = [xs.filter(|x| x < pivot), xs.filter(|x| x > pivot)].map(|part| quicksort(part));
            concat(parts[0], xs.filter(|x| x == pivot), parts[1])
        }
    }
    fn largest(xs: &[u32], depth: u32) -> u32 {
        let middle = xs.len() / 2;
        if xs.len() == 0 { depth } else if xs.len() == 1 { xs[0] } else {
            largest(xs[..middle], depth + 1).max(largest(xs[middle..], depth + 1))
        }
    }
    fn halved(xs: &[u32]) -> u32 {
        if xs[0] == 77 { halved(xs) } else if xs.len() == 1 { xs[0] } else { halved(xs[1..][..xs.len() / 2]) }
    }
    pub fn sorted(xss: &[[u32]]) -> [[u32]] { xss.map(|xs| quicksort(xs)) }
    pub fn sorted_and_long(xss: &[[u32]]) -> [([u32], usize)] {
        xss.filter(|xs| xs.len() % 2 == 1).map(|xs| (quicksort(xs.filter(|x| x > 9)), xs.len()))
    }
    pub fn maxima(xss: &[[u32]]) -> [u32] { xss.map(|xs| largest(xs, 0)) }
    pub fn running(xss: &[[u32]]) -> [u32] { xss.map(|xs| largest(xs, 0)).scan(0, |a, b| a.max(b)) }
    pub fn last(xss: &[[u32]]) -> [u32] { xss.map(|xs| halved(xs)) }
}

const LONG: usize = 1 << 17;

/// Short lists, with long ones among them.
fn lists() -> Vec<Vec<u32>> {
    let length = |at: usize| match at {
        3 | 4_000 => LONG + 1,
        9_999 => 3 * LONG,
        at => at % 50,
    };
    let number = |i: usize| (i as u32).wrapping_mul(2_654_435_761) >> 9;
    (0..10_000).map(|at| (0..length(at)).map(|i| number(i + 7 * at)).collect()).collect()
}

fn on_threads(test: impl Fn(&Ragged<u32>, &[Vec<u32>]) + Sync) {
    let lists = lists();
    let ragged = Ragged::from_rows(&lists);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| test(&ragged, &lists));
    }
}

/// A list in ascending order.
fn in_order(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list
}

#[test]
fn lists_that_are_appended() {
    on_threads(|ragged, lists| {
        let wanted: Vec<_> = lists.iter().cloned().map(in_order).collect();
        assert_eq!(sorted(ragged).to_vec(), wanted);
    });
}

#[test]
fn lists_that_lanes_make() {
    on_threads(|ragged, lists| {
        let odd = || lists.iter().filter(|list| list.len() % 2 == 1);
        let wanted = |list: &Vec<u32>| in_order(list.iter().copied().filter(|x| *x > 9).collect());
        let (given, lengths) = sorted_and_long(ragged);
        assert_eq!(given.to_vec(), odd().map(wanted).collect::<Vec<_>>());
        assert_eq!(lengths.to_vec(), odd().map(Vec::len).collect::<Vec<_>>());
    });
}

#[test]
fn numbers_of_lists() {
    on_threads(|ragged, lists| {
        let wanted: Vec<u32> =
            lists.iter().map(|list| list.iter().copied().max().unwrap_or(0)).collect();
        assert_eq!(maxima(ragged).to_vec(), wanted);
        let mut most = 0;
        let wanted = wanted.iter().map(|x| {
            most = most.max(*x);
            most
        });
        assert_eq!(running(ragged).to_vec(), wanted.collect::<Vec<_>>());
    });
}

#[test]
fn plans_tell_of_long_lists() {
    for (text, kernel) in [
        (format!("{:#}", sorted::plan()), "sorted.1"),
        (format!("{:#}", maxima::plan()), "maxima.1"),
    ] {
        assert!(text.contains(&format!("\nlong rows in {kernel} if 131072 <= length\n")), "{text}");
    }
}

#[test]
fn a_long_list_without_an_end() {
    let mut lists: Vec<Vec<u32>> = (0..5_000).map(|at| vec![at + 100; 30]).collect();
    lists[2_500] = vec![5; LONG + 1];
    assert_eq!(last(&lists).to_vec()[2_500], 5);
    lists[2_500][0] = 77;
    let error = try_last(&lists).expect_err("it calls itself for ever");
    assert_eq!(error.kind(), ErrorKind::Recursion);
    lists[2_500][0] = 5;
    assert_eq!(last(&lists).to_vec()[2_499], 2_599);
}
