//! Kernels as a device runs them: their code, and their arguments. Generated code hands both to the drivers,
//! which run a kernel on the CPU unless a device is chosen and has code for it.

use accel_abi::DeviceForm;

use crate::failure::{Failure, Result, Values};
use crate::kernel::lane_value::LaneValue;
use crate::kernel::row_writers::{ColumnWriter, RowWriter, SegmentWriter};
use crate::kernel::scatter::Target;
use crate::memory;
use crate::proven::Proven;
use crate::view::View;

/// The code of a unit of kernels for CUDA devices.
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
    /// The code of its unit.
    pub(crate) code: &'static DeviceCode,
    /// The prefix of the names of its entries.
    pub(crate) symbol: &'static str,
    /// The ways in which its lanes can be computed.
    pub(crate) form: DeviceForm,
}

impl DeviceKernel {
    /// A kernel of a unit, whose entries have this symbol.
    pub const fn new(
        _: Proven,
        code: &'static DeviceCode,
        symbol: &'static str,
        form: DeviceForm,
    ) -> DeviceKernel {
        DeviceKernel { code, symbol, form }
    }
}

/// The arguments of a kernel, in the order of its fields.
#[derive(Default)]
pub struct Arguments {
    pub(crate) fields: Vec<Field>,
    /// Of the columns that lanes append: how many scalars each row has. An empty list stands for one scalar
    /// each.
    pub(crate) widths: Vec<usize>,
    /// True if there was no memory for some of this.
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

    /// All arguments are there.
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
    /// Returns the address of the array, and the number of its scalars.
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
