//! Views: the elements of another array in another arrangement.

use std::rc::Rc;

use super::super::value::{ArrayValue, Items, Value};
use super::{Machine, Trap, broken};
use crate::core::{Constant, Extent, Var, View};
use crate::source::Span;

impl Machine<'_> {
    pub(super) fn view(
        &mut self,
        view: &View,
        binds: &[Var],
        span: Span,
    ) -> Result<Vec<Value>, Trap> {
        let last = *binds.last().unwrap_or(&Var(0));
        let values = match view {
            View::Iota => {
                let count = self.extents(last)?[0];
                let count = self.laid_out(count, span)?;
                let numbers = (0..count).map(|i| Constant::Usize(i as u64)).collect();
                return Ok(vec![Value::vector(numbers)]);
            }
            View::Replicate(value) => {
                let value = self.get(*value)?;
                let rank = value.as_array().map_or(0, |array| array.extents.len());
                let mut outer = self.extents(last)?;
                let ragged = self.variables.ty(last).is_ragged();
                let inner = outer.split_off(outer.len() - rank);
                let count = outer.iter().try_fold(1usize, |a, b| a.checked_mul(*b));
                let count = count.unwrap_or(usize::MAX);
                self.laid_out(count.saturating_mul(value.elements().max(1)), span)?;
                let copies = vec![value; count];
                let stacked = ArrayValue::stack(outer, copies, !ragged || rank > 0, &inner);
                return Ok(vec![Value::Array(stacked)]);
            }
            View::Slice(array, start) => {
                let array = self.array(*array)?;
                let (start, length) = (self.size(*start)?, self.extents(last)?[0]);
                rows(&array, (start..start + length).collect())?
            }
            View::Reverse(array) => {
                let array = self.array(*array)?;
                rows(&array, (0..array.len()).rev().collect())?
            }
            View::Rotate(array, by) => {
                let array = self.array(*array)?;
                let (by, length) = (self.size(*by)?, array.len());
                rows(&array, (0..length).map(|i| (i + by) % length).collect())?
            }
            View::Transpose(array, permutation) => {
                return Ok(vec![transpose(&self.array(*array)?, permutation)?]);
            }
            View::Reshape(array) => {
                let array = self.array(*array)?;
                let extents = self.extents(last)?;
                if extents.iter().product::<usize>() != array.extents.iter().product() {
                    return broken(format!("reshape of {:?} to {extents:?}", array.extents));
                }
                return Ok(vec![Value::Array(ArrayValue { extents, items: array.items })]);
            }
            View::Windows(array) => {
                let array = self.array(*array)?;
                let extents = self.extents(last)?;
                let (count, size) = (extents[0], extents[1]);
                let mut windows = Vec::new();
                for start in 0..count {
                    windows.push(Value::Array(rows(&array, (start..start + size).collect())?));
                }
                let stacked = ArrayValue::stack(vec![count], windows, true, &extents[1..]);
                return Ok(vec![Value::Array(stacked)]);
            }
            View::Flatten(array) => {
                let array = self.array(*array)?;
                let mut all = Vec::new();
                for row in (0..array.len()).filter_map(|position| array.get(&[position])) {
                    let Value::Array(row) = row else { return broken("flatten of scalars".into()) };
                    all.extend((0..row.len()).filter_map(|position| row.get(&[position])));
                }
                let count = all.len();
                self.values[binds[0].index()] = Some(Value::Scalar(Constant::Usize(count as u64)));
                let inner = self.extents_after(last, 1)?;
                let row = self.variables.ty(last).row(1);
                let regular = row.extents().first() != Some(&Extent::Ragged);
                let flat = ArrayValue::stack(vec![count], all, regular, &inner);
                let count = Value::Scalar(Constant::Usize(count as u64));
                return Ok(vec![count, Value::Array(flat)]);
            }
            View::Offsets(array) => {
                let array = self.array(*array)?;
                let mut offsets = vec![Constant::Usize(0)];
                let mut end = 0;
                for position in 0..array.len() {
                    if let Some(Value::Array(row)) = array.get(&[position]) {
                        end += row.len() as u64;
                    }
                    offsets.push(Constant::Usize(end));
                }
                return Ok(vec![Value::vector(offsets)]);
            }
            View::Segments(array, offsets) => {
                let array = self.array(*array)?;
                let offsets: Vec<usize> =
                    self.get(*offsets)?.scalars().into_iter().map(Constant::size).collect();
                let mut list = Vec::new();
                for ends in offsets.windows(2) {
                    list.push(Value::Array(rows(&array, (ends[0]..ends[1]).collect())?));
                }
                let stacked = ArrayValue::stack(vec![list.len()], list, false, &[]);
                return Ok(vec![Value::Array(stacked)]);
            }
        };
        Ok(vec![Value::Array(values)])
    }
}

/// The rows at these positions, as an array.
pub(super) fn rows(array: &ArrayValue, positions: Vec<usize>) -> Result<ArrayValue, Trap> {
    let mut list = Vec::new();
    for position in &positions {
        match array.get(&[*position]) {
            Some(row) => list.push(row),
            None => return broken(format!("row {position} of {:?}", array.extents)),
        }
    }
    let regular = array.extents.len() > 1 || matches!(array.items, Items::Scalars(_));
    Ok(ArrayValue::stack(vec![positions.len()], list, regular, &array.extents[1..]))
}

fn transpose(array: &ArrayValue, permutation: &[usize]) -> Result<Value, Trap> {
    let rank = array.extents.len();
    if permutation.len() > rank {
        return broken("transpose of ragged levels".into());
    }
    let order: Vec<usize> = permutation.iter().copied().chain(permutation.len()..rank).collect();
    let extents: Vec<usize> = order.iter().map(|dimension| array.extents[*dimension]).collect();
    let count = extents.iter().product();
    let mut positions: Vec<usize> = Vec::with_capacity(count);
    for point in 0..count {
        let mut rest = point;
        let mut source = vec![0; rank];
        for (dimension, extent) in order.iter().zip(&extents).rev() {
            source[*dimension] = rest % extent;
            rest /= extent;
        }
        positions.push(
            source.iter().zip(&array.extents).fold(0, |sum, (index, extent)| sum * extent + index),
        );
    }
    let items = match &array.items {
        Items::Scalars(items) => {
            Items::Scalars(Rc::new(positions.iter().map(|position| items[*position]).collect()))
        }
        Items::Rows(rows) => {
            Items::Rows(Rc::new(positions.iter().map(|at| rows[*at].clone()).collect()))
        }
    };
    Ok(Value::Array(ArrayValue { extents, items }))
}
