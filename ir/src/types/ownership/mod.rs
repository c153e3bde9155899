//! Ownership (docs/language.md, "Ownership"): no array is used after it was taken over.
//!
//! Every array that a name may stand for is an *owner*: a parameter, a `let`, a parameter of a closure. A
//! value knows the owners whose elements it may share ([`Value`]): a slice or a row shares those of its
//! array, the result of a computation shares none. Taking a value over takes all its owners over; a later
//! use of a name that shares one of them is an error. Loops are walked twice, so that the second round
//! meets the owners that the first one took over. An array taken over on one way through a branch is not
//! taken over on the others (`branches`).

mod branches;
mod expressions;
mod moves;
mod report;
mod value;

use rustc_hash::{FxHashMap, FxHashSet};

use super::context::Context;
use super::infer::{LocalId, LocalKind, Meaning, Typed};
use super::ty::Ty;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionId, Pattern, PatternKind};
use value::{OwnerId, Value};

/// Checks the ownership of arrays in a function whose types are fine.
pub fn check_ownership(
    context: &Context,
    function: usize,
    typed: &Typed,
    errors: &mut Diagnostics,
) {
    let mut check = Ownership {
        context,
        typed,
        errors,
        owners: Vec::new(),
        values: FxHashMap::default(),
        assignments: Vec::new(),
        moves: FxHashMap::default(),
        moved: Vec::new(),
        moved_within: FxHashMap::default(),
        depth: 0,
        again: false,
        reported: FxHashSet::default(),
    };
    for local in &typed.parameters {
        let parameter = &typed.locals[*local];
        let lent = match parameter.kind {
            LocalKind::Parameter { borrowed: true } => Some(Lent::Borrowed),
            _ => None,
        };
        let value = check.fresh(*local, lent);
        check.values.insert(*local, value);
    }
    check.block(&context.functions[function].function.body);
}

/// An owner of arrays.
#[derive(Clone)]
struct Owner {
    /// The name that it is known by.
    local: LocalId,
    /// The number of closures that surround the owner.
    depth: usize,
    /// Why it cannot be taken over.
    lent: Option<Lent>,
    /// The owner that it came from, if the same array has others.
    within: Option<OwnerId>,
}

/// Why an array cannot be taken over.
#[derive(Clone, PartialEq)]
enum Lent {
    /// A `&` parameter.
    Borrowed,
    /// A row of this named array, handed to a closure.
    Row(LocalId),
}

/// The place and the way in which an array was taken over.
#[derive(Clone, Copy, PartialEq)]
struct Move {
    span: Span,
    /// The part of the array that was taken over, and the array with it.
    part: Option<&'static str>,
    /// The construct that took it over: `by the argument of`…
    how: How,
    /// The other name of the array by which it was taken.
    alias: Option<LocalId>,
}

/// The construct that takes an array over.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// `let mut a = xs`.
    LetMut,
    /// An owned parameter of a function.
    Argument,
    /// The destination of `scatter`, `scatter_with`, `update`.
    Destination(&'static str),
    /// Likewise, by a statement that throws the result away.
    Lost(&'static str),
}

struct Ownership<'c, 'e> {
    context: &'c Context<'c>,
    typed: &'c Typed,
    errors: &'e mut Diagnostics,
    owners: Vec<Owner>,
    /// The values that the locals stand for.
    values: FxHashMap<LocalId, Value>,
    /// The assignments on the way to the present place, and the values that the locals had before.
    assignments: Vec<(LocalId, Value)>,
    /// The owners that were taken over on some way to the present place.
    moves: FxHashMap<OwnerId, Move>,
    /// The owners taken over, in order.
    moved: Vec<OwnerId>,
    /// For each owner, those within it that were taken over.
    moved_within: FxHashMap<OwnerId, Vec<OwnerId>>,
    /// The number of closures that surround the present place.
    depth: usize,
    /// True if a loop is walked for the second time: loops inside need no second round then.
    again: bool,
    /// The places that were reported, as loops are walked twice.
    reported: FxHashSet<Span>,
}

impl Ownership<'_, '_> {
    fn ty(&self, id: ExpressionId) -> &Ty {
        self.typed.types.get(&id).unwrap_or(&Ty::Error)
    }

    fn meaning(&self, id: ExpressionId) -> Option<&Meaning> {
        self.typed.meanings.get(&id)
    }

    /// The value of a local that shares elements with nothing before it.
    fn fresh(&mut self, local: LocalId, lent: Option<Lent>) -> Value {
        let ty = self.typed.locals[local].ty.clone();
        self.fresh_of(&ty, local, &lent)
    }

    fn fresh_of(&mut self, ty: &Ty, local: LocalId, lent: &Option<Lent>) -> Value {
        match ty {
            Ty::Array(_) => {
                self.owners.push(Owner {
                    local,
                    depth: self.depth,
                    lent: lent.clone(),
                    within: None,
                });
                Value::one(self.owners.len() - 1)
            }
            Ty::Tuple(fields) => Value::Product(
                fields.iter().map(|field| self.fresh_of(field, local, lent)).collect(),
            ),
            _ => Value::default(),
        }
    }

    /// Binds the names of a pattern to the parts of a value. A name that is `mut` takes its part
    /// over; an array that belongs to no name yet belongs to its new name.
    ///
    /// `taken` is the expression that the whole pattern stands for.
    fn bind(&mut self, pattern: &Pattern, value: Value, taken: Option<&Expression>) {
        match &pattern.kind {
            PatternKind::Binding { name, mutable, subpattern } => {
                if let Some(local) = self.typed.bindings.get(&name.span).copied() {
                    if *mutable && self.typed.locals[local].ty.holds_array() {
                        let span = taken.map_or(name.span, |taken| taken.span);
                        self.take_over(&value, span, How::LetMut, taken);
                    }
                    let own = if *mutable { Value::default() } else { value.clone() };
                    let own = self.adopt(local, own);
                    self.values.insert(local, own);
                }
                if let Some(inner) = subpattern {
                    self.bind(inner, value, None);
                }
            }
            PatternKind::Tuple(list) => {
                // Fields of a value that is not taken apart all share the same.
                let count = match &value {
                    Value::Product(fields) => fields.len(),
                    _ => list.count(),
                };
                for (position, inner) in list.positions(count) {
                    self.bind(inner, value.field(position), None);
                }
            }
            // Structs hold no arrays, and alternatives bind no names.
            _ => {}
        }
    }

    /// The value as that of a local: a temporary in it belongs to the local.
    fn adopt(&mut self, local: LocalId, value: Value) -> Value {
        let ty = self.typed.locals[local].ty.clone();
        self.adopt_part(&ty, local, value)
    }

    fn adopt_part(&mut self, ty: &Ty, local: LocalId, value: Value) -> Value {
        match ty {
            Ty::Array(_) if value.is_temporary() => self.fresh_of(ty, local, &None),
            Ty::Tuple(fields) => Value::Product(
                fields
                    .iter()
                    .enumerate()
                    .map(|(position, field)| self.adopt_part(field, local, value.field(position)))
                    .collect(),
            ),
            _ => value,
        }
    }

    /// The parameters of a closure that is handed elements of `elements`.
    fn lend(&mut self, pattern: &Pattern, elements: &Value) {
        let named = elements.owners().into_iter().next().map(|owner| self.owners[owner].local);
        self.lend_part(pattern, named);
    }

    fn lend_part(&mut self, pattern: &Pattern, named: Option<LocalId>) {
        match &pattern.kind {
            PatternKind::Binding { name, mutable, .. } => {
                if let Some(local) = self.typed.bindings.get(&name.span).copied() {
                    let value = self.fresh(local, named.map(Lent::Row));
                    if *mutable && self.typed.locals[local].ty.holds_array() {
                        self.take_over(&value, name.span, How::LetMut, None);
                        let value = self.fresh(local, None);
                        self.values.insert(local, value);
                    } else {
                        self.values.insert(local, value);
                    }
                }
            }
            PatternKind::Tuple(list) => {
                list.iter().for_each(|inner| self.lend_part(inner, named));
            }
            _ => {}
        }
    }
}
