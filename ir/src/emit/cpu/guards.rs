//! Guards in tiles: the branches that the lanes of a tile take together where they can, and the tests that tell which
//! lanes a guard lets through.
//!
//! ```text
//! if i + lane > 0 { xs[i + lane - 1] } else { 0 }
//! ─▶
//! let held = Held::all(W).from(i, 1);
//! if held.is_all() { for lane in 0..W { xs[i + lane - 1] } } else if held.is_none() { … } else { … }
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::context::{Context, Tile};
use super::expression::RustExpression;
use super::methods::Method;
use super::tile_form::{TileForm, lane_name};
use super::writer::Writer;
use crate::core::{Atom, Block, If, Soac, Statement, Var, VarMap};
use crate::plan::schedule::cpu::{
    FirstLane, Guard, LaneTest, Scalars, Side, TestedLanes, Uniform, Varying, bound_in_arms,
    each_guard, known_before_lanes, learn,
};

/// The guards of what neighbouring lanes read, from the outer ones to the inner ones.
#[derive(Default)]
pub(super) struct Guards {
    /// Each condition, and whether it lets lanes through where it holds.
    conditions: Vec<(Var, bool)>,
    /// The lanes of a tile that all guards let through, as calls of the runtime.
    tests: TokenStream,
}

impl Guards {
    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }
}

impl Writer<'_, '_> {
    /// The guards among statements that run for each lane of a tile.
    pub(super) fn guards(&mut self, group: &[Statement], tile: Tile) -> Guards {
        self.written_guards(group, tile.context.guards, tile.varying, tile.scalars)
    }

    fn written_guards(
        &mut self,
        group: &[Statement],
        chosen: &[Guard],
        varying: &Varying,
        scalars: &Scalars,
    ) -> Guards {
        let arms = bound_in_arms(group);
        let tested = TestedLanes { varying, scalars, arms: &arms, variables: self.variables };
        let mut guards = Guards::default();
        each_guard(group, chosen, &mut |branch, guard| {
            let tests = tested.tests(branch.condition, guard.holds).unwrap_or_default();
            guards.conditions.extend(branch.condition.var().map(|var| (var, guard.holds)));
            let tests = tests.iter().map(|test| self.lane_test(test, varying));
            guards.tests.extend(tests);
        });
        guards
    }

    /// The call that tells which lanes pass a test.
    fn lane_test(&mut self, test: &LaneTest, varying: &Varying) -> TokenStream {
        let (first, bound, side, is_narrow) = match test {
            LaneTest::When(operand, holds) => {
                let condition = self.uniform(operand);
                let not = (!holds).then(|| quote!(!));
                return quote!(.when(#not #condition));
            }
            LaneTest::Compare { first, bound, side, is_narrow } => {
                (first, bound, *side, *is_narrow)
            }
        };
        let (mut first, mut other) = (self.first_lane(first, varying), self.uniform(bound));
        if is_narrow {
            // In more bits all are ordered as indices are.
            let ordered = |number: TokenStream| quote!((#number as i64 - i32::MIN as i64) as usize);
            (first, other) = (ordered(first), ordered(other));
        }
        let known = match bound {
            Uniform::Operand(atom) => atom.known_size(),
            _ => None,
        };
        let behind = match known {
            Some(bound) => Literal::usize_unsuffixed(bound.saturating_add(1)).to_token_stream(),
            None => quote!(usize::saturating_add(#other, 1)),
        };
        match side {
            Side::Below => quote!(.below(#first, #other)),
            Side::BelowOrAt => quote!(.below(#first, #behind)),
            Side::AtOrAbove => quote!(.from(#first, #other)),
            Side::Above => quote!(.from(#first, #behind)),
            Side::At => quote!(.from(#first, #other).below(#first, #behind)),
            Side::NotAt if known == Some(0) => quote!(.from(#first, #behind)),
            Side::NotAt => quote!(.but(#first, #other)),
        }
    }

    /// The value that an operand which counts lanes has in the first lane of a tile.
    fn first_lane(&mut self, first: &FirstLane, varying: &Varying) -> TokenStream {
        match first {
            FirstLane::Index => self.name(varying.neighbours()).to_token_stream(),
            FirstLane::Expected(var) => match self.values.first(*var) {
                Some(first) => first.to_token_stream(),
                None => {
                    unreachable!("a tile looks at values that count lanes before they are used")
                }
            },
            FirstLane::Sum(first, other) => {
                let (first, other) = (self.first_lane(first, varying), self.uniform(other));
                quote!(usize::wrapping_add(#first, #other))
            }
            FirstLane::Difference(first, other) => {
                let (first, other) = (self.first_lane(first, varying), self.uniform(other));
                quote!(usize::wrapping_sub(#first, #other))
            }
        }
    }

    /// An operand that is the same for all lanes.
    fn uniform(&mut self, operand: &Uniform) -> TokenStream {
        match operand {
            Uniform::Operand(atom) => self.tokens(*atom),
            Uniform::Sum(both) => {
                let [a, b] = [&both[0], &both[1]].map(|operand| self.uniform(operand));
                quote!(usize::wrapping_add(#a, #b))
            }
            Uniform::Difference(both) => {
                let [a, b] = [&both[0], &both[1]].map(|operand| self.uniform(operand));
                quote!(usize::wrapping_sub(#a, #b))
            }
        }
    }

    /// The method that tells which lanes of a row the guards of a kernel let through, so that tiles begin with
    /// the first of them.
    pub(super) fn held_method(
        &mut self,
        soac: &Soac,
        chosen: &[Guard],
        context: Context,
    ) -> Method {
        let varying = Varying::of(&[soac.space[soac.space.len() - 1].index], &soac.body);
        let mut scalars = Scalars::default();
        learn(&soac.body, &mut scalars);
        let before = self.state();
        let ((known, guards), mentioned) = self.recorded(|this| {
            let known: TokenStream = known_before_lanes(soac, &varying)
                .into_iter()
                .map(|statement| this.statement(statement, false, context))
                .collect();
            (known, this.written_guards(&soac.body, chosen, &varying, &scalars))
        });
        self.set_state(before);
        let (indices, rank) = (self.index_names(soac), soac.space.len());
        let (width, tests) = (self.names.fresh("width"), guards.tests);
        let signature = quote! {
            held(self, [#(#indices),*]: [usize; #rank], #width: usize) -> cpu::guards::Held
        };
        let body = quote!(#known cpu::guards::Held::all(#width) #tests);
        Method::operator(signature, body, mentioned)
    }

    /// A branch with loops: these go over all lanes of a tile where all take the same arm, and elsewhere each
    /// lane goes round by itself.
    pub(super) fn tiled_branch(
        &mut self,
        branch: &If,
        statement: &Statement,
        tile: Tile,
    ) -> TokenStream {
        let mut declared = TokenStream::new();
        let mut places = Vec::new();
        for bind in &statement.binds {
            let name = self.array_of_lanes(*bind);
            let zero = self.zero(self.variables.ty(*bind).element());
            let (zeros, place) = (tile.form.for_all_lanes(&zero), tile.form.of_lane(&name));
            declared.extend(quote!(let mut #name = #zeros;));
            places.push(place);
        }
        let before = self.state();
        let each = self.statement(statement, false, tile.context);
        let values: Vec<TokenStream> =
            statement.binds.iter().map(|bind| self.plain(Atom::Var(*bind)).text).collect();
        let each = tile.form.over_lanes(quote!(#each #(#places = #values;)*));
        self.set_state(before);
        let guards = tile.context.guards;
        let guard = guards.iter().find(|guard| statement.binds[0] == guard.branch);
        let lanes = match guard.filter(|_| tile.form == TileForm::Tile) {
            None => each,
            Some(guard) => {
                let this_one = std::slice::from_ref(guard);
                let statements = std::slice::from_ref(statement);
                let Guards { tests, .. } =
                    self.written_guards(statements, this_one, tile.varying, tile.scalars);
                let arm = |this: &mut Self, block: &Block| {
                    let before = this.state();
                    let lanes = this.tiled(&block.statements, &block.results, tile, |this| {
                        let values: Vec<TokenStream> =
                            block.results.iter().map(|value| this.plain(*value).text).collect();
                        quote!(#(#places = #values;)*)
                    });
                    this.set_state(before);
                    lanes
                };
                let (then, otherwise) = (arm(self, &branch.then), arm(self, &branch.otherwise));
                let (inside, outside) =
                    if guard.holds { (then, otherwise) } else { (otherwise, then) };
                let held = self.names.fresh("held");
                quote! {
                    let #held = cpu::guards::Held::all(W) #tests;
                    if #held.is_all() {
                        #inside
                    } else if #held.is_none() {
                        #outside
                    } else {
                        #each
                    }
                }
            }
        };
        for (bind, place) in statement.binds.iter().zip(&places) {
            self.write_at_use(*bind, RustExpression::whole(place.clone()));
        }
        quote!(#declared #lanes)
    }

    /// Loops over the lanes of a tile, whose code is written for those that guards let through and for
    /// others.
    pub(super) fn guarded_lanes(
        &mut self,
        guards: &Guards,
        tile: Tile,
        mut body: impl FnMut(&mut Self, Context) -> TokenStream,
    ) -> TokenStream {
        let Guards { conditions, tests } = guards;
        let (lane, held) = (lane_name(), self.names.fresh("held"));
        let mut known = |this: &mut Self, through: TokenStream, not_through: TokenStream| {
            let before = this.state();
            let mut fixed = VarMap::default();
            for (condition, holds) in conditions {
                let known = if *holds { &through } else { &not_through };
                let code = RustExpression::whole(known.clone());
                this.write_at_use(*condition, code.clone());
                fixed.insert(*condition, code);
            }
            let lanes = body(this, Context { fixed: Some(&fixed), ..tile.context });
            this.set_state(before);
            lanes
        };
        let inside = known(self, quote!(true), quote!(false));
        // One guard keeps all others out. Stores of lanes happen in any case: stores under masks would keep the
        // accumulators in memory.
        let others = (conditions.len() == 1).then(|| {
            let outside = known(self, quote!(false), quote!(true));
            let mixed = known(self, quote!(#held.has(#lane)), quote!(!#held.has(#lane)));
            quote! {
                else if #held.is_none() {
                    for #lane in 0..W { #outside }
                } else if #held.is_known() {
                    for #lane in 0..W { #mixed }
                }
            }
        });
        let before = self.state();
        let any = body(self, tile.context);
        self.set_state(before);
        quote! {
            let #held = cpu::guards::Held::all(W) #tests;
            if #held.is_all() {
                for #lane in 0..W { #inside }
            } #others else {
                for #lane in 0..W { #any }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// Tests of the guards in tiles of a function: one for the lanes of a tile, and no checks.
    fn tests_of(function: &str) -> String {
        let code = code_of(function).replace(' ', "");
        let lanes: Vec<&str> = code.split("fnlane(").skip(1).collect();
        for lane in lanes {
            assert!(!lane.contains("host::index("), "a check in a lane: {lane}");
        }
        let calls = code.split("guards::Held::all(W)").nth(1).unwrap_or_default();
        calls.split(';').next().unwrap_or_default().to_string()
    }

    #[test]
    fn lanes_that_guards_let_through_go_together() {
        for (guard, tests) in [
            ("if i == 0 || i >= d { 0 } else { xs[i - 1] }", ".from(i,1).below(i,d)"),
            ("if i > 0 && d > i { xs[i - 1] } else { 0 }", ".from(i,1).below(i,d)"),
            ("if i + 1 < d { xs[i + 1] } else { 0 }", ".below(usize::wrapping_add(i,1usize),d)"),
            ("if i == 0 { 1 } else if i == d { 2 } else { xs[i - 1] }", ".from(i,1).but(i,d)"),
        ] {
            let function = format!(
                "pub fn f(xs: &[i32; n], d: usize) -> [i32; n] {{ generate(n, |i| {guard}) }}"
            );
            assert_eq!(tests_of(&function), tests, "{guard}");
        }
    }

    #[test]
    fn guards_in_inner_loops_are_looked_at_once_for_a_tile() {
        let function = "pub fn f(xs: &[i32; n], ts: &[i32; k], p: usize) -> [i32; n] {
            generate(n, |i| (0..k).map(|j| if i + j >= p && i + j - p < n { xs[i + j - p] * ts[j] } else { 0 }).sum())
        }";
        let tests = tests_of(function);
        let own = "usize::wrapping_add(i_2,i_3)";
        assert_eq!(tests, format!(".from({own},p).below(usize::wrapping_sub({own},p),n)"));
    }

    #[test]
    fn guards_by_what_lanes_read_are_not() {
        let function = "pub fn f(xs: &[i32; n], ys: &[i32; n]) -> [i32; n] {
            generate(n, |i| if xs[i] > 0 { ys[i] } else { 0 })
        }";
        assert_eq!(tests_of(function), "");
    }
}
