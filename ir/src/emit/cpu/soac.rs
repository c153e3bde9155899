//! SOACs inside lanes: plain loops.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::Context;
use super::destination::{Destination, Making};
use super::expression::RustExpression;
use super::long_rows::LongRow;
use super::statements::{assignment, plain_tuple};
use super::writer::Writer;
use crate::analysis::decisions_of;
use crate::core::{Atom, Expression, Lambda, Output, Scan, Soac, Statement, Var};
use crate::source::Span;

impl Writer<'_, '_> {
    /// A SOAC that runs in one lane.
    pub(super) fn nested(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        span: Span,
        context: Context,
    ) -> TokenStream {
        if let Some(tokens) = self.concatenated(soac, binds, span, context) {
            return tokens;
        }
        let destinations = binds
            .iter()
            .filter_map(|bind| Some((*bind, self.destinations.of_arrays.get(bind)?.clone())));
        let destinations = destinations.collect();
        let long_rows = context.long_rows.filter(|rows| rows.has(binds));
        let operation = soac.origins.first().map_or("map", |origin| &origin.operation);
        let making = Making { operation, span, is_declared: long_rows.is_some() };
        let output_codes = self.output_codes(soac, binds, making, context);
        // No tile goes through this SOAC: its running combinations have one state.
        let loops =
            self.loops(soac, binds, &output_codes, Context { scans_by_lane: false, ..context });
        match long_rows {
            Some(rows) => {
                let row = LongRow { soac, binds, destinations: &destinations, span };
                self.by_length(&row, loops, rows, context)
            }
            None => loops,
        }
    }

    /// A SOAC as loops.
    fn loops(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        output_codes: &[OutputCode],
        context: Context,
    ) -> TokenStream {
        if let Some(tokens) = self.accumulated(soac, binds, output_codes, context) {
            return tokens;
        }
        if context.is_filter(binds) {
            return self.filtered(soac, output_codes, context);
        }
        let mut before = output_codes
            .iter()
            .map(|output_code| output_code.before.clone())
            .collect::<TokenStream>();
        for (kept, memory) in output_codes.iter().flat_map(|output_code| &output_code.kept_elements)
        {
            before.extend(quote!(let mut #kept = #memory;));
        }
        let after = &output_codes
            .iter()
            .map(|output_code| output_code.after.clone())
            .collect::<TokenStream>();
        let scans = self.scan_states(&soac.body);
        let mut tokens = self.nested_body(soac, output_codes, context);
        for lane in soac.space.iter().rev() {
            let head = self.counted(lane.index, lane.extent);
            tokens = quote!(#head { #tokens });
        }
        quote!(#before #scans #tokens #after)
    }

    /// The body of a nested SOAC, and what its outputs do with the values.
    pub(super) fn nested_body(
        &mut self,
        soac: &Soac,
        output_codes: &[OutputCode],
        context: Context,
    ) -> TokenStream {
        let tail = values_of(&soac.outputs);
        let mut tokens = self.statements(&soac.body, &tail, context);
        for (output, output_code) in soac.outputs.iter().zip(output_codes) {
            tokens.extend(self.feed(output, output_code, &soac.body, context));
        }
        if let Some(decisions) = decisions_of(soac, self.variables) {
            let decided = decisions.into_iter().zip(output_codes).map(|(decision, output_code)| {
                let value = self.name(output_code.binds[0]);
                if decision { quote!(#value) } else { quote!(!#value) }
            });
            let decided: Vec<TokenStream> = decided.collect();
            tokens.extend(quote!(if #(#decided)&&* { break; }));
        }
        tokens
    }

    /// Prepares the outputs.
    fn output_codes(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        making: Making,
        context: Context,
    ) -> Vec<OutputCode> {
        let mut binds = binds;
        let mut output_codes = Vec::new();
        for output in &soac.outputs {
            let (own, rest) = binds.split_at(output.binds());
            binds = rest;
            output_codes.push(self.output_code(soac, output, own, making, context));
        }
        output_codes
    }

    fn output_code(
        &mut self,
        soac: &Soac,
        output: &Output,
        binds: &[Var],
        making: Making,
        context: Context,
    ) -> OutputCode {
        let mut before = TokenStream::new();
        let mut started = None;
        let mut output_code = OutputCode { binds: binds.to_vec(), ..OutputCode::default() };
        match output {
            Output::Store(value) => {
                let destination = self.destination_of(binds[0], making, &mut before, context);
                let (lane, row) =
                    (self.lane_number(soac), self.extents(binds[0], soac.space.len()));
                let destination = destination.moved(self.scaled(lane, &row));
                let destination = self.unless_written(*value, destination, &soac.body);
                return OutputCode { before, destination, ..output_code };
            }
            Output::Segment { row, start } => {
                let destination = self.destination_of(binds[0], making, &mut before, context);
                let (start, extents) = (self.plain(*start), self.extents(binds[0], 1));
                let destination = destination.moved(self.scaled(start, &extents));
                let destination = self.unless_written(*row, destination, &soac.body);
                return OutputCode { before, destination, ..output_code };
            }
            Output::Columns(_) => {
                let destination = self.destination_of(binds[0], making, &mut before, context);
                let destination = destination.moved(self.lane_number(soac));
                return OutputCode { before, destination: Some(destination), ..output_code };
            }
            Output::Reduce { initial, values, .. } => {
                let initial = match initial {
                    Some(initial) => self.all(initial),
                    None => {
                        let flag = self.names.fresh("started");
                        before.extend(quote!(let mut #flag = false;));
                        started = Some(flag);
                        let types = values.iter().map(|value| self.variables.element(*value));
                        types.map(|ty| self.zero(ty)).collect()
                    }
                };
                for (bind, initial) in binds.iter().zip(initial) {
                    let name = self.name(*bind);
                    before.extend(quote!(let mut #name = #initial;));
                }
            }
            Output::Compact { values, .. } => {
                let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                let is_appended = |bind: &Var| {
                    matches!(
                        self.destinations.of_arrays.get(bind),
                        Some(Destination::EndOfBuffer(_))
                    )
                };
                let site = match binds[1..].iter().copied().find(|bind| !is_appended(bind)) {
                    Some(own) => self.memory_of(own, making, true, context),
                    None => self.sites.memory(making.operation, making.span),
                };
                output_code.site = site.clone();
                let points = self.product(&extents).text;
                let count = self.name(binds[0]);
                let direct = context.keeps_at_once(binds);
                for (bind, value) in binds[1..].iter().zip(values) {
                    let name = self.name(*bind);
                    let element = super::scalar::scalar_type(self.variables.element(*value));
                    let buffer = match self.destinations.of_arrays.remove(bind) {
                        Some(Destination::EndOfBuffer(buffer)) => buffer,
                        _ => {
                            let capacity = if direct { quote!(0) } else { quote!(#points) };
                            let empty = quote!(
                                host::Buffer::<#element>::with_capacity(PROVEN, #site, #capacity)?
                            );
                            before.extend(self.made(*bind, empty, making.is_declared));
                            quote!(#name)
                        }
                    };
                    if direct {
                        let kept = self.names.derived(*bind, "kept", self.variables);
                        output_code
                            .kept_elements
                            .push((kept, quote!(#buffer.filter_writer(#site, #points)?)));
                    }
                }
                let kept: Vec<&Ident> =
                    output_code.kept_elements.iter().map(|(kept, _)| kept).collect();
                match kept.split_first() {
                    Some((first, rest)) => {
                        output_code.after =
                            quote!(let #count = #first.finish(); #(#rest.finish();)*);
                    }
                    None => before.extend(quote!(let mut #count = 0usize;)),
                }
            }
            Output::Append { rows, offsets, .. } => {
                let site = self.memory_of(binds[1], making, true, context);
                output_code.site = site.clone();
                let (count, starts) = (self.name(binds[0]), self.name(binds[1]));
                let size = self.plain(*offsets).text;
                before.extend(quote! {
                    let mut #count = 0usize;
                    let mut #starts = host::Buffer::with_capacity(PROVEN, #site, #size)?;
                    #starts.push(0usize);
                });
                for (bind, row) in binds[2..].iter().zip(rows) {
                    let name = self.name(*bind);
                    let element = super::scalar::scalar_type(self.variables.element(*row));
                    before.extend(
                        quote!(let mut #name = host::Buffer::<#element>::with_capacity(PROVEN, #site, 0)?;),
                    );
                    self.append_in_place(*row, quote!(#name), &soac.body, context);
                }
            }
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                for (bind, destination) in binds.iter().zip(destinations) {
                    self.alias(*bind, *destination);
                }
            }
        }
        OutputCode { before, started, ..output_code }
    }

    /// Writes the use that an output makes of the values of a lane.
    pub(super) fn feed(
        &mut self,
        output: &Output,
        output_code: &OutputCode,
        body: &[Statement],
        context: Context,
    ) -> TokenStream {
        match output {
            Output::Append { rows, length, .. } => {
                let names = self.names(&output_code.binds);
                let mut tokens = TokenStream::new();
                for (row, buffer) in rows.iter().zip(&names[2..]) {
                    tokens.extend(self.append_row(*row, buffer, &output_code.site, body, context));
                }
                let (count, offsets) = (&names[0], &names[1]);
                let length = self.plain(*length).text;
                quote!(#tokens #count += #length; #offsets.push(#count);)
            }
            Output::Store(value) => match &output_code.destination {
                Some(destination) => {
                    let row = matches!(value, Atom::Var(var)
                        if !self.variables.ty(*var).is_scalar());
                    let value = self.plain(*value).text;
                    destination.write(value, row)
                }
                None => TokenStream::new(),
            },
            Output::Segment { row, .. } => {
                let row = self.plain(*row).text;
                output_code
                    .destination
                    .as_ref()
                    .map_or(TokenStream::new(), |destination| destination.write(row, true))
            }
            Output::Columns(value) => {
                let Some(Destination::Buffer(name, position)) = &output_code.destination else {
                    unreachable!("only arrays have rows that are written directly");
                };
                let rank = self.variables.atom_type(*value).rank();
                let lanes = self.extents(output_code.binds[0], rank);
                let stride = self.product(&lanes).text;
                let (position, column) = (&position.text, self.plain(*value).text);
                quote!(#name.set_column(#position, #stride, #column.slice());)
            }
            Output::Reduce { values, operator, when, .. } => {
                let names = self.names(&output_code.binds);
                let condition = self.condition(*when);
                let values: Vec<RustExpression> =
                    values.iter().map(|value| self.code(*value)).collect();
                let given = values.iter().map(|value| value.text.clone()).collect();
                let mut tokens = self.combined(operator, names.clone(), values, context);
                if let Some(started) = &output_code.started {
                    let first = assignment(names, given);
                    tokens = quote!(if #started { #tokens } else { #first #started = true; });
                }
                guarded(condition, tokens)
            }
            Output::Compact { values, when } => self.keep(values, *when, output_code),
            Output::Scatter { destinations, index, values, when } => {
                self.scatter(destinations, *index, values, *when)
            }
            Output::Combine { destinations, index, values, operator, when } => {
                let condition = self.condition(*when);
                let index = self.plain(*index);
                let places = self.all(destinations);
                let index = &index.text;
                let old =
                    places.iter().map(|place| RustExpression::whole(quote!(#place.at(#index))));
                let values = values.iter().map(|value| self.code(*value)).collect();
                let (statements, results) = self.apply(operator, old, values, context);
                let tokens = match (&places[..], &results[..]) {
                    ([place], [result]) => quote!(#statements #place.set(#index, #result);),
                    _ => {
                        let new: Vec<Ident> =
                            places.iter().map(|_| self.names.fresh("new")).collect();
                        quote! {
                            #statements
                            #(let #new = #results;)*
                            #(#places.set(#index, #new);)*
                        }
                    }
                };
                guarded(condition, tokens)
            }
        }
    }

    /// Keeps the values of a lane, or does not.
    fn keep(&mut self, values: &[Atom], when: Atom, output_code: &OutputCode) -> TokenStream {
        if !output_code.kept_elements.is_empty() {
            let when = self.tokens(when);
            let values = values.iter().map(|value| self.plain(*value).text);
            let values: Vec<TokenStream> = values.collect();
            let kept: Vec<&Ident> =
                output_code.kept_elements.iter().map(|(kept, _)| kept).collect();
            return match kept[..] {
                [kept] => quote!(#(#kept.offer(#values, #when);)*),
                _ => {
                    let keep = self.names.fresh("keep");
                    quote!(let #keep = #when; #(#kept.offer(#values, #keep);)*)
                }
            };
        }
        let condition = self.condition(Some(when));
        let count = self.name(output_code.binds[0]);
        let mut tokens = quote!(#count += 1;);
        for (value, bind) in values.iter().zip(&output_code.binds[1..]) {
            let name = self.name(*bind);
            let row = matches!(value, Atom::Var(var) if !self.variables.ty(*var).is_scalar());
            let value = self.plain(*value).text;
            tokens.extend(match row {
                true => {
                    let site = &output_code.site;
                    quote!(#name.extend(#site, #value.slice())?;)
                }
                false => quote!(#name.push(#value);),
            });
        }
        guarded(condition, tokens)
    }

    /// Writes the values of a lane at a place that it chooses.
    fn scatter(
        &mut self,
        destinations: &[Atom],
        index: Atom,
        values: &[Atom],
        when: Option<Atom>,
    ) -> TokenStream {
        let condition = self.condition(when);
        let index = self.plain(index);
        let mut tokens = TokenStream::new();
        for (destination, value) in destinations.iter().zip(values) {
            let code = self.plain(*value).text;
            let place = self.tokens(*destination);
            tokens.extend(match (destination, value) {
                (Atom::Var(array), Atom::Var(row)) if !self.variables.ty(*row).is_scalar() => {
                    let row = self.extents(*array, 1);
                    let position = self.scaled(index.clone(), &row).text;
                    quote!(#place.set_row(#position, #code.slice());)
                }
                _ => {
                    let index = &index.text;
                    quote!(#place.set(#index, #code);)
                }
            });
        }
        guarded(condition, tokens)
    }

    /// Writes an operator on these operands: statements, and the results.
    fn apply(
        &mut self,
        operator: &Lambda,
        left: impl IntoIterator<Item = RustExpression>,
        right: Vec<RustExpression>,
        context: Context,
    ) -> (TokenStream, Vec<TokenStream>) {
        let mut tokens = TokenStream::new();
        for (parameter, code) in operator.parameters.iter().zip(left.into_iter().chain(right)) {
            tokens.extend(self.bind_code(*parameter, code));
        }
        let (statements, results) = self.block(&operator.body, context);
        tokens.extend(statements);
        (tokens, results.into_iter().map(|code| code.text).collect())
    }

    /// Combines values with those at some places, by an operator, and puts the results there.
    pub(super) fn combined(
        &mut self,
        operator: &Lambda,
        places: Vec<TokenStream>,
        values: Vec<RustExpression>,
        context: Context,
    ) -> TokenStream {
        let old = places.iter().cloned().map(RustExpression::whole);
        let (statements, results) = self.apply(operator, old, values, context);
        let assignment = assignment(places, results);
        quote!(#statements #assignment)
    }

    /// The states of the running combinations in a body, with their start values.
    fn scan_states(&mut self, body: &[Statement]) -> TokenStream {
        let mut tokens = TokenStream::new();
        for statement in body {
            if let Expression::Scan(scan) = &statement.expression {
                for (bind, initial) in statement.binds.iter().zip(&scan.initial) {
                    let initial = self.tokens(*initial);
                    let state = self.state_name(*bind);
                    tokens.extend(quote!(let mut #state = #initial;));
                }
            }
        }
        tokens
    }

    pub(super) fn state_name(&mut self, bind: Var) -> Ident {
        self.names.derived(bind, "state", self.variables)
    }

    /// A running combination in a nested loop.
    pub(super) fn scanned(&mut self, scan: &Scan, binds: &[Var], context: Context) -> TokenStream {
        let states: Vec<TokenStream> = binds
            .iter()
            .map(|bind| {
                let state = self.state_name(*bind);
                match context.tile.filter(|_| context.scans_by_lane) {
                    Some(tile) => tile.of_lane(&state),
                    None => quote!(#state),
                }
            })
            .collect();
        let names = plain_tuple(self.names(binds));
        let before = plain_tuple(states.clone());
        let values = scan.values.iter().map(|value| self.code(*value)).collect();
        let combined = self.combined(&scan.operator, states, values, context);
        if scan.exclusive {
            quote!(let #names = #before; #combined)
        } else {
            quote!(#combined let #names = #before;)
        }
    }
}

/// An output of a nested SOAC.
#[derive(Clone, Default)]
pub(super) struct OutputCode {
    pub(super) binds: Vec<Var>,
    /// The code before the loop.
    pub(super) before: TokenStream,
    /// The code after it.
    pub(super) after: TokenStream,
    /// The places of kept elements, one for each value of a compaction: its name and the memory.
    pub(super) kept_elements: Vec<(Ident, TokenStream)>,
    /// The site at which memory may run short.
    pub(super) site: TokenStream,
    /// The flag that tells if a reduction has seen a value, for one that begins with the first.
    pub(super) started: Option<Ident>,
    /// The destination of stored elements.
    pub(super) destination: Option<Destination>,
}

/// The values that outputs mention once each.
pub(super) fn values_of(outputs: &[Output]) -> Vec<Atom> {
    let mut list = Vec::new();
    for output in outputs {
        match output {
            Output::Store(value) | Output::Columns(value) | Output::Segment { row: value, .. } => {
                list.push(*value);
            }
            Output::Append { rows, length, .. } => {
                list.extend(rows.iter().copied().chain([*length]));
            }
            Output::Reduce { values, when, .. } => list.extend(values.iter().copied().chain(*when)),
            Output::Compact { values, when } => list.extend(values.iter().copied().chain([*when])),
            Output::Scatter { index: _, values, when, .. } => {
                list.extend(values.iter().copied().chain(*when));
            }
            Output::Combine { values, when, .. } => {
                list.extend(values.iter().copied().chain(*when));
            }
        }
    }
    list
}

/// Under a condition, if there is one.
pub(super) fn guarded(condition: Option<TokenStream>, tokens: TokenStream) -> TokenStream {
    match condition {
        Some(condition) => quote!(if #condition { #tokens }),
        None => tokens,
    }
}
