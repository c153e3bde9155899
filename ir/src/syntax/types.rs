//! Types as written: scalars and names, tuples, arrays, references, `impl Fn`.

use syn::Type;

use super::Reader;
use super::tree::{Size, TypeExpression, TypeKind};
use crate::diagnostic::Code;

impl Reader<'_> {
    /// Reads a type.
    pub(super) fn ty(&mut self, ty: &Type) -> TypeExpression {
        match ty {
            Type::Group(group) => self.ty(&group.elem),
            Type::Paren(paren) => self.ty(&paren.elem),
            Type::Path(path) => self.named_type(path),
            Type::Tuple(tuple) => {
                let place = tuple.paren_token.span;
                let span = self.place(place.open(), place.close());
                let fields = tuple.elems.iter().map(|ty| self.ty(ty)).collect();
                TypeExpression { kind: TypeKind::Tuple(fields), span }
            }
            Type::Array(array) => {
                let place = array.bracket_token.span;
                let span = self.place(place.open(), place.close());
                let element = Box::new(self.ty(&array.elem));
                let size = match &array.len {
                    syn::Expr::Infer(_) => Size::Unnamed,
                    length => Size::Expression(self.expression(length)),
                };
                TypeExpression { kind: TypeKind::Array(element, Box::new(size)), span }
            }
            Type::Slice(slice) => {
                let place = slice.bracket_token.span;
                let span = self.place(place.open(), place.close());
                let element = Box::new(self.ty(&slice.elem));
                TypeExpression { kind: TypeKind::Slice(element), span }
            }
            Type::Reference(reference) => self.reference_type(reference),
            Type::ImplTrait(bounds) => self.function_type(bounds),
            Type::Infer(underscore) => {
                let place = underscore.underscore_token.span;
                TypeExpression { kind: TypeKind::Inferred, span: self.place(place, place) }
            }
            other => {
                let what = match other {
                    Type::FnPtr(_) => "function pointers",
                    Type::Never(_) => "the type `!`",
                    Type::Ptr(_) => "raw pointers",
                    Type::TraitObject(_) => "trait objects",
                    Type::Macro(_) => "macros in types",
                    _ => "this type",
                };
                let instead = match other {
                    Type::FnPtr(_) => "take a closure as `impl Fn(A) -> B`",
                    _ => "",
                };
                self.bad_type(other, what, instead)
            }
        }
    }

    fn bad_type(&mut self, ty: &impl quote::ToTokens, what: &str, instead: &str) -> TypeExpression {
        self.unsupported(Code::E004, ty, what, instead);
        TypeExpression { kind: TypeKind::Error, span: self.span(ty) }
    }

    fn named_type(&mut self, path: &syn::TypePath) -> TypeExpression {
        let segment = path.path.segments.last();
        let plain = path.qself.is_none() && path.path.segments.len() == 1;
        match segment {
            Some(segment) if plain && segment.arguments.is_none() => {
                let name = self.name(&segment.ident);
                let span = name.span;
                TypeExpression { kind: TypeKind::Named(name), span }
            }
            Some(segment) if self.generic_types.contains(&segment.ident.to_string()) => {
                TypeExpression { kind: TypeKind::Error, span: self.span(path) }
            }
            Some(segment) => {
                let element = element_text(segment);
                let (what, instead) = match segment.ident.to_string().as_str() {
                    name @ ("Vec" | "Array" | "Box") => {
                        let instead = format!("write `[{element}]` or `[{element}; n]`");
                        return self.bad_type(path, &format!("`{name}`"), &instead);
                    }
                    "Ragged" => {
                        let instead = format!("a ragged array is written `[[{element}]]`");
                        return self.bad_type(path, "`Ragged`", &instead);
                    }
                    "Option" | "Result" => {
                        let variants = ["Some", "None", "Ok", "Err"];
                        self.reported.extend(variants.map(std::sync::Arc::from));
                        (
                            "`Option` and `Result`",
                            "return a `bool` beside the value, or `assert!` what must hold",
                        )
                    }
                    "Seq" => {
                        self.not_yet(path, "streams (`Seq`) are");
                        return TypeExpression { kind: TypeKind::Error, span: self.span(path) };
                    }
                    name if name.starts_with("Array") || name.starts_with("CowArray") => (
                        "generic or qualified types",
                        "arrays of ndarray are passed as `&[T]`, `&[[T; m]; n]`, …",
                    ),
                    "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => (
                        "maps and sets",
                        "sort the keys, or use an array that the keys are indices of",
                    ),
                    _ => ("generic or qualified types", ""),
                };
                self.bad_type(path, what, instead)
            }
            None => self.bad_type(path, "this type", ""),
        }
    }

    fn reference_type(&mut self, reference: &syn::TypeReference) -> TypeExpression {
        if reference.mutability.is_some() {
            let instead = "take the array by value as `mut xs: [T; n]` and return it";
            return self.bad_type(reference, "`&mut` parameters", instead);
        }
        if let Some(lifetime) = &reference.lifetime
            && !self.reported.contains(&*lifetime.ident.to_string())
        {
            self.unsupported(Code::E006, lifetime, "lifetimes", "write `&[T]`");
        }
        let inner = self.ty(&reference.elem);
        let first = self.place(reference.and_token.span, reference.and_token.span);
        let span = self.join(first, inner.span);
        TypeExpression { kind: TypeKind::Reference(Box::new(inner)), span }
    }

    /// `impl Fn(A, B) -> C`.
    fn function_type(&mut self, bounds: &syn::TypeImplTrait) -> TypeExpression {
        if let Some(syn::TypeParamBound::Trait(bound)) = bounds.bounds.first()
            && bounds.bounds.len() == 1
            && let Some(segment) = bound.path.segments.last()
            && segment.ident == "Fn"
            && let syn::PathArguments::Parenthesized(signature) = &segment.arguments
        {
            let parameters = signature.inputs.iter().map(|input| self.ty(&input.ty)).collect();
            let result = match &signature.output {
                syn::ReturnType::Default => {
                    TypeExpression { kind: TypeKind::Tuple(Vec::new()), span: self.span(bounds) }
                }
                syn::ReturnType::Type(_, ty) => self.ty(ty),
            };
            let span = self.span(bounds);
            let kind = TypeKind::Function(parameters, Box::new(result));
            return TypeExpression { kind, span };
        }
        self.bad_type(bounds, "this `impl Trait`", "a closure parameter is `impl Fn(A) -> B`")
    }
}

/// The first type argument of a path, such as `f32` in `Vec<f32>`.
fn element_text(segment: &syn::PathSegment) -> String {
    if let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
        && let Some(syn::GenericArgument::Type(Type::Path(path))) = arguments.args.first()
        && let Some(name) = path.path.get_ident()
    {
        return name.to_string();
    }
    "T".into()
}
