//! Kernels as a device runs them: their code, and what they get. Generated code hands both to the
//! drivers, which run a kernel on the CPU unless a device is chosen and has code for it.

use crate::failure::{Failure, Result, Values};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::row_writers::{ColumnWriter, RowWriter, SegmentWriter};
use crate::kernel::scatter::Target;
use crate::memory;
use crate::proven::Proven;
use crate::view::View;

/// What a unit of kernels has become for CUDA devices.
#[derive(Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub struct DeviceCode {
    /// PTX, as text: for all of them.
    pub(crate) ptx: &'static [u8],
    /// Machine code for some: the names of these, `sm_80` and the like, and the code.
    pub(crate) machine: &'static [(&'static str, &'static [u8])],
}

impl DeviceCode {
    /// PTX, and machine code for some devices.
    pub const fn new(
        _: Proven,
        ptx: &'static [u8],
        machine: &'static [(&'static str, &'static [u8])],
    ) -> DeviceCode {
        DeviceCode { ptx, machine }
    }
}

/// The code of a kernel for CUDA devices.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub struct DeviceKernel {
    /// What its unit has become.
    pub(crate) code: &'static DeviceCode,
    /// The name of its entry.
    pub(crate) entry: &'static str,
    /// How many lanes a tile has; 0 if blocks do not work on tiles.
    pub(crate) lanes_of_tile: usize,
    /// Whether its lanes check something.
    pub(crate) checked: bool,
    /// Whether its lanes take arrays of their own from a heap.
    pub(crate) heap: bool,
    /// Whether its lanes claim places before they write there, by an entry of their own.
    pub(crate) claims: bool,
    /// Whether its blocks can combine into bins of their own, by an entry of its own.
    pub(crate) bins: bool,
    /// Whether its lanes combine in their order, which takes entries of their own and a sort.
    pub(crate) ordered: bool,
    /// Whether eights, warps and blocks can compute its lanes, by entries of their own.
    pub(crate) teams: bool,
    /// What one element of each row of a lane costs, in additions.
    pub(crate) element: usize,
    /// Whether threads beside each other read what lies side by side.
    pub(crate) across: bool,
    /// How several blocks compute a lane, by an entry of its own.
    pub(crate) shares: Option<Shares>,
    /// What teams compute ahead of its lanes, by entries of their own.
    pub(crate) rows: Option<Rows>,
    /// Whether its lanes are a nest of rows and columns, whose results blocks compute in tiles, by
    /// entries of their own.
    pub(crate) nest: Option<Nest>,
    /// Whether its lanes read across the order in which they lie, or around their own place, which
    /// blocks do in tiles of squares by an entry of its own.
    pub(crate) squares: Option<Squares>,
}

/// Tiles that are some squares of lanes side by side.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub(crate) struct Squares {
    /// The dimension of their rows.
    pub(crate) rows: usize,
    /// How many squares.
    pub(crate) squares: usize,
    /// What stands behind the name of the entry.
    pub(crate) suffix: &'static str,
}

/// Which lanes several blocks compute, and how many bytes the values of all reductions take for each
/// block.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub(crate) enum Shares {
    /// All of them, if there are few: some phases reduce something, and one more ends the lanes, for
    /// which one block is enough unless elements are stored.
    OfAll { phases: usize, bytes: usize, stores: bool },
    /// Those that teams postpone because their rows are long, in so many launches.
    OfPostponed { launches: usize, bytes: usize },
}

/// Rows that teams compute ahead of the lanes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub(crate) struct Rows {
    /// The name of the entry.
    pub(crate) entry: &'static str,
    /// How several blocks compute those of a lane.
    pub(crate) shares: Option<Shares>,
    /// How many bytes their values take for each lane.
    pub(crate) bytes: usize,
}

/// Lanes that are rows and columns, in batches.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub(crate) struct Nest {
    /// Which dimension is that of the rows; that of the columns is the last one.
    pub(crate) rows: usize,
    /// Whether there are large tiles besides the small ones.
    pub(crate) large: bool,
}

impl DeviceKernel {
    /// A kernel of a unit.
    pub const fn new(_: Proven, code: &'static DeviceCode, entry: &'static str) -> DeviceKernel {
        DeviceKernel {
            code,
            entry,
            lanes_of_tile: 0,
            checked: true,
            heap: false,
            claims: false,
            bins: false,
            ordered: false,
            teams: false,
            element: 1,
            across: false,
            shares: None,
            rows: None,
            nest: None,
            squares: None,
        }
    }

    /// The same, whose lanes check nothing: nobody needs to wait for it.
    pub const fn without_checks(self) -> DeviceKernel {
        DeviceKernel { checked: false, ..self }
    }

    /// The same, whose lanes take arrays of their own from a heap.
    pub const fn with_heap(self) -> DeviceKernel {
        DeviceKernel { heap: true, ..self }
    }

    /// The same, whose blocks work on tiles of so many lanes.
    pub const fn in_tiles(self, lanes_of_tile: usize) -> DeviceKernel {
        DeviceKernel { lanes_of_tile, ..self }
    }

    /// The same, whose lanes can be computed by eights, warps and blocks.
    pub const fn by_teams(self) -> DeviceKernel {
        DeviceKernel { teams: true, ..self }
    }

    /// The same, where an element of each row of a lane costs so much.
    pub const fn with_elements(self, cost: usize) -> DeviceKernel {
        DeviceKernel { element: cost, ..self }
    }

    /// The same, whose rows lie across the order of lanes.
    pub const fn across(self) -> DeviceKernel {
        DeviceKernel { across: true, ..self }
    }

    /// The same, whose lanes can be computed by several blocks each: how many reductions there are, how
    /// many bytes their values take for each block, and whether elements are stored.
    pub const fn by_shares(self, phases: usize, bytes: usize, stores: bool) -> DeviceKernel {
        DeviceKernel { shares: Some(Shares::OfAll { phases, bytes, stores }), ..self }
    }

    /// The same, whose lanes can be computed by several blocks each where their rows are long: in how many
    /// launches, and how many bytes the values of their reductions take for each block.
    pub const fn postponing(self, launches: usize, bytes: usize) -> DeviceKernel {
        DeviceKernel { shares: Some(Shares::OfPostponed { launches, bytes }), ..self }
    }

    /// The same, whose lanes find values of so many bytes each where another kernel has left them that
    /// teams compute.
    pub const fn with_rows(self, bytes: usize, rows: DeviceKernel) -> DeviceKernel {
        let DeviceKernel { entry, shares, .. } = rows;
        DeviceKernel { rows: Some(Rows { entry, shares, bytes }), ..self }
    }

    /// The same, whose lanes are a nest: which dimension is that of the rows, and whether there are
    /// large tiles.
    pub const fn with_nest(self, rows: usize, large: bool) -> DeviceKernel {
        DeviceKernel { nest: Some(Nest { rows, large }), ..self }
    }

    /// The same, whose lanes read along this dimension what blocks transpose, in tiles of so many
    /// squares.
    pub const fn turned(self, rows: usize, squares: usize) -> DeviceKernel {
        DeviceKernel { squares: Some(Squares { rows, squares, suffix: "_turned" }), ..self }
    }

    /// The same, whose lanes read around their own place, in tiles of so many squares: which dimension
    /// is that of the rows.
    pub const fn with_windows(self, rows: usize, squares: usize) -> DeviceKernel {
        DeviceKernel { squares: Some(Squares { rows, squares, suffix: "_windows" }), ..self }
    }

    /// The same, whose blocks can combine into bins of their own.
    pub const fn with_bins(self) -> DeviceKernel {
        DeviceKernel { bins: true, ..self }
    }

    /// The same, whose lanes combine in their order.
    pub const fn in_order(self) -> DeviceKernel {
        DeviceKernel { ordered: true, ..self }
    }

    /// The same, whose lanes claim places before they write there.
    pub const fn claiming(self) -> DeviceKernel {
        DeviceKernel { claims: true, ..self }
    }
}

/// What a kernel gets, in the order of its fields.
#[derive(Default)]
pub struct Arguments {
    pub(crate) fields: Vec<Field>,
    /// Of the columns that lanes append: how many scalars each row has. Nothing stands for one each.
    pub(crate) widths: Vec<usize>,
    /// Whether there was no memory for some of this.
    lacks: bool,
}

/// A field of a kernel.
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
pub(crate) enum Field {
    /// A scalar of this size, in the first bytes.
    Scalar([u8; 8], usize),
    /// Memory that the kernel reads.
    Input(*const u8, usize),
    /// Memory that the kernel fills.
    Output(*mut u8, usize),
    /// Memory that the kernel reads and writes.
    Changed(*mut u8, usize),
    /// Memory of so many bytes that is zero at first.
    Zeros(usize),
}

impl Arguments {
    /// A scalar.
    pub fn scalar<T: crate::Scalar>(&mut self, value: T) {
        let size = size_of::<T>();
        let mut bytes = [0; 8];
        assert!(size <= bytes.len());
        // SAFETY: scalars have no padding, and fit.
        unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(value) };
        self.field(Field::Scalar(bytes, size));
    }

    /// An array that the kernel reads.
    pub fn array<T: Copy>(&mut self, view: View<T>) {
        let (data, length) = view.place();
        self.input(data.cast(), length * size_of::<T>());
    }

    /// An array whose rows the lanes write.
    pub fn rows<T: Copy>(&mut self, writer: impl Written<T>) {
        let (data, count) = writer.memory();
        self.output(data.cast(), count * size_of::<T>());
    }

    /// A column that lanes append, whose elements are rows with these extents.
    pub fn column(&mut self, extents: &[usize]) {
        let width = extents.iter().fold(1usize, |width, extent| width.saturating_mul(*extent));
        self.lacks |= memory::push(&mut self.widths, 0, width).is_err();
    }

    fn field(&mut self, field: Field) {
        self.lacks |= memory::push(&mut self.fields, 0, field).is_err();
    }

    /// All of them are there.
    ///
    /// # Errors
    /// If there was not enough memory for them.
    #[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "there is no device"))]
    pub(crate) fn complete(&self, site: u32) -> Result<()> {
        match self.lacks {
            true => Err(Failure::new(site, Values::Bytes(size_of::<Field>() as u128))),
            false => Ok(()),
        }
    }

    /// Memory that the kernel reads.
    pub(crate) fn input(&mut self, data: *const u8, bytes: usize) {
        self.field(Field::Input(data, bytes));
    }

    /// Memory that the kernel fills.
    pub(crate) fn output(&mut self, data: *mut u8, bytes: usize) {
        self.field(Field::Output(data, bytes));
    }

    /// An array that lanes write anywhere.
    pub fn target<S: LaneValue>(&mut self, target: Target<S>) {
        let length = target.length();
        S::columns(target.raw(), &mut |data, size| self.changed(data, size * length));
        // The lanes that write.
        if S::COLUMNS > 1 {
            self.field(Field::Zeros(length * size_of::<u64>()));
        }
    }

    /// Memory that the kernel reads and writes.
    pub(crate) fn changed(&mut self, data: *mut u8, bytes: usize) {
        self.field(Field::Changed(data, bytes));
    }
}

/// Writes an array from lanes.
pub trait Written<T> {
    /// Where the array lies, and how many scalars it has.
    fn memory(self) -> (*mut T, usize);
}

impl<T: Copy, const WIDTH: usize> Written<T> for RowWriter<'_, T, WIDTH> {
    fn memory(self) -> (*mut T, usize) {
        self.place()
    }
}

impl<T: Copy> Written<T> for ColumnWriter<'_, T> {
    fn memory(self) -> (*mut T, usize) {
        self.rows().place()
    }
}

impl<T: Copy> Written<T> for SegmentWriter<'_, T> {
    fn memory(self) -> (*mut T, usize) {
        self.rows().place()
    }
}
