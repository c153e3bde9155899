//! Verifies SOACs, their outputs, and scans.

use super::{Verified, Verifier, fits};
use crate::core::{Atom, Extent, Lambda, Output, ScalarType, Scan, Soac, Type, Var};

impl Verifier<'_> {
    pub(super) fn soac(&mut self, soac: &Soac, binds: &[Var]) -> Verified {
        ensure!(!soac.space.is_empty(), "an index space without dimensions");
        // Without outputs it is only there to fail, or never to end.
        let works = !soac.outputs.is_empty() || !soac.body.is_empty();
        ensure!(works, "a SOAC that does nothing");
        for lane in &soac.space {
            self.size(lane.extent, "the extent of a dimension")?;
        }
        self.scoped(|this| {
            let lanes = std::mem::replace(&mut this.lanes, soac.space.len());
            for lane in &soac.space {
                ensure!(*this.variables.ty(lane.index) == Type::USIZE, "an index is a usize");
                this.bind(lane.index)?;
            }
            this.statements(&soac.body)?;
            let mut binds = binds;
            for output in &soac.outputs {
                let count = output.binds();
                ensure!(binds.len() >= count, "a SOAC binds too little");
                this.output(output, soac, &binds[..count])?;
                binds = &binds[count..];
            }
            ensure!(binds.is_empty(), "a SOAC binds too much");
            this.lanes = lanes;
            Ok(())
        })
    }

    fn output(&mut self, output: &Output, soac: &Soac, binds: &[Var]) -> Verified {
        let space: Vec<Extent> = soac.space.iter().map(|lane| Extent::Size(lane.extent)).collect();
        match output {
            Output::Store(value) => {
                let ty = self.ty(*value)?;
                self.stored(&ty, &space, binds[0])
            }
            Output::Columns(value) => {
                let ty = self.ty(*value)?;
                ensure!(!ty.is_scalar() && !ty.is_ragged(), "columns are regular rows");
                let element = Type::Scalar(ty.element()).under(space);
                self.stored(&element, ty.extents(), binds[0])
            }
            Output::Segment { row, start } => {
                self.size(*start, "where a row begins")?;
                let row = self.array(*row, "a row")?;
                let count = self.variables.ty(binds[0]).extents().first().copied();
                ensure!(count.is_some_and(|count| count.size().is_some()), "rows fill an array");
                self.stored(&row.row(1), count.as_slice(), binds[0])
            }
            Output::Append { rows, length, offsets } => {
                self.size(*length, "the length of rows")?;
                self.size(*offsets, "the count of offsets")?;
                ensure!(*self.variables.ty(binds[0]) == Type::USIZE, "the count is a usize");
                let wanted = Type::regular(ScalarType::Usize, [*offsets]);
                ensure!(*self.variables.ty(binds[1]) == wanted, "the offsets are a vector");
                for (row, bind) in rows.iter().zip(&binds[2..]) {
                    let ty = self.array(*row, "a row appended")?;
                    ensure!(ty.extents()[0] == Extent::Size(*length), "rows of another length");
                    let count = Extent::Size(Atom::Var(binds[0]));
                    self.stored(&ty.row(1), &[count], *bind)?;
                }
                Ok(())
            }
            Output::Reduce { values, initial, operator, when, .. } => {
                self.guard(*when)?;
                let initial = initial.as_ref().unwrap_or(values);
                ensure!(values.len() == initial.len(), "one initial value for each value");
                self.results_as(values, binds)?;
                self.results_as(initial, binds)?;
                self.operator(operator, self.types(binds))
            }
            Output::Compact { values, when } => {
                self.guard(Some(*when))?;
                ensure!(soac.space.len() == 1, "only a vector can be compacted");
                ensure!(*self.variables.ty(binds[0]) == Type::USIZE, "the count is a usize");
                let length = Extent::Size(Atom::Var(binds[0]));
                for (value, bind) in values.iter().zip(&binds[1..]) {
                    let ty = self.ty(*value)?;
                    self.stored(&ty, &[length], *bind)?;
                }
                Ok(())
            }
            Output::Scatter { destinations, index, values, when } => {
                self.guard(*when)?;
                self.size(*index, "an index")?;
                self.written(destinations, values, binds)
            }
            Output::Combine { destinations, index, values, operator, when } => {
                self.guard(*when)?;
                self.size(*index, "an index")?;
                self.written(destinations, values, binds)?;
                let types = self.types(binds).iter().map(|ty| ty.row(1)).collect();
                self.operator(operator, types)
            }
        }
    }

    /// Checks that `bind` is an array of `ty` under the extents. A row whose length varies from
    /// lane to lane makes that dimension ragged.
    fn stored(&self, ty: &Type, outer: &[Extent], bind: Var) -> Verified {
        let bound = self.variables.ty(bind);
        ensure!(bound.element() == ty.element(), "a store changes the element type");
        ensure!(bound.rank() == outer.len() + ty.rank(), "a store has a wrong rank");
        ensure!(bound.extents()[..outer.len()] == *outer, "a store has other extents");
        for (found, wanted) in bound.extents()[outer.len()..].iter().zip(ty.extents()) {
            ensure!(
                found == wanted || *found == Extent::Ragged,
                "a stored row has extent {wanted:?} and is bound as {found:?}"
            );
        }
        Ok(())
    }

    fn guard(&self, when: Option<Atom>) -> Verified {
        match when {
            Some(when) => self.expect(when, &Type::BOOL, "a guard"),
            None => Ok(()),
        }
    }

    fn written(&self, destinations: &[Atom], values: &[Atom], binds: &[Var]) -> Verified {
        ensure!(destinations.len() == values.len(), "one value for each destination");
        for ((destination, value), bind) in destinations.iter().zip(values).zip(binds) {
            let ty = self.array(*destination, "a destination")?;
            let found = self.ty(*value)?;
            ensure!(fits(&found, &ty.row(1)), "a value written has type {found:?}");
            ensure!(*self.variables.ty(*bind) == ty, "a scatter keeps the type");
        }
        Ok(())
    }

    fn types(&self, vars: &[Var]) -> Vec<Type> {
        vars.iter().map(|var| self.variables.ty(*var).clone()).collect()
    }

    /// Checks an operator that combines two values of these types.
    fn operator(&mut self, operator: &Lambda, types: Vec<Type>) -> Verified {
        ensure!(operator.parameters.len() == 2 * types.len(), "an operator of wrong arity");
        self.scoped(|this| {
            let lanes = std::mem::take(&mut this.lanes);
            for (position, var) in operator.parameters.iter().enumerate() {
                this.bind(*var)?;
                let ty = &types[position % types.len()];
                ensure!(this.variables.ty(*var) == ty, "an operator has other parameter types");
            }
            this.statements(&operator.body.statements)?;
            ensure!(operator.body.results.len() == types.len(), "an operator of wrong results");
            for (result, ty) in operator.body.results.iter().zip(&types) {
                let found = this.ty(*result)?;
                ensure!(fits(&found, ty), "the result of an operator has type {found:?}");
            }
            this.lanes = lanes;
            Ok(())
        })
    }

    pub(super) fn scan(&mut self, scan: &Scan, binds: &[Var]) -> Verified {
        ensure!(self.lanes == 1, "a scan runs over one dimension of lanes");
        ensure!(scan.values.len() == scan.initial.len(), "one initial value for each value");
        ensure!(binds.len() == scan.values.len(), "a scan binds what it combines");
        self.results_as(&scan.values, binds)?;
        self.results_as(&scan.initial, binds)?;
        self.operator(&scan.operator, self.types(binds))
    }
}
