//! Tiles: neighbouring lanes in one loop, inside the loops of a lane.
//!
//! A lane with loops of its own does not vectorise by itself. If its neighbours go round the same loops, the
//! loops go outside, and every statement runs over all lanes of the tile:
//!
//! ```text
//! for k in 0..m {                      for k in 0..m {
//!     sum += a[i][k] * b[k][j];   ─▶       for lane in 0..W {
//! }                                            sum[lane] += a[i][k] * b[k][j + lane];
//!                                          }
//!                                      }
//! ```
//!
//! A value is *varying* if it may differ between the lanes of a tile, else *uniform*; uniform
//! values are computed once. Loops whose lanes stop at different times go on until all have
//! stopped; the values of those that have are kept.
//!
//! Tiles of neighbouring rows make a stack if the elements that are read along a row serve all of them: each
//! element of `b` is then read once for `H` rows of `a`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::context::{Context, Tile};
use super::destination::Destination;
use super::expression::{RustExpression, Strength};
use super::guards::Guards;
use super::methods::{Method, Methods};
use super::scalar::select_in_lanes;
use super::soac::guarded;
use super::statements::assignment;
use super::tile_form::{TileForm, lane_name, tile_name};
use super::writer::Writer;
use crate::core::visit::each_use;
use crate::core::{
    Atom, Block, Expression, Loop, LoopForm, Operation, Output, Soac, Statement, Var,
};
use crate::plan::schedule::cpu::{Scalars, Varying, is_looked_at, keeps_counting, learn};

impl Writer<'_, '_> {
    /// The code of a method for tiles, and the variables that it mentions beside these places. RustExpression that is
    /// written after it knows nothing of tiles.
    pub(super) fn in_tiles(
        &mut self,
        places: &[Var],
        body: impl FnOnce(&mut Self) -> TokenStream,
    ) -> (TokenStream, Vec<Var>) {
        let before = self.state();
        let (body, mut mentioned) = self.recorded(body);
        mentioned.extend(places);
        self.set_state(before);
        (quote!(#body Ok(())), mentioned)
    }

    /// The body of `tile` of a kernel that gains by it, the results of whose lanes `given` writes.
    pub(super) fn tile(
        &mut self,
        soac: &Soac,
        varying: &Varying,
        (form, context): (TileForm, Context),
        given: impl Fn(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let Some(last) = soac.space.last() else { return TokenStream::new() };
        let lane = lane_name();
        let mut point = self.index_names(soac);
        if let Some(own) = point.last_mut() {
            *own = quote!(#own + #lane);
        }
        let lane_by_lane = quote!({
            return cpu::guards::lane_by_lane(W, |#lane| self.lane([#(#point),*]), put);
        });
        self.count_on(last.index, &lane);
        let mut tail = super::soac::values_of(&soac.outputs);
        tail.extend(soac.outputs.iter().filter_map(|output| match output {
            Output::Scatter { index, .. } | Output::Combine { index, .. } => Some(*index),
            _ => None,
        }));
        let mut scalars = Scalars::default();
        learn(&soac.body, &mut scalars);
        let tile = Tile {
            context: Context { tile: Some(form), ..context },
            form,
            varying,
            scalars: &scalars,
            lane_by_lane: &lane_by_lane,
        };
        self.tiled(&soac.body, &tail, tile, |this| {
            let given = given(this);
            let tile = (form == TileForm::Stack).then(tile_name).into_iter();
            quote!(put(#(#tile,)* #lane, #given);)
        })
    }

    /// The body of `stack` of a kernel that gains by it.
    pub(super) fn stack(
        &mut self,
        soac: &Soac,
        varying: &Varying,
        context: Context,
    ) -> TokenStream {
        let [.., above, _] = soac.space[..] else { return TokenStream::new() };
        self.count_on(above.index, &tile_name());
        self.tile(soac, varying, (TileForm::Stack, context), |this| this.stored(soac).1)
    }

    /// From now on an index counts on from where the tile or the stack begins.
    fn count_on(&mut self, index: Var, by: &Ident) {
        let first = RustExpression::whole(self.name(index).to_token_stream());
        let by = RustExpression::whole(by.to_token_stream());
        self.write_at_use(index, RustExpression::binary(&first, quote!(+), &by, Strength::Sum));
    }

    /// `tile` of a kernel without loops whose lanes read behind guards: they go in tiles for these.
    pub(super) fn guarded_tile(
        &mut self,
        soac: &Soac,
        at: &TokenStream,
        context: Context,
    ) -> Methods {
        let varying = Varying::of(&[soac.space[soac.space.len() - 1].index], &soac.body);
        let (body, mentioned) = self.in_tiles(&[], |this| {
            this.tile(soac, &varying, (TileForm::Tile, context), |this| this.stored(soac).1)
        });
        // All lanes are in the interior.
        let types = quote!(
            const HAS_INTERIOR: bool = true;
        );
        Methods::of_pattern(types, vec![Method::tile(at, body, mentioned)])
    }

    /// Statements over all lanes; `finish` mentions `tail` once, in the last loop over lanes, which may be
    /// written several times.
    pub(super) fn tiled(
        &mut self,
        statements: &[Statement],
        tail: &[Atom],
        tile: Tile,
        finish: impl Fn(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let varying = tile.varying;
        let mut tokens = TokenStream::new();
        let mut group: Vec<Statement> = Vec::new();
        for (position, statement) in statements.iter().enumerate() {
            let shape = statement.binds.first().and_then(|bind| varying.shape_of(*bind));
            let is_looked_at = matches!(&statement.expression, Expression::Check(check)
                if varying.expects() && is_looked_at(check, self.variables));
            if shape.is_some() || is_looked_at {
                let group = std::mem::take(&mut group);
                tokens.extend(self.lanes_of(&group, &statements[position..], tail, tile));
                tokens.extend(self.looked_at(statement, shape, tile));
            } else if !varying.statement(statement) {
                tokens.extend(self.statement(statement, false, tile.context));
            } else if self.counts_on(statement, varying) {
                // As part of an index it shows that neighbours lie side by side.
                let code = self.pure(statement.binds[0], &statement.expression, tile.context);
                self.write_at_use(statement.binds[0], code);
                self.values.set_counting(statement.binds[0], None);
            } else if !varying.has_loop(statement) {
                group.push(statement.clone());
            } else {
                let group = std::mem::take(&mut group);
                tokens.extend(self.lanes_of(&group, &statements[position..], tail, tile));
                tokens.extend(match &statement.expression {
                    Expression::Soac(soac) => self.tiled_soac(soac, &statement.binds, tile),
                    Expression::Loop(repetition) => {
                        self.tiled_loop(repetition, &statement.binds, tile)
                    }
                    Expression::If(branch) => self.tiled_branch(branch, statement, tile),
                    _ => unreachable!("only loops are tiled"),
                });
            }
        }
        let guards = match tile.form {
            TileForm::Tile => self.guards(&group, tile),
            TileForm::Stack => Guards::default(),
        };
        let last = |this: &mut Self, context: Context| {
            let body = this.statements(&group, tail, context);
            let end = finish(this);
            quote!(#body #end)
        };
        tokens.extend(match guards.is_empty() {
            true => {
                let lanes = last(self, tile.context);
                tile.form.over_lanes(lanes)
            }
            false => self.guarded_lanes(&guards, tile, last),
        });
        tokens
    }

    /// Returns true if a statement binds what is at a distance, the same for all lanes, from what counts them.
    fn counts_on(&self, statement: &Statement, varying: &Varying) -> bool {
        let known = |atom: Atom| atom.var().is_some_and(|var| self.values.is_counting(var));
        let counts = |atom: Atom| varying.counts(atom) || known(atom);
        let (operation, operands) = match &statement.expression {
            Expression::Scalar(operation, operands) => (operation, operands),
            Expression::Cast(atom) => {
                let bind = Atom::Var(statement.binds[0]);
                let keeps_counting = keeps_counting(self.variables, *atom, bind);
                return varying.expects() && counts(*atom) && keeps_counting;
            }
            _ => return false,
        };
        let [a, b] = operands[..] else { return false };
        match operation.arithmetic() {
            Operation::Add => counts(a) && !varying.atom(b) || counts(b) && !varying.atom(a),
            Operation::Subtract => counts(a) && !varying.atom(b),
            _ => false,
        }
    }

    /// Straight-line statements over all lanes, whose values go into arrays where later
    /// statements use them.
    fn lanes_of(
        &mut self,
        group: &[Statement],
        later: &[Statement],
        tail: &[Atom],
        tile: Tile,
    ) -> TokenStream {
        if group.is_empty() {
            return TokenStream::new();
        }
        let mut wanted: Vec<Var> = tail.iter().filter_map(|atom| atom.var()).collect();
        for statement in later {
            each_use(&statement.expression, |var| wanted.push(var));
        }
        let live: Vec<Var> = group
            .iter()
            .flat_map(|statement| statement.binds.iter().copied())
            .filter(|bind| wanted.contains(bind))
            .collect();
        let atoms: Vec<Atom> = live.iter().map(|var| Atom::Var(*var)).collect();
        let body = self.statements(group, &atoms, tile.context);
        let mut declared = TokenStream::new();
        let mut stores = TokenStream::new();
        let mut places = Vec::new();
        for var in &live {
            let value = self.plain(Atom::Var(*var)).text;
            let name = self.array_of_lanes(*var);
            let zero = self.zero(self.variables.ty(*var).element());
            let (zeros, place) = (tile.form.for_all_lanes(&zero), tile.form.of_lane(&name));
            declared.extend(quote!(let mut #name = #zeros;));
            stores.extend(quote!(#place = #value;));
            places.push((*var, RustExpression::whole(place)));
        }
        for (var, place) in places {
            self.write_at_use(var, place);
        }
        let lanes = tile.form.over_lanes(quote!(#body #stores));
        quote!(#declared #lanes)
    }

    /// The array that holds a variable's values in all lanes.
    pub(super) fn array_of_lanes(&mut self, var: Var) -> Ident {
        self.names.derived(var, "lanes", self.variables)
    }

    /// An array of all lanes, and from now on the variable is an element of it.
    fn spread(&mut self, var: Var, initial: Atom, tile: Tile) -> TokenStream {
        let name = self.array_of_lanes(var);
        let tokens = self.lanes_from(&name, var, initial, tile);
        let place = tile.form.of_lane(&name);
        self.write_at_use(var, RustExpression::whole(place));
        tokens
    }

    /// An array with a value of all lanes, like a variable's.
    fn lanes_from(&mut self, name: &Ident, var: Var, initial: Atom, tile: Tile) -> TokenStream {
        let value = self.tokens(initial);
        if tile.varying.atom(initial) {
            let zero = self.zero(self.variables.ty(var).element());
            let (zeros, place) = (tile.form.for_all_lanes(&zero), tile.form.of_lane(name));
            let values = tile.form.over_lanes(quote!(#place = #value;));
            quote!(let mut #name = #zeros; #values)
        } else {
            let values = tile.form.for_all_lanes(&value);
            quote!(let mut #name = #values;)
        }
    }

    fn tiled_soac(&mut self, soac: &Soac, binds: &[Var], tile: Tile) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (output, own) in crate::core::visit::outputs_with_binds(soac, binds) {
            if let Output::Reduce { initial: Some(initial), .. } = output {
                for (bind, initial) in own.iter().zip(initial) {
                    tokens.extend(self.spread(*bind, *initial, tile));
                }
            }
        }
        tokens.extend(self.scan_lanes(&soac.body, tile));
        let tile = Tile { context: Context { scans_by_lane: true, ..tile.context }, ..tile };
        let mut declared = TokenStream::new();
        let mut across = TokenStream::new();
        for (output, own) in crate::core::visit::outputs_with_binds(soac, binds) {
            if let Output::Store(value) = output {
                let name = self.array_of_lanes(own[0]);
                let zero = self.zero(self.variables.element(*value));
                declared.extend(quote!(let mut #name = [#zero; W];));
                across.extend(self.store_across(soac, own[0], &name));
            }
        }
        let tail = super::soac::values_of(&soac.outputs);
        let beside = self.prefetch_next_tile(&soac.body, tile);
        let lanes = self.tiled(&soac.body, &tail, tile, |this| {
            crate::core::visit::outputs_with_binds(soac, binds)
                .map(|(output, own)| this.tiled_output(output, own, tile))
                .collect()
        });
        let mut body = quote!(#declared #beside #lanes #across);
        for lane in soac.space.iter().rev() {
            let head = self.counted(lane.index, lane.extent);
            body = quote!(#head { #body });
        }
        tokens.extend(body);
        tokens
    }

    /// Writes the use that an output of a SOAC makes of the value of one lane of the tile.
    fn tiled_output(&mut self, output: &Output, binds: &[Var], tile: Tile) -> TokenStream {
        let (values, operator, when) = match output {
            Output::Reduce { values, operator, when, .. } => (values, operator, when),
            Output::Store(value) => {
                let (lane, name) = (lane_name(), self.array_of_lanes(binds[0]));
                let value = self.plain(*value).text;
                return quote!(#name[#lane] = #value;);
            }
            _ => unreachable!("tiles reduce and store"),
        };
        let condition = self.condition(*when);
        let places = binds.iter().map(|bind| self.plain(Atom::Var(*bind)).text).collect();
        let values = values.iter().map(|value| self.code(*value)).collect();
        guarded(condition, self.combined(operator, places, values, tile.context))
    }

    /// The states of running combinations, one for each lane.
    fn scan_lanes(&mut self, body: &[Statement], tile: Tile) -> TokenStream {
        let mut tokens = TokenStream::new();
        for statement in body {
            let Expression::Scan(scan) = &statement.expression else { continue };
            for (bind, initial) in statement.binds.iter().zip(&scan.initial) {
                let name = self.state_name(*bind);
                tokens.extend(self.lanes_from(&name, *bind, *initial, tile));
            }
        }
        tokens
    }

    /// Writes the elements that the lanes of a tile have for their columns.
    fn store_across(&mut self, soac: &Soac, bind: Var, lanes: &Ident) -> TokenStream {
        let extents: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
        let indices: Vec<Atom> = soac.space.iter().map(|lane| Atom::Var(lane.index)).collect();
        let position = self.linear(&indices, &extents);
        match self.destinations.of_arrays.get(&bind).map(|destination| destination.moved(position))
        {
            Some(Destination::Row(name, column, position)) => {
                let (column, position) = (column.text, position.text);
                quote!(#name.set_across(#column, #position, &#lanes);)
            }
            _ => unreachable!("columns are written where they belong"),
        }
    }

    fn tiled_loop(&mut self, repetition: &Loop, binds: &[Var], tile: Tile) -> TokenStream {
        let varying = tile.varying;
        let Loop { form, carried, body } = repetition;
        let mut before = TokenStream::new();
        for (var, initial) in carried {
            if varying.atom(Atom::Var(*var)) {
                before.extend(self.spread(*var, *initial, tile));
            } else {
                let (name, initial) = (self.name(*var), self.tokens(*initial));
                before.extend(quote!(let mut #name = #initial;));
            }
        }
        let code = match form {
            LoopForm::While(condition) if varying.block(condition) => {
                self.masked(condition, body, carried, tile)
            }
            form => {
                let head = match form {
                    LoopForm::For(index, count) => self.counted(*index, *count),
                    LoopForm::While(condition) => {
                        let (statements, results) = self.block(condition, tile.context);
                        self.while_head(statements, &results)
                    }
                };
                let (lanes, uniform): (Vec<_>, Vec<_>) = carried
                    .iter()
                    .map(|(var, _)| *var)
                    .zip(body.results.iter().copied())
                    .partition(|(var, _)| varying.atom(Atom::Var(*var)));
                let tail: Vec<Atom> = lanes.iter().map(|(_, result)| *result).collect();
                let code = self.tiled(&body.statements, &tail, tile, |this| this.next(&lanes));
                let step = self.next(&uniform);
                quote!(#head { #code #step })
            }
        };
        for (bind, (var, _)) in binds.iter().zip(carried) {
            self.alias(*bind, Atom::Var(*var));
        }
        quote!(#before #code)
    }

    /// Carried variables get their next values, all at once.
    fn next(&mut self, steps: &[(Var, Atom)]) -> TokenStream {
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (var, result) in steps {
            if self.resolve(*result) != Atom::Var(*var) {
                targets.push(self.plain(Atom::Var(*var)).text);
                values.push(self.plain(*result).text);
            }
        }
        assignment(targets, values)
    }

    /// A loop that goes on until all lanes have stopped.
    fn masked(
        &mut self,
        condition: &Block,
        body: &Block,
        carried: &[(Var, Atom)],
        tile: Tile,
    ) -> TokenStream {
        let (test, results) = self.block(condition, tile.context);
        let goes = &results[0].text;
        let (statements, results) = self.block(body, tile.context);
        let going = self.names.fresh("going");
        let goes_on = self.names.fresh("goes_on");
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for ((var, _), result) in carried.iter().zip(results) {
            let old = self.plain(Atom::Var(*var));
            if old.text.to_string() != result.text.to_string() {
                let goes_on = RustExpression::whole(goes_on.to_token_stream());
                values.push(select_in_lanes(&goes_on, &result, &old).text);
                targets.push(old.text);
            }
        }
        let step = assignment(targets, values);
        let lanes = tile.form.over_lanes(quote! {
            #test
            let #goes_on = #goes;
            #statements
            #step
            #going |= #goes_on;
        });
        quote! {
            let mut #going = true;
            while #going {
                #going = false;
                #lanes
            }
        }
    }
}
