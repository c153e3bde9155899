//! Ragged arrays become descriptors and dense arrays.
//!
//! Up to here an array whose rows have lengths of their own is a value like any other. This pass
//! gives it a form: a descriptor, which tells the start and the length of each row, and the rows
//! themselves in one dense array. Rows that lie one after the other are described by their offsets
//! alone.
//!
//! ```text
//! ys: f32[n][*] = soac [i < n] {                count, os: usize[n1], ys: f32[count] = soac [i < n] {
//!     len, row = index xs [i]                       start = index offsets [i]; end = …; len = …
//!     r: f32[len] = soac [j < len] { … }   ─▶       row = slice data from start
//! } store r                                         r: f32[len] = soac [j < len] { … }
//!                                               } append (r) of len
//! ```
//!
//! A row that is a slice of an array from outside the lanes is not copied: its start and its
//! length are stored. So fetching, replicating, choosing and reordering rows touches descriptors
//! only. Components of a product that have their lengths from one array share its descriptor.
//!
//! * [`form`]: the form of a ragged array, and the ways in which one form becomes another;
//! * [`store`]: the outputs of SOACs;
//! * [`known_lengths`]: offsets of rows whose lengths are known before the rows are made;
//! * [`view`]: views of ragged arrays;
//! * [`join`]: branches, literals, updates, sorts;
//! * [`repeat`]: loops that carry ragged arrays;
//! * [`block_parameters`]: ragged values that branches and loops hand on;
//! * [`preserved_rows`]: branches and loops that only assign to elements of rows;
//! * [`replaced_rows`]: loops that replace rows;
//! * [`nest`]: nests over the rows of all planes;
//! * [`shared_source`]: loops that only choose and reorder rows;
//! * [`statements`]: the statements that the pass adds.

mod block_parameters;
mod form;
mod join;
mod known_lengths;
mod nest;
mod preserved_rows;
mod repeat;
mod replaced_rows;
mod shared_source;
mod statements;
mod store;
mod view;

use crate::core::operation::Operation;
use crate::core::{
    Atom, Block, Expression, Extent, Function, LoopForm, Output, Renaming, ScalarType, Soac,
    Statement, Type, Var, VarMap, Variables, View,
};
use crate::source::Span;
use form::{Descriptor, Elements, Form};

/// Gives the ragged arrays of a function their form. Returns true if there were any. A function with a
/// value that has no form yet stays as it is.
pub fn segments(function: &mut Function) -> bool {
    if !function.variables.iter().any(|(_, variable)| variable.ty.is_ragged()) {
        return false;
    }
    let mut result = function.clone();
    let mut lowering = SegmentLowering {
        variables: &mut result.variables,
        known: Known::default(),
        depth: 0,
        loops: 0,
        scope: 0,
        scope_count: 0,
        span: Span::NONE,
    };
    match lowering.block(&mut result.body) {
        Ok(()) => {
            let replaced = lowering.known.replaced;
            replaced.replace_in_block(&mut result.body);
            replaced.types(&mut result.variables);
            *function = result;
            true
        }
        Err(Unsupported) => false,
    }
}

/// The error for a value for which this pass has no form.
struct Unsupported;

type Lowered<T> = Result<T, Unsupported>;

struct SegmentLowering<'a> {
    variables: &'a mut Variables,
    known: Known,
    /// The number of SOACs around the present statement.
    depth: u32,
    /// The number of loops around it.
    loops: u32,
    /// The number of the block at hand, and how many blocks there are so far.
    scope: u32,
    scope_count: u32,
    span: Span,
}

/// The facts known at a place in the program. After a loop that is tried in vain the pass goes back to the
/// facts known before it.
#[derive(Clone, Default)]
struct Known {
    /// The forms of the ragged variables.
    arrays: VarMap<Form>,
    /// The variables that are slices of known elements.
    slices: VarMap<Slice>,
    /// The arrays that are one dense row again and again, and that row.
    replicated: VarMap<Atom>,
    /// The dense arrays whose rows are slices of the same elements.
    stacks: VarMap<Stack>,
    /// The segments that have these lengths.
    segments: VarMap<Segment>,
    /// The number of SOACs around the statement that bound each variable.
    depths: VarMap<u32>,
    /// The number of the block in which each variable is bound.
    scopes: VarMap<u32>,
    /// Variables that are the same as others.
    replaced: Renaming,
}

/// Neighbouring elements, from one on.
#[derive(Clone)]
struct Slice {
    of: Elements,
    start: Atom,
}

/// Dense slices of the same elements, by their starts.
#[derive(Clone)]
struct Stack {
    of: Elements,
    starts: Atom,
}

/// A row of an array whose rows follow each other and fill the elements.
#[derive(Clone)]
struct Segment {
    of: Form,
    /// The number of the row.
    index: Atom,
    start: Atom,
}

impl SegmentLowering<'_> {
    fn block(&mut self, block: &mut Block) -> Lowered<()> {
        let statements = std::mem::take(&mut block.statements);
        self.statements(statements, &mut block.statements)
    }

    fn statements(&mut self, list: Vec<Statement>, result: &mut Vec<Statement>) -> Lowered<()> {
        self.scope_count += 1;
        let around = std::mem::replace(&mut self.scope, self.scope_count);
        for statement in list {
            self.span = statement.span;
            for bind in &statement.binds {
                self.known.depths.insert(*bind, self.depth);
                self.known.scopes.insert(*bind, self.scope);
            }
            self.statement(statement, result)?;
        }
        self.scope = around;
        Ok(())
    }

    fn statement(&mut self, mut statement: Statement, result: &mut Vec<Statement>) -> Lowered<()> {
        let binds = statement.binds.clone();
        let gives_ragged = binds.iter().any(|bind| self.variables.ty(*bind).is_ragged());
        match statement.expression {
            Expression::Index(array, indices) if self.is_ragged(array) => {
                return self.index(array, &indices, &binds, result);
            }
            Expression::Index(array, indices) => {
                if let Some(slice) = self.slice_of_stack(array, &indices, result) {
                    self.known.slices.insert(binds[0], slice);
                }
                statement.expression = Expression::Index(array, indices);
            }
            Expression::View(view) => return self.view(view, &binds, result),
            Expression::Copy(array) if gives_ragged => {
                let form = self.form(array, binds[0], result)?;
                self.known.arrays.insert(binds[0], form);
                return Ok(());
            }
            Expression::Coerce(array, label) if gives_ragged || self.is_ragged(array) => {
                return self.coerce(array, label, binds[0], result);
            }
            Expression::Array(rows) if gives_ragged => {
                return self.literal(&rows, binds[0], result);
            }
            Expression::Array(rows) => {
                if let Some(stack) = self.stack(&rows, result) {
                    self.known.stacks.insert(binds[0], stack);
                }
                statement.expression = Expression::Array(rows);
            }
            Expression::Update { array, indices, value } if gives_ragged => {
                return self.update(array, &indices, value, binds[0], result);
            }
            Expression::If(branch) => return self.branch(*branch, binds, result),
            Expression::Loop(repetition) => return self.repetition(*repetition, binds, result),
            Expression::Soac(soac) => return self.soac(*soac, binds, result),
            Expression::Scan(mut scan) => {
                self.block(&mut scan.operator.body)?;
                statement.expression = Expression::Scan(scan);
            }
            Expression::Sort(sort) if gives_ragged => return self.sort(sort, binds, result),
            other => statement.expression = other,
        }
        result.push(statement);
        Ok(())
    }

    fn soac(
        &mut self,
        mut soac: Soac,
        binds: Vec<Var>,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        if let Some(nest) = self.nest(&soac) {
            return self.all_rows(nest, &binds, result);
        }
        let span = self.span;
        self.depth += 1;
        for lane in &soac.space {
            self.known.depths.insert(lane.index, self.depth);
        }
        let body = std::mem::take(&mut soac.body);
        self.statements(body, &mut soac.body)?;
        for output in &mut soac.outputs {
            if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } = output {
                self.block(&mut operator.body)?;
            }
        }
        self.span = span;
        let stored = self.store_all(soac, &binds)?;
        self.depth -= 1;
        result.extend(stored);
        Ok(())
    }

    fn is_ragged(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.variables.ty(var).is_ragged())
    }

    /// A row, with its length where it opens one.
    fn index(
        &mut self,
        array: Atom,
        indices: &[Atom],
        binds: &[Var],
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let ty = self.variables.atom_type(array);
        let regular = regular_levels(&ty);
        let form = self.form_of(array)?;
        let [length, row] = *binds else {
            // A row that has regular levels itself.
            if indices.len() >= regular {
                return Err(Unsupported);
            }
            let (starts, lengths) =
                self.starts_and_lengths(&form, &ty.extents()[..regular], result);
            let sizes = ty.extents()[indices.len()..regular].to_vec();
            let row_of = |this: &mut Self, array: Atom, result: &mut Vec<Statement>| {
                let ty = Type::array(ScalarType::Usize, sizes.clone());
                this.write(result, |code| code.bind(ty, Expression::Index(array, indices.to_vec())))
            };
            let descriptor =
                Descriptor::spans(row_of(self, starts, result), row_of(self, lengths, result));
            self.known.arrays.insert(binds[0], Form { descriptor, elements: form.elements });
            return Ok(());
        };
        if indices.len() != regular {
            return Err(Unsupported);
        }
        let start = match &form.descriptor {
            Descriptor::Offsets { offsets, whole } => {
                let start = self.write(result, |code| code.element(*offsets, indices[0]));
                if *whole {
                    let segment = Segment { of: form.clone(), index: indices[0], start };
                    self.known.segments.insert(length, segment);
                }
                self.write(result, |code| {
                    let next = code.scalar(Operation::Add, &[indices[0], Atom::size(1)]);
                    let end = code.element(*offsets, next);
                    let difference = Expression::Scalar(Operation::RowLength, vec![end, start]);
                    code.push(vec![length], difference);
                });
                start
            }
            Descriptor::Spans { starts, lengths, .. } => self.write(result, |code| {
                let start = Expression::Index(*starts, indices.to_vec());
                let start = code.bind(Type::USIZE, start);
                code.push(vec![length], Expression::Index(*lengths, indices.to_vec()));
                start
            }),
        };
        self.bind_slice(&form.elements, start, row, result)
    }

    /// The stack that a literal of dense rows is, if they are slices of the same elements.
    fn stack(&mut self, rows: &[Atom], result: &mut Vec<Statement>) -> Option<Stack> {
        let slices = rows.iter().map(|row| self.known.slices.get(&row.var()?).cloned());
        let slices: Vec<Slice> = slices.collect::<Option<_>>()?;
        let of = slices.first()?.of.clone();
        if slices.iter().any(|slice| !slice.of.is(&of)) {
            return None;
        }
        let starts = slices.into_iter().map(|slice| slice.start).collect::<Vec<_>>();
        let ty = Type::regular(ScalarType::Usize, [Atom::size(starts.len())]);
        let starts = self.write(result, |code| code.bind(ty, Expression::Array(starts)));
        Some(Stack { of, starts })
    }

    /// The slice that a row of a stack is.
    fn slice_of_stack(
        &mut self,
        array: Atom,
        indices: &[Atom],
        result: &mut Vec<Statement>,
    ) -> Option<Slice> {
        let [index] = indices else { return None };
        let array = array.var()?;
        if let Some(Stack { of, starts }) = self.known.stacks.get(&array).cloned() {
            let start = self.write(result, |code| code.element(starts, *index));
            return Some(Slice { of, start });
        }
        let row = self.known.replicated.get(&array)?;
        self.known.slices.get(&row.var()?).cloned()
    }

    /// Binds a variable to elements from one on.
    fn bind_slice(
        &mut self,
        of: &Elements,
        start: Atom,
        row: Var,
        result: &mut Vec<Statement>,
    ) -> Lowered<()> {
        self.known.slices.insert(row, Slice { of: of.clone(), start });
        match of {
            Elements::Dense(data) => {
                self.write(result, |code| {
                    code.push(vec![row], Expression::View(View::Slice(*data, start)))
                });
            }
            Elements::Segments(segments) => {
                let ty = self.variables.ty(row).clone();
                let form = self.sliced(segments, start, &ty, result);
                self.known.arrays.insert(row, form);
            }
        }
        Ok(())
    }

    /// From here on a variable is another operand.
    fn replace(&mut self, var: Var, by: Atom) {
        self.known.replaced.insert(var, self.known.replaced.atom(by));
    }

    /// Returns true if an operand is bound outside of the current SOAC.
    fn is_outside(&self, atom: Atom) -> bool {
        let level = |var| self.known.depths.get(&var).copied().unwrap_or(0);
        atom.var().is_none_or(|var| level(var) < self.depth)
    }
}

/// The number of levels of an array before the first ragged one.
fn regular_levels(ty: &Type) -> usize {
    ty.extents().iter().take_while(|extent| **extent != Extent::Ragged).count()
}

/// A loop's condition, if it has one.
fn condition_of(form: &mut LoopForm) -> Option<&mut Block> {
    match form {
        LoopForm::While(condition) => Some(condition),
        LoopForm::For(..) => None,
    }
}
