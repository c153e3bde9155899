//! Variables of the inference and unification.

use std::sync::Arc;

use super::Inference;
use crate::core::ScalarType;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::types::ty::Ty;

/// The variables of an inference.
#[derive(Default)]
pub struct Variables {
    list: Vec<Variable>,
}

struct Variable {
    class: Class,
    value: Option<Ty>,
    /// The literal whose type it is, as written, if it is that of literals alone.
    literal: Option<(Span, Arc<str>)>,
    /// The number of variables known to be equal to this one, itself among them.
    equals: u32,
}

/// The types that a variable may become.
#[derive(Clone, PartialEq, Eq)]
enum Class {
    Any,
    /// The type of an integer literal.
    Integer,
    /// The type of a float literal.
    Float,
    /// One of the instances of a type parameter.
    OneOf(Vec<ScalarType>),
}

impl Class {
    fn accepts(&self, ty: &Ty) -> bool {
        match (self, ty) {
            (Class::Any, _) | (_, Ty::Error) => true,
            (Class::Integer, Ty::Scalar(scalar)) => scalar.is_integer(),
            (Class::Float, Ty::Scalar(scalar)) => scalar.is_float(),
            (Class::OneOf(list), Ty::Scalar(scalar)) => list.contains(scalar),
            _ => false,
        }
    }

    /// The types that both classes allow, as one class.
    fn meet(&self, other: &Class) -> Option<Class> {
        match (self, other) {
            (Class::Any, class) | (class, Class::Any) => Some(class.clone()),
            (a, b) if a == b => Some(a.clone()),
            (Class::OneOf(list), class) | (class, Class::OneOf(list)) => {
                let kept: Vec<ScalarType> = list
                    .iter()
                    .copied()
                    .filter(|scalar| class.accepts(&Ty::Scalar(*scalar)))
                    .collect();
                (!kept.is_empty()).then_some(Class::OneOf(kept))
            }
            _ => None,
        }
    }
}

impl Variables {
    fn add(&mut self, class: Class) -> Ty {
        self.list.push(Variable { class, value: None, literal: None, equals: 1 });
        Ty::Unknown(self.list.len() as u32 - 1)
    }

    /// A type of which nothing is known.
    pub fn any(&mut self) -> Ty {
        self.add(Class::Any)
    }

    /// The type of an integer literal.
    pub fn integer(&mut self) -> Ty {
        self.add(Class::Integer)
    }

    /// The type of a float literal.
    pub fn float(&mut self) -> Ty {
        self.add(Class::Float)
    }

    /// The type of the literal at a place.
    pub fn of_literal(&mut self, ty: &Ty, span: Span, text: &str) {
        if let Ty::Unknown(unknown) = ty {
            self.list[*unknown as usize].literal = Some((span, text.into()));
        }
    }

    /// The literal whose type this is, if no use has decided it.
    fn literal(&self, ty: &Ty) -> Option<(Span, Arc<str>)> {
        match self.shallow(ty) {
            Ty::Unknown(unknown) => self.list[unknown as usize].literal.clone(),
            _ => None,
        }
    }

    /// The type as it will be if no further use decides its literals.
    pub fn with_defaults(&self, ty: &Ty) -> Ty {
        match self.resolve(ty) {
            ty if self.is_integer(&ty) && ty.scalar().is_none() => Ty::Scalar(ScalarType::I32),
            ty if self.is_float(&ty) && ty.scalar().is_none() => Ty::Scalar(ScalarType::F64),
            Ty::Tuple(fields) => Ty::Tuple(fields.iter().map(|f| self.with_defaults(f)).collect()),
            Ty::Array(element) => Ty::array(self.with_defaults(&element)),
            ty => ty,
        }
    }

    /// One of several scalar types.
    pub fn one_of(&mut self, list: Vec<ScalarType>) -> Ty {
        self.add(Class::OneOf(list))
    }

    /// The type with everything known put in.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Unknown(unknown) => match &self.list[*unknown as usize].value {
                Some(value) => self.resolve(value),
                None => ty.clone(),
            },
            Ty::Tuple(fields) => Ty::Tuple(fields.iter().map(|f| self.resolve(f)).collect()),
            Ty::Array(element) => Ty::array(self.resolve(element)),
            other => other.clone(),
        }
    }

    /// The type with the known type of its root put in.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Unknown(unknown) = ty {
            match &self.list[*unknown as usize].value {
                Some(value) => ty = value,
                None => break,
            }
        }
        ty.clone()
    }

    /// Returns true if the type is an integer for certain, known or a literal's.
    pub fn is_integer(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Scalar(scalar) => scalar.is_integer(),
            Ty::Unknown(unknown) => self.list[unknown as usize].class == Class::Integer,
            _ => false,
        }
    }

    /// Returns true if the type is a float for certain, known or a literal's.
    pub fn is_float(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Scalar(scalar) => scalar.is_float(),
            Ty::Unknown(unknown) => self.list[unknown as usize].class == Class::Float,
            _ => false,
        }
    }

    /// Returns true if nothing at all is known of the type.
    pub fn is_open(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Unknown(unknown) => self.list[unknown as usize].class == Class::Any,
            _ => false,
        }
    }

    /// `{integer}`, `{float}`, `_`.
    pub fn show(&self, unknown: u32) -> &'static str {
        match self.list[unknown as usize].class {
            Class::Integer => "{integer}",
            Class::Float => "{float}",
            Class::Any | Class::OneOf(_) => "_",
        }
    }

    /// Makes two types equal.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Unknown(x), Ty::Unknown(y)) if x == y => true,
            (Ty::Unknown(x), Ty::Unknown(y)) => {
                let meet = self.list[*x as usize].class.meet(&self.list[*y as usize].class);
                let Some(class) = meet else { return false };
                let (one, other) = (&self.list[*x as usize], &self.list[*y as usize]);
                let literal = match (&one.class, &other.class) {
                    (Class::Any, _) => other.literal.clone(),
                    (_, Class::Any) => one.literal.clone(),
                    // The first of several literals; none where something else has the type too.
                    _ if other.literal.is_none() => None,
                    _ => one.literal.clone(),
                };
                // The one with fewer equals becomes the other: paths stay short, however many are equal.
                let equals = one.equals + other.equals;
                let (child, root) = if one.equals > other.equals { (*y, *x) } else { (*x, *y) };
                let kept = &mut self.list[root as usize];
                (kept.literal, kept.class, kept.equals) = (literal, class, equals);
                self.list[child as usize].value = Some(Ty::Unknown(root));
                true
            }
            (Ty::Unknown(x), other) | (other, Ty::Unknown(x)) => {
                if !self.list[*x as usize].class.accepts(other) || self.occurs(*x, other) {
                    return false;
                }
                self.list[*x as usize].value = Some(other.clone());
                true
            }
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.unify(x, y))
            }
            (Ty::Array(x), Ty::Array(y)) => self.unify(x, y),
            _ => a == b,
        }
    }

    fn occurs(&self, unknown: u32, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Unknown(other) => other == unknown,
            Ty::Tuple(fields) => fields.iter().any(|field| self.occurs(unknown, field)),
            Ty::Array(element) => self.occurs(unknown, &element),
            _ => false,
        }
    }

    /// Gives literals their default types.
    pub fn default_literals(&mut self) {
        for variable in &mut self.list {
            if variable.value.is_none() {
                variable.value = match variable.class {
                    Class::Integer => Some(Ty::Scalar(ScalarType::I32)),
                    Class::Float => Some(Ty::Scalar(ScalarType::F64)),
                    Class::Any | Class::OneOf(_) => None,
                };
            }
        }
    }
}

impl Inference<'_, '_> {
    /// Makes the found type equal to the expected one, or reports that it is not.
    pub(super) fn unify(&mut self, expected: &Ty, found: &Ty, span: Span) -> bool {
        if self.unknowns.unify(expected, found) {
            return true;
        }
        let diagnostic = self.mismatch(expected, found, span);
        self.errors.report(diagnostic);
        false
    }

    /// `mismatched types: expected …, found …`.
    pub(super) fn mismatch(&self, expected: &Ty, found: &Ty, span: Span) -> Diagnostic {
        if let Some(diagnostic) = self.literal_mismatch(expected, found) {
            return diagnostic;
        }
        let (expected_text, found_text) = (self.show(expected), self.show(found));
        let message = format!("mismatched types: expected `{expected_text}`, found `{found_text}`");
        let diagnostic = Diagnostic::new(Code::E020, span, message);
        let (expected, found) = (self.unknowns.resolve(expected), self.unknowns.resolve(found));
        match (&expected, &found) {
            (Ty::Scalar(to), Ty::Scalar(from)) if from.casts_to(*to) => {
                diagnostic.help(format!("convert it: `… as {to}`"))
            }
            (to, Ty::Unknown(_))
                if self.unknowns.is_float(to) && self.unknowns.is_integer(&found) =>
            {
                let to = self.show(&self.unknowns.with_defaults(to));
                diagnostic.help(format!("convert it: `… as {to}`"))
            }
            (Ty::Array(to), Ty::Array(from)) => match (&**to, &**from) {
                (Ty::Scalar(to), Ty::Scalar(from)) if from.casts_to(*to) => {
                    diagnostic.help(format!("convert its elements: `….map(|x| x as {to})`"))
                }
                _ => diagnostic,
            },
            (Ty::Array(element), other) if **element == *other => {
                diagnostic.help("an array of one element is written `[x]`")
            }
            _ => diagnostic,
        }
    }

    /// A literal of the wrong kind is to blame wherever its value has got to.
    fn literal_mismatch(&self, expected: &Ty, found: &Ty) -> Option<Diagnostic> {
        let unknowns = &self.unknowns;
        for (wanted, given) in [(expected, found), (found, expected)] {
            let Some((span, text)) = unknowns.literal(given) else { continue };
            let helps = if unknowns.is_float(wanted) && unknowns.is_integer(given) {
                vec![format!("a float literal has a point: `{text}.0`")]
            } else if unknowns.is_integer(wanted) && unknowns.is_float(given) {
                // With an integer literal it is that one which should have a point.
                if unknowns.literal(wanted).is_some() {
                    continue;
                }
                let to = self.show(&unknowns.with_defaults(given));
                match text.strip_suffix(".0") {
                    Some(whole) => vec![
                        format!("an integer literal has no point: `{whole}`"),
                        format!("or convert the other side: `… as {to}`"),
                    ],
                    None => vec![format!("convert the other side: `… as {to}`")],
                }
            } else {
                continue;
            };
            let (wanted, given) = (self.show(wanted), self.show(given));
            let message = format!("mismatched types: expected `{wanted}`, found `{given}`");
            let diagnostic = Diagnostic::new(Code::E020, span, message);
            return Some(helps.into_iter().fold(diagnostic, Diagnostic::help));
        }
        None
    }
}
