//! The surroundings of a block: `accel!` stands where items stand, and so not in an `impl` or `trait`.
//!
//! A macro is not told where it stands, and its items in an `impl` give errors of rustc that do not name the cause. The
//! text of the file tells it. A block whose call begins a line stands beside items, and its file is not read. Where a
//! file cannot be read, or has no such call at the place, nothing is reported.

use std::fs;

use proc_macro::Span;

/// Returns `impl` or `trait` if the macro is called inside of one.
pub fn around_call() -> Option<&'static str> {
    let call = Span::call_site();
    let (line, column) = (call.line(), call.column());
    if column <= 1 {
        return None;
    }
    around(&fs::read_to_string(call.local_file()?).ok()?, line, column)
}

/// Returns `impl` or `trait` if that is the item directly around the call of a macro in a text. The line and the column
/// of the call are counted from 1.
fn around(text: &str, line: usize, column: usize) -> Option<&'static str> {
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let call = start + text[start..].char_indices().nth(column.checked_sub(1)?)?.0;
    let in_path = |next: char| next == ':' || in_word(next);
    let behind = text[call..].trim_start_matches(in_path).trim_start();
    let is_call = text[call..].starts_with(in_path) && behind.starts_with('!');
    is_call.then(|| innermost(&text[..call])).flatten()
}

/// Returns `impl` or `trait` if the innermost bracket that is open at the end of a text belongs to one.
fn innermost(text: &str) -> Option<&'static str> {
    // The keyword that the item at the present level begins with, and those of the levels around it.
    let mut keyword = None;
    let mut around = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut length = skipped(rest);
        if length == 0 && in_word(first) {
            length = rest.find(|next| !in_word(next)).unwrap_or(rest.len());
            keyword = keyword
                .or_else(|| KEYWORDS.iter().copied().find(|keyword| *keyword == &rest[..length]));
        } else if length == 0 {
            length = first.len_utf8();
            match first {
                '{' | '(' | '[' => around.push((first, keyword.take())),
                '}' | ')' | ']' => {
                    // The item goes on behind `(…)` and `[…]`, and ends with `{…}`.
                    let (open, outer) = around.pop()?;
                    keyword = outer.filter(|_| open != '{');
                }
                ';' => keyword = None,
                _ => {}
            }
        }
        rest = &rest[length..];
    }
    let (open, keyword) = around.pop()?;
    keyword.filter(|keyword| open == '{' && matches!(*keyword, "impl" | "trait"))
}

/// The keywords that items begin with, behind `pub`, `unsafe` and the like.
const KEYWORDS: &[&str] = &[
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "let",
    "macro_rules",
    "match",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "use",
];

fn in_word(next: char) -> bool {
    next == '_' || next.is_alphanumeric()
}

/// The length of the comment, the text or the character that stands at the beginning; 0 if it is something else.
fn skipped(text: &str) -> usize {
    let to = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |place| from + place + end.len())
    };
    if text.starts_with("//") {
        return to("\n", 0);
    }
    if text.starts_with("/*") {
        return comment(text);
    }
    if let Some(inside) = text.strip_prefix('\'') {
        let mut inside = inside.chars();
        return match (inside.next(), inside.next()) {
            (Some('\\'), Some(escaped)) => to("'", 2 + escaped.len_utf8()),
            (Some(character), Some('\'')) => 2 + character.len_utf8(),
            // A lifetime.
            _ => 1,
        };
    }
    let prefix = text.find(|next| !matches!(next, 'b' | 'c' | 'r')).unwrap_or(text.len());
    let is_raw = text[..prefix].ends_with('r');
    let hashes = text[prefix..].find(|next| next != '#').unwrap_or(0);
    let quote = prefix + hashes;
    if prefix > 2 || !text[quote..].starts_with('"') || hashes > 0 && !is_raw {
        return 0;
    }
    if is_raw {
        return to(&format!("\"{}", "#".repeat(hashes)), quote + 1);
    }
    let mut is_escaped = false;
    let end = text[quote + 1..].find(|next| {
        let ends = next == '"' && !is_escaped;
        is_escaped = next == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| quote + 1 + end + 1)
}

/// The length of a comment that may hold others.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    let mut place = 0;
    while place < text.len() {
        let (step, change) = match &text.as_bytes()[place..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        place += step;
        depth += change;
        if depth == 0 {
            break;
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::around;

    /// The item around the first call of `accel!` in a text.
    fn found(text: &str) -> Option<&'static str> {
        let call = text.find("accel!").expect("a call");
        let line = text[..call].matches('\n').count() + 1;
        let start = text[..call].rfind('\n').map_or(0, |end| end + 1);
        around(text, line, text[start..call].chars().count() + 1)
    }

    #[test]
    fn blocks_in_an_impl_or_trait_are_found() {
        for (text, wanted) in [
            ("impl S { accel! {} }", "impl"),
            ("impl S {\n    fn f() {}\n    accel! {}\n}", "impl"),
            (
                "#[doc = \"}\"]\nunsafe impl<T: Fn(u8) -> [u8; 3]> S<T> for [T; 3] where T: A {\n accel! {} }",
                "impl",
            ),
            ("pub(crate) trait T: Sized { const N: usize = { 3 }; accel! {} }", "trait"),
            ("fn f() { impl S { accel! {} } }", "impl"),
            ("mod m { /* { /* */ } { */ impl S<'a> { const C: char = '{'; accel! {} } }", "impl"),
            ("macro_rules! m { () => { impl S { accel! {} } } }", "impl"),
            (
                "const S: &str = r#\"\" } { \"#; // {\nimpl S { const T: &[u8] = b\"\\\" }\"; accel! {} }",
                "impl",
            ),
        ] {
            assert_eq!(found(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn blocks_beside_items_are_not() {
        for text in [
            "mod m { accel! {} }",
            "impl S {} mod m { accel! {} }",
            "impl S { fn f() { accel! {} } }",
            "fn f(x: impl Fn(u8) -> u8) -> impl Copy { accel! {} }",
            "trait T { fn f() {} } fn g() { accel! {} }",
            "macro_rules! m { () => { accel! {} } }",
            "const C: char = '\\''; impl S {} fn f<'a>() { let s = \"impl {\"; accel! {} }",
            "impl S { const N: usize = { accel! {} 3 }; }",
            "impl S { fn f() { match x { A => { accel! {} } } } }",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_place_that_is_no_call_is_not_looked_at() {
        let text = "impl S {\n    accel! {}\n}";
        assert_eq!(around(text, 2, 5), Some("impl"));
        for (line, column) in [(2, 4), (2, 10), (1, 1), (3, 1), (9, 1), (2, 99), (0, 0)] {
            assert_eq!(around(text, line, column), None, "{line}:{column}");
        }
    }
}
