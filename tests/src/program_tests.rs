//! Helpers of the tests of program files: they compare values as the demands of the files write them, and
//! all forms of a program on random inputs.

use accel::{Array, Device, Element};
use accel_ir::core::{Expression, Output, Statement};
use accel_ir::interp::{Reason, Trap, Value, run};
use accel_ir::plan::run_plan;
use accel_test_programs::block::{Lowered, Stage, front, stages};
use accel_test_programs::inputs::{Random, inputs};
use accel_test_programs::values::agree;

use crate::compiled::Program;

/// Two floats that are the same up to rounding.
pub fn close(a: impl Into<f64>, b: impl Into<f64>) -> bool {
    let (a, b): (f64, f64) = (a.into(), b.into());
    (a - b).abs() <= 1e-5 * b.abs().max(1.0)
}

/// The message of the error with which a call fails.
pub fn message<R>(result: Result<R, accel::Error>) -> String {
    result.err().expect("it fails").message().to_owned()
}

/// The rows of a matrix.
pub fn rows<T: Element>(matrix: Array<T, 2>) -> Vec<Vec<T>> {
    let [n, m] = matrix.shape();
    let all = matrix.to_vec();
    (0..n).map(|i| all[i * m..(i + 1) * m].to_vec()).collect()
}

/// The rows of the planes of an array of rank 3.
pub fn planes<T: Element>(array: Array<T, 3>) -> Vec<Vec<Vec<T>>> {
    let [n, m, k] = array.shape();
    let all = array.to_vec();
    let row = |i: usize, j: usize| all[(i * m + j) * k..(i * m + j + 1) * k].to_vec();
    (0..n).map(|i| (0..m).map(|j| row(i, j)).collect()).collect()
}

/// Asserts that each pass and the plan give the expected results for these inputs.
fn stages_agree(
    name: &str,
    lowered: &Lowered,
    cases: &[Vec<Value>],
    expected: &[Result<Vec<Value>, Trap>],
) {
    let entry = &*lowered.program.functions[0].name;
    for Stage { pass, program, .. } in stages(lowered.program.clone()) {
        for (case, expected) in cases.iter().zip(expected) {
            let found = run(&program, entry, case);
            assert!(
                agree(expected, &found),
                "{name} after {pass}: {case:?}\nexpected {expected:?}\nfound {found:?}"
            );
        }
    }
    let (plan, program) = lowered.plan();
    for (case, expected) in cases.iter().zip(expected) {
        let found = run_plan(&plan, Some(&program), case);
        assert!(
            agree(expected, &found),
            "the plan of {name}: {case:?}\nexpected {expected:?}\nfound {found:?}"
        );
    }
}

/// Interpreter, each pass, plan and compiled code on the same inputs.
pub fn forms_agree(program: &Program) {
    let lowered =
        front(program.text).unwrap_or_else(|errors| panic!("{}: {errors:#?}", program.name));
    for (lowered, (name, call)) in lowered.iter().zip(program.functions) {
        let name = format!("{}::{name}", program.name);
        let mut random = Random::new(7);
        let function = &lowered.program.functions[0];
        let values = function.parameters.iter().chain(&function.results);
        let rank = values.map(|var| function.variables.ty(*var).rank()).max().unwrap_or(0);
        let largest = match rank.max(depth(&function.body.statements).saturating_sub(1)) {
            0 | 1 => 70,
            2 => 11,
            _ => 6,
        };
        let sizes = [0, 1, 2, 3, 5, largest];
        let count = if function.parameters.is_empty() { 1 } else { 24 };
        let cases: Vec<_> =
            (0..count).map(|case| inputs(function, sizes[case % 6], &mut random)).collect();
        let entry = &*lowered.program.functions[0].name;
        let expected: Vec<_> =
            cases.iter().map(|case| run(&lowered.program, entry, case)).collect();
        // On other devices than the CPU only the code is another.
        let on_cpu = Device::current() == Ok(Device::cpu());
        let any_value_may_win = !is_emulated() && scatters(&lowered.program);
        if on_cpu {
            stages_agree(&name, lowered, &cases, &expected);
        }
        for (case, expected) in cases.iter().zip(&expected) {
            // On a device, a recursion that does not end takes all its memory before it fails.
            let endless = matches!(expected, Err(Trap::Failed(failure))
                if matches!(failure.reason, Reason::Recursion));
            if endless && !on_cpu {
                continue;
            }
            let found = call(case).map_err(|error| error.to_string());
            let same = match (&found, expected) {
                (Ok(_), Ok(_)) if any_value_may_win && !on_cpu => true,
                (Ok(found), _) => agree(expected, &Ok(found.clone())),
                (Err(_), Err(Trap::Failed(_))) => true,
                _ => false,
            };
            assert!(same, "the code of {name}: {case:?}\nexpected {expected:?}\nfound {found:?}");
        }
    }
}

/// Returns true if the device is the emulator, whose lanes run in their order: of several values that are
/// scattered to one place the last one wins, as on the CPU.
fn is_emulated() -> bool {
    std::env::var("ACCEL_CUDA_DRIVER").is_ok_and(|path| path.contains("emulator"))
}

/// Returns true if a program scatters anything.
fn scatters(program: &accel_ir::core::Program) -> bool {
    fn in_list(list: &[Statement]) -> bool {
        list.iter().any(|statement| {
            let expression = &statement.expression;
            let here = matches!(expression, Expression::Soac(soac)
                if soac.outputs.iter().any(|output| matches!(output, Output::Scatter { .. })));
            here || expression.bodies().into_iter().any(|body| in_list(body))
        })
    }
    program.functions.iter().any(|function| in_list(&function.body.statements))
}

/// The depth to which SOACs and loops stand in each other.
fn depth(statements: &[Statement]) -> usize {
    let of = |statement: &Statement| {
        let repeats = matches!(statement.expression, Expression::Soac(_) | Expression::Loop(_));
        let inside =
            statement.expression.bodies().into_iter().map(|body| depth(body)).max().unwrap_or(0);
        usize::from(repeats) + inside
    };
    statements.iter().map(of).max().unwrap_or(0)
}
