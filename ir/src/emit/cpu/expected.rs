//! What is expected of the lanes of a tile: that they read next to each other, and go round equally often.
//!
//! Most of them do so where indices are clamped or wrapped around, or where each lane has its own range of
//! rounds, as in `xs[(i + j).min(n - 1)]`, `xs[(i + j) % n]`, `for p in i - r..=i + r`, and for a plane that is
//! stored flat, where `i / w` and `i % w` are the row and the column. A tile looks whether it is so:
//!
//! ```text
//! for lane in 0..W {                             first = min(i, m); last = min(i + W - 1, m)
//!     x = xs[min(i + lane, m)]; …         ─▶     if last != first + W - 1 { lane by lane, and done }
//! }                                              for lane in 0..W { x = xs[first + lane]; … }
//! ```
//!
//! What fails in some lane of a tile fails in the lane by itself, so that the first failure is what it was.
//!
//! What counts lanes grows by one from lane to lane. Least and greatest values, remainders and choices by
//! one comparison follow it, or jump once or fall: where the last lane has what it would have if they followed
//! it all the way, they do. In 32 bits what counts lanes may wrap around before it is an index: as an integer of
//! more bits it counts them where its first and its last lane do.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use rustc_hash::FxHashMap;

use super::code::{Code, Strength};
use super::guards::reads;
use super::scalar::{scalar_type, select_in_lanes};
use super::tile::lane_name;
use super::varying::Varying;
use super::writer::Writer;
use crate::core::{
    Atom, Check, Condition, Expression, LoopForm, Operation, Output, ScalarType, Soac, Statement,
    Var, VarMap, Variables,
};

/// How many definitions are followed, one after the other.
const DEPTH: usize = 12;

/// What the lanes of a tile have of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Each lane one more than the lane before.
    Counts,
    /// All lanes the same.
    Same,
}

/// The values that have a shape in most tiles, but not in all. Without any, nothing is looked at.
pub(super) fn expected(
    soac: &Soac,
    varying: &Varying,
    variables: &Variables,
) -> FxHashMap<Var, Shape> {
    let mut search = Search {
        definitions: VarMap::default(),
        varying,
        variables,
        found: FxHashMap::default(),
        marks: Vec::new(),
    };
    if is_stored(soac, variables) {
        search.learn(&soac.body, Place::Lane);
        search.loops(&soac.body, false);
    }
    search.found
}

/// Where a value is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Lane,
    Loop,
    /// In an arm of a branch, where a tile does not look at anything.
    Arm,
}

/// Whether lanes only give scalars, so that they may go again one by one.
pub(super) fn is_stored(soac: &Soac, variables: &Variables) -> bool {
    soac.outputs.iter().all(
        |output| matches!(output, Output::Store(value) if variables.atom_type(*value).is_scalar()),
    )
}

struct Search<'s> {
    /// How values are computed, and where.
    definitions: VarMap<(&'s Expression, Place)>,
    varying: &'s Varying,
    variables: &'s Variables,
    found: FxHashMap<Var, Shape>,
    /// What would be expected for the present operand.
    marks: Vec<(Var, Shape)>,
}

impl<'s> Search<'s> {
    fn learn(&mut self, list: &'s [Statement], place: Place) {
        let inside = if place == Place::Lane { Place::Loop } else { place };
        for statement in list {
            if let [bind] = statement.binds[..] {
                self.definitions.insert(bind, (&statement.expression, place));
            }
            match &statement.expression {
                Expression::Soac(soac) => self.learn(&soac.body, inside),
                Expression::Loop(repetition) => self.learn(&repetition.body.statements, inside),
                Expression::If(branch) => {
                    self.learn(&branch.then.statements, Place::Arm);
                    self.learn(&branch.otherwise.statements, Place::Arm);
                }
                _ => {}
            }
        }
    }

    /// Looks at the extents of loops, and at what is read in them.
    fn loops(&mut self, list: &[Statement], in_loop: bool) {
        for statement in list {
            match &statement.expression {
                Expression::Soac(soac) => {
                    for lane in &soac.space {
                        self.root(lane.extent, Some(Shape::Same));
                    }
                    self.loops(&soac.body, true);
                }
                Expression::Loop(repetition) => {
                    if let LoopForm::For(_, count) = repetition.form {
                        self.root(count, Some(Shape::Same));
                    }
                    self.loops(&repetition.body.statements, true);
                }
                Expression::If(branch) if in_loop => {
                    if reads(&branch.then) + reads(&branch.otherwise) > 0 {
                        self.compared_narrowly(branch.condition, DEPTH);
                    }
                    self.loops(&branch.then.statements, true);
                    self.loops(&branch.otherwise.statements, true);
                }
                Expression::Index(_, indices) if in_loop => {
                    for index in indices {
                        self.root(*index, None);
                    }
                }
                _ => {}
            }
        }
    }

    /// Looks at what branches compare in few bits, where it may wrap around: guards are of what does not.
    fn compared_narrowly(&mut self, condition: Atom, depth: usize) {
        use Operation::{And, Equal, Less, LessEqual, Not, NotEqual, Or};
        let Some(var) = condition.var().filter(|_| depth > 0) else { return };
        let Some((Expression::Scalar(operation, operands), _)) = self.definitions.get(&var) else {
            return;
        };
        match operation {
            And | Or | Not => {
                operands.iter().for_each(|part| self.compared_narrowly(*part, depth - 1));
            }
            Equal | NotEqual | Less | LessEqual => {
                for operand in operands {
                    let is_narrow = is_narrow(self.variables, *operand);
                    if let Some(var) = operand.var().filter(|_| is_narrow) {
                        self.marks.clear();
                        if self.shape(*operand, DEPTH) == Some(Shape::Counts)
                            && self.mark(var, Shape::Counts).is_some()
                        {
                            self.found.extend(self.marks.drain(..));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn root(&mut self, atom: Atom, wanted: Option<Shape>) {
        self.marks.clear();
        let shape = self.shape(atom, DEPTH);
        if shape.is_some() && (wanted.is_none() || shape == wanted) {
            self.found.extend(self.marks.drain(..));
        }
    }

    fn mark(&mut self, var: Var, shape: Shape) -> Option<Shape> {
        let (_, place) = self.definitions.get(&var)?;
        (*place != Place::Arm).then(|| {
            self.marks.push((var, shape));
            shape
        })
    }

    fn shape(&mut self, atom: Atom, depth: usize) -> Option<Shape> {
        use Shape::{Counts, Same};
        let Some(var) = atom.var().filter(|_| self.varying.atom(atom)) else { return Some(Same) };
        if self.varying.counts(atom) {
            return Some(Counts);
        }
        if let Some(shape) = self.found.get(&var) {
            return Some(*shape);
        }
        let depth = depth.checked_sub(1)?;
        let (expression, place) = *self.definitions.get(&var)?;
        let in_loop = place != Place::Lane;
        let is_number = is_counted(self.variables, atom);
        match expression {
            Expression::Cast(inner) if is_number && is_counted(self.variables, *inner) => {
                let shape = self.shape(*inner, depth)?;
                match keeps_counting(self.variables, *inner, atom) {
                    // What is narrower may wrap around on the way, and is somewhere else then.
                    false if shape == Counts => self.mark(var, Counts),
                    _ => Some(shape),
                }
            }
            Expression::Scalar(operation, operands) => {
                let shapes: Option<Vec<Shape>> =
                    operands.iter().map(|operand| self.shape(*operand, depth)).collect();
                let shapes = shapes?;
                let follows = shapes[0] == Counts && shapes[1..].iter().all(|s| *s == Same)
                    || shapes[..] == [Same, Counts] && is_symmetric(*operation);
                match operation {
                    _ if shapes.iter().all(|shape| *shape == Same) => Some(Same),
                    Operation::Add if follows => Some(Counts),
                    Operation::Subtract if follows => Some(Counts),
                    Operation::Subtract if shapes[..] == [Counts, Counts] => self.mark(var, Same),
                    Operation::Divide if follows && is_size(self.variables, atom) => {
                        self.mark(var, Same)
                    }
                    Operation::Remainder if follows && is_size(self.variables, atom) => {
                        self.mark(var, Counts)
                    }
                    Operation::Function(function) if follows && is_number => match function.name {
                        "min" | "max" | "clamp" | "rem_euclid" | "saturating_sub"
                        | "saturating_add" => self.mark(var, Counts),
                        _ => None,
                    },
                    _ => None,
                }
            }
            Expression::Select([condition, then, otherwise]) if is_number => {
                let shapes = [self.shape(*then, depth)?, self.shape(*otherwise, depth)?];
                match shapes {
                    [Counts, _] | [_, Counts] if self.is_one_comparison(*condition, depth) => {
                        self.mark(var, Counts)
                    }
                    // Ranges that are empty where they end before they begin.
                    [Same, Same] if !in_loop => self.mark(var, Same),
                    _ => None,
                }
            }
            Expression::Check(check) => {
                let counts = matches!(check.condition, Condition::Index(_) | Condition::Slice(_))
                    && check.when.is_none()
                    && self.shape(check.operands[0], depth) == Some(Counts)
                    && self.shape(check.operands[1], depth).is_some();
                match counts {
                    true => self.mark(var, Counts),
                    false if !in_loop && is_size(self.variables, atom) => self.mark(var, Same),
                    false => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a condition compares what counts lanes with what is the same for all of them.
    fn is_one_comparison(&mut self, condition: Atom, depth: usize) -> bool {
        match compared(condition, &self.definitions) {
            Some([a, b]) => {
                let shapes = [self.shape(a, depth), self.shape(b, depth)];
                shapes.contains(&Some(Shape::Counts)) && shapes.contains(&Some(Shape::Same))
            }
            None => false,
        }
    }
}

/// Whether there are checks in loops.
pub(super) fn has_checks_in_loops(list: &[Statement], in_loop: bool) -> bool {
    list.iter().any(|statement| match &statement.expression {
        Expression::Check(_) => in_loop,
        Expression::Soac(soac) => has_checks_in_loops(&soac.body, true),
        Expression::Loop(repetition) => has_checks_in_loops(&repetition.body.statements, true),
        _ => false,
    })
}

/// What a condition compares.
fn compared(condition: Atom, definitions: &VarMap<(&Expression, Place)>) -> Option<[Atom; 2]> {
    match definitions.get(&condition.var()?)?.0 {
        Expression::Scalar(Operation::Less | Operation::LessEqual, operands) => {
            Some([operands[0], operands[1]])
        }
        _ => None,
    }
}

/// Whether a tile can look at a check.
pub(super) fn is_looked_at(check: &Check, variables: &Variables) -> bool {
    let of_sizes = check.operands.iter().all(|operand| is_size(variables, *operand));
    match check.condition {
        Condition::Index(_) | Condition::Slice(_) => of_sizes,
        Condition::Countable => true,
        Condition::NotZero(_) => variables.element(check.operands[0]).is_integer(),
        _ => false,
    }
}

fn is_symmetric(operation: Operation) -> bool {
    match operation {
        Operation::Add => true,
        Operation::Function(function) => {
            matches!(function.name, "min" | "max" | "saturating_add")
        }
        _ => false,
    }
}

fn is_size(variables: &Variables, atom: Atom) -> bool {
    variables.element(atom) == ScalarType::Usize
}

/// Whether an operand is an integer in which lanes may be counted: tiles are narrower than all it can be.
pub(super) fn is_counted(variables: &Variables, atom: Atom) -> bool {
    let ty = variables.element(atom);
    ty.is_integer() && ty.bytes() >= 4
}

/// Whether it is such an integer, of fewer bits than an index.
pub(super) fn is_narrow(variables: &Variables, atom: Atom) -> bool {
    is_counted(variables, atom) && variables.element(atom).bytes() < 8
}

/// Whether what counts lanes, and may wrap around, does so as another integer, too: if it has no more bits.
pub(super) fn keeps_counting(variables: &Variables, from: Atom, to: Atom) -> bool {
    let bytes = |atom| variables.element(atom).bytes();
    is_counted(variables, from) && is_counted(variables, to) && bytes(to) <= bytes(from)
}

impl Writer<'_, '_> {
    /// A statement of which a tile has to look whether lanes are as expected.
    pub(super) fn looked_at(
        &mut self,
        statement: &Statement,
        shape: Option<Shape>,
        varying: &Varying,
    ) -> TokenStream {
        let bind = statement.binds.first().copied();
        match (&statement.expression, shape, bind) {
            (Expression::Check(check), shape, _) => self.check_of_all(check, bind, shape, varying),
            (Expression::Scalar(Operation::Divide, operands), Some(Shape::Same), Some(bind)) => {
                let follows = self.follows(operands[0], varying);
                let value = self.pure(bind, &statement.expression).tokens;
                let looked_at = self.all_the_same(bind, &value, true);
                quote!(#follows #looked_at)
            }
            (expression, Some(Shape::Same), Some(bind)) => {
                // The difference of what counts lanes is the same for all.
                let grows = matches!(expression, Expression::Scalar(Operation::Subtract, _));
                let value = self.pure(bind, expression).tokens;
                self.all_the_same(bind, &value, grows)
            }
            (expression, Some(Shape::Counts), Some(bind)) => {
                let follows = match expression {
                    Expression::Select([condition, ..]) => self.chooses_alike(*condition, varying),
                    _ => TokenStream::new(),
                };
                let value = self.pure(bind, expression).tokens;
                let looked_at = self.one_more_each(bind, &value);
                quote!(#follows #looked_at)
            }
            _ => unreachable!("what is looked at has a shape"),
        }
    }

    /// Looks whether a comparison with what counts lanes comes out alike in all lanes: it does so in the first
    /// and the last one, and nothing wraps around between them.
    fn chooses_alike(&mut self, condition: Atom, varying: &Varying) -> TokenStream {
        let compared = condition.var().and_then(|var| self.scalars.get(&var));
        let compared = compared.map(|(_, operands)| operands.clone()).unwrap_or_default();
        let follows: TokenStream =
            compared.into_iter().map(|operand| self.follows(operand, varying)).collect();
        let (chosen, lane, failed) =
            (self.plain(condition).tokens, lane_name(), &self.lane_by_lane);
        quote! {
            #follows
            if { let #lane = 0usize; #chosen } != { let #lane = W - 1; #chosen } #failed
        }
    }

    /// Looks whether what counts lanes does not wrap around in the tile.
    fn follows(&mut self, atom: Atom, varying: &Varying) -> TokenStream {
        if !varying.atom(atom) {
            return TokenStream::new();
        }
        let (value, lane, failed) = (self.plain(atom).tokens, lane_name(), &self.lane_by_lane);
        quote! {
            if { let #lane = 0usize; #value } > { let #lane = W - 1; #value } #failed
        }
    }

    /// From now on a variable is what it is in the first lane, if it is the same in all lanes, of which the
    /// last one tells where values grow.
    fn all_the_same(&mut self, bind: Var, value: &TokenStream, grows: bool) -> TokenStream {
        let (name, lane, failed) = (self.name(bind), lane_name(), &self.lane_by_lane);
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
    fn one_more_each(&mut self, bind: Var, value: &TokenStream) -> TokenStream {
        let ty = scalar_type(self.variables.ty(bind).element());
        let (lane, failed) = (lane_name(), self.lane_by_lane.clone());
        let first = self.names.derived(bind, "first", self.variables);
        let counted = match self.variables.ty(bind).element() {
            ScalarType::Usize => Code::whole(lane.to_token_stream()),
            _ => Code::whole(quote!((#lane as #ty))),
        };
        let code =
            Code::binary(&Code::whole(first.to_token_stream()), quote!(+), &counted, Strength::Sum);
        self.write_at_use(bind, code);
        self.counting.insert(bind);
        self.firsts.insert(bind, first.clone());
        quote! {
            let #first = { let #lane = 0usize; #value };
            let last = { let #lane = W - 1; #value };
            if <#ty>::checked_add(#first, (W - 1) as #ty) != Some(last) #failed
        }
    }

    /// What counts lanes in few bits, where it is known not to wrap around, as an integer of more bits: it is
    /// counted in these, which shows that neighbours lie side by side.
    pub(super) fn counted_further(&self, atom: Atom, ty: ScalarType) -> Option<Code> {
        let first = self.firsts.get(&atom.var()?)?;
        let is_further = is_narrow(self.variables, atom) && ty.is_integer() && ty.bytes() == 8;
        is_further.then(|| {
            let (lane, ty) = (lane_name(), scalar_type(ty));
            Code::whole(quote!((#first as #ty).wrapping_add(#lane as #ty)))
        })
    }

    /// A check that all lanes pass, or else go one by one to find the first that does not.
    fn check_of_all(
        &mut self,
        check: &Check,
        bind: Option<Var>,
        shape: Option<Shape>,
        varying: &Varying,
    ) -> TokenStream {
        let (lane, failed) = (lane_name(), self.lane_by_lane.clone());
        let operands: Vec<TokenStream> =
            check.operands.iter().map(|operand| self.plain(*operand).tokens).collect();
        if let (Some(Shape::Counts), Some(bind)) = (shape, bind) {
            let (index, extent) = (&operands[0], &operands[1]);
            self.alias(bind, check.operands[0]);
            self.counting.insert(bind);
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
        let when = check.when.map(|when| self.plain(when).tokens);
        let passes = match &when {
            Some(when) => quote!(!#when | #passes),
            None => passes,
        };
        let varies = check.operands.iter().chain(&check.when).any(|operand| varying.atom(*operand));
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
                let zero = Code::whole(quote!(0));
                select_in_lanes(&self.code(when), &self.plain(check.operands[0]), &zero)
            }
        };
        let value = value.tokens;
        let value = match shape {
            Some(_) => self.all_the_same(bind, &value, false),
            None if varies => {
                let name = self.array_of_lanes(bind);
                let zero = self.zero(self.variables.ty(bind).element());
                self.write_at_use(bind, Code::whole(quote!(#name[#lane])));
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
