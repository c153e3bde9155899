//! `if` and `match`: mutable variables become values that blocks give.

use super::{Lowerer, Value};
use crate::core::{Atom, Block as CoreBlock, Expression as Core, Extent, If, Renaming, Type, Var};
use crate::syntax::tree::{Arm, Block, Expression, ExpressionKind, Pattern, PatternKind};
use crate::types::infer::{LocalId, Meaning, Typed, place_root};
use crate::types::ty::Ty;
use crate::types::walk::{Child, each_block_child, each_child};

/// The most arms of a `match` that are tested one after the other. Each is an `if` in the arm of the one
/// before, and rustc's parser does not take hundreds of these: longer matches are halved.
const LONGEST_CHAIN: usize = 64;

impl<'a> Lowerer<'a, '_> {
    /// The locals that are assigned to in some parts, and that are declared outside of them.
    pub(super) fn assigned(&self, walk: impl FnOnce(&mut dyn FnMut(Child<'a>))) -> Vec<LocalId> {
        let mut found = Assigned::default();
        let typed = &self.frame().typed;
        walk(&mut |part| found.part(part, typed));
        let Assigned { mut targets, declared } = found;
        targets.retain(|local| !declared.contains(local) && self.frame().values[*local].is_some());
        targets
    }

    pub(super) fn conditional(
        &mut self,
        condition: &'a Expression,
        then: &'a Block,
        otherwise: Option<&'a Expression>,
        ty: &Ty,
    ) -> Value {
        let condition = self.expression(condition).atom();
        let assigned = self.assigned(|f| {
            each_block_child(then, f);
            otherwise.into_iter().for_each(|otherwise| f(Child::Expression(otherwise)));
        });
        self.branch(
            condition,
            &assigned,
            ty,
            |this| this.block(then),
            |this| otherwise.map_or_else(Value::unit, |otherwise| this.expression(otherwise)),
        )
    }

    /// Evaluates one of two; afterwards the assigned variables have the values of that one.
    pub(super) fn branch(
        &mut self,
        condition: Atom,
        assigned: &[LocalId],
        ty: &Ty,
        then: impl FnOnce(&mut Self) -> Value,
        otherwise: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if let Atom::Constant(constant) = condition {
            return if constant.truth() { then(self) } else { otherwise(self) };
        }
        let before: Vec<Option<Value>> =
            assigned.iter().map(|local| self.frame().values[*local].clone()).collect();
        let frame = self.frame;
        let run = |this: &mut Self, arm: &mut dyn FnMut(&mut Self) -> Value| {
            this.builder.open();
            let value = arm(this);
            let mut atoms = value.atoms;
            for (local, before) in assigned.iter().zip(&before) {
                if let Some(value) = &this.frames[frame].values[*local] {
                    atoms.extend(&value.atoms);
                }
                this.frames[frame].values[*local].clone_from(before);
            }
            (this.builder.close(), atoms)
        };
        let (mut then, mut otherwise) = (Some(then), Some(otherwise));
        let (mut then_statements, mut then_atoms) =
            run(self, &mut |this| then.take().map_or_else(Value::unit, |f| f(this)));
        let (mut else_statements, mut else_atoms) =
            run(self, &mut |this| otherwise.take().map_or_else(Value::unit, |f| f(this)));
        let merged = self.merge(
            condition,
            (&mut then_statements, &mut then_atoms),
            (&mut else_statements, &mut else_atoms),
        );
        let branch = If {
            condition,
            then: CoreBlock { statements: then_statements, results: merged.then },
            otherwise: CoreBlock { statements: else_statements, results: merged.otherwise },
        };
        if !merged.binds.is_empty()
            || !branch.then.statements.is_empty()
            || !branch.otherwise.statements.is_empty()
        {
            self.builder.push(merged.binds, Core::If(Box::new(branch)));
        }
        let mut values = merged.values.into_iter();
        let count = self.leaf_count(ty);
        let value = Value { ty: ty.clone(), atoms: values.by_ref().take(count).collect() };
        for (local, before) in assigned.iter().zip(before) {
            if let Some(before) = before {
                let atoms = values.by_ref().take(before.atoms.len()).collect();
                self.set_local(*local, Value { ty: before.ty, atoms });
            }
        }
        value
    }

    /// Variables for the results of two arms. If the extents of arrays differ, the arms give the sizes,
    /// too.
    fn merge(
        &mut self,
        condition: Atom,
        then: (&mut Vec<crate::core::Statement>, &mut Vec<Atom>),
        otherwise: (&mut Vec<crate::core::Statement>, &mut Vec<Atom>),
    ) -> Merged {
        let (then_statements, then_atoms) = then;
        let (else_statements, else_atoms) = otherwise;
        self.empty_like_other(then_statements, then_atoms, else_atoms);
        self.empty_like_other(else_statements, else_atoms, then_atoms);
        let mut merged = Merged::default();
        let mut then_renaming = Renaming::new();
        let mut else_renaming = Renaming::new();
        // Sizes that both arms give, so that arrays of one length keep one length.
        let mut known: Vec<(Atom, Atom, Atom)> = Vec::new();
        let mut types = Vec::new();
        for (a, b) in then_atoms.iter().zip(else_atoms.iter()) {
            let (a, b) = (self.atom_type(*a), self.atom_type(*b));
            let mut extents = Vec::new();
            for (a, b) in a.extents().iter().zip(b.extents()) {
                let (Some(a), Some(b)) = (a.size(), b.size()) else {
                    extents.push(Extent::Ragged);
                    continue;
                };
                if let Some(same) = known.iter().find(|known| known.0 == a && known.1 == b) {
                    extents.push(Extent::Size(same.2));
                    continue;
                }
                let outside = (self.builder.lower(a), self.builder.lower(b));
                let size = match outside {
                    (Some(x), Some(y)) if x == y => {
                        rename(&mut then_renaming, a, x);
                        rename(&mut else_renaming, b, y);
                        x
                    }
                    _ => {
                        let var = self.builder.variable(Some("size".into()), Type::USIZE);
                        if let (Some(x), Some(y)) = outside {
                            self.builder.define_select(var, [condition, x, y]);
                        }
                        self.count_like(var, &[a, b]);
                        merged.binds.push(var);
                        merged.then.push(a);
                        merged.otherwise.push(b);
                        Atom::Var(var)
                    }
                };
                known.push((a, b, size));
                extents.push(Extent::Size(size));
            }
            types.push(Type::array(a.element(), extents));
        }
        self.rename(&then_renaming, then_statements);
        self.rename(&else_renaming, else_statements);
        for atom in then_atoms.iter_mut().chain(merged.then.iter_mut()) {
            *atom = then_renaming.atom(*atom);
        }
        for atom in else_atoms.iter_mut().chain(merged.otherwise.iter_mut()) {
            *atom = else_renaming.atom(*atom);
        }
        for ((a, b), ty) in then_atoms.iter().zip(else_atoms.iter()).zip(types) {
            if a == b && self.outside(*a) {
                merged.values.push(*a);
                continue;
            }
            let var = self.builder.variable(None, ty);
            merged.binds.push(var);
            merged.then.push(*a);
            merged.otherwise.push(*b);
            merged.values.push(Atom::Var(var));
            if let Some(cause) = [a, b]
                .into_iter()
                .filter_map(|atom| atom.var())
                .find_map(|var| self.causes.get(&var).copied())
            {
                self.causes.insert(var, cause);
            }
        }
        merged
    }

    /// Returns true if an operand is bound no deeper than here.
    fn outside(&self, atom: Atom) -> bool {
        match atom {
            Atom::Var(var) => self.builder.depth_of(var) <= self.builder.depth(),
            Atom::Constant(_) => true,
        }
    }

    pub(super) fn matching(&mut self, value: &'a Expression, arms: &'a [Arm], ty: &Ty) -> Value {
        let value = self.expression(value);
        self.arms(&value, arms, ty)
    }

    fn arms(&mut self, value: &Value, arms: &'a [Arm], ty: &Ty) -> Value {
        if arms.len() > LONGEST_CHAIN
            && let (early, late) = arms.split_at(arms.len() / 2)
            && let Some(test) = self.test_arms(early, value)
        {
            let assigned = self.assigned_in(arms);
            return self.branch(
                test,
                &assigned,
                ty,
                |this| this.arms(value, early, ty),
                |this| this.arms(value, late, ty),
            );
        }
        let Some((arm, rest)) = arms.split_first() else { return self.placeholder(ty) };
        // The last arm takes whatever is left: the match is known to cover every value.
        let test = match (&arm.guard, rest.is_empty()) {
            (None, true) => None,
            _ => self.test_pattern(&arm.pattern, value),
        };
        self.bind_pattern(&arm.pattern, value.clone(), false);
        let test = match (&arm.guard, test) {
            (None, test) => test,
            (Some(guard), None) => Some(self.expression(guard).atom()),
            (Some(guard), Some(test)) => Some(self.lazily(true, test, guard)),
        };
        let Some(test) = test else { return self.expression(&arm.body) };
        let assigned = self.assigned_in(arms);
        self.branch(
            test,
            &assigned,
            ty,
            |this| this.expression(&arm.body),
            |this| this.arms(value, rest, ty),
        )
    }

    /// The condition that a value fits one of these arms; `None` if that cannot be told in front of the
    /// arms, because some have guards, or need not be told.
    fn test_arms(&mut self, arms: &'a [Arm], value: &Value) -> Option<Atom> {
        if arms.iter().any(|arm| arm.guard.is_some()) {
            return None;
        }
        let tests = arms.iter().map(|arm| self.test_pattern(&arm.pattern, value));
        let tests: Vec<Atom> = tests.collect::<Option<_>>()?;
        Some(self.any(&tests))
    }

    fn assigned_in(&self, arms: &'a [Arm]) -> Vec<LocalId> {
        self.assigned(|f| {
            for arm in arms {
                arm.guard.iter().for_each(|guard| f(Child::Expression(guard)));
                f(Child::Expression(&arm.body));
            }
        })
    }
}

/// The variables that an `if` binds, and the results of its arms.
#[derive(Default)]
struct Merged {
    binds: Vec<Var>,
    then: Vec<Atom>,
    otherwise: Vec<Atom>,
    values: Vec<Atom>,
}

pub(super) fn rename(renaming: &mut Renaming, from: Atom, to: Atom) {
    if let Atom::Var(var) = from
        && from != to
    {
        renaming.insert(var, to);
    }
}

/// The locals that are assigned to, and those that are declared, in some part of a function.
#[derive(Default)]
struct Assigned {
    targets: Vec<LocalId>,
    declared: Vec<LocalId>,
}

impl Assigned {
    fn part(&mut self, part: Child, typed: &Typed) {
        match part {
            Child::Expression(expression) => self.expression(expression, typed),
            Child::Pattern(pattern) => self.pattern(pattern, typed),
            Child::Type(_) => {}
        }
    }

    fn expression(&mut self, expression: &Expression, typed: &Typed) {
        let target = match &expression.kind {
            ExpressionKind::Assign(_, target, _) => Some(target),
            ExpressionKind::Method(receiver, name, _) if &*name.text == "swap" => Some(receiver),
            _ => None,
        };
        if let Some(root) = target.and_then(|target| place_root(target))
            && let Some(Meaning::Local(local)) = typed.meanings.get(&root.id)
            && !self.targets.contains(local)
        {
            self.targets.push(*local);
        }
        each_child(expression, &mut |part| self.part(part, typed));
    }

    fn pattern(&mut self, pattern: &Pattern, typed: &Typed) {
        match &pattern.kind {
            PatternKind::Binding { name, subpattern, .. } => {
                self.declared.extend(typed.bindings.get(&name.span));
                subpattern.iter().for_each(|inner| self.pattern(inner, typed));
            }
            PatternKind::Tuple(fields) => {
                fields.iter().for_each(|inner| self.pattern(inner, typed));
            }
            PatternKind::Or(list) => {
                list.iter().for_each(|inner| self.pattern(inner, typed));
            }
            PatternKind::Struct(_, fields, _) => {
                fields.iter().for_each(|field| self.pattern(&field.1, typed));
            }
            _ => {}
        }
    }
}
