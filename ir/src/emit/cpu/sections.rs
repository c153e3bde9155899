//! Kernels whose lanes choose by where they are, as those of `concat` do: the driver runs them section
//! by section, and in each of them the choice is known.
//!
//! ```text
//! kernel [i < n] { first = lt i m                     section 0, up to m:   as[i]
//!     y = if first { index as [i] }            ─▶     section 1:            bs[i - m]
//!         else { j = sub i m; index bs [j] }
//! } store y
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::{Code, Strength};
use super::methods::{Method, Methods};
use super::soac::values_of;
use super::writer::Writer;
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, each_use};
use crate::core::{Atom, Expression, If, Output, Soac, Statement, Var, VarSet};

/// How many choices there may be: the driver has code for so many sections, and one more.
const CUTS: usize = 3;

/// The choices of the lanes of a kernel.
pub(super) struct Sections {
    /// The dimension whose index decides.
    dimension: usize,
    /// The conditions, each of which lies in the branch where the ones before it do not hold, and up
    /// to where they hold.
    cuts: Vec<(Var, Atom)>,
}

impl Sections {
    /// The choices of the lanes of a map that stores scalars, if there are some.
    pub(super) fn of(soac: &Soac, writer: &Writer) -> Option<Sections> {
        let scalars = soac.outputs.iter().all(|output| match output {
            Output::Store(value) => writer.variables.atom_type(*value).is_scalar(),
            _ => false,
        });
        if !scalars {
            return None;
        }
        let inside = bound_inside(soac);
        soac.body.iter().find_map(|statement| {
            let Expression::If(branch) = &statement.expression else { return None };
            let (index, end) = below(&soac.body, branch, &inside)?;
            let dimension = soac.space.iter().position(|lane| lane.index == index)?;
            let mut cuts = vec![(branch.condition.var()?, end)];
            let mut branch = branch;
            while cuts.len() < CUTS {
                let body = &branch.otherwise.statements;
                let next = body.iter().find_map(|statement| {
                    let Expression::If(next) = &statement.expression else { return None };
                    let (other, end) = below(body, next, &inside)?;
                    (other == index && uses(body, next.condition) == 1).then_some((next, end))
                });
                let Some((next, end)) = next else { break };
                cuts.extend(next.condition.var().map(|condition| (condition, end)));
                branch = next;
            }
            Some(Sections { dimension, cuts })
        })
    }
}

/// An index and a size that all lanes know, where a branch is taken if the index is below.
fn below(body: &[Statement], branch: &If, inside: &VarSet) -> Option<(Var, Atom)> {
    let condition = branch.condition.var()?;
    let made = body.iter().find(|statement| statement.binds.contains(&condition))?;
    let Expression::Scalar(Operation::Less, operands) = &made.expression else { return None };
    let [Atom::Var(index), end] = operands[..] else { return None };
    end.var().is_none_or(|end| !inside.contains(&end)).then_some((index, end))
}

fn uses(body: &[Statement], condition: Atom) -> usize {
    let mut count = 0;
    for statement in body {
        each_use(&statement.expression, |var| count += usize::from(Atom::Var(var) == condition));
    }
    count
}

impl Writer<'_, '_> {
    /// The methods of a kernel whose lanes are computed section by section.
    pub(super) fn sections_methods(
        &mut self,
        soac: &Soac,
        at: &TokenStream,
        sections: &Sections,
    ) -> Methods {
        let Sections { dimension, cuts } = sections;
        let before = self.state();
        let section = self.names.fresh("section");
        for (number, (condition, _)) in cuts.iter().enumerate() {
            let number = Literal::usize_unsuffixed(number);
            let known = Code::new(quote!(#section <= #number), Strength::Comparison);
            self.fixed.insert(*condition, known);
        }
        let ((body, stored_type), mentioned) = self.recorded(|this| {
            let body = this.statements(&soac.body, &values_of(&soac.outputs));
            let (stored_type, stored) = this.stored(soac);
            (quote!(#body Ok(#stored)), stored_type)
        });
        cuts.iter().for_each(|(condition, _)| drop(self.fixed.remove(condition)));
        self.set_state(before);
        let lane = quote!(lane_of(self, #at, #section: usize) -> Result<Self::Stored>);
        let count = cuts.len();
        let (ends, mentioned_by_ends) =
            self.recorded(|this| this.all(&cuts.iter().map(|(_, end)| *end).collect::<Vec<_>>()));
        let types = quote! {
            type Stored = #stored_type;
            const CUTS: usize = #count;
            const CUT: usize = #dimension;
        };
        let cut = quote!(cut(self, section: usize) -> usize);
        let functions = vec![
            Method::operator(cut, quote!([#(#ends),*][section]), mentioned_by_ends),
            Method::lane(lane, body, mentioned),
        ];
        Methods { types, functions }
    }
}
