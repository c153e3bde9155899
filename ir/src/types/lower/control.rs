//! `if`, `match`, `for`, `while`: mutable variables become values that blocks give and loops
//! carry.

use super::{Lowerer, Value};
use crate::core::{
    Atom, Block as CoreBlock, Expression as Core, Extent, If, Loop, LoopForm, Renaming, Type, Var,
};
use crate::syntax::tree::{Arm, Block, Expression, ExpressionKind, Pattern};
use crate::types::infer::{LocalId, Meaning, place_root};
use crate::types::ty::Ty;
use crate::types::walk::{each_expression, each_expression_of_block};

impl<'a> Lowerer<'a, '_> {
    /// The locals that are assigned to in an expression and have a value already.
    fn assigned(&self, walk: impl FnOnce(&mut dyn FnMut(&'a Expression))) -> Vec<LocalId> {
        let mut list = Vec::new();
        let typed = &self.frame().typed;
        walk(&mut |expression| {
            let target = match &expression.kind {
                ExpressionKind::Assign(_, target, _) => target,
                ExpressionKind::Method(receiver, name, _) if &*name.text == "swap" => receiver,
                _ => return,
            };
            if let Some(root) = place_root(target)
                && let Some(Meaning::Local(local)) = typed.meanings.get(&root.id)
                && !list.contains(local)
            {
                list.push(*local);
            }
        });
        list.retain(|local| self.frame().values[*local].is_some());
        list
    }

    pub(super) fn conditional(
        &mut self,
        condition: &'a Expression,
        then: &'a Block,
        otherwise: Option<&'a Expression>,
        ty: &Ty,
    ) -> Value {
        let condition = self.expression(condition).atom();
        let mut assigned = self.assigned(|f| each_expression_of_block(then, f));
        if let Some(otherwise) = otherwise {
            for local in self.assigned(|f| each_expression(otherwise, f)) {
                if !assigned.contains(&local) {
                    assigned.push(local);
                }
            }
        }
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
                self.frame_mut().values[*local] = Some(Value { ty: before.ty, atoms });
            }
        }
        value
    }

    /// Variables for what two arms give. Where the extents of arrays differ, the sizes are given
    /// by the arms too.
    fn merge(
        &mut self,
        condition: Atom,
        then: (&mut Vec<crate::core::Statement>, &mut Vec<Atom>),
        otherwise: (&mut Vec<crate::core::Statement>, &mut Vec<Atom>),
    ) -> Merged {
        let (then_statements, then_atoms) = then;
        let (else_statements, else_atoms) = otherwise;
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

    /// Whether an operand is bound no deeper than here.
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
            (Some(guard), Some(test)) => {
                Some(self.lazily(true, test, |this| this.expression(guard).atom()))
            }
        };
        let Some(test) = test else { return self.expression(&arm.body) };
        let mut assigned = Vec::new();
        for arm in arms {
            let bodies = arm.guard.iter().chain(std::iter::once(&arm.body));
            for body in bodies {
                for local in self.assigned(|f| each_expression(body, f)) {
                    if !assigned.contains(&local) {
                        assigned.push(local);
                    }
                }
            }
        }
        self.branch(
            test,
            &assigned,
            ty,
            |this| this.expression(&arm.body),
            |this| this.arms(value, rest, ty),
        )
    }

    pub(super) fn for_loop(
        &mut self,
        pattern: &'a Pattern,
        items: &'a Expression,
        body: &'a Block,
    ) {
        let mut assigned = self.assigned(|f| each_expression_of_block(body, f));
        // A range is counted, not stored.
        if let ExpressionKind::Range(Some(start), Some(end), limit) = &items.kind {
            let (start, count) = self.range(start, end, *limit);
            self.repeat(count, &mut assigned, |this, position| {
                let element = this.range_element(start, position);
                this.bind_pattern(pattern, element, false);
                this.block(body);
            });
        } else {
            let items = self.expression(items);
            let count = self.length(&items);
            self.repeat(count, &mut assigned, |this, position| {
                let element = this.row(&items, position);
                this.bind_pattern(pattern, element, false);
                this.block(body);
            });
        }
    }

    /// A counted loop over the assigned variables.
    fn repeat(
        &mut self,
        count: Atom,
        assigned: &mut [LocalId],
        body: impl FnOnce(&mut Self, Atom),
    ) {
        let index = self.loop_index();
        self.carry(assigned, |this| {
            body(this, Atom::Var(index));
            LoopForm::For(index, count)
        });
    }

    /// The index of a counted loop, bound one level deeper than here.
    fn loop_index(&mut self) -> Var {
        self.builder.open();
        let index = self.builder.variable(Some("i".into()), Type::USIZE);
        self.builder.close();
        index
    }

    pub(super) fn while_loop(&mut self, condition: &'a Expression, body: &'a Block) {
        let assigned = self.assigned(|f| each_expression_of_block(body, f));
        self.carry(&assigned, |this| {
            this.builder.open();
            let test = this.expression(condition).atom();
            let condition = this.builder.close_block(vec![test]);
            this.block(body);
            LoopForm::While(condition)
        });
    }

    /// A loop that carries variables of the present frame; `body` lowers it once.
    fn carry(&mut self, assigned: &[LocalId], body: impl FnOnce(&mut Self) -> LoopForm) {
        let values: Vec<Value> =
            assigned.iter().filter_map(|local| self.frame().values[*local].clone()).collect();
        let carried = self.carried_variables(values.iter().map(|value| value.atoms.clone()));
        let after = self.loop_over(carried, |this, inside| {
            let mut inside = inside.iter().copied();
            for (local, value) in assigned.iter().zip(&values) {
                let atoms = inside.by_ref().take(value.atoms.len()).collect();
                this.frame_mut().values[*local] = Some(Value { ty: value.ty.clone(), atoms });
            }
            let form = body(this);
            let mut next = Vec::new();
            for local in assigned {
                if let Some(value) = &this.frame().values[*local] {
                    next.extend(&value.atoms);
                }
            }
            (form, next)
        });
        let mut after = after.into_iter();
        for (local, value) in assigned.iter().zip(values) {
            let atoms = after.by_ref().take(value.atoms.len()).collect();
            self.frame_mut().values[*local] = Some(Value { ty: value.ty, atoms });
        }
    }

    /// Carried variables with these initial values: the sizes of arrays are carried too, as far
    /// as it is not known yet that they stay.
    pub(super) fn carried_variables(&mut self, values: impl Iterator<Item = Vec<Atom>>) -> Carried {
        let initial: Vec<Atom> = values.flatten().collect();
        let mut carried = Carried { sizes: Vec::new(), values: Vec::new(), initial };
        self.builder.open();
        // Extents that are equal at the start share one carried size.
        for atom in carried.initial.clone() {
            let ty = self.atom_type(atom);
            let extents = ty
                .extents()
                .iter()
                .map(|extent| match extent {
                    Extent::Ragged => Extent::Ragged,
                    Extent::Size(_) => {
                        let var = self.builder.variable(Some("size".into()), Type::USIZE);
                        let size = extent.size().unwrap_or(Atom::size(0));
                        carried.sizes.push((var, size));
                        Extent::Size(Atom::Var(var))
                    }
                })
                .collect();
            let var = self.builder.variable(None, Type::array(ty.element(), extents));
            if let Atom::Var(old) = atom
                && let Some(name) = self.builder.variables.name(old).cloned()
            {
                self.builder.name(Atom::Var(var), &name);
            }
            carried.values.push(var);
        }
        self.builder.close();
        carried
    }

    /// Builds a loop; gives the values after it. The body is given the carried values inside and
    /// gives the next ones.
    pub(super) fn loop_over(
        &mut self,
        carried: Carried,
        body: impl FnOnce(&mut Self, &[Atom]) -> (LoopForm, Vec<Atom>),
    ) -> Vec<Atom> {
        let span = self.builder.span;
        self.builder.open();
        let inside: Vec<Atom> = carried.values.iter().map(|var| Atom::Var(*var)).collect();
        let (mut form, next) = body(self, &inside);
        let mut statements = self.builder.close();
        // What each carried size becomes: the extents of the next values, in the same order.
        let mut next_sizes = Vec::new();
        for (var, next) in carried.values.iter().zip(&next) {
            let (ty, next) = (self.builder.variables.ty(*var).clone(), self.atom_type(*next));
            for (extent, next) in ty.extents().iter().zip(next.extents()) {
                match (extent, next) {
                    (Extent::Size(_), Extent::Size(size)) => next_sizes.push(*size),
                    (Extent::Size(size), Extent::Ragged) => {
                        self.not_yet(span, "loops that make rows ragged are");
                        next_sizes.push(*size);
                    }
                    (Extent::Ragged, _) => {}
                }
            }
        }
        let (kept, renaming) = self.steady_sizes(&carried.sizes, &next_sizes);
        self.rename(&renaming, &mut statements);
        if let LoopForm::While(condition) = &mut form {
            renaming.replace_in_block(condition);
        }
        let mut list = Vec::new();
        let mut results = Vec::new();
        let mut binds = Vec::new();
        let mut outside = Renaming::new();
        for position in kept {
            let (var, initial) = carried.sizes[position];
            let bind = self.builder.variable(Some("size".into()), Type::USIZE);
            outside.insert(var, Atom::Var(bind));
            list.push((var, initial));
            results.push(renaming.atom(next_sizes[position]));
            binds.push(bind);
        }
        let mut after = Vec::new();
        for ((var, initial), next) in carried.values.iter().zip(&carried.initial).zip(&next) {
            let ty = self.builder.variables.ty(*var).map_sizes(|size| outside.atom(size));
            let bind = self.builder.variable(None, ty);
            if let Some(name) = self.builder.variables.name(*var).cloned() {
                self.builder.name(Atom::Var(bind), &name);
            }
            list.push((*var, *initial));
            results.push(renaming.atom(*next));
            binds.push(bind);
            after.push(Atom::Var(bind));
        }
        let body = CoreBlock { statements, results };
        self.builder.span = span;
        self.builder.push(binds, Core::Loop(Box::new(Loop { form, carried: list, body })));
        after
    }

    /// The carried sizes that change, and what the others are: a size that each turn leaves as
    /// it is, or sets to what it was at the start, is that from the start on.
    fn steady_sizes(&mut self, sizes: &[(Var, Atom)], next: &[Atom]) -> (Vec<usize>, Renaming) {
        let mut renaming = Renaming::new();
        let mut kept: Vec<usize> = (0..sizes.len()).collect();
        loop {
            let before = kept.len();
            kept.retain(|position| {
                let (var, initial) = sizes[*position];
                let written = renaming.atom(next[*position]);
                let next = self.builder.lower(written).map_or(written, |next| renaming.atom(next));
                let steady = next == Atom::Var(var) || next == initial;
                if steady {
                    renaming.insert(var, initial);
                    rename(&mut renaming, written, initial);
                }
                !steady
            });
            if kept.len() == before {
                return (kept, renaming);
            }
        }
    }
}

/// The values that a loop carries: the sizes of arrays, then the values themselves.
pub(super) struct Carried {
    sizes: Vec<(Var, Atom)>,
    values: Vec<Var>,
    initial: Vec<Atom>,
}

/// What an `if` binds and its arms give.
#[derive(Default)]
struct Merged {
    binds: Vec<Var>,
    then: Vec<Atom>,
    otherwise: Vec<Atom>,
    values: Vec<Atom>,
}

fn rename(renaming: &mut Renaming, from: Atom, to: Atom) {
    if let Atom::Var(var) = from
        && from != to
    {
        renaming.insert(var, to);
    }
}
