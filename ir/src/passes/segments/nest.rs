//! Perfect nests over ragged rows of ragged rows: if the planes follow each other and fill the elements,
//! their rows are those of one array, whatever is computed of each row.
//!
//! ```text
//! ys = soac [p < planes] {                         zs = soac [i < count] {
//!     length, plane = index xs [p]                     row = index rows [i]
//!     new = soac [i < length] {             ─▶         … y …
//!         row = index plane [i]                    } store y
//!         … y …                                    ys: the planes of zs, as long as those of xs
//!     } store y
//! } store new
//! ```
//!
//! A few planes of many rows then cost as much as many planes of a few rows.

use super::form::{Descriptor, Elements, Form};
use super::{Lowered, SegmentLowering, Unsupported, regular_levels};
use crate::core::visit::{bound_in, each_size, each_use};
use crate::core::{Atom, Axis, Expression, Extent, Output, Renaming, Soac, Statement, Var};
use crate::passes::fuse::reads_of;

/// A nest that goes through the rows of all planes of an array.
pub(super) struct Nest {
    /// The array, with its planes.
    planes: Form,
    /// The index of a plane.
    plane: Var,
    inner: Soac,
    /// The variables that the inner SOAC binds, in the order of the outer one's outputs.
    rows: Vec<Var>,
}

impl SegmentLowering<'_> {
    /// A SOAC as such a nest.
    pub(super) fn nest(&self, soac: &Soac) -> Option<Nest> {
        let [lane] = soac.space[..] else { return None };
        let [open, inside] = soac.body.as_slice() else { return None };
        let (Expression::Index(array, at), [length, plane]) = (&open.expression, &open.binds[..])
        else {
            return None;
        };
        let Expression::Soac(inner) = &inside.expression else { return None };
        let [row] = inner.space[..] else { return None };
        let planes = self.form_of(*array).ok()?;
        let whole = matches!(planes.descriptor, Descriptor::Offsets { whole: true, .. });
        let of_rows = matches!(planes.elements, Elements::Segments(_));
        if !whole || !of_rows || at[..] != [Atom::Var(lane.index)] || inner.has_scan() {
            return None;
        }
        let value_of = |output: &Output| match output {
            Output::Store(value) => value.var(),
            _ => None,
        };
        let rows: Vec<Var> = soac.outputs.iter().map(value_of).collect::<Option<_>>()?;
        let all = inner.outputs.iter().all(|output| value_of(output).is_some());
        if !all || rows != inside.binds || row.extent != Atom::Var(*length) {
            return None;
        }
        // Of the plane, its lane knows that row, and nothing else.
        let (reads, others) = reads_of(inside, *plane);
        let only_row = reads.iter().all(|read| read.indices.first() == Some(&Atom::Var(row.index)));
        let mut uses = [0; 3];
        each_use(&inside.expression, |var| {
            let looked_for = [lane.index, *length, row.index];
            looked_for
                .iter()
                .zip(&mut uses)
                .for_each(|(of, uses)| *uses += usize::from(*of == var));
        });
        let mut as_size = false;
        for var in bound_in(&inner.body).iter() {
            each_size(self.variables.ty(var).extents(), |size| as_size |= size == *length);
        }
        (only_row && others == 0 && uses == [0, 1, reads.len()] && !as_size).then(|| Nest {
            planes,
            plane: *plane,
            inner: Soac {
                origins: soac.origins.iter().chain(&inner.origins).cloned().collect(),
                ..(**inner).clone()
            },
            rows,
        })
    }

    /// Goes through the rows of all planes at once.
    pub(super) fn all_rows(
        &mut self,
        nest: Nest,
        binds: &[Var],
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let Nest { planes, plane, mut inner, rows } = nest;
        let Elements::Segments(segments) = planes.elements else { return Err(Unsupported) };
        let count = self.count_of(&segments, result)?;
        let of_all = |this: &mut Self, like: Var| {
            let extents = this.variables.ty(like).extents();
            let extents = [Extent::Size(count)].into_iter().chain(extents[1..].iter().copied());
            let ty = crate::core::Type::array(this.variables.ty(like).element(), extents.collect());
            let var = this.variables.copy(like);
            this.variables.set_type(var, ty);
            this.known.depths.insert(var, this.depth);
            this.known.scopes.insert(var, this.scope);
            var
        };
        let all = of_all(self, plane);
        self.known.arrays.insert(all, *segments);
        let mut renaming = Renaming::new();
        renaming.insert(plane, Atom::Var(all));
        renaming.replace_in_statements(&mut inner.body);
        inner.space = vec![Axis { extent: count, ..inner.space[0] }];
        let stored: Vec<Var> = rows.iter().map(|row| of_all(self, *row)).collect();
        self.soac(inner, stored.clone(), result)?;
        for (bind, stored) in binds.iter().zip(stored) {
            let elements = match self.variables.ty(stored).is_ragged() {
                true => Elements::Segments(Box::new(self.form_of(Atom::Var(stored))?)),
                false => Elements::Dense(Atom::Var(stored)),
            };
            debug_assert_eq!(regular_levels(self.variables.ty(*bind)), 1);
            self.known
                .arrays
                .insert(*bind, Form { descriptor: planes.descriptor.clone(), elements });
        }
        Ok(())
    }
}
