//! The variables of a function: their names and types.

use std::sync::Arc;

use super::program::{Atom, Axis};
use super::scalar::ScalarType;
use super::table::VarMap;
use super::types::{Extent, Type};
use super::visit::each_size;
/// A variable of a function: an index into its [`Variables`]. Bound exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Var(pub u32);

impl Var {
    /// The variable's position in tables by variable.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A property of a variable besides its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The variable tells the positions at which the rows of a ragged array begin.
    Descriptor,
    /// The variable is a length of an array that lies in memory.
    InMemory,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 2] = [Mark::Descriptor, Mark::InMemory];

    /// The word in the textual form.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Descriptor => "descriptor",
            Mark::InMemory => "in_memory",
        }
    }
}

/// Names and types of the variables of a function.
#[derive(Clone, Default, Debug)]
pub struct Variables {
    list: Vec<Variable>,
    /// The variables whose types mention a size, or have mentioned it.
    of_size: VarMap<Vec<Var>>,
}

/// Name and type of a variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The user's name, if it has one.
    pub name: Option<Arc<str>>,
    /// The type.
    pub ty: Type,
    /// True if the variable is a descriptor: it tells the positions at which the rows of a ragged array
    /// begin.
    pub descriptor: bool,
    /// True if the variable is a length of an array that lies in memory.
    pub in_memory: bool,
}

impl Variables {
    /// A new variable.
    pub fn add(&mut self, name: Option<Arc<str>>, ty: Type) -> Var {
        let var = Var(u32::try_from(self.list.len()).expect("fewer than 2^32 variables"));
        each_size(ty.extents(), |size| self.of_size.or_default(size).push(var));
        self.list.push(Variable { name, ty, descriptor: false, in_memory: false });
        var
    }

    /// A new variable with the name and type of another.
    pub fn copy(&mut self, var: Var) -> Var {
        let Variable { name, ty, descriptor, in_memory } = self.list[var.index()].clone();
        let copy = self.add(name, ty);
        self.list[copy.index()].descriptor = descriptor;
        self.list[copy.index()].in_memory = in_memory;
        copy
    }

    /// A new variable, of the name of another, for an array of its values at all points of a space.
    pub fn at_points(&mut self, var: Var, space: &[Axis]) -> Var {
        let sizes = space.iter().map(|lane| Extent::Size(lane.extent));
        let ty = self.ty(var).under(sizes);
        self.add(self.name(var).cloned(), ty)
    }

    /// Returns true if a variable has a mark.
    pub fn has(&self, mark: Mark, var: Var) -> bool {
        match mark {
            Mark::Descriptor => self.is_descriptor(var),
            Mark::InMemory => self.is_in_memory(var),
        }
    }

    /// Marks a variable.
    pub fn mark(&mut self, mark: Mark, var: Var) {
        match mark {
            Mark::Descriptor => self.describes(Atom::Var(var)),
            Mark::InMemory => self.lies_in_memory(Atom::Var(var)),
        }
    }

    /// Says that an array describes where the rows of another begin.
    pub fn describes(&mut self, atom: Atom) {
        if let Atom::Var(var) = atom {
            self.list[var.index()].descriptor = true;
        }
    }

    /// Returns true if an array tells the positions at which the rows of another begin.
    pub fn is_descriptor(&self, var: Var) -> bool {
        self.list[var.index()].descriptor
    }

    /// Says that a size is the length of something that lies in memory.
    pub fn lies_in_memory(&mut self, atom: Atom) {
        if let Atom::Var(var) = atom {
            self.list[var.index()].in_memory = true;
        }
    }

    /// Returns true if a size is the length of an array that lies in memory.
    pub fn is_in_memory(&self, var: Var) -> bool {
        self.list[var.index()].in_memory
    }

    /// New variables with the types of operands.
    pub fn like(&mut self, atoms: &[Atom]) -> Vec<Var> {
        atoms.iter().map(|atom| self.add(None, self.atom_type(*atom))).collect()
    }

    /// The variable's type.
    pub fn ty(&self, var: Var) -> &Type {
        &self.list[var.index()].ty
    }

    /// The variable's name.
    pub fn name(&self, var: Var) -> Option<&Arc<str>> {
        self.list[var.index()].name.as_ref()
    }

    /// Gives the variable another type.
    pub fn set_type(&mut self, var: Var, ty: Type) {
        each_size(ty.extents(), |size| {
            let list = self.of_size.or_default(size);
            if list.last() != Some(&var) {
                list.push(var);
            }
        });
        self.list[var.index()].ty = ty;
    }

    /// Gives the variable a name if it has none.
    pub fn name_if_none(&mut self, var: Var, name: &Arc<str>) {
        self.list[var.index()].name.get_or_insert_with(|| name.clone());
    }

    /// The type of an operand.
    pub fn atom_type(&self, atom: Atom) -> Type {
        match atom {
            Atom::Var(var) => self.ty(var).clone(),
            Atom::Constant(constant) => Type::Scalar(constant.ty()),
        }
    }

    /// Returns true if an update replaces several neighbours, of which the indices tell the first.
    pub fn updates_several(&self, array: Atom, indices: &[Atom], value: Atom) -> bool {
        self.atom_type(value).rank() + indices.len() > self.atom_type(array).rank()
    }

    /// The scalar type of an operand or of its elements.
    pub fn element(&self, atom: Atom) -> ScalarType {
        match atom {
            Atom::Var(var) => self.ty(var).element(),
            Atom::Constant(constant) => constant.ty(),
        }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if there are no variables.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All variables.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Variable)> {
        self.list.iter().enumerate().map(|(index, variable)| (Var(index as u32), variable))
    }

    /// Changes all types that mention one of some sizes.
    pub fn replace_sizes(&mut self, sizes: impl Iterator<Item = Var>, new: impl Fn(Atom) -> Atom) {
        let of_size = &mut self.of_size;
        let mut vars: Vec<Var> = sizes.filter_map(|size| of_size.remove(&size)).flatten().collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            let ty = self.ty(var).map_sizes(&new);
            self.set_type(var, ty);
        }
    }
}
