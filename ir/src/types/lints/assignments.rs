//! Variables that need not be `mut` (`unused_mut`), are assigned to and never used (`unused_variables`), or are given
//! values that nothing reads (`unused_assignments`).
//!
//! The walk goes backwards through a function and knows, at each place, the variables whose values are read later.
//! What a loop reads anywhere counts as read behind each of its assignments, which is right for all turns but the
//! last one; so nothing that is read is ever reported. An assignment to a part (`a[i] = x`) reads the variable.

use rustc_hash::{FxHashMap, FxHashSet};

use super::body::{Body, each_expression};
use super::{Definition, Finding};
use crate::source::Span;
use crate::syntax::tree::{
    BinaryOperator, Block, Expression, ExpressionKind, Name, PatternKind, Statement, TypeExpression,
};
use crate::types::Builtin;
use crate::types::context::Context;
use crate::types::infer::{Local, LocalId, LocalKind, Meaning, Typed, place_root};
use crate::types::walk::{Child, each_block_child, each_child};

/// Finds the variables of a function that are `mut` for no reason, and the values that are given to variables in vain.
pub(super) fn assignments(body: &Body, found: &mut Vec<Finding>) {
    let typed = body.typed;
    let mut assigned: FxHashMap<LocalId, Span> = FxHashMap::default();
    let mut targets = FxHashSet::default();
    each_expression(&body.function.body, &mut |expression| {
        if let Some(place) = assigned_place(expression, typed)
            && let Some(local) = place_root(place).and_then(|root| variable(root, typed))
        {
            assigned.entry(local).or_insert(expression.span);
            if let (ExpressionKind::Path(_), ExpressionKind::Assign(..)) =
                (&place.kind, &expression.kind)
            {
                targets.insert(place.id);
            }
        }
    });
    let mut read: FxHashSet<LocalId> = FxHashSet::default();
    for (id, meaning) in &typed.meanings {
        if let Meaning::Local(local) = meaning
            && !targets.contains(id)
        {
            read.insert(*local);
        }
    }
    let places = &body.checked.context.module.mutable_names;
    for (id, local) in typed.locals.iter().enumerate() {
        let Some(place) = places.get(&local.span) else { continue };
        let is_bound = typed.bindings.get(&local.span) == Some(&id);
        let (name, place) = (name_of(local), *place);
        if !local.mutable || !is_bound {
            continue;
        }
        match assigned.get(&id) {
            None => found.push(Finding::UnusedMut { name, place }),
            Some(assignment) if !read.contains(&id) && !local.name.starts_with('_') => {
                found.push(Finding::OnlyAssigned { name, place, assignment: *assignment });
            }
            Some(_) => {}
        }
    }
    let context = &body.checked.context;
    let mut walk = Backwards { context, typed, read: &read, live: FxHashSet::default(), found };
    body.function.result.iter().for_each(|ty| walk.ty(ty));
    walk.block(&body.function.body);
    body.function.parameters.iter().for_each(|parameter| walk.ty(&parameter.ty));
    for (parameter, local) in body.function.parameters.iter().zip(&typed.parameters) {
        let place = places.get(&parameter.name.span).copied();
        walk.define(*local, place.unwrap_or(parameter.name.span), Definition::Parameter);
    }
}

fn name_of(local: &Local) -> Name {
    Name { text: local.name.clone(), span: local.span }
}

/// The place that an expression assigns to: all of a variable, or a part of it.
fn assigned_place<'t>(expression: &'t Expression, typed: &Typed) -> Option<&'t Expression> {
    match &expression.kind {
        ExpressionKind::Assign(_, target, _) => Some(target),
        ExpressionKind::Method(receiver, ..) => {
            let meaning = typed.meanings.get(&expression.id)?;
            (*meaning == Meaning::Builtin(Builtin::Swap)).then_some(receiver)
        }
        _ => None,
    }
}

fn variable(expression: &Expression, typed: &Typed) -> Option<LocalId> {
    match typed.meanings.get(&expression.id)? {
        Meaning::Local(local) => Some(*local),
        _ => None,
    }
}

/// A walk from the end of a function to its beginning.
struct Backwards<'a, 'r> {
    context: &'a Context<'a>,
    typed: &'a Typed,
    /// The variables that are read anywhere.
    read: &'r FxHashSet<LocalId>,
    /// The variables whose values are read behind the present place.
    live: FxHashSet<LocalId>,
    found: &'r mut Vec<Finding>,
}

impl Backwards<'_, '_> {
    fn block(&mut self, block: &Block) {
        block.value.iter().for_each(|value| self.expression(value));
        for statement in block.statements.iter().rev() {
            match statement {
                Statement::Let(pattern, ty, value) => {
                    if let PatternKind::Binding { name, subpattern: None, .. } = &pattern.kind
                        && let Some(local) = self.typed.bindings.get(&name.span)
                    {
                        self.define(*local, value.span, Definition::Let);
                    }
                    ty.iter().for_each(|ty| self.ty(ty));
                    self.expression(value);
                }
                Statement::Expression(expression) => self.expression(expression),
            }
        }
    }

    /// A variable is defined. Those that are never read at all are reported as such.
    fn define(&mut self, local: LocalId, place: Span, definition: Definition) {
        let variable = &self.typed.locals[local];
        let is_read = self.live.remove(&local);
        let is_found = variable.mutable
            && !variable.name.starts_with('_')
            && matches!(variable.kind, LocalKind::Let | LocalKind::Parameter { .. });
        if is_found && !is_read && self.read.contains(&local) {
            self.found.push(Finding::NeverRead { name: name_of(variable), place, definition });
        }
    }

    /// The sizes in a type are read.
    fn ty(&mut self, ty: &TypeExpression) {
        let mut sizes = Vec::new();
        self.context.each_size(ty, &mut |size| sizes.push(size));
        sizes.into_iter().for_each(|size| self.expression(size));
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Path(_) => self.live.extend(variable(expression, self.typed)),
            ExpressionKind::Assign(operator, target, value) => {
                self.assign(*operator, expression, target, value);
            }
            ExpressionKind::Block(block) => self.block(block),
            ExpressionKind::Binary(operator, left, right) if operator.is_lazy() => {
                self.perhaps(|walk| walk.expression(right));
                self.expression(left);
            }
            ExpressionKind::If(condition, then, otherwise) => {
                let behind = self.live.clone();
                self.block(then);
                let of_then = std::mem::replace(&mut self.live, behind);
                otherwise.iter().for_each(|otherwise| self.expression(otherwise));
                self.live.extend(of_then);
                self.expression(condition);
            }
            ExpressionKind::Match(value, arms) => {
                let behind = self.live.clone();
                let mut before = FxHashSet::default();
                for arm in arms {
                    self.live.clone_from(&behind);
                    self.expression(&arm.body);
                    arm.guard.iter().for_each(|guard| self.expression(guard));
                    before.extend(self.live.drain());
                }
                self.live = before;
                self.expression(value);
            }
            ExpressionKind::While(condition, body) => {
                self.reads(&Child::Expression(condition));
                each_block_child(body, &mut |child| self.reads(&child));
                self.perhaps(|walk| walk.block(body));
                self.expression(condition);
            }
            ExpressionKind::For(_, items, body) => {
                each_block_child(body, &mut |child| self.reads(&child));
                self.perhaps(|walk| walk.block(body));
                self.expression(items);
            }
            ExpressionKind::Closure(closure) => {
                self.reads(&Child::Expression(&closure.body));
                self.perhaps(|walk| walk.expression(&closure.body));
            }
            _ => {
                let mut children = Vec::new();
                each_child(expression, &mut |child| children.push(child));
                for child in children.iter().rev() {
                    match child {
                        Child::Expression(inner) => self.expression(inner),
                        Child::Type(ty) => self.ty(ty),
                        Child::Pattern(_) => {}
                    }
                }
            }
        }
    }

    fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        assignment: &Expression,
        target: &Expression,
        value: &Expression,
    ) {
        match (&target.kind, variable(target, self.typed)) {
            (ExpressionKind::Path(_), Some(local)) => {
                self.define(local, assignment.span, Definition::Assignment);
                if operator.is_some() {
                    self.live.insert(local);
                }
            }
            _ => self.expression(target),
        }
        self.expression(value);
    }

    /// Walks through code that may be evaluated or not.
    fn perhaps(&mut self, walk: impl FnOnce(&mut Self)) {
        let behind = self.live.clone();
        walk(self);
        self.live.extend(behind);
    }

    /// All variables that a part of an expression reads are read. An assignment to all of one does not read it.
    fn reads(&mut self, child: &Child) {
        match child {
            Child::Expression(expression) => {
                if let ExpressionKind::Assign(None, target, value) = &expression.kind
                    && let ExpressionKind::Path(_) = target.kind
                {
                    self.reads(&Child::Expression(value));
                    return;
                }
                self.live.extend(variable(expression, self.typed));
                each_child(expression, &mut |inner| self.reads(&inner));
            }
            Child::Type(ty) => self.ty(ty),
            Child::Pattern(_) => {}
        }
    }
}
