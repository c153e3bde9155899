//! `for`, `while` and `fold`: loops carry the variables that their bodies assign to.
//!
//! Arrays mostly keep their sizes from turn to turn, so a body is first lowered as if they did. If a size
//! turns out to change, that lowering is undone, and the size is carried, too.

use rustc_hash::FxHashMap;

use super::certain::Certain;
use super::empty::empty_level;
use super::{Lowerer, Value};
use crate::core::{
    Atom, Block as CoreBlock, Builder, Expression as Core, Extent, Loop, LoopForm, Renaming, Type,
    Var, VarSet,
};
use crate::source::Span;
use crate::syntax::tree::{Block, Expression, ExpressionKind, Pattern};
use crate::types::infer::LocalId;
use crate::types::ty::Ty;
use crate::types::walk::{Child, each_block_child};

/// A level of arrays in one of the values that a loop carries: the components of a product share
/// the levels around it.
type Level = (usize, usize);

/// The change of a level from turn to turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The size of the level changes.
    Size,
    /// The rows of the level come to differ.
    Rows,
}

impl<'a> Lowerer<'a, '_> {
    pub(super) fn for_loop(
        &mut self,
        pattern: &'a Pattern,
        items: &'a Expression,
        body: &'a Block,
    ) {
        let mut assigned = self.assigned(|f| each_block_child(body, f));
        // A range is counted, not stored.
        if let ExpressionKind::Range(Some(start), Some(end), limit) = &items.kind {
            let range = self.range(start, end, *limit);
            self.repeat(range.count, &mut assigned, |this, position| {
                let element = this.range_element(&range, position);
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
        mut body: impl FnMut(&mut Self, Atom),
    ) {
        let index = self.loop_index(count);
        self.carry(assigned, |this| {
            this.unless_never(count == Atom::size(0), |this| body(this, Atom::Var(index)));
            LoopForm::For(index, count)
        });
    }

    /// The index of a loop of so many turns, bound one level deeper than here.
    pub(super) fn loop_index(&mut self, count: Atom) -> Var {
        self.builder.open();
        let index = self.builder.counter(count);
        self.builder.close();
        index
    }

    pub(super) fn while_loop(&mut self, condition: &'a Expression, body: &'a Block) {
        if !self.assigned(|f| f(Child::Expression(condition))).is_empty() {
            return self.changing_while(condition, body);
        }
        let assigned = self.assigned(|f| each_block_child(body, f));
        self.carry(&assigned, |this| {
            this.builder.open();
            let test = this.expression(condition).atom();
            let condition = this.builder.close_block(vec![test]);
            this.unless_never(test == Atom::truth(false), |this| this.block(body));
            LoopForm::While(condition)
        });
    }

    /// A loop whose condition assigns to variables, too: the loop carries a flag that is true while it goes
    /// on.
    ///
    /// ```text
    /// while { i += 1; i < n } { … }   ─▶   while go { i += 1; go = i < n; if go { … } }
    /// ```
    fn changing_while(&mut self, condition: &'a Expression, body: &'a Block) {
        let by_body = self.assigned(|f| each_block_child(body, f));
        let assigned = self.assigned(|f| {
            f(Child::Expression(condition));
            each_block_child(body, f);
        });
        let go = Value { ty: Ty::BOOL, atoms: vec![Atom::truth(true)] };
        self.carry_with(&assigned, vec![go], |this, go| {
            this.builder.open();
            let form = LoopForm::While(this.builder.close_block(vec![go[0].atom()]));
            let test = this.expression(condition);
            let (truth, ty) = (test.atom(), Ty::Tuple(Vec::new()));
            this.branch(truth, &by_body, &ty, |this| this.block(body), |_| Value::unit());
            (form, vec![test])
        });
    }

    /// A loop that carries variables of the present frame.
    fn carry(&mut self, assigned: &[LocalId], mut body: impl FnMut(&mut Self) -> LoopForm) {
        self.carry_with(assigned, Vec::new(), |this, _| (body(this), Vec::new()));
    }

    /// A loop that carries variables of the present frame, and values without a name. The body is
    /// given the latter and gives the next ones.
    fn carry_with(
        &mut self,
        assigned: &[LocalId],
        unnamed: Vec<Value>,
        mut body: impl FnMut(&mut Self, &[Value]) -> (LoopForm, Vec<Value>),
    ) {
        let mut values = self.values_of(assigned);
        values.extend(unnamed);
        let after = self.loop_over(values, |this, inside| {
            let (named, unnamed) = inside.split_at(assigned.len());
            this.assign_all(assigned, named);
            let (form, next_unnamed) = body(this, unnamed);
            let mut next = this.values_of(assigned);
            next.extend(next_unnamed);
            (form, next)
        });
        self.assign_all(assigned, &after);
    }

    fn values_of(&self, locals: &[LocalId]) -> Vec<Value> {
        locals.iter().filter_map(|local| self.frame().values[*local].clone()).collect()
    }

    fn assign_all(&mut self, locals: &[LocalId], values: &[Value]) {
        for (local, value) in locals.iter().zip(values) {
            self.set_local(*local, value.clone());
        }
    }

    /// Builds a loop; gives the values after it. The body is given the carried values inside and
    /// gives the next ones; it may be lowered more than once.
    pub(super) fn loop_over(
        &mut self,
        mut values: Vec<Value>,
        mut body: impl FnMut(&mut Self, &[Value]) -> (LoopForm, Vec<Value>),
    ) -> Vec<Value> {
        let span = self.builder.span;
        let mut changing: FxHashMap<Level, Change> = FxHashMap::default();
        loop {
            let before = self.snapshot();
            let carried = self.carried(&values, &changing);
            self.builder.open();
            self.loops += 1;
            let (form, next) = body(self, &carried.values);
            self.loops -= 1;
            let statements = self.builder.close();
            let mut renaming = Renaming::new();
            let mut found = self.next_sizes(&carried, &next, &mut renaming);
            if found.is_empty() {
                let turn = Iteration { form, statements, next, renaming };
                return self.finish(values, carried, turn, span);
            }
            let known = self.rows_of_none(&values, &carried, &next, &before);
            found.retain(|(level, _)| !known.contains_key(level));
            changing.extend(found);
            self.restore(before);
            self.give_rows(&mut values, &carried.levels, &known);
        }
    }

    /// Variables for carried values, and for the sizes that change.
    fn carried(&mut self, values: &[Value], changing: &FxHashMap<Level, Change>) -> Carried {
        self.builder.open();
        let mut carried = Carried { sizes: Vec::new(), values: Vec::new(), levels: Vec::new() };
        let mut sizes: FxHashMap<Level, Var> = FxHashMap::default();
        for (number, value) in values.iter().enumerate() {
            let levels = self.levels(&value.ty, number);
            let mut atoms = Vec::new();
            for (atom, levels) in value.atoms.iter().zip(&levels) {
                let ty = self.atom_type(*atom);
                let mut extents = Vec::new();
                for (extent, level) in ty.extents().iter().zip(levels) {
                    extents.push(match extent.size() {
                        Some(_) if changing.get(level) == Some(&Change::Rows) => Extent::Ragged,
                        Some(initial) if changing.contains_key(level) => {
                            let var = *sizes.entry(*level).or_insert_with(|| {
                                let var = self.builder.variable(Some("size".into()), Type::USIZE);
                                carried.sizes.push((*level, var, initial));
                                self.count_like(var, &[initial]);
                                var
                            });
                            Extent::Size(Atom::Var(var))
                        }
                        _ => *extent,
                    });
                }
                let var = self.builder.variable(None, Type::array(ty.element(), extents));
                if let Atom::Var(old) = *atom
                    && let Some(name) = self.builder.variables.name(old).cloned()
                {
                    self.builder.name(Atom::Var(var), &name);
                }
                atoms.push(Atom::Var(var));
            }
            carried.values.push(Value { ty: value.ty.clone(), atoms });
            carried.levels.push(levels);
        }
        self.builder.close();
        carried
    }

    /// The levels of arrays around each component of a type.
    fn levels(&self, ty: &Ty, value: usize) -> Vec<Vec<Level>> {
        let mut count = 0;
        let mut list = Vec::new();
        self.levels_inside(ty, value, &mut Vec::new(), &mut count, &mut list);
        list
    }

    fn levels_inside(
        &self,
        ty: &Ty,
        value: usize,
        around: &mut Vec<Level>,
        count: &mut usize,
        list: &mut Vec<Vec<Level>>,
    ) {
        match ty {
            Ty::Array(element) => {
                around.push((value, *count));
                *count += 1;
                self.levels_inside(element, value, around, count, list);
                around.pop();
            }
            Ty::Tuple(_) | Ty::Struct(_) => {
                for field in self.fields(ty) {
                    self.levels_inside(&field, value, around, count, list);
                }
            }
            _ => list.push(around.clone()),
        }
    }

    /// The levels whose sizes turn out to change. A size that is computed anew but stays the same is
    /// renamed to the earlier one.
    fn next_sizes(
        &mut self,
        carried: &Carried,
        next: &[Value],
        renaming: &mut Renaming,
    ) -> Vec<(Level, Change)> {
        let mut changed = Vec::new();
        for ((value, next), levels) in carried.values.iter().zip(next).zip(&carried.levels) {
            for ((atom, next), levels) in value.atoms.iter().zip(&next.atoms).zip(levels) {
                let (ty, next) = (self.atom_type(*atom), self.atom_type(*next));
                for ((extent, next), level) in ty.extents().iter().zip(next.extents()).zip(levels) {
                    let (Extent::Size(size), Extent::Size(next)) = (extent, next) else {
                        if matches!(extent, Extent::Size(_)) {
                            changed.push((*level, Change::Rows));
                        }
                        continue;
                    };
                    if carried.sizes.iter().any(|known| known.0 == *level) || size == next {
                        continue;
                    }
                    if self.builder.lower(*next) == Some(*size) {
                        super::control::rename(renaming, *next, *size);
                    } else if !changed.iter().any(|known| known.0 == *level) {
                        changed.push((*level, Change::Size));
                    }
                }
            }
        }
        changed
    }

    /// The lengths that the rows of arrays get which have none at first: these had no length, which is
    /// therefore not one that changes.
    fn rows_of_none(
        &mut self,
        values: &[Value],
        carried: &Carried,
        next: &[Value],
        before: &Snapshot,
    ) -> FxHashMap<Level, Atom> {
        let mut known = FxHashMap::default();
        for ((value, next), levels) in values.iter().zip(next).zip(&carried.levels) {
            for ((atom, next), levels) in value.atoms.iter().zip(&next.atoms).zip(levels) {
                let (ty, next) = (self.atom_type(*atom), self.atom_type(*next));
                let Some(empty) = empty_level(&ty) else { continue };
                let extents = ty.extents().iter().zip(next.extents()).zip(levels);
                for ((old, new), level) in extents.skip(empty + 1) {
                    if *old == Extent::Size(Atom::size(0))
                        && old != new
                        && let Some(size) = new.size().and_then(|size| self.builder.lower(size))
                        && *old != Extent::Size(size)
                        && size.var().is_none_or(|var| before.knows(var))
                    {
                        known.insert(*level, size);
                    }
                }
            }
        }
        known
    }

    /// Arrays without rows, as ones whose rows have these lengths.
    fn give_rows(
        &mut self,
        values: &mut [Value],
        levels: &[Vec<Vec<Level>>],
        known: &FxHashMap<Level, Atom>,
    ) {
        for (value, levels) in values.iter_mut().zip(levels) {
            for (atom, levels) in value.atoms.iter_mut().zip(levels) {
                let ty = self.atom_type(*atom);
                let extents = ty.extents().iter().zip(levels);
                let extents = extents.map(|(extent, level)| match known.get(level) {
                    Some(size) => Extent::Size(*size),
                    None => *extent,
                });
                let wanted = Type::array(ty.element(), extents.collect());
                if wanted != ty {
                    *atom = self.empty_as(*atom, &wanted).unwrap_or(*atom);
                }
            }
        }
    }

    fn finish(
        &mut self,
        initial: Vec<Value>,
        carried: Carried,
        turn: Iteration,
        span: Span,
    ) -> Vec<Value> {
        let Iteration { mut form, mut statements, next, renaming } = turn;
        self.rename(&renaming, &mut statements);
        if let LoopForm::While(condition) = &mut form {
            renaming.replace_in_block(condition);
        }
        let mut list = Vec::new();
        let mut results = Vec::new();
        let mut binds = Vec::new();
        let mut outside = Renaming::new();
        for (level, var, initial) in &carried.sizes {
            let bind = self.builder.variable(Some("size".into()), Type::USIZE);
            outside.insert(*var, Atom::Var(bind));
            list.push((*var, *initial));
            let last = self.size_of_level(&carried, &next, *level);
            self.count_like(bind, &[*initial, last]);
            results.push(renaming.atom(last));
            binds.push(bind);
        }
        let mut after = Vec::new();
        for ((value, initial), next) in carried.values.iter().zip(&initial).zip(&next) {
            let mut atoms = Vec::new();
            for ((atom, initial), next) in value.atoms.iter().zip(&initial.atoms).zip(&next.atoms) {
                let Atom::Var(var) = *atom else { continue };
                let ty = self.builder.variables.ty(var).map_sizes(|size| outside.atom(size));
                let bind = self.builder.variable(None, ty);
                if let Some(name) = self.builder.variables.name(var).cloned() {
                    self.builder.name(Atom::Var(bind), &name);
                }
                list.push((var, *initial));
                results.push(renaming.atom(*next));
                binds.push(bind);
                atoms.push(Atom::Var(bind));
            }
            after.push(Value { ty: value.ty.clone(), atoms });
        }
        let body = CoreBlock { statements, results };
        self.builder.span = span;
        self.builder.push(binds, Core::Loop(Box::new(Loop { form, carried: list, body })));
        after
    }

    /// The size that the next values have at a level.
    fn size_of_level(&self, carried: &Carried, next: &[Value], level: Level) -> Atom {
        let (value, levels) = (&next[level.0], &carried.levels[level.0]);
        value
            .atoms
            .iter()
            .zip(levels)
            .find_map(|(atom, levels)| {
                let position = levels.iter().position(|known| *known == level)?;
                self.atom_type(*atom).extents()[position].size()
            })
            .unwrap_or(Atom::size(0))
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            builder: self.builder.clone(),
            causes: self.causes.clone(),
            uncounted: self.uncounted.clone(),
            values: self.values.len(),
            calls: self.calls.len(),
            errors: self.errors.len(),
            certain: self.certain.clone(),
        }
    }

    pub(super) fn restore(&mut self, before: Snapshot) {
        self.builder = before.builder;
        let known = self.builder.variables.len();
        let is_known = |atom: &Atom| atom.var().is_none_or(|var| var.index() < known);
        self.constants.retain(|_, value| value.atoms.iter().all(is_known));
        self.causes = before.causes;
        self.uncounted = before.uncounted;
        self.values.truncate(before.values);
        self.calls.truncate(before.calls);
        self.errors.truncate(before.errors);
        self.certain = before.certain;
    }
}

/// The variables that a loop carries: the sizes that change (their level, their variable, their value at
/// the start), and the values, with the levels of their components.
struct Carried {
    sizes: Vec<(Level, Var, Atom)>,
    values: Vec<Value>,
    levels: Vec<Vec<Vec<Level>>>,
}

/// An iteration of a loop, lowered.
struct Iteration {
    form: LoopForm,
    statements: Vec<crate::core::Statement>,
    next: Vec<Value>,
    renaming: Renaming,
}

/// The state of lowering before something that may be undone.
pub(super) struct Snapshot {
    builder: Builder,
    causes: FxHashMap<Var, Span>,
    uncounted: VarSet,
    values: usize,
    calls: usize,
    errors: usize,
    certain: Certain,
}

impl Snapshot {
    /// Returns true if a variable existed when the snapshot was taken.
    fn knows(&self, var: Var) -> bool {
        var.index() < self.builder.variables.len()
    }
}
