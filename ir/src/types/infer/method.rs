//! Methods of arrays: the built-ins.

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
        let names = Builtin::ALL.iter().map(|builtin| builtin.name());
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
        } else if let Some(similar) = closest(text, names) {
            diagnostic.help(format!("there is a method with a similar name: `{similar}`"))
        } else {
            diagnostic
        })
    }

    fn array_method(
        &mut self,
        expression: &Expression,
        receiver: &Expression,
        name: &Name,
        arguments: &[Expression],
        element: &Ty,
    ) -> Ty {
        let Some(builtin) = Builtin::from_name(&name.text) else {
            self.infer_loosely(arguments);
            return self.unknown_array_method(element, name);
        };
        self.meanings.insert(expression.id, Meaning::Builtin(builtin));
        match builtin.arguments() {
            Some(count) if count != arguments.len() => {
                self.infer_loosely(arguments);
                return self.wrong_form(name, count, arguments.len(), builtin.form());
            }
            None if arguments.is_empty() => {
                return self.wrong_form(name, 1, 0, builtin.form());
            }
            _ => {}
        }
        let is_closure =
            |argument: &Expression| matches!(argument.kind, ExpressionKind::Closure(_));
        if builtin.begins_with_value() && is_closure(&arguments[0]) && !is_closure(&arguments[1]) {
            self.infer_loosely(&arguments[1..]);
            let message = format!("the operator of `{}` is its last argument", name.text);
            let diagnostic = Diagnostic::new(Code::E026, arguments[0].span, message);
            return self.report(diagnostic.help(format!("write `{}`", builtin.form())));
        }
        if builtin == Builtin::Update {
            self.not_negative(receiver, &arguments[0]);
        }
        let array = Ty::array(element.clone());
        let span = expression.span;
        use Builtin::*;
        match builtin {
            Map => {
                let result = self.callable(&arguments[0], std::slice::from_ref(element));
                Ty::array(self.forbid_unit(result, arguments[0].span))
            }
            Zip => {
                let mut fields = vec![element.clone()];
                for argument in arguments {
                    let ty = self.infer(argument);
                    fields.push(self.element_of(&ty, argument.span, "`zip` takes"));
                }
                Ty::array(Ty::Tuple(fields))
            }
            Enumerate => Ty::array(Ty::Tuple(vec![Ty::USIZE, element.clone()])),
            Unzip => match self.unknowns.shallow(element) {
                Ty::Tuple(fields) if !fields.is_empty() => {
                    Ty::Tuple(fields.into_iter().map(Ty::array).collect())
                }
                Ty::Error => Ty::Error,
                other => {
                    let shown = self.show(&other);
                    let message = format!("`unzip` needs an array of tuples, found `[{shown}]`");
                    self.error(Code::E020, name.span, message)
                }
            },
            Reduce | Scan | ScanExclusive => {
                let initial = self.infer(&arguments[0]);
                if !self.unknowns.unify(element, &initial) {
                    let diagnostic = self.mismatch(element, &initial, arguments[0].span);
                    self.report(match builtin {
                        Reduce => diagnostic.help("`fold` may change the type"),
                        _ => diagnostic,
                    });
                    self.callable(&arguments[1], &[Ty::Error, Ty::Error]);
                    return if builtin == Reduce { Ty::Error } else { Ty::array(Ty::Error) };
                }
                let pair = [element.clone(), element.clone()];
                let result = self.callable(&arguments[1], &pair);
                self.unify(element, &result, body_span(&arguments[1]));
                if builtin == Reduce { element.clone() } else { array }
            }
            Fold => {
                let state = self.infer(&arguments[0]);
                let result = self.callable(&arguments[1], &[state.clone(), element.clone()]);
                match self.unify(&state, &result, body_span(&arguments[1])) {
                    true => state,
                    false => Ty::Error,
                }
            }
            Sum | Product => self.number(element, builtin.name(), name.span),
            Min | Max => match self.ordered(element, builtin.name(), name.span) {
                true => element.clone(),
                false => Ty::Error,
            },
            ArgMin | ArgMax => {
                self.ordered(element, builtin.name(), name.span);
                Ty::USIZE
            }
            All | Any | Count | Filter | Partition => {
                let result = self.callable(&arguments[0], std::slice::from_ref(element));
                self.unify(&Ty::BOOL, &result, body_span(&arguments[0]));
                match builtin {
                    All | Any => Ty::BOOL,
                    Count => Ty::USIZE,
                    Filter => array,
                    _ => Ty::Tuple(vec![array.clone(), array]),
                }
            }
            MinByKey | MaxByKey => {
                let key = self.callable(&arguments[0], std::slice::from_ref(element));
                self.ordered(&key, builtin.name(), body_span(&arguments[0]));
                element.clone()
            }
            SortByKey => {
                let key = self.callable(&arguments[0], std::slice::from_ref(element));
                self.ordered(&key, builtin.name(), body_span(&arguments[0]));
                array
            }
            Sort => {
                self.ordered(element, builtin.name(), name.span);
                array
            }
            ArgSort => {
                self.ordered(element, builtin.name(), name.span);
                Ty::array(Ty::USIZE)
            }
            Flatten => {
                let inner = self.rows(element, name);
                if inner == Ty::Error { Ty::Error } else { Ty::array(inner) }
            }
            FlatMap => {
                let row = self.callable(&arguments[0], std::slice::from_ref(element));
                let inner = self.element_of(
                    &row,
                    body_span(&arguments[0]),
                    "the closure of `flat_map` gives",
                );
                if inner == Ty::Error { Ty::Error } else { Ty::array(inner) }
            }
            SplitBy => {
                self.check(&arguments[0], &Ty::array(Ty::USIZE));
                Ty::array(array)
            }
            Lengths => {
                self.rows(element, name);
                Ty::array(Ty::USIZE)
            }
            Chunks | Windows => {
                self.check(&arguments[0], &Ty::USIZE);
                Ty::array(array)
            }
            Len => Ty::USIZE,
            IsEmpty => Ty::BOOL,
            Shape => {
                let array = self.unknowns.resolve(&array);
                Ty::Tuple(vec![Ty::USIZE; array.levels().0])
            }
            Reshape => {
                let (rank, _) = self.shape_argument(&arguments[0]);
                let array = self.unknowns.resolve(&array);
                (0..rank).fold(array.levels().1.clone(), |ty, _| Ty::array(ty))
            }
            Transpose => {
                self.rows(element, name);
                array
            }
            Rev => array,
            RotateLeft | RotateRight => {
                self.check(&arguments[0], &Ty::USIZE);
                array
            }
            First | Last => element.clone(),
            Gather => {
                self.indices(&arguments[0]);
                array
            }
            Scatter => {
                self.indices(&arguments[0]);
                self.check(&arguments[1], &array);
                array
            }
            ScatterWith if self.is_function(&arguments[2]) => self.report(
                Diagnostic::new(
                    Code::E026,
                    arguments[2].span,
                    "the operator of `scatter_with` is its first argument",
                )
                .help("write `scatter_with(|a, b| …, indices, values)`"),
            ),
            ScatterWith => {
                let pair = [element.clone(), element.clone()];
                let result = self.callable(&arguments[0], &pair);
                self.unify(element, &result, body_span(&arguments[0]));
                self.indices(&arguments[1]);
                self.check(&arguments[2], &array);
                array
            }
            Stencil => self.stencil(expression, &array, arguments),
            Update => {
                let index = self.infer(&arguments[0]);
                self.index_type(&index, arguments[0].span);
                self.check(&arguments[1], element);
                array
            }
            Clone => array,
            Swap => {
                for argument in arguments {
                    let index = self.infer(argument);
                    self.index_type(&index, argument.span);
                }
                if super::place_root(receiver).is_none() {
                    return self.report(
                        Diagnostic::new(Code::E052, span, "`swap` needs a `let mut` array")
                            .help("bind it first: `let mut a = …;`"),
                    );
                }
                self.check_assignable(receiver, true);
                Ty::UNIT
            }
        }
    }

    /// The element type of the rows of an array of arrays.
    fn rows(&mut self, element: &Ty, name: &Name) -> Ty {
        match self.unknowns.shallow(element) {
            Ty::Array(inner) => *inner,
            Ty::Error => Ty::Error,
            other => {
                let shown = self.show(&other);
                let message =
                    format!("`{}` needs an array of arrays, found `[{shown}]`", name.text);
                self.error(Code::E020, name.span, message)
            }
        }
    }

    /// An array of integers of any type.
    fn indices(&mut self, argument: &Expression) {
        let ty = self.infer(argument);
        let element = self.element_of(&ty, argument.span, "indices are");
        self.index_type(&element, argument.span);
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

/// The place at which a mismatch of a closure's result is reported: its body.
fn body_span(argument: &Expression) -> Span {
    match &argument.kind {
        ExpressionKind::Closure(closure) => closure.body.span,
        _ => argument.span,
    }
}

/// The help where a function is called as a method.
pub(super) fn function_not_method(name: &Name) -> String {
    format!("it is a function, not a method: `{}(…)`", name.text)
}
