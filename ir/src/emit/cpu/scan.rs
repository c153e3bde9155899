//! Scan kernels: the body of a lane falls into the statements before its running combinations and those
//! after.

use proc_macro2::TokenStream;
use quote::quote;
use rustc_hash::FxHashSet;

use super::context::Context;
use super::expression::nested_tuple;
use super::methods::{Method, Methods};
use super::reductions::Reductions;
use super::scalar::scalar_type;
use super::soac::values_of;
use super::writer::Writer;
use crate::analysis::slice_of;
use crate::analysis::{Component, components, identity_of};
use crate::core::visit::{each_use, scans_of};
use crate::core::{Atom, Expression, Operation, Scan, Soac, Statement, Var, VarSet};

impl Writer<'_, '_> {
    /// The methods of a scan.
    pub(super) fn scan_methods(
        &mut self,
        soac: &Soac,
        binds: &[Var],
        reductions: &Reductions,
        context: Context,
    ) -> Methods {
        let scans = scans_of(soac);
        let needed: Vec<Atom> =
            scans.iter().flat_map(|(scan, _)| scan.values.iter().copied()).collect();
        let early = slice_of(&soac.body, self.variables, needed.iter().copied());
        let (early, late) = self.phases(soac, &early);
        let kept = kept(&early, &late, soac);

        let mut tail = needed;
        tail.extend(kept.iter().map(|var| Atom::Var(*var)));
        let (early, mut in_lane) = self.recorded(|this| {
            let point = this.point(soac);
            let body = this.statements(&early, &tail, context);
            let values = scans.iter().map(|(scan, _)| {
                nested_tuple(scan.values.iter().map(|v| this.tokens(*v)).collect())
            });
            let values = nested_tuple(values.collect());
            let keep = nested_tuple(kept.iter().map(|var| this.tokens(Atom::Var(*var))).collect());
            quote!(#point #body Ok((#keep, #values)))
        });
        let combine = self.scan_combination(&scans, context);

        // The values that were kept have names from here on.
        let kept_names: Vec<TokenStream> = kept
            .iter()
            .map(|var| {
                self.forget(*var);
                let name = self.name(*var);
                quote!(#name)
            })
            .collect();
        let kept_names = nested_tuple(kept_names);
        let (mut seen_before, mut seen_with) = (Vec::new(), Vec::new());
        for (scan, bound) in &scans {
            let names = nested_tuple(self.names(bound));
            let (now, other) = match scan.exclusive {
                true => (&mut seen_before, &mut seen_with),
                false => (&mut seen_with, &mut seen_before),
            };
            now.push(names);
            other.push(quote!(_));
        }
        let (seen_before, seen_with) = (nested_tuple(seen_before), nested_tuple(seen_with));
        let places = self.row_destinations(soac, binds);
        let ((late, stored_type), in_late) = self.recorded(|this| {
            let point = this.point(soac);
            let body = this.statements(&late, &values_of(&soac.outputs), context);
            let writes = this.writes(soac, binds, context);
            let (stored_type, stored) = this.stored(soac);
            let value = this.reduced(reductions);
            (quote!(#point #body #writes Ok((#stored, #value))), stored_type)
        });
        let reduced_type = reductions.value_type();
        // The values of the early half may be written out in the late one.
        in_lane.extend(in_late);
        in_lane.extend(places);
        let before = quote!(before(self, at: usize) -> Result<(Self::Saved, Self::Value)>);
        let after = quote! {
                after(
                    self,
                    at: usize,
                    #kept_names: Self::Saved,
                    #seen_before: Self::Value,
                    #seen_with: Self::Value,
                ) -> Result<(Self::Stored, Self::Reduced)>
        };
        let reduce = self.reduce_methods_of(reductions, context);
        let value_type = nested_tuple(
            scans
                .iter()
                .map(|(scan, _)| {
                    let types = scan.values.iter().map(|value| self.variables.element(*value));
                    nested_tuple(types.map(scalar_type).collect())
                })
                .collect(),
        );
        let kept_type = kept.iter().map(|var| scalar_type(self.variables.ty(*var).element()));
        let kept_type = nested_tuple(kept_type.collect());
        // Operators with an identity element are single instructions.
        let commutative =
            scans.iter().all(|(scan, _)| identity_of(&scan.operator, self.variables).is_some());
        // Sums and products of floats wait for those before them; minima and maxima vectorise badly.
        let mut floats = scans
            .iter()
            .filter_map(|(scan, _)| components(&scan.operator, self.variables))
            .flatten()
            .filter(|component| component.ty().is_float())
            .peekable();
        let sums = |component| {
            matches!(component, Component::Operation(Operation::Add | Operation::Multiply, _))
        };
        let tiled = commutative && floats.peek().is_some() && floats.all(sums);
        let types = quote! {
            const COMMUTATIVE: bool = #commutative;
            const TILED: bool = #tiled;
            type Saved = #kept_type;
            type Stored = #stored_type;
            type Reduced = #reduced_type;
        };
        let mut functions = vec![
            Method::lane(before, early, in_lane.clone()),
            combine,
            Method::lane(after, late, in_lane),
        ];
        functions.extend(reduce);
        functions.extend(self.offsets_method(soac));
        Methods { value: Some(value_type), types, functions }
    }

    /// Writes the values with which the combinations of the scan begin.
    pub(super) fn scan_initial(&mut self, soac: &Soac) -> TokenStream {
        let scans = scans_of(soac);
        nested_tuple(scans.iter().map(|(scan, _)| nested_tuple(self.all(&scan.initial))).collect())
    }

    fn scan_combination(&mut self, scans: &[(&Scan, &[Var])], context: Context) -> Method {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (body, mentioned) = self.recorded(|this| {
            let mut body = TokenStream::new();
            let mut results = Vec::new();
            for (scan, _) in scans {
                let (a, b) = scan.operator.parameters.split_at(scan.values.len());
                left.push(nested_tuple(this.names(a)));
                right.push(nested_tuple(this.names(b)));
                let (statements, values) = this.block(&scan.operator.body, context);
                body.extend(statements);
                results.push(nested_tuple(values.into_iter().map(|code| code.text).collect()));
            }
            let result = nested_tuple(results);
            quote!(#body Ok(#result))
        });
        let (a, b) = (nested_tuple(left), nested_tuple(right));
        let signature = quote! {
            combine(self, #a: Self::Value, #b: Self::Value)
                -> Result<Self::Value>
        };
        Method::combining(signature, body, mentioned)
    }

    /// The statements before and after the running combinations. A statement of the first part whose value the
    /// second part needs is in both if the value is read again as cheaply as it is kept, or is an array.
    fn phases(&self, soac: &Soac, early: &FxHashSet<usize>) -> (Vec<Statement>, Vec<Statement>) {
        let mut late: FxHashSet<usize> = (0..soac.body.len())
            .filter(|position| {
                !early.contains(position)
                    && !matches!(soac.body[*position].expression, Expression::Scan(_))
            })
            .collect();
        let lanes: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
        let bound: VarSet =
            soac.body.iter().flat_map(|statement| statement.binds.iter().copied()).collect();
        loop {
            let mut used: VarSet = VarSet::new();
            for position in &late {
                each_use(&soac.body[*position].expression, |var| {
                    used.insert(var);
                });
            }
            used.extend(values_of(&soac.outputs).iter().filter_map(|atom| atom.var()));
            let again: Vec<usize> = early
                .iter()
                .copied()
                .filter(|position| !late.contains(position))
                .filter(|position| {
                    let statement = &soac.body[*position];
                    let reads = match &statement.expression {
                        Expression::Index(_, indices) => indices.iter().all(|index| {
                            index
                                .var()
                                .is_none_or(|var| lanes.contains(&var) || !bound.contains(&var))
                        }),
                        _ => false,
                    };
                    let array =
                        statement.binds.iter().any(|var| !self.variables.ty(*var).is_scalar());
                    (reads || array) && statement.binds.iter().any(|var| used.contains(var))
                })
                .collect();
            if again.is_empty() {
                break;
            }
            late.extend(again);
        }
        let part = |positions: &FxHashSet<usize>| {
            let statements = soac.body.iter().enumerate();
            statements
                .filter(|(position, _)| positions.contains(position))
                .map(|(_, statement)| statement.clone())
                .collect()
        };
        (part(early), part(&late))
    }
}

/// The variables of the first part that the second part uses and does not bind itself.
fn kept(early: &[Statement], late: &[Statement], soac: &Soac) -> Vec<Var> {
    let mut used: VarSet = VarSet::new();
    for statement in late {
        each_use(&statement.expression, |var| {
            used.insert(var);
        });
    }
    used.extend(values_of(&soac.outputs).iter().filter_map(|atom| atom.var()));
    for output in &soac.outputs {
        if let crate::core::Output::Scatter { index, .. } = output {
            used.extend(index.var());
        }
    }
    let again: VarSet = late.iter().flat_map(|statement| statement.binds.iter().copied()).collect();
    early
        .iter()
        .flat_map(|statement| statement.binds.iter().copied())
        .filter(|var| used.contains(var) && !again.contains(var))
        .collect()
}
