//! Nests of two parallel levels around a reduction, such as the product of two matrices: the computation of
//! an element is cut into the parts that depend on the row alone, on the column alone, and on both. A block
//! loads the first two once for many results.
//!
//! ```text
//! soac [i < n, j < m] {
//!     t = soac [l < k] {
//!         x = index a [i, l]      of the row
//!         y = index b [l, j]      of the column
//!         p = mul x y             of both
//!     } reduce (p) from (0) …
//! } store t
//! ```

use crate::analysis::dependence::{Dependence, Indices};
use crate::analysis::statements_for;
use crate::core::visit::{Visitor, bound_in, bound_inside, each_use, free_variables, read};
use crate::core::{
    Atom, Block, Expression, LoopForm, Output, Soac, Statement, Var, VarSet, Variables, View,
};

/// A nest whose elements fall into values of rows and values of columns.
pub(crate) struct Nest<'s> {
    /// The dimension of the rows. The last one is that of the columns; those that are left count batches.
    pub(crate) rows: usize,
    /// The position of the reduction in the body of the lane.
    pub(crate) position: usize,
    pub(crate) reduction: Reduction<'s>,
    pub(crate) of_row: TileOperand<'s>,
    pub(crate) of_column: TileOperand<'s>,
    /// The statements that are computed for each element.
    pub(crate) of_both: Vec<&'s Statement>,
}

/// The code and values that the elements of a reduction need of their row, or of their column.
pub(crate) struct TileOperand<'s> {
    /// The statements before the reduction that it is made from.
    pub(crate) before: Vec<&'s Statement>,
    /// The statements of the reduction.
    pub(crate) statements: Vec<&'s Statement>,
    /// The values that elements need.
    pub(crate) values: Vec<Var>,
    /// True if elements one after the other are neighbours in memory, not those of neighbouring rows
    /// or columns.
    pub(crate) along_length: bool,
}

/// The reduction in a nest.
#[derive(Clone, Copy)]
pub(crate) enum Reduction<'s> {
    Soac(&'s Soac),
    /// A loop that counts: the index, the carried values, and a turn.
    Loop(Var, Atom, &'s [(Var, Atom)], &'s Block),
}

impl<'s> Reduction<'s> {
    /// The reduction that a statement is, if every part of it can be tiled.
    fn of(statement: &'s Statement, variables: &Variables) -> Option<Reduction<'s>> {
        match &statement.expression {
            Expression::Soac(soac) => {
                let reduced = soac.outputs.iter().all(|output| match output {
                    Output::Reduce { initial: Some(_), operator, .. } => {
                        operator.body.statements.iter().all(is_arithmetic)
                    }
                    _ => false,
                });
                (soac.space.len() == 1 && reduced).then_some(Reduction::Soac(soac))
            }
            Expression::Loop(repetition) => {
                let LoopForm::For(index, count) = repetition.form else { return None };
                let carried = &repetition.carried;
                let scalars = carried.iter().all(|(var, _)| variables.ty(*var).is_scalar());
                scalars.then_some(Reduction::Loop(index, count, carried, &repetition.body))
            }
            _ => None,
        }
    }

    pub(crate) fn index(self) -> Var {
        match self {
            Reduction::Soac(soac) => soac.space[0].index,
            Reduction::Loop(index, ..) => index,
        }
    }

    /// Returns the number of elements.
    pub(crate) fn length(self) -> Atom {
        match self {
            Reduction::Soac(soac) => soac.space[0].extent,
            Reduction::Loop(_, count, ..) => count,
        }
    }

    fn body(self) -> &'s [Statement] {
        match self {
            Reduction::Soac(soac) => &soac.body,
            Reduction::Loop(.., body) => &body.statements,
        }
    }

    /// Returns the initial values of the accumulators.
    pub(crate) fn initial(self) -> Vec<Atom> {
        match self {
            Reduction::Soac(soac) => {
                let initial = soac.outputs.iter().map(|output| match output {
                    Output::Reduce { initial: Some(initial), .. } => initial.as_slice(),
                    _ => &[],
                });
                initial.flatten().copied().collect()
            }
            Reduction::Loop(_, _, carried, _) => {
                carried.iter().map(|(_, initial)| *initial).collect()
            }
        }
    }

    /// Returns the variables that are mentioned when accumulators take in an element.
    fn mentioned_at_the_end(self) -> Vec<Var> {
        let mut mentioned = Mentioned(Vec::new());
        match self {
            Reduction::Soac(soac) => {
                for output in &soac.outputs {
                    let Output::Reduce { values, operator, when, .. } = output else { continue };
                    read::atoms(values, &mut mentioned);
                    when.iter().for_each(|when| mentioned.atom(when));
                    read::lambda(operator, &mut mentioned);
                }
            }
            Reduction::Loop(.., body) => read::atoms(&body.results, &mut mentioned),
        }
        mentioned.0
    }
}

struct Mentioned(Vec<Var>);

impl Visitor for Mentioned {
    fn atom(&mut self, atom: &Atom) {
        self.0.extend(atom.var());
    }
}

/// The bit of the index that counts rows, in the sets of indices that values depend on.
pub(crate) const ROW: Indices = 1;
/// The bit of the index that counts columns.
pub(crate) const COLUMN: Indices = 2;
const BOTH: Indices = ROW | COLUMN;
/// The bit of the index that counts the elements of the reduction.
const ELEMENT: Indices = 4;

impl<'s> Nest<'s> {
    /// The nest that the lanes of a kernel are, if they are one.
    pub(crate) fn of(soac: &'s Soac, variables: &Variables) -> Option<Nest<'s>> {
        let scalar = |atom: &Atom| variables.atom_type(*atom).is_scalar();
        let stored = |output: &Output| matches!(output, Output::Store(value) if scalar(value));
        let mut inner = soac.body.iter().enumerate().filter(|(_, statement)| {
            matches!(statement.expression, Expression::Soac(_) | Expression::Loop(_))
        });
        let (position, statement) = inner.next()?;
        let reduction = Reduction::of(statement, variables)?;
        let before = &soac.body[..position];
        let of_lanes = bound_inside(soac);
        let fits = inner.next().is_none()
            && soac.outputs.iter().all(stored)
            && before.iter().all(is_plain)
            && has_fixed_extents(before, &of_lanes, variables)
            && has_fixed_extents(reduction.body(), &of_lanes, variables)
            && !reduction.length().var().is_some_and(|length| of_lanes.contains(&length));
        let last = soac.space.len().checked_sub(1).filter(|_| fits)?;
        (0..last).rev().find_map(|rows| Nest::along(soac, rows, position, reduction, variables))
    }

    /// The same with the rows along this dimension.
    fn along(
        soac: &'s Soac,
        rows: usize,
        position: usize,
        reduction: Reduction<'s>,
        variables: &Variables,
    ) -> Option<Nest<'s>> {
        let before = &soac.body[..position];
        let mut dependence = Dependence::default();
        dependence.note(soac.space[rows].index, ROW);
        dependence.note(soac.space.last()?.index, COLUMN);
        dependence.learn(before);
        dependence.note(reduction.index(), ELEMENT);
        if let Reduction::Loop(_, _, carried, _) = reduction {
            carried.iter().for_each(|(var, _)| dependence.note(*var, BOTH));
        }
        let (mut own, mut others, mut of_both) = (Vec::new(), Vec::new(), Vec::new());
        for statement in reduction.body() {
            dependence.learn_statement(statement);
            match dependence.of_expression(&statement.expression) & BOTH {
                BOTH => of_both.push(statement),
                COLUMN => others.push(statement),
                _ => own.push(statement),
            }
        }
        let mut needed = reduction.mentioned_at_the_end();
        for statement in &of_both {
            each_use(&statement.expression, |var| needed.push(var));
        }
        let (mut of_row, mut of_column): (Vec<Var>, Vec<Var>) = (Vec::new(), Vec::new());
        let indices: Vec<Var> = soac.space.iter().map(|lane| lane.index).collect();
        let (early, inside) = (bound_in(before), bound_in(reduction.body()));
        let of_elements = bound_in_statements(&of_both);
        for var in needed {
            let element = var == reduction.index() || of_elements.contains(&var);
            let bound = early.contains(&var) || inside.contains(&var);
            if element || !bound || indices.contains(&var) {
                continue;
            }
            let values = match dependence.of(var) & BOTH {
                BOTH => return None,
                COLUMN => &mut of_column,
                _ => &mut of_row,
            };
            if !values.contains(&var) {
                values.push(var);
            }
        }
        // A value that depends on neither is of the row; columns compute such values again if they need them.
        let neither =
            own.iter().copied().filter(|own| dependence.of_expression(&own.expression) & BOTH == 0);
        let shared = needed_by(&others, neither.collect());
        let others = [shared, others].concat();
        let of_row = TileOperand::of(own, of_row, ROW, before, &dependence, variables)?;
        let of_column = TileOperand::of(others, of_column, COLUMN, before, &dependence, variables)?;
        let nest = Nest { rows, position, reduction, of_row, of_column, of_both };
        nest.of_both.iter().all(|statement| is_arithmetic(statement)).then_some(nest)
    }
}

impl<'s> TileOperand<'s> {
    /// A part, if its values are scalars that are read from memory.
    fn of(
        statements: Vec<&'s Statement>,
        values: Vec<Var>,
        level: Indices,
        before: &'s [Statement],
        dependence: &Dependence,
        variables: &Variables,
    ) -> Option<TileOperand<'s>> {
        let reads = statements.iter().find_map(|statement| match &statement.expression {
            Expression::Index(_, indices)
                if dependence.of_expression(&statement.expression) & level != 0 =>
            {
                Some(indices)
            }
            _ => None,
        })?;
        let moving = reads.iter().rev().map(|index| dependence.of_atom(*index));
        let along_length =
            moving.into_iter().find(|of| *of != 0).is_some_and(|of| of & ELEMENT != 0);
        let scalars = values.iter().all(|value| variables.ty(*value).is_scalar());
        let fits = scalars && !values.is_empty();
        if !fits || !statements.iter().all(|statement| is_plain(statement)) {
            return None;
        }
        let mut needed: Vec<Atom> = values.iter().copied().map(Atom::Var).collect();
        for statement in &statements {
            each_use(&statement.expression, |var| needed.push(Atom::Var(var)));
        }
        let before = statements_for(before, variables, needed).collect();
        Some(TileOperand { before, statements, values, along_length })
    }
}

/// Returns those of some statements that others need, directly or not.
fn needed_by<'s>(others: &[&'s Statement], from: Vec<&'s Statement>) -> Vec<&'s Statement> {
    let mut needed = VarSet::new();
    let note = |statement: &Statement, needed: &mut VarSet| {
        each_use(&statement.expression, |var| {
            needed.insert(var);
        });
    };
    others.iter().for_each(|statement| note(statement, &mut needed));
    let mut list = Vec::new();
    for statement in from.into_iter().rev() {
        if statement.binds.iter().any(|bind| needed.contains(bind)) {
            note(statement, &mut needed);
            list.push(statement);
        }
    }
    list.reverse();
    list
}

fn bound_in_statements(statements: &[&Statement]) -> VarSet {
    let mut bound = VarSet::new();
    for statement in statements {
        bound.union(&bound_in(std::slice::from_ref(*statement)));
    }
    bound
}

/// Returns true if no array in these statements has an extent that lanes compute.
fn has_fixed_extents(statements: &[Statement], of_lanes: &VarSet, variables: &Variables) -> bool {
    statements.iter().all(|statement| {
        let mut fixed = true;
        for var in free_variables(statement, variables).iter() {
            let extents = variables.ty(var).extents().iter();
            let sizes = extents.filter_map(|extent| extent.size()?.var());
            fixed &= !sizes.clone().any(|size| of_lanes.contains(&size));
        }
        fixed
    })
}

/// Returns true if a statement is cheap: no loop, and no array of the lane's own.
pub(crate) fn is_plain(statement: &Statement) -> bool {
    match &statement.expression {
        Expression::View(View::Reshape(_) | View::Slice(..)) => true,
        Expression::Index(..) | Expression::Check(_) | Expression::Coerce(..) => true,
        Expression::If(branch) => {
            let blocks = [&branch.then, &branch.otherwise];
            blocks.iter().all(|block| block.statements.iter().all(is_plain))
        }
        _ => is_arithmetic(statement),
    }
}

/// Returns true if a statement reads no memory and cannot fail or go on for long.
fn is_arithmetic(statement: &Statement) -> bool {
    match &statement.expression {
        Expression::Scalar(..) | Expression::Cast(_) => true,
        Expression::Select(_) | Expression::Copy(_) => true,
        Expression::If(branch) => {
            let blocks = [&branch.then, &branch.otherwise];
            blocks.iter().all(|block| block.statements.iter().all(is_arithmetic))
        }
        _ => false,
    }
}
