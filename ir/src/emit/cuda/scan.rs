//! Scans: a lane falls into what comes before its running combinations and what comes after. The
//! second part computes again what it needs of the first: that is mostly what was read, which is
//! read from the cache then.

use super::ahead::slice_ahead;
use super::kernel::{Methods, head};
use super::lane::{Writer, Written};
use super::product::Product;
use super::reductions::Reductions;
use super::text::Lines;
use super::{THREADS, Unsupported};
use crate::core::visit::{Visitor, read, scans_of, slice_of};
use crate::core::{Atom, Expression, ScalarType, Scan, Soac, Statement, Var, Variables};

/// How many bytes a running combination may have: a block keeps one for each of its lanes.
pub(super) const MOST_BYTES: usize = 64;

impl Writer<'_> {
    /// The methods of a scan, and its entries.
    pub(super) fn scan(&mut self, soac: &Soac, binds: &[Var], name: &str) -> Written<Methods> {
        let scans: Vec<(&Scan, &[Var])> = scans_of(soac);
        let values = combined(&scans);
        if values.iter().any(|value| !self.variables.atom_type(*value).is_scalar()) {
            return Err(Unsupported("rows are combined from lane to lane"));
        }
        let running = running_of(&scans, 0, self.variables);
        let reductions = Reductions::of(soac, self);
        if running.bytes() > MOST_BYTES || reductions.bytes() > MOST_BYTES {
            return Err(Unsupported("the values of a scan are too wide"));
        }
        let mut lines = Lines::inside();
        running.declare_shuffled(&mut lines);
        let is_float = |value: &Atom| self.variables.element(*value).is_float();
        let exact = !values.iter().any(is_float);
        lines.line(format!("static constexpr bool exact = {exact};"));
        // The running combinations are made of what is read.
        let is_scan = |statement: &&Statement| matches!(statement.expression, Expression::Scan(_));
        let others: Vec<Statement> =
            soac.body.iter().filter(|statement| !is_scan(statement)).cloned().collect();
        let at_once = self.declare_at_once(&others, &mut lines);
        lines.line("");
        reductions.declare_if_any(self, &mut lines)?;
        self.reading_at_once(at_once, |this| this.ahead(soac, &values))?;
        self.give_combined(&values, &running);
        self.method("bool before(const usize at, running& own, failure* failed) const", &mut lines);
        self.continued(&scans, &running)?;
        self.method(
            "running continued(const running& left, const running& right) const",
            &mut lines,
        );
        self.lines.line("running first = {};");
        self.initial(&scans, "first");
        self.lines.line("return first;");
        self.method("running initial() const", &mut lines);
        self.stand_for_combined(&scans, &running);
        self.lane(soac, binds, &behind(soac, &scans, self.variables))?;
        reductions.give(self);
        self.lines.line("return true;");
        let signature = "bool after(const usize at, const running& before, const running& with, \
                         value& own, failure* failed) const";
        self.method(signature, &mut lines);
        let own = format!("{name}_kernel");
        let lanes_of_thread = lanes_of_thread(running.bytes());
        let mut entries = Lines::default();
        entries.open(format!(
            "{} {name}({own} kernel, usize count, u8* room, partial<{own}::value>* partials, \
             failure* failed)",
            head()
        ));
        entries.line(format!(
            "scan<{own}, {THREADS}, {lanes_of_thread}>(kernel, count, room, partials, failed);"
        ));
        entries.close("");
        reductions.partials_entry(name, &mut entries);
        let lanes_of_tile = Some(THREADS * lanes_of_thread);
        Ok(Methods { lines, entries, lanes_of_tile })
    }

    /// What a lane gives to be combined.
    pub(super) fn give_combined(&mut self, values: &[Atom], running: &Product) {
        for (field, value) in running.of("own").iter().zip(values) {
            let value = self.code(*value);
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
    }

    /// What two values give together.
    pub(super) fn continued(&mut self, scans: &Scans, running: &Product) -> Written<()> {
        self.lines.line("running both = left;");
        let (mut left, mut right) =
            (running.of("left").into_iter(), running.of("right").into_iter());
        let mut both = running.of("both").into_iter();
        for (scan, _) in scans {
            // There is no one to tell when values are combined.
            if scan.operator.body.statements.iter().any(|own| own.expression.may_fail()) {
                return Err(Unsupported("the operator of a scan can fail"));
            }
            let count = scan.values.len();
            let left: Vec<_> = left.by_ref().take(count).collect();
            let right: Vec<_> = right.by_ref().take(count).collect();
            let results = self.apply(&scan.operator, &left, &right)?;
            for (result, field) in results.into_iter().zip(both.by_ref()) {
                self.lines.line(format!("{field} = {result};"));
            }
        }
        for ((left, right), both) in left.zip(right).zip(both) {
            self.lines.line(format!("{both} = {left} + {right};"));
        }
        self.lines.line("return both;");
        Ok(())
    }

    /// Where the combinations begin.
    pub(super) fn initial(&mut self, scans: &Scans, to: &str) {
        for (position, atom) in scans.iter().flat_map(|(scan, _)| &scan.initial).enumerate() {
            let initial = self.code(*atom);
            self.lines.line(format!("{to}.v{position} = {initial};"));
        }
    }

    /// The rest of a lane knows what was combined before it and with it.
    pub(super) fn stand_for_combined(&mut self, scans: &Scans, running: &Product) {
        let (mut before, mut with) =
            (running.of("before").into_iter(), running.of("with").into_iter());
        for (scan, bound) in scans {
            for (bind, (before, with)) in bound.iter().zip(before.by_ref().zip(with.by_ref())) {
                self.stand_for(*bind, if scan.exclusive { before } else { with });
            }
        }
    }
}

/// Running combinations, and what they bind.
type Scans<'s> = [(&'s Scan, &'s [Var])];

/// What is combined.
pub(super) fn combined(scans: &Scans) -> Vec<Atom> {
    scans.iter().flat_map(|(scan, _)| scan.values.iter().copied()).collect()
}

/// The type of what is combined, and of so many counts.
pub(super) fn running_of(scans: &Scans, counts: usize, variables: &Variables) -> Product {
    let values = combined(scans);
    let types = values.iter().map(|value| variables.element(*value));
    let counts = std::iter::repeat_n(ScalarType::Usize, counts);
    Product::filled("running", types.chain(counts).collect())
}

/// What of a lane comes behind its running combinations.
pub(super) fn behind(soac: &Soac, scans: &Scans, variables: &Variables) -> Vec<Statement> {
    let early = slice_ahead(&soac.body, variables, &combined(scans));
    let is_scan = |statement: &Statement| matches!(statement.expression, Expression::Scan(_));
    // What is in neither slice is a check.
    let own = soac.body.iter().enumerate().filter(|(position, _)| !early.contains(position));
    let mut needed = Needed(Vec::new());
    soac.outputs.iter().for_each(|output| read::output(output, &mut needed));
    let Needed(mut needed) = needed;
    for (_, statement) in own.filter(|(_, statement)| !is_scan(statement)) {
        needed.extend(statement.binds.iter().map(|bind| Atom::Var(*bind)));
    }
    let mut without: Vec<Statement> = soac.body.clone();
    without.retain(|statement| !is_scan(statement));
    let late = slice_of(&without, variables, needed);
    without
        .into_iter()
        .enumerate()
        .filter(|(position, statement)| late.contains(position) || statement.binds.is_empty())
        .map(|(_, statement)| statement)
        .collect()
}

/// What is mentioned.
struct Needed(Vec<Atom>);

impl Visitor for Needed {
    fn atom(&mut self, atom: &Atom) {
        self.0.push(*atom);
    }
}

/// How many lanes a thread of a scan has: as many as a block has room for. An odd number lets
/// threads read their lanes from different banks.
pub(super) fn lanes_of_thread(bytes: usize) -> u32 {
    match bytes {
        0..=4 => 23,
        5..=8 => 11,
        9..=16 => 5,
        17..=32 => 3,
        _ => 1,
    }
}
