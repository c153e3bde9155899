//! The entries of kernels, and their names. A kernel has a symbol, under which its first entry is found; the
//! other entries have names made of the symbol and of their work.

use crate::constants::{THREADS, THREADS_ALONG_TILE, WARP};

/// The symbol that the entries of the sorts of host code have in place of that of a kernel.
pub const SORT_SYMBOL: &str = "accel_sort";

/// The symbol of a kernel, from its name in the plan.
///
/// ```
/// assert_eq!(accel_abi::kernel_symbol("saxpy.1"), "accel_saxpy_1");
/// ```
pub fn kernel_symbol(kernel: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("accel_{}", kernel.chars().map(plain).collect::<String>())
}

/// An entry of a kernel, by its work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// Computes the lanes by teams.
    Lanes(Team),
    /// Computes the rows of lanes before the lanes, by teams.
    PrecomputedRows(Team),
    /// Combines the values that blocks have given.
    Partials,
    /// Computes where the rows begin that lanes append.
    Lengths,
    /// Has lanes claim the places that they write to.
    Claims,
    /// Combines values in bins that each block has in its shared memory.
    Bins,
    /// Writes the places that lanes name, by which they are sorted.
    Places,
    /// Combines the values that parts of a sorted order have left at their ends.
    Ends,
    /// Computes the results of a nest in tiles.
    Tiles(Tile),
    /// Computes lanes whose reads are transposed through shared memory.
    Transposed,
    /// Computes lanes whose reads around their own place are staged in shared memory.
    Stencil,
    /// Takes a step of a sort.
    Sort(SortEntry),
}

/// The threads that compute a lane together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Team {
    /// One thread.
    Thread,
    /// Eight threads of a warp.
    Eight,
    /// A warp.
    Warp,
    /// A block.
    Block,
    /// Several blocks, each of which has a share of the lane.
    Shares,
    /// Blocks that compute the lanes which other teams have postponed, in parts.
    Postponed,
}

/// The tiles in which blocks compute the results of a nest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Tile {
    /// Each thread computes 4 × 4 results.
    Small,
    /// Each thread computes 8 × 8 results.
    Large,
}

/// The steps of a sort by one digit of the keys, and the entries that move elements by the order that was
/// found. Elements are told by their size in bytes: one, two, four or eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SortEntry {
    /// Counts the values of a digit in keys of so many bytes.
    Counts(usize),
    /// Sums the counts up.
    Sums,
    /// Moves keys of so many bytes to where they belong by the digit.
    Moves(usize),
    /// Puts rows of elements of so many bytes into another order.
    Rows(usize),
}

impl EntryKind {
    /// The entry that every kernel has, under its symbol alone: a thread computes each lane, or several of
    /// them, in tiles of lanes where the kernel has these.
    pub const FIRST: EntryKind = EntryKind::Lanes(Team::Thread);

    /// The name of this entry of a kernel with a symbol.
    ///
    /// ```
    /// use accel_abi::{EntryKind, SORT_SYMBOL, SortEntry, Team};
    ///
    /// assert_eq!(EntryKind::FIRST.name("accel_sums_1"), "accel_sums_1");
    /// assert_eq!(EntryKind::PrecomputedRows(Team::Block).name("accel_sums_1"), "accel_sums_1_rows_blocks");
    /// assert_eq!(EntryKind::Sort(SortEntry::Moves(8)).name(SORT_SYMBOL), "accel_sort_moves_8");
    /// ```
    pub fn name(self, symbol: &str) -> String {
        match self {
            EntryKind::Lanes(team) => format!("{symbol}{}", team.suffix()),
            EntryKind::PrecomputedRows(team) => format!("{symbol}_rows{}", team.suffix()),
            EntryKind::Partials => format!("{symbol}_partials"),
            EntryKind::Lengths => format!("{symbol}_lengths"),
            EntryKind::Claims => format!("{symbol}_claim"),
            EntryKind::Bins => format!("{symbol}_bins"),
            EntryKind::Places => format!("{symbol}_places"),
            EntryKind::Ends => format!("{symbol}_ends"),
            EntryKind::Tiles(Tile::Small) => format!("{symbol}_tiles"),
            EntryKind::Tiles(Tile::Large) => format!("{symbol}_large_tiles"),
            EntryKind::Transposed => format!("{symbol}_transposed"),
            EntryKind::Stencil => format!("{symbol}_stencil"),
            EntryKind::Sort(SortEntry::Counts(bytes)) => format!("{symbol}_counts_{bytes}"),
            EntryKind::Sort(SortEntry::Sums) => format!("{symbol}_sums"),
            EntryKind::Sort(SortEntry::Moves(bytes)) => format!("{symbol}_moves_{bytes}"),
            EntryKind::Sort(SortEntry::Rows(bytes)) => format!("{symbol}_rows_{bytes}"),
        }
    }
}

impl Team {
    /// Returns the number of threads of a block that the team has.
    pub const fn threads(self) -> usize {
        match self {
            Team::Thread => 1,
            Team::Eight => 8,
            Team::Warp => WARP,
            Team::Block | Team::Shares | Team::Postponed => THREADS,
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Team::Thread => "",
            Team::Eight => "_eights",
            Team::Warp => "_warps",
            Team::Block => "_blocks",
            Team::Shares => "_shares",
            Team::Postponed => "_postponed",
        }
    }
}

impl Tile {
    /// Returns the number of rows, and of columns, of results of a thread.
    pub const fn results_of_thread(self) -> usize {
        match self {
            Tile::Small => 4,
            Tile::Large => 8,
        }
    }

    /// Returns the number of rows, and of columns, of results of a tile.
    ///
    /// ```
    /// # use accel_abi::Tile;
    /// assert_eq!(Tile::Large.edge(), 128);
    /// ```
    pub const fn edge(self) -> usize {
        THREADS_ALONG_TILE * self.results_of_thread()
    }
}
