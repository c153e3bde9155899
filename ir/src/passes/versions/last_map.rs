//! The map at the end of each lane of a nest: if its rows are stored, it can run over lanes and rows at
//! once, apart from the rest.

use super::spaces::{extents, known_outside, point};
use crate::core::visit::free_variables;
use crate::core::{
    Atom, Expression, Output, Renaming, Soac, Statement, Statements, Var, VarSet, Variables,
};

/// A map at the end of each lane whose rows the lanes store.
pub(super) struct LastMap<'a> {
    pub(super) binds: &'a [Var],
    pub(super) map: &'a Soac,
    /// The scalars of a lane that it uses.
    pub(super) needed: Vec<Var>,
}

impl<'a> LastMap<'a> {
    pub(super) fn of(
        soac: &'a Soac,
        inside: &VarSet,
        variables: &Variables,
    ) -> Option<LastMap<'a>> {
        let (last, before) = soac.body.split_last()?;
        let Statement { binds, expression: Expression::Soac(map), .. } = last else { return None };
        let is_map = map.outputs.iter().all(
            |output| matches!(output, Output::Store(value) if variables.atom_type(*value).is_scalar()),
        );
        let scans = map.has_scan();
        let stores = |var: &Var| {
            soac.outputs
                .iter()
                .any(|output| matches!(output, Output::Store(Atom::Var(v)) | Output::Columns(Atom::Var(v)) if v == var))
        };
        let only_maps = soac
            .outputs
            .iter()
            .all(|output| matches!(output, Output::Store(_) | Output::Columns(_)));
        if !is_map
            || scans
            || !only_maps
            || !binds.iter().all(stores)
            || !known_outside(&extents(map), inside)
        {
            return None;
        }
        let made: VarSet = before.iter().flat_map(|s| s.binds.iter().copied()).collect();
        let needed: Vec<Var> =
            free_variables(last, variables).iter().filter(|var| made.contains(var)).collect();
        let scalars = needed.iter().all(|var| variables.ty(*var).is_scalar());
        scalars.then_some(LastMap { binds, map, needed })
    }

    /// The element that the map computes of the row that an output stores, if it is a row of the map.
    pub(super) fn element(&self, output: &Output) -> Option<Atom> {
        let (Output::Store(row) | Output::Columns(row)) = output else { return None };
        let place = self.binds.iter().position(|bind| *row == Atom::Var(*bind))?;
        match self.map.outputs[place] {
            Output::Store(value) => Some(value),
            _ => None,
        }
    }
}

/// The statements of a lane before its last map.
pub(super) fn before<'a>(soac: &'a Soac, last: &Option<LastMap>) -> &'a [Statement] {
    &soac.body[..soac.body.len() - usize::from(last.is_some())]
}

/// The new outputs of a SOAC, in their order: the rows of its last map, and whatever else there is.
pub(super) fn in_order(
    soac: &Soac,
    last: &Option<LastMap>,
    rows: &[Atom],
    others: &[Atom],
) -> Vec<Atom> {
    let (mut rows, mut others) = (rows.iter(), others.iter());
    let becomes = |output: &Output| {
        let is_row = last.as_ref().is_some_and(|last| last.element(output).is_some());
        let from = if is_row { &mut rows } else { &mut others };
        from.take(output.binds()).copied().collect::<Vec<_>>()
    };
    soac.outputs.iter().flat_map(becomes).collect()
}

/// The order of the dimensions of an array of the rows of lanes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RowOrder {
    /// The row of each lane is one of the array.
    RowMajor,
    /// Each row is a column: the dimensions of rows come before those of the lanes.
    ColumnMajor,
}

impl Statements<'_> {
    /// The last map of all lanes at once. `stored` has the arrays of the variables that it needs of each lane.
    pub(super) fn map_over_all(
        &mut self,
        soac: &Soac,
        last: &LastMap,
        stored: &[Atom],
        binds: &[Var],
        order: RowOrder,
    ) -> Vec<Atom> {
        let mut renaming = Renaming::new();
        let mut space = self.fresh_space(soac, &mut renaming);
        let at = point(&space);
        let (mut body, ()) = self.apart(|this| {
            for (var, array) in last.needed.iter().zip(stored) {
                let ty = this.variables.ty(*var).clone();
                let element = this.bind(ty, Expression::Index(*array, at.clone()));
                renaming.insert(*var, element);
            }
        });
        let columns = self.fresh_space(last.map, &mut renaming);
        match order {
            RowOrder::RowMajor => space.extend(columns),
            RowOrder::ColumnMajor => space.splice(..0, columns).for_each(drop),
        }
        body.extend(renaming.statements(&last.map.body, self.variables));
        let mut outputs = Vec::new();
        let mut made = Vec::new();
        for (output, bind) in soac.outputs.iter().zip(binds) {
            if let Some(value) = last.element(output) {
                outputs.push(Output::Store(renaming.atom(value)));
                made.push(self.variables.copy(*bind));
            }
        }
        let mut origins = soac.origins.clone();
        origins.extend(last.map.origins.iter().filter(|o| !soac.origins.contains(o)).cloned());
        self.soac(made, Soac { space, body, outputs, origins })
    }
}
