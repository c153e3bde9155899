//! The word of a call that says whether a check has failed.
//!
//! A kernel whose check fails sets it, and kernels that come later do nothing then, so that nobody has to
//! wait for a kernel because of its checks. The host looks at the word where it waits anyway: before it looks
//! at arrays that kernels wrote, and at the end of the call. If a check has failed, the call is made again on
//! the CPU, which finds the reason and the place. (Henriksen, Bounds Checking on GPU.)
//!
//! The CPU needs the arguments as they were. Calls that change arrays of theirs in place wait for each
//! kernel with checks, of which each has a word of its own then.

use std::cell::Cell;

use cust::sys::CUresult;

use super::call::entered;
use super::driver::{self, Driven};
use super::heap::{self, Word};
use super::pool::Block;
use super::residency::memory;
use super::{call, trace};
use crate::failure::{Failure, Result};
use crate::text::text;

/// The state of the checks of a call.
#[derive(Clone, Copy)]
enum State {
    /// The call cannot be made again.
    Once,
    /// No kernel has been launched.
    Fresh,
    /// No check has failed up to the last look at the word.
    Sound(Block),
    /// Kernels with checks have been launched since.
    Pending(Block),
    /// A check has failed, or the heap of a kernel was too small.
    Failed(Block, Word),
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::Once) };
}

/// Makes a call on the device of this thread, if there is one. If a check of a kernel fails there, it
/// is made again on the CPU; if the heap of a kernel is too small, with a larger one.
///
/// # Errors
/// The failure of the call.
pub fn repeatable<R>(call: impl Fn() -> Result<R>) -> Result<R> {
    let Some(device) = entered() else { return call() };
    let around = STATE.replace(State::Fresh);
    let result = loop {
        heap::take_missing();
        let result = call();
        let sound = sound();
        let state = STATE.replace(State::Fresh);
        if let State::Sound(word) | State::Pending(word) | State::Failed(word, _) = state {
            memory().put_after_launches(device, word);
        }
        match (sound, state) {
            (Ok(true), _) if !heap::take_missing() => break result,
            (Ok(false), State::Failed(_, word)) if word.wants_more() => {}
            (Ok(_), _) => {
                drop(result);
                let on_device = call::replace((None, call::number()));
                let result = call();
                call::replace(on_device);
                break result;
            }
            (Err(error), _) => break result.and_then(|_| Err(fails(error))),
        }
    };
    STATE.set(around);
    result
}

/// Returns the address of the failure word of this call, whose kernels need not be waited for.
///
/// # Errors
/// If memory is short, or the device fails.
pub fn word() -> Driven<Option<u64>> {
    match (STATE.get(), entered()) {
        (State::Sound(word) | State::Pending(word) | State::Failed(word, _), _) => {
            Ok(Some(word.pointer))
        }
        (State::Fresh, Some(device)) => {
            let word = memory().block(device, Word::BYTES)?;
            STATE.set(State::Sound(word));
            // SAFETY: the block has room for the word.
            unsafe { driver::clear(word.pointer, Word::BYTES)? };
            Ok(Some(word.pointer))
        }
        _ => Ok(None),
    }
}

/// A kernel with checks has been launched. Says whether the word of the call will tell of them.
pub fn launched() -> bool {
    match STATE.get() {
        State::Sound(word) => STATE.set(State::Pending(word)),
        State::Pending(_) | State::Failed(..) => {}
        State::Once | State::Fresh => return false,
    }
    true
}

/// Returns true if no check has failed so far. Waits for the kernels that have some.
fn sound() -> Driven<bool> {
    if let State::Pending(word) = STATE.get() {
        let mut found = Word::default();
        // SAFETY: the word lies in the block.
        let copy = || unsafe { Word::read(word.pointer) }.map(|word| found = word);
        trace::to_host(Word::LOOKED_AT, copy)?;
        let sound = found.is_sound();
        STATE.set(if sound { State::Sound(word) } else { State::Failed(word, found) });
    }
    Ok(!matches!(STATE.get(), State::Failed(..)))
}

/// The host is about to look at arrays that kernels wrote.
///
/// # Errors
/// If a check has failed, which ends the call; if the device fails.
pub fn before_looking() -> Result<()> {
    match sound() {
        Ok(true) => Ok(()),
        // Nobody sees it: the call is made again.
        Ok(false) => Err(Failure::of_device("a check has failed on the device")),
        Err(error) => Err(fails(error)),
    }
}

fn fails(error: CUresult) -> Failure {
    Failure::of_device(text!("the CUDA device fails: {}", driver::words(error)))
}
