//! Words of a text, and how often each occurs.

use accel::accel;

accel! {
    fn lower(byte: u8) -> u8 {
        if byte >= 65 && byte <= 90 { byte + 32 } else { byte }
    }

    /// Letters of ASCII, and all bytes of other letters in UTF-8.
    fn is_letter(byte: u8) -> bool {
        let small = lower(byte);
        (small >= 97 && small <= 122) || byte >= 128
    }

    /// Returns true if a place is in a word: at a letter, or at an apostrophe between letters.
    fn in_word(text: &[u8], place: usize) -> bool {
        let inside = place > 0 && place + 1 < text.len();
        let between = inside && is_letter(text[place - 1]) && is_letter(text[place + 1]);
        is_letter(text[place]) || (text[place] == 39 && between)
    }

    /// The words of a text: where they begin, and how long they are.
    fn words(text: &[u8]) -> [(usize, usize)] {
        let n = text.len();
        let inside = (0..n).map(|i| in_word(text, i));
        let starts = (0..n).filter(|i| inside[i] && (i == 0 || !inside[i - 1]));
        let ends = (1..=n).filter(|i| inside[i - 1] && (i == n || !inside[i]));
        zip(starts, ends).map(|(start, end)| (start, end - start))
    }

    /// The hash of Fowler, Noll and Vo: which words are the same is found by number.
    fn hash(word: &[u8]) -> u64 {
        word.fold(0xcbf29ce484222325, |hash, byte| (hash ^ lower(byte) as u64) * 0x100000001b3)
    }

    /// The different words of a text, the most frequent first: where each occurs first, its
    /// length, and how often it occurs.
    pub fn frequencies(text: &[u8]) -> [(usize, usize, usize)] {
        let found = words(text);
        let hashes = found.map(|(start, length)| hash(text[start..start + length]));
        let order = hashes.argsort();
        let m = order.len();
        let heads = (0..m).filter(|i| i == 0 || hashes[order[i]] != hashes[order[i - 1]]);
        let counts = heads.enumerate().map(|(k, head)| {
            (if k + 1 < heads.len() { heads[k + 1] } else { m }) - head
        });
        let counted = zip(heads, counts).map(|(head, count)| {
            let (start, length) = found[order[head]];
            (start, length, count)
        });
        counted.sort_by_key(|(start, _, count)| (-(count as i64), start))
    }
}
