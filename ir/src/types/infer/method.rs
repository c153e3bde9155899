//! Methods: the receiver's type decides which there are. Those of arrays are the built-ins ([`array`]).

mod array;

use super::{Inference, LocalKind, Meaning, Pending, StencilBoundary};
use crate::core::operation::Boundary;
use crate::core::{ScalarType, operation::Function};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Closure, Expression, ExpressionKind, Name, PatternKind};
use crate::types::builtin::{Builtin, foreign_method};
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    /// `x.f(a, b)`.
    pub(super) fn method(
        &mut self,
        expression: &Expression,
        receiver: &Expression,
        name: &Name,
        arguments: &[Expression],
    ) -> Ty {
        let ty = self.infer(receiver);
        let ty = self.unknowns.shallow(&ty);
        match &ty {
            Ty::Array(element) => {
                let element = (**element).clone();
                self.array_method(expression, receiver, name, arguments, &element)
            }
            Ty::Scalar(_) => self.scalar_method(expression, &ty, name, arguments),
            Ty::Unknown(_) if self.unknowns.is_open(&ty) => {
                self.infer_loosely(arguments);
                self.error(Code::E025, receiver.span, "type annotations needed")
            }
            Ty::Unknown(_) => self.scalar_method(expression, &ty, name, arguments),
            Ty::Error => {
                self.infer_loosely(arguments);
                Ty::Error
            }
            _ if &*name.text == "clone" && arguments.is_empty() => {
                self.meanings.insert(expression.id, Meaning::Builtin(Builtin::Clone));
                ty
            }
            _ => {
                self.infer_loosely(arguments);
                if self.context.is_reported(&name.text) {
                    return Ty::Error;
                }
                let shown = self.show(&ty);
                let message = format!("no method named `{}` found for type `{shown}`", name.text);
                let diagnostic = Diagnostic::new(Code::E012, name.span, message);
                self.report(match &ty {
                    _ if self.context.function(&name.text).is_some() => {
                        diagnostic.help(function_not_method(name))
                    }
                    Ty::Tuple(_) if Builtin::from_name(&name.text).is_some() => {
                        diagnostic.help("to go through two arrays at once, zip them: `zip(xs, ys)`")
                    }
                    _ => diagnostic,
                })
            }
        }
    }

    fn unknown_array_method(&mut self, element: &Ty, name: &Name) -> Ty {
        let text = &name.text;
        let shown = self.show(&Ty::array(element.clone()));
        let message = format!("no method named `{text}` found for array `{shown}`");
        let diagnostic = Diagnostic::new(Code::E012, name.span, message);
        let known = self.unknowns.shallow(element);
        let fits = |builtin: &Builtin| !builtin.takes_rows() || matches!(known, Ty::Array(_));
        let names = Builtin::ALL.iter().copied().filter(fits).map(Builtin::name);
        let scalar = match self.unknowns.shallow(element) {
            Ty::Scalar(scalar) => Function::find(text, scalar),
            ty if self.unknowns.is_float(&ty) => Function::find(text, ScalarType::F64),
            _ => None,
        };
        self.report(if matches!(&**text, "stream" | "stream_rows") {
            return self.error(Code::E090, name.span, "streams (`Seq`) are not supported yet");
        } else if self.context.function(text).is_some() {
            diagnostic.help(function_not_method(name))
        } else if let Some(help) = foreign_method(text) {
            diagnostic.help(help)
        } else if let Some(function) = scalar {
            let dots = if function.parameters.is_empty() { "" } else { "…" };
            let form = format!("xs.map(|x| x.{text}({dots}))");
            diagnostic.help(format!("it is a method of the elements: `{form}`"))
        } else if let Some(similar) = closest(text, names.chain(["length"])) {
            let own = format!("there is a method with a similar name: `{similar}`");
            diagnostic.help(foreign_method(similar).map_or(own, str::to_owned))
        } else {
            diagnostic
        })
    }

    /// Checks that values can be ordered, now or when their type is known.
    fn ordered(&mut self, ty: &Ty, method: &'static str, span: Span) -> bool {
        let known = self.unknowns.resolve(ty);
        if known.holds_unknown() {
            self.pending.push(Pending::Ordered(known, method, span));
            return true;
        }
        self.settle_ordered(&known, method, span)
    }

    /// The sum of values, which must be numbers: checked now or when their type is known.
    fn number(&mut self, ty: &Ty, method: &'static str, span: Span) -> Ty {
        let known = self.unknowns.resolve(ty);
        if known.holds_unknown() {
            self.pending.push(Pending::Number(known, method, span));
            return ty.clone();
        }
        if self.settle_number(&known, method, span) { known } else { Ty::Error }
    }

    pub(super) fn settle_ordered(&mut self, ty: &Ty, method: &str, span: Span) -> bool {
        fn is_ordered(ty: &Ty) -> bool {
            match ty {
                // An unknown type is reported where it arises.
                Ty::Scalar(_) | Ty::Error | Ty::Unknown(_) => true,
                Ty::Tuple(fields) => !fields.is_empty() && fields.iter().all(is_ordered),
                _ => false,
            }
        }
        let ty = self.unknowns.resolve(ty);
        let fine = is_ordered(&ty);
        if !fine {
            let shown = self.show(&ty);
            let message = format!("`{method}` cannot order values of type `{shown}`");
            let diagnostic = Diagnostic::new(Code::E020, span, message);
            self.report(match method {
                "min" | "max" | "argmin" | "argmax" if matches!(ty, Ty::Array(_)) => {
                    diagnostic.help(format!(
                        "of all elements, `xss.flatten().{method}()`; for one of each row, \
                         `xss.map(|row| row.{method}())`"
                    ))
                }
                "sort" if matches!(ty, Ty::Array(_)) => diagnostic.help(
                    "for each row by itself, `xss.map(|row| row.sort())`; for the rows by a key, \
                     `xss.sort_by_key(|row| row[0])`",
                ),
                "argsort" if matches!(ty, Ty::Array(_)) => diagnostic.help(
                    "for each row by itself, `xss.map(|row| row.argsort())`; for the rows by a key, \
                     `xss.map(|row| row[0]).argsort()`",
                ),
                "min" | "max" => {
                    diagnostic.help(format!("order by a key: `{method}_by_key(|x| …)`"))
                }
                "sort" => diagnostic.help("order by a key: `sort_by_key(|x| …)`"),
                _ => diagnostic.help("scalars and tuples of scalars have an order"),
            });
        }
        fine
    }

    pub(super) fn settle_number(&mut self, ty: &Ty, method: &str, span: Span) -> bool {
        let ty = self.unknowns.resolve(ty);
        match &ty {
            // An unknown type is reported where it arises.
            Ty::Error | Ty::Unknown(_) => true,
            Ty::Scalar(scalar) if *scalar != ScalarType::Bool => true,
            _ => {
                let shown = self.show(&ty);
                let message = format!("`{method}` needs numbers, found `{shown}`");
                let diagnostic = Diagnostic::new(Code::E020, span, message);
                self.report(match &ty {
                    Ty::Scalar(_) => diagnostic.help("count them: `xs.count(|x| x)`"),
                    Ty::Array(_) => diagnostic.help(
                        "for the sum of all elements, `xss.flatten().sum()`; for one of each \
                         row, `xss.map(|row| row.sum())`",
                    ),
                    Ty::Tuple(_) => {
                        diagnostic.help("take it apart: `let (xs, ys) = pairs.unzip();`")
                    }
                    _ => diagnostic,
                });
                false
            }
        }
    }

    fn stencil(&mut self, expression: &Expression, array: &Ty, arguments: &[Expression]) -> Ty {
        let resolved = self.unknowns.resolve(array);
        let (rank, element) = resolved.levels();
        let element = element.clone();
        if rank > 3 {
            let message = format!("stencils run over 1 to 3 dimensions, found {rank}");
            self.error(Code::E044, expression.span, message);
        }
        self.stencil_boundary(&arguments[0], &element);
        let ExpressionKind::Closure(closure) = &arguments[1].kind else {
            self.infer_loosely(&arguments[1..]);
            return self.report(
                Diagnostic::new(Code::E026, arguments[1].span, "a stencil takes a closure")
                    .help("write `|at| at(-1) + at(1)`"),
            );
        };
        let Some(name) = neighbour_name(closure) else {
            return self.report(
                Diagnostic::new(
                    Code::E021,
                    arguments[1].span,
                    "the closure of a stencil takes one function, which looks at a neighbour",
                )
                .help("write `|at| at(-1) + at(1)`"),
            );
        };
        let name = name.clone();
        self.depth += 1;
        self.enter();
        let kind = LocalKind::Neighbour(rank, element);
        self.bind(&name, false, Ty::Error, kind);
        let result = self.infer(&closure.body);
        self.leave();
        self.depth -= 1;
        let result = self.forbid_unit(result, closure.body.span);
        self.types.insert(arguments[1].id, result.clone());
        (0..rank).fold(result, |ty, _| Ty::array(ty))
    }

    fn stencil_boundary(&mut self, argument: &Expression, element: &Ty) {
        let boundary = match &argument.kind {
            ExpressionKind::Path(names) => match names.last().map(|name| &*name.text) {
                Some("Clamp") => Some(StencilBoundary::Index(Boundary::Clamp)),
                Some("Wrap") => Some(StencilBoundary::Index(Boundary::Wrap)),
                Some("Mirror") => Some(StencilBoundary::Index(Boundary::Mirror)),
                _ => None,
            },
            ExpressionKind::Call(names, values)
                if names.last().is_some_and(|name| &*name.text == "Constant")
                    && values.len() == 1 =>
            {
                self.check(&values[0], element);
                Some(StencilBoundary::Constant)
            }
            _ => None,
        };
        match boundary {
            Some(boundary) => {
                self.meanings.insert(argument.id, Meaning::Boundary(boundary));
            }
            None => {
                self.report(
                    Diagnostic::new(Code::E043, argument.span, "this is no boundary of a stencil")
                        .help("one of `Clamp`, `Wrap`, `Mirror`, `Constant(value)`"),
                );
            }
        }
    }
}

/// The name that a stencil's closure gives to the function that looks at neighbours.
pub(in crate::types) fn neighbour_name(closure: &Closure) -> Option<&Name> {
    match closure.parameters.as_slice() {
        [(pattern, None)] => match &pattern.kind {
            PatternKind::Binding { name, mutable: false, subpattern: None } => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The help where a function is called as a method.
pub(super) fn function_not_method(name: &Name) -> String {
    format!("it is a function, not a method: `{}(…)`", name.text)
}
