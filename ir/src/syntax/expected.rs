//! The words of syn about tokens that it did not expect, in those of rustc.

/// The message about a token where syn says that something else was expected; `found` is that token.
pub(super) fn message(text: &str, found: Option<&str>) -> String {
    let Some(found) = found else { return text.to_owned() };
    // syn lists all that may begin a pattern, a type or an item.
    if text.starts_with("expected one of: identifier, `::`") {
        return match syn::parse_str::<syn::Ident>(found) {
            Err(_) if found.starts_with(char::is_alphabetic) => {
                format!("expected parameter name, found keyword `{found}`")
            }
            _ => format!("expected a pattern, found `{found}`"),
        };
    }
    if text.starts_with("expected one of: `for`, parentheses") {
        return format!("expected type, found `{found}`");
    }
    if text.starts_with("expected one of: `fn`, `extern`") {
        return format!("expected item, found `{found}`");
    }
    let expected = text.strip_prefix("unexpected token, ").unwrap_or(text);
    if !expected.starts_with("expected ") || expected.contains("found") {
        return text.to_owned();
    }
    let expected = match expected {
        "expected curly braces" => "expected `{`",
        "expected parentheses" => "expected `(`",
        "expected square brackets" => "expected `[`",
        other => other,
    };
    format!("{expected}, found `{found}`")
}
