//! How many lanes, or elements of a row, a thread computes at once. Each thread of a device waits long
//! for what it reads; with several reads under way, there is enough of them to use all of the memory's
//! bandwidth. So simple lanes are written out several times, one behind the other, and read what the
//! kernel does not change by instructions that nothing holds up: see `device/reads.cuh`.
//!
//! A check would hold them up. Where nothing but values comes of a lane, its checks only note that one
//! has failed:
//!
//! ```cuda
//! const u32 column = read(columns + i);
//! bool sound = is_below(column, length);
//! const f64 value = read_if(sound, x + column);
//! total = total + value;
//! return sound;
//! ```

use super::lane::{Writer, Written};
use super::text::Lines;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Soac, Statement, Var, VarSet, View};

/// How many bytes a thread reads at once, and how many lanes it computes at most.
const BYTES: usize = 80;
pub(super) const MOST_LANES: usize = 8;

/// From how many statements on a lane is not written out several times.
const LONG: usize = 40;

impl Writer<'_> {
    /// How many lanes with this body a thread computes at once.
    pub(super) fn at_once(&self, body: &[Statement]) -> usize {
        if body.len() > LONG || !body.iter().all(|statement| self.is_simple(statement)) {
            return 1;
        }
        let read = |statement: &Statement| match statement.expression {
            Expression::Index(..) => {
                let ty = self.variables.ty(statement.binds[0]);
                if ty.is_scalar() { ty.element().bytes() } else { 0 }
            }
            _ => 0,
        };
        let bytes: usize = body.iter().map(read).sum();
        let most = BYTES.checked_div(bytes).unwrap_or(1).clamp(1, MOST_LANES);
        1 << most.ilog2()
    }

    /// The same, which drivers want to know.
    pub(super) fn declare_at_once(&self, body: &[Statement], lines: &mut Lines) -> usize {
        let at_once = self.at_once(body);
        lines.line(format!("static constexpr u32 lanes_at_once = {at_once};"));
        at_once
    }

    /// Writes statements of which a thread computes so many at once: what they read is read together.
    pub(super) fn reading_at_once<T>(
        &mut self,
        at_once: usize,
        write: impl FnOnce(&mut Self) -> Written<T>,
    ) -> Written<T> {
        self.reads_at_once = at_once > 1;
        let written = write(self);
        self.reads_at_once = false;
        written
    }

    /// Whether a statement neither repeats anything nor has memory of its own.
    fn is_simple(&self, statement: &Statement) -> bool {
        match &statement.expression {
            Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
            Expression::Copy(_) => self.variables.ty(statement.binds[0]).is_scalar(),
            Expression::View(View::Reshape(_) | View::Slice(..)) | Expression::Check(_) => true,
            Expression::Index(..) => true,
            _ => false,
        }
    }

    /// Whether the checks of a body can wait for its end: it reads nothing but what the kernel does not
    /// change.
    pub(super) fn can_defer(&self, body: &[Statement]) -> bool {
        let fails = body.iter().any(|statement| statement.expression.may_fail());
        let mut views = VarSet::new();
        fails
            && body.iter().all(|statement| {
                let safe = match &statement.expression {
                    Expression::Index(array, _)
                    | Expression::View(View::Slice(array, _) | View::Reshape(array)) => {
                        array.var().is_some_and(|var| self.only_reads(var) || views.contains(&var))
                    }
                    _ => true,
                };
                views.extend(statement.binds.iter().copied());
                safe && self.is_simple(statement)
            })
    }

    /// What is bound in the kernel; all other arrays it only reads.
    pub(super) fn know_bound(&mut self, soac: &Soac, binds: &[Var]) {
        self.bound = bound_inside(soac);
        self.bound.extend(binds.iter().copied());
    }

    /// Whether the kernel only reads an array.
    pub(super) fn only_reads(&self, array: Var) -> bool {
        !self.bound.contains(&array) || self.views.contains(&array)
    }

    /// Remembers that an array is a part of another one.
    pub(super) fn is_view_of(&mut self, part: Var, whole: Atom) {
        if whole.var().is_some_and(|whole| self.only_reads(whole)) {
            self.views.insert(part);
        }
    }
}
