//! Guards in tiles: branches that neighbouring lanes take by where they are.
//!
//! A read that a lane makes only if a guard lets the lane through would be a read under a mask in vectors, and
//! masked addresses outside of the array make that slow. If the guard compares a value that counts lanes with
//! one that is the same for all of them, the lanes that it lets through are neighbours, and so are those on
//! either side:
//!
//! ```text
//! for lane in 0..W {                         held = lanes from first, below end
//!     if i + lane >= first                   if all are held { for lane in 0..W { … } }
//!     && i + lane < end { … } else { 0 } ─▶  else if none is { for lane in 0..W { 0 } }
//! }                                          else { for lane in 0..W { if held { … } else { 0 } } }
//! ```
//!
//! Tiles that all of several guards let through are treated so, and in others each decides.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::code::Code;
use super::context::{Context, Tile};
use super::methods::Method;
use super::tile_form::{TileForm, lane_name};
use super::writer::Writer;
use crate::Limits;
use crate::core::visit::{bound_in, bound_inside, each_use};
use crate::core::{
    Atom, Block, Expression, If, Operation, ScalarType, Soac, Statement, Var, VarMap, VarSet,
};
use crate::plan::schedule::cpu::{Scalars, Varying, is_narrow, learn, reads};

/// The guards of what neighbouring lanes read, from the outer ones to the inner ones.
#[derive(Default)]
pub(super) struct Guards {
    /// Each condition, and whether it lets lanes through where it holds.
    conditions: Vec<(Var, bool)>,
    /// The lanes of a tile that all guards let through, as calls of the runtime.
    tests: TokenStream,
}

/// The lanes of a tile that guards are looked for in.
#[derive(Clone, Copy)]
struct Tested<'a> {
    /// The values that differ between them.
    varying: &'a Varying,
    /// The operations that compute their scalars.
    scalars: &'a Scalars,
    /// The variables that arms of branches bind.
    arms: &'a VarSet,
}

impl Guards {
    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }
}

impl Writer<'_, '_> {
    /// The guards among statements that run for each lane of a tile.
    pub(super) fn guards(
        &mut self,
        group: &[Statement],
        varying: &Varying,
        scalars: &Scalars,
    ) -> Guards {
        let mut guards = Guards::default();
        let mut arms = VarSet::new();
        for statement in group {
            for body in statement.expression.bodies() {
                arms.extend(bound_in(body).iter());
            }
        }
        self.add_guards(group, Tested { varying, scalars, arms: &arms }, &mut guards);
        let varies = |(condition, _): &(Var, bool)| varying.atom(Atom::Var(*condition));
        if guards.conditions.iter().any(varies) { guards } else { Guards::default() }
    }

    fn add_guards(&mut self, list: &[Statement], tested: Tested, guards: &mut Guards) {
        for statement in list {
            let Expression::If(branch) = &statement.expression else { continue };
            let Some(condition) = branch.condition.var() else { continue };
            let (then, otherwise) = (reads(&branch.then), reads(&branch.otherwise));
            if then.max(otherwise) == 0 {
                continue;
            }
            let first = then >= otherwise;
            for holds in [first, !first] {
                let tests = self.tests(branch.condition, holds, tested);
                if let Some(tests) =
                    tests.filter(|_| guards.conditions.len() < Limits::MEASURED.cpu.guards)
                {
                    guards.conditions.push((condition, holds));
                    guards.tests.extend(tests);
                    let arm = if holds { &branch.then } else { &branch.otherwise };
                    self.add_guards(&arm.statements, tested, guards);
                    break;
                }
            }
        }
    }

    /// The calls that tell for which lanes a condition holds, or does not, if these are neighbours.
    fn tests(&mut self, condition: Atom, holds: bool, tested: Tested) -> Option<TokenStream> {
        let varying = tested.varying;
        if !varying.atom(condition) {
            let condition = self.uniform(condition, tested)?;
            return Some(if holds {
                quote!(.when(#condition))
            } else {
                quote!(.when(!#condition))
            });
        }
        let (operation, operands) = tested.scalars.get(&condition.var()?)?.clone();
        use Operation::{And, Equal, Less, LessEqual, Not, NotEqual, Or};
        let [a, b] = match (operation, holds, &operands[..]) {
            (Not, _, [other]) => return self.tests(*other, !holds, tested),
            (And, true, [a, b]) | (Or, false, [a, b]) => {
                let first = self.tests(*a, holds, tested)?;
                let second = self.tests(*b, holds, tested)?;
                return Some(quote!(#first #second));
            }
            (Equal | NotEqual | Less | LessEqual, _, [a, b]) => [*a, *b],
            _ => return None,
        };
        let counts_first = varying.atom(a);
        let (counted, bound) = if counts_first { (a, b) } else { (b, a) };
        let (first, other) = if is_narrow(self.variables, counted) {
            // Tiles go on only where it does not wrap around, and in more bits all are ordered as indices are.
            let first = self.values.first(counted.var()?)?.clone();
            let other = self.uniform(bound, tested)?;
            let ordered = |number: TokenStream| quote!((#number as i64 - i32::MIN as i64) as usize);
            (ordered(first.to_token_stream()), ordered(other))
        } else {
            if self.variables.element(a) != ScalarType::Usize {
                return None;
            }
            (self.first(counted, tested)?, self.uniform(bound, tested)?)
        };
        let behind = match bound.known_size() {
            Some(bound) => Literal::usize_unsuffixed(bound.saturating_add(1)).to_token_stream(),
            None => quote!(usize::saturating_add(#other, 1)),
        };
        Some(match (operation, holds, counts_first) {
            (Less, true, true) | (LessEqual, false, false) => quote!(.below(#first, #other)),
            (LessEqual, true, true) | (Less, false, false) => quote!(.below(#first, #behind)),
            (Less, false, true) | (LessEqual, true, false) => quote!(.from(#first, #other)),
            (LessEqual, false, true) | (Less, true, false) => quote!(.from(#first, #behind)),
            (Equal, true, _) | (NotEqual, false, _) => {
                quote!(.from(#first, #other).below(#first, #behind))
            }
            _ if bound.known_size() == Some(0) => quote!(.from(#first, #behind)),
            _ => quote!(.but(#first, #other)),
        })
    }

    /// What an operand that counts lanes, from wherever, is in the first lane of a tile.
    fn first(&mut self, atom: Atom, tested: Tested) -> Option<TokenStream> {
        let varying = tested.varying;
        if varying.neighbours() == atom.var()? {
            let index = self.name(varying.neighbours());
            return Some(quote!(#index));
        }
        if let Some(first) = self.values.first(atom.var()?) {
            return Some(quote!(#first));
        }
        let (operation, operands) = tested.scalars.get(&atom.var()?)?.clone();
        let [a, b] = operands[..] else { return None };
        match (operation, varying.atom(a), varying.atom(b)) {
            (Operation::Add, true, false) | (Operation::Add, false, true) => {
                let (counted, other) = if varying.atom(a) { (a, b) } else { (b, a) };
                let first = self.first(counted, tested)?;
                let other = self.uniform(other, tested)?;
                Some(quote!(usize::wrapping_add(#first, #other)))
            }
            (Operation::Subtract, true, false) => {
                let first = self.first(a, tested)?;
                let other = self.uniform(b, tested)?;
                Some(quote!(usize::wrapping_sub(#first, #other)))
            }
            _ => None,
        }
    }

    /// An operand that is the same for all lanes, outside of the arms.
    fn uniform(&mut self, atom: Atom, tested: Tested) -> Option<TokenStream> {
        if tested.varying.atom(atom) {
            return None;
        }
        let Some(var) = atom.var().filter(|var| tested.arms.contains(var)) else {
            return Some(self.tokens(atom));
        };
        let (operation, operands) = tested.scalars.get(&var)?.clone();
        let [a, b] = operands[..] else { return None };
        if self.variables.element(atom) != ScalarType::Usize {
            return None;
        }
        let (a, b) = (self.uniform(a, tested)?, self.uniform(b, tested)?);
        match operation {
            Operation::Add => Some(quote!(usize::wrapping_add(#a, #b))),
            Operation::Subtract => Some(quote!(usize::wrapping_sub(#a, #b))),
            _ => None,
        }
    }

    /// The method that tells which lanes of a row the guards of a kernel let through, so that tiles begin with
    /// the first of them.
    pub(super) fn held_method(&mut self, soac: &Soac, context: Context) -> Option<Method> {
        let mut varying = Varying::among(&[soac.space.last()?.index]);
        varying.spread(&soac.body);
        let before = self.state();
        let mut scalars = Scalars::default();
        learn(&soac.body, &mut scalars);
        let mut unknown = bound_inside(soac);
        for lane in &soac.space {
            unknown.remove(&lane.index);
        }
        let (tests, mentioned) = self.recorded(|this| {
            let mut known = TokenStream::new();
            for statement in &soac.body {
                let is_scalar = matches!(
                    statement.expression,
                    Expression::Scalar(..)
                        | Expression::Cast(_)
                        | Expression::Select(_)
                        | Expression::Index(..)
                );
                let mut is_known = is_scalar && !varying.statement(statement);
                each_use(&statement.expression, |var| is_known &= !unknown.contains(&var));
                if is_known {
                    known.extend(this.statement(statement, false, context));
                    unknown.remove(&statement.binds[0]);
                }
            }
            let guards = this.guards(&soac.body, &varying, &scalars);
            (!guards.is_empty()).then_some((known, guards.tests))
        });
        self.set_state(before);
        let (known, tests) = tests?;
        if mentioned.iter().any(|var| unknown.contains(var)) {
            return None;
        }
        let (indices, rank) = (self.index_names(soac), soac.space.len());
        let width = self.names.fresh("width");
        let signature = quote! {
            held(self, [#(#indices),*]: [usize; #rank], #width: usize) -> cpu::guards::Held
        };
        let body = quote!(#known cpu::guards::Held::all(#width) #tests);
        Some(Method::operator(signature, body, mentioned))
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
            statement.binds.iter().map(|bind| self.plain(Atom::Var(*bind)).tokens).collect();
        let each = tile.form.over_lanes(quote!(#each #(#places = #values;)*));
        self.set_state(before);
        let mut arms = bound_in(&branch.then.statements);
        arms.extend(bound_in(&branch.otherwise.statements).iter());
        let tested = Tested { varying: tile.varying, scalars: tile.scalars, arms: &arms };
        let guard = [true, false]
            .into_iter()
            .find_map(|holds| Some((holds, self.tests(branch.condition, holds, tested)?)));
        let lanes = match guard.filter(|_| tile.form == TileForm::Tile) {
            None => each,
            Some((holds, tests)) => {
                let arm = |this: &mut Self, block: &Block| {
                    let before = this.state();
                    let lanes = this.tiled(&block.statements, &block.results, tile, |this| {
                        let values: Vec<TokenStream> =
                            block.results.iter().map(|value| this.plain(*value).tokens).collect();
                        quote!(#(#places = #values;)*)
                    });
                    this.set_state(before);
                    lanes
                };
                let (then, otherwise) = (arm(self, &branch.then), arm(self, &branch.otherwise));
                let (inside, outside) = if holds { (then, otherwise) } else { (otherwise, then) };
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
            self.write_at_use(*bind, Code::whole(place.clone()));
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
                let code = Code::whole(known.clone());
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
