//! Partial results of the blocks of a kernel: values on the device that its second entry combines.

use accel_abi::EntryKind;

use super::launch::{Launch, columns};
use crate::failure::Result;
use crate::kernel::lane_value::LaneValue;
use crate::launch::{Arguments, DeviceKernel};
use crate::memory::vector;

impl Launch {
    /// Runs a kernel whose blocks give values, and combines these. `run` launches it, and is told where the
    /// blocks write their values. Gives nothing if a check failed; else arguments have the elements that the
    /// kernel wrote.
    pub(super) fn reducing<V: LaneValue>(
        &mut self,
        code: DeviceKernel,
        arguments: &Arguments,
        structure: &[u8],
        blocks: usize,
        run: impl FnOnce(&mut Launch, [u8; 8]) -> Result<()>,
    ) -> Result<Option<V>> {
        let partials = Partials::<V>::new(self, blocks)?;
        run(self, partials.place())?;
        partials.combine(self, code, structure)?;
        match self.finish(arguments)? {
            true => partials.value(self).map(Some),
            false => Ok(None),
        }
    }
}

/// The values of blocks, and room for their combination.
struct Partials<V: LaneValue> {
    values: V::Buffers,
    results: Arguments,
    /// The position of the first pointer to the results among those of the launch.
    first: usize,
    place: u64,
    blocks: usize,
}

impl<V: LaneValue> Partials<V> {
    /// Room for the values of so many blocks.
    fn new(launch: &mut Launch, blocks: usize) -> Result<Partials<V>> {
        let mut results = Arguments::default();
        let values = columns::<V>(launch.site, 1, &mut results)?;
        let first = launch.pointers.len();
        if V::COLUMNS == 0 {
            return Ok(Partials { values, results, first, place: 0, blocks });
        }
        launch.arrays(&results)?;
        // A value and its flag take no more than this, however they are aligned. The gaps between them are
        // read with them, in wider loads. Behind those of the blocks lies a flag.
        let place = launch.zeros((blocks + 1) * 8 * (V::COLUMNS + 1))?;
        Ok(Partials { values, results, first, place, blocks })
    }

    /// Returns the address at which the blocks write their values.
    fn place(&self) -> [u8; 8] {
        self.place.to_ne_bytes()
    }

    /// Combines them.
    fn combine(&self, launch: &mut Launch, code: DeviceKernel, structure: &[u8]) -> Result<()> {
        if V::COLUMNS == 0 {
            return Ok(());
        }
        let results = &launch.pointers[self.first..];
        let mut pointers = vector(launch.site, size_of_val(results))?;
        pointers.extend(results.iter().flat_map(|pointer| pointer.to_ne_bytes()));
        let blocks = (self.blocks as u64).to_ne_bytes();
        launch.run(code, EntryKind::Partials, 1, &[structure, &blocks, &self.place(), &pointers])
    }

    /// The combined value, when the kernel is done.
    fn value(mut self, launch: &Launch) -> Result<V> {
        if V::COLUMNS > 0 {
            launch.download(self.first, &self.results)?;
        }
        // SAFETY: all columns of the value have been copied back.
        Ok(unsafe { V::read(V::spare(&mut self.values), 0) })
    }
}
