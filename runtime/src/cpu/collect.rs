//! Puts the results of blocks together in their order.
//!
//! The size of a block's result is known only when the result is there. So each block collects it in memory
//! of its worker, waits for how much the blocks before it have, and copies it where it belongs: into columns
//! that grow ([`growable_column`](crate::kernel::growable_column)).

use std::ops::Range;

use super::blocks::block_size;
use super::chain::{self, Chain};
use crate::failure::Result;
use crate::kernel::block_outputs::BlockOutputs;
use crate::kernel::growable_column::BlockSlot;
use crate::memory::push;
use crate::proven::Proven;
use crate::view::View;

/// Fills the part of some lanes.
pub type Fill<'a, P, V> = &'a (dyn Fn(Range<usize>, &mut P) -> Result<V> + Sync);

/// Runs lanes block by block, each of which fills its part: returns all parts together, and the values of the
/// blocks, in order. The lanes go through the rows that begin at `offsets`, if that is known. The cost of the
/// lanes may be a guess: they run on [demand](super::demand) then.
///
/// # Errors
/// The failure of the first block that fails.
pub fn collect<P: BlockOutputs, V: Copy + Send>(
    site: u32,
    count: usize,
    cost: usize,
    guessed: bool,
    offsets: Option<View<'_, usize>>,
    fill: Fill<'_, P, V>,
) -> Result<(P::Whole, Vec<V>)> {
    if count <= block_size(count, cost) {
        let mut part = P::empty(Proven::HERE);
        let mut values = Vec::new();
        if count > 0 {
            push(&mut values, site, fill(0..count, &mut part)?)?;
        }
        return Ok((part.alone(site)?, values));
    }
    let growable = P::growable(Proven::HERE, site, count)?;
    let collecting = Collecting { count, fill, growable: &growable };
    let (lengths, values) =
        chain::run(site, count, cost, guessed, offsets, P::none(), &collecting)?;
    // SAFETY: all blocks have copied their parts.
    Ok((unsafe { P::whole(growable, lengths) }, values))
}

/// Blocks that wait for how much the blocks before them have.
struct Collecting<'a, P: BlockOutputs, V> {
    count: usize,
    fill: Fill<'a, P, V>,
    growable: &'a P::Growable,
}

impl<P: BlockOutputs, V: Copy + Send> Chain for Collecting<'_, P, V> {
    type State = P::Lengths;
    /// The part of a block, and its value.
    type Scratch = (P, Option<V>);
    type Output = V;

    fn scratch(&self) -> Self::Scratch {
        (P::empty(Proven::HERE), None)
    }

    fn begin(&self, lanes: Range<usize>, (part, value): &mut Self::Scratch) -> Result<()> {
        part.clear();
        *value = Some((self.fill)(lanes, part)?);
        Ok(())
    }

    fn pass(&self, before: Self::State, (part, _): &Self::Scratch) -> Result<Self::State> {
        Ok(part.after(before))
    }

    fn finish(
        &self,
        lanes: Range<usize>,
        before: Self::State,
        (part, value): &mut Self::Scratch,
    ) -> Result<V> {
        let slot = BlockSlot { lanes, count: self.count };
        // SAFETY: the lanes of this block gave this part.
        unsafe { part.copy(self.growable, before, &slot) }?;
        match value {
            Some(value) => Ok(*value),
            None => unreachable!("a block is begun before it is finished"),
        }
    }
}
