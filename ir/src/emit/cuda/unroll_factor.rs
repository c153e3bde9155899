//! Lanes, or elements of a row, that a thread computes several at once: it reads arrays that the kernel does
//! not change by instructions that nothing holds up (`device/reads.cuh`), and its checks only note that one
//! has failed.
//!
//! ```cuda
//! const u32 column = read(columns + i);
//! bool sound = is_below(column, length);
//! const f64 value = read_if(sound, x + column);
//! total = total + value;
//! return sound;
//! ```

use super::lane::Writer;
use super::text::Lines;

impl Writer<'_> {
    /// Tells drivers how many lanes a thread computes at once.
    pub(super) fn declare_unroll_factor(&self, lines: &mut Lines) {
        let unroll_factor = self.schedule.unroll_factor;
        lines.line(format!("static constexpr u32 unroll_factor = {unroll_factor};"));
    }
}
