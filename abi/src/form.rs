//! The form of a kernel on a device: how its lanes can be computed, which tells the entries that it has. Plain
//! data: `ir` makes it of the kernel's schedule and writes it into host code, where it is a constant.

/// The form of a kernel on a device.
///
/// ```
/// use accel_abi::{DeviceForm, Staging};
///
/// const TRANSPOSITION: DeviceForm = DeviceForm {
///     checked: false,
///     staging: Some(Staging::Transposed { rows: 0, squares: 2 }),
///     ..DeviceForm::DEFAULT
/// };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceForm {
    /// True if lanes check something, or take memory, and so may fail.
    pub checked: bool,
    /// True if lanes take arrays of their own from a heap.
    pub heap: bool,
    /// The number of lanes of a tile, if blocks work on tiles of lanes that follow each other; else 0.
    pub lanes_of_tile: usize,
    /// True if lanes claim places before they write there, by an entry of its own.
    pub claims: bool,
    /// True if blocks can combine into bins of their own, by an entry of its own.
    pub bins: bool,
    /// True if lanes combine in their order, which takes entries of their own and a sort.
    pub ordered: bool,
    /// True if eights, warps and blocks can compute lanes, by entries of their own.
    pub teams: bool,
    /// The cost of one element of each row of a lane, in additions.
    pub cost_of_element: usize,
    /// True if the rows of lanes lie across the order of lanes, so that threads beside each other read elements
    /// that lie side by side.
    pub across: bool,
    /// The way in which several blocks can compute a lane, by an entry of its own.
    pub shares: Option<Shares>,
    /// The rows that teams can compute before the lanes, by entries of their own.
    pub precomputed_rows: Option<PrecomputedRows>,
    /// The way in which blocks can stage the elements that lanes read in shared memory, by entries of their
    /// own.
    pub staging: Option<Staging>,
}

/// The lanes that several blocks compute, and the bytes of the values of all reductions for each block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shares {
    /// All lanes, if there are few: some phases reduce something, and one more ends the lanes, for which one
    /// block is enough unless elements are stored.
    OfAll {
        /// The number of phases that reduce something.
        phases: usize,
        /// The bytes of the values for each block.
        bytes: usize,
        /// True if elements are stored.
        stores: bool,
    },
    /// The lanes that teams postpone because their rows are long.
    OfPostponed {
        /// The number of launches.
        launches: usize,
        /// The bytes of the values for each block.
        bytes: usize,
    },
}

/// Rows that teams can compute before the lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrecomputedRows {
    /// The way in which several blocks can compute the rows of a lane.
    pub shares: Shares,
    /// The bytes of the values of the rows for each lane.
    pub bytes: usize,
}

/// The ways in which blocks can stage the elements that lanes read in shared memory. Lanes are the rows and
/// the columns of matrices: the last dimension is that of the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staging {
    /// Lanes are a nest of rows and columns around a reduction, whose results blocks compute in tiles.
    TiledNest {
        /// The dimension of the rows.
        rows: usize,
        /// True if there are large tiles besides the small ones.
        large: bool,
    },
    /// Lanes read across the order in which they lie.
    Transposed {
        /// The dimension of the rows.
        rows: usize,
        /// The number of squares that make a tile, side by side.
        squares: usize,
    },
    /// Lanes read around their own place.
    Stencil {
        /// The dimension of the rows.
        rows: usize,
        /// The number of squares that make a tile, side by side.
        squares: usize,
    },
}

impl DeviceForm {
    /// A thread computes each lane, which checks something.
    pub const DEFAULT: DeviceForm = DeviceForm {
        checked: true,
        heap: false,
        lanes_of_tile: 0,
        claims: false,
        bins: false,
        ordered: false,
        teams: false,
        cost_of_element: 1,
        across: false,
        shares: None,
        precomputed_rows: None,
        staging: None,
    };
}

impl Default for DeviceForm {
    fn default() -> DeviceForm {
        DeviceForm::DEFAULT
    }
}

impl Staging {
    /// The dimension of the rows.
    pub const fn rows(self) -> usize {
        let (Staging::TiledNest { rows, .. }
        | Staging::Transposed { rows, .. }
        | Staging::Stencil { rows, .. }) = self;
        rows
    }
}
