//! What a kernel's code for devices needs of its struct: the name of its entry, its form, and what it
//! gets.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::cost::element_cost;
use super::item_names::ptx_name;
use super::writer::{Device, Writer};
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Extent, Output, Soac, Var};
use crate::emit::cuda::{Rows, Shares, Squares};
use crate::plan::Kernel;

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
        let tiles = entry.lanes_of_tile.map(|lanes| {
            let lanes = lanes as usize;
            quote!(.in_tiles(#lanes))
        });
        let unchecked = (!entry.checked).then(|| quote!(.without_checks()));
        let heap = entry.heap.then(|| quote!(.with_heap()));
        let claims = entry.claims.then(|| quote!(.claiming()));
        let teams = entry.teams.then(|| quote!(.by_teams()));
        let elements = (entry.teams || entry.rows.is_some()).then(|| {
            let cost = element_cost(self, &kernel.soac);
            quote!(.with_elements(#cost))
        });
        let across = entry.across.then(|| quote!(.across()));
        let nest = entry.tiles.map(|tiles| {
            let (rows, large) = (tiles.rows, tiles.large);
            quote!(.with_nest(#rows, #large))
        });
        let shares = entry.shares.map(shared);
        let ptx = ptx_name(&plan.name);
        let rows = entry.rows.map(|Rows { bytes, shares }| {
            let (entry, shares) = (format!("{}_rows", entry.name), shared(shares));
            quote!(.with_rows(#bytes, host::DeviceKernel::new(PROVEN, &#ptx, #entry) #shares))
        });
        let ordered = entry.ordered.then(|| quote!(.in_order()));
        let bins = entry.bins.then(|| quote!(.with_bins()));
        let [turned, windows] = [entry.turned, entry.windows]
            .map(|tiles| tiles.map(|Squares { rows, squares }| quote!(#rows, #squares)));
        let turned = turned.map(|tiles| quote!(.turned(#tiles)));
        let windows = windows.map(|tiles| quote!(.with_windows(#tiles)));
        let form = quote! {
            #unchecked #heap #tiles #claims #bins #ordered #teams #elements #across #shares #rows #nest #turned
            #windows
        };
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

/// How several blocks compute a lane.
fn shared(shares: Shares) -> TokenStream {
    let Shares { phases, bytes, stores, uneven } = shares;
    let launches = shares.launches();
    match uneven {
        true => quote!(.postponing(#launches, #bytes)),
        false => quote!(.by_shares(#phases, #bytes, #stores)),
    }
}
