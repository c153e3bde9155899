//! Results that statements throw away. Rust's `sort` changes its array, ours gives a new one, so
//! `xs.sort();` does nothing: rustc warns about it, as about any value that must be used. For that
//! it is shown a function of the same name, which is called at the same place.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;

use crate::interface::{Interface, attributes_of_lints, identifier};
use crate::syntax::tree::{Block, Expression, ExpressionKind, Function, Name, Statement};
use crate::types::Ty;
use crate::types::infer::{Local, Meaning, Typed};
use crate::types::walk::{Child, each_child};

impl Interface<'_> {
    /// The code that makes rustc warn about the statements of a function that do nothing.
    pub(super) fn unused_results(&self, position: usize) -> TokenStream {
        let function = self.checked.context.functions[position].function;
        let Some(typed) = self.checked.typed(position) else { return TokenStream::new() };
        let mut tokens = TokenStream::new();
        in_block(&function.body, &mut |statement| {
            if let Some((name, advice)) = unused(statement, typed) {
                tokens.extend(self.call(function, statement, name, &advice));
            }
        });
        tokens
    }

    /// A call that spans the statement, of a function whose value must be used.
    fn call(
        &self,
        function: &Function,
        statement: &Expression,
        name: &Name,
        advice: &str,
    ) -> TokenStream {
        let attributes = attributes_of_lints(&function.attributes);
        let (first, last) = self.source.tokens(statement.span);
        let name = identifier(&name.text, first);
        let mut no_arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
        no_arguments.set_span(last);
        quote! {
            #(#attributes)*
            const _: () = {
                #[must_use = #advice]
                #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                fn #name() -> ::core::primitive::bool {
                    true
                }
                #[allow(dead_code)]
                fn unused() {
                    #name #no_arguments;
                }
            };
        }
    }
}

/// Calls `f` with each statement that is an expression.
fn in_block<'t>(block: &'t Block, f: &mut dyn FnMut(&'t Expression)) {
    for statement in &block.statements {
        let (Statement::Let(_, _, expression) | Statement::Expression(expression)) = statement;
        if let Statement::Expression(_) = statement {
            f(expression);
        }
        in_expression(expression, f);
    }
    block.value.iter().for_each(|value| in_expression(value, f));
}

fn in_expression<'t>(expression: &'t Expression, f: &mut dyn FnMut(&'t Expression)) {
    match &expression.kind {
        ExpressionKind::Block(block) => in_block(block, f),
        ExpressionKind::For(_, items, body) | ExpressionKind::While(items, body) => {
            in_expression(items, f);
            in_block(body, f);
        }
        ExpressionKind::If(condition, then, otherwise) => {
            in_expression(condition, f);
            in_block(then, f);
            otherwise.iter().for_each(|otherwise| in_expression(otherwise, f));
        }
        _ => each_child(expression, &mut |part| {
            if let Child::Expression(inner) = part {
                in_expression(inner, f);
            }
        }),
    }
}

/// The built-in whose value a statement throws away, and the advice for it.
fn unused<'t>(statement: &'t Expression, typed: &Typed) -> Option<(&'t Name, String)> {
    let meaning = typed.meanings.get(&statement.id)?;
    // `xs.swap(i, j)` gives nothing, and changes its array.
    if typed.types.get(&statement.id)? == &Ty::UNIT {
        return None;
    }
    match &statement.kind {
        ExpressionKind::Method(receiver, name, arguments) => {
            let text = &name.text;
            let dots = if arguments.is_empty() { "" } else { "…" };
            let advice = match (meaning, variable(receiver, typed)) {
                (Meaning::Builtin(_), Some(Local { name: array, mutable, .. })) => {
                    let kept = if *mutable { "" } else { "let " };
                    format!("`{array}` stays as it is: `{kept}{array} = {array}.{text}({dots})`")
                }
                (Meaning::Builtin(_) | Meaning::Scalar(_) | Meaning::SinCos, _) => {
                    "it gives a new value, and changes nothing".to_owned()
                }
                _ => return None,
            };
            Some((name, advice))
        }
        ExpressionKind::Call(names, _) if matches!(meaning, Meaning::Free(_)) => {
            Some((names.last()?, "it gives a new array, and changes nothing".to_owned()))
        }
        _ => None,
    }
}

fn variable<'t>(expression: &Expression, typed: &'t Typed) -> Option<&'t Local> {
    match typed.meanings.get(&expression.id)? {
        Meaning::Local(local) => typed.locals.get(*local),
        _ => None,
    }
}
