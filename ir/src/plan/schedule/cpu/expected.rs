//! Finds values that the lanes of a tile are expected to have: lanes read next to each other, and go round
//! equally often.
//!
//! Most of them do so where indices are clamped or wrapped around, or where each lane has its own range of
//! rounds, as in `xs[(i + j).min(n - 1)]`, `xs[(i + j) % n]`, `for p in i - r..=i + r`, and for a plane that is
//! stored flat, where `i / w` and `i % w` are the row and the column. A tile looks whether it is so:
//!
//! ```text
//! for lane in 0..W {                             first = min(i, m); last = min(i + W - 1, m)
//!     x = xs[min(i + lane, m)]; …         ─▶     if last != first + W - 1 { lane by lane, and done }
//! }                                              for lane in 0..W { x = xs[first + lane]; … }
//! ```
//!
//! If some lane of a tile fails, the lane by itself fails, too, so that the first failure is the same one.
//!
//! An index that counts lanes grows by one from lane to lane. Least and greatest values, remainders and
//! choices by one comparison follow the index, or jump once or fall: if the last lane has the value that it
//! would have if they followed the index all the way, they do. An index in 32 bits may wrap around before it
//! is used: as an integer of more bits it counts the lanes if its first and its last lane do.

use rustc_hash::FxHashMap;

use super::access::reads;
use super::varying::{Shape, Varying};
use crate::core::{
    Atom, Check, Condition, Expression, LoopForm, Operation, Output, ScalarType, Soac, Statement,
    Var, VarMap, Variables,
};

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 12;

/// The values that have a shape in most tiles, but not in all. Without any, nothing is looked at.
pub(crate) fn expected(
    soac: &Soac,
    varying: &Varying,
    variables: &Variables,
) -> FxHashMap<Var, Shape> {
    let mut search = Search {
        definitions: VarMap::default(),
        varying,
        variables,
        found: FxHashMap::default(),
        marks: Vec::new(),
    };
    if is_stored(soac, variables) {
        search.learn(&soac.body, Place::Lane);
        search.loops(&soac.body, false);
    }
    search.found
}

/// The place at which a value is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Lane,
    Loop,
    /// In an arm of a branch, where a tile does not look at anything.
    Arm,
}

/// Returns true if lanes only give scalars, so that they may go again one by one.
pub(crate) fn is_stored(soac: &Soac, variables: &Variables) -> bool {
    soac.outputs.iter().all(
        |output| matches!(output, Output::Store(value) if variables.atom_type(*value).is_scalar()),
    )
}

struct Search<'s> {
    /// The expression of each value, and its place.
    definitions: VarMap<(&'s Expression, Place)>,
    varying: &'s Varying,
    variables: &'s Variables,
    found: FxHashMap<Var, Shape>,
    /// The shapes that would be expected for the present operand.
    marks: Vec<(Var, Shape)>,
}

impl<'s> Search<'s> {
    fn learn(&mut self, list: &'s [Statement], place: Place) {
        let inside = if place == Place::Lane { Place::Loop } else { place };
        for statement in list {
            if let [bind] = statement.binds[..] {
                self.definitions.insert(bind, (&statement.expression, place));
            }
            match &statement.expression {
                Expression::Soac(soac) => self.learn(&soac.body, inside),
                Expression::Loop(repetition) => self.learn(&repetition.body.statements, inside),
                Expression::If(branch) => {
                    self.learn(&branch.then.statements, Place::Arm);
                    self.learn(&branch.otherwise.statements, Place::Arm);
                }
                _ => {}
            }
        }
    }

    /// Looks at the extents of loops, and at the elements that are read in them.
    fn loops(&mut self, list: &[Statement], in_loop: bool) {
        for statement in list {
            match &statement.expression {
                Expression::Soac(soac) => {
                    for lane in &soac.space {
                        self.root(lane.extent, Some(Shape::Same));
                    }
                    self.loops(&soac.body, true);
                }
                Expression::Loop(repetition) => {
                    if let LoopForm::For(_, count) = repetition.form {
                        self.root(count, Some(Shape::Same));
                    }
                    self.loops(&repetition.body.statements, true);
                }
                Expression::If(branch) if in_loop => {
                    if reads(&branch.then) + reads(&branch.otherwise) > 0 {
                        self.compared_narrowly(branch.condition, DEPTH);
                    }
                    self.loops(&branch.then.statements, true);
                    self.loops(&branch.otherwise.statements, true);
                }
                Expression::Index(_, indices) if in_loop => {
                    for index in indices {
                        self.root(*index, None);
                    }
                }
                _ => {}
            }
        }
    }

    /// Looks at operands that branches compare in few bits, where they may wrap around: guards are of
    /// operands that do not.
    fn compared_narrowly(&mut self, condition: Atom, depth: usize) {
        use Operation::{And, Equal, Less, LessEqual, Not, NotEqual, Or};
        let Some(var) = condition.var().filter(|_| depth > 0) else { return };
        let Some((Expression::Scalar(operation, operands), _)) = self.definitions.get(&var) else {
            return;
        };
        match operation {
            And | Or | Not => {
                operands.iter().for_each(|part| self.compared_narrowly(*part, depth - 1));
            }
            Equal | NotEqual | Less | LessEqual => {
                for operand in operands {
                    let is_narrow = is_narrow(self.variables, *operand);
                    if let Some(var) = operand.var().filter(|_| is_narrow) {
                        self.marks.clear();
                        if self.shape(*operand, DEPTH) == Some(Shape::Counts)
                            && self.mark(var, Shape::Counts).is_some()
                        {
                            self.found.extend(self.marks.drain(..));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn root(&mut self, atom: Atom, wanted: Option<Shape>) {
        self.marks.clear();
        let shape = self.shape(atom, DEPTH);
        if shape.is_some() && (wanted.is_none() || shape == wanted) {
            self.found.extend(self.marks.drain(..));
        }
    }

    fn mark(&mut self, var: Var, shape: Shape) -> Option<Shape> {
        let (_, place) = self.definitions.get(&var)?;
        (*place != Place::Arm).then(|| {
            self.marks.push((var, shape));
            shape
        })
    }

    fn shape(&mut self, atom: Atom, depth: usize) -> Option<Shape> {
        use Shape::{Counts, Same};
        let Some(var) = atom.var().filter(|_| self.varying.atom(atom)) else { return Some(Same) };
        if self.varying.counts(atom) {
            return Some(Counts);
        }
        if let Some(shape) = self.found.get(&var) {
            return Some(*shape);
        }
        let depth = depth.checked_sub(1)?;
        let (expression, place) = *self.definitions.get(&var)?;
        let in_loop = place != Place::Lane;
        let is_number = is_counted(self.variables, atom);
        match expression {
            Expression::Cast(inner) if is_number && is_counted(self.variables, *inner) => {
                let shape = self.shape(*inner, depth)?;
                match keeps_counting(self.variables, *inner, atom) {
                    // A narrower integer may wrap around on the way, and is somewhere else then.
                    false if shape == Counts => self.mark(var, Counts),
                    _ => Some(shape),
                }
            }
            Expression::Scalar(operation, operands) => {
                let shapes: Option<Vec<Shape>> =
                    operands.iter().map(|operand| self.shape(*operand, depth)).collect();
                let shapes = shapes?;
                let follows = shapes[0] == Counts && shapes[1..].iter().all(|s| *s == Same)
                    || shapes[..] == [Same, Counts] && is_symmetric(*operation);
                match operation.arithmetic() {
                    _ if shapes.iter().all(|shape| *shape == Same) => Some(Same),
                    Operation::Add if follows => Some(Counts),
                    Operation::Subtract if follows => Some(Counts),
                    Operation::Subtract if shapes[..] == [Counts, Counts] => self.mark(var, Same),
                    Operation::Divide if follows && is_size(self.variables, atom) => {
                        self.mark(var, Same)
                    }
                    Operation::Remainder if follows && is_size(self.variables, atom) => {
                        self.mark(var, Counts)
                    }
                    Operation::Function(function) if follows && is_number => match function.name {
                        "min" | "max" | "clamp" | "rem_euclid" | "saturating_sub"
                        | "saturating_add" => self.mark(var, Counts),
                        _ => None,
                    },
                    _ => None,
                }
            }
            Expression::Select([condition, then, otherwise]) if is_number => {
                let shapes = [self.shape(*then, depth)?, self.shape(*otherwise, depth)?];
                match shapes {
                    [Counts, _] | [_, Counts] if self.is_one_comparison(*condition, depth) => {
                        self.mark(var, Counts)
                    }
                    // Ranges that are empty where they end before they begin.
                    [Same, Same] if !in_loop => self.mark(var, Same),
                    _ => None,
                }
            }
            Expression::Check(check) => {
                let counts = matches!(check.condition, Condition::Index(_) | Condition::Slice(_))
                    && check.when.is_none()
                    && self.shape(check.operands[0], depth) == Some(Counts)
                    && self.shape(check.operands[1], depth).is_some();
                match counts {
                    true => self.mark(var, Counts),
                    false if !in_loop && is_size(self.variables, atom) => self.mark(var, Same),
                    false => None,
                }
            }
            _ => None,
        }
    }

    /// Returns true if a condition compares an operand that counts lanes with one that is the same for all of
    /// them.
    fn is_one_comparison(&mut self, condition: Atom, depth: usize) -> bool {
        match compared(condition, &self.definitions) {
            Some([a, b]) => {
                let shapes = [self.shape(a, depth), self.shape(b, depth)];
                shapes.contains(&Some(Shape::Counts)) && shapes.contains(&Some(Shape::Same))
            }
            None => false,
        }
    }
}

/// Returns true if there are checks in loops.
pub(crate) fn has_checks_in_loops(list: &[Statement], in_loop: bool) -> bool {
    list.iter().any(|statement| match &statement.expression {
        Expression::Check(_) => in_loop,
        Expression::Soac(soac) => has_checks_in_loops(&soac.body, true),
        Expression::Loop(repetition) => has_checks_in_loops(&repetition.body.statements, true),
        _ => false,
    })
}

/// Returns the operands that a condition compares.
fn compared(condition: Atom, definitions: &VarMap<(&Expression, Place)>) -> Option<[Atom; 2]> {
    match definitions.get(&condition.var()?)?.0 {
        Expression::Scalar(Operation::Less | Operation::LessEqual, operands) => {
            Some([operands[0], operands[1]])
        }
        _ => None,
    }
}

/// Returns true if a tile can look at a check.
pub(crate) fn is_looked_at(check: &Check, variables: &Variables) -> bool {
    let of_sizes = check.operands.iter().all(|operand| is_size(variables, *operand));
    match check.condition {
        Condition::Index(_) | Condition::Slice(_) => of_sizes,
        Condition::Countable => true,
        Condition::NotZero(_) => variables.element(check.operands[0]).is_integer(),
        _ => false,
    }
}

fn is_symmetric(operation: Operation) -> bool {
    match operation {
        Operation::Add => true,
        Operation::Function(function) => {
            matches!(function.name, "min" | "max" | "saturating_add")
        }
        _ => false,
    }
}

fn is_size(variables: &Variables, atom: Atom) -> bool {
    variables.element(atom) == ScalarType::Usize
}

/// Returns true if an operand is an integer in which lanes may be counted: tiles are narrower than its range.
pub(crate) fn is_counted(variables: &Variables, atom: Atom) -> bool {
    let ty = variables.element(atom);
    ty.is_integer() && ty.bytes() >= 4
}

/// Returns true if an operand is such an integer, of fewer bits than an index.
pub(crate) fn is_narrow(variables: &Variables, atom: Atom) -> bool {
    is_counted(variables, atom) && variables.element(atom).bytes() < 8
}

/// Returns true if an operand that counts lanes, and may wrap around, does so as another integer, too: if it
/// has no more bits.
pub(crate) fn keeps_counting(variables: &Variables, from: Atom, to: Atom) -> bool {
    let bytes = |atom| variables.element(atom).bytes();
    is_counted(variables, from) && is_counted(variables, to) && bytes(to) <= bytes(from)
}
