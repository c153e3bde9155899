//! The sieve of Eratosthenes, a piece at a time.

use rayon::prelude::*;

/// The amount of numbers that are sieved at once: few enough for the cache of a core.
const PIECE: usize = 1 << 15;

/// All prime numbers up to and with `limit`.
pub fn primes(limit: u64) -> Vec<u64> {
    if limit < 2 {
        return Vec::new();
    }
    let small = primes(limit.isqrt());
    let mut prime = vec![true; limit as usize + 1];
    prime.par_chunks_mut(PIECE).enumerate().for_each(|(piece, prime)| {
        let begin = (piece * PIECE) as u64;
        for p in &small {
            let first = (begin.next_multiple_of(*p)).max(p * p);
            for multiple in (first..begin + prime.len() as u64).step_by(*p as usize) {
                prime[(multiple - begin) as usize] = false;
            }
        }
    });
    (2..=limit).into_par_iter().filter(|number| prime[*number as usize]).collect()
}

/// The prime factors of each number, each once.
pub fn factors(numbers: &[u64], primes: &[u64]) -> Vec<Vec<u64>> {
    let of_number = |number: &u64| {
        let divides = |p: &&u64| *p * *p <= *number && number.is_multiple_of(**p);
        primes.iter().filter(divides).copied().collect()
    };
    numbers.par_iter().map(of_number).collect()
}
