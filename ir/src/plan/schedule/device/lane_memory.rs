//! The arrays that a lane needs memory for: literals, arrays that inner maps store, copies that are changed
//! in place, arrays that loops carry and that are sorted. Small ones of a size that is known lie in the
//! memory of the thread; for others the kernel has a heap.
//!
//! A lane that needs something that devices do not have is found here, too, with the reason.

use super::context::Context;
use super::distribution::Distribution;
use super::placed_rows::{Placed, place_rows};
use super::reason::Reason;
use crate::core::visit::outputs_with_binds;
use crate::core::{
    Atom, Block, Expression, Lambda, Loop, LoopForm, Output, Soac, Statement, Var, VarSet, View,
};

/// Finds the memory that a lane needs.
pub(super) struct LaneMemory<'a> {
    pub(super) context: Context<'a>,
    /// The rows that a team's threads share; each has memory where it belongs.
    pub(super) distribution: Option<&'a Distribution>,
    /// The arrays that are written where they belong.
    pub(super) placed: Placed,
    /// True if the kernel may have a heap.
    may_have_heap: bool,
    /// The arrays that lanes take from the heap.
    pub(super) from_heap: VarSet,
    /// True if the statement at hand can take arrays from the heap: it can fail.
    in_reach: bool,
}

type Found<T = ()> = Result<T, Reason>;

/// The memory of an array of a lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemorySpace {
    Thread,
    Heap,
}

impl<'a> LaneMemory<'a> {
    pub(super) fn new(
        context: Context<'a>,
        distribution: Option<&'a Distribution>,
        may_have_heap: bool,
    ) -> LaneMemory<'a> {
        LaneMemory {
            context,
            distribution,
            placed: Placed::default(),
            may_have_heap,
            from_heap: VarSet::new(),
            in_reach: false,
        }
    }

    /// Looks at statements of a lane, which can fail.
    pub(super) fn lane(&mut self, list: &[Statement]) -> Found {
        self.in_reach = self.may_have_heap;
        let found = self.statements(list);
        self.in_reach = false;
        found
    }

    /// Looks at an operator, which cannot fail.
    pub(super) fn operator(&mut self, operator: &Lambda) -> Found {
        self.block(&operator.body)
    }

    /// Looks at statements of which none can take arrays from the heap.
    pub(super) fn statements(&mut self, list: &[Statement]) -> Found {
        list.iter().try_for_each(|statement| self.statement(statement))
    }

    fn block(&mut self, block: &Block) -> Found {
        self.statements(&block.statements)
    }

    /// Returns the memory that has room for an array with these extents.
    fn memory_space(&self, extents: &[Atom]) -> Found<MemorySpace> {
        let count = extents.iter().map(|extent| extent.known_size()).product::<Option<usize>>();
        match count.filter(|count| *count <= self.context.limits.array_of_thread) {
            Some(_) => Ok(MemorySpace::Thread),
            None if self.in_reach => Ok(MemorySpace::Heap),
            None => Err(Reason::ArrayOfLane),
        }
    }

    /// Takes memory for an array with at most these extents.
    fn take(&mut self, array: Var, extents: &[Atom]) -> Found {
        if self.memory_space(extents)? == MemorySpace::Heap {
            self.from_heap.insert(array);
        }
        Ok(())
    }

    /// Takes memory for an array that is not written where it belongs.
    fn take_unless_placed(&mut self, array: Var, extents: &[Atom]) -> Found {
        if self.placed.contains_key(&array) { Ok(()) } else { self.take(array, extents) }
    }

    fn extents(&self, array: Var) -> Vec<Atom> {
        let extents = self.context.variables.ty(array).extents().iter();
        extents.filter_map(|extent| extent.size()).collect()
    }

    fn is_scalar(&self, atom: &Atom) -> bool {
        self.context.variables.atom_type(*atom).is_scalar()
    }

    fn statement(&mut self, statement: &Statement) -> Found {
        let variables = self.context.variables;
        match &statement.expression {
            Expression::Soac(soac) => return self.soac(soac, &statement.binds),
            Expression::If(branch) => {
                self.block(&branch.then)?;
                return self.block(&branch.otherwise);
            }
            Expression::Loop(repetition) => return self.repetition(repetition),
            Expression::Scan(scan) => return self.operator(&scan.operator),
            _ => {}
        }
        let Some(bind) = statement.binds.first().copied() else { return Ok(()) };
        match &statement.expression {
            Expression::Array(_) if variables.ty(bind).rank() > 1 => {
                self.take(bind, &self.extents(bind))
            }
            Expression::Copy(_) if !variables.ty(bind).is_scalar() => {
                self.take(bind, &self.extents(bind))
            }
            Expression::Update { array, .. } => match array.var() {
                Some(array) => self.memory_space(&self.extents(array)).map(|_| ()),
                None => Err(Reason::ConstantChanged),
            },
            Expression::Sort(_) => {
                let binds = &statement.binds;
                if binds.iter().any(|bind| variables.ty(*bind).rank() != 1) {
                    return Err(Reason::RowsSorted);
                }
                binds.iter().try_for_each(|bind| self.take(*bind, &self.extents(*bind)))
            }
            Expression::Call(..) => Err(Reason::Recursion),
            Expression::View(View::Reshape(_) | View::Slice(..)) => Ok(()),
            Expression::View(_) | Expression::CommonLength(_) => Err(Reason::ViewLeft),
            _ => Ok(()),
        }
    }

    /// Looks at a SOAC in a lane. The threads of a team share some; others are loops.
    fn soac(&mut self, soac: &Soac, binds: &[Var]) -> Found {
        let row = |bind: &Var| self.distribution.is_some_and(|rows| rows.row(*bind).is_some());
        if binds.first().is_some_and(row) {
            let distribution = self.distribution.take();
            let found = self.statements(&soac.body).and_then(|()| self.operators(soac));
            self.distribution = distribution;
            return found;
        }
        for (output, own) in outputs_with_binds(soac, binds) {
            self.output(soac, output, own)?;
        }
        for statement in &soac.body {
            if let Expression::Scan(_) = &statement.expression
                && statement.binds.iter().any(|bind| !self.is_scalar(&Atom::Var(*bind)))
            {
                return Err(Reason::RowsCombined);
            }
        }
        for output in &soac.outputs {
            if matches!(output, Output::Columns(_) | Output::Segment { .. }) {
                place_rows(output, soac, &mut self.placed);
            }
        }
        self.statements(&soac.body)?;
        self.operators(soac)
    }

    /// Takes memory for an output of a loop.
    fn output(&mut self, soac: &Soac, output: &Output, own: &[Var]) -> Found {
        match output {
            Output::Reduce { .. } => Ok(()),
            Output::Store(_) | Output::Columns(_) | Output::Segment { .. } => {
                self.take_unless_placed(own[0], &self.extents(own[0]))
            }
            Output::Compact { values, .. } => {
                if values.iter().any(|value| !self.is_scalar(value)) {
                    return Err(Reason::RowsKeptInLane);
                }
                let most: Vec<Atom> = soac.space.iter().map(|lane| lane.extent).collect();
                own[1..].iter().try_for_each(|column| self.take_unless_placed(*column, &most))
            }
            Output::Append { offsets, .. } => {
                let columns = &own[2..];
                if !columns.is_empty() && !self.in_reach {
                    return Err(Reason::ArrayOfLane);
                }
                self.from_heap.extend(columns);
                self.take(own[1], &[*offsets])
            }
            Output::Scatter { .. } | Output::Combine { .. } => own
                .iter()
                .try_for_each(|array| self.memory_space(&self.extents(*array)).map(|_| ())),
        }
    }

    /// Looks at the operators by which the outputs of a SOAC take the values of a lane.
    fn operators(&mut self, soac: &Soac) -> Found {
        for output in &soac.outputs {
            match output {
                Output::Reduce { operator, .. } => self.operator(operator)?,
                Output::Scatter { values, .. } | Output::Combine { values, .. }
                    if values.iter().any(|value| !self.is_scalar(value)) =>
                {
                    return Err(Reason::RowsScattered);
                }
                Output::Combine { operator, .. } => {
                    // On a device there is no one to tell when values are combined.
                    if operator.may_fail() {
                        return Err(Reason::CombiningCanFail);
                    }
                    self.operator(operator)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn repetition(&mut self, repetition: &Loop) -> Found {
        for (var, _) in &repetition.carried {
            if !self.context.variables.ty(*var).is_scalar() {
                self.take(*var, &self.extents(*var))?;
            }
        }
        if let LoopForm::While(condition) = &repetition.form {
            self.block(condition)?;
        }
        self.block(&repetition.body)
    }
}
