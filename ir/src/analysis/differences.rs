//! Bounds on the difference of two sizes: one size is less than the other wherever there are lanes that
//! count them.
//!
//! ```text
//! m = add n 2
//! soac [i < n] {
//!   a = add i 2                   a < m
//!   b = add i 1; c = add n 1      b < c
//! ```
//!
//! A size is written as a polynomial of the variables it was computed from, as long as nothing wraps around
//! on the way: lengths of arrays in memory leave room for that. A difference is at least a number if each
//! variable taken away in it can be replaced by an upper bound, and the rest is as large as the number: if
//! `i < n`, `n + 2 - (i + 2)` is at least `n - (n - 1)`.

use super::definitions::{Definition, is_number};
use super::lengths::Lengths;
use crate::core::operation::Operation;
use crate::core::polynomial::Polynomial;
use crate::core::{Atom, ScalarType, Var};

/// The number of definitions that are followed, one after the other.
const DEPTH: usize = 4;

/// The number of comparisons that are used, one after the other.
const STEPS: usize = 5;

/// Numbers up to which arithmetic with them is exact.
const MOST: u64 = 1 << 31;

/// The bounds of differences at one place of a function.
#[derive(Clone, Copy)]
pub(crate) struct Differences<'a> {
    pub(crate) lengths: Lengths<'a>,
    /// The pairs of sizes of which the first is below the second by the conditions around, and those of
    /// which it is at most the second.
    pub(crate) below: &'a [[Atom; 2]],
    pub(crate) at_most: &'a [[Atom; 2]],
}

impl Differences<'_> {
    /// Tells if one size is less than another; `None` if that is not known.
    pub(crate) fn less(self, a: Atom, b: Atom) -> Option<bool> {
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
    fn difference(self, from: Atom, taken: Atom) -> Option<Polynomial> {
        let is_size = |atom| self.lengths.variables.element(atom) == ScalarType::Usize;
        if !is_size(from) || !is_size(taken) {
            return None;
        }
        self.least(from, DEPTH)?.minus(&self.most(taken, DEPTH)?).and_then(if_exact)
    }

    /// An upper bound of a size: sums and products are less where they wrap around.
    fn most(self, size: Atom, depth: usize) -> Option<Polynomial> {
        self.computed(size, depth, true)
    }

    /// A lower bound of a size: differences are more where they wrap around.
    fn least(self, size: Atom, depth: usize) -> Option<Polynomial> {
        self.computed(size, depth, false)
    }

    fn computed(self, size: Atom, depth: usize, most: bool) -> Option<Polynomial> {
        let Atom::Var(var) = size else {
            let number = size.known_size()? as u64;
            return (number <= MOST).then(|| Polynomial::constant(number));
        };
        let inner = depth.checked_sub(1).and_then(|depth| self.operation(size, depth, most));
        inner.and_then(if_exact).or_else(|| Some(Polynomial::variable(var)))
    }

    fn operation(self, size: Atom, depth: usize, most: bool) -> Option<Polynomial> {
        let Definition::Scalar(operation, operands) = self.lengths.definitions.of_atom(size)?
        else {
            return None;
        };
        let [a, b] = operands[..] else { return None };
        let of = |atom, most| self.computed(atom, depth, most);
        match operation {
            Operation::Add if most || self.lengths.sum_fits(a, b) => {
                of(a, most)?.plus(&of(b, most)?, 1)
            }
            Operation::Multiply if most || self.lengths.product_fits(a, b) => {
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
    fn is_at_least(self, difference: &Polynomial, number: i64, steps: usize) -> bool {
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
    fn is_at_least_above(self, difference: &Polynomial, number: i64, steps: usize) -> bool {
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
    fn rooms(self, var: Var, depth: usize) -> Vec<Polynomial> {
        let mut rooms = Vec::new();
        if let Some(Definition::Lane(extent)) = self.lengths.definitions.get(var) {
            rooms.extend(self.room_of_lane(Atom::Var(var), *extent, depth));
        }
        let takes =
            |room: &Polynomial| room.terms().any(|(term, times)| term == [var] && times == -1);
        rooms.extend(self.guards(depth).into_iter().filter(takes));
        rooms
    }

    /// The differences that are not negative by the conditions around.
    fn guards(self, depth: usize) -> Vec<Polynomial> {
        let below = self.below.iter().map(|pair| (pair, 1));
        let pairs = below.chain(self.at_most.iter().map(|pair| (pair, 0)));
        pairs.filter_map(|([low, high], less)| self.room(*low, *high, less, depth)).collect()
    }

    /// The difference of the last lane and a lane, which is not negative. There is a lane, so that a count
    /// which stops at 0 has not stopped.
    fn room_of_lane(self, lane: Atom, extent: Atom, depth: usize) -> Option<Polynomial> {
        let (end, start) = match self.lengths.definitions.of_atom(extent) {
            Some(Definition::Scalar(Operation::Function(function), operands))
                if function.name == "saturating_sub" =>
            {
                (operands[0], operands[1])
            }
            Some(Definition::Select([forwards, count, none])) if is_number(*none, 0) => {
                let bounds = self.lengths.definitions.of_atom(*forwards);
                let difference = self.lengths.definitions.of_atom(*count);
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
    fn room(self, low: Atom, high: Atom, less: u64, depth: usize) -> Option<Polynomial> {
        let is_size = |atom| self.lengths.variables.element(atom) == ScalarType::Usize;
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
