//! The owners with which a value shares its elements.

use std::collections::BTreeSet;

use crate::types::ty::Ty;

/// The number of an owner.
pub(super) type OwnerId = usize;

/// The owners whose elements a value may share, for each part of a product on its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// An array, or something without arrays.
    Whole(BTreeSet<OwnerId>),
    /// A tuple.
    Product(Vec<Value>),
}

impl Default for Value {
    fn default() -> Self {
        Value::Whole(BTreeSet::new())
    }
}

impl Value {
    /// A value that belongs to one owner.
    pub fn one(owner: OwnerId) -> Value {
        Value::Whole(BTreeSet::from([owner]))
    }

    /// All owners.
    pub fn owners(&self) -> BTreeSet<OwnerId> {
        match self {
            Value::Whole(owners) => owners.clone(),
            Value::Product(fields) => fields.iter().flat_map(Value::owners).collect(),
        }
    }

    /// Returns true if the value shares elements with nothing.
    pub fn is_temporary(&self) -> bool {
        match self {
            Value::Whole(owners) => owners.is_empty(),
            Value::Product(fields) => fields.iter().all(Value::is_temporary),
        }
    }

    /// A field of a tuple.
    pub fn field(&self, position: usize) -> Value {
        match self {
            Value::Product(fields) => fields.get(position).cloned().unwrap_or_default(),
            whole => whole.clone(),
        }
    }

    /// A value that is one or the other.
    pub fn or(self, other: Value) -> Value {
        match (self, other) {
            (Value::Product(a), Value::Product(b)) if a.len() == b.len() => {
                Value::Product(a.into_iter().zip(b).map(|(a, b)| a.or(b)).collect())
            }
            (a, b) => Value::Whole(&a.owners() | &b.owners()),
        }
    }

    /// The value with other owners.
    pub fn map_owners(&self, f: &mut dyn FnMut(OwnerId) -> OwnerId) -> Value {
        match self {
            Value::Whole(owners) => Value::Whole(owners.iter().map(|owner| f(*owner)).collect()),
            Value::Product(fields) => {
                Value::Product(fields.iter().map(|field| field.map_owners(f)).collect())
            }
        }
    }

    /// A view of this value that has a type: nothing, if the type has no arrays.
    pub fn seen_as(&self, ty: &Ty) -> Value {
        match ty {
            Ty::Array(_) => Value::Whole(self.owners()),
            Ty::Tuple(fields) if ty.holds_array() => Value::Product(
                fields
                    .iter()
                    .enumerate()
                    .map(|(position, field)| self.field(position).seen_as(field))
                    .collect(),
            ),
            _ => Value::default(),
        }
    }
}
