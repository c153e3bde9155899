//! Methods, constants and functions of the scalar types.

use super::call::as_method;
use super::hints::with_hint;
use super::method::function_not_method;
use super::{Inference, Meaning, Pending};
use crate::core::operation::{Class, Function, Kind};
use crate::core::{Constant, ScalarType};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Expression, Name};
use crate::types::builtin::foreign_function;
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    /// `x.sqrt()`, `x.clamp(a, b)` for a scalar `x`.
    pub(super) fn scalar_method(
        &mut self,
        expression: &Expression,
        receiver: &Ty,
        name: &Name,
        arguments: &[Expression],
    ) -> Ty {
        if &*name.text == "clone" && arguments.is_empty() {
            let meaning = Meaning::Builtin(crate::types::Builtin::Clone);
            self.meanings.insert(expression.id, meaning);
            return receiver.clone();
        }
        if &*name.text == "sin_cos" && arguments.is_empty() && self.unknowns.is_float(receiver) {
            self.meanings.insert(expression.id, Meaning::SinCos);
            return Ty::Tuple(vec![receiver.clone(), receiver.clone()]);
        }
        let Some(function) = self.function_for(receiver, &name.text) else {
            self.infer_loosely(arguments);
            return self.unknown_scalar_method(receiver, name);
        };
        if arguments.len() != function.parameters.len() {
            return self.wrong_count(name, function.parameters.len(), arguments.len());
        }
        let Some(types) = self.operands_of(function, receiver) else { return Ty::Error };
        for (argument, ty) in arguments.iter().zip(&types.0) {
            self.check(argument, ty);
        }
        self.meanings.insert(expression.id, Meaning::Scalar(name.text.clone()));
        if let Ty::Unknown(_) = self.unknowns.shallow(receiver) {
            self.pending.push(Pending::Method(receiver.clone(), name.clone()));
        }
        types.1
    }

    /// The function of this name that a receiver has, as far as its type is known.
    fn function_for(&self, receiver: &Ty, name: &str) -> Option<&'static Function> {
        match self.unknowns.shallow(receiver) {
            Ty::Scalar(scalar) => Function::find(name, scalar),
            Ty::Unknown(_) if self.unknowns.is_float(receiver) => {
                Function::find(name, ScalarType::F64)
            }
            Ty::Unknown(_) => {
                let integer = |function: &&Function| {
                    matches!(function.receiver, Class::Integer | Class::Signed | Class::Unsigned)
                };
                Function::named(name).find(integer)
            }
            _ => None,
        }
    }

    /// The types of a function's parameters and result. If they depend on a width that no use has decided
    /// yet, the literal takes its default.
    fn operands_of(&mut self, function: &Function, receiver: &Ty) -> Option<(Vec<Ty>, Ty)> {
        let depends = |kind: &Kind| matches!(kind, Kind::Unsigned | Kind::Signed | Kind::FromBits);
        if let Ty::Unknown(_) = self.unknowns.shallow(receiver)
            && (function.parameters.iter().any(depends) || depends(&function.result))
        {
            let default =
                if self.unknowns.is_float(receiver) { ScalarType::F64 } else { ScalarType::I32 };
            self.unknowns.unify(receiver, &Ty::Scalar(default));
        }
        let receiver = self.unknowns.shallow(receiver);
        let resolve = |kind: &Kind| match (kind, &receiver) {
            (Kind::Same, ty) => ty.clone(),
            (kind, Ty::Scalar(scalar)) => Ty::Scalar(kind.resolve(*scalar)),
            (kind, _) => Ty::Scalar(kind.resolve(ScalarType::I32)),
        };
        Some((function.parameters.iter().map(resolve).collect(), resolve(&function.result)))
    }

    pub(super) fn settle_method(&mut self, ty: &Ty, name: &Name) {
        if let Ty::Scalar(scalar) = self.unknowns.resolve(ty)
            && Function::find(&name.text, scalar).is_none()
        {
            self.unknown_scalar_method(&Ty::Scalar(scalar), name);
        }
    }

    fn unknown_scalar_method(&mut self, receiver: &Ty, name: &Name) -> Ty {
        let shown = self.show(receiver);
        let text = &name.text;
        let message = format!("no method named `{text}` found for type `{shown}`");
        if self.context.is_reported(text) {
            return Ty::Error;
        }
        let diagnostic = Diagnostic::new(Code::E012, name.span, message);
        let scalar = match self.unknowns.shallow(receiver) {
            Ty::Scalar(scalar) => scalar,
            _ if self.unknowns.is_float(receiver) => ScalarType::F64,
            _ => ScalarType::I32,
        };
        let diagnostic = if self.context.function(text).is_some() {
            diagnostic.help(function_not_method(name))
        } else if crate::types::Builtin::from_name(text).is_some() {
            diagnostic.help(format!("`{text}` is a method of arrays; this is a scalar"))
        } else if scalar.is_integer() && (&**text == "powf" || &**text == "powi") {
            diagnostic.help("integers have `pow`: `x.pow(n)`")
        } else if scalar.is_integer()
            && let Some(function) = Function::find(text, ScalarType::F64)
        {
            let dots = if function.parameters.is_empty() { "" } else { "…" };
            diagnostic.help(format!("it is a method of floats: `(x as f64).{text}({dots})`"))
        } else if matches!(&**text, "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default") {
            diagnostic.help("this is the value itself: leave out the call")
        } else if text.starts_with("checked_") || text.starts_with("overflowing_") {
            diagnostic.help("integer arithmetic wraps; compare before you compute")
        } else if &**text == "pow" {
            diagnostic.help("floats have `powi` and `powf`")
        } else if matches!(&**text, "total_cmp" | "partial_cmp" | "cmp") {
            diagnostic.help("`min`, `max`, `sort` and their relatives use the total order already")
        } else {
            match closest(text, Function::names(scalar)) {
                Some(similar) => {
                    diagnostic.help(format!("there is a method with a similar name: `{similar}`"))
                }
                None => diagnostic,
            }
        };
        self.report(diagnostic)
    }

    pub(super) fn wrong_count(&mut self, name: &Name, expected: usize, found: usize) -> Ty {
        let diagnostic = self.miscounted(name, expected, found);
        self.report(diagnostic)
    }

    /// A wrong number of arguments of something whose calls have this form.
    pub(super) fn wrong_form(
        &mut self,
        name: &Name,
        expected: usize,
        found: usize,
        form: &str,
    ) -> Ty {
        let diagnostic = self.miscounted(name, expected, found);
        self.report(diagnostic.help(format!("write `{form}`")))
    }

    fn miscounted(&self, name: &Name, expected: usize, found: usize) -> Diagnostic {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let message = format!(
            "`{}` takes {expected} argument{} but {found} {} supplied",
            name.text,
            plural(expected),
            if found == 1 { "was" } else { "were" },
        );
        Diagnostic::new(Code::E021, name.span, message)
    }

    /// Returns true if a path is the function of a scalar type, such as `f64::sqrt`.
    pub(super) fn names_associated_function(&mut self, names: &[Name]) -> bool {
        match self.path_type(names) {
            Some((scalar, [name])) => Function::find(&name.text, scalar).is_some(),
            _ => false,
        }
    }

    /// The scalar type at the head of a path: `f64::…`, `std::f64::…`, `T::…`.
    pub(super) fn path_type<'n>(&mut self, names: &'n [Name]) -> Option<(ScalarType, &'n [Name])> {
        let names = match names {
            [first, rest @ ..] if matches!(&*first.text, "std" | "core") => rest,
            names => names,
        };
        let (head, rest) = names.split_first()?;
        let ty = self.context.scalar_or_parameter(&head.text)?;
        let scalar = self.instantiate(&ty).scalar()?;
        Some((scalar, rest))
    }

    /// `f64::INFINITY`, `f32::consts::PI`.
    pub(super) fn associated_value(&mut self, expression: &Expression, names: &[Name]) -> Ty {
        let Some((scalar, rest)) = self.path_type(names) else {
            return self.unknown_path(names, expression.span);
        };
        let value = match rest {
            [name] => constant(scalar, &name.text),
            [module, name] if &*module.text == "consts" => float_constant(scalar, &name.text),
            _ => None,
        };
        if let Some(value) = value {
            self.meanings.insert(expression.id, Meaning::Value(value));
            return Ty::Scalar(value.ty());
        }
        let last = rest.last().unwrap_or(&names[0]);
        if Function::find(&last.text, scalar).is_some() {
            let text = &last.text;
            return self.report(
                Diagnostic::new(
                    Code::E026,
                    expression.span,
                    format!("the function `{scalar}::{text}` is not a value"),
                )
                .help("call it, or give it to a built-in such as `map`"),
            );
        }
        let message = format!("no associated item named `{}` found for type `{scalar}`", last.text);
        let diagnostic = Diagnostic::new(Code::E015, last.span, message);
        self.report(match closest(&last.text, CONSTANTS.iter().copied()) {
            _ if &*last.text == "SKIP" => {
                diagnostic.help("write `SKIP`: it is an index of any type of 32 bits or more")
            }
            Some(similar) => {
                diagnostic.help(format!("there is an associated constant `{similar}`"))
            }
            None => diagnostic,
        })
    }

    pub(super) fn unknown_path(&mut self, names: &[Name], span: Span) -> Ty {
        if names.iter().any(|name| self.context.is_reported(&name.text)) {
            return Ty::Error;
        }
        let text: Vec<&str> = names.iter().map(|name| &*name.text).collect();
        let message = format!("cannot find `{}`", text.join("::"));
        let diagnostic = Diagnostic::new(Code::E010, span, message);
        self.report(match text[..] {
            [.., "cmp", name @ ("min" | "max")] => {
                diagnostic.help(format!("it is a method: `a.{name}(b)`"))
            }
            [.., "Vec", "new" | "with_capacity" | "from"] => diagnostic.help(
                "arrays are made at once, by `generate`, `map` or `filter`; an empty one is `[0; 0]`",
            ),
            [.., name] if foreign_function(name).is_some() => {
                with_hint(diagnostic, foreign_function(name))
            }
            [.., name] if as_method(name).is_some() => with_hint(diagnostic, as_method(name)),
            _ => diagnostic.help(
                "a block sees its own items and the scalar types: repeat constants with `const`, \
                 and write functions in the block",
            ),
        })
    }
}

/// The names of associated constants, for suggestions.
const CONSTANTS: &[&str] =
    &["MAX", "MIN", "BITS", "INFINITY", "NEG_INFINITY", "NAN", "EPSILON", "MIN_POSITIVE", "PI"];

/// `i32::MAX`, `f64::EPSILON`.
fn constant(scalar: ScalarType, name: &str) -> Option<Constant> {
    if scalar.is_integer() {
        return Some(match name {
            "MAX" => Constant::from_integer(scalar, scalar.maximum()),
            "MIN" => Constant::from_integer(scalar, scalar.minimum()),
            "BITS" => Constant::U32(scalar.bytes() as u32 * 8),
            _ => return None,
        });
    }
    macro_rules! float {
        ($t:ident, $variant:ident) => {
            Some(Constant::$variant(match name {
                "MAX" => $t::MAX,
                "MIN" => $t::MIN,
                "INFINITY" => $t::INFINITY,
                "NEG_INFINITY" => $t::NEG_INFINITY,
                "NAN" => $t::NAN,
                "EPSILON" => $t::EPSILON,
                "MIN_POSITIVE" => $t::MIN_POSITIVE,
                _ => return None,
            }))
        };
    }
    match scalar {
        ScalarType::F32 => float!(f32, F32),
        ScalarType::F64 => float!(f64, F64),
        _ => None,
    }
}

/// `f32::consts::PI`.
fn float_constant(scalar: ScalarType, name: &str) -> Option<Constant> {
    macro_rules! float {
        ($module:path, $variant:ident) => {{
            use $module as consts;
            Some(Constant::$variant(match name {
                "PI" => consts::PI,
                "TAU" => consts::TAU,
                "E" => consts::E,
                "FRAC_PI_2" => consts::FRAC_PI_2,
                "FRAC_PI_3" => consts::FRAC_PI_3,
                "FRAC_PI_4" => consts::FRAC_PI_4,
                "FRAC_PI_6" => consts::FRAC_PI_6,
                "FRAC_PI_8" => consts::FRAC_PI_8,
                "FRAC_1_PI" => consts::FRAC_1_PI,
                "FRAC_2_PI" => consts::FRAC_2_PI,
                "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
                "SQRT_2" => consts::SQRT_2,
                "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
                "LN_2" => consts::LN_2,
                "LN_10" => consts::LN_10,
                "LOG2_E" => consts::LOG2_E,
                "LOG2_10" => consts::LOG2_10,
                "LOG10_E" => consts::LOG10_E,
                "LOG10_2" => consts::LOG10_2,
                _ => return None,
            }))
        }};
    }
    match scalar {
        ScalarType::F32 => float!(std::f32::consts, F32),
        ScalarType::F64 => float!(std::f64::consts, F64),
        _ => None,
    }
}
