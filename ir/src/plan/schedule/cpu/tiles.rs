//! Tiles of neighbouring lanes: kernels whose lanes have loops of their own, and gain where all lanes of a tile go
//! round together.

use super::cost::are_cheap;
use super::expected::{expected, has_checks_in_loops, is_looked_at, is_stored};
use super::lane_tests::{Scalars, TestedLanes, bound_in_arms, learn};
use super::varying::{Shape, Varying};
use crate::CpuLimits;
use crate::analysis::{Apart, Strides, decisions_of};
use crate::core::{
    Atom, Expression, Loop, LoopForm, Output, Soac, Statement, Var, VarSet, Variables,
};

/// The facts that the elements read in loops tell about tiles.
#[derive(Default)]
struct Reads {
    /// Loops that have several accumulators when lanes run one by one.
    wide: bool,
    /// Loops that have not.
    narrow: bool,
    apart: Apart,
}

/// The varying values of a kernel that gains by tiles; none if it does not, or cannot have
/// them.
/// `direct` are the rows and columns whose elements are written where they belong.
pub(crate) fn varying_in_tiles(
    soac: &Soac,
    direct: &VarSet,
    variables: &Variables,
) -> Option<Varying> {
    with(soac, &[soac.space.last()?.index], direct, variables)
}

/// The values that vary in a stack of tiles; none if a kernel cannot have one.
pub(crate) fn varying_in_stacks(soac: &Soac, variables: &Variables) -> Option<Varying> {
    let [.., above, last] = soac.space[..] else { return None };
    with(soac, &[last.index, above.index], &VarSet::new(), variables)
}

/// Returns true if a kernel gains by a stack of tiles: if the values that one accumulator combines are cheap, and
/// have parts that do not differ between rows.
pub(super) fn gains_by_stacks(soac: &Soac, variables: &Variables, limits: &CpuLimits) -> bool {
    let [.., above, _] = soac.space[..] else { return false };
    let [Output::Store(result)] = soac.outputs[..] else { return false };
    let rows = Varying::of(&[above.index], &soac.body);
    let has_bodies = |statement: &&Statement| !statement.expression.bodies().is_empty();
    let mut loops = soac.body.iter().filter(has_bodies);
    let (Some(one), None) = (loops.next(), loops.next()) else { return false };
    let Expression::Soac(inner) = &one.expression else { return false };
    let [Output::Reduce { values, when: None, .. }] = &inner.outputs[..] else { return false };
    let size = |atom: Atom| variables.element(atom).bytes();
    let same = values.len() == 1 && size(values[0]) == size(result);
    let shared = inner.body.iter().any(|statement| {
        matches!(statement.expression, Expression::Index(..)) && !rows.statement(statement)
    });
    let cheap = straight(&inner.body) && are_cheap(variables, &inner.body, limits.cost_of_reading);
    same && matches!(size(result), 4 | 8) && cheap && shared
}

/// The values that differ where these indices do, the first of which counts neighbouring lanes.
fn with(soac: &Soac, indices: &[Var], direct: &VarSet, variables: &Variables) -> Option<Varying> {
    let index = indices[0];
    // Columns of neighbouring lanes are neighbours, rows are not.
    let mut columns = VarSet::new();
    for output in &soac.outputs {
        match output {
            Output::Store(value) if variables.atom_type(*value).is_scalar() => {}
            Output::Columns(Atom::Var(column)) if direct.contains(column) => {
                columns.insert(*column);
            }
            // A reduction that decides early goes lane by lane.
            Output::Reduce { when: None, commutative: true, .. }
                if decisions_of(soac, variables).is_none() => {}
            Output::Combine { .. } | Output::Compact { .. } if soac.space.len() == 1 => {}
            _ => return None,
        }
    }
    let mut varying = Varying::of(indices, &soac.body);
    let expected = expected(soac, &varying, variables);
    let checks = is_stored(soac, variables) && has_checks_in_loops(&soac.body, false);
    let only_checks = checks && expected.is_empty();
    if indices.len() == 1 && (checks || !expected.is_empty()) {
        varying = Varying::with_expected(indices, expected, checks, &soac.body);
    }
    let strides = Strides::of(&soac.body).with(|var| match varying.shape_of(var)? {
        Shape::Same => Some(0),
        Shape::Counts => Some(1),
    });
    let mut reads = Reads::default();
    let body = &soac.body;
    let mut survey = Survey { index, body, strides, varying: &varying, columns, variables };
    let last = soac
        .body
        .iter()
        .rposition(|statement| varying.has_loop(statement) && varying.statement(statement))?;
    let (through, after) = soac.body.split_at(last + 1);
    survey.statements(through, None, &mut reads).then_some(())?;
    // Behind the last loop lanes follow each other, and the first that fails is the first.
    after.iter().all(|statement| survey.may_end(statement, &mut reads)).then_some(())?;
    let apart = &reads.apart;
    let pays = if reads.narrow {
        apart.for_lanes == 0
    } else {
        let fewer = apart.for_lanes < apart.for_rounds && !only_checks;
        reads.wide && (apart.for_lanes == 0 || fewer)
    };
    pays.then_some(varying)
}

/// Finds out if statements can run over tiles, and looks at the elements that their loops read.
struct Survey<'s> {
    index: Var,
    /// The whole body of a lane.
    body: &'s [Statement],
    strides: Strides<'s>,
    varying: &'s Varying,
    /// Columns that are written from tiles.
    columns: VarSet,
    variables: &'s Variables,
}

impl Survey<'_> {
    /// Returns true if all statements can run in tiles; `round` is the index of the loop around them.
    fn statements(&mut self, list: &[Statement], round: Option<Var>, reads: &mut Reads) -> bool {
        list.iter().all(|statement| self.statement(statement, round, reads))
    }

    /// Returns true if a statement can run behind all loops.
    fn may_end(&mut self, statement: &Statement, reads: &mut Reads) -> bool {
        let is_check = matches!(statement.expression, Expression::Check(_));
        is_check && !statement.binds.is_empty() || self.statement(statement, None, reads)
    }

    fn statement(&mut self, statement: &Statement, round: Option<Var>, reads: &mut Reads) -> bool {
        let scalars = statement.binds.iter().all(|bind| self.variables.ty(*bind).is_scalar());
        if let Expression::Check(check) = &statement.expression
            && self.varying.expects()
        {
            return is_looked_at(check, self.variables);
        }
        if !self.varying.statement(statement) {
            // Runs once, as it would anywhere, unless it does something.
            return !statement.binds.is_empty()
                && !statement.expression.may_fail()
                && (scalars || matches!(statement.expression, Expression::Index(..)));
        }
        let columns = statement.binds.iter().any(|bind| self.columns.contains(bind));
        if !scalars && !columns {
            return false;
        }
        match &statement.expression {
            Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
            Expression::Copy(_) => true,
            Expression::Index(_, indices) => {
                if let Some(round) = round {
                    reads.apart.count(&self.strides, indices, self.index, round);
                }
                true
            }
            Expression::If(branch) if round.is_none() && self.varying.has_loop(statement) => {
                let mut scalars = Scalars::default();
                learn(self.body, &mut scalars);
                let (varying, variables) = (self.varying, self.variables);
                let arms = bound_in_arms([statement]);
                let lanes = TestedLanes { varying, scalars: &scalars, arms: &arms, variables };
                lanes.decide_by_place(branch.condition)
                    && self.statements(&branch.then.statements, round, reads)
                    && self.statements(&branch.otherwise.statements, round, reads)
            }
            Expression::If(branch) => {
                straight(&branch.then.statements) && straight(&branch.otherwise.statements)
            }
            Expression::Scan(scan) => straight(&scan.operator.body.statements),
            Expression::Soac(soac) => self.soac(soac, &statement.binds, reads),
            Expression::Loop(repetition) => self.repetition(repetition, reads),
            _ => false,
        }
    }

    fn soac(&mut self, soac: &Soac, binds: &[Var], reads: &mut Reads) -> bool {
        let mut outputs = crate::core::visit::outputs_with_binds(soac, binds);
        let fits = outputs.all(|(output, own)| match output {
            Output::Reduce { initial: Some(_), operator, .. } => {
                straight(&operator.body.statements)
            }
            Output::Store(value) => {
                self.columns.contains(&own[0]) && self.variables.atom_type(*value).is_scalar()
            }
            _ => false,
        });
        let uniform = soac.space.iter().all(|lane| !self.varying.atom(lane.extent));
        let Some(round) = soac.space.last() else { return false };
        let nested = soac.body.iter().any(|statement| self.varying.has_loop(statement));
        if !nested {
            reads.wide = true;
        }
        fits && uniform && self.statements(&soac.body, Some(round.index), reads)
    }

    fn repetition(&mut self, repetition: &Loop, reads: &mut Reads) -> bool {
        reads.narrow = true;
        match &repetition.form {
            LoopForm::For(index, count) => {
                !self.varying.atom(*count)
                    && self.statements(&repetition.body.statements, Some(*index), reads)
            }
            LoopForm::While(condition) if self.varying.block(condition) => {
                // Lanes that have stopped compute on, so nothing may be read there.
                without_reads(&condition.statements) && without_reads(&repetition.body.statements)
            }
            LoopForm::While(condition) => {
                straight(&condition.statements)
                    && self.statements(&repetition.body.statements, Some(self.index), reads)
            }
        }
    }
}

/// Returns true if statements only compute scalars, one after the other.
pub(super) fn straight(statements: &[Statement]) -> bool {
    statements.iter().all(|statement| match &statement.expression {
        Expression::Scalar(..)
        | Expression::Cast(_)
        | Expression::Select(_)
        | Expression::Copy(_)
        | Expression::Index(..) => true,
        Expression::If(branch) => {
            straight(&branch.then.statements) && straight(&branch.otherwise.statements)
        }
        _ => false,
    })
}

fn without_reads(statements: &[Statement]) -> bool {
    statements.iter().all(|statement| match &statement.expression {
        Expression::Scalar(..)
        | Expression::Cast(_)
        | Expression::Select(_)
        | Expression::Copy(_) => true,
        Expression::If(branch) => {
            without_reads(&branch.then.statements) && without_reads(&branch.otherwise.statements)
        }
        _ => false,
    })
}
