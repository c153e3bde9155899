//! The fields of a kernel's struct: the values that its lanes need from outside, and the arrays that they
//! write.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::kernel_code::{Lines, RowsCode};
use super::on_device::OnDevice;
use super::row_kernels::Placed;
use super::scalar::scalar_type;
use super::writer::Writer;
use crate::core::{Atom, Var};

/// The fields of a kernel's struct.
#[derive(Default)]
pub(super) struct Fields {
    /// Each with its type.
    pub(super) types: Vec<TokenStream>,
    /// Each with its value.
    pub(super) values: Vec<TokenStream>,
    /// The names of those that lanes write to, or write by.
    pub(super) written: Vec<Ident>,
    /// True if one of them borrows an array.
    pub(super) borrows: bool,
}

impl Fields {
    fn scalar(&mut self, name: &Ident, element: &TokenStream, value: TokenStream) {
        self.types.push(quote!(#name: #element));
        self.values.push(value);
    }

    fn view(&mut self, name: &Ident, element: &TokenStream, value: TokenStream) {
        self.borrows = true;
        self.types.push(quote!(#name: host::View<'a, #element>));
        self.values.push(quote!(#name: #value));
    }

    fn writer(&mut self, name: &Ident, ty: TokenStream, value: TokenStream) {
        self.borrows = true;
        self.types.push(quote!(#name: #ty));
        self.values.push(value);
        self.written.push(name.clone());
    }
}

impl Writer<'_, '_> {
    /// The fields of the variables that the code for the CPU mentions, then of those that the code for devices
    /// needs besides.
    pub(super) fn mentioned_fields(
        &mut self,
        mentioned: &[Var],
        on_device: Option<&OnDevice>,
        fields: &mut Fields,
        context: Context,
    ) {
        // A field that the device gets may lie there; the others have to lie in host memory, where a lane reads them.
        let viewed = on_device.map_or(&[][..], |on_device| &on_device.viewed);
        for var in mentioned {
            let name = self.name(*var);
            let element = scalar_type(self.variables.ty(*var).element());
            if self.variables.ty(*var).is_scalar() {
                fields.scalar(&name, &element, quote!(#name));
                continue;
            }
            let value = match (self.may_be_on_device(context), viewed.contains(var)) {
                (false, _) => quote!(#name.view()),
                (true, true) => quote!(#name.device_view()?),
                (true, false) => quote!(#name.sync_host()?.view()),
            };
            fields.view(&name, &element, value);
        }
        for (var, name, value) in on_device.iter().flat_map(|on_device| &on_device.more) {
            let element = scalar_type(self.variables.ty(*var).element());
            match self.variables.ty(*var).is_scalar() {
                true => fields.scalar(name, &element, quote!(#name: #value)),
                false => fields.view(name, &element, quote!(#value.device_view()?)),
            }
        }
    }

    /// The field of an array whose rows or columns lanes write.
    pub(super) fn rows_field(&mut self, rows: &RowsCode, fields: &mut Fields) {
        let RowsCode { var, name, lines, extents, .. } = rows;
        let element = scalar_type(self.variables.ty(*var).element());
        let (writer, write) = match lines {
            Lines::Columns => (quote!(ColumnWriter), quote!(column_writer)),
            Lines::Rows => (quote!(RowWriter), quote!(writer)),
            Lines::Segments => (quote!(SegmentWriter), quote!(segment_writer)),
        };
        let width: Option<usize> = extents.iter().map(|extent| extent.known_size()).product();
        let width = width.filter(|_| matches!(lines, Lines::Rows)).map(|width| quote!(, #width));
        let ty = quote!(cpu::rows::#writer<'a, #element #width>);
        fields.writer(name, ty, quote!(#name: #name.#write()));
    }

    /// The fields of a segment that the kernel of a row writes.
    pub(super) fn placed_fields(&mut self, bind: Var, segment: &Placed, fields: &mut Fields) {
        let (array, element) = (&segment.array, self.variables.ty(bind).element());
        let element = scalar_type(element);
        let ty = quote!(cpu::rows::SegmentWriter<'a, #element>);
        fields.writer(array, ty, quote!(#array));
        for (name, size) in segment.sizes() {
            fields.types.push(quote!(#name: usize));
            fields.values.push(quote!(#name: #size));
            fields.written.push(name.clone());
        }
    }

    /// The field of arrays that lanes write anywhere.
    pub(super) fn target_field(&mut self, arrays: &[Atom], name: &Ident, fields: &mut Fields) {
        let types = arrays.iter().map(|atom| self.variables.element(*atom));
        let types = nested_tuple(types.map(scalar_type).collect());
        fields.writer(name, quote!(cpu::scatter::Target<'a, #types>), quote!(#name));
    }
}
