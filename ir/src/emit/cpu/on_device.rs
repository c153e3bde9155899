//! What a kernel's code for devices needs of its struct: the name of its entry, its form, and what it
//! gets.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::item_names::ptx_name;
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
    /// The calls that tell whether it has checks, how its lanes are cut into tiles, whether they
    /// claim places or combine into bins, whether teams can compute them, and whether they are a nest.
    pub(super) form: TokenStream,
    /// The calls that hand over what it needs.
    pub(super) arguments: Vec<TokenStream>,
    /// The arrays among what the CPU needs that it gets.
    pub(super) lent: Vec<Var>,
    /// What it needs besides what the CPU needs: the variable, the field, and its value.
    pub(super) more: Vec<(Var, Ident, TokenStream)>,
}

impl Writer<'_, '_> {
    /// What a kernel's code for CUDA devices needs, if it has some. `mentioned` are the fields that
    /// its code for the CPU needs.
    pub(super) fn on_device(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        mentioned: &[Var],
    ) -> Option<OnDevice> {
        let Device { plan, unit } = self.device?;
        let position = plan.kernels.iter().position(|other| other.name == kernel.name)?;
        let entry = unit.kernels[position].as_ref().ok()?;
        let mut fields = Fields { mentioned, lent: Vec::new(), more: Vec::new() };
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
        let Fields { lent, more, .. } = fields;
        let schedule = kernel.schedule.device.as_ref().ok()?;
        let ptx = ptx_name(&plan.name);
        let has_rows = schedule.teams.is_some() || schedule.rows_ahead.is_some();
        let cost = has_rows.then(|| element_cost(self.variables, &kernel.soac));
        let form = form(schedule, &ptx, &entry.name, cost, self.variables);
        Some(OnDevice { ptx, entry: entry.name.clone(), form, arguments, lent, more })
    }
}

/// The fields of a kernel's struct that its code for devices needs.
struct Fields<'m> {
    /// Those that its code for the CPU needs.
    mentioned: &'m [Var],
    /// The arrays among these.
    lent: Vec<Var>,
    /// Those besides.
    more: Vec<(Var, Ident, TokenStream)>,
}

impl Writer<'_, '_> {
    /// The field of a variable.
    fn field(&mut self, var: Var, fields: &mut Fields) -> Ident {
        match self.resolve(Atom::Var(var)) {
            Atom::Var(own) if fields.mentioned.contains(&own) => {
                fields.lent.push(own);
                self.name(own)
            }
            _ => {
                let name = self.name(var);
                if fields.more.iter().all(|(other, ..)| *other != var) {
                    let value = self.code(Atom::Var(var)).tokens;
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
                known => self.plain(known).tokens,
            });
            let sizes: Vec<TokenStream> = sizes.collect();
            calls.push(quote!(.column(&[#(#sizes),*])));
        }
        calls
    }
}

/// The calls that tell the runtime how a kernel runs on a device.
fn form(
    schedule: &DeviceSchedule,
    ptx: &Ident,
    entry: &str,
    cost_of_element: Option<usize>,
    variables: &Variables,
) -> TokenStream {
    let mut form = TokenStream::new();
    if !schedule.checked {
        form.extend(quote!(.without_checks()));
    }
    if schedule.has_heap() {
        form.extend(quote!(.with_heap()));
    }
    if let Some(lanes) = schedule.lanes_of_tile() {
        form.extend(quote!(.in_tiles(#lanes)));
    }
    if schedule.claims {
        form.extend(quote!(.claiming()));
    }
    match schedule.combining {
        Some(Combining::InAnyOrder { bins: true }) => form.extend(quote!(.with_bins())),
        Some(Combining::InOrder) => form.extend(quote!(.in_order())),
        _ => {}
    }
    if schedule.teams.is_some() {
        form.extend(quote!(.by_teams()));
    }
    if let Some(cost) = cost_of_element {
        form.extend(quote!(.with_elements(#cost)));
    }
    if schedule.teams.as_ref().is_some_and(|teams| teams.across) {
        form.extend(quote!(.across()));
    }
    form.extend(schedule.shares().map(shared));
    if let Some(rows) = &schedule.rows_ahead {
        let (entry, bytes) = (format!("{entry}_rows"), rows.bytes(variables));
        let shares = shared(rows.distribution.shares);
        let rows = quote!(host::DeviceKernel::new(PROVEN, &#ptx, #entry) #shares);
        form.extend(quote!(.with_rows(#bytes, #rows)));
    }
    form.extend(schedule.staging.as_ref().map(|staging| match staging {
        Staging::TiledNest { rows, large } => quote!(.with_nest(#rows, #large)),
        Staging::Transposed { rows, squares, .. } => quote!(.turned(#rows, #squares)),
        Staging::Stencil { rows, squares, .. } => quote!(.with_windows(#rows, #squares)),
    }));
    form
}

/// How several blocks compute a lane.
fn shared(shares: Shares) -> TokenStream {
    let Shares { phases, bytes, stores, uneven } = shares;
    let launches = shares.launches();
    match uneven {
        true => quote!(.postponing(#launches, #bytes)),
        false => quote!(.by_shares(#phases, #bytes, #stores)),
    }
}
