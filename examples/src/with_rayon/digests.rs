//! MD5 by the crate `md-5`.

use md5::{Digest, Md5};
use rayon::prelude::*;

/// A digest as four words of which the first byte is the lowest.
pub fn digest(message: &[u8]) -> (u32, u32, u32, u32) {
    let bytes = Md5::digest(message);
    let word = |place: usize| {
        u32::from_le_bytes([bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]])
    };
    (word(0), word(4), word(8), word(12))
}

/// For each digest, the place of the first message that has it, or the number of messages.
pub fn search(messages: &[Vec<u8>], wanted: &[(u32, u32, u32, u32)]) -> Vec<usize> {
    let n = messages.len();
    let places = messages.par_iter().enumerate().fold(
        || vec![n; wanted.len()],
        |mut places, (place, message)| {
            let found = digest(message);
            for (goal, first) in wanted.iter().zip(&mut places) {
                if *goal == found {
                    *first = place.min(*first);
                }
            }
            places
        },
    );
    let earlier =
        |a: Vec<usize>, b: Vec<usize>| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect();
    places.reduce(|| vec![n; wanted.len()], earlier)
}
