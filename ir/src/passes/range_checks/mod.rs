//! Index checks of sums of lanes' or turns' counters: one check for all lanes and turns, before them.
//!
//! ```text
//! ys = soac [i < n] {                        over = lt m n; first = select over m 0; some = lt 0 n
//!   p = check in_bounds (i, m)         ─▶    none = check in_bounds (first, m) when some
//!   x = index xs [p]                         ys = soac [i < n] {
//! } store x                                    p = add i none
//!                                              x = index xs [p]
//!                                            } store x
//! ```
//!
//! The check fails with the index of the first lane that fails (Henriksen et al.: bounds checks are sliced
//! out of kernels). The index is made to depend on the check's result, which is 0, so that the reads stay
//! behind the check. A check leaves as many levels of a nest as its index is a sum over:
//! `img[y + i][x + j]` is checked before the lanes of `y` and `x`. If it stands in a branch that lanes take
//! by their index, the lanes that count are those in the branch. The pass comes after those that can prove
//! checks, and before the last hoisting, which moves the remaining checks further out.
//!
//! * [`affine`]: an index as a sum of counters and of values known before them.
//! * [`guards`]: the lanes that are in a branch.
//! * [`hoisted_check`]: the statements before the lanes that replace the checks.

mod affine;
mod guards;
mod hoisted_check;

use rustc_hash::FxHashMap;

use crate::analysis::definitions::{Definition, Definitions};
use crate::core::operation::Operation;
use crate::core::visit::bound_in;
use crate::core::{
    Atom, Check, Condition, Expression, Function, LoopForm, SliceBound, Statement, Var, VarMap,
    VarSet, Variables,
};
use crate::source::Span;

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 16;

/// Takes index checks out of the lanes and turns that they count.
pub fn range_checks(function: &mut Function) {
    let definitions = Definitions::of(&function.body.statements);
    let mut nest = Nest {
        variables: &mut function.variables,
        definitions,
        levels: Vec::new(),
        guards: Vec::new(),
        aliases: Aliases::default(),
        ends: VarMap::default(),
        lengths: FxHashMap::default(),
    };
    nest.statements(&mut function.body.statements);
}

/// A SOAC or a counted loop of a nest; the levels before it are around it.
struct NestLevel {
    /// The counters of the level, and the number of turns of each.
    counted: Vec<(Var, Atom)>,
    /// All that is bound in it.
    inside: VarSet,
    /// The statements to be put before it.
    before: Vec<Statement>,
}

/// An arm of a branch.
struct Guard {
    /// The number of levels around the branch.
    depth: usize,
    condition: Atom,
    holds: bool,
}

/// The end of a slice whose check has left.
struct End {
    /// The sum that it is.
    sum: Atom,
    when: Option<Atom>,
    /// The number of levels around the check at present.
    level: usize,
    /// The atom that is 0 if all ends are in bounds.
    none: Atom,
}

/// The variables that are another name for an atom.
#[derive(Default)]
struct Aliases(VarMap<Atom>);

impl Aliases {
    fn resolved(&self, atom: Atom) -> Atom {
        atom.var().and_then(|var| self.0.get(&var)).copied().unwrap_or(atom)
    }
}

struct Nest<'a> {
    variables: &'a mut Variables,
    definitions: Definitions,
    levels: Vec<NestLevel>,
    guards: Vec<Guard>,
    aliases: Aliases,
    ends: VarMap<End>,
    /// The lengths of slices, by their end and their start.
    lengths: FxHashMap<[Atom; 2], Atom>,
}

impl Nest<'_> {
    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(list.len());
        for mut statement in std::mem::take(list) {
            let Statement { binds, expression, span } = &mut statement;
            match expression {
                Expression::Soac(soac) => {
                    let counted = soac.space.iter().map(|lane| (lane.index, lane.extent)).collect();
                    self.enter_level(counted, VarSet::new(), &mut soac.body, &mut result);
                    // Operators are at home between lanes.
                    for body in statement.expression.bodies_mut().into_iter().skip(1) {
                        self.separate_nest(body);
                    }
                }
                Expression::Loop(repetition) => {
                    let carried = repetition.carried.iter().map(|(var, _)| *var).collect();
                    let body = &mut repetition.body.statements;
                    match &mut repetition.form {
                        LoopForm::For(index, count) => {
                            self.enter_level(vec![(*index, *count)], carried, body, &mut result);
                        }
                        LoopForm::While(condition) => {
                            self.separate_nest(&mut condition.statements);
                            self.separate_nest(body);
                        }
                    }
                }
                Expression::If(branch) => {
                    let arms = [(&mut branch.then, true), (&mut branch.otherwise, false)];
                    for (arm, holds) in arms {
                        let (depth, condition) = (self.levels.len(), branch.condition);
                        self.guards.push(Guard { depth, condition, holds });
                        self.statements(&mut arm.statements);
                        self.guards.pop();
                    }
                }
                Expression::Scan(scan) => self.separate_nest(&mut scan.operator.body.statements),
                Expression::Scalar(Operation::Subtract, operands) => {
                    let length = self.lengths.get(&[operands[0], operands[1]]).copied();
                    if let Some(length) = length {
                        self.aliases.0.insert(binds[0], length);
                        *expression = Expression::Copy(length);
                    }
                }
                Expression::Check(check) => {
                    let sum = self.without_check(binds.first().copied(), check, *span);
                    if let Some(sum) = sum {
                        if let [bind] = binds[..] {
                            self.definitions
                                .set(bind, Definition::Scalar(Operation::Add, sum.clone()));
                        }
                        *expression = Expression::Scalar(Operation::Add, sum);
                    }
                }
                _ => {}
            }
            result.push(statement);
        }
        *list = result;
    }

    /// A body that runs for each of these indices; the checks that leave it go `before` it.
    fn enter_level(
        &mut self,
        counted: Vec<(Var, Atom)>,
        mut inside: VarSet,
        body: &mut Vec<Statement>,
        before: &mut Vec<Statement>,
    ) {
        // A level without turns needs no check before it.
        if counted.iter().any(|(_, extent)| extent.known_size() == Some(0)) {
            return self.separate_nest(body);
        }
        inside.extend(counted.iter().map(|(index, _)| *index));
        inside.extend(bound_in(body).iter());
        self.levels.push(NestLevel { counted, inside, before: Vec::new() });
        self.statements(body);
        before.extend(self.levels.pop().into_iter().flat_map(|level| level.before));
    }

    /// A body that is no part of the nest around it: checks stay in it, or before levels in it.
    fn separate_nest(&mut self, body: &mut Vec<Statement>) {
        let (levels, guards) = (std::mem::take(&mut self.levels), std::mem::take(&mut self.guards));
        self.statements(body);
        (self.levels, self.guards) = (levels, guards);
    }

    /// The operands of the sum that takes the place of a check which leaves as many levels as it can.
    fn without_check(&mut self, bind: Option<Var>, check: &Check, span: Span) -> Option<Vec<Atom>> {
        if !matches!(check.condition, Condition::Index(_) | Condition::Slice(_)) {
            return None;
        }
        if let Some(sum) = self.start_of_slice(bind, check, span) {
            return Some(sum);
        }
        let mut check = check.clone();
        if let Some(number) = check.operands[0].constant().and_then(|number| number.integer()) {
            check.operands[0] = Atom::size(usize::try_from(number).ok()?);
        }
        let (level, range) =
            (0..self.levels.len()).find_map(|level| Some((level, self.range(&check, level)?)))?;
        let none = self.before(level, span, |hoisted| hoisted.check(&range, &check));
        if let (Condition::Slice(SliceBound::End), Some(bind)) = (&check.condition, bind) {
            let (sum, when) = (check.operands[0], check.when);
            self.ends.insert(bind, End { sum, when, level, none });
        }
        Some(vec![check.operands[0], none])
    }

    /// The start of a slice that ends so many elements behind it: the check of the end is enough.
    fn start_of_slice(
        &mut self,
        bind: Option<Var>,
        check: &Check,
        span: Span,
    ) -> Option<Vec<Atom>> {
        let (Condition::Slice(SliceBound::Start), [start, end]) =
            (&check.condition, &check.operands[..])
        else {
            return None;
        };
        let End { sum, when, level, none } = *self.ends.get(&end.var()?)?;
        if when != check.when {
            return None;
        }
        let mut length = self.terms(sum);
        for term in self.terms(*start) {
            let known = length.iter().position(|other| *other == term)?;
            length.swap_remove(known);
        }
        if !length.iter().all(|term| self.is_known(*term, level, DEPTH)) {
            return None;
        }
        let length = self.before(level, span, |hoisted| hoisted.sum(&length));
        self.lengths.insert([*end, Atom::Var(bind?)], length);
        Some(vec![*start, none])
    }

    /// The terms of a sum.
    fn terms(&self, sum: Atom) -> Vec<Atom> {
        match self.definitions.of_atom(self.resolved(sum)) {
            Some(Definition::Scalar(Operation::Add, operands)) => {
                operands.iter().flat_map(|operand| self.terms(*operand)).collect()
            }
            _ => vec![self.resolved(sum)],
        }
    }

    fn resolved(&self, atom: Atom) -> Atom {
        self.aliases.resolved(atom)
    }

    /// Returns true if an operand is bound in a level, or further in.
    fn is_inside(&self, atom: Atom, level: usize) -> bool {
        atom.var().is_some_and(|var| self.levels[level].inside.contains(&var))
    }

    /// Returns true if an operand can be computed before a level.
    fn is_known(&self, atom: Atom, level: usize, depth: usize) -> bool {
        let atom = self.resolved(atom);
        if !self.is_inside(atom, level) {
            return true;
        }
        match self.definitions.of_atom(atom) {
            Some(Definition::Scalar(_, operands)) if depth > 0 => {
                operands.iter().all(|operand| self.is_known(*operand, level, depth - 1))
            }
            _ => false,
        }
    }
}
