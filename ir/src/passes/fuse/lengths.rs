//! One length for arrays that must have one.
//!
//! ```text
//! ys = soac [i < m] { … } store y             c  = check same_count "zip" (n, m)
//! zs = coerce "zip" ys [n]             ─▶     ys = soac [i < n] { … } store y
//! ```
//!
//! The check moves before the producer, which from then on has the other length; so a SOAC that runs over
//! `n` and reads `zs` runs over the same lanes.

use super::reads::reads_of;
use super::uses::Rewritten;
use super::{Fuser, bound_outputs, soac_of};
use crate::core::visit::{Visitor, each_use, read};
use crate::core::{Atom, Check, Condition, Expression, Extent, Output, Renaming, Statement, Var};

impl Fuser<'_> {
    /// Removes one coercion of the outermost extent of an array that is computed in this scope.
    /// `sizes` collects the sizes that are written differently from there on.
    pub fn settle_lengths(
        &mut self,
        statements: &mut Vec<Statement>,
        results: &[Var],
        sizes: &mut Renaming,
    ) -> Option<Rewritten> {
        for place in 0..statements.len() {
            let Expression::Coerce(Atom::Var(array), label) = &statements[place].expression else {
                continue;
            };
            let (array, label) = (*array, label.clone());
            let target = statements[place].binds[0];
            let Some((old, new)) = self.outer_extents(array, target) else { continue };
            let Some(producer) = statements[..place].iter().position(|statement| {
                soac_of(statement).is_some_and(|soac| soac.space[0].extent == old)
                    && bound_outputs(statement).iter().any(|(bind, _)| *bind == array)
            }) else {
                continue;
            };
            if !stores(&statements[producer], array) {
                continue;
            }
            let bound_later = |atom: Atom| {
                atom.var().is_some_and(|var| {
                    statements[producer..].iter().any(|statement| statement.binds.contains(&var))
                })
            };
            let Atom::Var(old_size) = old else { continue };
            if bound_later(new) || bound_later(old) {
                continue;
            }
            // Around an inner level the results have the lengths that they had, and so do those
            // that are there already.
            let later = |var: Var| bound_later(Atom::Var(var));
            let kept =
                |var: &Var| self.has_length(*var, old_size) && (self.nesting > 0 || !later(*var));
            if results.iter().any(kept) {
                continue;
            }
            if self.keeps_length(&statements[producer..], &statements[place], old_size) {
                continue;
            }
            let span = statements[place].span;
            statements.remove(place);
            let checked = self.variables.add(None, crate::core::Type::USIZE);
            let check = Check {
                condition: Condition::SameCount(label),
                operands: vec![new, old],
                when: None,
            };
            let check =
                Statement { binds: vec![checked], expression: Expression::Check(check), span };
            statements.insert(producer, check);
            self.rename_after(statements, producer + 1, old_size, new);
            sizes.chain(old_size, new);
            let mut renamed = Renaming::new();
            renamed.insert(target, Atom::Var(array));
            self.replace(statements, &renamed);
            return Some(Rewritten::Range { first: producer, behind: 0 });
        }
        None
    }

    /// Returns true if some statement uses, and not only reads scalars of, an array that has the length
    /// from before: the values made from that array may have that length, too.
    fn keeps_length(&self, statements: &[Statement], coercion: &Statement, length: Var) -> bool {
        let mut bound: Vec<Var> = Vec::new();
        for statement in statements {
            read::statement(statement, &mut Bound(&mut bound));
        }
        statements.iter().any(|statement| {
            let mut used = Vec::new();
            each_use(&statement.expression, |var| used.push(var));
            used.retain(|var| self.has_length(*var, length) && !bound.contains(var));
            statement.binds != coercion.binds
                && used.iter().any(|var| {
                    let (reads, others) = reads_of(statement, *var);
                    let rank = self.variables.ty(*var).rank();
                    others > 0 || reads.iter().any(|read| read.indices.len() < rank)
                })
        })
    }

    fn has_length(&self, var: Var, length: Var) -> bool {
        let extents = self.variables.ty(var).extents();
        extents.iter().any(|extent| extent.size() == Some(Atom::Var(length)))
    }

    /// The outermost extents of an array and of the type that it is coerced to, if nothing else differs.
    fn outer_extents(&self, array: Var, target: Var) -> Option<(Atom, Atom)> {
        let (found, wanted) = (self.variables.ty(array), self.variables.ty(target));
        if found.extents()[1..] != wanted.extents()[1..] {
            return None;
        }
        match (found.extents()[0], wanted.extents()[0]) {
            (Extent::Size(old), Extent::Size(new)) if old != new => Some((old, new)),
            _ => None,
        }
    }

    /// From a place on, one size is written as another that it equals there.
    fn rename_after(&mut self, statements: &mut [Statement], from: usize, old: Var, new: Atom) {
        let mut renaming = Renaming::new();
        renaming.insert(old, new);
        renaming.replace_in_statements(&mut statements[from..]);
        // With the check alone, the reads of these statements may be in bounds now.
        self.definitions.learn(&statements[from..]);
        let mut bound = Vec::new();
        read::statements(&statements[from..], &mut Bound(&mut bound));
        for var in bound {
            let ty = self.variables.ty(var).map_sizes(|size| renaming.atom(size));
            self.variables.set_type(var, ty);
        }
    }
}

/// Collects the variables that are bound, at any depth.
struct Bound<'l>(&'l mut Vec<Var>);

impl Visitor for Bound<'_> {
    fn atom(&mut self, _: &Atom) {}
    fn bind(&mut self, var: &Var) {
        self.0.push(*var);
    }
}

fn stores(statement: &Statement, array: Var) -> bool {
    soac_of(statement).is_some_and(|soac| {
        bound_outputs(statement).iter().any(|(bind, output)| {
            *bind == array && matches!(soac.outputs[*output], Output::Store(_))
        })
    })
}
