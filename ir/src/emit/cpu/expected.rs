//! Tiles check at run time that their lanes are as expected: that values which count lanes, or which are the
//! same for all lanes, are so in the tile at hand. A tile that fails the check goes lane by lane.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::context::Tile;
use super::expression::{RustExpression, Strength};
use super::scalar::{scalar_type, select_in_lanes};
use super::tile_form::lane_name;
use super::writer::Writer;
use crate::core::{Atom, Check, Condition, Expression, Operation, ScalarType, Statement, Var};
use crate::plan::schedule::cpu::{Shape, is_narrow};

impl Writer<'_, '_> {
    /// A statement of which a tile has to look whether lanes are as expected.
    pub(super) fn looked_at(
        &mut self,
        statement: &Statement,
        shape: Option<Shape>,
        tile: Tile,
    ) -> TokenStream {
        let bind = statement.binds.first().copied();
        match (&statement.expression, shape, bind) {
            (Expression::Check(check), shape, _) => self.check_of_all(check, bind, shape, tile),
            (Expression::Scalar(Operation::Divide, operands), Some(Shape::Same), Some(bind)) => {
                let follows = self.follows(operands[0], tile);
                let value = self.pure(bind, &statement.expression, tile.context).text;
                let looked_at = self.all_the_same(bind, &value, true, tile);
                quote!(#follows #looked_at)
            }
            (expression, Some(Shape::Same), Some(bind)) => {
                // The difference of what counts lanes is the same for all.
                let grows = matches!(expression, Expression::Scalar(Operation::Subtract, _));
                let value = self.pure(bind, expression, tile.context).text;
                self.all_the_same(bind, &value, grows, tile)
            }
            (expression, Some(Shape::Counts), Some(bind)) => {
                let follows = match expression {
                    Expression::Select([condition, ..]) => self.chooses_alike(*condition, tile),
                    _ => TokenStream::new(),
                };
                let value = self.pure(bind, expression, tile.context).text;
                let looked_at = self.one_more_each(bind, &value, tile);
                quote!(#follows #looked_at)
            }
            _ => unreachable!("what is looked at has a shape"),
        }
    }

    /// Looks whether a comparison with what counts lanes comes out alike in all lanes: it does so in the first
    /// and the last one, and nothing wraps around between them.
    fn chooses_alike(&mut self, condition: Atom, tile: Tile) -> TokenStream {
        let compared = condition.var().and_then(|var| tile.scalars.get(&var));
        let compared = compared.map(|(_, operands)| operands.clone()).unwrap_or_default();
        let follows: TokenStream =
            compared.into_iter().map(|operand| self.follows(operand, tile)).collect();
        let (chosen, lane, failed) = (self.plain(condition).text, lane_name(), tile.lane_by_lane);
        quote! {
            #follows
            if { let #lane = 0usize; #chosen } != { let #lane = W - 1; #chosen } #failed
        }
    }

    /// Looks whether what counts lanes does not wrap around in the tile.
    fn follows(&mut self, atom: Atom, tile: Tile) -> TokenStream {
        if !tile.varying.atom(atom) {
            return TokenStream::new();
        }
        let (value, lane, failed) = (self.plain(atom).text, lane_name(), tile.lane_by_lane);
        quote! {
            if { let #lane = 0usize; #value } > { let #lane = W - 1; #value } #failed
        }
    }

    /// From now on a variable is what it is in the first lane, if it is the same in all lanes, of which the
    /// last one tells where values grow.
    fn all_the_same(
        &mut self,
        bind: Var,
        value: &TokenStream,
        grows: bool,
        tile: Tile,
    ) -> TokenStream {
        let (name, lane, failed) = (self.name(bind), lane_name(), tile.lane_by_lane);
        let same = match grows {
            true => quote!(#name == { let #lane = W - 1; #value }),
            false => quote!({
                let mut same = true;
                for #lane in 0..W { same &= #value == #name; }
                same
            }),
        };
        quote! {
            let #name = { let #lane = 0usize; #value };
            if !(#same) #failed
        }
    }

    /// From now on a variable counts from what it is in the first lane, if the last one has what it would have.
    fn one_more_each(&mut self, bind: Var, value: &TokenStream, tile: Tile) -> TokenStream {
        let ty = scalar_type(self.variables.ty(bind).element());
        let (lane, failed) = (lane_name(), tile.lane_by_lane);
        let first = self.names.derived(bind, "first", self.variables);
        let counted = match self.variables.ty(bind).element() {
            ScalarType::Usize => RustExpression::whole(lane.to_token_stream()),
            _ => RustExpression::whole(quote!((#lane as #ty))),
        };
        let code = RustExpression::binary(
            &RustExpression::whole(first.to_token_stream()),
            quote!(+),
            &counted,
            Strength::Sum,
        );
        self.write_at_use(bind, code);
        self.values.set_counting(bind, Some(first.clone()));
        quote! {
            let #first = { let #lane = 0usize; #value };
            let last = { let #lane = W - 1; #value };
            if <#ty>::checked_add(#first, (W - 1) as #ty) != Some(last) #failed
        }
    }

    /// Casts a value that counts lanes in few bits, and that is known not to wrap around, to an integer of 64
    /// bits: the lanes are counted in these, which shows that neighbours lie side by side.
    pub(super) fn counted_further(&self, atom: Atom, ty: ScalarType) -> Option<RustExpression> {
        let first = self.values.first(atom.var()?)?;
        let is_further = is_narrow(self.variables, atom) && ty.is_integer() && ty.bytes() == 8;
        is_further.then(|| {
            let (lane, ty) = (lane_name(), scalar_type(ty));
            RustExpression::whole(quote!((#first as #ty).wrapping_add(#lane as #ty)))
        })
    }

    /// A check that all lanes pass, or else go one by one to find the first that does not.
    fn check_of_all(
        &mut self,
        check: &Check,
        bind: Option<Var>,
        shape: Option<Shape>,
        tile: Tile,
    ) -> TokenStream {
        let (lane, failed) = (lane_name(), tile.lane_by_lane);
        let operands: Vec<TokenStream> =
            check.operands.iter().map(|operand| self.plain(*operand).text).collect();
        if let (Some(Shape::Counts), Some(bind)) = (shape, bind) {
            let (index, extent) = (&operands[0], &operands[1]);
            self.alias(bind, check.operands[0]);
            self.values.set_counting(bind, None);
            let holds = match check.condition {
                Condition::Index(_) => quote!(<),
                _ => quote!(<=),
            };
            let at = |lane_is: TokenStream| quote!({ let #lane = #lane_is; (#index, #extent) });
            let (first, last) = (at(quote!(0usize)), at(quote!(W - 1)));
            return quote! {{
                let (first, limit) = #first;
                let (last, last_limit) = #last;
                let passed = (first <= last) & (limit <= last_limit);
                if !(passed & (first #holds limit) & (last #holds last_limit)) #failed
            }};
        }
        let ty = scalar_type(self.variables.element(check.operands[0]));
        let passes = match (&check.condition, &operands[..]) {
            (Condition::Index(_), [index, extent]) => quote!((#index < #extent)),
            (Condition::Slice(_), [bound, limit]) => quote!((#bound <= #limit)),
            (Condition::Countable, [first, last]) => {
                quote!(((#first != <#ty>::MIN) | (#last != <#ty>::MAX)))
            }
            (_, number) => quote!((#(#number)* != 0)),
        };
        let when = check.when.map(|when| self.plain(when).text);
        let passes = match &when {
            Some(when) => quote!(!#when | #passes),
            None => passes,
        };
        let varies =
            check.operands.iter().chain(&check.when).any(|operand| tile.varying.atom(*operand));
        let looked_at = match varies {
            true => quote!({
                let mut passed = true;
                for #lane in 0..W { passed &= #passes; }
                passed
            }),
            false => quote!((#passes)),
        };
        let Some(bind) = bind else { return quote!(if !#looked_at #failed) };
        let value = match check.when {
            None => self.plain(check.operands[0]),
            Some(when) => {
                let zero = RustExpression::whole(quote!(0));
                select_in_lanes(&self.code(when), &self.plain(check.operands[0]), &zero)
            }
        };
        let value = value.text;
        let value = match shape {
            Some(_) => self.all_the_same(bind, &value, false, tile),
            None if varies => {
                let name = self.array_of_lanes(bind);
                let zero = self.zero(self.variables.ty(bind).element());
                self.write_at_use(bind, RustExpression::whole(quote!(#name[#lane])));
                quote! {
                    let mut #name = [#zero; W];
                    for #lane in 0..W { #name[#lane] = #value; }
                }
            }
            None => {
                let name = self.name(bind);
                quote!(let #name = #value;)
            }
        };
        quote!(if !#looked_at #failed #value)
    }
}
