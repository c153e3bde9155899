//! Host code: the steps of a plan, and the launches of its kernels.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::Context;
use super::expression::nested_tuple;
use super::kernel_code::{KernelCode, RowsCode};
use super::reductions::Reductions;
use super::writer::{Device, Writer};
use crate::core::visit::{Visitor, outputs_with_binds, read};
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, VarMap, VarSet, View};
use crate::plan::schedule::DeviceSchedule;
use crate::plan::{Choice, Kernel, Launch, Pattern, Plan, RepeatForm, Step, Steps};

impl Writer<'_, '_> {
    /// The steps of a plan, and their results; the kernels go to `items`.
    pub(super) fn steps(
        &mut self,
        plan: &Plan,
        steps: &Steps,
        items: &mut TokenStream,
    ) -> (TokenStream, Vec<super::expression::RustExpression>) {
        // Runs of plain statements, so that values used once need no names.
        let mut tokens = TokenStream::new();
        let mut position = 0;
        while position < steps.steps.len() {
            let calls = independent_calls(&steps.steps[position..]);
            if calls.len() > 1 {
                position += calls.len();
                tokens.extend(self.calls(&calls));
                continue;
            }
            let run: Vec<_> = steps.steps[position..]
                .iter()
                .enumerate()
                .map_while(|(ahead, step)| match step {
                    Step::Compute(_)
                        if independent_calls(&steps.steps[position + ahead..]).len() > 1 =>
                    {
                        None
                    }
                    Step::Compute(statement) if self.leaves_home(statement) => None,
                    Step::Compute(statement) => Some(statement.clone()),
                    _ => None,
                })
                .collect();
            if !run.is_empty() {
                position += run.len();
                let last = position == steps.steps.len();
                let tail: &[Atom] = if last { &steps.results } else { &[] };
                tokens.extend(self.synced_to_host(&run));
                tokens.extend(self.statements(&run, tail, Context::HOST));
                continue;
            }
            tokens.extend(self.step(plan, &steps.steps[position], items));
            position += 1;
        }
        let results = steps.results.iter().map(|result| self.code(*result)).collect();
        (tokens, results)
    }

    fn step(&mut self, plan: &Plan, step: &Step, items: &mut TokenStream) -> TokenStream {
        match step {
            Step::Compute(statement) => match self.sort_of_device(statement) {
                Some(sort) => {
                    self.sort_on_device(sort, &statement.binds, statement.span, Context::HOST)
                }
                None => {
                    let before = self.synced_to_host([statement]);
                    let statement = self.statement(statement, false, Context::HOST);
                    quote!(#before #statement)
                }
            },
            Step::Launch(launch) => self.launch(&plan.kernels[launch.kernel], launch, items),
            Step::Branch { choice, condition, then, otherwise, binds } => {
                let mut condition = self.tokens(*condition);
                let by_sizes = matches!(choice, Choice::Sizes | Choice::Columns);
                if by_sizes && self.shares_lanes(otherwise) {
                    // Several blocks of a device compute a long lane.
                    condition = quote!(#condition && !host::on_device());
                }
                let then = self.steps(plan, then, items);
                let otherwise = self.steps(plan, otherwise, items);
                self.choice(binds, condition, then, otherwise, Context::HOST)
            }
            Step::Repeat { form, carried, body, binds, .. } => {
                let before = self.carry(carried, Context::HOST);
                let vars: Vec<Var> = carried.iter().map(|(var, _)| *var).collect();
                let head = match form {
                    RepeatForm::For(index, count) => self.counted(*index, *count),
                    RepeatForm::While(condition) => {
                        let (statements, results) = self.steps(plan, condition, items);
                        self.while_head(statements, &results)
                    }
                };
                let (statements, results) = self.steps(plan, body, items);
                self.around(binds, &vars, before, head, statements, results)
            }
        }
    }

    /// Returns true if a statement may leave its results on a device.
    fn leaves_home(&self, statement: &Statement) -> bool {
        let calls = matches!(statement.expression, Expression::Call(..));
        self.device.is_some() && calls || self.sort_of_device(statement).is_some()
    }

    /// Returns true if all kernels of these steps can be computed on a device by several blocks for each lane.
    fn shares_lanes(&self, steps: &Steps) -> bool {
        let Some(Device { plan, unit }) = self.device else { return false };
        let is_shared = |kernel: usize| {
            let schedule = plan.kernels[kernel].schedule.device.as_ref();
            unit.kernels[kernel].is_ok() && schedule.is_ok_and(DeviceSchedule::is_shared)
        };
        let mut launches = 0;
        let shares = steps.steps.iter().all(|step| match step {
            Step::Launch(launch) => {
                launches += 1;
                is_shared(launch.kernel)
            }
            Step::Compute(_) => true,
            _ => false,
        });
        launches > 0 && shares
    }

    /// Brings the arrays to the host that statements of the host look at: kernels of a device may have
    /// made them.
    fn synced_to_host<'s>(
        &mut self,
        statements: impl IntoIterator<Item = &'s Statement>,
    ) -> TokenStream {
        if self.device.is_none() {
            return TokenStream::new();
        }
        let mut uses = Uses::default();
        for statement in statements {
            match &statement.expression {
                // A function that is called brings the arrays to the host that it needs there.
                Expression::Call(..) | Expression::CommonLength(..) => {}
                // Another name does not look at the elements.
                Expression::Coerce(atom, _)
                | Expression::View(View::Reshape(atom) | View::Slice(atom, _)) => {
                    for bind in &statement.binds {
                        uses.aliases.insert(*bind, *atom);
                    }
                }
                _ => read::statement(statement, &mut uses),
            }
        }
        let mut names: Vec<Ident> = Vec::new();
        for atom in uses.outside {
            let Atom::Var(var) = self.resolve(atom) else { continue };
            let name = self.name(var);
            if !self.variables.ty(var).is_scalar() && !names.contains(&name) {
                names.push(name);
            }
        }
        quote!(#(#names.sync_host()?;)*)
    }

    /// Returns true if arrays that are mentioned here may be on a device.
    pub(super) fn may_be_on_device(&self, context: Context) -> bool {
        self.device.is_some() && !context.in_lane
    }

    /// Leaves an array on the host alone, which a statement of the host changes.
    pub(super) fn made_host_exclusive(&mut self, array: Atom, context: Context) -> TokenStream {
        if !self.may_be_on_device(context) {
            return TokenStream::new();
        }
        let place = self.tokens(array);
        quote!(#place.make_host_exclusive()?;)
    }

    /// As [`Writer::made_host_exclusive`], for all arrays that the lanes of a nest change.
    pub(super) fn made_host_exclusive_by(&mut self, soac: &Soac, context: Context) -> TokenStream {
        let mut tokens = TokenStream::new();
        for output in &soac.outputs {
            if let Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } =
                output
            {
                tokens.extend(
                    destinations.iter().map(|array| self.made_host_exclusive(*array, context)),
                );
            }
        }
        tokens
    }

    fn launch(&mut self, kernel: &Kernel, launch: &Launch, items: &mut TokenStream) -> TokenStream {
        let binds = &launch.binds;
        let KernelCode { items: code, value, rows, targets, reductions, on_device, .. } =
            self.kernel(kernel, binds);
        items.extend(code);
        let soac = &kernel.soac;
        let operation = soac.origins.first().map_or("map", |origin| &origin.operation);
        let site = self.sites.memory(operation, launch.span);
        let (_, count) = self.space_of(soac, &site);

        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        for RowsCode { name, extents, count: own, .. } in &rows {
            let count = own.map_or(count.clone(), |own| self.plain(own).text);
            let width = self.row_width(extents, &site);
            before.extend(quote! {
                let mut #name = cpu::rows::Rows::new(PROVEN, #site, #count, #width)?;
            });
            after.extend(quote!(let mut #name = #name.finish();));
        }
        for (binds, destinations, name) in &targets {
            let lengths = self.extents(binds[0], 0);
            let length = self.product(&lengths[..1]).text;
            let (columns, back) = self.taken_over(binds, destinations, on_device, &mut before);
            before.extend(quote! {
                let #name = cpu::scatter::Target::new(PROVEN, &mut #columns, #length);
            });
            after.extend(back);
        }
        let run = match soac.outputs.first() {
            Some(Output::Combine { destinations, .. }) => {
                let lengths = self.extents(binds[0], 0);
                let length = self.product(&lengths[..1]).text;
                let (columns, back) = self.taken_over(binds, destinations, on_device, &mut before);
                after.extend(back);
                quote!(cpu::combine::combine(PROVEN, #site, #count, &mut #columns, #length, #value)?;)
            }
            _ => {
                let (given, run) = self.driven(kernel, binds, &site, &value, &reductions);
                if given.to_string() == "()" { quote!(#run?;) } else { quote!(let #given = #run?;) }
            }
        };
        quote!(#before #run #after)
    }

    /// The call of the driver that runs a kernel, and before it the names of its results: all but those that
    /// its lanes write themselves.
    pub(super) fn driven(
        &mut self,
        kernel: &Kernel,
        binds: &[Var],
        site: &TokenStream,
        value: &TokenStream,
        reductions: &Reductions,
    ) -> (TokenStream, TokenStream) {
        let soac = &kernel.soac;
        let (space, count) = self.space_of(soac, site);
        let stored = nested_tuple(self.stored_names(kernel, binds));
        let initial = reductions.initial(self);
        let given = reductions.pattern(self);
        match kernel.pattern {
            Pattern::Map => (stored, quote!(cpu::lanes::map(PROVEN, #site, #space, #value))),
            Pattern::Reduce => (
                quote!((#stored, #given)),
                quote!(cpu::lanes::reduce(PROVEN, #site, #space, #initial, #value)),
            ),
            Pattern::Scan => {
                let state = self.scan_initial(soac);
                let run = quote!(cpu::scan::scan(PROVEN, #site, #count, #state, #initial, #value));
                (quote!((#stored, #given)), run)
            }
            Pattern::Compact => {
                let groups = outputs_with_binds(soac, binds).filter_map(|(output, own)| {
                    let Output::Compact { .. } = output else { return None };
                    let names = self.mutable_names(own);
                    let (count, columns) = names.split_first()?;
                    let columns = nested_tuple(columns.to_vec());
                    Some(quote!((#count, #columns)))
                });
                let groups = nested_tuple(groups.collect());
                let run = quote!(cpu::compact::compact(PROVEN, #site, #count, #initial, #value));
                (quote!((#stored, #groups, #given)), run)
            }
            Pattern::Append => {
                let groups = outputs_with_binds(soac, binds).filter_map(|(output, own)| {
                    let Output::Append { .. } = output else { return None };
                    let names = self.mutable_names(own);
                    let columns = nested_tuple(names[2..].to_vec());
                    let (count, offsets) = (&names[0], &names[1]);
                    Some(quote!((#count, #offsets, #columns)))
                });
                let groups = nested_tuple(groups.collect());
                let run = quote!(cpu::append::append(PROVEN, #site, #count, #initial, #value));
                (quote!((#stored, #groups, #given)), run)
            }
            Pattern::Combine => unreachable!("a launch writes it where its destinations are"),
        }
    }

    /// The extents of a space, and how many lanes it has.
    fn space_of(&mut self, soac: &Soac, site: &TokenStream) -> (TokenStream, TokenStream) {
        let extents: Vec<TokenStream> =
            soac.space.iter().map(|lane| self.plain(lane.extent).text).collect();
        let count = match extents.as_slice() {
            [one] => one.clone(),
            _ => quote!(host::count(#site, &[#(#extents),*])?),
        };
        (quote!([#(#extents),*]), count)
    }

    /// The number of scalars of a row.
    fn row_width(&mut self, row: &[Atom], site: &TokenStream) -> TokenStream {
        match row {
            [_] => self.product(row).text,
            _ => {
                let extents: Vec<TokenStream> =
                    row.iter().map(|extent| self.plain(*extent).text).collect();
                quote!(host::count(#site, &[#(#extents),*])?)
            }
        }
    }

    /// The columns that destinations become, bundled: before the kernel they are moved together,
    /// afterwards apart.
    fn taken_over(
        &mut self,
        binds: &[Var],
        destinations: &[Atom],
        on_device: bool,
        before: &mut TokenStream,
    ) -> (TokenStream, TokenStream) {
        let places = self.all(destinations);
        if self.device.is_some() {
            let change = if on_device { quote!(device_mut) } else { quote!(make_host_exclusive) };
            before.extend(quote!(#(#places.#change()?;)*));
        }
        if let [one] = places.as_slice() {
            self.alias(binds[0], destinations[0]);
            return (one.clone(), TokenStream::new());
        }
        let columns = self.names.fresh("columns");
        let together = nested_tuple(places);
        before.extend(quote!(let mut #columns = #together;));
        let apart = nested_tuple(self.mutable_names(binds));
        (quote!(#columns), quote!(let #apart = #columns;))
    }

    /// The names of the results that the driver itself stores.
    fn stored_names(&mut self, kernel: &Kernel, binds: &[Var]) -> Vec<TokenStream> {
        let mut list = Vec::new();
        for (output, own) in outputs_with_binds(&kernel.soac, binds) {
            if let Output::Store(value) = output
                && self.variables.atom_type(*value).is_scalar()
            {
                list.push(own[0]);
            }
        }
        self.mutable_names(&list)
    }
}

/// The variables that statements use and do not bind.
#[derive(Default)]
struct Uses {
    outside: Vec<Atom>,
    bound: VarSet,
    aliases: VarMap<Atom>,
}

impl Visitor for Uses {
    fn atom(&mut self, atom: &Atom) {
        let mut atom = *atom;
        while let Atom::Var(var) = atom
            && let Some(other) = self.aliases.get(&var)
        {
            atom = *other;
        }
        if atom.var().is_some_and(|var| !self.bound.contains(&var)) {
            self.outside.push(atom);
        }
    }

    fn bind(&mut self, var: &Var) {
        self.bound.insert(*var);
    }
}

/// The calls at the beginning of steps that need nothing of each other.
fn independent_calls(steps: &[Step]) -> Vec<&Statement> {
    let mut calls: Vec<&Statement> = Vec::new();
    for step in steps {
        let Step::Compute(statement) = step else { break };
        let Expression::Call(..) = statement.expression else { break };
        let mut independent = true;
        crate::core::visit::each_use(&statement.expression, |var| {
            independent &= !calls.iter().any(|call| call.binds.contains(&var));
        });
        if !independent {
            break;
        }
        calls.push(statement);
    }
    calls
}
