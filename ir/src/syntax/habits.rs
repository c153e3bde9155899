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
const FINDERS: &[fn(Words) -> Option<Habit>] = &[
    ternary,
    increment,
    logical_word,
    negation,
    comparison,
    slice,
    declaration,
    closure,
    branch,
    keyword,
    counting_loop,
    comprehension,
    operator,
    number,
    array,
    signature,
];

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

/// Returns true if a word is the type of a scalar.
fn names_scalar(text: &str) -> bool {
    let bits = text.strip_prefix(['i', 'u', 'f']);
    text == "bool" || bits.is_some_and(|bits| matches!(bits, "8" | "16" | "32" | "64" | "size"))
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

/// `var x = 1`, `int x = 1`, `x := 1`.
fn declaration(words: Words) -> Option<Habit> {
    if let [name, ":", "="] = [words.text(-1), words.text(0), words.text(1)] {
        let help = format!("write `let {name} = …` for a new variable, and `{name} = …` to assign");
        return words.habit([0, 1], "`:=` is not an operator", &help);
    }
    let keyword = words.text(-1);
    let is_type = matches!(keyword, "int" | "float" | "double" | "long" | "char" | "bool")
        || names_scalar(keyword);
    let declares = matches!(keyword, "var" | "auto" | "val") || is_type && words.text(1) == "=";
    (declares && is_word(words.text(0))).then_some(())?;
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

/// `function f()`, `if c then { … }`, `switch x { … }`.
fn keyword(words: Words) -> Option<Habit> {
    for offset in [-1, 0] {
        let word = words.text(offset);
        let help = match word {
            "function" | "func" | "fun" | "def" if is_word(words.text(offset + 1)) => {
                format!("write `fn` instead of `{word}` to declare a function")
            }
            "switch" if offset < 0 => "write `match x { 1 => …, _ => … }`".to_owned(),
            "then" | "do" if offset == 0 => {
                format!("leave out `{word}`: a body stands in braces, `{{ … }}`")
            }
            "is" if offset == 0 => "write `==`".to_owned(),
            _ => continue,
        };
        return words.habit([offset, offset], &format!("`{word}` is not a keyword"), &help);
    }
    None
}

/// `for (i = 0; i < n; i++) { … }`.
fn counting_loop(words: Words) -> Option<Habit> {
    let open = words.list[words.at].around?;
    let before = |count: usize| open.checked_sub(count).map(|position| &*words.list[position].text);
    let is_loop = before(1) == Some("for") && words.list[open].text == "(";
    let inside = words.list[open..].iter().filter(|word| word.around == Some(open));
    (is_loop && inside.filter(|word| word.text == ";").count() >= 2).then_some(())?;
    let place = words.list[open - 1].place;
    Some(Habit {
        place: (place, place),
        message: "a loop goes through a range or an array".to_owned(),
        help: "write `for i in 0..n { … }`".to_owned(),
    })
}

/// `[e for x in xs]`.
fn comprehension(words: Words) -> Option<Habit> {
    (words.text(0) == "for" && words.bracket() == "[").then_some(())?;
    words.habit([0, 0], "Rust has no list comprehensions", "write `xs.map(|x| …)`")
}

/// `x |> f`, `~x`, `x in xs`.
fn operator(words: Words) -> Option<Habit> {
    match [words.text(-1), words.text(0)] {
        ["|", ">"] => words.habit(
            [-1, 0],
            "Rust has no pipe operator",
            "write a call, `f(x)`, or that of a method, `x.f()`",
        ),
        [_, "~"] => words.habit(
            [0, 0],
            "`~` cannot be used as a unary operator",
            "use `!` to perform bitwise not",
        ),
        [before, "in"] if ends_value(before) => {
            words.habit([0, 0], "`in` is not an operator", "write `xs.any(|y| y == x)`")
        }
        _ => None,
    }
}

/// `.5`, `1,5`.
fn number(words: Words) -> Option<Habit> {
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let [before, mark, behind] = [words.text(-1), words.text(0), words.text(1)];
    let is_integer = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    if mark == "." && is_number(behind) && !ends_value(before) {
        let help = format!("write `0.{behind}`");
        return words.habit([0, 1], "float literals must have an integer part", &help);
    }
    if mark == "," && is_number(before) && is_integer(before) && is_number(behind) {
        let help = format!("write `{before}.{behind}`");
        return words.habit([-1, 1], "a float literal has a point", &help);
    }
    None
}

/// `xs.[0]`, `f64[]`, `[f64, 3]`.
fn array(words: Words) -> Option<Habit> {
    match [words.text(-2), words.text(-1), words.text(0), words.text(1)] {
        [name, ".", "[", _] => {
            let help = format!("leave out the `.`: `{name}[…]`");
            words.habit([-1, -1], "an index stands directly behind the array", &help)
        }
        [":" | "&" | ">", ty, "[", _] if names_scalar(ty) => {
            let help = format!("write `[{ty}]`, or `[{ty}; n]` to name the length");
            words.habit([-1, 0], "the type of an array has its brackets around the elements", &help)
        }
        ["[", ty, ",", length] if names_scalar(ty) && !names_scalar(length) => {
            let help = format!("write `[{ty}; {length}]`");
            words.habit([0, 0], "the length of an array stands behind `;`", &help)
        }
        _ => None,
    }
}

/// `fn f(x: f64) f64 { … }`, `fn f(x: f64): f64 { … }`, `fn f(x: f64) -> f64 = e`.
fn signature(words: Words) -> Option<Habit> {
    let list = words.list;
    let around = list[words.at].around;
    let beside = |position: &usize| list[*position].around == around;
    // Back to the word `fn` of this item.
    let mut before = (0..words.at).rev().filter(beside);
    before.find(|position| list[*position].text == "fn").filter(|found| {
        !(*found..words.at).any(|position| beside(&position) && list[position].text == "{")
    })?;
    match [words.text(-1), words.text(0)] {
        [")", found] if is_word(found) && found != "where" || matches!(found, ":" | "[" | "&") => {
            let ty = if found == ":" { words.text(1) } else { found };
            let ty = if is_word(ty) { ty } else { "…" };
            let help = format!("write `-> {ty}`");
            words.habit([0, 0], "return types are denoted using `->`", &help)
        }
        [_, "="] => words.habit([0, 0], "the body of a function stands in braces", "write `{ … }`"),
        _ => None,
    }
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
            ("if a then { x } else { 1.0 }", "`then` is not a keyword"),
            ("for i in 0..3 do { } x", "`do` is not a keyword"),
            ("switch x { _ => x }", "`switch` is not a keyword"),
            ("let c = x is 1.0; x", "`is` is not a keyword"),
            ("for (i = 0; i < 3; i++) { } x", "a loop goes through a range or an array"),
            ("[y * 2.0 for y in xs].sum()", "Rust has no list comprehensions"),
            ("x |> sin", "Rust has no pipe operator"),
            ("let y = ~x; y", "`~` cannot be used as a unary operator"),
            ("let c = x in xs; x", "`in` is not an operator"),
            (".5 * x", "float literals must have an integer part"),
            ("x * .5", "float literals must have an integer part"),
            ("1,5", "a float literal has a point"),
            ("xs.[0]", "an index stands directly behind the array"),
            ("let ys: [f64, 3] = [x, x, x]; x", "the length of an array stands behind `;`"),
            ("let ys: f64[] = [x]; x", "the type of an array has its brackets around the elements"),
            ("y := x; y", "`:=` is not an operator"),
            ("int i = 0; x", "invalid variable declaration"),
            ("f64 y = x; y", "invalid variable declaration"),
        ] {
            let found = message(body);
            assert!(found.contains(wanted), "{body}\n  gives: {found}\n  wanted: {wanted}");
        }
    }

    #[test]
    fn items_of_other_languages_have_words_of_their_own() {
        for (item, wanted) in [
            ("pub fn f(x: f64) f64 { x }", "return types are denoted using `->`"),
            ("pub fn f(x: f64): f64 { x }", "return types are denoted using `->`"),
            ("pub fn f(x: f64) [f64] { [x] }", "return types are denoted using `->`"),
            ("pub fn f(x: f64) -> f64 = x + 1.0;", "the body of a function stands in braces"),
            ("pub function f(x: f64) -> f64 { x }", "`function` is not a keyword"),
            ("def f(x: f64) -> f64 { x }", "`def` is not a keyword"),
            ("pub fn f(xs: f64[]) -> f64 { 1.0 }", "has its brackets around the elements"),
            ("pub fn f(xs: &[f64, 3]) -> f64 { 1.0 }", "the length of an array stands behind `;`"),
            ("pub fn f(x: f64) -> { x }", "expected type, found `{`"),
            ("pub fn f(in: f64) -> f64 { 1.0 }", "expected parameter name, found keyword `in`"),
            ("pub fn f(x f64) -> f64 { x }", "expected `:`, found `f64`"),
            ("pub fn f(x: f64) -> f64 { if x > 0.0 x else { 0.0 } }", "expected `{`, found `x`"),
            ("pub fn f(x: f64) -> f64 { let y = 1.0 x; y }", "expected `;`, found `x`"),
            ("pub fn f(x: f64) -> bool { 0.0 < x < 1.0 }", "split the comparison into two"),
        ] {
            let found = match front(item) {
                Err(errors) => errors.join("\n"),
                Ok(_) => "it compiles".to_owned(),
            };
            assert!(found.contains(wanted), "{item}\n  gives: {found}\n  wanted: {wanted}");
        }
    }

    #[test]
    fn what_is_no_habit_has_the_words_of_the_parser() {
        for (body, wanted) in [
            ("x + % x", "expected an expression, found `%`"),
            ("let (a b) = (x, x); a", "expected `,`, found `b`"),
            ("x y", "expected `;`, found `y`"),
        ] {
            let found = message(body);
            assert!(found.contains(wanted), "{body}\n  gives: {found}\n  wanted: {wanted}");
        }
    }
}
