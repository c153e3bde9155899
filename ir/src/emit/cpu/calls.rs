//! Calls of recursive functions. Lanes have code of their own for them, which host code uses, too,
//! where there is little to do; a lane that has much to do calls that of the host, as if its row
//! were the only one.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::destination::Destination;
use super::functions::{Form, extend, function_name};
use super::statements::plain_tuple;
use super::writer::Writer;
use crate::core::{Atom, Expression, Statement, Target, Var};
use crate::source::Span;

/// The arguments that are passed to a function.
struct Passed {
    to_lane: Vec<TokenStream>,
    to_host: Vec<TokenStream>,
    /// The number of elements that it is called with, but for small arrays, if there are any.
    elements: Option<TokenStream>,
}

impl Writer<'_, '_> {
    /// A call whose results get names, unless its array goes elsewhere.
    pub(super) fn call(
        &mut self,
        binds: &[Var],
        name: &str,
        arguments: &[Atom],
        span: Span,
        context: Context,
    ) -> TokenStream {
        if let [size, array] = binds
            && let Some(Destination::EndOfBuffer(buffer)) =
                self.destinations.of_arrays.remove(array)
        {
            let borrowed = quote!(&mut #buffer);
            let called =
                self.called_appending(name, arguments, [&buffer, &borrowed], span, context);
            return self.bind(*size, called);
        }
        let called = self.called(name, arguments, span, context);
        let pattern = plain_tuple(self.mutable_names(binds));
        quote!(let #pattern = #called?;)
    }

    /// A call, which gives a `Result`.
    fn called(
        &mut self,
        name: &str,
        arguments: &[Atom],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let site = self.sites.recursion(name, span);
        let passed = self.passed(arguments, context);
        if (self.target_of)(name) == Target::Devices {
            return self.level(name, &site, &passed.to_host);
        }
        let Some(elements) = &passed.elements else {
            return match context.in_lane {
                true => self.function(name, Form::InLane, &site, &passed.to_lane, None),
                false => self.function(name, Form::OnHost, &site, &passed.to_host, None),
            };
        };
        let in_lane = self.function(name, Form::InLane, &site, &passed.to_lane, None);
        if context.in_lane {
            return self.unless_long(
                elements,
                in_lane,
                |this| {
                    let on_host = this.function(name, Form::OnHost, &site, &passed.to_host, None);
                    quote!(cpu::nested::long_row(|| #on_host))
                },
                context,
            );
        }
        let on_host = self.function(name, Form::OnHost, &site, &passed.to_host, None);
        quote!(if #elements < host::LARGE { #in_lane } else { #on_host })
    }

    /// A call of a lane, which appends the array that it gives to others, which it borrows; gives its
    /// size.
    pub(super) fn called_appending(
        &mut self,
        name: &str,
        arguments: &[Atom],
        [others, borrowed]: [&TokenStream; 2],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let site = self.sites.recursion(name, span);
        let passed = self.passed(arguments, context);
        let in_lane = self.function(name, Form::Appending, &site, &passed.to_lane, Some(borrowed));
        let in_lane = quote!(#in_lane?);
        let Some(elements) = &passed.elements else { return in_lane };
        self.unless_long(
            elements,
            in_lane,
            |this| {
                let on_host = this.function(name, Form::OnHost, &site, &passed.to_host, None);
                let memory = this.sites.memory(name, span);
                quote! {
                    let (size, made) = cpu::nested::long_row(|| #on_host)?;
                    #others.append(#memory, made)?;
                    size
                }
            },
            context,
        )
    }

    /// Runs `in_lane`, or `otherwise` if the lane has a row that is long, in a kernel whose lanes may start
    /// kernels of their own.
    fn unless_long(
        &mut self,
        elements: &TokenStream,
        in_lane: TokenStream,
        otherwise: impl FnOnce(&mut Self) -> TokenStream,
        context: Context,
    ) -> TokenStream {
        let Some(rows) = context.long_rows.filter(|rows| rows.schedule.calls) else {
            return in_lane;
        };
        let (long, otherwise) = (rows.length(), otherwise(self));
        quote!(if #elements < #long { #in_lane } else { #otherwise })
    }

    fn function(
        &mut self,
        name: &str,
        form: Form,
        site: &TokenStream,
        passed: &[TokenStream],
        others: Option<&TokenStream>,
    ) -> TokenStream {
        extend(&mut self.called, [(form, name.into())]);
        let function = function_name(name, Target::Any, form);
        let passed = passed.iter().chain(others);
        quote!(recursion.deeper(#site, |recursion| #function(recursion, #(#passed),*)))
    }

    /// A call of a lifted function, which is told first how many lanes there are.
    fn level(&mut self, name: &str, site: &TokenStream, passed: &[TokenStream]) -> TokenStream {
        extend(&mut self.called, [(Form::OnHost, name.into())]);
        let function = function_name(name, Target::Devices, Form::OnHost);
        let lanes = &passed[0];
        quote!(recursion.level(#lanes, #site, |recursion| #function(recursion, #(#passed),*)))
    }

    fn passed(&mut self, arguments: &[Atom], context: Context) -> Passed {
        let mut arrays: Vec<TokenStream> = Vec::new();
        let (mut to_lane, mut to_host) = (Vec::new(), Vec::new());
        // Host code looks for its arguments wherever they are.
        let (on_host, on_device) = if self.may_be_on_device(context) {
            (quote!(.sync_host()?.view()), quote!(.device_view()?))
        } else {
            (quote!(.view()), quote!(.view()))
        };
        for argument in arguments {
            let code = self.tokens(*argument);
            let is_array = argument.var().is_some_and(|var| !self.variables.ty(var).is_scalar());
            to_lane.push(if is_array { quote!(#code #on_host) } else { code.clone() });
            to_host.push(if is_array { quote!(#code #on_device) } else { code.clone() });
            let is_small = argument.var().is_some_and(|var| context.size_of_local(var).is_some());
            arrays.extend((is_array && !is_small).then_some(code));
        }
        let elements = (!arrays.is_empty()).then(|| quote!(#(#arrays.len())+*));
        Passed { to_lane, to_host, elements }
    }

    /// Calls that need nothing of each other, made at the same time.
    pub(super) fn calls(&mut self, calls: &[&Statement]) -> TokenStream {
        let (mut pattern, mut code) = (TokenStream::new(), TokenStream::new());
        for (position, statement) in calls.iter().rev().enumerate() {
            let Expression::Call(name, arguments) = &statement.expression else { continue };
            let called = self.called(name, arguments, statement.span, Context::HOST);
            let binds = plain_tuple(self.mutable_names(&statement.binds));
            if position == 0 {
                (pattern, code) = (binds, called);
            } else {
                pattern = quote!((#binds, #pattern));
                code = quote!(recursion.both(|recursion| #called, |recursion| #code));
            }
        }
        quote!(let #pattern = #code?;)
    }
}
