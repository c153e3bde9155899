//! Tests of lanes: conditions that neighbouring lanes decide by where they are, so that the lanes of a tile where
//! such a condition holds are neighbours.
//!
//! ```text
//! i > 0 and i + 1 < n     the lanes from the one where i = 1, below the one where i + 1 = n
//! ```

use rustc_hash::FxHashMap;

use super::expected::is_narrow;
use super::varying::{Shape, Varying};
use crate::core::visit::bound_in;
use crate::core::{Atom, Expression, Operation, ScalarType, Statement, Var, VarSet, Variables};

/// The arithmetic and the operands of each scalar.
pub(crate) type Scalars = FxHashMap<Var, (Operation, Vec<Atom>)>;

/// Remembers how scalars among statements are computed, at any depth.
pub(crate) fn learn(statements: &[Statement], scalars: &mut Scalars) {
    for statement in statements {
        if let Expression::Scalar(operation, operands) = &statement.expression {
            scalars.insert(statement.binds[0], (operation.arithmetic(), operands.clone()));
        }
        for body in statement.expression.bodies() {
            learn(body, scalars);
        }
    }
}

/// A test of the lanes of a tile, all of which pass that have one place or another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LaneTest {
    /// All lanes pass if an operand, which is the same for all, is this truth value; else none does.
    When(Uniform, bool),
    /// The lanes pass whose value lies on one side of a bound.
    Compare {
        /// The value in the first lane of the tile; each lane has one more than the lane before.
        first: FirstLane,
        bound: Uniform,
        side: Side,
        /// True if the values have so few bits that they are compared in more.
        is_narrow: bool,
    },
}

/// The lanes that pass, by their values and the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Below,
    BelowOrAt,
    AtOrAbove,
    Above,
    At,
    NotAt,
}

/// An operand that is the same for all lanes, computed outside of the arms of branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Uniform {
    Operand(Atom),
    Sum(Box<[Uniform; 2]>),
    Difference(Box<[Uniform; 2]>),
}

/// The value that an operand which counts lanes has in the first lane of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FirstLane {
    /// The index of the lane.
    Index,
    /// A value that is expected to count lanes.
    Expected(Var),
    Sum(Box<FirstLane>, Uniform),
    Difference(Box<FirstLane>, Uniform),
}

/// The lanes of a tile whose conditions are looked at.
#[derive(Clone, Copy)]
pub(crate) struct TestedLanes<'a> {
    /// The values that differ between them.
    pub(crate) varying: &'a Varying,
    /// The operations that compute their scalars.
    pub(crate) scalars: &'a Scalars,
    /// The variables that arms of branches bind.
    pub(crate) arms: &'a VarSet,
    pub(crate) variables: &'a Variables,
}

impl TestedLanes<'_> {
    /// The tests that the lanes pass for which a condition holds, or does not, if these are neighbours.
    pub(crate) fn tests(self, condition: Atom, holds: bool) -> Option<Vec<LaneTest>> {
        let varying = self.varying;
        if !varying.atom(condition) {
            return Some(vec![LaneTest::When(self.uniform(condition)?, holds)]);
        }
        let (operation, operands) = self.scalars.get(&condition.var()?)?;
        use Operation::{And, Equal, Less, LessEqual, Not, NotEqual, Or};
        let [a, b] = match (operation, holds, &operands[..]) {
            (Not, _, [other]) => return self.tests(*other, !holds),
            (And, true, [a, b]) | (Or, false, [a, b]) => {
                let mut tests = self.tests(*a, holds)?;
                tests.extend(self.tests(*b, holds)?);
                return Some(tests);
            }
            (Equal | NotEqual | Less | LessEqual, _, [a, b]) => [*a, *b],
            _ => return None,
        };
        let counts_first = varying.atom(a);
        let (counted, bound) = if counts_first { (a, b) } else { (b, a) };
        // Tiles go on only where a value in few bits does not wrap around.
        let is_narrow = is_narrow(self.variables, counted);
        let first = match is_narrow {
            true => self.expected(counted.var()?)?,
            false if self.variables.element(a) == ScalarType::Usize => self.first(counted)?,
            false => return None,
        };
        let side = match (operation, holds, counts_first) {
            (Less, true, true) | (LessEqual, false, false) => Side::Below,
            (LessEqual, true, true) | (Less, false, false) => Side::BelowOrAt,
            (Less, false, true) | (LessEqual, true, false) => Side::AtOrAbove,
            (LessEqual, false, true) | (Less, true, false) => Side::Above,
            (Equal, true, _) | (NotEqual, false, _) => Side::At,
            _ => Side::NotAt,
        };
        let bound = self.uniform(bound)?;
        Some(vec![LaneTest::Compare { first, bound, side, is_narrow }])
    }

    /// Returns true if the lanes where a condition holds are neighbours, or those where it does not.
    pub(crate) fn decide_by_place(self, condition: Atom) -> bool {
        [true, false].iter().any(|holds| self.tests(condition, *holds).is_some())
    }

    fn expected(self, var: Var) -> Option<FirstLane> {
        let counts = self.varying.shape_of(var) == Some(Shape::Counts) && !self.arms.contains(&var);
        counts.then_some(FirstLane::Expected(var))
    }

    /// The value of an operand that counts lanes, from wherever, in the first lane of a tile.
    fn first(self, atom: Atom) -> Option<FirstLane> {
        let varying = self.varying;
        let var = atom.var()?;
        if varying.neighbours() == var {
            return Some(FirstLane::Index);
        }
        if let Some(expected) = self.expected(var) {
            return Some(expected);
        }
        let (operation, operands) = self.scalars.get(&var)?;
        let [a, b] = operands[..] else { return None };
        match (operation, varying.atom(a), varying.atom(b)) {
            (Operation::Add, true, false) | (Operation::Add, false, true) => {
                let (counted, other) = if varying.atom(a) { (a, b) } else { (b, a) };
                Some(FirstLane::Sum(Box::new(self.first(counted)?), self.uniform(other)?))
            }
            (Operation::Subtract, true, false) => {
                Some(FirstLane::Difference(Box::new(self.first(a)?), self.uniform(b)?))
            }
            _ => None,
        }
    }

    /// An operand that is the same for all lanes, outside of the arms.
    fn uniform(self, atom: Atom) -> Option<Uniform> {
        if self.varying.atom(atom) {
            return None;
        }
        let Some(var) = atom.var().filter(|var| self.arms.contains(var)) else {
            return Some(Uniform::Operand(atom));
        };
        let (operation, operands) = self.scalars.get(&var)?;
        let [a, b] = operands[..] else { return None };
        if self.variables.element(atom) != ScalarType::Usize {
            return None;
        }
        let both = Box::new([self.uniform(a)?, self.uniform(b)?]);
        match operation {
            Operation::Add => Some(Uniform::Sum(both)),
            Operation::Subtract => Some(Uniform::Difference(both)),
            _ => None,
        }
    }
}

impl LaneTest {
    /// Calls `f` with the variables that a test mentions; the index of the lane is none of them.
    pub(crate) fn each_var(&self, f: &mut dyn FnMut(Var)) {
        match self {
            LaneTest::When(operand, _) => operand.each_var(f),
            LaneTest::Compare { first, bound, .. } => {
                first.each_var(f);
                bound.each_var(f);
            }
        }
    }
}

impl Uniform {
    fn each_var(&self, f: &mut dyn FnMut(Var)) {
        match self {
            Uniform::Operand(atom) => atom.var().into_iter().for_each(f),
            Uniform::Sum(both) | Uniform::Difference(both) => {
                both.iter().for_each(|operand| operand.each_var(f));
            }
        }
    }
}

impl FirstLane {
    fn each_var(&self, f: &mut dyn FnMut(Var)) {
        match self {
            FirstLane::Index => {}
            FirstLane::Expected(var) => f(*var),
            FirstLane::Sum(first, other) | FirstLane::Difference(first, other) => {
                first.each_var(f);
                other.each_var(f);
            }
        }
    }
}

/// The variables that the bodies within statements bind.
pub(crate) fn bound_in_arms<'s>(statements: impl IntoIterator<Item = &'s Statement>) -> VarSet {
    let mut arms = VarSet::new();
    for body in statements.into_iter().flat_map(|statement| statement.expression.bodies()) {
        arms.extend(bound_in(body).iter());
    }
    arms
}
