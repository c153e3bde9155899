//! Limits the work of a run: statements, lanes and elements, and the memory of an array.

use super::{Machine, Trap};
use crate::interp::{Failure, Reason};
use crate::source::Span;

/// More elements than any test has; beyond it an array counts as more than memory.
const MEMORY_LIMIT: usize = 1 << 24;

/// The most work that a run may do before it is given up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most statements that may be run, and turns of loops.
    pub statements: u64,
    /// The most lanes that may be run, and elements written or laid out.
    pub elements: u64,
}

impl Limits {
    /// Anything.
    pub const NONE: Limits = Limits::statements(u64::MAX);

    /// Limits a run to so many statements, whatever they make.
    pub const fn statements(statements: u64) -> Limits {
        Limits { statements, elements: u64::MAX }
    }

    /// Limits every count to the same number.
    pub const fn all(most: u64) -> Limits {
        Limits { statements: most, elements: most }
    }
}

impl<'a> Machine<'a> {
    /// The machine with limits: it gives up when it does more than they allow.
    pub fn within(self, limits: Limits) -> Machine<'a> {
        Machine { limits, ..self }
    }

    /// A statement or a turn of a loop begins.
    ///
    /// # Errors
    /// If nothing more may be done.
    pub fn step(&mut self, span: Span) -> Result<(), Trap> {
        let Some(statements) = self.limits.statements.checked_sub(1) else {
            return Err(Trap::Failed(Failure { reason: Reason::Steps, span }));
        };
        self.limits.statements = statements;
        self.check_elements(span)
    }

    pub(super) fn check_elements(&self, span: Span) -> Result<(), Trap> {
        if self.limits.elements < self.counts.lanes + self.counts.writes {
            return Err(Trap::Failed(Failure { reason: Reason::Steps, span }));
        }
        Ok(())
    }

    /// The count of elements, if there is memory for them.
    pub(super) fn affordable(&self, count: usize, span: Span) -> Result<usize, Trap> {
        if count > MEMORY_LIMIT {
            return Err(Trap::Failed(Failure { reason: Reason::Memory, span }));
        }
        Ok(count)
    }

    /// Lays out so many elements of a view, which nothing counts as written.
    pub(super) fn laid_out(&mut self, count: usize, span: Span) -> Result<usize, Trap> {
        self.limits.elements = self.limits.elements.saturating_sub(count as u64);
        self.affordable(count, span)
    }
}
