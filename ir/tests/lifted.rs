//! Recursive functions for many lanes at the same time: the functions that are lifted, that they mean
//! the same after each pass and as a plan, and the number of calls that a level of a recursion makes.

use accel_ir::core::{Program, print_program, verify_program};
use accel_ir::interp::{Failure, Limits, Reason, Trap, Value, run_within};
use accel_ir::pipeline;
use accel_ir::plan::run_plan_within;
use accel_test_programs::agreement::{Given, expected};
use accel_test_programs::block::{Lowered, Stage, front, stages_for_devices};
use accel_test_programs::deep_stacks::threads;
use accel_test_programs::inputs::{Random, inputs};
use accel_test_programs::random::program;
use accel_test_programs::texts::texts;
use accel_test_programs::values::agree;
use rayon::prelude::*;

/// The factor by which a lifted function may do more work than the function: its arguments are
/// copied for each lane.
const TIMES: u64 = 1 << 8;

/// A form of a function, which gives its results for an input.
type Form<'a> = &'a dyn Fn(&[Value]) -> Given;

fn verified(name: &str, program: &Program) {
    if let Err(error) = verify_program(program) {
        panic!("{name}: {error}\n{}", print_program(program));
    }
}

/// Asserts that a function gives the same as it is and lifted, after each pass, and as a plan, for inputs
/// for which it does at most `most` steps. Returns false if the function has no lifted form.
fn lifted_agrees(name: &str, lowered: &Lowered, most: u64) -> bool {
    let Some(stages) = stages_for_devices(lowered.program.clone()) else { return false };
    let mut random = Random::new(11);
    let function = &lowered.program.functions[0];
    let sizes = [0, 1, 2, 3, 5, 9];
    // A recursion that never ends may have twice as many lanes at each level.
    let ends = |case: &(Vec<Value>, Given)| {
        !matches!(case.1, Err(Trap::Failed(Failure { reason: Reason::Recursion, .. })))
    };
    let cases = (0..18).map(|case| inputs(function, sizes[case % 6], &mut random));
    let cases: Vec<(Vec<Value>, Given)> =
        cases.filter_map(|case| expected(lowered, case, Limits::all(most))).filter(ends).collect();
    let compare = |form: &str, program: &Program, found: Form| {
        for (case, expected) in &cases {
            let found = found(case);
            assert!(
                agree(expected, &found),
                "{name} {form}: {case:?}\nexpected {expected:?}\nfound {found:?}\n{}",
                print_program(program)
            );
        }
    };
    let more = Limits::all(most * TIMES);
    let run = |lifted: &Program, case: &[Value]| {
        run_within(more, lifted, &lifted.functions[0].name, case)
    };
    let mut lifted = lowered.program.clone();
    for Stage { pass, program, .. } in stages {
        verified(&format!("{name} after {pass}"), &program);
        compare(pass, &program, &|case| run(&program, case));
        lifted = program;
    }
    for function in lifted.functions.clone() {
        let owned = |var| lowered.owned.contains(&var) && function.name == lifted.functions[0].name;
        if let Err(error) =
            pipeline::plan(function.clone(), Vec::new(), &owned, &accel_ir::Limits::MEASURED)
        {
            panic!("{name}: {}", error.text());
        }
    }
    let owned = |var| lowered.owned.contains(&var);
    let plan = pipeline::plan(
        lifted.functions[0].clone(),
        Vec::new(),
        &owned,
        &accel_ir::Limits::MEASURED,
    );
    let plan = plan.unwrap_or_else(|error| panic!("{name}: {}", error.text()));
    compare("as a plan", &lifted, &|case| run_plan_within(more, &plan, Some(&lifted), case));
    true
}

/// Random programs with recursive functions that lanes call.
#[test]
fn lifted_random_programs_mean_the_same() {
    let lifted = threads().install(|| {
        let lifted = (0..500u64).into_par_iter().map(|seed| {
            let Ok(functions) = front(&program(seed, 30).to_string()) else { return 0 };
            let called = functions.iter().filter(|lowered| lowered.program.functions.len() > 1);
            called
                .filter(|lowered| lifted_agrees(&format!("seed {seed}"), lowered, 1 << 14))
                .count()
        });
        lifted.sum::<usize>()
    });
    assert!(lifted > 30, "{lifted} programs were lifted");
}

#[test]
fn lifted_functions_mean_the_same() {
    let lifted_of = |text: String| {
        let functions = front(&text).unwrap_or_default();
        let called = functions.iter().filter(|lowered| lowered.program.functions.len() > 1);
        let agrees =
            |lowered: &Lowered| (lowered.name(), lifted_agrees(&lowered.name(), lowered, 1 << 18));
        called.map(agrees).collect::<Vec<_>>()
    };
    let functions: Vec<(String, bool)> =
        threads().install(|| texts().into_par_iter().flat_map_iter(lifted_of).collect());
    let (lifted, left): (Vec<_>, Vec<_>) = functions.iter().partition(|(_, lifted)| *lifted);
    assert!(lifted.len() >= 51, "{lifted:?}");
    // There it is an operator that calls a function.
    assert!(left.iter().map(|(name, _)| name).eq(["in_operator", "divisors_of_rows"]), "{left:?}");
}
