//! Taking over, and the errors about it.

use super::value::Value;
use super::{How, Lent, Move, Ownership};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionKind};
use crate::types::infer::{LocalId, Meaning, place_root};

impl Move {
    fn text(self) -> String {
        let part = self.part.map_or(String::new(), |part| format!(" with its {part}"));
        match self.how {
            How::LetMut => format!("taken over here{part}, by `mut`"),
            How::Argument => format!("taken over here{part}, as an owned argument"),
            How::Destination(method) | How::Lost(method) => {
                format!("taken over here{part}, as the destination of `{method}`")
            }
        }
    }
}

/// The part of an array that an expression is.
fn part(expression: &Expression) -> Option<&'static str> {
    match &expression.kind {
        ExpressionKind::Index(_, index) => match index.kind {
            ExpressionKind::Range(..) => Some("slice"),
            _ => Some("row"),
        },
        _ => None,
    }
}

impl Ownership<'_, '_> {
    fn name_of(&self, local: LocalId) -> String {
        self.typed.locals[local].name.to_string()
    }

    /// Takes the owners of a value over, which `taken` is.
    pub(super) fn take_over(
        &mut self,
        value: &Value,
        span: Span,
        how: How,
        taken: Option<&Expression>,
    ) {
        let part = taken.and_then(part);
        let root = taken.and_then(place_root).and_then(|root| self.typed.meanings.get(&root.id));
        let named = match root {
            Some(Meaning::Local(local)) => Some(*local),
            _ => None,
        };
        for owner in value.owners() {
            let (local, depth) = (self.owners[owner].local, self.owners[owner].depth);
            let name = self.name_of(local);
            let place = self.typed.locals[local].span;
            let copied = taken.and_then(Expression::written).unwrap_or_else(|| name.clone());
            match self.owners[owner].lent.clone() {
                Some(Lent::Borrowed) => self.report_once(
                    Diagnostic::new(
                        Code::E051,
                        span,
                        format!("cannot take over `{name}`, which is a `&` parameter"),
                    )
                    .label(place, format!("`{name}` is borrowed here"))
                    .help(format!("take over a copy: `{copied}.clone()`")),
                ),
                Some(Lent::Row(array)) => self.report_row(array, &copied, span),
                None if depth < self.depth => self.report_once(
                    Diagnostic::new(
                        Code::E054,
                        span,
                        format!("cannot take over `{name}` from inside a closure"),
                    )
                    .label(place, format!("`{name}` is declared outside the closure"))
                    .note("the closure runs once for each element")
                    .help(format!("take over a copy: `{copied}.clone()`")),
                ),
                None => {
                    let alias = named.filter(|named| *named != local);
                    self.note_move(owner, Move { span, part, how, alias });
                }
            }
        }
    }

    /// Rows of a named array are only lent to closures.
    pub(super) fn report_row(&mut self, array: LocalId, row: &str, span: Span) {
        let name = self.name_of(array);
        let place = self.typed.locals[array].span;
        self.report_once(
            Diagnostic::new(Code::E051, span, format!("cannot take over a row of `{name}`"))
                .label(place, format!("the rows belong to `{name}`"))
                .help(format!("take over a copy of the row: `{row}.clone()`"))
                .help(format!("or give the rows away: go through `{name}.clone()`")),
        );
    }

    /// A use of a name whose array may have been taken over.
    pub(super) fn check_use(&mut self, local: LocalId, value: &Value, span: Span) {
        if !self.is_array(local) {
            return;
        }
        let moved = value
            .owners()
            .into_iter()
            .find_map(|owner| self.move_of(owner).map(|moved| (self.owners[owner].local, moved)));
        let Some((owner, moved)) = moved else { return };
        let name = self.name_of(local);
        let array = self.name_of(owner);
        let mut diagnostic =
            Diagnostic::new(Code::E050, span, format!("use of moved array `{name}`"));
        if moved.span == span {
            diagnostic = diagnostic.note("it was taken over here in a previous round of the loop");
        } else {
            diagnostic = diagnostic.label(moved.span, format!("`{array}` is {}", moved.text()));
        }
        // The name by which the array was taken over, and the name used now, may both be other names for
        // the array.
        let mut aliases = Vec::from_iter(moved.alias);
        if owner != local && moved.alias != Some(local) {
            aliases.push(local);
        }
        for alias in aliases {
            let (place, alias) = (self.typed.locals[alias].span, self.name_of(alias));
            diagnostic =
                diagnostic.label(place, format!("`{alias}` shares the elements of `{array}`"));
        }
        self.report_once(diagnostic.help(match moved.how {
            How::Lost(method) => {
                format!("keep what `{method}` gives: `let {array} = {array}.{method}(…)`")
            }
            _ => format!("take over a copy: `{array}.clone()`"),
        }));
    }

    /// No argument may be the destination of its own call, or a view of it.
    pub(super) fn check_destination(
        &mut self,
        destination: &Value,
        place: Span,
        arguments: &[(Value, Span)],
    ) {
        for (value, span) in arguments {
            if let Some(owner) = self.shared(value, destination) {
                let name = self.name_of(self.owners[owner].local);
                self.report_shared(&name, *span, place);
            }
        }
    }

    fn report_shared(&mut self, name: &str, span: Span, place: Span) {
        self.report_once(
            Diagnostic::new(
                Code::E055,
                span,
                format!("the argument shares the elements of `{name}`, which the call takes over"),
            )
            .label(place, format!("`{name}` is taken over here"))
            .help("pass a copy: add `.clone()` to the argument"),
        );
    }

    /// The arguments of a call of a function: an owner that one argument takes over may be shared by no
    /// other.
    pub(super) fn check_arguments(&mut self, arguments: &[(Value, Span, bool)]) {
        for (position, (value, _, owned)) in arguments.iter().enumerate() {
            if !owned {
                continue;
            }
            for (other_position, (other, span, other_owned)) in arguments.iter().enumerate() {
                let twice = *other_owned && other_position > position;
                if other_position == position || *other_owned && !twice {
                    continue;
                }
                let Some(owner) = self.shared(other, value) else { continue };
                let name = self.name_of(self.owners[owner].local);
                if twice {
                    self.report_once(
                        Diagnostic::new(
                            Code::E054,
                            *span,
                            format!("`{name}` is taken over twice by one call"),
                        )
                        .label(arguments[position].1, "taken over here first")
                        .help(format!("take over a copy: `{name}.clone()`")),
                    );
                } else {
                    self.report_shared(&name, *span, arguments[position].1);
                }
            }
        }
    }

    fn report_once(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert(diagnostic.span) {
            self.errors.report(diagnostic);
        }
    }
}
