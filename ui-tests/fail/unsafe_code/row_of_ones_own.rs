//! Offsets are read unchecked, so the offsets that a row adds are not left to safe code.
#![forbid(unsafe_code)]

use accel::{Ragged, RaggedRow};

struct Row(usize);

impl RaggedRow<u32, 1, 0> for Row {
    const EXTENTS: [usize; 0] = [];

    fn size(&self) -> usize {
        1
    }

    fn append(&self, offsets: &mut [Vec<usize>], elements: &mut Vec<u32>) {
        offsets[0].push(if self.0 == 0 { 1 << 40 } else { 2 });
        elements.push(self.0 as u32);
    }
}

fn main() {
    let rows: Ragged<u32> = Ragged::from_rows([Row(0), Row(1)]);
    println!("{rows:?}");
}
