//! Calls: functions are inlined, unless they are recursive or too large; closures run where they are called.

use super::signature::{Bound, Written};
use super::{Call, Lowerer, Value, function_name};
use crate::core::Expression as Core;
use crate::core::operation::Function as ScalarFunction;
use crate::syntax::tree::{Closure, Expression, ExpressionKind, Parameter};
use crate::types::context::ParameterType;
use crate::types::infer::{FreeFunction, Instance, Meaning, Typed, constant_offsets_needed};
use crate::types::ty::Ty;

/// A value that can be applied, and the frame in which it was written.
#[derive(Clone, Copy)]
pub(super) struct Callable<'a> {
    pub(super) expression: &'a Expression,
    pub(super) frame: usize,
}

impl<'a> Lowerer<'a, '_> {
    /// A closure or a name given as an argument.
    pub(super) fn callable(&self, argument: &'a Expression) -> Callable<'a> {
        match &argument.kind {
            ExpressionKind::Reference(inner) => self.callable(inner),
            _ => Callable { expression: argument, frame: self.frame },
        }
    }

    /// Applies a closure or a named function.
    pub(super) fn apply(&mut self, callable: Callable<'a>, arguments: Vec<Value>) -> Value {
        let outer = std::mem::replace(&mut self.frame, callable.frame);
        let span = std::mem::replace(&mut self.builder.span, callable.expression.span);
        let value = match &callable.expression.kind {
            ExpressionKind::Closure(closure) => self.apply_closure(closure, arguments),
            _ => self.apply_named(callable.expression, arguments),
        };
        self.builder.span = span;
        self.frame = outer;
        value
    }

    fn apply_closure(&mut self, closure: &'a Closure, arguments: Vec<Value>) -> Value {
        self.sequential |= closure.sequential;
        for ((pattern, ty), argument) in closure.parameters.iter().zip(arguments) {
            let argument = match ty {
                Some(ty) => {
                    let written = self.written(ty, false);
                    let span = self.builder.span;
                    self.regular_as_written(&argument, &written, span);
                    self.with_sizes(argument, &written, "the argument")
                }
                None => argument,
            };
            self.bind_pattern(pattern, argument, false);
            if let Some(ty) = ty {
                self.declare_pattern(pattern, ty);
            }
        }
        let value = self.expression(&closure.body);
        match &closure.result {
            Some(ty) => {
                let written = self.written(ty, false);
                self.with_sizes(value, &written, "the result")
            }
            None => value,
        }
    }

    fn apply_named(&mut self, name: &'a Expression, arguments: Vec<Value>) -> Value {
        match self.meaning(name.id) {
            Some(Meaning::Local(local)) => match self.frame().callables.get(&local).copied() {
                Some(callable) => self.apply(callable, arguments),
                None => {
                    // This is a stencil's function, which a built-in calls with offsets that are not
                    // constant.
                    self.errors.report(constant_offsets_needed(name.span));
                    let ty = self.ty(name);
                    self.placeholder(&ty)
                }
            },
            Some(Meaning::Function(function, instance)) => {
                self.function(function, &instance, arguments, &[])
            }
            Some(Meaning::Free(FreeFunction::Zip)) => self.zip(arguments, "`zip`"),
            Some(Meaning::Free(FreeFunction::Concat)) => self.concat(arguments, name.span),
            Some(Meaning::Associated(scalar, name)) => {
                let receiver = match &*name {
                    "from_bits" if scalar.is_float() => scalar.unsigned(),
                    _ => scalar,
                };
                match ScalarFunction::find(&name, receiver) {
                    Some(function) => {
                        let operands = arguments.iter().map(Value::atom).collect();
                        self.scalar_function(function, operands)
                    }
                    None => self.placeholder(&Ty::Error),
                }
            }
            _ => self.placeholder(&Ty::Error),
        }
    }

    /// `f(a, b)`.
    pub(super) fn call(
        &mut self,
        expression: &'a Expression,
        arguments: &'a [Expression],
    ) -> Value {
        let span = expression.span;
        match self.meaning(expression.id) {
            Some(Meaning::Local(local)) => match self.neighbourhood(local) {
                Some(around) => self.neighbour(&around, arguments),
                None => {
                    let values = arguments.iter().map(|a| self.expression(a)).collect();
                    match self.frame().callables.get(&local).copied() {
                        Some(callable) => self.apply(callable, values),
                        None => self.placeholder(&Ty::Error),
                    }
                }
            },
            Some(Meaning::Function(function, instance)) => {
                let signature = &self.checked.context.functions[function];
                let mut values = Vec::new();
                let mut callables = Vec::new();
                for (argument, parameter) in arguments.iter().zip(&signature.parameters) {
                    match parameter {
                        ParameterType::Value { .. } => values.push(self.expression(argument)),
                        ParameterType::Closure(..) => callables.push(self.callable(argument)),
                    }
                }
                self.builder.span = span;
                self.function(function, &instance, values, &callables)
            }
            Some(Meaning::Free(FreeFunction::Generate)) => {
                self.generate(&arguments[0], &arguments[1], span)
            }
            Some(Meaning::Free(FreeFunction::Zip)) => {
                let arrays = arguments.iter().map(|argument| self.expression(argument)).collect();
                self.builder.span = span;
                self.zip_of(arrays, &Vec::from_iter(arguments))
            }
            Some(Meaning::Free(FreeFunction::Concat)) => {
                let arrays = arguments.iter().map(|argument| self.expression(argument)).collect();
                self.builder.span = span;
                self.concat(arrays, span)
            }
            Some(Meaning::Associated(..)) => {
                let values = arguments.iter().map(|argument| self.expression(argument)).collect();
                self.builder.span = span;
                self.apply_named(expression, values)
            }
            _ => {
                let ty = self.ty(expression);
                self.placeholder(&ty)
            }
        }
    }

    /// Calls a function of the block: its body in a frame of its own.
    fn function(
        &mut self,
        function: usize,
        instance: &Instance,
        values: Vec<Value>,
        callables: &[Callable<'a>],
    ) -> Value {
        let mut callables = callables.iter();
        if self.checked.kept.contains(&function) {
            return self.kept_call(function, instance, values);
        }
        let checked = self.checked;
        let signature = &checked.context.functions[function];
        self.sequential |= signature.function.sequential;
        let Some(typed) = checked.functions.get(&(function, instance.clone())) else {
            return self.placeholder(&Ty::Error);
        };
        let typed = typed.clone();
        let (outer, span) = (self.frame, self.builder.span);
        self.inlines(Some(function));
        self.push_frame(typed.clone());
        for (position, parameter) in signature.parameters.iter().enumerate() {
            if let ParameterType::Closure(..) = parameter
                && let Some(callable) = callables.next()
            {
                self.frame_mut().callables.insert(typed.parameters[position], *callable);
            }
        }
        for bound in self.bind_arguments(function, &typed, values) {
            let Bound { local, value, written, parameter: Parameter { name, ty, .. } } = bound;
            self.regular_as_written(&value, &written, span);
            let value = self.with_sizes(value, &written, &format!("`{}`", name.text));
            self.frame_mut().values[local] = Some(value);
            self.declare_rows(local, ty);
        }
        let value = self.block(&signature.function.body);
        self.builder.span = span;
        let value = self.result_with_sizes(function, value);
        self.frames.pop();
        self.frame = outer;
        value
    }

    /// Gives the sizes of a function their values in the present frame, which is the function's own.
    fn bind_arguments(
        &mut self,
        function: usize,
        typed: &Typed,
        values: Vec<Value>,
    ) -> Vec<Bound<'a>> {
        let checked = self.checked;
        let signature = &checked.context.functions[function];
        let parameters = signature.function.parameters.iter().enumerate();
        let bound: Vec<_> = parameters
            .filter(|(position, _)| {
                matches!(signature.parameters[*position], ParameterType::Value { .. })
            })
            .zip(values)
            .map(|((position, parameter), value)| {
                let written = self.written(&parameter.ty, false);
                Bound { local: typed.parameters[position], value, written, parameter }
            })
            .collect();
        self.bind_sizes(typed, &bound);
        bound
    }

    /// The result of a function, with the sizes that its signature says, in its own frame.
    fn result_with_sizes(&mut self, function: usize, value: Value) -> Value {
        match &self.checked.context.functions[function].function.result {
            None => Value::unit(),
            Some(ty) => {
                let written = self.written(ty, false);
                self.with_sizes(value, &written, "the result")
            }
        }
    }

    /// A call that stays a call. The sizes of its results are results of their own, and the written sizes
    /// have to agree with them.
    fn kept_call(&mut self, function: usize, instance: &Instance, values: Vec<Value>) -> Value {
        let checked = self.checked;
        self.calls.push(Call { of: (function, instance.clone()), in_lanes: self.lanes > 0 });
        let name = function_name(checked, function, instance);
        let signature = &checked.context.functions[function];
        self.sequential |= signature.function.sequential;
        let mut arguments = Vec::new();
        for (value, parameter) in values.iter().zip(&signature.function.parameters) {
            let written = self.written(&parameter.ty, false);
            let span = self.builder.span;
            self.regular_as_written(value, &written, span);
            arguments.extend(self.passed_values(value, &written));
        }
        let Some(typed) = checked.functions.get(&(function, instance.clone())) else {
            return self.placeholder(&Ty::Error);
        };
        let typed = typed.clone();
        let ty = typed.result.clone();
        let written = match &signature.function.result {
            Some(result) => self.written(result, false),
            None => Written::Plain,
        };
        let mut declared = self.declared(&ty, &written);
        self.builder.push(std::mem::take(&mut declared.vars), Core::Call(name, arguments));
        self.assemble(&mut declared);
        let result = Value { ty, atoms: declared.atoms };

        // The caller knows the sizes that the signature names.
        let outer = self.frame;
        self.push_frame(typed.clone());
        for Bound { local, value, .. } in self.bind_arguments(function, &typed, values) {
            self.frame_mut().values[local] = Some(value);
        }
        let result = self.result_with_sizes(function, result);
        self.frames.pop();
        self.frame = outer;
        result
    }
}
