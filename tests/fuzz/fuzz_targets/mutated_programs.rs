//! Mutated programs, with the fuzzer choosing the program and its mutations:
//!
//! ```text
//! cargo install cargo-fuzz
//! cd tests && cargo +nightly fuzz run mutated_programs
//! ```
//!
//! A panic is a bug of the compiler. `ir/tests/mutated_programs.rs` runs the same mutations
//! with random numbers, and on stable Rust.
#![no_main]

use std::cell::RefCell;

use accel_ir::{Input, compile};
use accel_test_programs::mutation::mutated;
use accel_test_programs::random::program;
use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;

thread_local! {
    /// Random programs by their seeds: a fuzzer asks for few of them, again and again.
    static CORPUS: RefCell<Vec<String>> =
        RefCell::new((0..256).map(|seed| program(seed, 12).to_string()).collect());
}

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let text = CORPUS.with_borrow(|corpus| corpus[usize::from(*first)].clone());
    let tokens: TokenStream = text.parse().expect("programs are tokens");
    let mut bytes = rest.iter();
    // Two bytes a choice; zeros when they have run out.
    let mut choose = |bound: usize| {
        let mut byte = || usize::from(bytes.next().copied().unwrap_or(0));
        (byte() << 8 | byte()) % bound
    };
    let tokens = mutated(tokens, &mut choose);
    drop(compile(Input::Block(tokens)));
});
