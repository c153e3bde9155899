//! Prime numbers: a sieve that crosses out the multiples of all small primes at once.

use accel::accel;

accel! {
    /// All prime numbers up to and with `limit`.
    ///
    /// The primes up to its square root are found in the same way, and the multiples of all of
    /// them are crossed out at once.
    pub fn primes(limit: u64) -> [u64] {
        if limit < 2 {
            0..0
        } else {
            let small = primes(limit.isqrt());
            let multiples = small.flat_map(|p| (p..=limit / p).map(|factor| factor * p));
            let prime = [true; limit as usize + 1].scatter(multiples, multiples.map(|_| false));
            (2..=limit).filter(|number| prime[number])
        }
    }

    /// The prime factors of each number up to its square root, each once; `primes` holds all primes
    /// up to the square root of the largest number.
    pub fn factors(numbers: &[u64], primes: &[u64]) -> [[u64]] {
        numbers.map(|number| primes.filter(|p| p * p <= number && number % p == 0))
    }
}
