//! Operators of reductions and scans whose results depend on the order in which elements are combined: rustc warns
//! about them at their places. For that it is shown a function of the same name, which is deprecated for the reason.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::{Interface, attributes_of_lints};
use crate::syntax::tree::{Closure, Expression, ExpressionKind, Function, Name};
use crate::types::Builtin;
use crate::types::infer::{Meaning, Typed};
use crate::types::sampled::{Counterexample, not_associative};
use crate::types::walk::{Child, each_block_child, each_child};

impl Interface<'_> {
    /// The code that makes rustc warn about the operators of a function that are not associative.
    pub(super) fn order_dependent(&self, position: usize) -> TokenStream {
        let function = self.checked.context.functions[position].function;
        let Some(typed) = self.checked.typed(position) else { return TokenStream::new() };
        let mut tokens = TokenStream::new();
        let mut visit = |expression: &Expression| {
            if let Some((name, closure)) = combining(expression, typed)
                && let Some(found) = not_associative(closure, typed)
            {
                let reason = reason(&name.text, &found);
                tokens.extend(self.deprecated(function, name, &reason));
            }
        };
        each_block_child(&function.body, &mut |part| each_inside(part, &mut visit));
        tokens
    }

    /// A call in the place of the method, of a function that is deprecated.
    fn deprecated(&self, function: &Function, method: &Name, reason: &str) -> TokenStream {
        let attributes = attributes_of_lints(&function.attributes);
        let name = self.ident(method);
        quote! {
            #(#attributes)*
            const _: () = {
                #[deprecated = #reason]
                #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                fn #name() {}
                #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                fn combined() {
                    #name();
                }
            };
        }
    }
}

/// The reason against an operator, with an example.
fn reason(name: &str, found: &Counterexample) -> String {
    let Counterexample { operands: [a, b, c], left, right } = found;
    let instead = match name {
        "scan" | "scan_exclusive" => "a loop over a `let mut` variable goes from left to right",
        "scatter_with" => "a loop with an array that is `let mut` goes from left to right",
        _ => "`fold` goes from left to right",
    };
    format!(
        "it combines in any order, and this operator is not associative: of {a}, {b} and {c} it gives {left} from \
         the left and {right} from the right; {instead}"
    )
}

/// The method that combines elements in any order, and the operator of it.
fn combining<'t>(expression: &'t Expression, typed: &Typed) -> Option<(&'t Name, &'t Closure)> {
    let ExpressionKind::Method(_, name, arguments) = &expression.kind else { return None };
    let Meaning::Builtin(builtin) = typed.meanings.get(&expression.id)? else { return None };
    let operator = match builtin {
        Builtin::Reduce | Builtin::Scan | Builtin::ScanExclusive => arguments.get(1)?,
        Builtin::ScatterWith => arguments.first()?,
        _ => return None,
    };
    match &operator.kind {
        ExpressionKind::Closure(closure) if !closure.sequential => Some((name, closure)),
        _ => None,
    }
}

/// Calls `f` with an expression and all inside of it.
fn each_inside<'t>(part: Child<'t>, f: &mut dyn FnMut(&'t Expression)) {
    if let Child::Expression(expression) = part {
        f(expression);
        each_child(expression, &mut |inner| each_inside(inner, f));
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::{Input, compile};

    /// The reason why an operator that reduces is deprecated, if it is.
    fn warning(ty: &str, operator: &str) -> Option<String> {
        let block =
            format!("pub fn f(xs: &[{ty}], k: {ty}) -> {ty} {{ xs.reduce(k, {operator}) }}");
        let tokens = block.parse().expect("tokens");
        let code = compile(Input::Block(tokens)).to_string();
        let (_, rest) = code.split_once("deprecated = \"")?;
        Some(rest.split('"').next().unwrap_or_default().to_owned())
    }

    #[test]
    fn operators_that_depend_on_the_order_are_deprecated() {
        for (ty, operator) in [
            ("f64", "|a, b| a - b"),
            ("i32", "|a, b| b - a"),
            ("f64", "|a, b| a / b"),
            ("f64", "|a, b| (a + b) / 2.0"),
            ("f64", "|a, b| k * a + (1.0 - k) * b"),
            ("u32", "|a, b| a * k + b"),
            ("f32", "|a, b| { let d = a - b; d * d }"),
            ("i64", "|a, b| if a < b { a } else { b - a }"),
        ] {
            assert!(warning(ty, operator).is_some(), "{operator}");
        }
    }

    #[test]
    fn associative_operators_are_not() {
        for (ty, operator) in [
            ("f64", "|a, b| a + b"),
            ("f64", "|a, b| a * b"),
            ("u8", "|a, b| a ^ b"),
            ("i32", "|a, b| a.max(b)"),
            ("f64", "|a, b| (a * a + b * b).sqrt()"),
            ("f64", "|a, b| a + b - a * b"),
            ("f64", "|a, b| if a > b { a } else { b }"),
            ("f64", "|a, b| { let m = a.max(b); m + ((a - m).exp() + (b - m).exp()).ln() }"),
            ("u64", "|a, b| a * b % k"),
            ("i64", "|a, b| a"),
            ("i64", "|a, b| a.rem_euclid(b)"),
            ("f64", "#[sequential] |a, b| a - b"),
        ] {
            assert_eq!(warning(ty, operator), None, "{operator}");
        }
    }

    #[test]
    fn the_reason_shows_values_and_the_fold_that_is_meant() {
        let text = warning("f64", "|a, b| a - b").expect("a warning");
        assert!(
            text.contains("of 1, 2 and 3 it gives -4 from the left and 2 from the right"),
            "{text}"
        );
        assert!(text.ends_with("`fold` goes from left to right"), "{text}");
    }
}
