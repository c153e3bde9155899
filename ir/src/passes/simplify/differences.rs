//! Bounds on the difference of two sizes: one size is less than the other wherever there are lanes that
//! count them.
//!
//! ```text
//! m = add n 2                                ─▶    m = add n 2
//! k = saturating_sub m 1                           k = add n 1
//! soac [i < n] {                                   soac [i < n] {
//!   a = add i 2; p = check in_bounds (a, m)          a = add i 2
//!   b = add i 1; c = add n 1; q = lt b c             (q holds)
//! ```
//!
//! A size is written as a polynomial of the variables it was computed from, as long as nothing wraps around
//! on the way: lengths of arrays in memory leave room for that. A difference is at least a number if each
//! variable taken away in it can be replaced by an upper bound, and the rest is as large as the number: if
//! `i < n`, `n + 2 - (i + 2)` is at least `n - (n - 1)`.

use super::{Simplifier, is_number};
use crate::analysis::definitions::Definition;
use crate::core::operation::Operation;
use crate::core::polynomial::Polynomial;
use crate::core::{Atom, Expression, ScalarType, Var};

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 4;

/// The number of comparisons that are used, one after the other.
const STEPS: usize = 5;

/// Numbers up to which arithmetic with them is exact.
const MOST: u64 = 1 << 31;

/// A place in the program at which a difference is bounded.
struct Place<'s> {
    simplifier: &'s Simplifier,
    /// The pairs of sizes of which the first is below the second by the conditions around, and those of
    /// which it is at most the second.
    below: &'s [[Atom; 2]],
    at_most: &'s [[Atom; 2]],
}

impl Simplifier {
    /// Folds a function or a comparison of two sizes, if their difference tells the result.
    pub(super) fn fold_by_difference(
        &mut self,
        operation: Operation,
        a: Atom,
        b: Atom,
    ) -> Option<Result<Atom, Expression>> {
        use Operation::{Equal, Function, Less, LessEqual, NotEqual};
        // The value of a function may be read outside of the arm, so the arm's conditions do not count for
        // it; the result of a comparison matters in the arm.
        let value = Place { simplifier: self, below: &[], at_most: &[] };
        let arm = self.place();
        match operation {
            Less => arm.less(a, b).map(|known| Ok(Atom::truth(known))),
            LessEqual => arm.less(b, a).map(|known| Ok(Atom::truth(!known))),
            Equal | NotEqual => {
                let differ = arm.less(a, b) == Some(true) || arm.less(b, a) == Some(true);
                differ.then(|| Ok(Atom::truth(operation == NotEqual)))
            }
            Function(function) => match (function.name, value.less(b, a), value.less(a, b)) {
                ("saturating_sub", _, Some(false)) => {
                    Some(self.fold(Operation::Subtract, vec![a, b]))
                }
                ("saturating_sub", Some(false), _) => Some(Ok(Atom::size(0))),
                ("min", Some(false), _) | ("max", _, Some(false)) => Some(Ok(a)),
                ("min", _, Some(false)) | ("max", Some(false), _) => Some(Ok(b)),
                _ => None,
            },
            _ => None,
        }
        .or_else(|| self.without_common_offset(operation, a, b))
    }

    /// Returns true if one size is less than another in the arms around the present place.
    pub(super) fn known_less(&self, a: Atom, b: Atom) -> bool {
        self.place().less(a, b) == Some(true)
    }

    /// Returns true if one size is at most another in the arms around the present place.
    pub(super) fn known_at_most(&self, a: Atom, b: Atom) -> bool {
        self.place().less(b, a) == Some(false)
    }

    fn place(&self) -> Place<'_> {
        Place { simplifier: self, below: &self.below, at_most: &self.at_most }
    }

    /// Folds a comparison of two sums with numbers into one without the smaller of the numbers.
    fn without_common_offset(
        &mut self,
        operation: Operation,
        a: Atom,
        b: Atom,
    ) -> Option<Result<Atom, Expression>> {
        use Operation::{Equal, Less, LessEqual, NotEqual};
        let compares = matches!(operation, Equal | NotEqual | Less | LessEqual);
        let [(first, more), (second, less)] = [self.offset(a)?, self.offset(b)?];
        let common = more.min(less);
        if !compares || common == 0 {
            return None;
        }
        let [a, b] = [(first, more - common), (second, less - common)].map(|(size, number)| {
            self.scalar(Operation::Add, &[size, Atom::size(number as usize)])
        });
        Some(self.fold(operation, vec![a, b]))
    }

    /// Splits a size into a summand and a number added to it without wrapping around.
    fn offset(&self, size: Atom) -> Option<(Atom, u64)> {
        if let Some(number) = size.known_size() {
            return Some((Atom::size(0), number as u64));
        }
        match self.definitions.of_atom(size) {
            Some(Definition::Scalar(Operation::Add, operands)) => {
                let number = operands[1].known_size()?;
                self.sum_fits(operands[0], operands[1]).then_some((operands[0], number as u64))
            }
            _ => None,
        }
    }
}

impl Place<'_> {
    /// Tells if one size is less than another; `None` if that is not known.
    fn less(&self, a: Atom, b: Atom) -> Option<bool> {
        let is_at_least = |from, taken, number| {
            let difference = self.difference(from, taken)?;
            Some(self.is_at_least(&difference, number, STEPS))
        };
        if is_at_least(b, a, 1)? {
            return Some(true);
        }
        is_at_least(a, b, 0)?.then_some(false)
    }

    /// The difference of two sizes is at least this polynomial.
    fn difference(&self, from: Atom, taken: Atom) -> Option<Polynomial> {
        let is_size = |atom| self.simplifier.element(atom) == ScalarType::Usize;
        if !is_size(from) || !is_size(taken) {
            return None;
        }
        self.least(from, DEPTH)?.minus(&self.most(taken, DEPTH)?).and_then(if_exact)
    }

    /// An upper bound of a size: sums and products are less where they wrap around.
    fn most(&self, size: Atom, depth: usize) -> Option<Polynomial> {
        self.computed(size, depth, true)
    }

    /// A lower bound of a size: differences are more where they wrap around.
    fn least(&self, size: Atom, depth: usize) -> Option<Polynomial> {
        self.computed(size, depth, false)
    }

    fn computed(&self, size: Atom, depth: usize, most: bool) -> Option<Polynomial> {
        let Atom::Var(var) = size else {
            let number = size.known_size()? as u64;
            return (number <= MOST).then(|| Polynomial::constant(number));
        };
        let inner = depth.checked_sub(1).and_then(|depth| self.operation(size, depth, most));
        inner.and_then(if_exact).or_else(|| Some(Polynomial::variable(var)))
    }

    fn operation(&self, size: Atom, depth: usize, most: bool) -> Option<Polynomial> {
        let Definition::Scalar(operation, operands) = self.simplifier.definitions.of_atom(size)?
        else {
            return None;
        };
        let [a, b] = operands[..] else { return None };
        let of = |atom, most| self.computed(atom, depth, most);
        match operation {
            Operation::Add if most || self.simplifier.sum_fits(a, b) => {
                of(a, most)?.plus(&of(b, most)?, 1)
            }
            Operation::Multiply if most || self.simplifier.product_fits(a, b) => {
                let (a, b) = (of(a, most)?, of(b, most)?);
                // Lower bounds multiply only if neither is negative.
                let natural = |factor: &Polynomial| factor.terms().all(|(_, times)| times > 0);
                if most || natural(&a) && natural(&b) { a.times(&b) } else { None }
            }
            Operation::Subtract => {
                let difference = of(a, most)?.minus(&of(b, !most)?)?;
                // A difference that does not wrap around is not more than that either.
                let fits = !most || {
                    let least = of(a, false)?.minus(&of(b, true)?)?;
                    self.is_at_least(&least, 0, depth.min(STEPS))
                };
                fits.then_some(difference)
            }
            _ => None,
        }
    }

    /// Returns true if a difference is known to be at least a number.
    fn is_at_least(&self, difference: &Polynomial, number: i64, steps: usize) -> bool {
        let taken = difference.terms().find(|(term, times)| !term.is_empty() && *times < 0);
        let Some((term, times)) = taken else {
            let constant = difference.terms().find(|(term, _)| term.is_empty());
            let enough = constant.map_or(0, |constant| constant.1) >= number;
            return enough || self.is_at_least_above(difference, number, steps);
        };
        let Some(steps) = steps.checked_sub(1) else { return false };
        let (term, times) = (term.to_vec(), times.unsigned_abs());
        (0..term.len()).any(|position| {
            let mut others = term.iter().enumerate().filter(|(other, _)| *other != position);
            let product = others.try_fold(Polynomial::constant(times), |product, (_, var)| {
                product.times(&Polynomial::variable(*var))
            });
            product.is_some_and(|product| {
                self.rooms(term[position], steps).iter().any(|room| {
                    let rest = product.times(room).and_then(|room| difference.clone().minus(&room));
                    rest.and_then(if_exact)
                        .is_some_and(|rest| self.is_at_least(&rest, number, steps))
                })
            })
        })
    }

    /// The same if no variable is taken away, by a lower bound of some variable in the arms around the
    /// present place.
    fn is_at_least_above(&self, difference: &Polynomial, number: i64, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let variables: Vec<Var> = difference.variables().collect();
        self.guards(steps).into_iter().any(|room| {
            let known = |room: &Polynomial| {
                let above = |(term, times): (&[Var], i64)| times > 0 && !term.is_empty();
                room.terms()
                    .filter(|term| above(*term))
                    .all(|(term, _)| variables.contains(&term[0]))
            };
            let rest = known(&room).then(|| difference.clone().minus(&room)).flatten();
            rest.and_then(if_exact).is_some_and(|rest| self.is_at_least(&rest, number, steps))
        })
    }

    /// Differences that are not negative, in which a variable is taken away once.
    fn rooms(&self, var: Var, depth: usize) -> Vec<Polynomial> {
        let mut rooms = Vec::new();
        if let Some(Definition::Lane(extent)) = self.simplifier.definitions.get(var) {
            rooms.extend(self.room_of_lane(Atom::Var(var), *extent, depth));
        }
        let takes =
            |room: &Polynomial| room.terms().any(|(term, times)| term == [var] && times == -1);
        rooms.extend(self.guards(depth).into_iter().filter(takes));
        rooms
    }

    /// The differences that are not negative by the conditions around.
    fn guards(&self, depth: usize) -> Vec<Polynomial> {
        let below = self.below.iter().map(|pair| (pair, 1));
        let pairs = below.chain(self.at_most.iter().map(|pair| (pair, 0)));
        pairs.filter_map(|([low, high], less)| self.room(*low, *high, less, depth)).collect()
    }

    /// The difference of the last lane and a lane, which is not negative. There is a lane, so that a count
    /// which stops at 0 has not stopped.
    fn room_of_lane(&self, lane: Atom, extent: Atom, depth: usize) -> Option<Polynomial> {
        let (end, start) = match self.simplifier.definitions.of_atom(extent) {
            Some(Definition::Scalar(Operation::Function(function), operands))
                if function.name == "saturating_sub" =>
            {
                (operands[0], operands[1])
            }
            Some(Definition::Select([forwards, count, none])) if is_number(*none, 0) => {
                let bounds = self.simplifier.definitions.of_atom(*forwards);
                let difference = self.simplifier.definitions.of_atom(*count);
                match (bounds, difference) {
                    (
                        Some(Definition::Scalar(Operation::Less | Operation::LessEqual, bounds)),
                        Some(Definition::Scalar(Operation::Subtract, difference)),
                    ) if bounds[0] == difference[1] && bounds[1] == difference[0] => {
                        (bounds[1], bounds[0])
                    }
                    _ => (extent, Atom::size(0)),
                }
            }
            _ => (extent, Atom::size(0)),
        };
        let (end, start) = (self.most(end, depth)?, self.least(start, depth)?);
        let lane = self.least(lane, depth)?.plus(&Polynomial::constant(1), 1)?;
        end.minus(&start)?.minus(&lane).and_then(if_exact)
    }

    /// The difference of two sizes, less the number by which the first is known to be below the second: not
    /// negative.
    fn room(&self, low: Atom, high: Atom, less: u64, depth: usize) -> Option<Polynomial> {
        let is_size = |atom| self.simplifier.element(atom) == ScalarType::Usize;
        if !is_size(low) || !is_size(high) {
            return None;
        }
        let low = self.least(low, depth)?.plus(&Polynomial::constant(less), 1)?;
        self.most(high, depth)?.minus(&low).and_then(if_exact)
    }
}

/// A polynomial whose numbers are so small that sums and products of such are exact.
fn if_exact(polynomial: Polynomial) -> Option<Polynomial> {
    let exact = polynomial.terms().all(|(_, times)| times.unsigned_abs() <= MOST);
    exact.then_some(polynomial)
}
