//! Sums of products of sizes, so that sizes that are computed in different ways are found equal:
//! `(i + 1) * k - i * k` is `k`. Sizes wrap, so that terms may be added in any order.

use std::collections::BTreeMap;

use super::Var;

/// Products of variables with the numbers by which they are multiplied, which are not zero. The product
/// of nothing is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Vec<Var>, u64>,
    /// True if terms have cancelled out.
    cancels: bool,
}

impl Polynomial {
    /// The most terms of a polynomial that is looked at.
    const MOST_TERMS: usize = 16;

    /// The most variables of a term.
    const MOST_FACTORS: usize = 6;

    /// A number.
    pub fn constant(number: u64) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(Vec::new(), number);
        polynomial
    }

    /// A variable.
    pub fn variable(var: Var) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(vec![var], 1);
        polynomial
    }

    fn add_term(&mut self, variables: Vec<Var>, number: u64) {
        let sum = self.terms.get(&variables).map_or(0, |sum| *sum).wrapping_add(number);
        if sum != 0 {
            self.terms.insert(variables, sum);
        } else if self.terms.remove(&variables).is_some() {
            self.cancels = true;
        }
    }

    fn if_small(self) -> Option<Polynomial> {
        let small = self.terms.len() <= Polynomial::MOST_TERMS
            && self.terms.keys().all(|term| term.len() <= Polynomial::MOST_FACTORS);
        small.then_some(self)
    }

    /// The sum with a polynomial as often as a number says; `None` if it has too many terms.
    pub fn plus(mut self, other: &Polynomial, times: u64) -> Option<Polynomial> {
        for (variables, number) in &other.terms {
            self.add_term(variables.clone(), number.wrapping_mul(times));
        }
        self.cancels |= other.cancels;
        self.if_small()
    }

    /// The difference.
    pub fn minus(self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(other, u64::MAX)
    }

    /// The product.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        // A product with zero has no terms.
        let vanishes = self.is_zero() != other.is_zero();
        let cancels = self.cancels || other.cancels || vanishes;
        let mut product = Polynomial { cancels, ..Polynomial::default() };
        for (first, number) in &self.terms {
            for (second, times) in &other.terms {
                let mut variables = [first.as_slice(), second.as_slice()].concat();
                variables.sort_unstable();
                product.add_term(variables, number.wrapping_mul(*times));
            }
        }
        product.if_small()
    }

    /// The products of variables and the numbers by which they are multiplied, negative ones last.
    pub fn terms(&self) -> impl Iterator<Item = (&[Var], i64)> {
        let all = || self.terms.iter().map(|(variables, number)| (&variables[..], *number as i64));
        all().filter(|term| term.1 > 0).chain(all().filter(|term| term.1 <= 0))
    }

    /// The variables in it.
    pub fn variables(&self) -> impl Iterator<Item = Var> {
        self.terms.keys().flatten().copied()
    }

    /// Returns true if no term is left.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns true if terms of the sums that made the polynomial have cancelled out.
    pub fn cancels(&self) -> bool {
        self.cancels
    }
}

#[cfg(test)]
mod tests {
    use super::Polynomial;
    use crate::core::Var;

    /// A sum, difference or product of random parts, and its value for some values of its variables.
    fn random(seed: &mut u64, depth: u32, values: &[u64; 3]) -> (Option<Polynomial>, u64) {
        let mut draw = |bound: u64| {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*seed >> 33) % bound
        };
        match draw(if depth == 0 { 2 } else { 5 }) {
            0 => {
                let number = [0, 1, 2, 7, u64::MAX, 1 << 63][draw(6) as usize];
                (Some(Polynomial::constant(number)), number)
            }
            1 => {
                let position = draw(3);
                (Some(Polynomial::variable(Var(position as u32))), values[position as usize])
            }
            operation => {
                let (first, a) = random(seed, depth - 1, values);
                let (second, b) = random(seed, depth - 1, values);
                let both = first.zip(second);
                match operation {
                    2 => (both.and_then(|(a, b)| a.plus(&b, 1)), a.wrapping_add(b)),
                    3 => (both.and_then(|(a, b)| a.minus(&b)), a.wrapping_sub(b)),
                    _ => (both.and_then(|(a, b)| a.times(&b)), a.wrapping_mul(b)),
                }
            }
        }
    }

    fn value(polynomial: &Polynomial, values: &[u64; 3]) -> u64 {
        let term = |(variables, number): (&[Var], i64)| {
            let values = variables.iter().map(|var| values[var.0 as usize]);
            values.fold(number as u64, u64::wrapping_mul)
        };
        polynomial.terms().map(term).fold(0, u64::wrapping_add)
    }

    #[test]
    fn a_polynomial_is_what_it_was_made_of() {
        let (mut seed, mut seen, mut zeros) = (1, 0, 0);
        for round in 0..20_000u64 {
            let values = [round, round.wrapping_mul(0x9e37_79b9_7f4a_7c15), u64::MAX - round];
            let mut same = seed;
            let (polynomial, expected) = random(&mut seed, 4, &values);
            let Some(polynomial) = polynomial else { continue };
            seen += 1;
            assert_eq!(value(&polynomial, &values), expected);
            // The same once more, with its factors and terms in another order.
            let (again, _) = random(&mut same, 4, &values);
            let factor = Polynomial::variable(Var(0));
            let twice = again.and_then(|again| again.times(&factor)).zip(factor.times(&polynomial));
            if let Some((a, b)) = twice {
                zeros += 1;
                assert!(a.minus(&b).is_some_and(|difference| difference.is_zero()));
            }
        }
        assert!(seen > 10_000 && zeros > 5_000, "{seen} {zeros}");
    }
}
