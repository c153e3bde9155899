//! Checks that are certain to fail, whatever the arguments of a call are: they are errors, as rustc
//! has them for arrays of Rust.
//!
//! Lengths and indices are known here as far as types, literals and constants tell, and arms that are never
//! taken are not looked at. A check in the function being compiled is an error also behind a condition, as
//! in Rust: it fails whenever it is evaluated. Code that is inlined more than once has an error only if it
//! fails each time; code of other functions, which may have their reasons not to get there with such
//! arguments, only if nothing is before it that could avoid it.

use rustc_hash::FxHashMap;

use super::Lowerer;
use crate::core::{Atom, Condition, Constant, ScalarType};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::interp::{holds, unmet};
use crate::source::Span;
use crate::types::check::{Checked, instances};
use crate::types::context::ParameterType;

/// The record of the checks so far.
#[derive(Clone, Default)]
pub(super) struct Certain {
    /// The checks of the function at hand by where they stand: why they fail, if they always do.
    checks: FxHashMap<(Span, std::mem::Discriminant<Condition>), Option<String>>,
    /// True if the present place is never reached.
    pub(super) unreachable: bool,
}

/// The most operations, of functions that are not compiled by themselves and of code inlined in them, that
/// are looked at for checks that fail.
const LOOKED_AT: usize = 1 << 14;

/// Reports checks that are certain to fail in functions that are not compiled by themselves: they may be
/// used by nobody, or their callers may hide them behind conditions.
pub fn certain_failures(checked: &Checked, errors: &mut Diagnostics) {
    let mut left = LOOKED_AT;
    for (function, signature) in checked.context.functions.iter().enumerate() {
        let is_closure =
            |parameter: &ParameterType| matches!(parameter, ParameterType::Closure(..));
        let compiled = signature.function.visibility.is_some();
        let broken = checked.broken.contains(&function);
        if compiled || broken || signature.parameters.iter().any(is_closure) {
            continue;
        }
        for instance in instances(&checked.context, function) {
            let mut own = Diagnostics::default();
            let lowered = super::lower(checked, function, &instance, &mut own);
            own.iter().filter(|error| error.code == Code::E035).for_each(|error| {
                errors.report(error.clone());
            });
            match left.checked_sub(lowered.operations()) {
                Some(rest) => left = rest,
                None => return,
            }
        }
    }
}

impl Lowerer<'_, '_> {
    /// A check, which is reported if it is certain to fail.
    pub(super) fn check(&mut self, condition: Condition, operands: &[Atom]) -> Atom {
        self.check_at(self.builder.span, condition, operands)
    }

    /// A check that belongs to the code at a place.
    pub(super) fn check_at(
        &mut self,
        place: Span,
        condition: Condition,
        operands: &[Atom],
    ) -> Atom {
        self.certain_at(place, &condition, operands);
        self.builder.check(condition, operands)
    }

    /// Notes if a check is certain to fail.
    pub(super) fn certain_at(&mut self, place: Span, condition: &Condition, operands: &[Atom]) {
        if self.certain.unreachable || self.gave_up {
            return;
        }
        let always = self.builder.depth() == 0;
        let why = self.failure(condition, operands).or_else(|| {
            // In a branch or a lane, rustc would not see it.
            (always && self.is_length(condition, operands))
                .then(|| "index out of bounds: the index is the length".into())
        });
        if self.frames.len() == 1 {
            let key = (place, std::mem::discriminant(condition));
            let known = self.certain.checks.entry(key).or_insert_with(|| why.clone());
            if why.is_none() {
                *known = None;
            }
        }
        if let Some(why) = why.filter(|_| always) {
            self.report_failure(place, why);
        }
    }

    /// Why a check fails, if it is known to.
    fn failure(&self, condition: &Condition, operands: &[Atom]) -> Option<String> {
        let constants: Vec<Option<Constant>> =
            operands.iter().map(|operand| operand.constant()).collect();
        if let Some(constants) = constants.iter().copied().collect::<Option<Vec<_>>>() {
            return (!holds(condition, &constants)).then(|| unmet(condition, &constants));
        }
        // Some fail whatever the length is.
        let first = constants.first().copied().flatten()?;
        let number = first.integer()?;
        match condition {
            Condition::Divides if number == 0 => Some(unmet(condition, &[first])),
            Condition::Index(_) | Condition::Slice(_) if number < 0 => {
                Some(format!("index out of bounds: the index is {number}"))
            }
            _ => None,
        }
    }

    /// Returns true if an index is as large as the array that it is an index of, however long that is.
    fn is_length(&self, condition: &Condition, operands: &[Atom]) -> bool {
        let [index, length] = operands else { return false };
        matches!(condition, Condition::Index(_))
            && self.builder.variables.element(*index) == ScalarType::Usize
            && self.builder.are_equal_sizes(*index, *length)
    }

    /// Lowers code that may never be evaluated, such as the code for each element of an array that has
    /// none: facts about such elements prove nothing.
    pub(super) fn unless_never<T>(&mut self, never: bool, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.certain.unreachable;
        self.certain.unreachable |= never;
        let value = body(self);
        self.certain.unreachable = outer;
        value
    }

    /// Reports the checks that fail whenever they are evaluated.
    pub(super) fn report_certain_failures(&mut self) {
        let checks = std::mem::take(&mut self.certain.checks);
        for ((place, _), why) in checks {
            if let Some(why) = why {
                self.report_failure(place, why);
            }
        }
    }

    fn report_failure(&mut self, place: Span, why: String) {
        let message = "this operation will panic at runtime";
        self.errors.report(Diagnostic::new(Code::E035, place, message).note(why));
    }
}
