//! Walking over surface expressions.

use crate::syntax::tree::{
    Block, Expression, ExpressionKind, Function, Pattern, PatternKind, Size, Statement,
    TypeExpression, TypeKind,
};

/// A direct child of an expression.
pub enum Child<'t> {
    /// A subexpression.
    Expression(&'t Expression),
    /// A type written in it.
    Type(&'t TypeExpression),
    /// A pattern.
    Pattern(&'t Pattern),
}

/// Calls `f` with the direct children of an expression, in order of evaluation.
pub fn each_child<'t>(expression: &'t Expression, f: &mut dyn FnMut(Child<'t>)) {
    use ExpressionKind::*;
    match &expression.kind {
        Literal(_) | Path(_) | Error => {}
        Unary(_, a) | Reference(a) | Field(a, _) | Assert(a, _) => f(Child::Expression(a)),
        Cast(a, ty) => {
            f(Child::Expression(a));
            f(Child::Type(ty));
        }
        Binary(_, a, b) | Index(a, b) | Repeat(a, b) => {
            f(Child::Expression(a));
            f(Child::Expression(b));
        }
        Assign(_, target, value) => {
            f(Child::Expression(value));
            f(Child::Expression(target));
        }
        Call(_, list) | Array(list) | Tuple(list) => {
            list.iter().for_each(|item| f(Child::Expression(item)));
        }
        Method(receiver, _, arguments) => {
            f(Child::Expression(receiver));
            arguments.iter().for_each(|item| f(Child::Expression(item)));
        }
        Closure(closure) => {
            for (pattern, ty) in &closure.parameters {
                f(Child::Pattern(pattern));
                ty.iter().for_each(|ty| f(Child::Type(ty)));
            }
            closure.result.iter().for_each(|ty| f(Child::Type(ty)));
            f(Child::Expression(&closure.body));
        }
        Range(start, end, _) => {
            start.iter().for_each(|bound| f(Child::Expression(bound)));
            end.iter().for_each(|bound| f(Child::Expression(bound)));
        }
        Struct(_, fields, rest) => {
            fields.iter().for_each(|field| f(Child::Expression(&field.1)));
            rest.iter().for_each(|rest| f(Child::Expression(rest)));
        }
        Block(block) => each_block_child(block, f),
        If(condition, then, otherwise) => {
            f(Child::Expression(condition));
            each_block_child(then, f);
            otherwise.iter().for_each(|other| f(Child::Expression(other)));
        }
        Match(value, arms) => {
            f(Child::Expression(value));
            for arm in arms {
                f(Child::Pattern(&arm.pattern));
                arm.guard.iter().for_each(|guard| f(Child::Expression(guard)));
                f(Child::Expression(&arm.body));
            }
        }
        For(pattern, items, body) => {
            f(Child::Expression(items));
            f(Child::Pattern(pattern));
            each_block_child(body, f);
        }
        While(condition, body) => {
            f(Child::Expression(condition));
            each_block_child(body, f);
        }
    }
}

/// Calls `f` with the direct children of a block.
pub fn each_block_child<'t>(block: &'t Block, f: &mut dyn FnMut(Child<'t>)) {
    for statement in &block.statements {
        match statement {
            Statement::Let(pattern, ty, value) => {
                ty.iter().for_each(|ty| f(Child::Type(ty)));
                f(Child::Expression(value));
                f(Child::Pattern(pattern));
            }
            Statement::Expression(expression) => f(Child::Expression(expression)),
        }
    }
    block.value.iter().for_each(|value| f(Child::Expression(value)));
}

/// Calls `f` with every name that stands for a type in a function: in its signature, in `let`s,
/// closures and casts, and at the head of paths such as `T::MAX`.
pub fn each_type_name(function: &Function, f: &mut dyn FnMut(&str)) {
    for parameter in &function.parameters {
        names_of_type(&parameter.ty, f);
    }
    function.result.iter().for_each(|ty| names_of_type(ty, f));
    each_block_child(&function.body, &mut |child| names_of_child(child, f));
}

fn names_of_child(child: Child, f: &mut dyn FnMut(&str)) {
    match child {
        Child::Type(ty) => names_of_type(ty, f),
        Child::Pattern(pattern) => names_of_pattern(pattern, f),
        Child::Expression(expression) => {
            if let ExpressionKind::Path(names) | ExpressionKind::Call(names, _) = &expression.kind
                && names.len() > 1
            {
                f(&names[0].text);
            }
            each_child(expression, &mut |child| names_of_child(child, f));
        }
    }
}

fn names_of_pattern(pattern: &Pattern, f: &mut dyn FnMut(&str)) {
    match &pattern.kind {
        PatternKind::Value(value) => names_of_child(Child::Expression(value), f),
        PatternKind::Range(start, end, _) => {
            for bound in [start, end].into_iter().flatten() {
                names_of_child(Child::Expression(bound), f);
            }
        }
        PatternKind::Tuple(fields) => {
            fields.iter().for_each(|inner| names_of_pattern(inner, f));
        }
        PatternKind::Or(list) => {
            list.iter().for_each(|inner| names_of_pattern(inner, f));
        }
        PatternKind::Struct(_, fields, _) => {
            fields.iter().for_each(|field| names_of_pattern(&field.1, f));
        }
        PatternKind::Binding { subpattern, .. } => {
            subpattern.iter().for_each(|inner| names_of_pattern(inner, f));
        }
        PatternKind::Wildcard | PatternKind::Error => {}
    }
}

/// Calls `f` with every name in a type.
pub fn names_of_type(ty: &TypeExpression, f: &mut dyn FnMut(&str)) {
    match &ty.kind {
        TypeKind::Named(name) => f(&name.text),
        TypeKind::Tuple(fields) => fields.iter().for_each(|ty| names_of_type(ty, f)),
        TypeKind::Array(element, size) => {
            names_of_type(element, f);
            if let Size::Expression(size) = &**size {
                names_of_child(Child::Expression(size), f);
            }
        }
        TypeKind::Slice(inner) | TypeKind::Reference(inner) => names_of_type(inner, f),
        TypeKind::Function(inputs, output) => {
            inputs.iter().for_each(|ty| names_of_type(ty, f));
            names_of_type(output, f);
        }
        TypeKind::Inferred | TypeKind::Error => {}
    }
}
