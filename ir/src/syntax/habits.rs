//! Habits of other languages: spellings that are no Rust, found by the tokens around the place where reading stopped.
//! The words are those of rustc where it has some.
//!
//! ```text
//! x > 0.0 ? x : 0.0      Rust has no ternary operator
//! a and b                `and` is not a logical operator
//! xs[1:]                 a range is written with `..`
//! ```

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// A habit that tokens show: the place, the message, and the Rust that is meant.
pub(super) struct Habit {
    pub(super) place: (Span, Span),
    pub(super) message: String,
    pub(super) help: String,
}

/// Finds the habit that explains why tokens could not be read further than to a place.
pub(super) fn habit(stopped: Span, tokens: &TokenStream) -> Option<Habit> {
    let mut list = Vec::new();
    flatten(tokens.clone(), None, &mut list);
    let at = list.iter().position(|token| starts_at(token.place, stopped))?;
    let words = Words { list: &list, at };
    FINDERS.iter().find_map(|find| find(words))
}

/// The finders, the surest ones first.
const FINDERS: &[fn(Words) -> Option<Habit>] =
    &[ternary, increment, logical_word, negation, comparison, slice, declaration, closure, branch];

/// A token in the order of the text.
struct Word {
    text: String,
    place: Span,
    /// The position in the list of the bracket around the token.
    around: Option<usize>,
}

/// The words of a text, and the one at which reading stopped.
#[derive(Clone, Copy)]
struct Words<'w> {
    list: &'w [Word],
    at: usize,
}

impl Words<'_> {
    /// The word so many places behind the one at which reading stopped.
    fn text(&self, offset: isize) -> &str {
        let position = self.at.checked_add_signed(offset);
        position.and_then(|position| self.list.get(position)).map_or("", |word| &word.text)
    }

    /// The positions of the words of the same statement at the same depth, up to and behind the present one.
    fn statement(&self) -> (Vec<usize>, Vec<usize>) {
        let around = self.list[self.at].around;
        let ends = |position: &usize| self.list[*position].text != ";";
        let beside = |position: &usize| self.list[*position].around == around;
        let before = (0..=self.at).rev().filter(beside).take_while(ends).collect();
        let behind = (self.at..self.list.len()).filter(beside).take_while(ends).collect();
        (before, behind)
    }

    /// The bracket around the present word.
    fn bracket(&self) -> &str {
        self.list[self.at].around.map_or("", |position| &self.list[position].text)
    }

    fn habit(&self, [first, last]: [isize; 2], message: &str, help: &str) -> Option<Habit> {
        let place = |offset: isize| {
            let position = self.at.checked_add_signed(offset)?;
            self.list.get(position).map(|word| word.place)
        };
        let place = (place(first)?, place(last)?);
        Some(Habit { place, message: message.to_owned(), help: help.to_owned() })
    }
}

fn flatten(tokens: TokenStream, around: Option<usize>, list: &mut Vec<Word>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                let position = list.len();
                list.push(Word { text: open.to_owned(), place: group.span_open(), around });
                flatten(group.stream(), Some(position), list);
                // The end belongs to what is inside: reading stops there if something is missing.
                let around = Some(position);
                list.push(Word { text: close.to_owned(), place: group.span_close(), around });
            }
            other => {
                let place = other.span();
                list.push(Word { text: other.to_string(), place, around });
            }
        }
    }
}

fn starts_at(place: Span, stopped: Span) -> bool {
    place.start() == stopped.start()
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first == '_' || first.is_alphabetic())
}

/// Returns true if a value may end with a word.
fn ends_value(text: &str) -> bool {
    matches!(text, ")" | "]")
        || text.starts_with(|first: char| first == '_' || first.is_alphanumeric())
}

/// `c ? a : b`.
fn ternary(words: Words) -> Option<Habit> {
    let (before, behind) = words.statement();
    let mark = before.into_iter().find(|position| words.list[*position].text == "?")?;
    let colon = |position: &usize| words.list[*position].text == ":";
    behind.iter().any(colon).then_some(())?;
    let place = words.list[mark].place;
    Some(Habit {
        place: (place, place),
        message: "Rust has no ternary operator".to_owned(),
        help: "use an `if-else` expression: `if c { a } else { b }`".to_owned(),
    })
}

/// `i++`, `++i`, `i--`.
fn increment(words: Words) -> Option<Habit> {
    let (first, name) = match [words.text(-2), words.text(-1), words.text(0), words.text(1)] {
        [name, "+", "+", _] if ends_value(name) => (-1, name),
        [_, _, "+", "+"] => {
            let help = format!("write `{} += 1`", words.text(2));
            return words.habit([0, 1], "Rust has no prefix increment operator", &help);
        }
        ["-", "-", ";" | ")" | "}" | ",", _] if ends_value(words.text(-3)) => {
            let help = format!("write `{} -= 1`", words.text(-3));
            return words.habit([-2, -1], "Rust has no postfix decrement operator", &help);
        }
        _ => return None,
    };
    let help = format!("write `{name} += 1`");
    words.habit([first, 0], "Rust has no postfix increment operator", &help)
}

/// `a and b`, `a or b`.
fn logical_word(words: Words) -> Option<Habit> {
    let (symbol, operation) = match words.text(0) {
        "and" => ("&&", "conjunction"),
        "or" => ("||", "disjunction"),
        _ => return None,
    };
    let message = format!("`{}` is not a logical operator", words.text(0));
    words.habit([0, 0], &message, &format!("use `{symbol}` to perform logical {operation}"))
}

/// `not a`.
fn negation(words: Words) -> Option<Habit> {
    let is_operand = is_word(words.text(0)) || words.text(0) == "(";
    (words.text(-1) == "not" && is_operand).then_some(())?;
    let help = format!("use `!` to perform logical negation: `!{}`", words.text(0));
    words.habit([-1, -1], "`not` is not an operator", &help)
}

/// `a <> b`, `a === b`, `a !== b`.
fn comparison(words: Words) -> Option<Habit> {
    let (length, operator, meant) =
        match [words.text(-3), words.text(-2), words.text(-1), words.text(0)] {
            [_, _, "<", ">"] => (2, "<>", "!="),
            [_, "=", "=", "="] => (3, "===", "=="),
            [_, "!", "=", "="] => (3, "!==", "!="),
            _ => return None,
        };
    let message = format!("invalid comparison operator `{operator}`");
    let help = format!("`{operator}` is not a valid comparison operator, use `{meant}`");
    words.habit([1 - length, 0], &message, &help)
}

/// `xs[1:]`, `xs[a:b]`.
fn slice(words: Words) -> Option<Habit> {
    (words.text(0) == ":" && words.bracket() == "[").then_some(())?;
    words.habit([0, 0], "a range is written with `..`", "write `xs[a..b]`, `xs[a..]` or `xs[..b]`")
}

/// `var x = 1`, `auto x = 1`.
fn declaration(words: Words) -> Option<Habit> {
    let keyword = words.text(-1);
    (matches!(keyword, "var" | "auto" | "val") && is_word(words.text(0))).then_some(())?;
    let help = format!("write `let` instead of `{keyword}` to introduce a new variable");
    words.habit([-1, -1], "invalid variable declaration", &help)
}

/// `lambda x: x`, `x => x`, `x -> x`.
fn closure(words: Words) -> Option<Habit> {
    let places = match [words.text(-1), words.text(0), words.text(1)] {
        ["lambda", name, _] if is_word(name) => [-1, -1],
        [before, "=" | "-", ">"] if ends_value(before) => [0, 1],
        [_, ">", _] if matches!(words.text(-1), "-" | "=") && ends_value(words.text(-2)) => [-1, 0],
        _ => return None,
    };
    (words.bracket() == "(").then_some(())?;
    words.habit(places, "a closure is written with `|…|`", "write `|x| …`, or `|x, y| …`")
}

/// `elif`, and `a if c else b`.
fn branch(words: Words) -> Option<Habit> {
    for offset in [-1, 0] {
        if let word @ ("elif" | "elsif" | "elseif") = words.text(offset) {
            let message = format!("`{word}` is not a keyword");
            return words.habit([offset, offset], &message, "write `else if`");
        }
    }
    let (_, behind) = words.statement();
    let has_else = behind.iter().any(|position| words.list[*position].text == "else");
    (words.text(0) == "if" && ends_value(words.text(-1)) && has_else).then_some(())?;
    words.habit([0, 0], "`if` stands before both values", "write `if c { a } else { b }`")
}

#[cfg(test)]
mod tests {
    use crate::front::front;

    /// The only message about a function with this body.
    fn message(body: &str) -> String {
        let function =
            format!("pub fn f(a: bool, b: bool, x: f64, xs: &[f64; n]) -> f64 {{ {body} }}");
        match front(&function) {
            Err(errors) => errors.join("\n"),
            Ok(_) => "it compiles".to_owned(),
        }
    }

    #[test]
    fn habits_of_other_languages_have_the_words_of_rustc() {
        for (body, wanted) in [
            ("x > 0.0 ? x : 0.0", "Rust has no ternary operator"),
            ("a ? -1.0 : 1.0", "Rust has no ternary operator"),
            ("let y = a ? x : 1.0; y", "Rust has no ternary operator"),
            ("let mut i = 0; i++; x", "Rust has no postfix increment operator"),
            ("let mut i = 0; ++i; x", "Rust has no prefix increment operator"),
            ("let mut i = 0; i--; x", "Rust has no postfix decrement operator"),
            ("if a and b { x } else { 0.0 }", "`and` is not a logical operator"),
            ("let c = a or b; x", "`or` is not a logical operator"),
            ("if not a { x } else { 0.0 }", "`not` is not an operator"),
            ("let c = not a; x", "`not` is not an operator"),
            ("if x <> 1.0 { x } else { 0.0 }", "invalid comparison operator `<>`"),
            ("if x === 1.0 { x } else { 0.0 }", "invalid comparison operator `===`"),
            ("if x !== 1.0 { x } else { 0.0 }", "invalid comparison operator `!==`"),
            ("xs[1:].sum()", "a range is written with `..`"),
            ("xs[:2].sum()", "a range is written with `..`"),
            ("xs[1:2].sum()", "a range is written with `..`"),
            ("var y = x; y", "invalid variable declaration"),
            ("xs.map(lambda y: y + 1.0).sum()", "a closure is written with `|…|`"),
            ("xs.map(y => y + 1.0).sum()", "a closure is written with `|…|`"),
            ("xs.map(y -> y + 1.0).sum()", "a closure is written with `|…|`"),
            ("if a { x } elif b { 1.0 } else { 0.0 }", "`elif` is not a keyword"),
            ("let y = x if a else 1.0; y", "`if` stands before both values"),
        ] {
            let found = message(body);
            assert!(found.contains(wanted), "{body}\n  gives: {found}\n  wanted: {wanted}");
        }
    }
}
