//! The columns of an array are read unchecked, so safe code has none of its own.
#![forbid(unsafe_code)]

use accel::{Array, Element, Ragged};

fn main() {
    let Ok(columns) = <(u8, u8) as Element>::columns_from(0, vec![(1, 2)]) else { return };
    let pairs: Array<(u8, u8), 1> = Array::from_columns([1 << 40], columns);
    println!("{:?}", pairs.get(1 << 39));

    let empty = <<u32 as Element>::Columns as Default>::default();
    let (offsets, extents, columns) = Ragged::from_rows([[1u32]]).into_parts();
    println!("{:?}", Ragged::<u32>::from_parts(offsets, extents, columns));
    println!("{}", Array::from(vec![1u32]).into_columns().at(1 << 40) + empty.at(0));
}
