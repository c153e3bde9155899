//! Constants, aliases and structs without `pub` that nothing in their block mentions. A struct is one of Rust's, too,
//! which may use it where the block does not.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::syntax::tree::{
    Expression, ExpressionKind, Item, Module, Pattern, PatternKind, Size, TypeExpression, TypeKind,
};
use crate::types::walk::{Child, each_block_child, each_child};

/// The constants, aliases and structs that nothing mentions.
pub fn unused_items(module: &Module) -> Vec<&Item> {
    let mut mentioned = Mentioned::default();
    for item in &module.items {
        match item {
            Item::Function(function) => {
                for parameter in &function.parameters {
                    mentioned.ty(&parameter.ty);
                }
                function.result.iter().for_each(|ty| mentioned.ty(ty));
                each_block_child(&function.body, &mut |child| mentioned.child(child));
            }
            Item::Const(constant) => {
                mentioned.ty(&constant.ty);
                mentioned.expression(&constant.value);
            }
            Item::Alias(alias) => mentioned.ty(&alias.ty),
            Item::Struct(item) => item.fields.iter().for_each(|field| mentioned.ty(&field.ty)),
        }
    }
    let is_unused = |item: &&Item| {
        let (name, visibility) = match item {
            Item::Const(constant) => (&constant.name, &constant.visibility),
            Item::Alias(alias) => (&alias.name, &alias.visibility),
            Item::Struct(item) => (&item.name, &item.visibility),
            Item::Function(_) => return false,
        };
        visibility.is_none() && !name.text.starts_with('_') && !mentioned.names.contains(&name.text)
    };
    module.items.iter().filter(is_unused).collect()
}

/// The names that a block mentions.
#[derive(Default)]
struct Mentioned {
    names: FxHashSet<Arc<str>>,
}

impl Mentioned {
    fn child(&mut self, child: Child) {
        match child {
            Child::Expression(expression) => self.expression(expression),
            Child::Type(ty) => self.ty(ty),
            Child::Pattern(pattern) => self.pattern(pattern),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Path(names) | ExpressionKind::Call(names, _) => {
                self.names.extend(names.first().map(|name| name.text.clone()));
            }
            ExpressionKind::Struct(name, ..) => {
                self.names.insert(name.text.clone());
            }
            _ => {}
        }
        each_child(expression, &mut |child| self.child(child));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Binding { name, subpattern, .. } => {
                // It may be the name of a constant.
                self.names.insert(name.text.clone());
                subpattern.iter().for_each(|inner| self.pattern(inner));
            }
            PatternKind::Tuple(fields) => fields.iter().for_each(|inner| self.pattern(inner)),
            PatternKind::Struct(name, fields, _) => {
                self.names.insert(name.text.clone());
                fields.iter().for_each(|field| self.pattern(&field.1));
            }
            PatternKind::Value(value) => self.expression(value),
            PatternKind::Range(start, end, _) => {
                for bound in [start, end].into_iter().flatten() {
                    self.expression(bound);
                }
            }
            PatternKind::Or(list) => list.iter().for_each(|inner| self.pattern(inner)),
            PatternKind::Wildcard | PatternKind::Error => {}
        }
    }

    fn ty(&mut self, ty: &TypeExpression) {
        match &ty.kind {
            TypeKind::Named(name) => {
                self.names.insert(name.text.clone());
            }
            TypeKind::Tuple(fields) => fields.iter().for_each(|field| self.ty(field)),
            TypeKind::Array(element, size) => {
                self.ty(element);
                if let Size::Expression(size) = &**size {
                    self.expression(size);
                }
            }
            TypeKind::Slice(inner) | TypeKind::Reference(inner) => self.ty(inner),
            TypeKind::Function(inputs, output) => {
                inputs.iter().for_each(|input| self.ty(input));
                self.ty(output);
            }
            TypeKind::Inferred | TypeKind::Error => {}
        }
    }
}
