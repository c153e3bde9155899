//! Calls of functions, and closures given to built-ins and functions.

use super::constant_offset::stencil_offset;
use super::hints::{index_as_argument, with_hint};
use super::{FreeFunction, Inference, Instance, LocalKind, Meaning, Pending};
use crate::core::ScalarType;
use crate::core::operation::Function;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Closure, Expression, ExpressionId, ExpressionKind, Name, PatternKind};
use crate::types::builtin::{Builtin, foreign_function};
use crate::types::context::ParameterType;
use crate::types::suggest::closest;
use crate::types::ty::Ty;

impl Inference<'_, '_> {
    /// `f(a, b)`.
    pub(super) fn call(
        &mut self,
        expression: &Expression,
        names: &[Name],
        arguments: &[Expression],
    ) -> Ty {
        let [name] = names else { return self.associated_call(expression, names, arguments) };
        if let Some(local) = self.lookup(&name.text) {
            self.meanings.insert(expression.id, Meaning::Local(local));
            return match self.locals[local].kind.clone() {
                LocalKind::Function(inputs, output) => {
                    self.check_arguments(name, &inputs, arguments);
                    output
                }
                LocalKind::Neighbour(rank, element) => {
                    self.neighbour(name, rank, arguments);
                    element
                }
                _ => {
                    let ty = self.unknowns.shallow(&self.locals[local].ty);
                    self.infer_loosely(arguments);
                    if ty == Ty::Error {
                        return Ty::Error;
                    }
                    let shown = self.show(&ty);
                    let message = format!("expected function, found `{shown}`");
                    let diagnostic = Diagnostic::new(Code::E031, name.span, message);
                    let is_array = matches!(ty, Ty::Array(_));
                    let hint =
                        is_array.then(|| format!("an index has brackets: `{}[i]`", name.text));
                    self.report(
                        with_hint(diagnostic, hint).label(
                            self.locals[local].span,
                            format!("`{}` is bound here", name.text),
                        ),
                    )
                }
            };
        }
        if let Some(function) = self.context.function(&name.text) {
            return self.user_call(expression, name, function, arguments);
        }
        match &*name.text {
            "generate" => self.generate(expression, name, arguments),
            "zip" => self.zip_call(expression, name, arguments),
            "concat" => self.concat(expression, name, arguments),
            "stream" => {
                self.infer_loosely(arguments);
                self.error(Code::E090, expression.span, "streams (`Seq`) are not supported yet")
            }
            _ => {
                self.infer_loosely(arguments);
                self.unknown_function(name)
            }
        }
    }

    pub(super) fn infer_all(&mut self, arguments: &[Expression]) {
        for argument in arguments {
            self.infer(argument);
        }
    }

    /// Looks at arguments for their own errors if the types that they should have are not known.
    pub(super) fn infer_loosely(&mut self, arguments: &[Expression]) {
        // The type of a closure is unknown without the function that takes it.
        let is_closure =
            |argument: &&Expression| matches!(argument.kind, ExpressionKind::Closure(_));
        for argument in arguments.iter().filter(|argument| !is_closure(argument)) {
            self.check(argument, &Ty::Error);
        }
    }

    fn unknown_function(&mut self, name: &Name) -> Ty {
        let text = &name.text;
        if self.context.is_reported(text) {
            return Ty::Error;
        }
        let message = format!("cannot find function `{text}` in this scope");
        let diagnostic = Diagnostic::new(Code::E014, name.span, message);
        let free = ["generate", "zip", "concat"];
        let diagnostic = if let Some(builtin) = Builtin::from_name(text) {
            let dots = if builtin.arguments() == Some(0) { "" } else { "…" };
            let of_scalars = match Function::named(text).next() {
                Some(_) => format!(", `a.{text}(b)`"),
                None => String::new(),
            };
            diagnostic.help(format!("`{text}` is a method: `xs.{text}({dots})`{of_scalars}"))
        } else if let Some(help) = as_method(text) {
            diagnostic.help(help)
        } else if let Some(help) = foreign_function(text) {
            diagnostic.help(help)
        } else if ScalarType::ALL.iter().any(|ty| ty.name() == &**text) {
            diagnostic.help(format!("values are cast with `as`: `x as {text}`"))
        } else if self.context.structure(text).is_some() {
            diagnostic.help(format!("a struct is made with its fields: `{text} {{ … }}`"))
        } else {
            let own = self.function.as_deref();
            let others = self.context.value_names().filter(|name| Some(*name) != own);
            match closest(text, others.chain(free)) {
                Some(similar) => {
                    diagnostic.help(format!("a function with a similar name exists: `{similar}`"))
                }
                None => diagnostic,
            }
            .help("a block sees only its own functions: write it in the block")
        };
        self.report(diagnostic)
    }

    fn check_arguments(&mut self, name: &Name, inputs: &[Ty], arguments: &[Expression]) {
        if inputs.len() != arguments.len() {
            self.infer_loosely(arguments);
            self.wrong_count(name, inputs.len(), arguments.len());
            return;
        }
        for (argument, ty) in arguments.iter().zip(inputs) {
            self.check(argument, ty);
        }
    }

    /// A type of a signature, with fresh variables for its type parameters.
    fn open(&mut self, ty: &Ty, parameters: &[(usize, Ty)]) -> Ty {
        match ty {
            Ty::Parameter(position) => parameters
                .iter()
                .find(|parameter| parameter.0 == *position)
                .map_or(Ty::Error, |parameter| parameter.1.clone()),
            Ty::Tuple(fields) => {
                Ty::Tuple(fields.iter().map(|field| self.open(field, parameters)).collect())
            }
            Ty::Array(element) => Ty::array(self.open(element, parameters)),
            other => other.clone(),
        }
    }

    /// Fresh variables for the type parameters of a function.
    fn fresh_parameters(&mut self, function: usize) -> Vec<(usize, Ty)> {
        let generic = self.context.functions[function].generic.clone();
        generic
            .into_iter()
            .map(|position| {
                let instances = self.context.instances[position].clone();
                (position, self.unknowns.one_of(instances))
            })
            .collect()
    }

    fn user_call(
        &mut self,
        expression: &Expression,
        name: &Name,
        function: usize,
        arguments: &[Expression],
    ) -> Ty {
        let parameters = self.fresh_parameters(function);
        let signature = &self.context.functions[function];
        let inputs = signature.parameters.clone();
        let result = self.open(&signature.result, &parameters);
        if inputs.len() != arguments.len() {
            self.infer_loosely(arguments);
            let place = signature.function.name.span;
            let message = format!(
                "this function takes {} argument{} but {} {} supplied",
                inputs.len(),
                if inputs.len() == 1 { "" } else { "s" },
                arguments.len(),
                if arguments.len() == 1 { "was" } else { "were" },
            );
            self.report(
                Diagnostic::new(Code::E021, expression.span, message)
                    .label(place, format!("`{}` is defined here", name.text)),
            );
            return result;
        }
        // Values first: they decide the type parameters that closures see.
        for (argument, input) in arguments.iter().zip(&inputs) {
            if let ParameterType::Value { ty, .. } = input {
                let ty = self.open(ty, &parameters);
                self.check(argument, &ty);
            }
        }
        for (argument, input) in arguments.iter().zip(&inputs) {
            if let ParameterType::Closure(inputs, output) = input {
                let inputs: Vec<Ty> = inputs.iter().map(|ty| self.open(ty, &parameters)).collect();
                let output = self.open(output, &parameters);
                let found = self.callable(argument, &inputs);
                self.unify(&output, &found, argument.span);
            }
        }
        self.pending.push(Pending::Call(expression.id, function, parameters, expression.span));
        self.meanings.insert(expression.id, Meaning::Function(function, Instance::default()));
        result
    }

    pub(super) fn settle_call(
        &mut self,
        id: ExpressionId,
        function: usize,
        parameters: &[(usize, Ty)],
        span: Span,
    ) {
        let mut instance: Instance = vec![None; self.context.instances.len()];
        for (position, ty) in parameters {
            match self.unknowns.resolve(ty) {
                Ty::Scalar(scalar) => instance[*position] = Some(scalar),
                Ty::Error => return,
                _ => match self.context.instances[*position].as_slice() {
                    [only] => instance[*position] = Some(*only),
                    _ => {
                        let name = &self.context.module.parameters[*position].name.text;
                        let message = format!("type annotations needed: cannot infer `{name}`");
                        let callee = &self.context.functions[function].function.name.text;
                        let help = match self.context.instances[*position].first() {
                            Some(first) => {
                                format!("give it a type: `let x: {first} = {callee}(…);`")
                            }
                            None => return,
                        };
                        self.report(Diagnostic::new(Code::E025, span, message).help(help));
                        return;
                    }
                },
            }
        }
        self.meanings.insert(id, Meaning::Function(function, instance));
    }

    /// The result type of something callable applied to arguments of these types.
    pub(super) fn callable(&mut self, argument: &Expression, inputs: &[Ty]) -> Ty {
        let output = match &argument.kind {
            ExpressionKind::Closure(closure) => self.closure(closure, inputs, argument.span),
            ExpressionKind::Path(names) => self.named_callable(argument, names, inputs),
            ExpressionKind::Reference(inner) => self.callable(inner, inputs),
            ExpressionKind::Error => Ty::Error,
            _ => {
                let found = self.infer(argument);
                if self.unknowns.shallow(&found) == Ty::Error {
                    return Ty::Error;
                }
                let shown = self.show(&found);
                let message = format!("expected a closure, found `{shown}`");
                let names: Vec<String> = (0..inputs.len()).map(|i| format!("x{i}")).collect();
                let head = match inputs.len() {
                    1 => "x".to_string(),
                    2 => "a, b".to_string(),
                    _ => names.join(", "),
                };
                self.report(
                    Diagnostic::new(Code::E026, argument.span, message)
                        .help(format!("write `|{head}| …` or the name of a function")),
                )
            }
        };
        self.types.insert(argument.id, output.clone());
        output
    }

    fn closure(&mut self, closure: &Closure, inputs: &[Ty], span: Span) -> Ty {
        let mut inputs = inputs.to_vec();
        if closure.parameters.len() != inputs.len() {
            let message = format!(
                "expected closure that takes {} argument{}, found one that takes {}",
                inputs.len(),
                if inputs.len() == 1 { "" } else { "s" },
                closure.parameters.len(),
            );
            let diagnostic = Diagnostic::new(Code::E021, span, message);
            let tuple = match inputs.as_slice() {
                [one] => matches!(
                    self.unknowns.shallow(one), Ty::Tuple(fields)
                        if fields.len() == closure.parameters.len()
                ),
                _ => false,
            };
            let apart = match closure.parameters.as_slice() {
                [(pattern, _)] => matches!(
                    &pattern.kind, PatternKind::Tuple(fields) if fields.fits(inputs.len())
                ),
                _ => false,
            };
            self.report(if tuple {
                diagnostic.help("the argument is a tuple: take it apart with `|(a, b)| …`")
            } else if apart {
                diagnostic.help("the closure takes two arguments: `|a, b| …`")
            } else {
                with_hint(diagnostic, index_as_argument(closure, inputs.len()))
            });
            inputs = vec![Ty::Error; closure.parameters.len()];
        }
        self.depth += 1;
        self.enter();
        for ((pattern, written), input) in closure.parameters.iter().zip(&inputs) {
            if let Some(written) = written {
                let ty = self.let_type(written);
                self.unify(input, &ty, written.span);
            }
            self.bind_pattern(pattern, input, &LocalKind::Closure);
        }
        let output = match &closure.result {
            Some(written) => {
                let ty = self.let_type(written);
                self.check(&closure.body, &ty);
                ty
            }
            None => self.infer(&closure.body),
        };
        self.leave();
        self.depth -= 1;
        output
    }

    fn named_callable(&mut self, argument: &Expression, names: &[Name], inputs: &[Ty]) -> Ty {
        let span = argument.span;
        let [name] = names else {
            return self.associated_callable(argument, names, inputs);
        };
        if let Some(local) = self.lookup(&name.text) {
            self.meanings.insert(argument.id, Meaning::Local(local));
            return match self.locals[local].kind.clone() {
                LocalKind::Function(own, output) => {
                    self.check_inputs(name, &own, inputs, span);
                    output
                }
                LocalKind::Neighbour(rank, element) => {
                    self.neighbour_as_closure(name, rank, inputs);
                    element
                }
                _ => {
                    let ty = self.unknowns.shallow(&self.locals[local].ty);
                    if ty == Ty::Error {
                        return Ty::Error;
                    }
                    let shown = self.show(&ty);
                    let message = format!("expected a closure, found `{shown}`");
                    self.error(Code::E026, span, message)
                }
            };
        }
        let Some(function) = self.context.function(&name.text) else {
            if let "zip" | "concat" = &*name.text {
                return self.free_callable(argument, name, inputs);
            }
            if &*name.text == "generate" {
                return self.report(
                    Diagnostic::new(Code::E026, span, "`generate` takes a closure itself")
                        .help("wrap it: `|n| generate(n, |i| …)`"),
                );
            }
            if Function::named(&name.text).next().is_some() {
                let text = &name.text;
                let message = format!("cannot find function `{text}` in this scope");
                return self.report(
                    Diagnostic::new(Code::E014, span, message)
                        .help(format!("name its type: `f64::{text}`")),
                );
            }
            return self.unknown_function(name);
        };
        let parameters = self.fresh_parameters(function);
        let signature = &self.context.functions[function];
        let own = signature.parameters.clone();
        let result = self.open(&signature.result, &parameters);
        let mut types = Vec::new();
        for parameter in &own {
            match parameter {
                ParameterType::Value { ty, .. } => types.push(self.open(ty, &parameters)),
                ParameterType::Closure(..) => {
                    let text = &name.text;
                    let message = format!("`{text}` takes a closure itself");
                    return self.report(
                        Diagnostic::new(Code::E026, span, message)
                            .help(format!("wrap it: `|x| {text}(x, …)`")),
                    );
                }
            }
        }
        self.check_inputs(name, &types, inputs, span);
        self.pending.push(Pending::Call(argument.id, function, parameters, span));
        self.meanings.insert(argument.id, Meaning::Function(function, Instance::default()));
        result
    }

    /// `zip` or `concat` as a closure.
    fn free_callable(&mut self, argument: &Expression, name: &Name, inputs: &[Ty]) -> Ty {
        let span = argument.span;
        if inputs.len() < 2 && &*name.text == "zip" || inputs.is_empty() {
            let message =
                format!("`{}` takes several arrays but is given {}", name.text, inputs.len());
            return self.error(Code::E021, span, message);
        }
        let who = format!("`{}` takes", name.text);
        let elements: Vec<Ty> =
            inputs.iter().map(|input| self.element_of(input, span, &who)).collect();
        if &*name.text == "zip" {
            self.meanings.insert(argument.id, Meaning::Free(FreeFunction::Zip));
            return Ty::array(Ty::Tuple(elements));
        }
        self.meanings.insert(argument.id, Meaning::Free(FreeFunction::Concat));
        self.check_inputs(name, &vec![inputs[0].clone(); inputs.len()], inputs, span);
        inputs[0].clone()
    }

    /// Checks that a named function takes the values that a built-in gives it.
    fn check_inputs(&mut self, name: &Name, own: &[Ty], inputs: &[Ty], span: Span) {
        if own.len() != inputs.len() {
            let message = format!(
                "`{}` takes {} argument{} but is given {}",
                name.text,
                own.len(),
                if own.len() == 1 { "" } else { "s" },
                inputs.len()
            );
            self.error(Code::E021, span, message);
            return;
        }
        for (own, input) in own.iter().zip(inputs) {
            if !self.unknowns.unify(own, input) {
                let (own, input) = (self.show(own), self.show(input));
                let message =
                    format!("mismatched types: `{}` takes `{own}`, is given `{input}`", name.text);
                self.error(Code::E020, span, message);
            }
        }
    }

    /// `f64::sqrt` as a closure.
    fn associated_callable(&mut self, argument: &Expression, names: &[Name], inputs: &[Ty]) -> Ty {
        let Some((scalar, rest)) = self.path_type(names) else {
            return self.unknown_path(names, argument.span);
        };
        let Some((name, types, result)) = self.associated(scalar, rest) else {
            return self.unknown_associated(scalar, rest, names);
        };
        self.check_inputs(&name, &types, inputs, argument.span);
        self.meanings.insert(argument.id, Meaning::Associated(scalar, name.text.clone()));
        result
    }

    /// `f64::max(a, b)`.
    fn associated_call(
        &mut self,
        expression: &Expression,
        names: &[Name],
        arguments: &[Expression],
    ) -> Ty {
        let Some((scalar, rest)) = self.path_type(names) else {
            self.infer_loosely(arguments);
            return self.unknown_path(names, expression.span);
        };
        let Some((name, types, result)) = self.associated(scalar, rest) else {
            self.infer_loosely(arguments);
            return self.unknown_associated(scalar, rest, names);
        };
        self.check_arguments(&name, &types, arguments);
        self.meanings.insert(expression.id, Meaning::Associated(scalar, name.text.clone()));
        result
    }

    /// A method of a scalar type as a function: its name, operands and result.
    fn associated(&self, scalar: ScalarType, rest: &[Name]) -> Option<(Name, Vec<Ty>, Ty)> {
        let [name] = rest else { return None };
        // `f32::from_bits` is a function of the bits.
        let receiver = match &*name.text {
            "from_bits" if scalar.is_float() => scalar.unsigned(),
            _ => scalar,
        };
        let function = Function::find(&name.text, receiver)?;
        let mut types = vec![Ty::Scalar(receiver)];
        types.extend(function.parameters.iter().map(|kind| Ty::Scalar(kind.resolve(receiver))));
        Some((name.clone(), types, Ty::Scalar(function.result.resolve(receiver))))
    }

    fn unknown_associated(&mut self, scalar: ScalarType, rest: &[Name], names: &[Name]) -> Ty {
        let last = rest.last().unwrap_or(&names[0]);
        let text = &last.text;
        let message = format!("no function named `{text}` found for type `{scalar}`");
        let diagnostic = Diagnostic::new(Code::E015, last.span, message);
        self.report(match &**text {
            "from" => diagnostic.help(format!("write `x as {scalar}`")),
            _ => match closest(text, Function::names(scalar)) {
                Some(similar) => {
                    diagnostic.help(format!("there is a method with a similar name: `{similar}`"))
                }
                None => diagnostic,
            },
        })
    }

    /// A stencil's function where a closure is taken: that it is called with constants, as functions that
    /// are inlined can, is seen where they are inlined.
    fn neighbour_as_closure(&mut self, name: &Name, rank: usize, inputs: &[Ty]) {
        if inputs.len() != rank {
            return self.wrong_rank(name, rank, inputs.len());
        }
        for input in inputs {
            self.index_type(input, name.span);
        }
    }

    fn wrong_rank(&mut self, name: &Name, rank: usize, found: usize) {
        let message = format!(
            "`{}` takes one offset for each of the {rank} dimension{}, found {found}",
            name.text,
            if rank == 1 { "" } else { "s" },
        );
        self.error(Code::E044, name.span, message);
    }

    /// `at(-1, 0)` in a stencil.
    fn neighbour(&mut self, name: &Name, rank: usize, arguments: &[Expression]) {
        if arguments.len() != rank {
            self.infer_all(arguments);
            return self.wrong_rank(name, rank, arguments.len());
        }
        for argument in arguments {
            let ty = self.infer(argument);
            self.index_type(&ty, argument.span);
            if let Err(error) = stencil_offset(self.context, argument) {
                self.report(error);
            }
        }
    }

    fn generate(&mut self, expression: &Expression, name: &Name, arguments: &[Expression]) -> Ty {
        let [shape, closure] = arguments else {
            self.infer_loosely(arguments);
            let form = match arguments.len() {
                3 => "generate((h, w), |(i, j)| …)",
                4 => "generate((d, h, w), |(i, j, k)| …)",
                _ => "generate(n, |i| …)",
            };
            return self.wrong_form(name, 2, arguments.len(), form);
        };
        self.meanings.insert(expression.id, Meaning::Free(FreeFunction::Generate));
        let (rank, index) = self.shape_argument(shape);
        let element = self.callable(closure, std::slice::from_ref(&index));
        let element = self.forbid_unit(element, closure.span);
        (0..rank).fold(element, |ty, _| Ty::array(ty))
    }

    /// The shape given to `generate` or `reshape`: its rank, and the type of an index.
    pub(super) fn shape_argument(&mut self, shape: &Expression) -> (usize, Ty) {
        let ty = self.infer(shape);
        match self.unknowns.shallow(&ty) {
            Ty::Tuple(fields) if !fields.is_empty() => {
                for field in &fields {
                    self.unify(&Ty::USIZE, field, shape.span);
                }
                (fields.len(), Ty::Tuple(vec![Ty::USIZE; fields.len()]))
            }
            ty => {
                self.unify(&Ty::USIZE, &ty, shape.span);
                (1, Ty::USIZE)
            }
        }
    }
}

/// The hint for the name of a method of scalars that is called as a function.
pub(super) fn as_method(name: &str) -> Option<String> {
    let function = Function::named(name).next()?;
    let dots = if function.parameters.is_empty() { "" } else { "…" };
    let floats = if name == "pow" { "; floats have `powi` and `powf`" } else { "" };
    Some(format!("`{name}` is a method: `x.{name}({dots})`{floats}"))
}
