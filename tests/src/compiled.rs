//! Programs that were compiled into a test, with a way to call them, and the comparison of compiled random
//! programs with the interpreter.

use accel_ir::interp::{Trap, Value};
use accel_test_programs::agreement::{Outcome, agreement, cases};
use accel_test_programs::block::front;
use accel_test_programs::values::agree;

/// A program.
pub struct Program {
    /// The file, or another name.
    pub name: &'static str,
    /// The items of its block.
    pub text: &'static str,
    /// Its public functions under each instance, and how to call them.
    pub functions: &'static [(&'static str, Call)],
}

/// Calls a compiled function on values, flat as core IR has them.
pub type Call = fn(&[Value]) -> Result<Vec<Value>, accel::Error>;

/// The largest lengths of arrays: short ones, and one for which lanes fill tiles, and a warp.
const LENGTHS: [usize; 11] = [0, 1, 2, 3, 4, 5, 7, 8, 3, 3, 70];

/// Asserts that the compiled code of a program gives the results of the interpreter.
///
/// # Panics
/// If it does not.
pub fn code_agrees(seed: u64, program: &Program) {
    let lowered = front(program.text).unwrap_or_else(|errors| panic!("{seed}: {errors:#?}"));
    for (lowered, (name, call)) in lowered.iter().zip(program.functions) {
        for (case, expected) in cases(lowered, &LENGTHS, seed) {
            let found = call(&case);
            let same = match (&found, &expected) {
                (Ok(found), _) => agree(&expected, &Ok(found.clone())),
                (Err(_), Err(Trap::Failed(_))) => true,
                _ => false,
            };
            assert!(
                same,
                "{name} of seed {seed}: {case:?}\nexpected {expected:?}\nfound {found:?}\n{}",
                program.text
            );
        }
    }
}

/// Reports the error of a program that could not be compiled.
///
/// # Panics
/// If something is wrong with it.
pub fn not_compiled(seed: u64, text: &str) {
    match agreement(text, &[3], seed) {
        Outcome::Refused => {}
        other => panic!("seed {seed} is not compiled: {other:?}\n{text}"),
    }
}
