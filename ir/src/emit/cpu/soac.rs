//! SOACs inside lanes: plain loops.
//!
//! Reductions whose operator has a neutral element, and nothing else in the way, get several
//! accumulators, so that they vectorise; how many there are is fixed, and so are the bits.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::statements::{assignment, plain_tuple};
use super::writer::Writer;
use crate::core::{Atom, Expression, Lambda, Output, Scan, Soac, Statement, Var};
use crate::passes::neutral;
use crate::source::Span;

/// How many accumulators a reduction gets that vectorises.
const ACCUMULATORS: usize = 16;

/// Where the elements of a stored array go.
#[derive(Clone)]
pub(super) enum Sink {
    /// Into a buffer of its own, from this position on.
    Buffer(Ident, Code),
    /// Into a row of an array that the kernel stores, from this position on.
    Row(Ident, Code, Code),
    /// Into a row at the end of a buffer that rows are appended to.
    Room(TokenStream),
}

impl Writer<'_, '_> {
    /// A SOAC that runs in one lane.
    pub(super) fn nested(&mut self, soac: &Soac, binds: &[Var], span: Span) -> TokenStream {
        let parts = self.parts(soac, binds, span);
        if let Some(tokens) = self.accumulated(soac, &parts) {
            return tokens;
        }
        let before = &parts.iter().map(|part| part.before.clone()).collect::<TokenStream>();
        let scans = self.scan_states(&soac.body);
        let body = self.nested_body(soac, &parts);
        let mut tokens = body;
        for lane in soac.space.iter().rev() {
            let head = self.counted(lane.index, lane.extent);
            tokens = quote!(#head { #tokens });
        }
        quote!(#before #scans #tokens)
    }

    /// The body of a nested SOAC, and what its outputs do with the values.
    fn nested_body(&mut self, soac: &Soac, parts: &[Part]) -> TokenStream {
        let tail = values_of(&soac.outputs);
        let mut tokens = self.statements(&soac.body, &tail);
        for (output, part) in soac.outputs.iter().zip(parts) {
            tokens.extend(self.feed(output, part, &soac.body));
        }
        tokens
    }

    /// Prepares the outputs.
    fn parts(&mut self, soac: &Soac, binds: &[Var], span: Span) -> Vec<Part> {
        let mut binds = binds;
        let mut parts = Vec::new();
        for output in &soac.outputs {
            let (own, rest) = binds.split_at(output.binds());
            binds = rest;
            parts.push(self.part(soac, output, own, span));
        }
        parts
    }

    fn part(&mut self, soac: &Soac, output: &Output, binds: &[Var], span: Span) -> Part {
        let operation = soac.origins.first().map_or("map", |origin| &origin.operation);
        let mut before = TokenStream::new();
        let mut started = None;
        match output {
            Output::Store(value) => {
                let sink = self.sink_of(binds[0], operation, span, &mut before);
                let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                let indices: Vec<Atom> =
                    soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
                let position = self.linear(&indices, &extents);
                let row = self.extents(binds[0], soac.space.len());
                let position = self.scaled(position, &row);
                let sink = sink.moved(position);
                if let Atom::Var(row) = *value
                    && !self.variables.ty(row).is_scalar()
                    && self.usage.count(row) == 1
                    && is_stored_by(row, &soac.body)
                {
                    self.sinks.insert(row, sink.clone());
                    return Part { binds: binds.to_vec(), before, started, sink: None };
                }
                return Part { binds: binds.to_vec(), before, started, sink: Some(sink) };
            }
            Output::Columns(_) => {
                let sink = self.sink_of(binds[0], operation, span, &mut before);
                let indices: Vec<Atom> =
                    soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
                let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                let sink = sink.moved(self.linear(&indices, &extents));
                return Part { binds: binds.to_vec(), before, started, sink: Some(sink) };
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
            Output::Compact { .. } => {
                let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                let site = self.sites.memory(operation, span);
                let count = self.product(&extents).tokens;
                let name = self.name(binds[0]);
                before.extend(quote!(let mut #name = 0usize;));
                for bind in &binds[1..] {
                    let name = self.name(*bind);
                    let capacity = quote!(host::Buffer::with_capacity(#site, #count)?);
                    before.extend(quote!(let mut #name = #capacity;));
                }
            }
            Output::Append { rows, offsets, .. } => {
                let site = self.sites.memory(operation, span);
                let (count, starts) = (self.name(binds[0]), self.name(binds[1]));
                let size = self.plain(*offsets).tokens;
                before.extend(quote! {
                    let mut #count = 0usize;
                    let mut #starts = host::Buffer::with_capacity(#site, #size)?;
                    #starts.push(0usize);
                });
                for (bind, row) in binds[2..].iter().zip(rows) {
                    let name = self.name(*bind);
                    let element = super::scalar::scalar_type(self.variables.element(*row));
                    before.extend(
                        quote!(let mut #name = host::Buffer::<#element>::with_capacity(#site, 0)?;),
                    );
                    self.room_for(*row, quote!(#name), &soac.body);
                }
            }
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                for (bind, destination) in binds.iter().zip(destinations) {
                    self.alias(*bind, *destination);
                }
            }
        }
        Part { binds: binds.to_vec(), before, started, sink: None }
    }

    /// Lets a row that a nested SOAC stores be written where it is appended. Tells whether it is.
    pub(super) fn room_for(&mut self, row: Atom, buffer: TokenStream, body: &[Statement]) -> bool {
        let Atom::Var(var) = row else { return false };
        let direct = self.usage.count(var) == 1 && is_stored_by(var, body);
        if direct {
            self.sinks.insert(var, Sink::Room(buffer));
        }
        direct
    }

    /// Appends a row to a buffer, unless it has been written there.
    pub(super) fn append_row(
        &mut self,
        row: Atom,
        buffer: &TokenStream,
        body: &[Statement],
    ) -> TokenStream {
        if row.var().is_some_and(|var| self.usage.count(var) == 1 && is_stored_by(var, body)) {
            return TokenStream::new();
        }
        let row = self.plain(row).tokens;
        quote!(#buffer.extend(#row.slice());)
    }

    /// Where an array that a nested SOAC stores goes.
    fn sink_of(
        &mut self,
        bind: Var,
        operation: &str,
        span: Span,
        before: &mut TokenStream,
    ) -> Sink {
        let sink = self.sinks.remove(&bind);
        if let Some(sink @ (Sink::Buffer(..) | Sink::Row(..))) = sink {
            return sink;
        }
        let site = self.sites.memory(operation, span);
        let extents = self.extents(bind, 0);
        let extents: Vec<TokenStream> =
            extents.iter().map(|extent| self.plain(*extent).tokens).collect();
        let count = match extents.as_slice() {
            [one] => one.clone(),
            _ => quote!(host::count(#site, &[#(#extents),*])?),
        };
        let name = self.name(bind);
        let element = super::scalar::scalar_type(self.variables.ty(bind).element());
        before.extend(match sink {
            Some(Sink::Room(buffer)) => quote!(let mut #name = #buffer.room(#count);),
            _ => quote!(let mut #name = host::Buffer::<#element>::zeros(#site, #count)?;),
        });
        Sink::Buffer(name, Code::whole(quote!(0)))
    }

    /// What an output does with the values of a lane.
    fn feed(&mut self, output: &Output, part: &Part, body: &[Statement]) -> TokenStream {
        match output {
            Output::Append { rows, length, .. } => {
                let names = self.names(&part.binds);
                let mut tokens = TokenStream::new();
                for (row, buffer) in rows.iter().zip(&names[2..]) {
                    tokens.extend(self.append_row(*row, buffer, body));
                }
                let (count, offsets) = (&names[0], &names[1]);
                let length = self.plain(*length).tokens;
                quote!(#tokens #count += #length; #offsets.push(#count);)
            }
            Output::Store(value) => match &part.sink {
                Some(sink) => {
                    let row = matches!(value, Atom::Var(var)
                        if !self.variables.ty(*var).is_scalar());
                    let value = self.plain(*value).tokens;
                    sink.write(value, row)
                }
                None => TokenStream::new(),
            },
            Output::Columns(value) => {
                let Some(Sink::Buffer(name, position)) = &part.sink else {
                    unreachable!("only arrays have rows that are written directly");
                };
                let rank = self.variables.atom_type(*value).rank();
                let lanes = self.extents(part.binds[0], rank);
                let stride = self.product(&lanes).tokens;
                let (position, column) = (&position.tokens, self.plain(*value).tokens);
                quote!(#name.set_column(#position, #stride, #column.slice());)
            }
            Output::Reduce { values, operator, when, .. } => {
                let names = self.names(&part.binds);
                let condition = self.condition(*when);
                let values: Vec<Code> = values.iter().map(|value| self.code(*value)).collect();
                let given = values.iter().map(|value| value.tokens.clone()).collect();
                let mut tokens = self.combined(operator, names.clone(), values);
                if let Some(started) = &part.started {
                    let first = assignment(names, given);
                    tokens = quote!(if #started { #tokens } else { #first #started = true; });
                }
                guarded(condition, tokens)
            }
            Output::Compact { values, when } => {
                let condition = self.condition(Some(*when));
                let count = self.name(part.binds[0]);
                let mut tokens = quote!(#count += 1;);
                for (value, bind) in values.iter().zip(&part.binds[1..]) {
                    let name = self.name(*bind);
                    let row = matches!(value, Atom::Var(var)
                        if !self.variables.ty(*var).is_scalar());
                    let value = self.plain(*value).tokens;
                    tokens.extend(match row {
                        true => quote!(#name.extend(#value.slice());),
                        false => quote!(#name.push(#value);),
                    });
                }
                guarded(condition, tokens)
            }
            Output::Scatter { destinations, index, values, when } => {
                let condition = self.condition(*when);
                let index = self.plain(*index);
                let mut tokens = TokenStream::new();
                for (destination, value) in destinations.iter().zip(values) {
                    let code = self.plain(*value).tokens;
                    let place = self.tokens(*destination);
                    tokens.extend(match (destination, value) {
                        (Atom::Var(array), Atom::Var(row))
                            if !self.variables.ty(*row).is_scalar() =>
                        {
                            let row = self.extents(*array, 1);
                            let position = self.scaled(index.clone(), &row).tokens;
                            quote!(#place.set_row(#position, #code.slice());)
                        }
                        _ => {
                            let index = &index.tokens;
                            quote!(#place.set(#index, #code);)
                        }
                    });
                }
                guarded(condition, tokens)
            }
            Output::Combine { destinations, index, values, operator, when } => {
                let condition = self.condition(*when);
                let index = self.plain(*index);
                let places = self.all(destinations);
                let index = &index.tokens;
                let old = places.iter().map(|place| Code::whole(quote!(#place.at(#index))));
                let values = values.iter().map(|value| self.code(*value)).collect();
                let (statements, results) = self.apply(operator, old, values);
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

    /// What an operator gives for these operands: statements, and the results.
    fn apply(
        &mut self,
        operator: &Lambda,
        left: impl IntoIterator<Item = Code>,
        right: Vec<Code>,
    ) -> (TokenStream, Vec<TokenStream>) {
        let mut tokens = TokenStream::new();
        for (parameter, code) in operator.parameters.iter().zip(left.into_iter().chain(right)) {
            tokens.extend(self.bind_code(*parameter, code));
        }
        let (statements, results) = self.block(&operator.body);
        tokens.extend(statements);
        (tokens, results.into_iter().map(|code| code.tokens).collect())
    }

    /// Combines values with what is at some places, by an operator, and puts the results there.
    pub(super) fn combined(
        &mut self,
        operator: &Lambda,
        places: Vec<TokenStream>,
        values: Vec<Code>,
    ) -> TokenStream {
        let old = places.iter().cloned().map(Code::whole);
        let (statements, results) = self.apply(operator, old, values);
        let assignment = assignment(places, results);
        quote!(#statements #assignment)
    }

    /// The states of the running combinations in a body, with what they begin with.
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
    pub(super) fn running(&mut self, scan: &Scan, binds: &[Var]) -> TokenStream {
        let states: Vec<TokenStream> = binds
            .iter()
            .map(|bind| {
                let state = self.state_name(*bind);
                match self.tiled_scans.contains(bind) {
                    true => super::tile::of_lane(&state),
                    false => quote!(#state),
                }
            })
            .collect();
        let names = plain_tuple(self.names(binds));
        let before = plain_tuple(states.clone());
        let values = scan.values.iter().map(|value| self.code(*value)).collect();
        let combined = self.combined(&scan.operator, states, values);
        if scan.exclusive {
            quote!(let #names = #before; #combined)
        } else {
            quote!(#combined let #names = #before;)
        }
    }

    /// A reduction with several accumulators, if it is of the kind that vectorises.
    fn accumulated(&mut self, soac: &Soac, parts: &[Part]) -> Option<TokenStream> {
        let [lane] = soac.space[..] else { return None };
        if self.one_accumulator {
            return None;
        }
        if lane.extent.known_size().is_some_and(|extent| extent < 2 * ACCUMULATORS) {
            return None;
        }
        let plain = |statement: &Statement| {
            statement.expression.bodies().is_empty()
                && !statement.expression.may_fail()
                && !matches!(statement.expression, Expression::Update { .. } | Expression::Scan(_))
        };
        if !soac.body.iter().all(plain) {
            return None;
        }
        let mut neutrals = Vec::new();
        for output in &soac.outputs {
            match output {
                Output::Store(_) => neutrals.push(Vec::new()),
                Output::Reduce { operator, when: None, commutative: true, .. } => {
                    neutrals.push(neutral(operator, self.variables)?);
                }
                _ => return None,
            }
        }
        if neutrals.iter().all(Vec::is_empty) {
            return None;
        }
        let index = self.name(lane.index);
        let extent = self.plain(lane.extent).tokens;
        let start = self.names.fresh("start");
        let slot = self.names.fresh("lane");
        let width = proc_macro2::Literal::usize_unsuffixed(ACCUMULATORS);
        let mut tokens = TokenStream::new();
        let mut wide_parts = Vec::new();
        let mut gathered = TokenStream::new();
        for ((output, part), neutrals) in soac.outputs.iter().zip(parts).zip(&neutrals) {
            let Output::Reduce { operator, .. } = output else {
                tokens.extend(part.before.clone());
                wide_parts.push(None);
                continue;
            };
            let mut lanes = Vec::new();
            for (bind, neutral) in part.binds.iter().zip(neutrals) {
                let name = self.name(*bind);
                let lane = self.names.fresh(&format!("{name}_lanes"));
                let neutral = super::scalar::constant(*neutral).tokens;
                tokens.extend(quote!(let mut #lane = [#neutral; #width];));
                lanes.push(lane);
            }
            // The accumulators, combined from the first to the last into the result.
            let names = self.names(&part.binds);
            let new = lanes.iter().map(|lane| Code::whole(quote!(#lane[#slot]))).collect();
            let combined = self.combined(operator, names, new);
            let before = match &part.started {
                // A neutral element makes the first value like any other.
                Some(_) => {
                    let names = self.names(&part.binds);
                    let neutrals =
                        neutrals.iter().map(|neutral| super::scalar::constant(*neutral).tokens);
                    quote!(#(let mut #names = #neutrals;)*)
                }
                None => part.before.clone(),
            };
            gathered.extend(quote!(#before for #slot in 0..#width { #combined }));
            wide_parts.push(Some(lanes));
        }
        // Whole groups of lanes, then the rest.
        let tail = values_of(&soac.outputs);
        let mut wide = self.statements(&soac.body, &tail);
        for ((output, part), lanes) in soac.outputs.iter().zip(parts).zip(&wide_parts) {
            wide.extend(match (output, lanes) {
                (Output::Reduce { values, operator, .. }, Some(lanes)) => {
                    let places = lanes.iter().map(|lane| quote!(#lane[#slot])).collect();
                    let values = values.iter().map(|value| self.code(*value)).collect();
                    self.combined(operator, places, values)
                }
                _ => self.feed(output, part, &soac.body),
            });
        }
        let rest_parts: Vec<Part> =
            parts.iter().map(|part| Part { started: None, ..part.clone() }).collect();
        let rest = self.nested_body(soac, &rest_parts);
        Some(quote! {
            #tokens
            let mut #start = 0;
            while #start + #width <= #extent {
                for #slot in 0..#width {
                    let #index = #start + #slot;
                    #wide
                }
                #start += #width;
            }
            #gathered
            for #index in #start..#extent { #rest }
        })
    }
}

/// An output of a nested SOAC.
#[derive(Clone)]
struct Part {
    binds: Vec<Var>,
    /// What stands before the loop.
    before: TokenStream,
    /// Whether a reduction has seen a value, where it begins with the first.
    started: Option<Ident>,
    /// Where elements are stored.
    sink: Option<Sink>,
}

impl Sink {
    /// The same place, further on.
    pub(super) fn moved(&self, by: Code) -> Sink {
        let from = |start: &Code| {
            if start.tokens.to_string() == "0" { by.clone() } else { Writer::sum(start, &by) }
        };
        match self {
            Sink::Buffer(name, start) => Sink::Buffer(name.clone(), from(start)),
            Sink::Row(name, row, start) => Sink::Row(name.clone(), row.clone(), from(start)),
            Sink::Room(_) => unreachable!("a row is made before it is written"),
        }
    }

    /// Writes an element, or a row of elements.
    fn write(&self, value: TokenStream, row: bool) -> TokenStream {
        match (self, row) {
            (Sink::Buffer(name, position), false) => {
                let position = &position.tokens;
                quote!(#name.set(#position, #value);)
            }
            (Sink::Buffer(name, position), true) => {
                let position = &position.tokens;
                quote!(#name.set_row(#position, #value.slice());)
            }
            (Sink::Row(name, lane, position), false) => {
                let (lane, position) = (&lane.tokens, &position.tokens);
                quote!(#name.set(#lane, #position, #value);)
            }
            (Sink::Room(_), _) => unreachable!("a row is made before it is written"),
            (Sink::Row(name, lane, position), true) => {
                let (lane, position) = (&lane.tokens, &position.tokens);
                quote!(#name.set_row(#lane, #position, #value.slice());)
            }
        }
    }
}

/// Whether a statement of a body stores this array.
pub(super) fn is_stored_by(array: Var, body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        let Expression::Soac(soac) = &statement.expression else { return false };
        let mut binds = statement.binds.as_slice();
        soac.outputs.iter().any(|output| {
            let (own, rest) = binds.split_at(output.binds());
            binds = rest;
            matches!(output, Output::Store(_)) && own[0] == array
        })
    })
}

/// The values that outputs mention once each.
pub(super) fn values_of(outputs: &[Output]) -> Vec<Atom> {
    let mut list = Vec::new();
    for output in outputs {
        match output {
            Output::Store(value) | Output::Columns(value) => list.push(*value),
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
