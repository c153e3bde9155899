//! The types of the built-in methods of arrays: each has a rule for its arguments and for its result.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionKind, Name};
use crate::types::builtin::Builtin;
use crate::types::infer::hints::{index_behind_element, with_hint};
use crate::types::infer::{Inference, Meaning, place_root};
use crate::types::ty::Ty;

/// The call `receiver.name(arguments)` of a built-in method of an array.
struct Call<'a> {
    expression: &'a Expression,
    receiver: &'a Expression,
    name: &'a Name,
    arguments: &'a [Expression],
    builtin: Builtin,
    /// The type of the array's elements.
    element: &'a Ty,
}

impl Call<'_> {
    /// The type of the array.
    fn array(&self) -> Ty {
        Ty::array(self.element.clone())
    }
}

impl Inference<'_, '_> {
    pub(super) fn array_method(
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
        let call = Call { expression, receiver, name, arguments, builtin, element };
        let before = self.errors.len();
        let ty = match self.misused(&call) {
            Some(error) => error,
            None => self.result(&call),
        };
        if let Some(hint) = index_behind_element(receiver, arguments) {
            self.errors.advise(before, hint);
        }
        ty
    }

    /// Reports a call with a wrong number of arguments, or with its operator in front of its value.
    fn misused(&mut self, call: &Call<'_>) -> Option<Ty> {
        let Call { name, arguments, builtin, .. } = *call;
        match builtin.arguments() {
            Some(count) if count != arguments.len() => {
                self.infer_loosely(arguments);
                return Some(self.wrong_form(name, count, arguments.len(), builtin.form()));
            }
            None if arguments.is_empty() => {
                return Some(self.wrong_form(name, 1, 0, builtin.form()));
            }
            _ => {}
        }
        let is_closure =
            |argument: &Expression| matches!(argument.kind, ExpressionKind::Closure(_));
        if builtin.begins_with_value() && is_closure(&arguments[0]) && !is_closure(&arguments[1]) {
            self.infer_loosely(&arguments[1..]);
            let message = format!("the operator of `{}` is its last argument", name.text);
            let diagnostic = Diagnostic::new(Code::E026, arguments[0].span, message);
            return Some(self.report(diagnostic.help(format!("write `{}`", builtin.form()))));
        }
        None
    }

    /// The type of the result. The arguments have the right number.
    fn result(&mut self, call: &Call<'_>) -> Ty {
        let Call { name, arguments, builtin, element, .. } = *call;
        use Builtin::*;
        match builtin {
            Map => {
                let result = self.callable(&arguments[0], std::slice::from_ref(element));
                Ty::array(self.forbid_unit(result, arguments[0].span))
            }
            Zip => self.zip(call),
            Enumerate => Ty::array(Ty::Tuple(vec![Ty::USIZE, element.clone()])),
            Unzip => self.unzip(call),
            Reduce | Scan | ScanExclusive => self.reduction_or_scan(call),
            Fold => self.fold(call),
            Sum | Product => self.number(element, builtin.name(), name.span),
            Min | Max => match self.ordered(element, builtin.name(), name.span) {
                true => element.clone(),
                false => Ty::Error,
            },
            ArgMin | ArgMax => match self.ordered(element, builtin.name(), name.span) {
                true => Ty::USIZE,
                false => Ty::Error,
            },
            All | Any | Count | Filter | Partition => self.condition(call),
            MinByKey | MaxByKey => {
                self.key(call);
                element.clone()
            }
            SortByKey => {
                self.key(call);
                call.array()
            }
            Sort => {
                self.ordered(element, builtin.name(), name.span);
                call.array()
            }
            ArgSort => match self.ordered(element, builtin.name(), name.span) {
                true => Ty::array(Ty::USIZE),
                false => Ty::Error,
            },
            Flatten => match self.rows(element, name) {
                Ty::Error => Ty::Error,
                inner => Ty::array(inner),
            },
            FlatMap => self.flat_map(call),
            SplitBy => {
                self.check(&arguments[0], &Ty::array(Ty::USIZE));
                Ty::array(call.array())
            }
            Lengths => {
                self.rows(element, name);
                Ty::array(Ty::USIZE)
            }
            Chunks | Windows => {
                self.check(&arguments[0], &Ty::USIZE);
                Ty::array(call.array())
            }
            Len => Ty::USIZE,
            IsEmpty => Ty::BOOL,
            Shape => {
                let array = self.unknowns.resolve(&call.array());
                Ty::Tuple(vec![Ty::USIZE; array.levels().0])
            }
            Reshape => {
                let (rank, _) = self.shape_argument(&arguments[0]);
                let array = self.unknowns.resolve(&call.array());
                (0..rank).fold(array.levels().1.clone(), |ty, _| Ty::array(ty))
            }
            Transpose => {
                self.rows(element, name);
                call.array()
            }
            Rev | Clone => call.array(),
            RotateLeft | RotateRight => {
                self.check(&arguments[0], &Ty::USIZE);
                call.array()
            }
            First | Last => element.clone(),
            Gather => {
                self.indices(&arguments[0]);
                call.array()
            }
            Scatter => {
                self.indices(&arguments[0]);
                self.check(&arguments[1], &call.array());
                call.array()
            }
            ScatterWith => self.scatter_with(call),
            Stencil => self.stencil(call.expression, &call.array(), arguments),
            Update => self.update(call),
            Swap => self.swap(call),
        }
    }

    fn zip(&mut self, call: &Call<'_>) -> Ty {
        let mut fields = vec![call.element.clone()];
        for argument in call.arguments {
            let ty = self.infer(argument);
            fields.push(self.element_of(&ty, argument.span, "`zip` takes"));
        }
        Ty::array(Ty::Tuple(fields))
    }

    fn unzip(&mut self, call: &Call<'_>) -> Ty {
        match self.unknowns.shallow(call.element) {
            Ty::Tuple(fields) if !fields.is_empty() => {
                Ty::Tuple(fields.into_iter().map(Ty::array).collect())
            }
            Ty::Error => Ty::Error,
            other => {
                let shown = self.show(&other);
                let message = format!("`unzip` needs an array of tuples, found `[{shown}]`");
                self.error(Code::E020, call.name.span, message)
            }
        }
    }

    /// `reduce` and the scans: the initial value and the operator's result have the type of the elements.
    fn reduction_or_scan(&mut self, call: &Call<'_>) -> Ty {
        let Call { arguments, builtin, element, .. } = *call;
        let is_reduction = builtin == Builtin::Reduce;
        let initial = self.infer(&arguments[0]);
        if !self.unknowns.unify(element, &initial) {
            let diagnostic = self.mismatch(element, &initial, arguments[0].span);
            self.report(match is_reduction {
                true => diagnostic.help("`fold` may change the type"),
                false => diagnostic,
            });
            self.callable(&arguments[1], &[Ty::Error, Ty::Error]);
            return if is_reduction { Ty::Error } else { Ty::array(Ty::Error) };
        }
        self.combining_operator(&arguments[1], element);
        if is_reduction { element.clone() } else { call.array() }
    }

    /// `fold`: the state has the type of the initial value.
    fn fold(&mut self, call: &Call<'_>) -> Ty {
        let Call { arguments, element, .. } = *call;
        let state = self.infer(&arguments[0]);
        let result = self.callable(&arguments[1], &[state.clone(), element.clone()]);
        match self.unify(&state, &result, body_span(&arguments[1])) {
            true => state,
            false => Ty::Error,
        }
    }

    /// The methods that take a condition on the elements.
    fn condition(&mut self, call: &Call<'_>) -> Ty {
        let Call { arguments, element, .. } = *call;
        let result = self.callable(&arguments[0], std::slice::from_ref(element));
        if !self.unknowns.unify(&Ty::BOOL, &result) {
            let diagnostic = self.mismatch(&Ty::BOOL, &result, body_span(&arguments[0]));
            let is_row = result == Ty::array(Ty::BOOL);
            let hint = is_row.then_some("for one `bool` of each row, `row.all(|x| x)`");
            self.report(with_hint(diagnostic, hint));
        }
        match call.builtin {
            Builtin::All | Builtin::Any => Ty::BOOL,
            Builtin::Count => Ty::USIZE,
            Builtin::Filter => call.array(),
            _ => Ty::Tuple(vec![call.array(), call.array()]),
        }
    }

    /// Checks that the key of an element, which the first argument computes, can be ordered.
    fn key(&mut self, call: &Call<'_>) {
        let argument = &call.arguments[0];
        let key = self.callable(argument, std::slice::from_ref(call.element));
        self.ordered(&key, call.builtin.name(), body_span(argument));
    }

    fn flat_map(&mut self, call: &Call<'_>) -> Ty {
        let argument = &call.arguments[0];
        let row = self.callable(argument, std::slice::from_ref(call.element));
        let given = "the closure of `flat_map` gives";
        match self.element_of(&row, body_span(argument), given) {
            Ty::Error => Ty::Error,
            inner => Ty::array(inner),
        }
    }

    fn scatter_with(&mut self, call: &Call<'_>) -> Ty {
        let Call { arguments, element, .. } = *call;
        if self.is_function(&arguments[2]) {
            let message = "the operator of `scatter_with` is its first argument";
            return self.report(
                Diagnostic::new(Code::E026, arguments[2].span, message)
                    .help("write `scatter_with(|a, b| …, indices, values)`"),
            );
        }
        self.combining_operator(&arguments[0], element);
        self.indices(&arguments[1]);
        self.check(&arguments[2], &call.array());
        call.array()
    }

    fn update(&mut self, call: &Call<'_>) -> Ty {
        let Call { receiver, arguments, element, .. } = *call;
        self.not_negative(receiver, &arguments[0]);
        let index = self.infer(&arguments[0]);
        self.index_type(&index, arguments[0].span);
        self.check(&arguments[1], element);
        call.array()
    }

    fn swap(&mut self, call: &Call<'_>) -> Ty {
        for argument in call.arguments {
            let index = self.infer(argument);
            self.index_type(&index, argument.span);
        }
        if place_root(call.receiver).is_none() {
            return self.report(
                Diagnostic::new(Code::E052, call.expression.span, "`swap` needs a `let mut` array")
                    .help("bind it first: `let mut a = …;`"),
            );
        }
        self.check_assignable(call.receiver, true);
        Ty::UNIT
    }

    /// Checks an operator that combines two elements into one.
    fn combining_operator(&mut self, argument: &Expression, element: &Ty) {
        let result = self.callable(argument, &[element.clone(), element.clone()]);
        self.unify(element, &result, body_span(argument));
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
}

/// The place at which a mismatch of a closure's result is reported: its body.
fn body_span(argument: &Expression) -> Span {
    match &argument.kind {
        ExpressionKind::Closure(closure) => closure.body.span,
        _ => argument.span,
    }
}
