// Text is bytes: byte strings are arrays of them, and a byte has the methods of ASCII characters.
// gives: to_hex(b"az\xff") == *b"617aff" && to_hex(b"").is_empty()
// gives: vowels(b"An apple, A DAY") == 5
// gives: greeting() == *b"hello"
// gives: starts(b"GET /") && !starts(b"GE") && !starts(b"PUT /")
// gives: words(b"one, two  three-4") == 3 && words(b"") == 0
// gives: title(b"the qUick fox") == *b"The Quick Fox"
// gives: escaped() == [104, 10, 0, 34, 92, 255]
// gives: rows(marked(&[7, 0])) == [[55, 33], [48, 33]]
// plan: vowels kernels 1, intermediates 0
// plan: title kernels 1, intermediates 0

const HEX: [u8; 16] = *b"0123456789abcdef";

pub fn to_hex(bytes: &[u8]) -> [u8] { bytes.flat_map(|b| [HEX[b >> 4], HEX[b & 15]]) }
pub fn vowels(text: &[u8]) -> usize { text.count(|c| b"aeiou".any(|v| v == c.to_ascii_lowercase())) }
pub fn greeting() -> [u8; 5] { *b"hello" }
pub fn starts(text: &[u8]) -> bool {
    let key = b"GET ";
    text.len() >= key.len() && zip(text[..key.len()], key).all(|(a, b)| a == b)
}
pub fn words(text: &[u8]) -> usize {
    let letter = text.map(u8::is_ascii_alphabetic);
    letter.enumerate().count(|(i, l)| l && (i == 0 || !letter[i - 1]))
}
pub fn title(text: &[u8; n]) -> [u8; n] {
    text.enumerate().map(|(i, c)| {
        if i == 0 || !text[i - 1].is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    })
}
pub fn escaped() -> [u8; 6] { b"h\n\0\"\\\xff" }
pub fn marked(digits: &[u8]) -> [[u8; 2]] { digits.map(|d| concat([b'0' + d], b"!")) }
