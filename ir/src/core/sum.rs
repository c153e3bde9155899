//! Sums of sizes, term by term: so that sizes that are computed in different ways are found equal.

use super::operation::Operation;
use super::{Atom, Var};

/// The terms of a sum of sizes.
#[derive(Default)]
pub struct Sum {
    plus: Vec<Var>,
    minus: Vec<Var>,
    constant: usize,
}

impl Sum {
    /// The most variables of a sum that is looked at.
    const MOST: usize = 8;

    /// Adds a term, or takes it away; `None` if there are too many.
    pub fn add(&mut self, term: Atom, negative: bool) -> Option<()> {
        let var = match term {
            Atom::Var(var) => var,
            Atom::Constant(_) => {
                let size = term.known_size()?;
                let sign = if negative { size.wrapping_neg() } else { size };
                self.constant = self.constant.wrapping_add(sign);
                return Some(());
            }
        };
        let (own, other) = match negative {
            false => (&mut self.plus, &mut self.minus),
            true => (&mut self.minus, &mut self.plus),
        };
        match other.iter().position(|known| *known == var) {
            Some(position) => {
                other.swap_remove(position);
            }
            None => own.push(var),
        }
        (self.plus.len() + self.minus.len() <= Sum::MOST).then_some(())
    }

    /// Adds the terms of a size, or takes them away. `made_of` tells which two operands were added or
    /// subtracted to get a size, if that is known.
    pub fn add_terms(
        &mut self,
        size: Atom,
        negative: bool,
        made_of: &impl Fn(Atom) -> Option<(Operation, [Atom; 2])>,
    ) -> Option<()> {
        match made_of(size) {
            Some((operation, [first, second])) => {
                self.add_terms(first, negative, made_of)?;
                let negative = negative != (operation == Operation::Subtract);
                self.add_terms(second, negative, made_of)
            }
            None => self.add(size, negative),
        }
    }

    /// The terms that are added, those that are taken away, and the constant.
    pub fn terms(&self) -> (&[Var], &[Var], usize) {
        (&self.plus, &self.minus, self.constant)
    }

    /// Returns true if nothing is left of the sum.
    pub fn is_zero(&self) -> bool {
        self.plus.is_empty() && self.minus.is_empty() && self.constant == 0
    }

    /// The sum, if it is one variable or a constant.
    pub fn term(&self) -> Option<Atom> {
        match (&self.plus[..], &self.minus[..], self.constant) {
            ([], [], constant) => Some(Atom::size(constant)),
            ([var], [], 0) => Some(Atom::Var(*var)),
            _ => None,
        }
    }
}
