//! Upper bounds of lengths, and sizes that are known to be below others.

use super::{atom, statement, with};
use crate::analysis::definitions::Definitions;
use crate::analysis::differences::Differences;
use crate::analysis::lengths::{InMemory, Lengths};
use crate::core::{Atom, Function};

/// The facts of a function at its end.
struct Facts<'f> {
    function: &'f Function,
    memory: InMemory,
    definitions: Definitions,
}

impl<'f> Facts<'f> {
    fn of(function: &'f Function) -> Facts<'f> {
        let definitions = Definitions::of(&function.body.statements);
        let mut memory = InMemory::of(function);
        for statement in &function.body.statements {
            memory.learn(statement, &definitions, &function.variables);
        }
        Facts { function, memory, definitions }
    }

    fn lengths(&self) -> Lengths<'_> {
        let Facts { function, memory, definitions } = self;
        Lengths { memory, definitions, variables: &function.variables }
    }

    fn atoms(&self, names: [&str; 2]) -> [Atom; 2] {
        names.map(|name| atom(self.function, name))
    }

    fn sum_fits(&self, a: &str, b: &str) -> bool {
        let [a, b] = self.atoms([a, b]);
        self.lengths().sum_fits(a, b)
    }

    fn product_fits(&self, a: &str, b: &str) -> bool {
        let [a, b] = self.atoms([a, b]);
        self.lengths().product_fits(a, b)
    }

    fn is_countable(&self, first: &str, last: &str) -> bool {
        let [first, last] = self.atoms([first, last]);
        self.lengths().is_countable(first, last)
    }

    /// Tells if one size is less than another where some pairs of sizes are known: the first of each to be
    /// below the second.
    fn less_where(&self, a: &str, b: &str, below: &[[&str; 2]]) -> Option<bool> {
        let [a, b] = self.atoms([a, b]);
        let below: Vec<[Atom; 2]> = below.iter().map(|pair| self.atoms(*pair)).collect();
        Differences { lengths: self.lengths(), below: &below, at_most: &[] }.less(a, b)
    }

    fn less(&self, a: &str, b: &str) -> Option<bool> {
        self.less_where(a, b, &[])
    }
}

#[test]
fn sums_of_lengths_of_arrays_fit_and_sums_of_numbers_do_not() {
    let sums = with(
        "n: usize, m: usize, k: usize, xs: f64[n], ys: f64[m]",
        "both: usize = add n m
         more: usize = add both n",
    );
    let facts = Facts::of(&sums);
    assert!(facts.sum_fits("n", "m") && facts.sum_fits("more", "both"));
    assert!(!facts.sum_fits("n", "k") && !facts.sum_fits("k", "k"));
}

/// Rows and columns of an array in memory may be any two numbers of which one is 0, but their product is the
/// length of the array.
#[test]
fn the_product_of_the_extents_of_an_array_fits() {
    let products = with(
        "n: usize, k: usize, xs: f64[n][k], a: usize, b: usize",
        "some: usize = check not_zero \"/\" (b)
         part: usize = div a some",
    );
    let facts = Facts::of(&products);
    assert!(facts.product_fits("n", "k") && facts.product_fits("k", "n"));
    assert!(!facts.sum_fits("n", "k"));
    // `a / b * b` is at most `a`.
    assert!(facts.product_fits("part", "some"));
    assert!(!facts.product_fits("a", "b") && !facts.product_fits("n", "a"));
}

#[test]
fn lengths_of_rows_are_lengths_in_memory() {
    let rows = with("n: usize, xs: f64[n][*]", "count: usize, row: f64[count] = index xs [0usize]");
    let definitions = Definitions::of(&rows.body.statements);
    let mut memory = InMemory::of(&rows);
    let before = memory.counts();
    let count = memory.learn(statement(&rows, "row"), &definitions, &rows.variables);
    assert_eq!(count.map(Atom::Var), Some(atom(&rows, "count")));
    // They are forgotten at the end of the scope that opens the row.
    let fits = |memory: &InMemory| {
        let lengths = Lengths { memory, definitions: &definitions, variables: &rows.variables };
        lengths.sum_fits(atom(&rows, "count"), atom(&rows, "n"))
    };
    assert!(fits(&memory));
    memory.forget(before);
    assert!(!fits(&memory));
}

#[test]
fn ranges_that_leave_out_a_number_are_countable() {
    let ranges = with(
        "n: usize, k: usize, xs: f64[n], x: i64, y: i64",
        "five: usize = add k 5usize
         small: i64 = rem x 7i64
         size: i64 = cast n",
    );
    let facts = Facts::of(&ranges);
    // Up to a length, from above the least number, and where the distance is known.
    assert!(facts.is_countable("k", "n"));
    assert!(facts.is_countable("small", "x") && facts.is_countable("x", "size"));
    assert!(facts.is_countable("k", "five") && facts.is_countable("x", "x"));
    assert!(!facts.is_countable("x", "y"));
}

#[test]
fn lengths_as_signed_numbers_are_natural() {
    let signed = with(
        "n: usize, k: usize, xs: f64[n], x: i64",
        "size: i64 = cast n
         number: i64 = cast k",
    );
    let facts = Facts::of(&signed);
    let is_natural = |name: &str| facts.lengths().is_natural(atom(&signed, name));
    assert!(is_natural("size"));
    assert!(!is_natural("number") && !is_natural("x"));
}

const LANES: &str = "
  ahead: usize = add n 2usize
  next: usize = add n 1usize
  behind: usize = sub n k
  s: usize = soac [i < n] {
    a: usize = add i 2usize
    b: usize = add i 1usize
  } reduce (a) from (0usize) |x: usize, y: usize| {
    z: usize = add x y
    (z)
  } by sum";

#[test]
fn lanes_are_less_than_their_number_by_a_common_offset() {
    let lanes = with("n: usize, k: usize, xs: f64[n]", LANES);
    let facts = Facts::of(&lanes);
    assert_eq!(facts.less("a", "ahead"), Some(true));
    assert_eq!(facts.less("b", "next"), Some(true));
    assert_eq!(facts.less("ahead", "a"), Some(false));
    assert_eq!(facts.less("a", "next"), None);
}

#[test]
fn conditions_around_bound_differences() {
    let lanes = with("n: usize, k: usize, xs: f64[n]", LANES);
    let facts = Facts::of(&lanes);
    // `n - k` may wrap around, unless `k < n`.
    assert_eq!(facts.less("behind", "next"), None);
    assert_eq!(facts.less_where("behind", "next", &[["k", "n"]]), Some(true));
    assert_eq!(facts.less_where("k", "ahead", &[["k", "n"]]), Some(true));
    assert_eq!(facts.less("k", "ahead"), None);
}

/// Without an array of `n` elements `n + 2` may be 1.
#[test]
fn sums_that_may_wrap_around_are_not_compared() {
    let lanes = with("n: usize, k: usize", LANES);
    let facts = Facts::of(&lanes);
    assert_eq!(facts.less("n", "ahead"), None);
    let lanes = with("n: usize, k: usize, xs: f64[n]", LANES);
    assert_eq!(Facts::of(&lanes).less("n", "ahead"), Some(true));
}
