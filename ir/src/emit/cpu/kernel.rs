//! Kernels: a struct with the values that a lane needs, and the methods that the drivers call.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rustc_hash::FxHashMap;

use super::context::Context;
use super::cost::lane_cost;
use super::destination::Destination;
use super::expression::{RustExpression, nested_tuple};
use super::fields::Fields;
use super::functions::extend;
use super::kernel_code::{KernelCode, Lines, RowsCode, TargetCode};
use super::lane_report::Lanes;
use super::methods::{Method, Methods, Owner};
use super::on_device::OnDevice;
use super::reductions::Reductions;
use super::row_kernels::{LongRows, Placed};
use super::scalar::scalar_type;
use super::soac::{guarded, values_of};
use super::tile_form::TileForm;
use super::tile_width::tiled_types;
use super::writer::Writer;
use crate::core::visit::{bound_inside, outputs_with_binds};
use crate::core::{Atom, Output, Soac, Var, VarMap};
use crate::plan::schedule::cpu::{CpuLanes, TiledLanes, row_offsets, varying_in_stacks};
use crate::plan::{Kernel, Pattern};

/// The trait of the driver that runs a kernel.
fn driver_trait(kernel: &Kernel) -> TokenStream {
    let rank = kernel.soac.space.len();
    match kernel.pattern {
        Pattern::Map => quote!(cpu::lanes::Map<#rank>),
        Pattern::Reduce => quote!(cpu::lanes::Reduce<#rank>),
        Pattern::Scan => quote!(cpu::scan::Scan),
        Pattern::Compact => quote!(cpu::compact::Compact),
        Pattern::Append => quote!(cpu::append::Append),
        Pattern::Combine => quote!(cpu::combine::Combine),
    }
}

/// The items that tell the drivers of a kernel's code for devices.
fn device_items(on_device: OnDevice, rows: &[RowsCode], targets: &[TargetCode]) -> TokenStream {
    let OnDevice { ptx, entry, form, arguments, .. } = on_device;
    let writers = rows.iter().map(|rows| &rows.name);
    let scattered = targets.iter().map(|(_, _, name)| name);
    quote! {
        const DEVICE: Option<host::DeviceKernel> =
            Some(host::DeviceKernel::new(PROVEN, &#ptx, #entry, #form));
        fn arguments(self, arguments: &mut host::Arguments) {
            #(arguments #arguments;)*
            #(arguments.rows(self.#writers);)*
            #(arguments.target(self.#scattered);)*
        }
    }
}

/// The attributes of a kernel's methods. The drivers call a lane in many places. Builds with debug assertions
/// are quick to compile instead.
fn inline() -> TokenStream {
    quote! {
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[cfg_attr(debug_assertions, inline)]
    }
}

/// The methods that a trait has.
fn owned_by(functions: &[(Owner, TokenStream)], owner: Owner) -> Vec<&TokenStream> {
    functions.iter().filter(|(own, _)| *own == owner).map(|(_, function)| function).collect()
}

/// The impl of `Combines` for a kernel whose lanes give values of the type `value`.
fn combines_impl(
    ty: &Ident,
    applied: &TokenStream,
    value: &TokenStream,
    functions: &[(Owner, TokenStream)],
) -> TokenStream {
    let functions = owned_by(functions, Owner::Combines);
    quote! {
        impl cpu::Combines for #ty #applied {
            type Value = #value;
            #(#functions)*
        }
    }
}

impl Writer<'_, '_> {
    /// The code of a kernel that host code launches, whose outputs are bound to `binds`.
    pub(super) fn kernel(&mut self, kernel: &Kernel, binds: &[Var]) -> KernelCode {
        let soac = &kernel.soac;
        let arrays = self.written_arrays(soac, binds, None);
        let segments = arrays.0.iter().filter(|rows| matches!(rows.lines, Lines::Segments));
        let segments = segments.map(|rows| rows.name.clone()).collect();
        let long_rows = LongRows::of(kernel, segments);
        let mut locals = VarMap::default();
        for (array, size) in &kernel.schedule.cpu.locals {
            locals.insert(*array, *size);
        }
        let lanes = Lanes::Of(kernel.name.clone());
        let context = Context {
            in_lane: true,
            locals: Some(&locals),
            nested_forms: Some(&kernel.schedule.cpu.nested),
            prefetched: &kernel.schedule.cpu.prefetched,
            guards: &kernel.schedule.cpu.guards.of_tiles,
            long_rows: long_rows.as_ref(),
            lanes: Some(&lanes),
            ..Context::HOST
        };
        self.report_cost(&kernel.name, soac);
        let mut code = self.kernel_code(kernel, binds, arrays, context, Context::HOST);
        code.items.extend(std::mem::take(&mut self.row_kernels).items);
        code
    }

    /// The code of the kernel of a long row, which a lane launches. `placed` are the results that lie in
    /// segments of the kernel of that lane.
    pub(super) fn row_kernel(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        placed: &FxHashMap<Var, Placed>,
        context: Context,
    ) -> KernelCode {
        let arrays = self.written_arrays(&kernel.soac, binds, Some(placed));
        let of_row = Context {
            long_rows: None,
            nested_forms: Some(&kernel.schedule.cpu.nested),
            prefetched: &kernel.schedule.cpu.prefetched,
            guards: &kernel.schedule.cpu.guards.of_tiles,
            placed: Some(placed),
            tile: None,
            ..context
        };
        self.kernel_code(kernel, binds, arrays, of_row, context)
    }

    /// The code of a kernel: its lanes are written in one context, and its fields are in another.
    fn kernel_code(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        (rows, targets): (Vec<RowsCode>, Vec<TargetCode>),
        context: Context,
        around: Context,
    ) -> KernelCode {
        let soac = &kernel.soac;
        let inside = bound_inside(soac);
        let called = std::mem::take(&mut self.called);
        let reductions = Reductions::of(soac, binds, self);
        let methods = match kernel.pattern {
            Pattern::Map | Pattern::Reduce => {
                self.lanes_methods(kernel, binds, &reductions, context)
            }
            Pattern::Scan => self.scan_methods(soac, binds, &reductions, context),
            Pattern::Compact => self.compact_methods(kernel, binds, &reductions, context),
            Pattern::Append => self.append_methods(soac, binds, &reductions, context),
            Pattern::Combine => self.combine_methods(kernel, context),
        };
        let ((cost, is_guess), for_cost) = self.recorded(|this| lane_cost(this, soac));
        let recursive = !self.called.is_empty();
        extend(&mut self.called, called);
        let mut mentioned: Vec<Var> = Vec::new();
        let lists = methods.functions.iter().map(|method| &method.mentioned);
        for var in lists.chain([&for_cost]).flatten() {
            if !inside.contains(var) && !mentioned.contains(var) {
                mentioned.push(*var);
            }
        }
        let on_device = self.on_device(kernel, binds, &mentioned);
        let mut fields = Fields::default();
        self.mentioned_fields(&mentioned, on_device.as_ref(), &mut fields, around);
        rows.iter().for_each(|rows| self.rows_field(rows, &mut fields));
        let placed = |bind: &Var| Some((*bind, context.placed?.get(bind)?));
        for (bind, segment) in binds.iter().filter_map(placed) {
            self.placed_fields(bind, segment, &mut fields);
        }
        for (_, destinations, name) in &targets {
            self.target_field(destinations, name, &mut fields);
        }
        let ty = super::item_names::type_name(&kernel.name);
        let (declared, applied) = match fields.borrows {
            true => (quote!(<'a>), quote!(<'_>)),
            false => (quote!(), quote!()),
        };
        let Fields { types: field_types, values, written, .. } = fields;
        let total = field_types.len();
        let mut open = |list: &[Var], writes: bool| {
            let mentioned = mentioned.iter().filter(|var| list.contains(var));
            let mut names: Vec<Ident> = mentioned.map(|var| self.name(*var)).collect();
            names.extend(written.iter().filter(|_| writes).cloned());
            let rest = (names.len() < total).then(|| quote!(..));
            match names.as_slice() {
                [] => quote!(),
                _ => quote!(let #ty { #(#names,)* #rest } = self;),
            }
        };
        let recursion = recursive.then(|| quote!(let recursion = host::Recursion::start();));
        let head = driver_trait(kernel);
        let has_code = on_device.is_some();
        let device = on_device.map(|on_device| device_items(on_device, &rows, &targets));
        let Methods { value: combined, types, functions } = methods;
        let cost_open = open(&for_cost, false);
        let guessed = is_guess.then(|| {
            quote!(
                const GUESSED: bool = true;
            )
        });
        let inline = inline();
        let functions = functions.into_iter();
        let functions = functions.map(|Method { signature, body, mentioned, writes, owner }| {
            let open = open(&mentioned, writes);
            (owner, quote!(#inline fn #signature { #open #recursion #body }))
        });
        let functions = Vec::from_iter(functions);
        let (of_all, of_pattern) =
            (owned_by(&functions, Owner::Kernel), owned_by(&functions, Owner::Pattern));
        let combines = combined.map(|value| combines_impl(&ty, &applied, &value, &functions));
        let items = quote! {
            #[derive(Clone, Copy)]
            struct #ty #declared { #(#field_types),* }

            impl cpu::Kernel for #ty #applied {
                #device
                fn cost(self) -> usize { #cost_open #cost }
                #guessed
                #(#of_all)*
            }

            #combines

            impl #head for #ty #applied {
                #types
                #(#of_pattern)*
            }

        };
        let value = quote!(#ty { #(#values),* });
        let (captured, on_device) = (mentioned, has_code);
        KernelCode { items, value, rows, targets, reductions, captured, on_device }
    }

    /// The arrays whose rows or columns the lanes of a kernel write, and those that they write anywhere.
    /// `placed` are those that lie in segments of the kernel around this one.
    fn written_arrays(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        placed: Option<&FxHashMap<Var, Placed>>,
    ) -> (Vec<RowsCode>, Vec<TargetCode>) {
        let mut rows = Vec::new();
        let mut targets = Vec::new();
        for (output, own) in outputs_with_binds(soac, binds) {
            match output {
                Output::Store(row) | Output::Columns(row)
                    if !self.variables.atom_type(*row).is_scalar() =>
                {
                    let (var, name) = (own[0], self.name(own[0]));
                    let mut extents = self.extents(var, 0);
                    let lines = match output {
                        Output::Columns(_) => {
                            extents.truncate(extents.len() - soac.space.len());
                            Lines::Columns
                        }
                        _ => {
                            extents.drain(..soac.space.len());
                            Lines::Rows
                        }
                    };
                    rows.push(RowsCode { var, name, count: None, extents, lines });
                }
                Output::Segment { .. }
                    if placed.is_some_and(|placed| placed.contains_key(&own[0])) => {}
                Output::Segment { .. } => {
                    let (var, name) = (own[0], self.name(own[0]));
                    let mut extents = self.extents(var, 0);
                    let count = Some(extents.remove(0));
                    rows.push(RowsCode { var, name, count, extents, lines: Lines::Segments });
                }
                Output::Scatter { destinations, .. } => {
                    let name = self.name(own[0]);
                    targets.push((own.to_vec(), destinations.clone(), name));
                }
                _ => {}
            }
        }
        (rows, targets)
    }

    /// The methods of a map or a reduction.
    fn lanes_methods(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        reductions: &Reductions,
        context: Context,
    ) -> Methods {
        let (soac, schedule) = (&kernel.soac, &kernel.schedule.cpu);
        let indices: Vec<TokenStream> = self.index_names(soac);
        let rank = soac.space.len();
        let at = quote!([#(#indices),*]: [usize; #rank]);
        let places = self.row_destinations(soac, binds);
        let tiles = self.tile_methods(kernel, &at, &places, reductions, context);
        let interior = match &schedule.lanes {
            CpuLanes::Sections(sections) => {
                return self.sections_methods(soac, &at, sections, context);
            }
            CpuLanes::Interior => Some(self.interior_methods(soac, &at, context)),
            CpuLanes::Guarded => Some(self.guarded_tile(soac, &at, context)),
            _ => None,
        };
        let ((body, stored_type, stored, value), mut mentioned) = self.recorded(|this| {
            let body = this.statements(&soac.body, &values_of(&soac.outputs), context);
            let writes = this.writes(soac, binds, context);
            let (stored_type, stored) = this.stored(soac);
            (quote!(#body #writes), stored_type, stored, this.reduced(reductions))
        });
        mentioned.extend(places);
        if reductions.is_empty() {
            let signature = quote!(lane(self, #at) -> Result<Self::Stored>);
            let mut functions = vec![Method::lane(signature, quote!(#body Ok(#stored)), mentioned)];
            let mut types = quote!(type Stored = #stored_type;);
            let guards = &schedule.guards.of_rows;
            if !guards.is_empty() {
                types.extend(quote!(
                    const GUARDED: bool = true;
                ));
                functions.push(self.held_method(soac, guards, context));
            }
            if let Some(tiles) = tiles {
                types.extend(tiles.types);
                functions.extend(tiles.functions);
            } else {
                functions.extend(self.gathered_bytes_method(&schedule.gathered));
                functions.extend(self.offsets_method(soac));
                if interior.is_none() && schedule.across {
                    types.extend(quote!(
                        const COLUMN_MAJOR: bool = true;
                    ));
                }
            }
            if let Some(interior) = interior {
                types.extend(interior.types);
                functions.extend(interior.functions);
            }
            return Methods::of_pattern(types, functions);
        }
        let value_type = reductions.value_type();
        let commutative = reductions.commutative();
        let signature = quote!(lane(self, #at) -> Result<(Self::Stored, Self::Value)>);
        let body = quote!(#body Ok((#stored, #value)));
        let mut functions = vec![Method::lane(signature, body, mentioned)];
        functions.extend(self.combine_methods_of(reductions, context));
        functions.extend(self.gathered_bytes_method(&schedule.gathered));
        functions.extend(self.offsets_method(soac));
        let decides = self.decides(soac, &mut functions);
        let follows =
            (commutative && tiles.is_none() && reductions.have_ordered_combine()).then(|| {
                functions.push(self.ordered_combine_method(reductions, context));
                quote!(
                    const ORDERED_COMBINE: bool = true;
                )
            });
        let Methods { types: tiled, functions: tile, .. } = tiles.unwrap_or_default();
        functions.extend(tile);
        let types = quote! {
            type Stored = #stored_type;
            const COMMUTATIVE: bool = #commutative;
            #decides
            #follows
            #tiled
        };
        Methods { value: Some(value_type), types, functions }
    }

    /// The methods for tiles, or for stacks of them.
    fn tile_methods(
        &mut self,
        kernel: &Kernel,
        at: &TokenStream,
        places: &[Var],
        reductions: &Reductions,
        context: Context,
    ) -> Option<Methods> {
        let schedule = &kernel.schedule.cpu;
        if !schedule.is_tiled() {
            return None;
        }
        let TiledLanes { soac, varying } =
            TiledLanes::of(&kernel.soac, kernel.pattern, self.variables)?;
        let soac = &soac;
        let stack = match schedule.lanes {
            CpuLanes::Stacks => varying_in_stacks(soac, self.variables),
            _ => None,
        };
        let (body, mentioned) = self.in_tiles(places, |this| match &stack {
            Some(varying) => this.stack(soac, varying, context),
            None => this.tile(soac, &varying, (TileForm::Tile, context), |this| {
                let (_, stored) = this.stored(soac);
                match reductions.is_empty() {
                    true => stored,
                    false => {
                        let value = this.reduced(reductions);
                        quote!((#stored, #value))
                    }
                }
            }),
        });
        if let CpuLanes::Tiles(width) = schedule.lanes {
            let types = tiled_types(width);
            let given = match reductions.is_empty() {
                true => quote!(Self::Stored),
                false => quote!((Self::Stored, Self::Value)),
            };
            let tile = Method::tile_of(at, &given, body, mentioned);
            return Some(Methods::of_pattern(types, vec![tile]));
        }
        let indices = self.index_names(soac);
        let one = quote!(self.stack::<1, W>([#(#indices),*], |_, lane, stored| put(lane, stored)));
        let types = quote!(
            const TILED: bool = true;
            const STACKED: bool = true;
        );
        let stack = Method::stack(at, body, mentioned);
        let functions = vec![Method::tile(at, one, Vec::new()), stack];
        Some(Methods::of_pattern(types, functions))
    }

    /// The method that tells how many bytes the arrays have that lanes gather elements of, if there are some.
    fn gathered_bytes_method(&mut self, arrays: &[Var]) -> Option<Method> {
        let mut memory: Vec<Atom> = Vec::new();
        for array in arrays {
            let array = self.resolve(Atom::Var(*array));
            if !memory.contains(&array) {
                memory.push(array);
            }
        }
        if memory.is_empty() {
            return None;
        }
        let (arrays, mentioned) = self.recorded(|this| this.all(&memory));
        let signature = quote!(gather_bytes(self) -> usize);
        Some(Method::of_all(signature, quote!(#(#arrays.bytes())+*), mentioned))
    }

    pub(super) fn offsets_method(&mut self, soac: &Soac) -> Option<Method> {
        let opened = row_offsets(soac, self.variables)?;
        let (part, mentioned) = self.recorded(|this| {
            let offsets = this.tokens(Atom::Var(opened.offsets));
            let Some(start) = opened.start else { return quote!(Some(*#offsets)) };
            // The method has references to the kernel's fields.
            let [start, lanes] = [start, soac.space[0].extent].map(|size| {
                let tokens = this.plain(size).text;
                if size.var().is_some() { quote!(*#tokens) } else { tokens }
            });
            // Without lanes there is nothing at the start, perhaps.
            quote!((#lanes > 1).then(|| #offsets.part(#start, #lanes + 1)))
        });
        let signature = quote!(offsets(&self) -> Option<host::View<'_, usize>>);
        Some(Method::of_all(signature, part, mentioned))
    }

    /// The names of the indices.
    pub(super) fn index_names(&mut self, soac: &Soac) -> Vec<TokenStream> {
        let indices: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
        self.names(&indices)
    }

    /// The indices of the lane `at` of a kernel whose lanes are counted.
    pub(super) fn point(&mut self, soac: &Soac) -> TokenStream {
        let names = self.index_names(soac);
        if let [index] = names.as_slice() {
            return quote!(let #index = at;);
        }
        let extents: Vec<TokenStream> =
            soac.space.iter().map(|lane| self.plain(lane.extent).text).collect();
        quote!(let [#(#names),*] = cpu::blocks::point(at, [#(#extents),*]);)
    }

    /// The number of the lane.
    pub(super) fn lane_number(&mut self, soac: &Soac) -> RustExpression {
        let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
        let indices: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
        self.linear(&indices, &extents)
    }

    /// Lets the rows that nested SOACs make for an output be written where they belong. Gives the
    /// variables that say where, which the lanes mention then.
    pub(super) fn row_destinations(&mut self, soac: &Soac, binds: &[Var]) -> Vec<Var> {
        let ((), mentioned) = self.recorded(|this| {
            for (output, own) in outputs_with_binds(soac, binds) {
                if let Some(row) = this.row_of(output)
                    && this.is_stored_for_one_use(row, &soac.body)
                {
                    let (name, place) = (this.name(own[0]), this.place_of(soac, output));
                    this.write_into(
                        row,
                        Destination::Row(name, place, RustExpression::whole(quote!(0))),
                        &soac.body,
                    );
                }
            }
        });
        mentioned
    }

    /// The row that an output stores.
    fn row_of(&self, output: &Output) -> Option<Var> {
        match output {
            Output::Store(row) | Output::Columns(row) | Output::Segment { row, .. } => {
                row.var().filter(|row| !self.variables.ty(*row).is_scalar())
            }
            _ => None,
        }
    }

    /// The number under which a row finds its place: the lane's, or that of where it begins.
    fn place_of(&mut self, soac: &Soac, output: &Output) -> RustExpression {
        match output {
            Output::Segment { start, .. } => self.plain(*start),
            _ => self.lane_number(soac),
        }
    }

    /// The stores of a lane by itself: rows that lie elsewhere, and scattered values.
    pub(super) fn writes(&mut self, soac: &Soac, binds: &[Var], context: Context) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (output, own) in outputs_with_binds(soac, binds) {
            if let Some(row) = self.row_of(output)
                && !self.is_stored_for_one_use(row, &soac.body)
            {
                let (name, place) = (self.name(own[0]), self.place_of(soac, output).text);
                let row = self.tokens(Atom::Var(row));
                tokens.extend(quote!(#name.set_row(#place, 0, #row.slice());));
            }
            if let (Output::Segment { row, start }, Some(placed)) =
                (output, context.placed.and_then(|placed| placed.get(&own[0])))
            {
                let (value, position) = (self.plain(*row).text, self.plain(*start));
                tokens.extend(placed.write(&position, &value));
            }
            if let Output::Scatter { index, values, when, .. } = output {
                let name = self.name(own[0]);
                let index = self.plain(*index).text;
                let values =
                    nested_tuple(values.iter().map(|value| self.plain(*value).text).collect());
                let put = quote!(#name.put(#index, #values););
                tokens.extend(guarded(self.condition(*when), put));
            }
        }
        tokens
    }

    /// The type of the scalars that a lane stores, and their values.
    pub(super) fn stored(&mut self, soac: &Soac) -> (TokenStream, TokenStream) {
        let mut types = Vec::new();
        let mut values = Vec::new();
        for output in &soac.outputs {
            if let Output::Store(value) = output
                && self.variables.atom_type(*value).is_scalar()
            {
                types.push(scalar_type(self.variables.element(*value)));
                values.push(self.plain(*value).text);
            }
        }
        (nested_tuple(types), nested_tuple(values))
    }
}
