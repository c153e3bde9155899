//! SOACs: lane after lane, in row-major order.

use super::super::value::{ArrayValue, Value};
use super::{Machine, Trap, broken, write};
use crate::core::{Atom, Constant, Expression, Extent, Output, Soac, Type, Var};
use crate::source::Span;

impl Machine<'_> {
    /// Runs a SOAC. Returns the values of the variables that it binds.
    ///
    /// # Errors
    /// If the user's program fails or the core program is not valid.
    pub fn soac(&mut self, soac: &Soac, binds: &[Var], span: Span) -> Result<Vec<Value>, Trap> {
        let extents: Vec<usize> =
            soac.space.iter().map(|lane| self.size(lane.extent)).collect::<Result<_, _>>()?;
        let count = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
        let stores = soac
            .outputs
            .iter()
            .any(|output| matches!(output, Output::Store(_) | Output::Columns(_)));
        let count = match count {
            Some(count) if stores => self.affordable(count, span)?,
            Some(count) => count,
            None => self.affordable(usize::MAX, span)?,
        };
        let mut collectors = Vec::new();
        for output in &soac.outputs {
            collectors.push(self.collector(output)?);
        }
        for statement in &soac.body {
            if let (Expression::Scan(_), Some(var)) =
                (&statement.expression, statement.binds.first())
            {
                self.scans.remove(var);
            }
        }
        for point in 0..count {
            let mut rest = point;
            for (lane, extent) in soac.space.iter().zip(&extents).rev() {
                let index = Value::Scalar(Constant::Usize((rest % extent) as u64));
                self.set(lane.index, index)?;
                rest /= extent;
            }
            self.check_elements(span)?;
            self.counts.lanes += 1;
            self.statements(&soac.body)?;
            for (output, collector) in soac.outputs.iter().zip(&mut collectors) {
                self.feed(output, collector)?;
            }
        }
        let mut results = Vec::new();
        let mut binds = binds;
        for (output, collector) in soac.outputs.iter().zip(collectors) {
            let (own, rest) = binds.split_at(output.binds());
            results.extend(self.drain(output, collector, &extents, own)?);
            binds = rest;
        }
        Ok(results)
    }

    fn collector(&mut self, output: &Output) -> Result<Collector, Trap> {
        Ok(match output {
            Output::Store(_) | Output::Columns(_) => Collector::Values(vec![Vec::new()]),
            // The starts of the rows, and the rows.
            Output::Segment { .. } => Collector::Values(vec![Vec::new(); 2]),
            // Lists of rows, then the lengths.
            Output::Append { rows, .. } => Collector::Values(vec![Vec::new(); rows.len() + 1]),
            Output::Compact { values, .. } => Collector::Values(vec![Vec::new(); values.len() + 1]),
            Output::Reduce { initial: Some(initial), .. } => {
                Collector::Accumulators(self.all(initial)?)
            }
            Output::Reduce { initial: None, .. } => Collector::Accumulators(Vec::new()),
            Output::Scatter { destinations, .. } | Output::Combine { destinations, .. } => {
                Collector::Accumulators(self.all(destinations)?)
            }
        })
    }

    fn taken(&self, when: Option<Atom>) -> Result<bool, Trap> {
        when.map_or(Ok(true), |when| Ok(self.scalar(when)?.truth()))
    }

    /// Gives the values of the present lane to an output.
    fn feed(&mut self, output: &Output, collector: &mut Collector) -> Result<(), Trap> {
        match (output, collector) {
            (Output::Store(value) | Output::Columns(value), Collector::Values(lists)) => {
                let value = self.get(*value)?;
                self.counts.write(&value);
                lists[0].push(value);
            }
            (Output::Segment { row, start }, Collector::Values(lists)) => {
                let row = self.get(*row)?;
                self.counts.write(&row);
                lists[0].push(self.get(*start)?);
                lists[1].push(row);
            }
            (Output::Append { rows, length, .. }, Collector::Values(lists)) => {
                for (list, row) in lists.iter_mut().zip(rows) {
                    let row = self.array(*row)?;
                    list.extend((0..row.len()).filter_map(|position| row.get(&[position])));
                    self.counts.write(&Value::Array(row));
                }
                if let Some(lengths) = lists.last_mut() {
                    let length = self.get(*length)?;
                    self.counts.write(&length);
                    lengths.push(length);
                }
            }
            (Output::Compact { values, when }, Collector::Values(lists)) => {
                if self.taken(Some(*when))? {
                    for (list, value) in lists.iter_mut().skip(1).zip(values) {
                        let value = self.get(*value)?;
                        self.counts.write(&value);
                        list.push(value);
                    }
                    // The first list only counts.
                    lists[0].push(Value::Scalar(Constant::Bool(true)));
                }
            }
            (
                Output::Reduce { values, operator, when, .. },
                Collector::Accumulators(accumulators),
            ) => {
                if self.taken(*when)? {
                    let values = self.all(values)?;
                    let before = std::mem::take(accumulators);
                    *accumulators = if before.is_empty() {
                        values
                    } else {
                        self.combine(operator, before, values)?
                    };
                }
            }
            (
                Output::Scatter { index, values, when, .. },
                Collector::Accumulators(accumulators),
            ) => {
                if self.taken(*when)? {
                    let index = self.size(*index)?;
                    for (array, value) in accumulators.iter_mut().zip(values) {
                        let value = self.get(*value)?;
                        self.counts.write(&value);
                        write(array, index, value)?;
                    }
                }
            }
            (
                Output::Combine { index, values, operator, when, .. },
                Collector::Accumulators(accumulators),
            ) => {
                if self.taken(*when)? {
                    let index = self.size(*index)?;
                    let values = self.all(values)?;
                    let mut before = Vec::new();
                    for array in accumulators.iter() {
                        let Some(old) = array.as_array().and_then(|array| array.get(&[index]))
                        else {
                            return broken(format!("a combine at {index}"));
                        };
                        self.counts.reads += 1;
                        before.push(old);
                    }
                    let after = self.combine(operator, before, values)?;
                    for (array, value) in accumulators.iter_mut().zip(after) {
                        self.counts.write(&value);
                        write(array, index, value)?;
                    }
                }
            }
            _ => unreachable!("every output has its own kind of collector"),
        }
        Ok(())
    }

    fn drain(
        &mut self,
        output: &Output,
        collector: Collector,
        extents: &[usize],
        binds: &[Var],
    ) -> Result<Vec<Value>, Trap> {
        match collector {
            Collector::Accumulators(values) if values.is_empty() => binds
                .iter()
                .map(|bind| match self.variables.ty(*bind) {
                    Type::Scalar(ty) => Ok(Value::Scalar(ty.zero())),
                    Type::Array(array) => {
                        let extents = self.extents(*bind)?;
                        Ok(Value::Array(ArrayValue::filled(extents, array.element)))
                    }
                })
                .collect(),
            Collector::Accumulators(values) => Ok(values),
            Collector::Values(lists) if matches!(output, Output::Columns(_)) => {
                let columns: Vec<Vec<Constant>> = lists[0].iter().map(Value::scalars).collect();
                let rows = columns.first().map_or(0, Vec::len);
                let elements = (0..rows)
                    .flat_map(|row| columns.iter().map(move |column| column[row]))
                    .collect();
                Ok(vec![Value::Array(ArrayValue::scalars(self.extents(binds[0])?, elements))])
            }
            Collector::Values(lists) if matches!(output, Output::Segment { .. }) => {
                let mut rows: Vec<(usize, &Value)> = lists[0]
                    .iter()
                    .map(|start| start.scalar().map_or(0, Constant::size))
                    .zip(&lists[1])
                    .filter(|(_, row)| row.as_array().is_some_and(|row| !row.is_empty()))
                    .collect();
                rows.sort_by_key(|row| row.0);
                let extents = self.extents(binds[0])?;
                let width: usize = extents[1..].iter().product();
                let mut elements = Vec::new();
                for (start, row) in rows {
                    if elements.len() != start * width {
                        return broken(format!("rows have a gap before {start}"));
                    }
                    elements.extend(row.scalars());
                }
                Ok(vec![Value::Array(ArrayValue::scalars(extents, elements))])
            }
            Collector::Values(mut lists) if matches!(output, Output::Append { .. }) => {
                let mut offsets = vec![0];
                for length in lists.pop().unwrap_or_default() {
                    let length = length.scalar().map_or(0, Constant::size);
                    offsets.push(offsets.last().unwrap_or(&0) + length);
                }
                let count = *offsets.last().unwrap_or(&0);
                let offsets = offsets.into_iter().map(|o| Constant::Usize(o as u64)).collect();
                let total = Value::Scalar(Constant::Usize(count as u64));
                self.values[binds[0].index()] = Some(total.clone());
                let mut results = vec![total, Value::vector(offsets)];
                for (list, bind) in lists.into_iter().zip(&binds[2..]) {
                    let inner = self.extents_after(*bind, 1)?;
                    let ty = self.variables.ty(*bind).row(1);
                    let list = as_ragged_as(list, &ty);
                    let regular = ty.extents().first() != Some(&Extent::Ragged);
                    let array = ArrayValue::stack(vec![count], list, regular, &inner);
                    results.push(Value::Array(array));
                }
                Ok(results)
            }
            Collector::Values(lists) => {
                let compact = matches!(output, Output::Compact { .. });
                let outer = if compact { vec![lists[0].len()] } else { extents.to_vec() };
                let mut results = Vec::new();
                for (position, (list, bind)) in lists.into_iter().zip(binds).enumerate() {
                    if compact && position == 0 {
                        let count = Value::Scalar(Constant::Usize(list.len() as u64));
                        self.values[bind.index()] = Some(count.clone());
                        results.push(count);
                        continue;
                    }
                    // The extents of rows, from the type, in case there is no row to look at.
                    let ty = self.variables.ty(*bind).row(outer.len());
                    let list = as_ragged_as(list, &ty);
                    let regular = ty.extents().first() != Some(&Extent::Ragged);
                    let inner: Vec<usize> = if list.is_empty() {
                        ty.extents()
                            .iter()
                            .map_while(|extent| extent.size())
                            .map(|size| self.size(size))
                            .collect::<Result<_, _>>()?
                    } else {
                        Vec::new()
                    };
                    let scalar = ty.is_scalar();
                    results.push(Value::Array(ArrayValue::stack(
                        outer.clone(),
                        list,
                        regular || scalar,
                        &inner,
                    )));
                }
                Ok(results)
            }
        }
    }
}

/// The place that collects the values of an output while a SOAC runs.
enum Collector {
    /// Lists of values, one for each array bound.
    Values(Vec<Vec<Value>>),
    /// Accumulators, or the arrays written to.
    Accumulators(Vec<Value>),
}

/// Rows with rows of their own where a type says that they may differ.
pub(super) fn as_ragged_as(list: Vec<Value>, ty: &Type) -> Vec<Value> {
    let row = |value| match value {
        Value::Array(row) if ty.is_ragged() && ty.extents()[0] != Extent::Ragged => {
            Value::Array(row.as_ragged_as(ty.extents()))
        }
        value => value,
    };
    list.into_iter().map(row).collect()
}
