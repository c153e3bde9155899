//! The sizes of an argument are trusted, so they are not left to safe code.
#![forbid(unsafe_code)]

use accel::host::{Failure, Input, Proven, Used};
use accel::{Argument, Element, OwnedArgument, accel};

accel! {
    pub fn at(xs: &[u32], i: usize) -> u32 { xs[i] }
    pub fn put(mut xs: [u32], i: usize) -> [u32] { xs[i] = 1; xs }
}

struct Long;

impl<'a> Argument<'a, u32, 1> for Long {
    fn input_of(
        self,
        proven: Proven,
        site: u32,
        _: Used,
    ) -> Result<(Input<'a, u32>, [usize; 1]), Failure> {
        Ok((Input::Owned(u32::columns_from(proven, site, vec![1; 4])?), [1 << 40]))
    }
}

impl OwnedArgument<u32, 1> for Long {
    fn columns(
        self,
        proven: Proven,
        site: u32,
    ) -> Result<(<u32 as Element>::Columns, [usize; 1]), Failure> {
        Ok((u32::columns_from(proven, site, vec![1; 4])?, [1 << 40]))
    }
}

fn main() {
    println!("{} {:?}", at(Long, 1 << 30), put(Long, 1 << 30));
}
