//! Parallel computations over one dimension, and the extents of their results.

use super::{Lowerer, Value};
use crate::core::{
    Atom, Axis, Block, Expression, Extent, Lambda, Origin, Output, Renaming, Soac, Statement, Type,
    Var, View,
};
use crate::source::Span;
use crate::types::ty::Ty;

impl<'a> Lowerer<'a, '_> {
    /// A SOAC over `extent` lanes. The closure lowers the body for a lane and returns the outputs for its
    /// values. Returns the variables that the outputs bind.
    pub(super) fn soac(
        &mut self,
        extent: Atom,
        operation: &str,
        span: Span,
        body: impl FnOnce(&mut Self, Atom) -> Vec<Output>,
    ) -> Vec<Atom> {
        let outer_span = std::mem::replace(&mut self.builder.span, span);
        self.builder.open();
        let index = self.builder.counter(extent);
        self.lanes += 1;
        let loops = std::mem::replace(&mut self.loops, 0);
        let outer = std::mem::replace(&mut self.sequential, false);
        let mut outputs =
            self.unless_never(extent == Atom::size(0), |this| body(this, Atom::Var(index)));
        let sequential = std::mem::replace(&mut self.sequential, outer);
        self.loops = loops;
        self.lanes -= 1;
        let mut statements = self.builder.close();
        let ragged = self.agree_on_rows(extent, &mut statements, &mut outputs);
        let mut binds = Vec::new();
        for output in &outputs {
            self.bind_output(output, extent, &ragged, &mut binds);
        }
        let origins = vec![Origin { sequential, ..Origin::new(operation, span) }];
        let space = vec![Axis { index, extent }];
        let soac = Soac { space, body: statements, outputs, origins };
        self.builder.span = span;
        self.builder.push(binds.clone(), Expression::Soac(Box::new(soac)));
        self.builder.span = outer_span;
        binds.into_iter().map(Atom::Var).collect()
    }

    /// Writes the extents of the rows that outputs give in terms of sizes known outside, if that is
    /// possible; returns the sizes for which it is not.
    fn agree_on_rows(
        &mut self,
        lanes: Atom,
        statements: &mut Vec<Statement>,
        outputs: &mut Vec<Output>,
    ) -> Vec<Var> {
        let mut inner: Vec<Var> = Vec::new();
        for output in outputs.iter() {
            let values: &[Atom] = match output {
                Output::Store(value) => std::slice::from_ref(value),
                Output::Compact { values, .. } => values,
                Output::Reduce { values, initial: None, .. } => values,
                _ => &[],
            };
            for value in values {
                for extent in self.atom_type(*value).extents() {
                    if let Extent::Size(Atom::Var(size)) = extent
                        && self.builder.depth_of(*size) > self.builder.depth()
                        && !inner.contains(size)
                    {
                        inner.push(*size);
                    }
                }
            }
        }
        let mut renaming = Renaming::new();
        let mut ragged = Vec::new();
        let mut renamed = false;
        let mut outside = Vec::new();
        for size in inner {
            let lowered = self.builder.lower(Atom::Var(size));
            outside.push((size, lowered.or_else(|| self.size_outside(size, lanes, statements))));
        }
        // A size that has left the lanes by now is known by its own name.
        outside.retain(|(size, _)| self.builder.depth_of(*size) > self.builder.depth());
        for (size, outside) in outside {
            match outside {
                Some(outside) => {
                    renaming.insert(size, outside);
                    renamed = true;
                }
                None => ragged.push(size),
            }
        }
        if renamed {
            self.rename(&renaming, statements);
            for output in outputs {
                self.rename_output(&renaming, output);
            }
        }
        ragged
    }

    /// Replaces sizes by equal ones, everywhere inside a closed scope.
    pub(super) fn rename(&mut self, renaming: &Renaming, statements: &mut Vec<Statement>) {
        // The statement that computes the size keeps its own variable: only uses change.
        let mut block = Block { statements: std::mem::take(statements), results: Vec::new() };
        for statement in std::mem::take(&mut block.statements) {
            block.statements.push(statement);
            self.preserve_sizes(renaming, &mut block.statements);
        }
        renaming.replace_in_block(&mut block);
        *statements = block.statements;
        renaming.types(&mut self.builder.variables);
    }

    /// Makes a statement that gives arrays together with their size go on to do so: arrays that have the
    /// size by its new name are views of the arrays given.
    fn preserve_sizes(&mut self, renaming: &Renaming, statements: &mut Vec<Statement>) {
        let Some(last) = statements.last_mut() else { return };
        let sizes: Vec<Var> = last
            .binds
            .iter()
            .copied()
            .filter(|bind| renaming.atom(Atom::Var(*bind)) != Atom::Var(*bind))
            .collect();
        if sizes.is_empty() || last.binds.len() == 1 {
            return;
        }
        let mut own = Renaming::new();
        for size in &sizes {
            // Bound by the builder, which has to know how deep.
            let name = self.builder.variables.name(*size).cloned();
            own.insert(*size, Atom::Var(self.builder.variable(name, Type::USIZE)));
        }
        let mut views = Vec::new();
        for bind in &mut last.binds {
            let ty = self.builder.variables.ty(*bind).clone();
            let given = ty.map_sizes(|size| own.atom(size));
            if given != ty {
                let array = *bind;
                *bind = self.builder.variable(None, given);
                // Sizes inside of ragged levels are no matter of views.
                let expression = match ty.is_ragged() {
                    true => Expression::Coerce(Atom::Var(*bind), "the rows".into()),
                    false => Expression::View(View::Reshape(Atom::Var(*bind))),
                };
                views.push(Statement { binds: vec![array], expression, span: last.span });
            } else if let Atom::Var(size) = own.atom(Atom::Var(*bind)) {
                *bind = size;
            }
        }
        statements.extend(views);
    }

    fn rename_output(&self, renaming: &Renaming, output: &mut Output) {
        struct Replace<'r>(&'r Renaming);
        impl crate::core::visit::Rewriter for Replace<'_> {
            fn atom(&mut self, atom: &mut Atom) {
                *atom = self.0.atom(*atom);
            }
        }
        crate::core::visit::rewrite::output(output, &mut Replace(renaming));
    }

    fn bind_output(&mut self, output: &Output, extent: Atom, ragged: &[Var], binds: &mut Vec<Var>) {
        match output {
            Output::Store(value) => {
                let var = self.bind_rows(*value, extent, ragged);
                binds.push(var);
            }
            Output::Columns(_) | Output::Segment { .. } | Output::Append { .. } => {
                unreachable!("passes make these")
            }
            Output::Compact { values, .. } => {
                let count = self.builder.variable(Some("count".into()), Type::USIZE);
                // Lanes have come and counted each: nobody waits for more than memory could hold.
                self.builder.variables.lies_in_memory(Atom::Var(count));
                binds.push(count);
                for value in values {
                    let var = self.bind_rows(*value, Atom::Var(count), ragged);
                    binds.push(var);
                }
            }
            Output::Reduce { values, initial, .. } => {
                for initial in initial.as_ref().unwrap_or(values) {
                    let ty = self.atom_type(*initial);
                    binds.push(self.builder.variable(None, ty));
                }
            }
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                for destination in destinations {
                    let ty = self.atom_type(*destination);
                    binds.push(self.builder.variable(None, ty));
                }
            }
        }
    }

    /// A variable for an array of rows like `value`.
    fn bind_rows(&mut self, value: Atom, extent: Atom, ragged: &[Var]) -> Var {
        let row = self.atom_type(value);
        let mut cause = None;
        let extents = row.extents().iter().map(|extent| match extent {
            Extent::Size(Atom::Var(size)) if ragged.contains(size) => {
                cause = Some(self.builder.span_of(*size));
                Extent::Ragged
            }
            extent => *extent,
        });
        let extents: Vec<Extent> = std::iter::once(Extent::Size(extent)).chain(extents).collect();
        let inherited = match value {
            Atom::Var(var) => self.causes.get(&var).copied(),
            Atom::Constant(_) => None,
        };
        let var = self.builder.variable(None, Type::array(row.element(), extents));
        if let Some(cause) = cause.or(inherited) {
            self.causes.insert(var, cause);
        }
        var
    }

    /// The array of a function's results, one for each lane.
    pub(super) fn tabulate(
        &mut self,
        extent: Atom,
        operation: &str,
        span: Span,
        body: impl FnOnce(&mut Self, Atom) -> Value,
    ) -> Value {
        let mut ty = Ty::Error;
        let atoms = self.soac(extent, operation, span, |this, index| {
            let value = body(this, index);
            ty = value.ty;
            value.atoms.into_iter().map(Output::Store).collect()
        });
        Value { ty: Ty::array(ty), atoms }
    }

    /// An operator on values of type `ty` with components of the types of `like`.
    pub(super) fn operator(
        &mut self,
        ty: &Ty,
        like: &[Atom],
        body: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> Lambda {
        self.builder.open();
        let mut sides = Vec::new();
        for name in ["a", "b"] {
            let vars: Vec<Var> = like
                .iter()
                .map(|atom| {
                    let ty = self.atom_type(*atom);
                    self.builder.variable(Some(name.into()), ty)
                })
                .collect();
            sides.push(vars);
        }
        let value = |vars: &[Var]| Value {
            ty: ty.clone(),
            atoms: vars.iter().map(|var| Atom::Var(*var)).collect(),
        };
        let (left, right) = (value(&sides[0]), value(&sides[1]));
        self.lanes += 1;
        let loops = std::mem::replace(&mut self.loops, 0);
        let result = body(self, left, right);
        let results = self.like(result, like);
        self.loops = loops;
        self.lanes -= 1;
        let body = self.builder.close_block(results.atoms);
        Lambda { parameters: sides.concat(), body }
    }

    /// The component with the extents of a type; a check where they may differ.
    pub(super) fn agreed(&mut self, atom: Atom, wanted: Type, label: &str) -> Atom {
        let found = self.atom_type(atom);
        if found == wanted || found.is_scalar() {
            return atom;
        }
        if let Some(empty) = self.empty_as(atom, &wanted) {
            return empty;
        }
        self.builder.bind(wanted, Expression::Coerce(atom, label.into()))
    }

    /// The value with the extents of other components; a check where they may differ.
    pub(super) fn like(&mut self, value: Value, like: &[Atom]) -> Value {
        let atoms = value
            .atoms
            .iter()
            .zip(like)
            .map(|(atom, like)| {
                let wanted = self.atom_type(*like);
                self.agreed(*atom, wanted, "the rows")
            })
            .collect();
        Value { ty: value.ty, atoms }
    }

    /// The array with the given length; a check where it may have another.
    pub(super) fn with_length(&mut self, array: Value, length: Atom, label: &str) -> Value {
        let atoms = array
            .atoms
            .iter()
            .map(|atom| {
                let wanted = self.atom_type(*atom).row(1).under([Extent::Size(length)]);
                self.agreed(*atom, wanted, label)
            })
            .collect();
        let value = Value { ty: array.ty, atoms };
        self.disagree(&array.atoms, &value.atoms, label);
        value
    }

    /// Reports lengths that are known to differ now.
    fn disagree(&mut self, found: &[Atom], wanted: &[Atom], label: &str) {
        for (found, wanted) in found.iter().zip(wanted) {
            let (found, wanted) = (self.atom_type(*found), self.atom_type(*wanted));
            for (found, wanted) in found.extents().iter().zip(wanted.extents()) {
                if let (Extent::Size(found), Extent::Size(wanted)) = (found, wanted)
                    && let (Some(found), Some(wanted)) = (found.known_size(), wanted.known_size())
                    && found != wanted
                {
                    let message =
                        format!("{label}: expected length {wanted}, found length {found}");
                    self.size_error(message);
                    return;
                }
            }
        }
    }

    /// The element or row of an array at an index that is in bounds.
    pub(super) fn row(&mut self, array: &Value, index: Atom) -> Value {
        let ty = self.element(array);
        let mut atoms = Vec::new();
        self.open_rows(&ty, &array.atoms, index, &mut atoms);
        Value { ty, atoms }
    }

    /// The rows at an index, component by component, of arrays of elements of this type.
    fn open_rows(&mut self, ty: &Ty, arrays: &[Atom], index: Atom, rows: &mut Vec<Atom>) {
        match ty {
            // The arrays in one row share one length; each component brings it along.
            Ty::Array(_) => {
                let mut length = None;
                for array in arrays {
                    let row = self.open_row(*array, index, &mut length);
                    rows.push(row);
                }
            }
            Ty::Tuple(_) | Ty::Struct(_) => {
                let mut start = 0;
                for field in self.fields(ty) {
                    let own = &arrays[start..start + self.leaf_count(&field)];
                    start += own.len();
                    self.open_rows(&field, own, index, rows);
                }
            }
            _ => {
                for array in arrays {
                    rows.push(self.builder.index(*array, vec![index]));
                }
            }
        }
    }

    /// A row of a component; `length` is that of the components before it.
    fn open_row(&mut self, array: Atom, index: Atom, length: &mut Option<Atom>) -> Atom {
        let row = self.atom_type(array).row(1);
        if row.extents().first() != Some(&Extent::Ragged) {
            return self.builder.index(array, vec![index]);
        }
        let own = self.builder.variable(Some("length".into()), Type::USIZE);
        let opened = row.row(1).under([Extent::Size(Atom::Var(own))]);
        let var = self.builder.variable(None, opened);
        self.builder.push(vec![own, var], Expression::Index(array, vec![index]));
        let length = *length.get_or_insert(Atom::Var(own));
        self.agreed(Atom::Var(var), row.row(1).under([Extent::Size(length)]), "the rows")
    }
}
