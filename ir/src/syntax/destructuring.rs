//! Assignments to several places: `(a, b) = e;` is `{ let (next_a, next_b) = e; a = next_a; b = next_b; }`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use super::Reader;
use super::tree::{Block, Expression, ExpressionKind, Name, Pattern, PatternKind, Statement};
use crate::source::Span;

/// The assignments behind a destructuring one.
struct Targets {
    /// The names that the places mention: the names made here are different.
    taken: Vec<String>,
    assignments: Vec<Statement>,
}

impl Reader<'_> {
    /// Reads an assignment to a tuple.
    pub(super) fn destructuring(&mut self, assign: &syn::ExprAssign) -> (ExpressionKind, Span) {
        let mut taken = Vec::new();
        names_in(assign.left.to_token_stream(), &mut taken);
        let mut targets = Targets { taken, assignments: Vec::new() };
        let value = self.expression(&assign.right);
        let pattern = self.targets(&assign.left, &mut targets);
        let span = self.join(pattern.span, value.span);
        let mut statements = vec![Statement::Let(pattern, None, value)];
        statements.append(&mut targets.assignments);
        (ExpressionKind::Block(Block { statements, value: None, span }), span)
    }

    fn targets(&mut self, target: &Expr, targets: &mut Targets) -> Pattern {
        match target {
            Expr::Paren(paren) => self.targets(&paren.expr, targets),
            Expr::Group(group) => self.targets(&group.expr, targets),
            Expr::Infer(_) => Pattern { kind: PatternKind::Wildcard, span: self.span(target) },
            Expr::Tuple(tuple) => {
                let fields = self.tuple_pattern(&tuple.elems, is_rest, &mut |reader, field| {
                    reader.targets(field, targets)
                });
                Pattern { kind: PatternKind::Tuple(fields), span: self.span(tuple) }
            }
            _ => {
                let place = self.boxed(target);
                let span = place.span;
                let name = Name { text: targets.name(target).into(), span };
                let kind = ExpressionKind::Path(vec![name.clone()]);
                let next = Box::new(Expression { kind, span, id: self.next_id() });
                let kind = ExpressionKind::Assign(None, place, next);
                let assignment = Expression { kind, span, id: self.next_id() };
                targets.assignments.push(Statement::Expression(assignment));
                let kind = PatternKind::Binding { name, mutable: false, subpattern: None };
                Pattern { kind, span }
            }
        }
    }
}

impl Targets {
    /// A name for the value that a place gets.
    fn name(&mut self, target: &Expr) -> String {
        let mut inside = Vec::new();
        names_in(target.to_token_stream(), &mut inside);
        let place = inside.first().map_or("place", String::as_str);
        let mut name = format!("next_{}", place.trim_start_matches("r#"));
        while self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.push(name.clone());
        name
    }
}

fn names_in(tokens: TokenStream, names: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => names.push(name.to_string()),
            TokenTree::Group(group) => names_in(group.stream(), names),
            _ => {}
        }
    }
}

/// Returns true if the target is `..`, which stands for the fields that are not named.
fn is_rest(target: &Expr) -> bool {
    matches!(target, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}
