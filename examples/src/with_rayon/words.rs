//! The number of times that each word occurs, by hash tables that are merged.

use std::collections::HashMap;

use rayon::prelude::*;

/// The number of times that a word occurs, and the place of the first.
type Counts = HashMap<Vec<u8>, (usize, usize)>;

/// The different words, the most frequent first: where each occurs first, its length, and how often
/// it occurs.
pub fn frequencies(text: &[u8]) -> Vec<(usize, usize, usize)> {
    let count = |mut counts: Counts, line: &[u8]| {
        // The line is a part of the text.
        let begin = line.as_ptr() as usize - text.as_ptr() as usize;
        let mut end = 0;
        while let Some(start) = (end..line.len()).find(|place| in_word(line, *place)) {
            end = (start..line.len()).find(|place| !in_word(line, *place)).unwrap_or(line.len());
            let entry = counts.entry(line[start..end].to_ascii_lowercase());
            let (number, first) = entry.or_insert((0, begin + start));
            *number += 1;
            *first = (*first).min(begin + start);
        }
        counts
    };
    let merge = |mut counts: Counts, others: Counts| {
        for (word, (number, first)) in others {
            let (all, place) = counts.entry(word).or_insert((0, first));
            *all += number;
            *place = (*place).min(first);
        }
        counts
    };
    let counts = text.par_split(|byte| *byte == b'\n').fold(Counts::new, count);
    let counts = counts.reduce(Counts::new, merge).into_iter();
    let mut found: Vec<_> =
        counts.map(|(word, (number, first))| (first, word.len(), number)).collect();
    found.sort_by_key(|(first, _, number)| (std::cmp::Reverse(*number), *first));
    found
}

fn in_word(line: &[u8], place: usize) -> bool {
    let letter = |place: usize| {
        line.get(place).is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
    };
    letter(place) || (line[place] == b'\'' && place > 0 && letter(place - 1) && letter(place + 1))
}
