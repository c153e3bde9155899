//! Cuts the text of PTX into statements.

/// A statement of PTX.
#[derive(PartialEq, Eq, Debug)]
pub enum Statement<'a> {
    /// Without its guard.
    Instruction {
        /// With all modifiers: `ld.global.f32`.
        opcode: &'a str,
        /// The words and marks behind it.
        operands: Vec<&'a str>,
    },
    /// All words and strings of it; a body in braces and the statements in it come as statements of their
    /// own, initialisers and the contents of sections do not come.
    Directive { words: Vec<&'a str> },
}

/// Directives that end with their line; all others end with `;` or where a body begins.
const LINES: [&str; 5] = [".version", ".target", ".address_size", ".file", ".loc"];

/// The statements of a file in order.
pub fn statements(text: &str) -> Vec<Statement<'_>> {
    let tokens = tokens(text);
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.text {
            "{" | "}" | ";" | ":" => {}
            // A guard: `@%p`, `@!%p`.
            "@" => {
                at += usize::from(tokens.get(at).is_some_and(|token| token.text == "!")) + 1;
            }
            word if word.starts_with('.') => {
                list.push(directive(word, &tokens, &mut at));
            }
            _ if tokens.get(at).is_some_and(|next| next.text == ":") => {}
            opcode => {
                let rest = tokens[at..].iter().map(|token| token.text);
                let operands: Vec<&str> = rest.take_while(|text| *text != ";").collect();
                at += operands.len();
                list.push(Statement::Instruction { opcode, operands });
            }
        }
    }
    list
}

fn directive<'a>(first: &'a str, tokens: &[Token<'a>], at: &mut usize) -> Statement<'a> {
    let mut words: Vec<&str> = parts(first).collect();
    let ends_with_line = LINES.contains(&first);
    while let Some(token) = tokens.get(*at) {
        let is_end = if ends_with_line { token.begins_line } else { token.text == ";" };
        if is_end || token.text == "{" {
            break;
        }
        *at += 1;
        if token.text == "=" {
            skip_until_semicolon(tokens, at);
            break;
        }
        let is_word = token.text.starts_with(|first: char| is_in_word(first) || first == '"');
        if is_word {
            words.extend(parts(token.text));
        }
    }
    if first == ".section" {
        skip_braces(tokens, at);
    }
    Statement::Directive { words }
}

/// `.reg` and `.b32` of `.reg.b32`; a word that does not begin with a point is one.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let begins = rest.starts_with('.');
        let end = if begins { rest[1..].find('.').map(|end| end + 1) } else { None };
        let (part, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        (!part.is_empty()).then_some(part)
    })
}

fn skip_until_semicolon(tokens: &[Token], at: &mut usize) {
    while tokens.get(*at).is_some_and(|token| token.text != ";") {
        *at += 1;
    }
}

/// Skips `{ … }`, if that comes next.
fn skip_braces(tokens: &[Token], at: &mut usize) {
    let mut depth = 0;
    while let Some(token) = tokens.get(*at) {
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && token.text != "}" {
            break;
        }
        *at += 1;
        if depth == 0 {
            break;
        }
    }
}

/// A word, a string or a single mark.
struct Token<'a> {
    text: &'a str,
    /// True if it is the first of its line.
    begins_line: bool,
}

fn is_in_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$' | '%' | '.')
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut list = Vec::new();
    let mut begins_line = true;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if first.is_whitespace() => {
                begins_line |= first == '\n';
                first.len_utf8()
            }
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if is_in_word(first) => word_length(rest),
            _ => first.len_utf8(),
        };
        let is_token = !first.is_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*");
        if is_token {
            list.push(Token { text: &rest[..length], begins_line });
            begins_line = false;
        }
        rest = &rest[length..];
    }
    list
}

/// Returns the length of a word: two colons belong to it (`.shared::cta`), a single one ends a label.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        if rest.starts_with(is_in_word) {
            length += 1;
        } else if length > 0 && rest.starts_with("::") {
            length += 2;
        } else {
            return length;
        }
    }
}
