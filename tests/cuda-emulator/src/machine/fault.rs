//! The reasons for which a launch ended early.

use crate::alu::Mask;

/// The kinds of faults, which decide on the error that the driver reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An access to memory that does not exist.
    IllegalAddress,
    /// An access at an address that its size does not divide.
    Misaligned,
    /// A `trap`.
    Trap,
    /// An `assert` that does not hold.
    Assertion,
    /// A read of memory that was never written.
    Uninitialised,
    /// A race within a block or between blocks.
    Race,
    /// A barrier or warp-wide instruction that not all threads reach.
    Synchronisation,
    /// More instructions than a launch may execute.
    Timeout,
}

/// A fault where it is found; the place is added on the way out.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The description of the fault, in words.
    pub message: String,
    /// The lane, if it is one lane's fault.
    pub lane: Option<usize>,
    /// The index of the instruction, once known.
    pub at: Option<u32>,
    /// The block and thread, once known.
    pub thread: Option<([u32; 3], [u32; 3])>,
}

impl Fault {
    /// A fault of a lane.
    pub fn new(kind: FaultKind, lane: usize, message: impl Into<String>) -> Box<Self> {
        let message = message.into();
        Box::new(Self { kind, message, lane: Some(lane), at: None, thread: None })
    }
}

/// A fault is large and rare.
pub type Result<T> = std::result::Result<T, Box<Fault>>;

/// The lanes of a mask in words.
pub fn lanes_in_words(mask: Mask) -> String {
    let lanes: Vec<String> = crate::alu::lanes_of(mask).map(|lane| lane.to_string()).collect();
    match lanes.as_slice() {
        [one] => format!("lane {one}"),
        many => format!("lanes {}", many.join(", ")),
    }
}
