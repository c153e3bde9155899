//! Finds accesses of two blocks to the same bytes that nothing orders.
//!
//! For every four bytes, the last block that wrote them and the last that read them in the current
//! launch are kept, with the time. Time is counted in fences: accesses of two blocks are taken to be
//! ordered if both executed a fence after the first of them, which the pattern "write, fence, set a
//! flag; see the flag, fence, read" does. This forgets all but the last access: it is cheap, finds
//! most races, and cries wolf for none that a fence orders.

/// One cell per four bytes; all zeros if nobody has been there.
pub struct RaceShadow {
    /// Pages of cells, each empty until it is used: an allocation may be much larger than the part of it that
    /// kernels touch.
    pages: Vec<Box<[Cell]>>,
}

/// The cells of a page.
const PAGE: usize = 4096;

/// The launch (upper 24 bits) with the bytes written (4 bits) and read (4 bits); the block that
/// wrote, plus 1, and when; the block that read, plus 1, and when.
type Cell = [u32; 5];

/// An access by a block.
#[derive(Clone, Copy)]
struct Access {
    block: u32,
    time: u32,
    bytes: u32,
}

/// The time at which each block of a launch last executed a fence.
pub struct BlockTimes {
    launch: u32,
    now: u32,
    fences: Vec<u32>,
}

impl BlockTimes {
    /// The times of a new launch.
    pub fn new(launch: u32, blocks: usize) -> Self {
        Self { launch: launch << 8, now: 1, fences: vec![0; blocks] }
    }

    /// Notes a fence of a block.
    pub fn fence(&mut self, block: u32) {
        self.now += 1;
        if let Some(time) = self.fences.get_mut(block as usize) {
            *time = self.now;
        }
    }

    fn fenced_after(&self, block: u32, time: u32) -> bool {
        self.fences.get(block as usize).is_some_and(|fence| *fence > time)
    }

    /// Returns true if an access of another block is not ordered before one of this block.
    fn conflicts(&self, earlier: Access, block: u32, bytes: u32) -> bool {
        earlier.block != 0
            && earlier.block != block + 1
            && earlier.bytes & bytes != 0
            && !(self.fenced_after(earlier.block - 1, earlier.time)
                && self.fenced_after(block, earlier.time))
    }
}

impl RaceShadow {
    /// The shadow of an allocation of this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { pages: vec![Box::default(); bytes.div_ceil(4 * PAGE)] }
    }

    fn cell(&mut self, index: usize) -> &mut Cell {
        let page = &mut self.pages[index / PAGE];
        if page.is_empty() {
            *page = vec![[0; 5]; PAGE].into();
        }
        &mut page[index % PAGE]
    }

    /// Notes that a block reads these bytes; gives the block that it races with.
    pub fn read(
        &mut self,
        times: &BlockTimes,
        block: u32,
        at: usize,
        length: usize,
    ) -> Option<u32> {
        let mut raced = None;
        for (index, bytes) in pieces(at, length) {
            let cell = self.cell(index);
            let (write, mut read) = unpack(cell, times.launch);
            if times.conflicts(write, block, bytes) {
                raced = Some(write.block - 1);
            }
            let kept = if read.block == block + 1 { read.bytes } else { 0 };
            read = Access { block: block + 1, time: times.now, bytes: kept | bytes };
            *cell = pack(times.launch, write, read);
        }
        raced
    }

    /// Notes that a block writes these bytes; gives the block that it races with. A write that
    /// changes nothing races with none before it.
    pub fn write(
        &mut self,
        times: &BlockTimes,
        block: u32,
        at: usize,
        length: usize,
        changes: bool,
    ) -> Option<u32> {
        let mut raced = None;
        for (index, bytes) in pieces(at, length) {
            let cell = self.cell(index);
            let (mut write, read) = unpack(cell, times.launch);
            for earlier in [write, read] {
                if changes && times.conflicts(earlier, block, bytes) {
                    raced = Some(earlier.block - 1);
                }
            }
            let kept = if write.block == block + 1 { write.bytes } else { 0 };
            write = Access { block: block + 1, time: times.now, bytes: kept | bytes };
            *cell = pack(times.launch, write, read);
        }
        raced
    }
}

fn unpack(cell: &Cell, launch: u32) -> (Access, Access) {
    let [head, write_block, write_time, read_block, read_time] = *cell;
    if head & !0xff != launch {
        let nobody = Access { block: 0, time: 0, bytes: 0 };
        return (nobody, nobody);
    }
    (
        Access { block: write_block, time: write_time, bytes: head >> 4 & 15 },
        Access { block: read_block, time: read_time, bytes: head & 15 },
    )
}

fn pack(launch: u32, write: Access, read: Access) -> Cell {
    [launch | write.bytes << 4 | read.bytes, write.block, write.time, read.block, read.time]
}

/// The cells of a range, with the bytes of each as bits.
fn pieces(at: usize, length: usize) -> impl Iterator<Item = (usize, u32)> {
    let end = at + length;
    (at / 4..end.div_ceil(4)).map(move |index| {
        let first = at.saturating_sub(index * 4).min(4);
        let last = (end - index * 4).min(4);
        (index, ((1_u32 << last) - 1) & !((1_u32 << first) - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_blocks_race_where_their_bytes_overlap() {
        let mut shadow = RaceShadow::new(16);
        let times = BlockTimes::new(1, 2);
        assert_eq!(shadow.write(&times, 0, 3, 2, true), None);
        assert_eq!(shadow.write(&times, 1, 0, 3, true), None);
        assert_eq!(shadow.read(&times, 1, 4, 1), Some(0));
        assert_eq!(shadow.write(&times, 0, 4, 1, true), Some(1));
    }

    #[test]
    fn fences_on_both_sides_order_accesses() {
        let mut shadow = RaceShadow::new(4);
        let mut times = BlockTimes::new(1, 3);
        shadow.write(&times, 0, 0, 4, true);
        times.fence(0);
        assert_eq!(shadow.read(&times, 1, 0, 4), Some(0));
        times.fence(2);
        assert_eq!(shadow.read(&times, 2, 0, 4), None);
    }

    #[test]
    fn a_new_launch_forgets() {
        let mut shadow = RaceShadow::new(4);
        shadow.write(&BlockTimes::new(1, 2), 0, 0, 4, true);
        assert_eq!(shadow.read(&BlockTimes::new(2, 2), 1, 0, 4), None);
    }
}
