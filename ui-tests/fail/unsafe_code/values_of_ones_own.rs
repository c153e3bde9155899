//! The number of values below offsets is trusted, so it is not left to safe code.
#![forbid(unsafe_code)]

use accel::{CsrValues, Ragged, RaggedView};

#[derive(Clone, Copy)]
struct Many;

impl<'a> CsrValues<'a> for Many {
    type Element = u32;
    const NAME: &'static str = "values";

    fn count(self) -> Result<usize, accel::Error> {
        Ok(1 << 40)
    }

    fn rows<O>(self, _: O) -> RaggedView<'a, u32> {
        unimplemented!()
    }
}

fn main() {
    println!("{:?}", Ragged::from_csr(&[0usize, 1 << 40], Many));
}
