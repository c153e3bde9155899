//! The offsets of an argument are trusted, so they are not left to safe code.
#![forbid(unsafe_code)]

use accel::host::{Failure, Proven, RaggedInput};
use accel::{OwnedRaggedArgument, Ragged, RaggedArgument};

struct Rows;

impl<'a> RaggedArgument<'a, u32, 1, 0> for Rows {
    fn ragged(self, _: Proven, _: u32) -> Result<RaggedInput<'a, u32, 1, 0>, Failure> {
        unimplemented!()
    }
}

impl OwnedRaggedArgument<u32, 1, 0> for Rows {
    fn ragged_columns(self, _: u32) -> Result<Ragged<u32>, Failure> {
        unimplemented!()
    }
}

fn main() {}
