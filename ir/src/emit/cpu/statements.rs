//! Statements: scalars, checks, single elements, branches and loops, in lanes and on the host.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::destination::{Destination, Making};
use super::expression::RustExpression;
use super::scalar;
use super::writer::Writer;
use crate::core::{
    Atom, Block, Check, Condition, Constant, Expression, If, Loop, LoopForm, ScalarType, Statement,
    Var, View,
};
use crate::source::Span;

impl Writer<'_, '_> {
    /// Statements, whose values `tail` mentions after them.
    pub(super) fn statements(
        &mut self,
        statements: &[Statement],
        tail: &[Atom],
        context: Context,
    ) -> TokenStream {
        let unnamed = self.unnamed(statements, tail);
        let mut tokens = TokenStream::new();
        for statement in statements {
            let unnamed = statement.binds.first().is_some_and(|bind| unnamed.contains(bind));
            tokens.extend(self.statement(statement, unnamed, context));
        }
        tokens
    }

    /// The statements of a block, and its values.
    pub(super) fn block(
        &mut self,
        block: &Block,
        context: Context,
    ) -> (TokenStream, Vec<RustExpression>) {
        let statements = self.statements(&block.statements, &block.results, context);
        let results = block.results.iter().map(|result| self.code(*result)).collect();
        (statements, results)
    }

    /// One statement; nothing yet if its value is written where it is used.
    pub(super) fn statement(
        &mut self,
        statement: &Statement,
        unnamed: bool,
        context: Context,
    ) -> TokenStream {
        let Statement { binds, expression, span } = statement;
        let Some(bind) = binds.first().copied() else {
            // A computation that can only fail.
            return match expression {
                Expression::Soac(soac) => self.nested(soac, binds, *span, context),
                Expression::If(branch) => self.branch(binds, branch, *span, context),
                Expression::Loop(repetition) => self.repeated(binds, repetition, *span, context),
                _ => TokenStream::new(),
            };
        };
        if let Some(code) = context.fixed.and_then(|fixed| fixed.get(&bind)) {
            self.write_at_use(bind, code.clone());
            return TokenStream::new();
        }
        match expression {
            Expression::Scalar(..)
            | Expression::Cast(_)
            | Expression::Select(_)
            | Expression::Index(..) => {
                let code = self.pure(bind, expression, context);
                if unnamed && code.operations <= 8 {
                    self.write_at_use(bind, code);
                    return TokenStream::new();
                }
                self.bind(bind, code.text)
            }
            Expression::Copy(atom) if self.variables.ty(bind).is_scalar() => {
                self.alias(bind, *atom);
                TokenStream::new()
            }
            Expression::Copy(atom) => {
                let array = self.tokens(*atom);
                if let Some(Destination::EndOfBuffer(buffer)) =
                    self.destinations.of_arrays.remove(&bind)
                {
                    let site = self.sites.memory("copy", *span);
                    return quote!(#buffer.extend(#site, #array.slice())?;);
                }
                if let Some(local) = self.local(bind, context) {
                    return self.bind(bind, quote!(#local::copy_of(#array.view())));
                }
                let site = self.memory_of(bind, Making::of("copy", *span), false, context);
                self.bind(bind, quote!(host::Buffer::copy_of(#site, #array.view())?))
            }
            Expression::Check(check) => self.check(bind, check, *span),
            Expression::Coerce(atom, label) => self.coerce(bind, *atom, label, *span),
            Expression::If(branch) => self.branch(binds, branch, *span, context),
            Expression::Loop(repetition) => self.repeated(binds, repetition, *span, context),
            Expression::Call(name, arguments) => self.call(binds, name, arguments, *span, context),
            Expression::Update { array, indices, value } => {
                self.update(bind, *array, indices, *value, context)
            }
            // The other views are gone from plans; the verifier sees to that.
            Expression::View(View::Reshape(atom)) => {
                self.alias(bind, *atom);
                TokenStream::new()
            }
            Expression::View(View::Slice(array, start)) => {
                let width = self.extents(bind, 1);
                let (start, count) = (self.plain(*start), self.extents(bind, 0));
                let (start, count) = (self.scaled(start, &width), self.product(&count));
                let array = self.tokens(*array);
                let (start, count) = (start.text, count.text);
                // The host looks at nothing yet.
                let view = if self.may_be_on_device(context) {
                    quote!(device_view()?)
                } else {
                    quote!(view())
                };
                self.bind(bind, quote!(#array.#view.part(#start, #count)))
            }
            Expression::View(_) => quote!(::core::compile_error!("a view was left in a plan");),
            Expression::Array(elements) => self.literal(bind, elements, *span, context),
            Expression::Soac(soac) => {
                let made_host_exclusive = self.made_host_exclusive_by(soac, context);
                let nested = self.nested(soac, binds, *span, context);
                quote!(#made_host_exclusive #nested)
            }
            Expression::Scan(scan) => self.scanned(scan, binds, context),
            Expression::Sort(sort) => self.sort(sort, binds, *span, context),
            Expression::CommonLength(offsets) => {
                let offsets = self.tokens(*offsets);
                let code = match self.may_be_on_device(context) {
                    true => quote!(if host::on_device() { usize::MAX } else {
                        host::common_length(#offsets.sync_host()?.view())
                    }),
                    false => quote!(host::common_length(#offsets.view())),
                };
                self.bind(bind, code)
            }
        }
    }

    /// `let variable = value;`
    pub(super) fn bind(&mut self, var: Var, value: TokenStream) -> TokenStream {
        // A body may be written more than once.
        self.forget(var);
        let name = self.name(var);
        if self.variables.ty(var).is_scalar() {
            quote!(let #name = #value;)
        } else {
            quote!(let mut #name = #value;)
        }
    }

    /// Scalar computations and reads.
    pub(super) fn pure(
        &mut self,
        bind: Var,
        expression: &Expression,
        context: Context,
    ) -> RustExpression {
        match expression {
            Expression::Scalar(operation, operands) => {
                let ty = self.variables.element(operands[0]);
                let codes: Vec<RustExpression> = operands
                    .iter()
                    .enumerate()
                    .map(|(position, atom)| match position {
                        0 => self.code(*atom),
                        _ => self.plain(*atom),
                    })
                    .collect();
                let known = operands.last().and_then(|atom| self.resolve(*atom).constant());
                scalar::operation(*operation, ty, &codes, known)
            }
            Expression::Cast(atom) => {
                let from = self.variables.element(*atom);
                let ty = self.variables.ty(bind).element();
                self.counted_further(*atom, ty)
                    .unwrap_or_else(|| scalar::cast(&self.code(*atom), from, ty))
            }
            Expression::Select([condition, then, otherwise]) => {
                let (condition, then) = (self.code(*condition), self.code(*then));
                let otherwise = self.plain(*otherwise);
                if context.tile.is_some() {
                    scalar::select_in_lanes(&condition, &then, &otherwise)
                } else {
                    scalar::select(&condition, &then, &otherwise)
                }
            }
            Expression::Index(Atom::Var(array), indices) => {
                let place = self.resolve(Atom::Var(*array));
                let position = self.position(*array, indices);
                let array_code = self.code(place);
                if self.variables.ty(bind).is_scalar() {
                    return RustExpression::method(&array_code, "at", &[&position]);
                }
                let row = self.extents(*array, indices.len());
                let width = self.product(&row);
                let view = RustExpression::method(&array_code, "view", &[]);
                RustExpression::method(&view, "part", &[&position, &width])
            }
            _ => unreachable!("only scalar computations and reads are pure"),
        }
    }

    fn check(&mut self, bind: Var, check: &Check, span: Span) -> TokenStream {
        let site = self.sites.condition(&check.condition, span);
        let operands: Vec<TokenStream> = check
            .operands
            .iter()
            .enumerate()
            .map(|(position, atom)| match position {
                0 => self.tokens(*atom),
                _ => self.plain(*atom).text,
            })
            .collect();
        let function = match check.condition {
            Condition::Index(_) => quote!(index),
            Condition::Slice(_) => quote!(bound),
            Condition::NotZero(_) => quote!(not_zero),
            Condition::Positive(_) => quote!(positive),
            Condition::NotNegative(_) => quote!(not_negative),
            Condition::Ordered(_) => quote!(ordered),
            Condition::Divides => quote!(divides),
            Condition::SameCount(_) => quote!(same_count),
            Condition::Sum(_) => quote!(sum),
            Condition::Product(_) => quote!(product),
            Condition::Countable => quote!(countable),
            Condition::Holds(_) => quote!(holds),
        };
        let call = quote!(host::#function(#site, #(#operands),*)?);
        let used = self.usage.count(bind) > 0;
        match check.when {
            None if used => self.bind(bind, call),
            None => quote!(#call;),
            Some(when) => {
                let when = self.tokens(when);
                if used {
                    let zero = scalar::constant(self.variables.ty(bind).element().zero()).text;
                    self.bind(bind, quote!(if #when { #call } else { #zero }))
                } else {
                    quote!(if #when { #call; })
                }
            }
        }
    }

    fn coerce(&mut self, bind: Var, atom: Atom, label: &str, span: Span) -> TokenStream {
        let site = self.sites.extents(label, span);
        let Atom::Var(array) = atom else { return TokenStream::new() };
        let wanted = self.extents(bind, 0);
        let found = self.extents(array, 0);
        let (wanted, found) = (self.plain_list(&wanted), self.plain_list(&found));
        self.alias(bind, atom);
        quote!(host::extents_agree(#site, &[#(#wanted),*], &[#(#found),*])?;)
    }

    fn plain_list(&mut self, atoms: &[Atom]) -> Vec<TokenStream> {
        atoms.iter().map(|atom| self.plain(*atom).text).collect()
    }

    fn branch(&mut self, binds: &[Var], branch: &If, span: Span, context: Context) -> TokenStream {
        let condition = self.tokens(branch.condition);
        let (mut named, mut appended, mut placed) = (Vec::new(), Vec::new(), Vec::new());
        for (position, bind) in binds.iter().enumerate() {
            match self.destinations.of_arrays.remove(bind) {
                Some(Destination::EndOfBuffer(buffer)) => appended.push((position, buffer)),
                Some(place) => placed.push((position, place)),
                None => named.push(position),
            }
        }
        let mut arm = |block: &Block| {
            for (position, buffer) in &appended {
                self.append_in_place(
                    block.results[*position],
                    buffer.clone(),
                    &block.statements,
                    context,
                );
            }
            let written: Vec<Option<Destination>> = placed
                .iter()
                .map(|(position, place)| {
                    let result = block.results[*position];
                    self.unless_written(result, place.clone(), &block.statements)
                })
                .collect();
            let mut statements = self.statements(&block.statements, &block.results, context);
            for ((position, _), place) in placed.iter().zip(written) {
                if let Some(place) = place {
                    let row = self.plain(block.results[*position]).text;
                    statements.extend(place.write(row, true));
                }
            }
            for (position, buffer) in &appended {
                let site = self.sites.memory("copy", span);
                let result = block.results[*position];
                statements.extend(self.append_row(
                    result,
                    buffer,
                    &site,
                    &block.statements,
                    context,
                ));
            }
            let results = named.iter().map(|position| self.code(block.results[*position]));
            (statements, results.collect())
        };
        let (then, otherwise) = (arm(&branch.then), arm(&branch.otherwise));
        let named: Vec<Var> = named.iter().map(|position| binds[*position]).collect();
        self.choice(&named, condition, then, otherwise, context)
    }

    /// `let binds = if condition { … } else { … };`
    pub(super) fn choice(
        &mut self,
        binds: &[Var],
        condition: TokenStream,
        (then, first): (TokenStream, Vec<RustExpression>),
        (otherwise, second): (TokenStream, Vec<RustExpression>),
        context: Context,
    ) -> TokenStream {
        let mut given = Vec::new();
        for (bind, codes) in binds.iter().zip(first.into_iter().zip(second)) {
            match self.usage.in_place.stays(*bind) {
                Some(array) => self.alias(*bind, Atom::Var(array)),
                None => given.push((*bind, codes)),
            }
        }
        if given.is_empty() {
            let otherwise = (!otherwise.is_empty()).then(|| quote!(else { #otherwise }));
            return quote!(if #condition { #then } #otherwise);
        }
        let (mut names, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
        let mut views = TokenStream::new();
        for (bind, (then, otherwise)) in given {
            let name = self.mutable_names(&[bind]).remove(0);
            if !self.usage.chosen.contains(&bind) {
                names.push(name);
                first.push(then.text);
                second.push(otherwise.text);
                continue;
            }
            let either = self.names.derived(bind, "either", self.variables);
            let (then, otherwise) = (then.text, otherwise.text);
            first.push(quote!(#then.either()));
            second.push(quote!(#otherwise.either()));
            let view = if self.may_be_on_device(context) {
                quote!(device_view()?)
            } else {
                quote!(view())
            };
            views.extend(quote!(let #name = #either.#view;));
            names.push(quote!(#either));
        }
        let [pattern, first, second] = [names, first, second].map(plain_tuple);
        // If the condition is known, one arm is enough.
        match condition.to_string().as_str() {
            "true" => return quote!(let #pattern = { #then #first }; #views),
            "false" => return quote!(let #pattern = { #otherwise #second }; #views),
            _ => {}
        }
        quote! {
            let #pattern = if #condition {
                #then
                #first
            } else {
                #otherwise
                #second
            };
            #views
        }
    }

    /// The names of variables in a pattern that binds them; arrays may be changed later.
    pub(super) fn mutable_names(&mut self, vars: &[Var]) -> Vec<TokenStream> {
        vars.iter()
            .map(|var| {
                let name = self.name(*var);
                if self.variables.ty(*var).is_scalar() { quote!(#name) } else { quote!(mut #name) }
            })
            .collect()
    }

    /// `for index in 0..count`.
    pub(super) fn counted(&mut self, index: Var, count: Atom) -> TokenStream {
        // With a suffix: the body may call methods of the index before its type is known.
        let (count, index) = (self.tokens(count), self.name(index));
        quote!(for #index in 0..#count)
    }

    pub(super) fn repetition(
        &mut self,
        binds: &[Var],
        repetition: &Loop,
        context: Context,
    ) -> TokenStream {
        let before = self.carry(&repetition.carried, context);
        let carried: Vec<Var> = repetition.carried.iter().map(|(var, _)| *var).collect();
        let head = match &repetition.form {
            LoopForm::For(index, count) => self.counted(*index, *count),
            LoopForm::While(condition) => {
                let (statements, results) = self.block(condition, context);
                self.while_head(statements, &results)
            }
        };
        let (statements, results) = self.block(&repetition.body, context);
        self.around(binds, &carried, before, head, statements, results)
    }

    /// `while condition`, where the condition may need statements.
    pub(super) fn while_head(
        &mut self,
        statements: TokenStream,
        results: &[RustExpression],
    ) -> TokenStream {
        let condition = &results[0].text;
        if statements.is_empty() {
            quote!(while #condition)
        } else {
            quote!(while { #statements #condition })
        }
    }

    /// The variables that a loop carries, with what they begin with.
    pub(super) fn carry(&mut self, carried: &[(Var, Atom)], context: Context) -> TokenStream {
        let mut tokens = TokenStream::new();
        // All initial values before the first name, since that may shadow nothing but reads well.
        for (var, initial) in carried {
            if self.usage.in_place.stays(*var).is_some() {
                self.alias(*var, *initial);
                continue;
            }
            let initial = self.tokens(*initial);
            let initial = match self.local(*var, context) {
                Some(local) => quote!(#local::copy_of(#initial.view())),
                None => initial,
            };
            let name = self.name(*var);
            tokens.extend(quote!(let mut #name = #initial;));
        }
        tokens
    }

    /// A loop around statements, which gives the variables that it carries.
    pub(super) fn around(
        &mut self,
        binds: &[Var],
        carried: &[Var],
        before: TokenStream,
        head: TokenStream,
        statements: TokenStream,
        results: Vec<RustExpression>,
    ) -> TokenStream {
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (var, result) in carried.iter().zip(results) {
            if self.usage.in_place.stays(*var).is_some() {
                continue;
            }
            let name = self.name(*var);
            if name != result.text.to_string().as_str() {
                targets.push(quote!(#name));
                values.push(result.text);
            }
        }
        let assignment = assignment(targets, values);
        for (bind, var) in binds.iter().zip(carried) {
            self.alias(*bind, Atom::Var(*var));
        }
        quote! {
            #before
            #head {
                #statements
                #assignment
            }
        }
    }

    fn update(
        &mut self,
        bind: Var,
        array: Atom,
        indices: &[Atom],
        value: Atom,
        context: Context,
    ) -> TokenStream {
        let Atom::Var(var) = array else { return TokenStream::new() };
        let position = self.position(var, indices).text;
        let code = self.plain(value).text;
        let place = self.tokens(array);
        let made_host_exclusive = self.made_host_exclusive(array, context);
        self.alias(bind, array);
        match value {
            Atom::Var(row) if !self.variables.ty(row).is_scalar() => {
                quote!(#made_host_exclusive #place.set_row(#position, #code.slice());)
            }
            _ => quote!(#made_host_exclusive #place.set(#position, #code);),
        }
    }

    fn literal(
        &mut self,
        bind: Var,
        elements: &[Atom],
        span: Span,
        context: Context,
    ) -> TokenStream {
        let (is_local, of_rows) =
            (context.size_of_local(bind).is_some(), self.variables.ty(bind).rank() > 1);
        if self.destinations.of_arrays.contains_key(&bind) || is_local && of_rows {
            return self.written_literal(bind, elements, span, context);
        }
        if !of_rows {
            if is_local {
                let elements = self.all(elements);
                return self.bind(bind, quote!(host::Local::literal(PROVEN, [#(#elements),*])));
            }
            let site = self.memory_of(bind, Making::of("array", span), false, context);
            if let Some(table) = self.table(elements, &site) {
                return self.bind(bind, table);
            }
            let elements = self.all(elements);
            let literal = quote!(host::Buffer::literal(PROVEN, #site, &[#(#elements),*])?);
            return self.bind(bind, literal);
        }
        let site = self.memory_of(bind, Making::of("array", span), false, context);
        let extents = self.extents(bind, 0);
        let count = self.product(&extents).text;
        let rows = self.all(elements);
        let name = self.name(bind);
        quote! {
            let mut #name = host::Buffer::with_capacity(PROVEN, #site, #count)?;
            #(#name.extend(#site, #rows.slice())?;)*
        }
    }

    /// A buffer of many constants, which lie in the program: code that writes them one by one would take
    /// rustc ever longer.
    fn table(&self, elements: &[Atom], site: &TokenStream) -> Option<TokenStream> {
        const MANY: usize = 64;
        let constants = elements.iter().map(|element| self.resolve(*element).constant());
        let constants: Option<Vec<Constant>> =
            (elements.len() >= MANY).then_some(constants)?.collect();
        let constants = constants?;
        let (ty, count) = (scalar::scalar_type(constants[0].ty()), constants.len());
        let values = constants.into_iter().map(|value| scalar::plain_constant(value).text);
        Some(quote!({
            static TABLE: [#ty; #count] = [#(#values),*];
            host::Buffer::literal(PROVEN, #site, &TABLE)?
        }))
    }

    /// A zero of the scalar type.
    pub(super) fn zero(&self, ty: ScalarType) -> TokenStream {
        scalar::constant(ty.zero()).text
    }

    /// `true`, or a condition.
    pub(super) fn condition(&mut self, when: Option<Atom>) -> Option<TokenStream> {
        match when.map(|when| self.resolve(when)) {
            None | Some(Atom::Constant(Constant::Bool(true))) => None,
            Some(when) => Some(self.tokens(when)),
        }
    }
}

/// `a`, or `(a, b, …)` of any length.
pub(super) fn plain_tuple(mut items: Vec<TokenStream>) -> TokenStream {
    if items.len() == 1 { items.remove(0) } else { quote!((#(#items),*)) }
}

/// `a = x;`, or `(a, b) = (x, y);`.
pub(super) fn assignment(targets: Vec<TokenStream>, values: Vec<TokenStream>) -> TokenStream {
    if targets.is_empty() {
        return TokenStream::new();
    }
    let (targets, values) = (plain_tuple(targets), plain_tuple(values));
    quote!(#targets = #values;)
}
