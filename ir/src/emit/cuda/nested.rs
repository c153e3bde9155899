//! SOACs inside lanes: loops.

use super::context::Context;
use super::lane::{Destination, Place, Writer};
use super::scalar;
use super::text::CppExpression;
use crate::analysis::decisions_of;
use crate::core::visit::outputs_with_binds;
use crate::core::{Atom, Expression, Lambda, Output, Scan, Soac, Statement, Var};

impl Writer<'_> {
    /// A SOAC that runs in one lane.
    pub(super) fn nested(&mut self, soac: &Soac, binds: &[Var], context: Context) {
        let ahead = self.take_precomputed_row(binds, context);
        let mut outputs: Vec<(&Output, &[Var], Target)> = Vec::new();
        for (output, own) in outputs_with_binds(soac, binds) {
            match output {
                Output::Reduce { .. } if !ahead => self.declare(own),
                Output::Compact { .. } if !ahead => self.declare(&own[..1]),
                _ => {}
            }
            outputs.push((output, own, self.prepare(soac, output, own, context)));
        }
        for statement in &soac.body {
            if let Expression::Scan(scan) = &statement.expression {
                self.start_scan(scan, statement);
            }
        }
        for lane in &soac.space {
            let head = self.counted(lane.index, lane.extent);
            self.lines.open(head);
        }
        let mut rows = Vec::new();
        for (output, own, target) in &outputs {
            if let (
                Output::Columns(row) | Output::Segment { row, .. },
                Target::Elements(destination),
            ) = (output, target)
            {
                let turn = self.turn(soac);
                let destination = self.destination_of_row(soac, output, own, destination, turn);
                self.keep_row(*row, destination, soac, &mut rows);
            }
        }
        self.statements(&soac.body, context);
        for (row, destination) in rows {
            self.store_row(row, &destination, None);
        }
        for (output, own, target) in &outputs {
            self.feed(soac, output, own, target, context);
        }
        if let Some(decisions) = decisions_of(soac, self.variables) {
            let decided: Vec<String> = decisions
                .into_iter()
                .zip(binds)
                .map(|(decision, total)| format!("{} == {decision}", self.name(*total)))
                .collect();
            self.lines.line(format!("if ({}) break;", decided.join(" && ")));
        }
        for _ in &soac.space {
            self.lines.close("");
        }
        for (_, own, target) in &outputs {
            if let Target::Appended { offsets_end, .. } = target {
                let (offsets, count) = (self.name(own[1]), self.name(own[0]));
                self.lines.line(format!("{offsets}[{offsets_end}] = {count};"));
            }
        }
        if ahead {
            self.lines.close("");
        }
    }

    /// Writes the declarations of an output that stand before the loop.
    fn prepare(&mut self, soac: &Soac, output: &Output, binds: &[Var], context: Context) -> Target {
        match output {
            Output::Reduce { initial, .. } => {
                let started = match initial {
                    Some(initial) => {
                        let initial: Vec<CppExpression> =
                            initial.iter().map(|atom| self.code(*atom)).collect();
                        self.assign(binds, &initial);
                        None
                    }
                    None => {
                        self.assign_zeros(binds);
                        let started = self.names.fresh("started");
                        self.lines.line(format!("bool {started} = false;"));
                        Some(started)
                    }
                };
                Target::Accumulators(started)
            }
            Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => {
                let extents = self.extents(binds[0], 0);
                Target::Elements(self.elements(binds[0], &extents, context))
            }
            Output::Compact { .. } => {
                self.assign_zeros(&binds[..1]);
                let most: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                let columns =
                    binds[1..].iter().map(|column| self.elements(*column, &most, context));
                Target::Compacted(columns.collect())
            }
            Output::Append { offsets, .. } => self.start_appending(soac, binds, *offsets, context),
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                for (destination, bind) in destinations.iter().zip(binds) {
                    let own = self.code(*destination);
                    self.stand_for(*bind, own);
                }
                Target::Own
            }
        }
    }

    /// The place of the elements of an array that has at most so many: that of the row that the lane stores, or
    /// memory of the lane.
    fn elements(&mut self, array: Var, most: &[Atom], context: Context) -> Destination {
        if let Some(destination) = self.destinations.get(&array).cloned() {
            return destination;
        }
        let allocation = self.allocation(array, most);
        let array = self.memory(array, &allocation, context);
        Destination { array, place: Place::Whole }
    }

    /// The place to which the turn with this number stores its row, in the array that an output makes.
    pub(super) fn destination_of_row(
        &mut self,
        soac: &Soac,
        output: &Output,
        binds: &[Var],
        whole: &Destination,
        turn: CppExpression,
    ) -> Destination {
        let array = Box::new(whole.place.clone());
        let place = match output {
            Output::Segment { start, .. } => Place::Rows(array, *start, self.extents(binds[0], 1)),
            _ => {
                let columns = soac.space.iter().map(|lane| lane.extent).collect();
                Place::Column(array, turn, columns)
            }
        };
        Destination { array: whole.array.clone(), place }
    }

    /// Assigns zeros to variables.
    pub(super) fn assign_zeros(&mut self, binds: &[Var]) {
        let zero = |bind: &Var| scalar::constant(self.variables.ty(*bind).element().zero());
        let zeros: Vec<CppExpression> = binds.iter().map(zero).collect();
        self.assign(binds, &zeros);
    }

    /// Writes the use that an output makes of the values of a turn.
    pub(super) fn feed(
        &mut self,
        soac: &Soac,
        output: &Output,
        binds: &[Var],
        target: &Target,
        context: Context,
    ) {
        match (output, target) {
            (Output::Reduce { values, operator, when, .. }, Target::Accumulators(started)) => {
                let guard = when.map(|when| self.code(when));
                if let Some(when) = &guard {
                    self.lines.open(format!("if ({when})"));
                }
                let values: Vec<CppExpression> =
                    values.iter().map(|value| self.code(*value)).collect();
                if let Some(started) = started {
                    self.lines.open(format!("if (!{started})"));
                    self.assign(binds, &values);
                    self.lines.line(format!("{started} = true;"));
                    self.lines.otherwise();
                }
                let old: Vec<CppExpression> =
                    binds.iter().map(|bind| CppExpression::whole(self.name(*bind))).collect();
                let new = self.apply(operator, &old, &values, context);
                self.assign(binds, &new);
                if started.is_some() {
                    self.lines.close("");
                }
                if guard.is_some() {
                    self.lines.close("");
                }
            }
            (Output::Compact { values, when }, Target::Compacted(columns)) => {
                let (when, count) = (self.code(*when), self.name(binds[0]));
                self.lines.open(format!("if ({when})"));
                for (value, destination) in values.iter().zip(columns) {
                    self.store(destination, &CppExpression::whole(&count), *value);
                }
                self.lines.line(format!("{count} += 1;"));
                self.lines.close("");
            }
            (Output::Store(value), Target::Elements(destination)) => {
                let position = self.turn(soac);
                match self.variables.atom_type(*value).is_scalar() {
                    true => self.store(destination, &position, *value),
                    false => {
                        let start = self.scaled(position, &self.row_extents(*value));
                        self.store_row(*value, destination, Some(start));
                    }
                }
            }
            (Output::Append { rows, length, .. }, Target::Appended { capacity, .. }) => {
                self.append_rows(soac, binds, rows, *length, capacity);
            }
            (
                Output::Scatter { index, values, when, .. }
                | Output::Combine { index, values, when, .. },
                Target::Own,
            ) => {
                let guard = when.map(|when| self.code(when));
                if let Some(when) = &guard {
                    self.lines.open(format!("if ({when})"));
                }
                let operator = match output {
                    Output::Combine { operator, .. } => Some(operator),
                    _ => None,
                };
                self.write_element(binds, *index, values, operator, context);
                if guard.is_some() {
                    self.lines.close("");
                }
            }
            // Their rows are where they belong.
            (Output::Columns(_) | Output::Segment { .. }, Target::Elements(_)) => {}
            _ => unreachable!("an output has a target of its kind"),
        }
    }

    /// The position of a turn among all of them.
    pub(super) fn turn(&mut self, soac: &Soac) -> CppExpression {
        let indices: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
        let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
        self.linear(&indices, &extents)
    }

    /// Stores an element.
    pub(super) fn store(
        &mut self,
        destination: &Destination,
        position: &CppExpression,
        value: Atom,
    ) {
        if matches!(destination.place, Place::Nowhere) {
            return;
        }
        let (element, value) = (self.element_of(destination, position), self.code(value));
        self.lines.line(format!("{element} = {value};"));
    }

    /// Writes an operator on these operands, and returns its results.
    pub(super) fn apply(
        &mut self,
        operator: &Lambda,
        left: &[CppExpression],
        right: &[CppExpression],
        context: Context,
    ) -> Vec<CppExpression> {
        for (parameter, code) in operator.parameters.iter().zip(left.iter().chain(right)) {
            self.stand_for(*parameter, code.clone());
        }
        self.block(&operator.body, context)
    }

    /// The state of a running combination, before the loop.
    fn start_scan(&mut self, scan: &Scan, statement: &Statement) {
        for (bind, initial) in statement.binds.iter().zip(&scan.initial) {
            let ty = self.variables.ty(*bind);
            let (element, initial) = (ty.element().name(), self.code(*initial));
            let state = self.state(*bind);
            self.lines.line(format!("{element} {state} = {initial};"));
        }
    }

    /// A running combination in a nested loop.
    pub(super) fn nested_scan(&mut self, scan: &Scan, binds: &[Var], context: Context) {
        let states: Vec<String> = binds.iter().map(|bind| self.state(*bind)).collect();
        let old: Vec<CppExpression> = states.iter().map(CppExpression::whole).collect();
        let values: Vec<CppExpression> =
            scan.values.iter().map(|value| self.code(*value)).collect();
        self.declare(binds);
        if scan.exclusive {
            self.assign(binds, &old);
        }
        let new = self.apply(&scan.operator, &old, &values, context);
        let fresh: Vec<String> = new.iter().map(|_| self.names.fresh("next")).collect();
        for ((bind, fresh), new) in binds.iter().zip(&fresh).zip(&new) {
            let ty = self.variables.ty(*bind).element().name();
            self.lines.line(format!("const {ty} {fresh} = {new};"));
        }
        for (state, fresh) in states.iter().zip(&fresh) {
            self.lines.line(format!("{state} = {fresh};"));
        }
        if !scan.exclusive {
            self.assign(binds, &old);
        }
    }
}

/// The destination of the values of an output.
pub(super) enum Target {
    /// Into variables of the lane; the name of the flag that says whether there has been a value,
    /// if there is none to begin with.
    Accumulators(Option<String>),
    /// Into an array, elements or rows.
    Elements(Destination),
    /// Into arrays, one behind the other.
    Compacted(Vec<Destination>),
    /// Into arrays of the lane's own.
    Own,
    /// Rows one after the other into arrays that grow: the name of their capacity, and the place of the last
    /// offset.
    Appended { capacity: String, offsets_end: CppExpression },
}
