//! The scope of a function: the entities that its names stand for.

use super::bytecode::{PredicateRegister, Register};
use super::graph::BlockId;
use crate::ptx::{ScalarType, StateSpace};
use std::collections::HashMap;

/// An entity that a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    /// A register of a type other than `pred`.
    Register(Register, ScalarType),
    /// A predicate register.
    Predicate(PredicateRegister),
    /// A variable at this address of its state space.
    Variable(StateSpace, u64),
    /// The dynamic shared memory, whose address is known at the end.
    DynamicShared,
}

/// Registers declared as `name<count>`; they come into being when they are first used.
struct Range {
    prefix: String,
    count: u32,
    scalar: ScalarType,
}

/// The names of one pair of braces.
#[derive(Default)]
struct Names {
    entities: HashMap<String, Entity>,
    ranges: Vec<Range>,
    labels: HashMap<String, BlockId>,
    tables: HashMap<String, Vec<String>>,
}

/// The names of one expansion of a function.
pub(super) struct Scope {
    nested: Vec<Names>,
    /// The block that `ret` goes to; a kernel's ends the thread.
    pub return_to: Option<BlockId>,
    /// The function's name, which tells its shared variables from those of others.
    pub function: String,
}

/// The declaration that a register which is not there yet should become.
pub(super) struct Undeclared {
    level: usize,
    /// Its type.
    pub scalar: ScalarType,
}

impl Scope {
    pub fn new(function: &str, return_to: Option<BlockId>) -> Self {
        Self { nested: vec![Names::default()], return_to, function: function.to_string() }
    }

    pub fn enter(&mut self) {
        self.nested.push(Names::default());
    }

    pub fn leave(&mut self) {
        self.nested.pop();
    }

    fn innermost(&mut self) -> &mut Names {
        if self.nested.is_empty() {
            self.nested.push(Names::default());
        }
        let last = self.nested.len() - 1;
        &mut self.nested[last]
    }

    pub fn declare(&mut self, name: &str, entity: Entity) {
        self.innermost().entities.insert(name.to_string(), entity);
    }

    pub fn declare_range(&mut self, prefix: &str, count: u32, scalar: ScalarType) {
        self.innermost().ranges.push(Range { prefix: prefix.to_string(), count, scalar });
    }

    pub fn declare_label(&mut self, name: &str, block: BlockId) {
        self.innermost().labels.insert(name.to_string(), block);
    }

    pub fn declare_table(&mut self, name: &str, targets: &[String]) {
        self.innermost().tables.insert(name.to_string(), targets.to_vec());
    }

    /// Returns the entity that a name stands for, or the register of a range that nobody has used yet.
    pub fn find(&self, name: &str) -> Option<Result<Entity, Undeclared>> {
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, number) = name.split_at(name.len() - digits);
        for (level, names) in self.nested.iter().enumerate().rev() {
            if let Some(entity) = names.entities.get(name) {
                return Some(Ok(*entity));
            }
            for range in &names.ranges {
                // A prefix may end in digits of its own.
                let number = if range.prefix == prefix {
                    number.parse::<u32>().ok()
                } else {
                    name.strip_prefix(&range.prefix).and_then(|rest| rest.parse().ok())
                };
                if number.is_some_and(|number| number < range.count) {
                    return Some(Err(Undeclared { level, scalar: range.scalar }));
                }
            }
        }
        None
    }

    /// Gives a register of a range its entity.
    pub fn define(&mut self, name: &str, undeclared: &Undeclared, entity: Entity) {
        self.nested[undeclared.level].entities.insert(name.to_string(), entity);
    }

    pub fn label(&self, name: &str) -> Option<BlockId> {
        self.nested.iter().rev().find_map(|names| names.labels.get(name).copied())
    }

    pub fn table(&self, name: &str) -> Option<Vec<String>> {
        self.nested.iter().rev().find_map(|names| names.tables.get(name).cloned())
    }
}
