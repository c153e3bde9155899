//! All thresholds of versions and schedules in one place. A test lowers them, so that programs with small
//! sizes take every form.

/// The thresholds by which versions and schedules are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The limits of the versions of nests.
    pub versions: VersionLimits,
    /// The limits of schedules for the cores of a machine.
    pub cpu: CpuLimits,
    /// The limits of schedules for devices.
    pub device: DeviceLimits,
}

impl Limits {
    /// The thresholds that were measured to be best.
    pub const MEASURED: Limits = Limits {
        versions: VersionLimits::MEASURED,
        cpu: CpuLimits::MEASURED,
        device: DeviceLimits::MEASURED,
    };

    /// Thresholds so low that small programs take the forms for large ones.
    pub const LOWERED: Limits = Limits {
        versions: VersionLimits::ALWAYS,
        cpu: CpuLimits::LOWERED,
        device: DeviceLimits::LOWERED,
    };
}

/// The sizes from which host code takes the versions of nests for few long lanes and for long columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VersionLimits {
    /// There are fewer lanes than this.
    pub lanes: usize,
    /// There are at least so many elements in each of them; of columns, in all of them.
    pub elements: usize,
    /// For each value that a part of the rows of a matrix gives, it reads so many elements at least.
    pub reads: usize,
}

impl VersionLimits {
    /// With fewer than 32 lanes some cores of a large machine are idle; entering a parallel region takes as
    /// long as some 10^5 elements do.
    const MEASURED: VersionLimits = VersionLimits { lanes: 32, elements: 1 << 17, reads: 16 };

    /// The limits under which nests of all sizes get versions.
    const ALWAYS: VersionLimits = VersionLimits { lanes: usize::MAX, elements: 0, reads: 0 };
}

/// The thresholds of schedules for the cores of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CpuLimits {
    /// The largest number of choices by the index of a lane that cut lanes into sections: the driver has code
    /// for so many, and one more.
    pub sections: usize,
    /// The number of elements from which on a row has lanes of its own. Entering a parallel region takes as
    /// long as some 10^5 elements do.
    pub long_row: usize,
    /// The number of rows from which on those of a plane have lanes of their own, if each is gone through and
    /// there are fewer planes than [`CpuLimits::few_lanes`].
    pub many_rows: usize,
    /// So many lanes keep all cores busy, whatever is in each.
    pub few_lanes: usize,
    /// The cost of a value of a filter in a lane, at most, that is computed before it is known if it is kept.
    pub cost_of_kept: u32,
    /// The largest number of elements of an array of a lane that needs no memory of its own.
    pub elements_of_local: usize,
    /// The largest number of operations of a parallel computation of a loop that is no kernel. A kernel has better
    /// instructions for more, and launching it takes as long as so many.
    pub short_computation: usize,
    /// The number of accumulators of a reduction in a lane that vectorises: as many as the lanes of the widest
    /// vectors have 32-bit numbers. Bits of results depend on it.
    pub accumulators: usize,
    /// The greatest cost of statements for which it matters how the elements are read that they use.
    pub cost_of_reading: u32,
    /// The largest number of guards around a read in a tile.
    pub guards: usize,
}

impl CpuLimits {
    const MEASURED: CpuLimits = CpuLimits {
        sections: 3,
        long_row: 1 << 17,
        many_rows: 1 << 11,
        few_lanes: 64,
        cost_of_kept: 4,
        elements_of_local: 256,
        short_computation: 512,
        accumulators: 16,
        cost_of_reading: 16,
        guards: 4,
    };

    /// Rows of two elements are long.
    const LOWERED: CpuLimits = CpuLimits { long_row: 2, many_rows: 2, ..CpuLimits::MEASURED };
}

/// The thresholds of schedules for devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceLimits {
    /// The largest number of scalars of an array of a lane that lies in the memory of its thread; a larger
    /// one, and one whose size only the run tells, is taken from a heap.
    pub array_of_thread: usize,
    /// The number of bytes that a thread reads at once, about, for the lanes that it computes at once.
    pub unrolled_bytes: usize,
    /// The largest number of lanes, or elements of a row, that a thread computes at once.
    pub unrolled_lanes: usize,
    /// The largest number of statements of a lane that is written out for several lanes.
    pub unrolled_statements: usize,
    /// The largest number of bytes of a lane that blocks hand on through shared memory.
    pub staged_bytes: usize,
    /// The largest number of bytes of shared memory for the squares of a tile if there are several.
    pub tile_bytes: usize,
    /// The largest number of bytes of the accumulators of a result in large tiles of a nest.
    pub accumulator_bytes_of_large_tiles: usize,
    /// The least number of places of an array that a lane reads for a stencil to be staged.
    pub stencil_reads: usize,
    /// The largest number of rows or columns between the place of a lane of a staged stencil and the elements
    /// that it reads.
    pub stencil_reach: u32,
    /// The largest number of bytes that a lane of a scan combines: a block holds so many for each of its
    /// lanes.
    pub scanned_bytes: usize,
    /// The largest number of bytes that the lanes of a scan or a filter reduce besides.
    pub reduced_bytes: usize,
    /// The largest number of arrays of rows that a lane appends to.
    pub appended_arrays: usize,
    /// The least number of blocks that a multiprocessor has room for where threads read several elements of a
    /// row ahead. The compiler would rather have room for all threads, each of which waits for every read.
    pub resident_blocks: usize,
}

impl DeviceLimits {
    const MEASURED: DeviceLimits = DeviceLimits {
        array_of_thread: 256,
        unrolled_bytes: 80,
        unrolled_lanes: 8,
        unrolled_statements: 40,
        staged_bytes: 16,
        tile_bytes: 24 << 10,
        accumulator_bytes_of_large_tiles: 4,
        stencil_reads: 3,
        stencil_reach: 4,
        scanned_bytes: 64,
        reduced_bytes: 64,
        appended_arrays: 4,
        resident_blocks: 4,
    };

    /// Arrays of lanes come from a heap, a tile has one square, and stencils have two reads.
    const LOWERED: DeviceLimits = DeviceLimits {
        array_of_thread: 1,
        tile_bytes: 0,
        stencil_reads: 2,
        ..DeviceLimits::MEASURED
    };
}
