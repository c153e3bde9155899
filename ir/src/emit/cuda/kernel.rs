//! A kernel: the struct with the values that a lane needs, the lane, and the entries. Maps and reductions;
//! other patterns have files of their own.

use accel_abi::constants::THREADS;
use accel_abi::{EntryKind, kernel_symbol};

use super::context::Context;
use super::entry::Entry;
use super::lane::{Destination, Place, Writer};
use super::methods::{Map, Methods, head};
use super::reductions::Reductions;
use super::team::entries_of_teams;
use super::text::{CppExpression, Lines};
use crate::analysis::decisions_of;
use crate::core::visit::{bound_inside, outputs_with_binds};
use crate::core::{Atom, Output, Soac, Statement, Var, VarMap};
use crate::plan::schedule::DeviceSchedule;
use crate::plan::schedule::device::{Combining, ReadOnly, Staging, Teams, computed_for_one_use};
use crate::plan::{Kernel, Pattern, Plan};

/// The code of a kernel of a plan, whose launch binds these variables.
pub(super) fn write(
    plan: &Plan,
    kernel: &Kernel,
    binds: &[Var],
    schedule: &DeviceSchedule,
) -> (Entry, String) {
    let soac = &kernel.soac;
    let mut writer = Writer::new(&plan.variables, schedule, ReadOnly::of(soac, binds));
    let name = kernel_symbol(&kernel.name);
    let outputs = writer.outputs(kernel, binds);
    let in_order = schedule.combining == Some(Combining::InOrder);
    let mut types = Lines::inside();
    writer.declare_precomputed_rows(&mut types);
    let mut methods = match kernel.pattern {
        Pattern::Combine if in_order => writer.sort_then_combine(soac, binds, &name),
        Pattern::Map | Pattern::Combine => writer.map(soac, binds, &name),
        Pattern::Reduce => writer.reduce(soac, binds, &name),
        Pattern::Scan => writer.scan(soac, binds, &name),
        Pattern::Compact => writer.compact(soac, binds, &name),
        Pattern::Append => writer.append(soac, binds, &name),
    };
    writer.claim(soac, binds, &name, &mut methods);
    writer.precomputed_rows(soac, &name, &mut methods);
    let map = Map { soac, binds, name: &name };
    match &schedule.staging {
        None => {}
        Some(Staging::TiledNest { large, .. }) => writer.tiles(&map, *large, &mut methods),
        Some(Staging::Transposed { rows, squares, reads }) => {
            writer.transposed(&map, *rows, *squares, reads, &mut methods);
        }
        Some(Staging::Stencil { rows, squares, reads }) => {
            writer.stencil(&map, *rows, *squares, reads, &mut methods);
        }
    }
    if schedule.combining == Some(Combining::InAnyOrder { bins: true }) {
        writer.bins(soac, binds, &name, &mut methods);
    }
    let captures = writer.used_from_outside(kernel, binds);
    let mut lines = Lines::default();
    lines.line(format!("// {}", kernel.name));
    lines.open(format!("struct {name}_kernel"));
    lines.append(types);
    for var in &captures {
        let field = writer.field(*var);
        lines.line(format!("{field};"));
    }
    for output in outputs {
        lines.line(format!("{output};"));
    }
    if schedule.precomputed_rows.is_some() {
        lines.line("row_values* precomputed_rows;");
    }
    lines.line("");
    lines.append(methods.lines);
    lines.close(";");
    lines.line("");
    lines.append(methods.entries);
    (Entry { name, captures }, lines.finish())
}

impl Writer<'_> {
    pub(super) fn map(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let mut lines = Lines::inside();
        let teams = self.schedule.teams.as_ref();
        let distribution = teams.map(|teams| &teams.distribution);
        let context = Context { distribution, ..Context::of_lanes(self.schedule) };
        let unroll_factor = self.schedule.unroll_factor;
        let loads = unroll_factor > 1;
        if teams.is_none() {
            lines.line(format!("static constexpr bool loads = {loads};"));
            lines.line("");
        }
        let signature = match loads {
            true => {
                self.lane_with_batched_loads(soac, binds, &mut lines, context);
                "bool lane(const usize at, const loaded& own, failure* failed) const"
            }
            false => {
                self.lane(soac, binds, &soac.body, context);
                "bool lane(const usize at, failure* failed) const"
            }
        };
        self.lines.line("return true;");
        if let Some(Teams { distribution, .. }) = teams {
            let parameters = "const Team& team, const usize at, failure* failed";
            lines.line("template <class Team>");
            self.method(&format!("bool lane({parameters}) const"), &mut lines);
            let own = format!("{name}_kernel");
            let entry = |team| EntryKind::Lanes(team).name(name);
            let entries = entries_of_teams(&entry, &own, &own, distribution);
            return Methods { lines, entries };
        }
        self.method(signature, &mut lines);
        let mut entries = Lines::default();
        let head = head();
        entries.open(format!("{head} {name}({name}_kernel kernel, usize count, failure* failed)"));
        entries.line(format!("map<{unroll_factor}>(kernel, count, failed);"));
        entries.close("");
        Methods { lines, entries }
    }

    pub(super) fn reduce(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Methods {
        let reductions = Reductions::of(soac, self);
        let mut lines = Lines::inside();
        reductions.declare(self, &mut lines);
        let decisions = decisions_of(soac, self.variables).unwrap_or_default();
        lines.line(format!("static constexpr bool can_be_decided = {};", !decisions.is_empty()));
        lines.line("");
        for (number, decision) in decisions.iter().enumerate() {
            self.lines.line(format!("if (own.v{number} == {decision}) found->v{number} = true;"));
        }
        let found = (0..decisions.len()).map(|number| format!("found->v{number}"));
        let found = found.collect::<Vec<_>>().join(" && ");
        self.lines.line(match decisions.is_empty() {
            true => "return false;".to_string(),
            false => format!("return {found};"),
        });
        self.method("bool is_decided(const value& own, volatile value* found) const", &mut lines);
        let defers = self.schedule.defers;
        lines.line(format!("static constexpr bool defers = {defers};"));
        self.declare_unroll_factor(&mut lines);
        let unrolled = self.schedule.unroll_factor > 1;
        lines.line("");
        let mut context = Context::of_lanes(self.schedule).with_batched_reads(unrolled);
        if defers {
            self.lines.line("bool sound = true;");
            context.sound = Some("sound");
        }
        self.lane(soac, binds, &soac.body, context);
        reductions.give(self);
        self.lines.line(format!("return {};", context.sound.unwrap_or("true")));
        self.method("bool lane(const usize at, value& own, failure* failed) const", &mut lines);
        let (own, mut entries) = (format!("{name}_kernel"), Lines::default());
        entries.open(format!(
            "{} {name}({own} kernel, usize count, usize lanes_of_block, \
             partial<{own}::value>* partials, failure* failed)",
            head()
        ));
        entries.line(format!(
            "reduce<{own}, {THREADS}>(kernel, count, lanes_of_block, partials, failed);"
        ));
        entries.close("");
        reductions.partials_entry(name, &mut entries);
        Methods { lines, entries }
    }

    /// Puts the lines that have been written into a method.
    pub(super) fn method(&mut self, signature: &str, lines: &mut Lines) {
        lines.open(format!("__device__ __forceinline__ {signature}"));
        for declaration in std::mem::take(&mut self.outliving) {
            lines.line(declaration);
        }
        lines.lines(std::mem::take(&mut self.lines));
        lines.close("");
    }
    /// The variables that the lane mentions and neither binds nor stores.
    fn used_from_outside(&self, kernel: &Kernel, binds: &[Var]) -> Vec<Var> {
        let inside = bound_inside(&kernel.soac);
        let own = |var: &Var| inside.contains(var) || binds.contains(var);
        self.used().iter().copied().filter(|var| !own(var)).collect()
    }

    /// A captured variable as a field of the struct.
    fn field(&mut self, var: Var) -> String {
        let (name, ty) = (self.name(var), self.variables.ty(var));
        let element = ty.element().name();
        match ty.is_scalar() {
            true => format!("{element} {name}"),
            false => format!("const {element}* __restrict__ {name}"),
        }
    }

    /// The fields for the arrays that the kernel stores: those of rows, those that are written
    /// anywhere, those of scalars, then those of kept values.
    fn outputs(&mut self, kernel: &Kernel, binds: &[Var]) -> Vec<String> {
        let (mut rows, mut scalars, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let (mut offsets, mut appended) = (Vec::new(), Vec::new());
        for (output, own) in outputs_with_binds(&kernel.soac, binds) {
            let list = match output {
                Output::Reduce { .. } => continue,
                Output::Compact { .. } => {
                    kept.extend(own[1..].iter().map(|column| self.output_field(*column)));
                    continue;
                }
                Output::Store(value) if self.variables.atom_type(*value).is_scalar() => {
                    &mut scalars
                }
                Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => &mut rows,
                Output::Scatter { .. } | Output::Combine { .. } => continue,
                Output::Append { .. } => {
                    offsets.push(format!("usize* {}", self.name(own[1])));
                    appended.extend(own[2..].iter().map(|column| self.output_field(*column)));
                    continue;
                }
            };
            let field = self.output_field(own[0]);
            list.push(field);
        }
        rows.extend(self.targets(&kernel.soac, binds));
        rows.extend(scalars);
        rows.extend(kept);
        rows.extend(offsets);
        rows.extend(appended);
        rows
    }

    /// An array that the kernel writes, as a field.
    fn output_field(&mut self, array: Var) -> String {
        let (name, ty) = (self.name(array), self.variables.ty(array));
        format!("{}* __restrict__ {name}", ty.element().name())
    }

    /// The body of a lane, and the values that its outputs store.
    pub(super) fn lane(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        body: &[Statement],
        context: Context,
    ) {
        self.point(soac);
        let (mut rows, mut scalars) = (Vec::new(), Vec::new());
        for (output, own) in outputs_with_binds(soac, binds) {
            let array = self.name(own[0]);
            match output {
                Output::Store(value) if self.variables.atom_type(*value).is_scalar() => {
                    scalars.push((*value, array));
                }
                Output::Store(row) => {
                    let place = Place::Row(self.extents(own[0], soac.space.len()));
                    self.keep_row(*row, Destination { array, place }, soac, &mut rows);
                }
                Output::Segment { row, .. } | Output::Columns(row) => {
                    let whole = Destination { array, place: Place::Whole };
                    let destination = self.destination_of_row(
                        soac,
                        output,
                        own,
                        &whole,
                        CppExpression::whole("at"),
                    );
                    self.keep_row(*row, destination, soac, &mut rows);
                }
                Output::Append { rows: own_rows, .. } => {
                    let (offsets, start) = (self.name(own[1]), self.names.fresh("start"));
                    self.lines.line(format!("const usize {start} = {offsets}[at];"));
                    for (row, column) in own_rows.iter().zip(&own[2..]) {
                        let array = self.name(*column);
                        let first =
                            self.scaled(CppExpression::whole(&start), &self.extents(*column, 1));
                        let place = Place::From(first.operand().to_string());
                        self.keep_row(*row, Destination { array, place }, soac, &mut rows);
                    }
                }
                _ => {}
            }
        }
        self.statements(body, context);
        for (row, destination) in rows {
            self.store_row(row, &destination, None);
        }
        let one_stores = context.distribution.is_some() && !scalars.is_empty();
        if one_stores {
            self.lines.open("if (team.number() == 0)");
        }
        for (value, array) in scalars {
            let value = self.code(value);
            self.lines.line(format!("{array}[at] = {value};"));
        }
        if one_stores {
            self.lines.close("");
        }
        self.write_anywhere(soac, binds, context)
    }

    /// The number of lanes, one after the other, of a thread.
    pub(super) fn lanes_of_thread(&self) -> u32 {
        self.schedule.lanes_of_thread.unwrap_or(1)
    }

    /// Has a row written where it belongs as it is computed, if it is computed for that only.
    pub(super) fn keep_row(
        &mut self,
        row: Atom,
        destination: Destination,
        soac: &Soac,
        rows: &mut Vec<(Atom, Destination)>,
    ) {
        match row.var() {
            Some(var) if computed_for_one_use(var, soac) => {
                self.destinations.insert(var, destination);
            }
            _ => rows.push((row, destination)),
        }
    }

    /// Copies a row to where it belongs: to the beginning, unless it is told where it starts.
    pub(super) fn store_row(
        &mut self,
        row: Atom,
        destination: &Destination,
        start: Option<CppExpression>,
    ) {
        let Atom::Var(var) = row else { return };
        let extents = self.extents(var, 0);
        let (count, element) = (self.product(&extents).operand(), self.names.fresh("element"));
        let from = self.code(row).operand();
        self.lines.open(format!("for (usize {element} = 0; {element} < {count}; {element} += 1)"));
        let position = match start {
            None => CppExpression::whole(&element),
            Some(start) => CppExpression::binary(&start, "+", &CppExpression::whole(&element)),
        };
        let to = self.element_of(destination, &position);
        self.lines.line(format!("{to} = {from}[{element}];"));
        self.lines.close("");
    }

    /// The indices of the lane.
    pub(super) fn point(&mut self, soac: &Soac) {
        self.cast = VarMap::default();
        if let [lane] = soac.space[..] {
            return self.stand_for(lane.index, CppExpression::whole("at"));
        }
        let mut rest = "at".to_string();
        for (position, lane) in soac.space.iter().enumerate().rev() {
            if position == 0 {
                return self.stand_for(lane.index, CppExpression::whole(rest));
            }
            let (name, extent) = (self.name(lane.index), self.code(lane.extent).operand());
            self.lines.line(format!("const usize {name} = {rest} % {extent};"));
            let next = self.names.fresh("rest");
            self.lines.line(format!("const usize {next} = {rest} / {extent};"));
            rest = next;
        }
    }
}
