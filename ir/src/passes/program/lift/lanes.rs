//! Lanes that run together from call to call: the variables of each lane lie in arrays, one element or row a lane.

use rustc_hash::FxHashMap;

use super::calls::Answer;
use crate::core::visit::{bound_in, each_size, free_variables};
use crate::core::{
    Atom, Axis, Block, Builder, Expression, Extent, Origin, Output, Renaming, Soac, Statement,
    Type, Var, VarSet,
};

/// Lanes, and where the variables are that differ from lane to lane. All others are the same for
/// all of them.
#[derive(Clone)]
pub(super) struct Lanes {
    /// The number of lanes.
    pub(super) count: Atom,
    /// The variables of a lane.
    pub(super) values: FxHashMap<Var, Carried>,
}

/// The place of a variable of a lane.
#[derive(Clone, Copy)]
pub(super) enum Carried {
    /// In an array: the element or row of the lane.
    Stored(Var),
    /// The variable is the length of the lane's row that another variable is.
    Length(Var),
    /// The variable is the lane's index.
    Index,
}

impl Lanes {
    /// Returns true if an operand differs from lane to lane.
    pub(super) fn differs(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.values.contains_key(&var))
    }

    /// Says that a variable is in an array, and its length with it.
    pub(super) fn store(&mut self, var: Var, ty: &Type, array: Var, is_inside: bool) {
        self.values.insert(var, Carried::Stored(array));
        if let Some(Extent::Size(Atom::Var(size))) = ty.extents().first()
            && is_inside
        {
            self.values.entry(*size).or_insert(Carried::Length(var));
        }
    }

    /// Says where the results of a call are, which these variables are bound to.
    pub(super) fn receive(&mut self, binds: &[Var], answer: Answer, builder: &Builder) {
        for (bind, array) in binds.iter().zip(answer) {
            let Some((array, has_length)) = array else { continue };
            self.store(*bind, builder.variables.ty(*bind), array, has_length);
        }
    }

    /// The variables that have to be in arrays so that these can be read.
    fn closed(&self, wanted: &VarSet, builder: &Builder) -> Vec<Var> {
        let mut seen = VarSet::new();
        let mut open: Vec<Var> = wanted.iter().collect();
        while let Some(var) = open.pop() {
            let Some(carried) = self.values.get(&var) else { continue };
            if !seen.insert(var) {
                continue;
            }
            each_size(builder.variables.ty(var).extents(), |size| open.push(size));
            if let Carried::Length(array) = carried {
                open.push(*array);
            }
        }
        seen.iter().collect()
    }
}

/// Reads the variables of one lane, and knows their names in the code that reads.
pub(super) struct Reader<'a> {
    lanes: &'a Lanes,
    index: Atom,
    pub(super) renaming: Renaming,
    done: VarSet,
}

impl<'a> Reader<'a> {
    pub(super) fn new(lanes: &'a Lanes, index: Atom) -> Reader<'a> {
        Reader { lanes, index, renaming: Renaming::new(), done: VarSet::new() }
    }

    /// Leaves the variables of other lanes as they are.
    pub(super) fn leave_all(&mut self, others: &Lanes) {
        self.done.extend(others.values.keys().copied());
    }

    /// Reads a variable if it differs from lane to lane.
    pub(super) fn read(&mut self, var: Var, builder: &mut Builder) {
        let Some(carried) = self.lanes.values.get(&var).copied() else { return };
        if !self.done.insert(var) {
            return;
        }
        match carried {
            Carried::Index => self.renaming.insert(var, self.index),
            // Reading the row says how long it is.
            Carried::Length(array) => self.read(array, builder),
            Carried::Stored(array) => {
                let value = self.row(var, array, builder);
                self.renaming.insert(var, value);
            }
        }
    }

    fn row(&mut self, var: Var, array: Var, builder: &mut Builder) -> Atom {
        let wanted = builder.variables.ty(var).clone();
        let row = row_at(builder, array, self.index);
        let ty = builder.variables.atom_type(row);
        if let (Some(Extent::Size(Atom::Var(size))), Some(Extent::Size(length))) =
            (wanted.extents().first(), ty.extents().first())
            && matches!(self.lanes.values.get(size), Some(Carried::Length(of)) if *of == var)
        {
            self.done.insert(*size);
            self.renaming.insert(*size, *length);
        }
        if let Some(name) = builder.variables.name(var).cloned() {
            builder.name(row, &name);
        }
        each_size(wanted.extents(), |size| self.read(size, builder));
        let wanted = wanted.map_sizes(|size| self.renaming.atom(size));
        if wanted == ty {
            row
        } else {
            builder.bind(wanted, Expression::Coerce(row, "the array".into()))
        }
    }
}

/// The variables that statements and operands need, less those that the statements bind.
pub(super) fn needed(statements: &[Statement], values: &[Atom], builder: &Builder) -> VarSet {
    let mut needed = VarSet::new();
    for statement in statements {
        needed.union(&free_variables(statement, &builder.variables));
    }
    for value in values {
        if let Atom::Var(var) = value {
            needed.insert(*var);
            each_size(builder.variables.ty(*var).extents(), |size| {
                needed.insert(size);
            });
        }
    }
    for var in bound_in(statements).iter() {
        needed.remove(&var);
    }
    needed
}

/// Runs statements in all lanes, and gives an array of each of these values.
pub(super) fn map(
    builder: &mut Builder,
    lanes: &Lanes,
    statements: &[Statement],
    values: &[Atom],
    origin: &Origin,
) -> Vec<Var> {
    if values.is_empty() && statements.is_empty() {
        return Vec::new();
    }
    builder.open();
    let index = builder.variable(None, Type::USIZE);
    let mut reader = Reader::new(lanes, Atom::Var(index));
    for var in needed(statements, values, builder).iter() {
        reader.read(var, builder);
    }
    let copies = reader.renaming.statements(statements, &mut builder.variables);
    builder.append(copies);
    let values = values.iter().map(|value| reader.renaming.atom(*value)).collect();
    store(builder, Axis { index, extent: lanes.count }, values, origin)
}

/// Ends the lanes whose statements have been built, with an array of each of these values.
pub(super) fn store(
    builder: &mut Builder,
    lane: Axis,
    values: Vec<Atom>,
    origin: &Origin,
) -> Vec<Var> {
    let inside = builder.depth();
    let body = builder.close();
    let mut binds = Vec::new();
    for value in &values {
        let ty = builder.variables.atom_type(*value);
        let extents = ty.extents().iter().map(|extent| match extent {
            Extent::Size(Atom::Var(size)) if builder.depth_of(*size) >= inside => Extent::Ragged,
            other => *other,
        });
        let outer = [Extent::Size(lane.extent)];
        let ty = Type::array(ty.element(), outer.into_iter().chain(extents).collect());
        let name = value.var().and_then(|var| builder.variables.name(var).cloned());
        binds.push(builder.variable(name, ty));
    }
    let outputs = values.into_iter().map(Output::Store).collect();
    let soac = Soac { space: vec![lane], body, outputs, origins: vec![origin.clone()] };
    builder.push(binds.clone(), Expression::Soac(Box::new(soac)));
    binds
}

/// Other lanes, each of which has the variables of one of these lanes: `of` gives the index of that lane
/// for the index of a new one, and the other variables of the new one.
pub(super) fn carried(
    builder: &mut Builder,
    lanes: &Lanes,
    count: Atom,
    wanted: &VarSet,
    origin: &Origin,
    of: impl FnOnce(&mut Builder, Atom) -> (Atom, Vec<(Var, Atom)>),
) -> Lanes {
    let wanted = lanes.closed(wanted, builder);
    builder.open();
    let index = builder.variable(None, Type::USIZE);
    let (old, more) = of(builder, Atom::Var(index));
    let mut reader = Reader::new(lanes, old);
    let mut new = Lanes { count, values: FxHashMap::default() };
    let (mut vars, mut values) = (Vec::new(), Vec::new());
    for var in wanted {
        match lanes.values.get(&var) {
            Some(length @ Carried::Length(_)) => {
                new.values.insert(var, *length);
            }
            _ => {
                reader.read(var, builder);
                vars.push(var);
                values.push(reader.renaming.atom(Atom::Var(var)));
            }
        }
    }
    for (var, value) in more {
        vars.push(var);
        values.push(value);
    }
    if values.is_empty() {
        builder.close();
        return new;
    }
    let arrays = store(builder, Axis { index, extent: count }, values, origin);
    for (var, array) in vars.into_iter().zip(arrays) {
        new.values.insert(var, Carried::Stored(array));
    }
    new
}

/// A block in the code of lanes that gives the values that other lanes, made of these, have for these
/// results.
pub(super) fn block_of(
    builder: &mut Builder,
    [outer, lanes]: [&Lanes; 2],
    index: Atom,
    results: &[Atom],
) -> Block {
    builder.open();
    let mut reader = Reader::new(lanes, index);
    reader.leave_all(outer);
    for var in results.iter().filter_map(|result| result.var()) {
        reader.read(var, builder);
    }
    let results = results.iter().map(|result| reader.renaming.atom(*result)).collect();
    builder.close_block(results)
}

/// The element or row of an array at an index, whatever its length is.
pub(super) fn row_at(builder: &mut Builder, array: Var, index: Atom) -> Atom {
    let mut ty = builder.variables.ty(array).row(1);
    let mut binds = Vec::new();
    if let Type::Array(row) = &mut ty
        && row.extents[0] == Extent::Ragged
    {
        let length = builder.variable(Some("length".into()), Type::USIZE);
        row.extents[0] = Extent::Size(Atom::Var(length));
        binds.push(length);
    }
    let row = builder.variable(None, ty);
    binds.push(row);
    builder.push(binds, Expression::Index(Atom::Var(array), vec![index]));
    Atom::Var(row)
}
