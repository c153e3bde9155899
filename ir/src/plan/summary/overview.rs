//! The overview of a plan, which `f::plan()` shows: all that takes time, in the order in which it runs, each with
//! its place in the source, the arrays that are stored for it, their sizes, and the reason why they are.
//!
//! ```text
//! plan zscore
//! kernel zscore.1 reduce over [n]: sum, at 3:19
//! kernel zscore.2 map over [n]: map, at 4:22
//!   stores exponents, 8 * n bytes: zscore.3 and zscore.4 use it
//! ```

use std::fmt::Write;

use super::tests_of_sizes::tests_of_sizes_of_nests;
use super::{counted, has_version, line, show_size, summary_printer, version_of};
use crate::core::print::Printer;
use crate::core::{Atom, Expression, LoopForm, Origin, Soac, Sort, Statement, Var};
use crate::plan::stored::{Storage, Stored};
use crate::plan::{Choice, Launched, Plan, RepeatForm, Step, Steps, Version};
use crate::source::{Location, SourceMap, Span};
use crate::types::{Label, Regularity, ValueRegularity};

/// The overview of a plan.
pub fn overview(plan: &Plan, storage: &Storage, source: &SourceMap) -> String {
    let mut overview = Overview {
        plan,
        source,
        printer: summary_printer(plan),
        launched: plan.launched(),
        storage,
        turns: Vec::new(),
        text: format!("plan {}\n", plan.name),
    };
    overview.steps(&plan.body);
    overview.versions();
    overview.arrays();
    overview.text
}

/// The surroundings of what does not run in every case, in words.
const CONDITION: &str = "under a condition";

struct Overview<'a> {
    plan: &'a Plan,
    source: &'a SourceMap,
    printer: Printer<'a>,
    launched: Vec<Launched<'a>>,
    storage: &'a Storage<'a>,
    /// The loops and conditions around a step, in words.
    turns: Vec<String>,
    text: String,
}

impl Overview<'_> {
    fn steps(&mut self, steps: &Steps) {
        for step in &steps.steps {
            match step {
                Step::Launch(launch) => {
                    let is_it =
                        |one: &&Launched| matches!(one, Launched::Kernel(n) if *n == launch.kernel);
                    if let Some(launched) = self.launched.iter().find(is_it) {
                        let line = line(self.plan, launched, &mut self.printer);
                        self.line(&format!("kernel {line}"), launch.span);
                    }
                }
                Step::Compute(statement) => self.statement(statement),
                Step::Branch { choice: Choice::Program, then, otherwise, .. } => {
                    for arm in [then, otherwise] {
                        self.within(CONDITION.into(), |this| this.steps(arm));
                    }
                }
                // The usual version of a nest.
                Step::Branch { otherwise, .. } => self.steps(otherwise),
                Step::Repeat { form, body, span, .. } => {
                    let turn = self.turn(*span);
                    if let RepeatForm::While(condition) = form {
                        self.within(turn.clone(), |this| this.steps(condition));
                    }
                    self.within(turn, |this| this.steps(body));
                }
            }
            self.stored_by(step);
        }
    }

    /// Adds lines on what runs in a loop or under a condition.
    fn within(&mut self, turn: String, add: impl FnOnce(&mut Self)) {
        self.turns.push(turn);
        add(self);
        self.turns.pop();
    }

    /// A turn of the loop at a place, in words.
    fn turn(&self, span: Span) -> String {
        format!("in each turn of the loop{}", self.place(span))
    }

    /// Work of the host that no kernel does.
    fn statement(&mut self, statement: &Statement) {
        let Statement { expression, span, .. } = statement;
        match expression {
            Expression::Sort(sort) => self.sort(sort, *span),
            Expression::Loop(repetition) => {
                let turns = match repetition.form {
                    LoopForm::For(_, count) => self.size(count),
                    LoopForm::While(_) => None,
                };
                let turns = turns.map_or(String::new(), |turns| format!(", {turns} turns"));
                self.line(&format!("one core: loop{turns}"), *span);
                self.within(self.turn(*span), |this| this.sorts_in(expression));
            }
            Expression::If(_) => {
                self.within(CONDITION.into(), |this| this.sorts_in(expression));
            }
            Expression::Soac(soac) => {
                let words = words(soac);
                self.line(&format!("one core: {words}"), *span);
                self.sorts_in(expression);
            }
            Expression::Call(name, _) => self.line(&format!("call {name}"), *span),
            Expression::Copy(Atom::Var(array)) if !self.plan.variables.ty(*array).is_scalar() => {
                let name = self.plan.variables.name(*array).map_or("array", |name| name);
                let bytes = self.bytes_of(*array);
                self.line(&format!("copy {name}{bytes}"), *span);
            }
            _ => {}
        }
    }

    /// The sorts in an expression that launches nothing else.
    fn sorts_in(&mut self, expression: &Expression) {
        for statement in expression.bodies().into_iter().flatten() {
            match &statement.expression {
                Expression::Sort(sort) => self.sort(sort, statement.span),
                other => self.sorts_in(other),
            }
        }
    }

    fn sort(&mut self, sort: &Sort, span: Span) {
        let is_it = |one: &&Launched| match one {
            Launched::Sort(host) => std::ptr::eq::<Origin>(host.origin, &raw const sort.origin),
            Launched::Kernel(_) => false,
        };
        match self.launched.iter().find(is_it) {
            Some(launched) if version_of(self.plan, launched) == Version::Usual => {
                let line = line(self.plan, launched, &mut self.printer);
                self.line(&format!("kernel {line}"), span);
            }
            _ => {}
        }
    }

    /// Adds a line with its place, and the loops and conditions around it.
    fn line(&mut self, line: &str, span: Span) {
        let place = self.place(span);
        let comma = if place.is_empty() { "" } else { "," };
        let _ = write!(self.text, "{line}{comma}{place}");
        for turn in &self.turns {
            let _ = write!(self.text, ", {turn}");
        }
        self.text.push('\n');
    }

    fn place(&self, span: Span) -> String {
        if !span.is_some() {
            return String::new();
        }
        let Location { line, column } = self.source.location(span);
        format!(" at {line}:{column}")
    }

    /// Adds a line for each array that a step stores.
    fn stored_by(&mut self, step: &Step) {
        let storage = self.storage;
        for Stored { name, array, maker, reason, .. } in &storage.arrays {
            if std::ptr::eq(*maker, step) {
                let bytes = self.bytes_of(*array);
                let _ = writeln!(self.text, "  stores {name}{bytes}: {reason}");
            }
        }
    }

    /// `, 8 * n bytes`: the size of an array as a formula, if the user has names for its extents; else nothing.
    fn bytes_of(&mut self, array: Var) -> String {
        let ty = self.plan.variables.ty(array);
        let extents: Option<Vec<String>> =
            ty.extents().iter().map(|extent| self.size(extent.size()?)).collect();
        match extents {
            Some(extents) => {
                let factors = [vec![ty.element().bytes().to_string()], extents].concat();
                format!(", {} bytes", factors.join(" * "))
            }
            None => String::new(),
        }
    }

    /// A size that the user has a name for, or a number.
    fn size(&mut self, size: Atom) -> Option<String> {
        let plan = self.plan;
        let is_named = |var| plan.variables.name(var).is_some() || plan.parameters.contains(&var);
        let is_known = size.var().is_none_or(is_named);
        is_known.then(|| show_size(size, &mut self.printer))
    }

    /// Adds lines on the versions of nests, which the sizes choose when the program runs.
    fn versions(&mut self) {
        for (nest, test) in tests_of_sizes_of_nests(self.plan, &mut self.printer) {
            let _ = writeln!(self.text, "other kernels for {nest}, if {test}");
        }
        if has_version(self.plan, Version::SharedRows) {
            self.text
                .push_str("other kernels if lanes read the elements of rows twice or more often\n");
        }
        if has_version(self.plan, Version::EqualRows) {
            self.text.push_str("other kernels if all rows of an array have one length\n");
        }
    }

    /// Adds lines on all arrays.
    fn arrays(&mut self) {
        let Storage { intermediates, descriptors, .. } = *self.storage;
        let _ =
            writeln!(self.text, "stores {} besides the results", counted(intermediates, "array"));
        if descriptors > 0 {
            let _ = writeln!(
                self.text,
                "{}: the places where the rows of ragged arrays begin",
                counted(descriptors, "segment descriptor")
            );
        }
        for ValueRegularity { value, regularity } in &self.plan.regularity {
            if let (Label::Name(name), Regularity::Ragged) = (value, regularity) {
                let _ = writeln!(self.text, "ragged {name}");
            }
        }
    }
}

/// The source operations of a SOAC.
fn words(soac: &Soac) -> String {
    let words: Vec<&str> = soac.origins.iter().map(|origin| &*origin.operation).collect();
    words.join(", ")
}
