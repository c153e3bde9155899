//! The statements that read an array as it was in front of a write, and the rows of it that may be copied.

use super::{atom, var, with};
use crate::analysis::antidependences::{Antidependences, reads_besides};
use crate::analysis::definitions::Definitions;
use crate::core::{Atom, Function};

/// The antidependences of a function.
fn ask<R>(function: &Function, of: impl FnOnce(Antidependences) -> R) -> R {
    let definitions = Definitions::of(&function.body.statements);
    of(Antidependences { definitions: &definitions, variables: &function.variables })
}

/// The readers behind the write at a position to `a`.
fn readers(function: &Function, write: usize) -> Option<Vec<usize>> {
    ask(function, |known| known.readers(&function.body.statements, write, var(function, "a"), &[]))
}

/// The names of the rows of `a` to copy for the write at a position, and the statements to move.
fn rows(function: &Function, write: usize, results: &[&str]) -> Option<(Vec<String>, Vec<usize>)> {
    let results: Vec<Atom> = results.iter().map(|name| atom(function, name)).collect();
    let (rows, early) = ask(function, |known| {
        known.rows_to_copy(&function.body.statements, write, &results, var(function, "a"))
    })?;
    let name = |row| function.variables.name(row).expect("rows have names").to_string();
    Some((rows.into_iter().map(name).collect(), early))
}

#[test]
fn readers_move_with_the_statements_that_they_need() {
    let reads = with(
        "n: usize, i: usize, a: i32[8]",
        "b: i32[8] = update a [1usize] = 7i32
         j: usize = rem i 4usize
         other: usize = add i 1usize
         x: i32 = index a [j]
         y: i32 = index b [2usize]",
    );
    // `x` reads the old array and needs `j`; `other` and `y` stay.
    assert_eq!(readers(&reads, 0), Some(vec![1, 3]));
}

#[test]
fn readers_of_what_is_written_cannot_move() {
    let reads = with(
        "i: usize, a: i32[8]",
        "b: i32[8] = update a [1usize] = 7i32
         y: i32 = index b [2usize]
         z: i32 = add y 1i32
         c: i32[8] = update a [3usize] = z",
    );
    assert_eq!(readers(&reads, 0), None);
}

#[test]
fn guarded_readers_bring_their_checks() {
    let reads = with(
        "i: usize, k: usize, a: i32[8]",
        "b: i32[8] = update a [1usize] = 7i32
         at: usize = check in_bounds \"a[i]\" (i, 8usize)
         other: usize = check in_bounds \"a[k]\" (k, 8usize)
         x: i32 = index a [k]",
    );
    // `x` is read at an index that is in bounds only where the checks before it hold, whatever it names.
    assert_eq!(readers(&reads, 0), Some(vec![1, 2, 3]));
}

#[test]
fn rows_are_parts_and_elements_are_not() {
    let parts = with(
        "n: usize, k: usize, a: i32[n][k]",
        "row: i32[k] = index a [0usize]
         flat: i32[n][k] = reshape a
         x: i32 = index a [0usize, 1usize]
         copied: i32[n][k] = copy a",
    );
    let belongs =
        |name: &str| ask(&parts, |known| known.belongs(atom(&parts, name), var(&parts, "a")));
    assert!(belongs("a") && belongs("row") && belongs("flat"));
    assert!(!belongs("x") && !belongs("copied"));
}

/// Arrays that statements take over: the destination of an update, the initial values of a loop, and what the
/// arms of a branch write to, but for arrays of their own.
#[test]
fn statements_write_to_the_arrays_that_they_take_over() {
    let writes = with(
        "n: usize, some: bool, a: i32[n], c: i32[n]",
        "b: i32[n] = update a [0usize] = 1i32
         d: i32[n] = loop (e: i32[n] = c) for i < n {
           g: i32[n] = update e [i] = 1i32
           (g)
         }
         h: i32[n] = if some {
           own: i32[n] = copy a
           p: i32[n] = update own [0usize] = 1i32
           q: i32[n] = update c [0usize] = 1i32
           (q)
         } else {
           (a)
         }",
    );
    let written = |position: usize| {
        let statement = &writes.body.statements[position];
        ask(&writes, |known| known.written(statement))
    };
    let [a, c] = ["a", "c"].map(|name| var(&writes, name));
    assert_eq!(written(0), [a]);
    assert_eq!(written(1), [c]);
    assert_eq!(written(2), [c]);
}

const ROWS: &str = "
  r: i32[k] = index a [0usize]
  b: i32[n][k] = update a [1usize] = s";

#[test]
fn rows_that_are_used_behind_a_write_may_be_copied() {
    let parameters = "n: usize, k: usize, a: i32[n][k], s: i32[k], i: usize";
    let copied = with(parameters, &format!("{ROWS}\nc: i32[n][k] = update b [2usize] = r"));
    assert_eq!(rows(&copied, 1, &["c"]), Some((vec!["r".to_owned()], Vec::new())));
    // The array itself is needed behind the write, too.
    assert_eq!(rows(&copied, 1, &["c", "a"]), None);
    // Nothing is used.
    assert_eq!(rows(&with(parameters, ROWS), 1, &["b"]), None);
    assert_eq!(
        rows(&with(parameters, ROWS), 1, &["b", "r"]),
        Some((vec!["r".to_owned()], Vec::new()))
    );
}

#[test]
fn writes_read_their_values_besides_the_array() {
    let update = with(
        "n: usize, k: usize, a: i32[n][k]",
        "r: i32[k] = index a [0usize]
         b: i32[n][k] = update a [1usize] = r",
    );
    let statement = &update.body.statements[1];
    assert_eq!(reads_besides(&statement.expression), [var(&update, "r")]);
    let reads = |rows: &[_]| ask(&update, |known| known.reads(statement, var(&update, "a"), rows));
    assert!(reads(&[]));
    assert!(!reads(&[var(&update, "r")]));
}
