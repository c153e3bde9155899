//! Lanes that work on rows, written so that a team of threads can compute each of them: one thread,
//! a warp or a block, which the host chooses by how long the rows are.
//!
//! The statements of a lane are run by all threads alike. A row that is reduced, or stored where it
//! belongs, is dealt out to them element by element:
//!
//! ```text
//! f32 t = -0.0f;
//! const auto element = [&](const usize j) { const f32 x = xs[start + j]; t = t + x; };
//! each(team, length, element);
//! team.combine([&](f32& left, const f32& right) { left = left + right; }, t);
//! if (team.waits()) return true;
//! ```
//!
//! A lane waits only where several blocks compute it: for what the others reduce.

use super::kernel::{computed_for_one_use, head};
use super::lane::{Writer, Written};
use super::nested::Target;
use super::product::Product;
use super::scalar;
use super::text::{Code, Lines};
use super::{THREADS, Unsupported};
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Expression, Output, Soac, Statement, Var, Variables};
use crate::passes::neutral;

/// Whether teams can compute the lanes: there are rows to deal out, and all other statements may be
/// run by many threads.
pub(super) fn works(soac: &Soac, variables: &Variables) -> bool {
    let scalar = |atom: &Atom| variables.atom_type(*atom).is_scalar();
    let stored = soac.outputs.iter().all(|output| match output {
        Output::Store(value) if scalar(value) => true,
        Output::Store(row) | Output::Columns(row) | Output::Segment { row, .. } => {
            row.var().is_some_and(|row| computed_for_one_use(row, soac))
        }
        _ => false,
    });
    let mut rows = soac.body.iter().filter_map(|statement| match &statement.expression {
        Expression::Soac(row) => Some((row, &statement.binds)),
        _ => None,
    });
    let plain = |statement: &Statement| {
        let binds = &statement.binds;
        let array = binds.iter().any(|bind| !variables.ty(*bind).is_scalar());
        match &statement.expression {
            Expression::Soac(_) => true,
            Expression::View(_) | Expression::Index(..) | Expression::Coerce(..) => true,
            // Loops would be run by all threads.
            Expression::Scan(_) | Expression::Update { .. } | Expression::Loop(_) => false,
            _ => !array,
        }
    };
    stored
        && rows.clone().next().is_some()
        && rows.all(|(row, binds)| dealt_out(row, binds, soac, variables))
        && soac.body.iter().all(plain)
}

/// Whether the elements of a row can be dealt out: what they give is stored by the lane, or combined
/// in any order beginning with a neutral element.
fn dealt_out(row: &Soac, binds: &[Var], lane: &Soac, variables: &Variables) -> bool {
    row.space.len() == 1
        && !row.has_scan()
        && outputs_with_binds(row, binds).all(|(output, own)| match output {
            Output::Store(value) => {
                variables.atom_type(*value).is_scalar() && computed_for_one_use(own[0], lane)
            }
            Output::Reduce { operator, commutative, initial, when, .. } => {
                let sound = !operator.body.statements.iter().any(|s| s.expression.may_fail());
                // Without a value to begin with, rows without elements give zeros.
                let begins = initial.is_some() || when.is_none();
                *commutative && sound && begins && neutral(operator, variables).is_some()
            }
            _ => false,
        })
}

impl Writer<'_> {
    /// The statements of a lane.
    pub(super) fn statements_of_team(&mut self, list: &[Statement]) -> Written<()> {
        list.iter().try_for_each(|statement| match &statement.expression {
            Expression::Soac(row) => self.row_of_team(row, &statement.binds),
            _ => self.statement(statement),
        })
    }

    /// A row whose elements are dealt out.
    fn row_of_team(&mut self, row: &Soac, binds: &[Var]) -> Written<()> {
        for (output, own) in outputs_with_binds(row, binds) {
            let Output::Reduce { operator, .. } = output else { continue };
            let Some(neutral) = neutral(operator, self.variables) else {
                return Err(Unsupported("a row is combined without a neutral element"));
            };
            self.declare(own)?;
            let values: Vec<Code> = neutral.iter().map(|value| scalar::constant(*value)).collect();
            self.assign(own, &values);
        }
        let fails = row.body.iter().any(|statement| statement.expression.may_fail());
        let (element, index) = (self.names.fresh("element"), self.name(row.space[0].index));
        let result = if fails { " -> bool" } else { "" };
        self.lines.open(format!("const auto {element} = [&](const usize {index}){result}"));
        self.statements(&row.body)?;
        for (output, own) in outputs_with_binds(row, binds) {
            let target = match (output, self.sinks.get(&own[0])) {
                (Output::Reduce { .. }, _) => Target::Accumulators(None),
                (Output::Store(_), Some(sink)) => Target::Elements(sink.clone()),
                _ => return Err(Unsupported("a lane needs an array of its own")),
            };
            self.feed(row, output, own, &target)?;
        }
        if fails {
            self.lines.line("return true;");
        }
        self.lines.close(";");
        let length = self.code(row.space[0].extent);
        self.lines.line(match fails {
            true => format!("if (!each_sound(team, {length}, {element})) return false;"),
            false => format!("each(team, {length}, {element});"),
        });
        let mut reduces = false;
        for (output, own) in outputs_with_binds(row, binds) {
            reduces |= matches!(output, Output::Reduce { .. });
            self.shares.stores |= matches!(output, Output::Store(_));
            self.combine_in_team(output, own, &length)?;
        }
        if reduces {
            self.lines.line("if (team.waits()) return true;");
            self.shares.phases += 1;
        }
        Ok(())
    }

    /// Combines what the threads have of a reduction.
    fn combine_in_team(&mut self, output: &Output, own: &[Var], length: &Code) -> Written<()> {
        let Output::Reduce { operator, initial, .. } = output else { return Ok(()) };
        let names: Vec<String> = own.iter().map(|bind| self.name(*bind)).collect();
        let (left, right) = (self.names.fresh("left"), self.names.fresh("right"));
        let types = own.iter().map(|bind| self.variables.ty(*bind).element()).collect();
        let product = Product::filled("together", types);
        self.shares.bytes += product.bytes().next_multiple_of(16);
        let element = |writer: &Self| writer.variables.ty(own[0]).element().name();
        let (ty, total) = match own.len() {
            1 => (element(self).to_string(), names[0].clone()),
            _ => {
                let total = self.names.fresh("total");
                self.lines.open("");
                let mut lines = Lines::default();
                product.declare(&mut lines);
                self.lines.lines(lines);
                self.lines.line(format!("together {total} = {{}};"));
                for (place, name) in product.of(&total).iter().zip(&names) {
                    self.lines.line(format!("{place} = {name};"));
                }
                ("together".to_string(), total)
            }
        };
        let of = |value: &str| match own.len() {
            1 => vec![Code::whole(value)],
            _ => product.of(value),
        };
        let operation = self.names.fresh("operation");
        self.lines.open(format!("const auto {operation} = [&]({ty}& {left}, const {ty}& {right})"));
        let (mut places, operands) = (of(&left), of(&right));
        let new = self.apply(operator, &places, &operands)?;
        let fresh: Vec<String> = new.iter().map(|_| self.names.fresh("next")).collect();
        for ((bind, fresh), new) in own.iter().zip(&fresh).zip(&new) {
            let ty = self.variables.ty(*bind).element().name();
            self.lines.line(format!("const {ty} {fresh} = {new};"));
        }
        for (place, fresh) in places.drain(..).zip(&fresh) {
            self.lines.line(format!("{place} = {fresh};"));
        }
        self.lines.close(";");
        self.lines.line(format!("team.combine({operation}, {total});"));
        if own.len() > 1 {
            for (place, name) in product.of(&total).iter().zip(&names) {
                self.lines.line(format!("{name} = {place};"));
            }
            self.lines.close("");
        }
        match initial {
            Some(initial) => {
                let initial: Vec<Code> = initial.iter().map(|atom| self.code(*atom)).collect();
                let old: Vec<Code> = names.iter().map(Code::whole).collect();
                let new = self.apply(operator, &initial, &old)?;
                self.assign(own, &new);
            }
            None => {
                self.lines.open(format!("if ({} == 0)", length.operand()));
                self.assign_zeros(own);
                self.lines.close("");
            }
        }
        Ok(())
    }
}

/// Whether a lane has loops that are not dealt out, such as a reduction that not every row needs. Each
/// of several blocks would run all of them, in each phase.
pub(super) fn repeats(soac: &Soac) -> bool {
    let mut bodies: Vec<&Vec<Statement>> = Vec::new();
    for statement in &soac.body {
        if !matches!(statement.expression, Expression::Soac(_)) {
            bodies.extend(statement.expression.bodies());
        }
    }
    while let Some(body) = bodies.pop() {
        for statement in body {
            if matches!(statement.expression, Expression::Soac(_) | Expression::Loop(_)) {
                return true;
            }
            bodies.extend(statement.expression.bodies());
        }
    }
    false
}

/// How several blocks compute a lane.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shares {
    /// How many reductions there are, one after the other.
    pub phases: usize,
    /// How many bytes the values of all of them take for each block.
    pub bytes: usize,
    /// Whether elements are stored.
    pub stores: bool,
}

/// The entries of a kernel whose lanes are computed by teams: threads, warps, blocks, and several
/// blocks where something is reduced.
pub(super) fn entries(name: &str, shares: Shares) -> Lines {
    let mut lines = Lines::default();
    let block = format!("block<{THREADS}>");
    for (suffix, team) in [("", "alone"), ("_warps", "warp"), ("_blocks", &block)] {
        let head = head();
        lines.open(format!(
            "{head} {name}{suffix}({name}_kernel kernel, usize count, failure* failed)"
        ));
        lines.line(format!("map_by_teams<{team}>(kernel, count, failed);"));
        lines.close("");
    }
    if shares.phases > 0 {
        let (head, bytes) = (head(), shares.bytes);
        lines.open(format!(
            "{head} {name}_shares({name}_kernel kernel, u32 blocks, u32 parts, u32 phase, u8* room, \
             failure* failed)"
        ));
        lines.line(format!(
            "map_by_shares<{name}_kernel, {THREADS}, {bytes}>(kernel, blocks, parts, phase, room, \
             failed);"
        ));
        lines.close("");
    }
    lines
}
