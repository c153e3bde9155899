//! Launches of lanes that append rows: a first kernel computes where the rows begin, a second one
//! writes them there.

use super::launch::{Launch, blocks_of, lanes_of_block, planned, room};
use super::partials::Partials;
use crate::cpu::append::{Append, Appended, Copied, Groups};
use crate::cpu::stored::Stored;
use crate::failure::Result;
use crate::launch::Arguments;

/// Runs lanes that append rows on the device of this thread; nothing if there is none, if the kernel
/// has no code for it, or if a check failed.
///
/// # Errors
/// If the device fails, memory is short, or the user's operator fails.
pub fn append<K: Append>(
    site: u32,
    count: usize,
    initial: K::Value,
    kernel: K,
) -> Result<Option<Appended<K>>> {
    let Some((code, count)) = planned(site, K::DEVICE, &[count])? else { return Ok(None) };
    let mut arguments = Arguments::default();
    kernel.arguments(&mut arguments);
    let mut stored = room::<K::Stored>(site, count, &mut arguments)?;
    let mut widths: Vec<Vec<usize>> = Vec::new();
    K::Groups::widths(&mut |group| widths.push(group));
    widths.iter().for_each(|_| arguments.room(8 * (count + 1)));
    let mut launch = Launch::new(site, &arguments)?;
    let offsets = launch.pointers[launch.pointers.len() - widths.len()..].to_vec();

    // The columns, which the first kernel does not look at, are nowhere yet.
    let mut structure = launch.structure(&arguments);
    structure.resize(structure.len() + 8 * widths.iter().map(Vec::len).sum::<usize>(), 0);
    let tiles = count.div_ceil(code.lanes_of_tile);
    let chain = launch.chain(tiles, 8 * widths.len())?.to_ne_bytes();
    let (lanes, failed) = ((count as u64).to_ne_bytes(), launch.failed());
    launch.run(code, "_lengths", tiles, &[&structure, &lanes, &chain, &failed])?;
    if !launch.sound()? {
        return Ok(None);
    }
    let mut totals = vec![0usize; widths.len()];
    for (total, offsets) in totals.iter_mut().zip(&offsets) {
        launch.copy_back((&raw mut *total).cast(), offsets + 8 * count as u64, 8)?;
    }
    let mut columns = Arguments::default();
    for (total, widths) in totals.iter().zip(&widths) {
        widths.iter().for_each(|width| columns.room(total.saturating_mul(*width)));
    }
    let places = launch.pointers.len();
    launch.arrays(&columns)?;
    let places = launch.pointers[places..].to_vec();
    let structure = launch.structure_at(&arguments, &places);

    launch.claim(code, count, &structure)?;
    let own = lanes_of_block(count);
    let blocks = count.div_ceil(own);
    let partials = Partials::<K::Value>::new(&mut launch, blocks)?;
    if K::Value::COLUMNS == 0 {
        launch.run(code, "", blocks_of(count), &[&structure, &lanes, &failed])?;
    } else {
        let (own, values) = ((own as u64).to_ne_bytes(), partials.place());
        launch.run(code, "", blocks, &[&structure, &lanes, &own, &values, &failed])?;
        partials.combine(&mut launch, code, &structure)?;
    }
    if !launch.finish(&arguments)? {
        return Ok(None);
    }
    let value = kernel.start(initial, partials.value(&launch)?)?;
    let (mut totals, mut offsets) = (totals.into_iter(), offsets.into_iter());
    let mut places = places.into_iter();
    let from = |place: Option<u64>| place.unwrap_or(0);
    // SAFETY: the kernels have written all of it, and it is copied back.
    let rows = unsafe {
        K::Stored::filled(&mut stored, count);
        K::Groups::copied(
            site,
            count,
            &mut Copied {
                next: &mut || totals.next().unwrap_or(0),
                offsets: &mut |to, bytes| launch.copy_back(to, from(offsets.next()), bytes),
                column: &mut |to, bytes| launch.copy_back(to, from(places.next()), bytes),
            },
        )?
    };
    Ok(Some((stored, rows, value)))
}

impl Launch {
    /// The struct of a kernel whose fields are those of the arguments, and these pointers.
    fn structure_at(&self, arguments: &Arguments, pointers: &[u64]) -> Vec<u8> {
        let mut bytes = self.structure(arguments);
        bytes.extend(pointers.iter().flat_map(|pointer| pointer.to_ne_bytes()));
        bytes
    }
}
