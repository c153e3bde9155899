//! The elements of arrays are read unchecked, so how they are stored is not left to safe code.
#![forbid(unsafe_code)]

use accel::host::{Input, Proven, Result, Used};
use accel::{Array, Element, Scalar};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(u32, u32);

impl Element for Pair {
    type Columns = (<u32 as Element>::Columns, <u32 as Element>::Columns);
    type Views<'a> = (<u32 as Element>::Views<'a>, <u32 as Element>::Views<'a>);
    const COLUMNS: usize = 2;

    fn columns_of_items<S: Sync>(
        proven: Proven,
        site: u32,
        items: &[S],
        used: Used,
        part: impl Fn(&S) -> Self + Copy + Sync,
    ) -> Result<Self::Columns> {
        let first = u32::columns_of_items(proven, site, items, used, move |item| part(item).0)?;
        Ok((first, u32::columns_from(proven, site, vec![])?))
    }

    fn columns_of(
        proven: Proven,
        site: u32,
        slice: &[Self],
        used: Used,
    ) -> Result<Input<'_, Self>> {
        Ok(Input::Owned(Self::columns_of_items(proven, site, slice, used, |item| *item)?))
    }

    fn views((a, b): &Self::Columns) -> Self::Views<'_> {
        (u32::views(a), u32::views(b))
    }

    fn device_view((a, b): &Self::Columns) -> Result<Self::Views<'_>> {
        Ok((u32::device_view(a)?, u32::device_view(b)?))
    }

    fn device_mut((a, b): &mut Self::Columns) -> Result<()> {
        u32::device_mut(a)?;
        u32::device_mut(b)
    }

    fn hold(_: &Self::Columns, _: usize) -> bool {
        true
    }

    fn length((a, _): Self::Views<'_>) -> usize {
        u32::length(a)
    }

    fn get((a, b): Self::Views<'_>, position: usize) -> Self {
        Pair(u32::get(a, position), u32::get(b, position))
    }

    fn copies(site: u32, (a, b): Self::Views<'_>) -> Result<Self::Columns> {
        Ok((u32::copies(site, a)?, u32::copies(site, b)?))
    }

    fn reborrow<'short, 'long: 'short>((a, b): Self::Views<'long>) -> Self::Views<'short> {
        (u32::reborrow(a), u32::reborrow(b))
    }
}

struct Short;

impl Scalar for Short {}

fn main() {
    println!("{:?}", Array::from(vec![Pair(1, 2)]));
}
