//! Values of the interpreter.

use std::rc::Rc;

use crate::core::{Atom, Constant, Extent, ScalarType};

/// A scalar or an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One value.
    Scalar(Constant),
    /// Many.
    Array(ArrayValue),
}

/// An array: the leading regular extents, and in row-major order either scalars or, where the
/// next dimension is ragged, rows.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayValue {
    /// The extents up to the first ragged dimension; never empty.
    pub extents: Vec<usize>,
    /// The items at the points.
    pub items: Items,
}

/// The items of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// Scalars.
    Scalars(Rc<Vec<Constant>>),
    /// Rows of lengths of their own.
    Rows(Rc<Vec<ArrayValue>>),
}

impl Items {
    fn part(&self, start: usize, length: usize) -> Items {
        match self {
            Items::Scalars(list) => Items::Scalars(Rc::new(list[start..start + length].to_vec())),
            Items::Rows(list) => Items::Rows(Rc::new(list[start..start + length].to_vec())),
        }
    }

    fn len(&self) -> usize {
        match self {
            Items::Scalars(list) => list.len(),
            Items::Rows(list) => list.len(),
        }
    }
}

impl Value {
    /// A vector of scalars.
    pub fn vector(items: Vec<Constant>) -> Value {
        Value::Array(ArrayValue::scalars(vec![items.len()], items))
    }

    /// A regular array.
    pub fn array(extents: Vec<usize>, items: Vec<Constant>) -> Value {
        Value::Array(ArrayValue::scalars(extents, items))
    }

    /// The scalar.
    pub fn scalar(&self) -> Option<Constant> {
        match self {
            Value::Scalar(constant) => Some(*constant),
            Value::Array(_) => None,
        }
    }

    /// The array.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Scalar(_) => None,
            Value::Array(array) => Some(array),
        }
    }

    /// The number of scalars in it.
    pub fn elements(&self) -> usize {
        match self {
            Value::Scalar(_) => 1,
            Value::Array(array) => array.elements(),
        }
    }

    /// All scalars in it, in order.
    pub fn scalars(&self) -> Vec<Constant> {
        match self {
            Value::Scalar(constant) => vec![*constant],
            Value::Array(array) => {
                let mut list = Vec::new();
                array.collect(&mut list);
                list
            }
        }
    }
}

impl ArrayValue {
    /// A regular array.
    pub fn scalars(extents: Vec<usize>, items: Vec<Constant>) -> ArrayValue {
        debug_assert_eq!(extents.iter().product::<usize>(), items.len());
        ArrayValue { extents, items: Items::Scalars(Rc::new(items)) }
    }

    /// The number of its rows or scalars.
    pub fn len(&self) -> usize {
        self.extents[0]
    }

    /// Returns true if it has no rows or scalars.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of scalars in the items.
    fn elements(&self) -> usize {
        match &self.items {
            Items::Scalars(items) => items.len(),
            Items::Rows(rows) => rows.iter().map(ArrayValue::elements).sum(),
        }
    }

    /// All scalars in it, in order.
    pub fn collect(&self, list: &mut Vec<Constant>) {
        match &self.items {
            Items::Scalars(items) => list.extend_from_slice(items),
            Items::Rows(rows) => rows.iter().for_each(|row| row.collect(list)),
        }
    }

    /// The element or row at `indices`; `None` out of bounds.
    pub fn get(&self, indices: &[usize]) -> Option<Value> {
        let depth = indices.len().min(self.extents.len());
        let (here, deeper) = indices.split_at(depth);
        if here.iter().zip(&self.extents).any(|(index, extent)| index >= extent) {
            return None;
        }
        let rest = &self.extents[depth..];
        let size: usize = rest.iter().product();
        let position =
            here.iter().zip(&self.extents).fold(0, |sum, (index, extent)| sum * extent + index);
        if !rest.is_empty() {
            let items = self.items.part(position * size, size);
            return Some(Value::Array(ArrayValue { extents: rest.to_vec(), items }));
        }
        match &self.items {
            Items::Scalars(items) => Some(Value::Scalar(items[position])),
            Items::Rows(rows) if deeper.is_empty() => Some(Value::Array(rows[position].clone())),
            Items::Rows(rows) => rows[position].get(deeper),
        }
    }

    /// The row at some indices, wherever these are, if rows there have no elements.
    pub fn empty_row(&self, indices: &[usize]) -> Option<Value> {
        let extents = self.extents.get(indices.len()..)?;
        let none = matches!(self.items, Items::Scalars(_)) && extents.contains(&0);
        none.then(|| {
            Value::Array(ArrayValue { extents: extents.to_vec(), items: self.items.part(0, 0) })
        })
    }

    /// Puts elements or rows in place, from one on; `false` if they do not fit.
    pub fn set_from(&mut self, start: usize, value: Value) -> bool {
        let Value::Array(part) = value else { return false };
        let (Items::Scalars(items), Items::Scalars(new)) = (&mut self.items, &part.items) else {
            return false;
        };
        let size: usize = self.extents[1..].iter().product();
        let fits = part.extents[1..] == self.extents[1..]
            && start.checked_add(part.extents[0]).is_some_and(|end| end <= self.extents[0]);
        if fits {
            Rc::make_mut(items)[start * size..][..new.len()].copy_from_slice(new);
        }
        fits
    }

    /// Puts an element or row in place; `false` if it does not fit.
    pub fn set(&mut self, indices: &[usize], value: Value) -> bool {
        let depth = indices.len().min(self.extents.len());
        let (here, deeper) = indices.split_at(depth);
        if here.iter().zip(&self.extents).any(|(index, extent)| index >= extent) {
            return false;
        }
        let size: usize = self.extents[depth..].iter().product();
        let whole = depth == self.extents.len();
        let position =
            here.iter().zip(&self.extents).fold(0, |sum, (index, extent)| sum * extent + index)
                * size;
        match (&mut self.items, value) {
            (Items::Scalars(items), Value::Scalar(scalar)) if size == 1 => {
                Rc::make_mut(items)[position] = scalar;
                true
            }
            (Items::Scalars(items), Value::Array(row)) if row.items.len() == size => {
                let mut scalars = Vec::new();
                row.collect(&mut scalars);
                Rc::make_mut(items)[position..position + size].copy_from_slice(&scalars);
                true
            }
            (Items::Rows(rows), Value::Array(row)) if deeper.is_empty() && whole => {
                Rc::make_mut(rows)[position] = row;
                true
            }
            (Items::Rows(rows), Value::Array(part)) if deeper.is_empty() => {
                let Items::Rows(new) = part.items else { return false };
                let fits = new.len() == size;
                if fits {
                    Rc::make_mut(rows)[position..position + size].clone_from_slice(&new);
                }
                fits
            }
            (Items::Rows(rows), value) if !deeper.is_empty() => {
                Rc::make_mut(rows)[position].set(deeper, value)
            }
            _ => false,
        }
    }

    /// An array of values, which are all scalars or all rows. `regular` says how many dimensions
    /// of a row are regular; `inner` gives the extents of rows where there are none to look at.
    pub fn stack(extents: Vec<usize>, values: Vec<Value>, regular: bool, inner: &[usize]) -> Self {
        match values.first() {
            None if regular => {
                let extents = extents.into_iter().chain(inner.iter().copied()).collect();
                ArrayValue { extents, items: Items::Scalars(Rc::new(Vec::new())) }
            }
            None => ArrayValue { extents, items: Items::Rows(Rc::new(Vec::new())) },
            Some(Value::Scalar(_)) => {
                let scalars = values.iter().filter_map(Value::scalar).collect();
                ArrayValue { extents, items: Items::Scalars(Rc::new(scalars)) }
            }
            Some(Value::Array(first)) if regular => {
                let extents = extents.into_iter().chain(first.extents.iter().copied()).collect();
                let rows = values.iter().filter_map(Value::as_array);
                let items = match &first.items {
                    Items::Scalars(_) => {
                        let mut scalars = Vec::new();
                        rows.for_each(|row| row.collect(&mut scalars));
                        Items::Scalars(Rc::new(scalars))
                    }
                    Items::Rows(_) => {
                        let mut inner = Vec::new();
                        for row in rows {
                            if let Items::Rows(list) = &row.items {
                                inner.extend(list.iter().cloned());
                            }
                        }
                        Items::Rows(Rc::new(inner))
                    }
                };
                ArrayValue { extents, items }
            }
            Some(Value::Array(_)) => {
                let rows = values.iter().filter_map(Value::as_array).cloned().collect();
                ArrayValue { extents, items: Items::Rows(Rc::new(rows)) }
            }
        }
    }

    /// The array with rows of their own wherever a type says that rows may differ.
    pub fn as_ragged_as(self, extents: &[Extent]) -> ArrayValue {
        let levels = extents.iter().take_while(|extent| extent.size().is_some()).count();
        if levels == extents.len() || levels > self.extents.len() {
            return self;
        }
        let inner = &extents[levels..];
        // The level of the rows is regular as soon as there is one of them.
        let inner: Vec<Extent> = std::iter::once(Extent::Size(Atom::size(0)))
            .chain(inner[1..].iter().copied())
            .collect();
        let (outer, own) = self.extents.split_at(levels);
        let count = outer.iter().product::<usize>();
        let rows: Vec<ArrayValue> = match (&self.items, own) {
            (Items::Rows(rows), []) => rows.to_vec(),
            (items, own) => {
                let size = items.len().checked_div(count).unwrap_or(0);
                let row = |position: usize| ArrayValue {
                    extents: own.to_vec(),
                    items: items.part(position * size, size),
                };
                (0..count).map(row).collect()
            }
        };
        let rows = rows.into_iter().map(|row| row.as_ragged_as(&inner)).collect();
        ArrayValue { extents: outer.to_vec(), items: Items::Rows(Rc::new(rows)) }
    }

    /// The value of an array of this scalar type and these regular extents with `item` at every
    /// point.
    pub fn filled(extents: Vec<usize>, element: ScalarType) -> ArrayValue {
        let count = extents.iter().product();
        ArrayValue::scalars(extents, vec![element.zero(); count])
    }
}
