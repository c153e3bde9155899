//! Parts of values: fields, elements and slices, and the literals that make structs.

use super::{Inference, Meaning, Pending};
use crate::core::operation::Function as ScalarFunction;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionKind, Name};
use crate::types::builtin::Builtin;
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    pub(super) fn field(&mut self, expression: &Expression, value: &Expression, name: &Name) -> Ty {
        let ty = self.infer(value);
        let ty = self.unknowns.shallow(&ty);
        let text = &name.text;
        let found = match &ty {
            Ty::Error => return Ty::Error,
            Ty::Tuple(fields) => text
                .parse::<usize>()
                .ok()
                .and_then(|position| Some((position, fields.get(position)?.clone()))),
            Ty::Struct(index) => {
                let fields = &self.context.structs[*index].fields;
                let position = fields.iter().position(|field| field.0.text == *text);
                position.map(|position| (position, fields[position].1.clone()))
            }
            Ty::Unknown(_) => {
                return self.error(Code::E025, value.span, "type annotations needed");
            }
            _ => None,
        };
        if let Some((position, field)) = found {
            self.meanings.insert(expression.id, Meaning::Field(position));
            return field;
        }
        let shown = self.show(&ty);
        let message = format!("no field `{text}` on type `{shown}`");
        let mut diagnostic = Diagnostic::new(Code::E013, name.span, message);
        match &ty {
            Ty::Struct(index) => {
                let fields = &self.context.structs[*index].fields;
                let names: Vec<String> =
                    fields.iter().map(|field| format!("`{}`", field.0.text)).collect();
                diagnostic = diagnostic.note(format!("available fields are: {}", names.join(", ")));
            }
            _ if Builtin::from_name(text).is_some() => {
                diagnostic.message =
                    format!("attempted to take value of method `{text}` on type `{shown}`");
                let form = Builtin::from_name(text).map_or("", Builtin::form);
                diagnostic = diagnostic.help(format!("a method is called: `{form}`"));
            }
            Ty::Scalar(scalar) if ScalarFunction::find(text, *scalar).is_some() => {
                diagnostic.message =
                    format!("attempted to take value of method `{text}` on type `{shown}`");
                diagnostic = diagnostic.help(format!("a method is called: `x.{text}()`"));
            }
            Ty::Array(element) if !matches!(self.unknowns.shallow(element), Ty::Array(_)) => {
                diagnostic = diagnostic.help(format!("of all elements: `xs.map(|x| x.{text})`"));
            }
            _ => {}
        }
        self.report(diagnostic)
    }

    pub(super) fn index(&mut self, array: &Expression, index: &Expression) -> Ty {
        let ty = self.infer(array);
        let element = match self.unknowns.shallow(&ty) {
            Ty::Array(element) => *element,
            Ty::Error => Ty::Error,
            Ty::Unknown(_) if self.unknowns.is_open(&ty) => {
                self.error(Code::E025, array.span, "type annotations needed")
            }
            other => {
                let shown = self.show(&other);
                let message = format!("cannot index into a value of type `{shown}`");
                let diagnostic = Diagnostic::new(Code::E027, array.span, message);
                self.report(match other {
                    Ty::Tuple(_) => diagnostic.help("the fields of a tuple are `x.0`, `x.1`, …"),
                    _ => diagnostic,
                })
            }
        };
        if let ExpressionKind::Range(start, end, _) = &index.kind {
            for bound in [start, end].into_iter().flatten() {
                let ty = self.infer(bound);
                self.index_type(&ty, bound.span);
                self.not_negative(array, bound);
            }
            self.types.insert(index.id, Ty::array(Ty::USIZE));
            return if element == Ty::Error { Ty::Error } else { Ty::array(element) };
        }
        let position = self.infer(index);
        self.not_negative(array, index);
        if self.index_type(&position, index.span) { element } else { Ty::Error }
    }

    /// An index or a slice bound may be of any integer type.
    pub(super) fn index_type(&mut self, ty: &Ty, span: Span) -> bool {
        match self.unknowns.shallow(ty) {
            Ty::Unknown(_) => {
                self.pending.push(Pending::Index(ty.clone(), span));
                true
            }
            known => self.settle_index(&known, span),
        }
    }

    pub(super) fn settle_index(&mut self, ty: &Ty, span: Span) -> bool {
        let ty = self.unknowns.resolve(ty);
        match &ty {
            Ty::Error => true,
            Ty::Scalar(scalar) if scalar.is_integer() => true,
            Ty::Unknown(_) => {
                self.needs_annotation(span);
                false
            }
            _ => {
                let shown = self.show(&ty);
                let message = format!("an index is an integer, found `{shown}`");
                let diagnostic = Diagnostic::new(Code::E027, span, message);
                self.report(match ty {
                    Ty::Scalar(scalar) if scalar.is_float() => {
                        diagnostic.help("convert it: `… as usize`")
                    }
                    Ty::Tuple(_) => {
                        diagnostic.help("index one dimension after the other: `m[i][j]`")
                    }
                    Ty::Array(_) => {
                        diagnostic.help("for the elements at many indices: `xs.gather(indices)`")
                    }
                    _ => diagnostic,
                });
                false
            }
        }
    }

    pub(super) fn structure(
        &mut self,
        name: &Name,
        fields: &[(Name, Expression)],
        rest: Option<&Expression>,
        span: Span,
    ) -> Ty {
        let Some(index) = self.context.structure(&name.text) else {
            for (_, value) in fields {
                self.infer(value);
            }
            if self.context.is_reported(&name.text) {
                return Ty::Error;
            }
            let message = format!("cannot find struct `{}` in this scope", name.text);
            return self.error(Code::E011, name.span, message);
        };
        let declared: Vec<(Name, Ty)> = self.context.structs[index].fields.clone();
        let mut given = vec![None; declared.len()];
        let mut misspelled = false;
        for (field, value) in fields {
            match declared.iter().position(|known| known.0.text == field.text) {
                Some(position) => {
                    if let Some(first) = given[position].replace(field.span) {
                        let message = format!("field `{}` specified more than once", field.text);
                        self.report(
                            Diagnostic::new(Code::E007, field.span, message)
                                .label(first, "first used here"),
                        );
                    }
                    self.check(value, &declared[position].1);
                }
                None => {
                    misspelled = true;
                    self.infer(value);
                    let message =
                        format!("struct `{}` has no field named `{}`", name.text, field.text);
                    let diagnostic = Diagnostic::new(Code::E013, field.span, message);
                    let known = declared.iter().map(|known| &*known.0.text);
                    self.report(match closest(&field.text, known) {
                        Some(similar) => diagnostic
                            .help(format!("a field with a similar name exists: `{similar}`")),
                        None => diagnostic,
                    });
                }
            }
        }
        if let Some(rest) = rest {
            self.check(rest, &Ty::Struct(index));
        } else if !misspelled {
            let missing: Vec<String> = declared
                .iter()
                .zip(&given)
                .filter(|(_, given)| given.is_none())
                .map(|(field, _)| format!("`{}`", field.0.text))
                .collect();
            if !missing.is_empty() {
                let message = format!(
                    "missing field{} {} in initializer of `{}`",
                    if missing.len() == 1 { "" } else { "s" },
                    missing.join(", "),
                    name.text
                );
                self.error(Code::E013, span, message);
            }
        }
        Ty::Struct(index)
    }
}
