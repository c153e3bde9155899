//! Literals, whose types may come from any use.

use super::{Inference, Pending};
use crate::core::{Constant, ScalarType};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::Literal;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    pub(super) fn literal(&mut self, literal: &Literal, negative: bool, span: Span) -> Ty {
        let (ty, suffix) = match literal {
            Literal::Bool(_) => return Ty::BOOL,
            Literal::Integer(_, Some(suffix)) | Literal::Float(_, Some(suffix)) => {
                match self.context.scalar_or_parameter(suffix) {
                    Some(Ty::Scalar(scalar)) => (Ty::Scalar(scalar), suffix.to_string()),
                    _ => {
                        let float = matches!(literal, Literal::Float(..)) || &**suffix == "f";
                        let (kind, valid) = match float {
                            true => ("float", "valid suffixes are `f32` and `f64`"),
                            false => ("number", "a suffix is a number type such as `u32` or `f64`"),
                        };
                        let message = format!("invalid suffix `{suffix}` for {kind} literal");
                        return self.report(Diagnostic::new(Code::E024, span, message).help(valid));
                    }
                }
            }
            Literal::Integer(value, None) => {
                let ty = self.unknowns.integer();
                self.unknowns.of_literal(&ty, span, &value.to_string());
                (ty, String::new())
            }
            Literal::Float(digits, None) => {
                let ty = self.unknowns.float();
                self.unknowns.of_literal(&ty, span, digits);
                (ty, String::new())
            }
        };
        match literal {
            Literal::Integer(value, _) => {
                self.pending.push(Pending::Literal(ty.clone(), *value, negative, span));
            }
            Literal::Float(digits, _) if self.unknowns.is_float(&ty) => {
                self.pending.push(Pending::FloatLiteral(ty.clone(), digits.clone(), span));
            }
            Literal::Float(..) if ty.scalar().is_some_and(|scalar| !scalar.is_float()) => {
                let message = format!("invalid suffix `{suffix}` for float literal");
                return self.error(Code::E024, span, message);
            }
            _ => {}
        }
        ty
    }

    pub(super) fn settle_literal(&mut self, ty: &Ty, value: u128, negative: bool, span: Span) {
        let Ty::Scalar(scalar) = self.unknowns.resolve(ty) else { return };
        if scalar.is_float() {
            return;
        }
        let limit = scalar.maximum() as u128 + u128::from(negative);
        if value > limit {
            let sign = if negative { "-" } else { "" };
            let message = format!("literal out of range for `{scalar}`: {sign}{value}");
            let range = format!("{}..={}", scalar.minimum(), scalar.maximum());
            self.report(
                Diagnostic::new(Code::E024, span, message)
                    .note(format!("the range of `{scalar}` is `{range}`")),
            );
        }
    }

    pub(super) fn settle_float_literal(&mut self, ty: &Ty, digits: &str, span: Span) {
        let Ty::Scalar(scalar) = self.unknowns.resolve(ty) else { return };
        let is_infinite = match scalar {
            ScalarType::F32 => digits.parse().is_ok_and(f32::is_infinite),
            _ => digits.parse().is_ok_and(f64::is_infinite),
        };
        if is_infinite {
            let message = format!("literal out of range for `{scalar}`: {digits}");
            self.report(
                Diagnostic::new(Code::E024, span, message)
                    .help(format!("for infinity: `{scalar}::INFINITY`")),
            );
        }
    }

    pub(super) fn settle_skip(&mut self, ty: &Ty, span: Span) {
        if let Ty::Scalar(scalar) = self.unknowns.resolve(ty)
            && scalar.bytes() < 4
        {
            self.report(
                Diagnostic::new(Code::E020, span, format!("`SKIP` does not fit `{scalar}`"))
                    .help("indices with `SKIP` are integers of 32 bits or more"),
            );
        }
    }
}

/// The value of a literal in a type.
pub(in crate::types) fn literal_value(literal: &Literal, ty: ScalarType) -> Constant {
    match literal {
        Literal::Bool(value) => Constant::Bool(*value),
        Literal::Integer(value, _) if !ty.is_float() => Constant::from_integer(ty, *value as i128),
        Literal::Integer(value, _) => Constant::from_float(ty, *value as f64),
        // Parsed in its own type, so that it is rounded once.
        Literal::Float(digits, _) if ty == ScalarType::F32 => {
            Constant::F32(digits.parse().unwrap_or(f32::NAN))
        }
        Literal::Float(digits, _) => Constant::F64(digits.parse().unwrap_or(f64::NAN)),
    }
}
