//! A kernel: the struct with what a lane needs, the lane, and the entries.

use super::lane::{Place, Sink, Writer, Written};
use super::text::{Code, Lines};
use super::{Entry, THREADS, Unsupported};
use crate::core::visit::{bound_inside, each_use, outputs_with_binds};
use crate::core::{Atom, Expression, Output, ScalarType, Soac, Var};
use crate::plan::{Kernel, Pattern, Plan};

/// The code of a kernel of a plan.
pub(super) fn write(plan: &Plan, kernel: &Kernel) -> Written<(Entry, String)> {
    let soac = &kernel.soac;
    let Some(binds) = binds_of(plan, &plan.body, kernel) else {
        return Err(Unsupported("the kernel is not launched"));
    };
    match kernel.pattern {
        Pattern::Map | Pattern::Reduce => {}
        Pattern::Scan => return Err(Unsupported("scans run on the CPU")),
        Pattern::Compact => return Err(Unsupported("filters run on the CPU")),
        Pattern::Append => return Err(Unsupported("rows of unknown lengths are made on the CPU")),
        Pattern::Combine => return Err(Unsupported("`scatter_with` runs on the CPU")),
    }
    let mut writer = Writer::new(&plan.variables);
    let name = entry_name(&kernel.name);
    let outputs = writer.outputs(kernel, &binds)?;
    let reduces = kernel.pattern == Pattern::Reduce;
    let reductions = Reductions::of(soac, &writer);
    let mut lines = Lines::inside();
    if reduces {
        reductions.declare(&mut lines);
        lines.line("");
    }
    let value = if reduces { " value& own," } else { "" };
    lines.open(format!(
        "__device__ __forceinline__ bool lane(const usize at,{value} failure* failed) const"
    ));
    writer.lane(soac, &binds)?;
    reductions.give(&mut writer);
    lines.lines(std::mem::take(&mut writer.lines));
    lines.line("return true;");
    lines.close("");
    if reduces {
        lines.line("");
        lines.open(
            "__device__ __forceinline__ value combine(const value& left, const value& right) const",
        );
        reductions.combine(&mut writer)?;
        lines.lines(std::mem::take(&mut writer.lines));
        lines.close("");
    }
    let methods = lines;
    let captures = writer.used_from_outside(kernel, &binds);
    let mut lines = Lines::default();
    lines.line(format!("// {}", kernel.name));
    lines.open(format!("struct {name}_kernel"));
    for var in &captures {
        let field = writer.field(*var);
        lines.line(format!("{field};"));
    }
    for output in outputs {
        lines.line(format!("{output};"));
    }
    lines.line("");
    lines.append(methods);
    lines.close(";");
    lines.line("");
    entries(&name, reduces, &mut lines);
    Ok((Entry { name, captures }, lines.finish()))
}

/// The `__global__` functions.
fn entries(name: &str, reduces: bool, lines: &mut Lines) {
    let own = format!("{name}_kernel");
    let head = format!("extern \"C\" __global__ void __launch_bounds__({THREADS}) {name}");
    if !reduces {
        lines.open(format!("{head}({own} kernel, usize count, failure* failed)"));
        lines.line("map(kernel, count, failed);");
        return lines.close("");
    }
    let partials = format!("partial<{own}::value>* partials");
    lines.open(format!(
        "{head}({own} kernel, usize count, usize lanes_of_block, {partials}, failure* failed)"
    ));
    lines.line(format!(
        "reduce<{own}, {THREADS}>(kernel, count, lanes_of_block, partials, failed);"
    ));
    lines.close("");
    let results = format!("{own}::results results");
    lines.open(format!("{head}_partials({own} kernel, usize count, const {partials}, {results})"));
    lines.line(format!("reduce_partials<{own}, {THREADS}>(kernel, count, partials, results);"));
    lines.close("");
}

/// The name of a kernel's entry: `saxpy.1` is `saxpy_1`.
fn entry_name(kernel: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("accel_{}", kernel.chars().map(plain).collect::<String>())
}

/// What a launch of the kernel binds.
fn binds_of(plan: &Plan, steps: &crate::plan::Steps, kernel: &Kernel) -> Option<Vec<Var>> {
    use crate::plan::{RepeatForm, Step};
    steps.steps.iter().find_map(|step| match step {
        Step::Launch(launch) if plan.kernels[launch.kernel].name == kernel.name => {
            Some(launch.binds.clone())
        }
        Step::Branch { then, otherwise, .. } => {
            binds_of(plan, then, kernel).or_else(|| binds_of(plan, otherwise, kernel))
        }
        Step::Repeat { form: RepeatForm::While(condition), body, .. } => {
            binds_of(plan, condition, kernel).or_else(|| binds_of(plan, body, kernel))
        }
        Step::Repeat { body, .. } => binds_of(plan, body, kernel),
        _ => None,
    })
}

impl Writer<'_> {
    /// What the lane mentions that is neither bound in it nor stored by it.
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

    /// The fields for the arrays that the kernel stores: those of rows, then those of scalars.
    fn outputs(&mut self, kernel: &Kernel, binds: &[Var]) -> Written<Vec<String>> {
        let (mut rows, mut scalars) = (Vec::new(), Vec::new());
        for (output, own) in outputs_with_binds(&kernel.soac, binds) {
            let list = match output {
                Output::Reduce { .. } => continue,
                Output::Store(value) if self.variables.atom_type(*value).is_scalar() => {
                    &mut scalars
                }
                Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => &mut rows,
                _ => return Err(Unsupported("scattered values are written on the CPU")),
            };
            let (name, ty) = (self.name(own[0]), self.variables.ty(own[0]));
            list.push(format!("{}* __restrict__ {name}", ty.element().name()));
        }
        rows.extend(scalars);
        Ok(rows)
    }

    /// The body of a lane, and what its outputs store.
    fn lane(&mut self, soac: &Soac, binds: &[Var]) -> Written<()> {
        if soac.body.iter().any(|statement| matches!(statement.expression, Expression::Scan(_))) {
            return Err(Unsupported("scans run on the CPU"));
        }
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
                    self.keep_row(*row, Sink { array, place }, soac, &mut rows);
                }
                Output::Segment { row, start } => {
                    let place = Place::Rows(*start, self.extents(own[0], 1));
                    self.keep_row(*row, Sink { array, place }, soac, &mut rows);
                }
                Output::Columns(row) => {
                    let lanes = soac.space.iter().map(|lane| lane.extent).collect();
                    let place = Place::Column(lanes);
                    self.keep_row(*row, Sink { array, place }, soac, &mut rows);
                }
                _ => {}
            }
        }
        self.statements(&soac.body)?;
        for (row, sink) in rows {
            self.store_row(row, &sink)?;
        }
        for (value, array) in scalars {
            let value = self.code(value);
            self.lines.line(format!("{array}[at] = {value};"));
        }
        Ok(())
    }

    /// Has a row written where it belongs as it is computed, if it is computed for that only.
    fn keep_row(&mut self, row: Atom, sink: Sink, soac: &Soac, rows: &mut Vec<(Atom, Sink)>) {
        match row.var() {
            Some(var) if computed_for_one_use(var, soac) => {
                self.sinks.insert(var, sink);
            }
            _ => rows.push((row, sink)),
        }
    }

    /// Copies a row to where it belongs.
    fn store_row(&mut self, row: Atom, sink: &Sink) -> Written<()> {
        let Atom::Var(var) = row else { return Err(Unsupported("a row is no variable")) };
        let extents = self.extents(var, 0);
        let (count, element) = (self.product(&extents).operand(), self.names.fresh("element"));
        let from = self.code(row).operand();
        self.lines.open(format!("for (usize {element} = 0; {element} < {count}; {element} += 1)"));
        let to = self.element_of(sink, &Code::whole(&element));
        self.lines.line(format!("{to} = {from}[{element}];"));
        self.lines.close("");
        Ok(())
    }

    /// The indices of the lane.
    fn point(&mut self, soac: &Soac) {
        if let [lane] = soac.space[..] {
            return self.stand_for(lane.index, Code::whole("at"));
        }
        let mut rest = "at".to_string();
        for (position, lane) in soac.space.iter().enumerate().rev() {
            if position == 0 {
                return self.stand_for(lane.index, Code::whole(rest));
            }
            let (name, extent) = (self.name(lane.index), self.code(lane.extent).operand());
            self.lines.line(format!("const usize {name} = {rest} % {extent};"));
            let next = self.names.fresh("rest");
            self.lines.line(format!("const usize {next} = {rest} / {extent};"));
            rest = next;
        }
    }
}

/// Whether a row is what a map of the lane gives, and is used nowhere else in the lane.
fn computed_for_one_use(row: Var, soac: &Soac) -> bool {
    let made = soac.body.iter().any(|statement| {
        statement.binds.contains(&row)
            && matches!(&statement.expression, Expression::Soac(inner)
                if inner.outputs.iter().all(|output| output.binds() == 1))
    });
    let mut uses = 0;
    for statement in &soac.body {
        each_use(&statement.expression, |var| uses += usize::from(var == row));
    }
    let stored = soac.outputs.iter().filter(|output| match output {
        Output::Store(value) | Output::Columns(value) | Output::Segment { row: value, .. } => {
            *value == Atom::Var(row)
        }
        _ => false,
    });
    made && uses == 0 && stored.count() == 1
}

/// What the lanes of a reduction give. A reduction that leaves lanes out gives a flag first: whether
/// there is a value at all.
struct Reductions<'s> {
    outputs: Vec<&'s Output>,
    /// The types of all that a lane gives, in order.
    types: Vec<&'static str>,
}

impl<'s> Reductions<'s> {
    fn of(soac: &'s Soac, writer: &Writer) -> Reductions<'s> {
        let (mut outputs, mut types) = (Vec::new(), Vec::new());
        for output in &soac.outputs {
            let Output::Reduce { values, when, .. } = output else { continue };
            outputs.push(output);
            types.extend(when.map(|_| ScalarType::Bool.name()));
            types.extend(values.iter().map(|value| writer.element(*value)));
        }
        Reductions { outputs, types }
    }

    /// The type of the values, and whether they may be combined in any order.
    fn declare(&self, lines: &mut Lines) {
        let all = |each: fn(usize) -> String| -> Vec<String> {
            (0..self.types.len()).map(each).collect()
        };
        lines.open("struct value");
        for (position, ty) in self.types.iter().enumerate() {
            lines.line(format!("{ty} v{position};"));
        }
        // Copied component by component: what lies between them is never written.
        let copied = all(|position| format!("v{position}(from.v{position})")).join(", ");
        let assigned = all(|position| format!("v{position} = from.v{position};")).join(" ");
        lines.line("value() = default;");
        lines.line(format!("__device__ __forceinline__ value(const value& from) : {copied} {{}}"));
        lines.open("__device__ __forceinline__ value& operator=(const value& from)");
        lines.line(assigned);
        lines.line("return *this;");
        lines.close("");
        lines.close(";");
        lines.open("struct results");
        for (position, ty) in self.types.iter().enumerate() {
            lines.line(format!("{ty}* v{position};"));
        }
        lines.open("__device__ __forceinline__ void store(const value& from) const");
        for line in all(|position| format!("*v{position} = from.v{position};")) {
            lines.line(line);
        }
        lines.close("");
        lines.close(";");
        let commutative = self
            .outputs
            .iter()
            .all(|output| matches!(output, Output::Reduce { commutative: true, .. }));
        lines.line(format!("static constexpr bool commutative = {commutative};"));
    }

    /// What a lane gives.
    fn give(&self, writer: &mut Writer) {
        let mut position = 0;
        for output in &self.outputs {
            let Output::Reduce { values, when, .. } = output else { continue };
            for value in when.iter().chain(values) {
                let value = writer.code(*value);
                writer.lines.line(format!("own.v{position} = {value};"));
                position += 1;
            }
        }
    }

    /// What two values give together.
    fn combine(&self, writer: &mut Writer) -> Written<()> {
        writer.lines.line("value both = left;");
        let mut position = 0;
        for output in &self.outputs {
            let Output::Reduce { operator, values, when, .. } = output else { continue };
            // There is no one to tell when values are combined.
            if operator.body.statements.iter().any(|statement| statement.expression.may_fail()) {
                return Err(Unsupported("the operator of a reduction can fail"));
            }
            if when.is_some() {
                let flag = position;
                position += 1;
                let given: Vec<String> = (position..position + values.len())
                    .map(|position| format!("both.v{position} = right.v{position};"))
                    .collect();
                writer.lines.open(format!("if (!left.v{flag})"));
                writer.lines.line(format!("both.v{flag} = right.v{flag};"));
                writer.lines.line(given.join(" "));
                writer.lines.close(&format!(" else if (right.v{flag}) {{"));
                writer.lines.deeper();
            }
            let side = |side: &str| -> Vec<Code> {
                let range = position..position + values.len();
                range.map(|position| Code::whole(format!("{side}.v{position}"))).collect()
            };
            let results = writer.apply(operator, &side("left"), &side("right"))?;
            for result in results {
                writer.lines.line(format!("both.v{position} = {result};"));
                position += 1;
            }
            if when.is_some() {
                writer.lines.close("");
            }
        }
        writer.lines.line("return both;");
        Ok(())
    }
}
