//! Limits the size of a lowered function. Calls are inlined, and closures with them, so a few lines can
//! stand for more code than anyone can wait for: code beyond a limit is refused where the user calls it.

use super::{Lowered, Lowerer};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{Expression, Name};
use crate::types::calls::takes_closure;

/// The most variables that inlined code may add to a function. Each is the result of an operation.
const INLINED: usize = 1 << 15;

/// The most variables that a function's own text may give it.
const WRITTEN: usize = 1 << 17;

/// The most expressions that may be lowered for a function, with those that constants stand for.
const EXPRESSIONS: usize = 1 << 20;

/// The most expressions that may be in each other, by way of calls, closures and constants, too.
const NESTED: usize = 10_000;

/// The most closures, loops and branches that may be in each other. The passes go through all code around
/// each of them.
const BLOCKS: u32 = 400;

/// The most variables that all functions of a block may have: each public one has those of its inlined
/// code, under each of its instances.
const IN_ALL: usize = 3 << 16;

/// The number of variables that the functions of a block may still have; `None` once one was refused.
pub struct OperationBudget(Option<usize>);

impl Default for OperationBudget {
    fn default() -> OperationBudget {
        OperationBudget(Some(IN_ALL))
    }
}

impl OperationBudget {
    /// Returns true if no room is left: code that would need some was refused.
    pub fn is_used_up(&self) -> bool {
        self.0.is_none()
    }

    /// Takes room for the code of a function under one of its instances; reports it if there is not enough.
    pub fn take(&mut self, lowered: &Lowered, name: &Name, errors: &mut Diagnostics) {
        self.0 = self.0.and_then(|left| left.checked_sub(lowered.operations()));
        if self.is_used_up() {
            let message =
                format!("with `{}`, the block becomes more than {IN_ALL} operations", name.text);
            errors.report(
                Diagnostic::new(Code::E034, name.span, message)
                    .note(
                        "functions are inlined in each public function that calls them, under each \
                         of its instances",
                    )
                    .help("leave out the `pub` of functions that Rust does not call"),
            );
        }
    }
}

impl Lowered {
    /// The number of operations of a function: each gives a variable.
    pub(super) fn operations(&self) -> usize {
        self.program.functions.iter().map(|function| function.variables.len()).sum()
    }
}

/// The size of a function so far, while it is lowered.
#[derive(Default)]
pub(super) struct Progress {
    /// The expressions around the present one.
    nested: usize,
    /// The expressions so far.
    expressions: usize,
    /// The place at which the function itself uses the code that is being inlined.
    used_at: Option<Span>,
    /// The number of times each function was inlined.
    inlined: Vec<usize>,
    /// If the lowering went too far: the number of errors, with the one that says so.
    refused: Option<usize>,
}

impl Lowerer<'_, '_> {
    /// Enters an expression; false if this goes too far.
    pub(super) fn goes_on(&mut self, expression: &Expression) -> bool {
        if self.progress.refused.is_some() {
            return false;
        }
        let inlined = self.frames.len() > 1;
        let progress = &mut self.progress;
        progress.expressions += 1;
        let deep = progress.nested >= NESTED || self.builder.depth() >= BLOCKS;
        let operations = self.builder.variables.len();
        let limit = if inlined { INLINED } else { WRITTEN };
        if deep || operations > limit || progress.expressions > EXPRESSIONS {
            let span = progress.used_at.filter(|_| inlined).unwrap_or(expression.span);
            let error = if deep { too_deep(span, inlined) } else { self.too_large(span, inlined) };
            self.errors.report(error);
            self.progress.refused = Some(self.errors.len());
            self.gave_up = true;
            return false;
        }
        progress.nested += 1;
        true
    }

    /// Leaves an expression that was entered.
    pub(super) fn leaves_expression(&mut self) {
        self.progress.nested -= 1;
    }

    /// Notes that a function or a constant begins to be put in at the present place.
    pub(super) fn inlines(&mut self, function: Option<usize>) {
        if self.frames.len() == 1 {
            self.progress.used_at = Some(self.builder.span);
        }
        if let Some(function) = function {
            let counts = &mut self.progress.inlined;
            counts.resize(counts.len().max(function + 1), 0);
            counts[function] += 1;
        }
    }

    /// Forgets the errors that were reported of the made-up values behind the end.
    pub(super) fn forget_later_errors(&mut self) {
        if let Some(count) = self.progress.refused {
            self.errors.truncate(count);
        }
    }

    fn too_large(&self, span: Span, inlined: bool) -> Diagnostic {
        let message = match inlined {
            true => format!("this becomes more than {INLINED} operations"),
            false => format!("the function becomes more than {WRITTEN} operations"),
        };
        let diagnostic = Diagnostic::new(Code::E034, span, message);
        let most = self.progress.inlined.iter().enumerate().max_by_key(|(_, count)| **count);
        match most {
            Some((function, count)) if *count > 1 => {
                let signature = &self.checked.context.functions[function];
                let name = &signature.function.name.text;
                let diagnostic = diagnostic.note(format!("`{name}` is inlined {count} times"));
                let diagnostic = match takes_closure(signature) {
                    true => diagnostic
                        .note("functions that take closures are inlined wherever they are called"),
                    false => diagnostic.help(
                        "write the sizes of results (`[f64; n]`): large functions stay calls then",
                    ),
                };
                diagnostic.help("compute once what is used again, with `let`")
            }
            _ => diagnostic.help("divide it into functions that are called from Rust"),
        }
    }
}

fn too_deep(span: Span, inlined: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::E001, span, "this nests too deeply");
    match inlined {
        true => diagnostic
            .note("functions, closures and constants count where they are used")
            .help("call fewer functions from each other"),
        false => diagnostic.help("put the inner part into a function of its own"),
    }
}
