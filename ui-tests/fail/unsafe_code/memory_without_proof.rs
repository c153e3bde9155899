//! Views and buffers are read and written unchecked, so safe code cannot make them.
#![forbid(unsafe_code)]

use accel::cpu::rows::Rows;
use accel::host::{Buffer, Local, View};

fn main() {
    let Ok(rows) = Rows::<u64>::new(0, 1000, 1) else { return };
    println!("{:?}", rows.finish().slice());
    println!("{}", View::new(&[1u32; 4]).at(1 << 40));
    Buffer::from_vec(vec![1u64, 2]).set(1 << 40, 7);
    let Ok(mut two) = Buffer::literal(0, &[1u64, 2]) else { return };
    two.set(1 << 40, 7);
    println!("{}", Local::<u64, 2>::literal([1, 2]).view().at(1 << 40));
    let Ok(mut few) = Buffer::<u32>::with_capacity(0, 1) else { return };
    few.set(1 << 40, 7);
}
