//! Random programs: the interpreter, every pass and the plan agree, and low limits give kernels in all forms.
//!
//! `ACCEL_RANDOM_PROGRAMS` says how many programs (10 000 unless told), `ACCEL_RANDOM_SEED` where
//! their seeds begin, `ACCEL_RANDOM_BUDGET` how many expressions each has. A failure prints the
//! seed and the smallest program found that fails in the same way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use accel_ir::Limits;
use accel_test_programs::agreement::{Disagreement, Outcome, agreement};
use accel_test_programs::deep_stacks::threads;
use accel_test_programs::forms::{FORMS, forms};
use accel_test_programs::random::{program, shrink};
use accel_test_programs::settings::setting;
use rayon::prelude::*;

/// The largest sizes of a program's inputs.
fn sizes(seed: u64) -> [usize; 3] {
    [[1, 3, 5], [3, 4, 4], [2, 3, 7], [0, 3, 5]][(seed % 4) as usize]
}

fn smallest(seed: u64, budget: i64, found: &Disagreement) -> String {
    let whole = program(seed, budget);
    let small = shrink(&whole, 3000, &mut |candidate| match agreement(
        &candidate.to_string(),
        &sizes(seed),
        seed,
    ) {
        Outcome::Disagrees(other) => other.kind == found.kind,
        _ => false,
    });
    let text = small.to_string();
    match agreement(&text, &sizes(seed), seed) {
        Outcome::Disagrees(found) => {
            format!("=== {}\nseed {seed}\n{text}\n{}\n", found.kind, found.details)
        }
        other => format!("seed {seed}: {other:?} after shrinking\n{text}\n"),
    }
}

#[test]
fn interpreter_passes_and_plan_agree() {
    let count = setting("ACCEL_RANDOM_PROGRAMS", 10_000);
    let first = setting("ACCEL_RANDOM_SEED", 0);
    let budget = setting("ACCEL_RANDOM_BUDGET", 40) as i64;
    let pool = threads();
    let (good, bad, misfits) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut failures: Vec<(u64, Disagreement)> = pool.install(|| {
        (first..first + count)
            .into_par_iter()
            .filter_map(|seed| {
                let text = program(seed, budget).to_string();
                match agreement(&text, &sizes(seed), seed) {
                    Outcome::Agrees(values, traps) => {
                        good.fetch_add(values, Ordering::Relaxed);
                        bad.fetch_add(traps, Ordering::Relaxed);
                        None
                    }
                    Outcome::Refused => {
                        misfits.fetch_add(1, Ordering::Relaxed);
                        None
                    }
                    Outcome::Disagrees(found) => Some((seed, found)),
                }
            })
            .collect()
    });
    failures.sort_by_key(|failure| failure.0);
    let numbers = format!(
        "{count} programs: {} runs gave values, {} failed alike, {} do not fit together, {} disagree",
        good.load(Ordering::Relaxed),
        bad.load(Ordering::Relaxed),
        misfits.load(Ordering::Relaxed),
        failures.len()
    );
    println!("{numbers}");
    // One program of each kind of failure.
    let mut kinds: Vec<(String, usize)> = Vec::new();
    let mut shown: Vec<(u64, Disagreement)> = Vec::new();
    for (seed, found) in failures {
        match kinds.iter_mut().find(|kind| kind.0 == found.kind) {
            Some(kind) => kind.1 += 1,
            None => {
                kinds.push((found.kind.clone(), 1));
                shown.push((seed, found));
            }
        }
    }
    let report: Vec<String> = pool
        .install(|| shown.par_iter().map(|(seed, found)| smallest(*seed, budget, found)).collect());
    // Some are certain to fail, and refused. If many were, the test would show less and less.
    assert!(misfits.into_inner() <= 1 + count as usize / 30, "{numbers}");
    assert!(report.is_empty(), "{numbers}\n{kinds:#?}\n{}", report.join("\n"));
}

/// A form that random programs do not take is one that they do not test, however many of them agree.
/// `cargo xtask forms` prints how often each is taken.
#[test]
fn kernels_take_all_forms_where_limits_are_low() {
    let kernels: Vec<Vec<String>> = (0..500u64)
        .into_par_iter()
        .flat_map_iter(|seed| forms(&program(seed, 25).to_string(), &Limits::LOWERED))
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for form in kernels.iter().flatten().filter(|form| !form.starts_with("device: not")) {
        *counts.entry(form).or_default() += 1;
    }
    let few: Vec<&str> =
        FORMS.into_iter().filter(|form| counts.get(form).is_none_or(|count| *count < 3)).collect();
    assert!(few.is_empty(), "random programs hardly take the forms {few:#?}: {counts:#?}");
    let unnamed: Vec<&&str> = counts.keys().filter(|form| !FORMS.contains(form)).collect();
    assert!(unnamed.is_empty(), "`FORMS` lacks {unnamed:#?}");
}
