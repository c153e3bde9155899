//! Types as they are written: their meaning, and their text in messages.

use super::Context;
use crate::core::ScalarType;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{Expression, Name, Size, TypeExpression, TypeKind};
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Context<'_> {
    /// The scalar type or type parameter of this name.
    pub fn scalar_or_parameter(&self, name: &str) -> Option<Ty> {
        if let Some(ty) = ScalarType::from_name(name) {
            return Some(Ty::Scalar(ty));
        }
        if let Some(position) = self.names.parameters.get(name) {
            return Some(Ty::Parameter(*position));
        }
        match &self.names.aliases.get(name)?.kind {
            TypeKind::Named(inner) => self.scalar_or_parameter(&inner.text),
            _ => None,
        }
    }

    /// The type that a type expression means.
    pub fn resolve(&self, ty: &TypeExpression, errors: &mut Diagnostics) -> Ty {
        match &ty.kind {
            TypeKind::Named(name) => self.named(name, errors),
            TypeKind::Tuple(fields) => {
                let fields = fields.iter().map(|ty| self.resolve(ty, errors));
                Ty::Tuple(fields.collect())
            }
            TypeKind::Array(element, _) | TypeKind::Slice(element) => {
                let element_ty = self.resolve(element, errors);
                if element_ty == Ty::UNIT {
                    errors.error(Code::E004, element.span, "accel does not have arrays of `()`");
                    return Ty::Error;
                }
                Ty::array(element_ty)
            }
            TypeKind::Reference(_) => {
                errors.report(
                    Diagnostic::new(
                        Code::E004,
                        ty.span,
                        "accel does not have references except as whole parameters",
                    )
                    .help("leave out the `&`: arrays are shared without copying"),
                );
                Ty::Error
            }
            TypeKind::Function(..) => {
                let message = "`impl Fn` is only allowed as the type of a parameter";
                errors.error(Code::E026, ty.span, message);
                Ty::Error
            }
            TypeKind::Inferred => {
                let message = "the type placeholder `_` is not allowed here";
                errors.error(Code::E025, ty.span, message);
                Ty::Error
            }
            TypeKind::Error => Ty::Error,
        }
    }

    /// Reports elements of arrays that are tuples of more components than Rust's traits, and ours, are
    /// implemented for. Inside of a block, tuples may have any number of them.
    pub(super) fn forbid_long_tuples(
        &self,
        ty: &mut Ty,
        stored: bool,
        span: Span,
        errors: &mut Diagnostics,
    ) {
        const LONGEST: usize = 12;
        fn is_long(ty: &Ty, stored: bool) -> bool {
            match ty {
                Ty::Tuple(fields) => {
                    stored && fields.len() > LONGEST
                        || fields.iter().any(|field| is_long(field, stored))
                }
                Ty::Array(element) => is_long(element, true),
                _ => false,
            }
        }
        if is_long(ty, stored) {
            let message =
                format!("accel does not have arrays of tuples of more than {LONGEST} components");
            errors.report(
                Diagnostic::new(Code::E004, span, message)
                    .help("declare a `struct`: it may have any number of fields"),
            );
            *ty = Ty::Error;
        }
    }

    fn named(&self, name: &Name, errors: &mut Diagnostics) -> Ty {
        if let Some(scalar) = ScalarType::from_name(&name.text) {
            return Ty::Scalar(scalar);
        }
        if let Some(position) = self.names.parameters.get(&name.text) {
            return Ty::Parameter(*position);
        }
        if let Some(index) = self.names.structs.get(&name.text) {
            return Ty::Struct(*index);
        }
        if let Some(alias) = self.names.aliases.get(&name.text) {
            return self.resolve(alias, errors);
        }
        let text = &name.text;
        if self.is_reported(text) {
            return Ty::Error;
        }
        let mut diagnostic = Diagnostic::new(
            Code::E011,
            name.span,
            format!("cannot find type `{text}` in this scope"),
        );
        let known = ScalarType::ALL
            .iter()
            .map(|ty| ty.name())
            .chain(self.names.structs.keys().map(|name| &**name))
            .chain(self.names.aliases.keys().map(|name| &**name))
            .chain(self.names.parameters.keys().map(|name| &**name));
        diagnostic = match &**text {
            "String" | "str" | "char" => {
                diagnostic.help("accel does not have text: pass bytes, `&[u8]`")
            }
            "i128" | "u128" => diagnostic.help("the widest integers are `i64` and `u64`"),
            "f16" | "f128" => diagnostic.help("the floats are `f32` and `f64`"),
            "Vec" | "Array" | "Box" | "Ragged" => {
                diagnostic.help("write `[f32]`, `[f32; n]` or `[[f32]]`")
            }
            _ if text.len() == 1 && text.chars().all(char::is_uppercase) => diagnostic
                .help(
                    "list the instances at the head of the block: `accel! { <T: f32 | f64> … }`"
                        .replace('T', text),
                )
                .help(of_the_file(text)),
            _ => match closest(text, known) {
                Some(similar) => {
                    diagnostic.help(format!("a type with a similar name exists: `{similar}`"))
                }
                None => diagnostic.help(of_the_file(text)),
            },
        };
        errors.report(diagnostic);
        Ty::Error
    }

    /// The alias behind a named type, for its sizes.
    pub fn alias(&self, name: &str) -> Option<&TypeExpression> {
        self.names.aliases.get(name)
    }

    /// Calls `f` with the sizes written in a type, outermost first, through aliases, with the
    /// number of array levels around each.
    pub fn each_size<'t>(&'t self, ty: &'t TypeExpression, f: &mut impl FnMut(&'t Expression)) {
        match &ty.kind {
            TypeKind::Array(element, size) => {
                if let Size::Expression(size) = &**size {
                    f(size);
                }
                self.each_size(element, f);
            }
            TypeKind::Slice(element) | TypeKind::Reference(element) => self.each_size(element, f),
            TypeKind::Tuple(fields) => fields.iter().for_each(|field| self.each_size(field, f)),
            TypeKind::Named(name) => {
                if let Some(alias) = self.names.aliases.get(&name.text) {
                    self.each_size(alias, f);
                }
            }
            TypeKind::Function(..) | TypeKind::Inferred | TypeKind::Error => {}
        }
    }

    /// A type as it is written in a message.
    pub fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => scalar.to_string(),
            Ty::Tuple(fields) => {
                let list: Vec<String> = fields.iter().map(|field| self.show(field)).collect();
                match list.as_slice() {
                    [one] => format!("({one},)"),
                    _ => format!("({})", list.join(", ")),
                }
            }
            Ty::Struct(index) => self.structs[*index].name.text.to_string(),
            Ty::Array(element) => format!("[{}]", self.show(element)),
            Ty::Parameter(position) => self.module.parameters[*position].name.text.to_string(),
            Ty::Unknown(_) | Ty::Error => "_".to_string(),
        }
    }
}

/// The help for a type that the file may have, and the block does not.
fn of_the_file(name: &str) -> String {
    format!(
        "a block sees only its own types: write `struct {name} {{ … }}` in the block, where Rust sees it, too"
    )
}
