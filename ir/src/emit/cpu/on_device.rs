//! The constants and methods with which the struct of a kernel describes its code for devices: the name of its
//! entry, its form, and its arguments.

use accel_abi::{self as abi, DeviceForm, PrecomputedRows};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::item_names::ptx_name;
use super::names::ident;
use super::writer::{Device, Writer};
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Extent, Output, Soac, Var, Variables};
use crate::plan::Kernel;
use crate::plan::schedule::DeviceSchedule;
use crate::plan::schedule::cpu::element_cost;
use crate::plan::schedule::device::{Combining, Shares, Staging};

/// A kernel's code for CUDA devices, as its code for the CPU tells of it.
pub(super) struct OnDevice {
    /// The name of the PTX.
    pub(super) ptx: Ident,
    /// The name of the entry.
    pub(super) entry: String,
    /// Its form: how its lanes can be computed.
    pub(super) form: TokenStream,
    /// The calls that hand over its arguments.
    pub(super) arguments: Vec<TokenStream>,
    /// The arrays that it gets, of those that the code for the CPU needs.
    pub(super) viewed: Vec<Var>,
    /// The fields that it needs besides those of the CPU: the variable, the field, and its value.
    pub(super) more: Vec<(Var, Ident, TokenStream)>,
}

impl Writer<'_, '_> {
    /// The parts of a kernel's struct for its code for CUDA devices, if it has such code. `mentioned` are the
    /// fields that its code for the CPU needs.
    pub(super) fn on_device(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        mentioned: &[Var],
    ) -> Option<OnDevice> {
        let Device { plan, unit } = self.device?;
        let position = plan.kernels.iter().position(|other| other.name == kernel.name)?;
        let entry = unit.kernels[position].as_ref().ok()?;
        let mut fields = Fields { mentioned, viewed: Vec::new(), more: Vec::new() };
        let mut arguments = Vec::new();
        for var in &entry.captures {
            let method = match self.variables.ty(*var).is_scalar() {
                true => quote!(scalar),
                false => quote!(array),
            };
            let field = self.field(*var, &mut fields);
            arguments.push(quote!(.#method(self.#field)));
        }
        arguments.extend(self.widths(&kernel.soac, binds, &mut fields));
        let Fields { viewed, more, .. } = fields;
        let schedule = kernel.schedule.device.as_ref().ok()?;
        let ptx = ptx_name(&plan.name);
        let has_rows = schedule.teams.is_some() || schedule.precomputed_rows.is_some();
        let cost = has_rows.then(|| element_cost(self.variables, &kernel.soac));
        let form = written(&form_of(schedule, cost, self.variables));
        Some(OnDevice { ptx, entry: entry.name.clone(), form, arguments, viewed, more })
    }
}

/// The fields of a kernel's struct that its code for devices needs.
struct Fields<'m> {
    /// The fields that its code for the CPU needs.
    mentioned: &'m [Var],
    /// The arrays among `mentioned`.
    viewed: Vec<Var>,
    /// The fields that only the code for devices needs.
    more: Vec<(Var, Ident, TokenStream)>,
}

impl Writer<'_, '_> {
    /// The field of a variable.
    fn field(&mut self, var: Var, fields: &mut Fields) -> Ident {
        match self.resolve(Atom::Var(var)) {
            Atom::Var(own) if fields.mentioned.contains(&own) => {
                fields.viewed.push(own);
                self.name(own)
            }
            _ => {
                let name = self.name(var);
                if fields.more.iter().all(|(other, ..)| *other != var) {
                    let value = self.code(Atom::Var(var)).text;
                    fields.more.push((var, name.clone(), value));
                }
                name
            }
        }
    }

    /// The calls that tell how many scalars the rows have that lanes append, column by column, if one of
    /// them has rows of rows.
    fn widths(&mut self, soac: &Soac, binds: &[Var], fields: &mut Fields) -> Vec<TokenStream> {
        let columns: Vec<Vec<Extent>> = outputs_with_binds(soac, binds)
            .filter(|(output, _)| matches!(output, Output::Append { .. }))
            .flat_map(|(_, own)| &own[2..])
            .map(|column| self.variables.ty(*column).extents()[1..].to_vec())
            .collect();
        if columns.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let mut calls = Vec::new();
        for extents in columns {
            let sizes = extents.iter().filter_map(|extent| extent.size());
            let sizes = sizes.map(|size| match size {
                Atom::Var(var) => {
                    let field = self.field(var, fields);
                    quote!(self.#field)
                }
                known => self.plain(known).text,
            });
            let sizes: Vec<TokenStream> = sizes.collect();
            calls.push(quote!(.column(&[#(#sizes),*])));
        }
        calls
    }
}

/// The form of a kernel on a device, as its schedule says.
fn form_of(
    schedule: &DeviceSchedule,
    cost_of_element: Option<usize>,
    variables: &Variables,
) -> DeviceForm {
    DeviceForm {
        checked: schedule.checked,
        heap: schedule.has_heap(),
        lanes_of_tile: schedule.lanes_of_tile().unwrap_or(0),
        claims: schedule.claims,
        bins: schedule.combining == Some(Combining::InAnyOrder { bins: true }),
        ordered: schedule.combining == Some(Combining::InOrder),
        teams: schedule.teams.is_some(),
        cost_of_element: cost_of_element.unwrap_or(DeviceForm::DEFAULT.cost_of_element),
        across: schedule.teams.as_ref().is_some_and(|teams| teams.across),
        shares: schedule.shares().map(shares_of),
        precomputed_rows: schedule.precomputed_rows.as_ref().map(|rows| PrecomputedRows {
            shares: shares_of(rows.distribution.shares),
            bytes: rows.bytes(variables),
        }),
        staging: schedule.staging.as_ref().map(|staging| match *staging {
            Staging::TiledNest { rows, large } => abi::Staging::TiledNest { rows, large },
            Staging::Transposed { rows, squares, .. } => abi::Staging::Transposed { rows, squares },
            Staging::Stencil { rows, squares, .. } => abi::Staging::Stencil { rows, squares },
        }),
    }
}

/// The way in which several blocks compute a lane.
fn shares_of(shares: Shares) -> abi::Shares {
    let Shares { phases, bytes, stores, uneven } = shares;
    match uneven {
        true => abi::Shares::OfPostponed { launches: shares.launches(), bytes },
        false => abi::Shares::OfAll { phases, bytes, stores },
    }
}

/// A form in Rust: the fields that differ from those of the default.
pub(super) fn written(form: &DeviceForm) -> TokenStream {
    // No field can be left out here without a word from the compiler.
    let DeviceForm {
        checked,
        heap,
        lanes_of_tile,
        claims,
        bins,
        ordered,
        teams,
        cost_of_element,
        across,
        shares,
        precomputed_rows,
        staging,
    } = form;
    let default = DeviceForm::DEFAULT;
    let mut fields = TokenStream::new();
    let mut field = |differs: bool, name: &str, value: TokenStream| {
        if differs {
            let name = ident(name);
            fields.extend(quote!(#name: #value,));
        }
    };
    field(*checked != default.checked, "checked", quote!(#checked));
    field(*heap != default.heap, "heap", quote!(#heap));
    let in_tiles = *lanes_of_tile != default.lanes_of_tile;
    field(in_tiles, "lanes_of_tile", quote!(#lanes_of_tile));
    field(*claims != default.claims, "claims", quote!(#claims));
    field(*bins != default.bins, "bins", quote!(#bins));
    field(*ordered != default.ordered, "ordered", quote!(#ordered));
    field(*teams != default.teams, "teams", quote!(#teams));
    let has_cost = *cost_of_element != default.cost_of_element;
    field(has_cost, "cost_of_element", quote!(#cost_of_element));
    field(*across != default.across, "across", quote!(#across));
    if let Some(shares) = shares {
        let shares = written_shares(shares);
        field(true, "shares", quote!(Some(#shares)));
    }
    if let Some(PrecomputedRows { shares, bytes }) = precomputed_rows {
        let shares = written_shares(shares);
        let rows = quote!(host::PrecomputedRows { shares: #shares, bytes: #bytes });
        field(true, "precomputed_rows", quote!(Some(#rows)));
    }
    if let Some(staging) = staging {
        let staging = match staging {
            abi::Staging::TiledNest { rows, large } => {
                quote!(TiledNest { rows: #rows, large: #large })
            }
            abi::Staging::Transposed { rows, squares } => {
                quote!(Transposed { rows: #rows, squares: #squares })
            }
            abi::Staging::Stencil { rows, squares } => {
                quote!(Stencil { rows: #rows, squares: #squares })
            }
        };
        field(true, "staging", quote!(Some(host::Staging::#staging)));
    }
    match fields.is_empty() {
        true => quote!(host::DeviceForm::DEFAULT),
        false => quote!(host::DeviceForm { #fields ..host::DeviceForm::DEFAULT }),
    }
}

/// The way in which several blocks compute a lane, in Rust.
fn written_shares(shares: &abi::Shares) -> TokenStream {
    match shares {
        abi::Shares::OfAll { phases, bytes, stores } => {
            quote!(host::Shares::OfAll { phases: #phases, bytes: #bytes, stores: #stores })
        }
        abi::Shares::OfPostponed { launches, bytes } => {
            quote!(host::Shares::OfPostponed { launches: #launches, bytes: #bytes })
        }
    }
}
