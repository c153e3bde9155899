//! The cost of a lane, in additions: the drivers cut work into blocks by it.
//!
//! Variables that the kernel binds, at any depth, cannot be mentioned by code outside of it.

use super::lanes::Lanes;
use crate::core::{
    Atom, Expression, Extent, LoopForm, Operation, Output, Soac, Statement, Variables, View,
};

/// The number of rounds that loops are assumed to go if nothing is known.
const TURNS: u32 = 16;

/// The cost, about, of each element of a list that a lane sorts or calls a function with.
const ELEMENT: u32 = 64;

/// A cost: a number, and products of sizes times something.
#[derive(Default)]
pub struct Cost {
    /// The cost that is the same for all sizes.
    pub fixed: u32,
    /// True if the cost is a guess: loops of the lane go round as often as only the run tells.
    pub guessed: bool,
    /// Costs of work that is done as many times as an operand says.
    pub repeated: Vec<(Atom, Cost)>,
    /// Costs of work that lanes share.
    pub shared: Vec<Shared>,
}

/// Work that is done for each of `total` elements, which the lanes of the kernel share: a lane has an even
/// part on the average.
pub struct Shared {
    /// The number of elements.
    pub total: Atom,
    /// The extents of the lanes that share them. The other ones have all elements of their part.
    pub among: Vec<Atom>,
    /// The cost of one element.
    pub cost: Cost,
}

/// Returns the cost of one element of each row of a lane, added up. Drivers divide the cost of a lane by it
/// to estimate the length of its rows.
pub(crate) fn element_cost(variables: &Variables, soac: &Soac) -> usize {
    of_elements(variables, &soac.body, &Lanes::of(soac)).max(1) as usize
}

fn of_elements(variables: &Variables, statements: &[Statement], lanes: &Lanes) -> u32 {
    let of_one = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => of_body(variables, row, lanes).fixed,
        Expression::If(_) => {
            let branches = statement.expression.bodies().into_iter();
            branches.map(|branch| of_elements(variables, branch, lanes)).max().unwrap_or(0)
        }
        _ => 0,
    };
    statements.iter().map(of_one).fold(0, u32::saturating_add)
}

/// Returns true if statements cost `most` at most.
pub(super) fn are_cheap<'s>(
    variables: &Variables,
    statements: impl IntoIterator<Item = &'s Statement>,
    most: u32,
) -> bool {
    let lanes = Lanes::default();
    let costs = statements.into_iter().map(|one| of_statement(variables, one, &[], &lanes).fixed);
    costs.fold(0, u32::saturating_add) <= most
}

fn of_body(variables: &Variables, soac: &Soac, lanes: &Lanes) -> Cost {
    let mut cost = of_statements(variables, &soac.body, lanes);
    for output in &soac.outputs {
        cost.fixed = cost.fixed.saturating_add(1);
        if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } = output {
            cost = cost.and(of_statements(variables, &operator.body.statements, lanes));
        }
    }
    cost
}

fn of_statements(variables: &Variables, statements: &[Statement], lanes: &Lanes) -> Cost {
    let mut cost = Cost::default();
    for (position, statement) in statements.iter().enumerate() {
        cost = cost.and(of_statement(variables, statement, &statements[..position], lanes));
    }
    cost
}

/// Returns the cost of a statement, which stands behind others.
fn of_statement(
    variables: &Variables,
    statement: &Statement,
    before: &[Statement],
    lanes: &Lanes,
) -> Cost {
    match &statement.expression {
        Expression::Scalar(operation, operands) => {
            fixed(operation.cost(variables.element(operands[0])))
        }
        Expression::Loop(repetition) => {
            let body = of_statements(variables, &repetition.body.statements, lanes);
            match &repetition.form {
                LoopForm::For(_, count) => body.times(*count, lanes),
                LoopForm::While(condition) => {
                    let condition = of_statements(variables, &condition.statements, lanes);
                    body.and(condition).guessed()
                }
            }
        }
        Expression::Soac(soac) => {
            let mut cost = of_body(variables, soac, lanes);
            if let Some((total, among)) = elements_of_all(variables, soac, lanes) {
                let shared = std::mem::take(&mut cost.shared);
                let own = Shared { total, among, cost };
                let guessed = own.cost.guessed;
                let shared = std::iter::once(own).chain(shared).collect();
                return Cost { fixed: 1, guessed, repeated: Vec::new(), shared };
            }
            for lane in soac.space.iter().rev() {
                cost = cost.times(lane.extent, lanes);
            }
            cost
        }
        Expression::If(branch) => {
            let then = of_statements(variables, &branch.then.statements, lanes);
            let otherwise = of_statements(variables, &branch.otherwise.statements, lanes);
            let guessed = then.guessed || otherwise.guessed;
            let larger = if then.fixed >= otherwise.fixed { then } else { otherwise };
            Cost { guessed, ..larger }
        }
        Expression::Scan(scan) => of_statements(variables, &scan.operator.body.statements, lanes),
        Expression::Call(_, arguments) => {
            Cost { guessed: true, ..of_arrays(variables, arguments, before, lanes) }
        }
        Expression::Sort(sort) => of_arrays(variables, &sort.keys, before, lanes),
        _ => fixed(1),
    }
}

/// Returns true if code outside of a kernel can mention a size.
fn is_outside(size: Atom, lanes: &Lanes) -> bool {
    size.var().is_none_or(|var| !lanes.own.contains(&var))
}

fn fixed(fixed: u32) -> Cost {
    Cost { fixed, ..Cost::default() }
}

/// Returns the cost, about, of arrays of a lane that are sorted or that a recursive function gets.
fn of_arrays(variables: &Variables, arrays: &[Atom], before: &[Statement], lanes: &Lanes) -> Cost {
    let mut cost = fixed(1000);
    for array in arrays.iter().filter_map(|array| array.var()).filter(|var| lanes.own.contains(var))
    {
        let ty = variables.ty(array);
        let Some(Extent::Size(size)) = ty.extents().first() else { continue };
        if is_outside(*size, lanes) {
            cost = cost.and(fixed(ELEMENT).times(*size, lanes));
            continue;
        }
        let made = |statement: &&Statement| statement.binds.first() == Some(&array);
        let total = match before.iter().find(made).map(|statement| &statement.expression) {
            Some(Expression::View(View::Slice(Atom::Var(whole), _)))
                if !lanes.own.contains(whole) =>
            {
                let total = variables.ty(*whole).extents()[0].size();
                let total = total.filter(|total| is_outside(*total, lanes));
                total.map(|total| (total, lanes.among(Atom::Var(array))))
            }
            Some(Expression::Soac(soac)) => elements_of_all(variables, soac, lanes),
            _ => None,
        };
        cost.guessed |= total.is_none();
        let shared = total.map(|(total, among)| Shared { total, among, cost: fixed(ELEMENT) });
        cost.shared.extend(shared);
    }
    cost
}

/// Returns the number of elements of all rows together of which a SOAC in a lane goes through one, and the
/// numbers of lanes among which they are shared.
fn elements_of_all(variables: &Variables, soac: &Soac, lanes: &Lanes) -> Option<(Atom, Vec<Atom>)> {
    let [lane] = soac.space.as_slice() else { return None };
    lane.extent.var().filter(|extent| lanes.own.contains(extent))?;
    // The row is a part of an array that is read at the sum of the lane's number and the position at which
    // the row begins.
    let place = |index: &Atom| {
        soac.body.iter().any(|statement| {
            matches!(&statement.expression,
                Expression::Scalar(Operation::Add, operands)
                    if operands.contains(&Atom::Var(lane.index)))
                && statement.binds.first().copied() == index.var()
        })
    };
    soac.body.iter().find_map(|statement| match &statement.expression {
        Expression::Index(Atom::Var(array), indices) if !lanes.own.contains(array) => {
            let total = variables.ty(*array).extents()[0].size()?;
            let first = indices.first()?;
            let found = is_outside(total, lanes) && place(first);
            found.then(|| (total, lanes.among(*first)))
        }
        _ => None,
    })
}

impl Cost {
    /// Returns the cost of a lane of a kernel.
    pub(crate) fn of_lane(soac: &Soac, variables: &Variables) -> Cost {
        of_body(variables, soac, &Lanes::of(soac))
    }

    fn and(mut self, other: Cost) -> Cost {
        self.fixed = self.fixed.saturating_add(other.fixed);
        self.guessed |= other.guessed;
        self.repeated.extend(other.repeated);
        self.shared.extend(other.shared);
        self
    }

    /// So many times: by a number that is known, by a size that the kernel has, or by a guess
    /// where the lane decides.
    fn times(mut self, count: Atom, lanes: &Lanes) -> Cost {
        match (count.known_size(), count.var()) {
            (Some(count), _) => self.scaled(u32::try_from(count).unwrap_or(u32::MAX)),
            (None, Some(var)) if !lanes.own.contains(&var) => {
                let shared = std::mem::take(&mut self.shared);
                let guessed = self.guessed;
                Cost { fixed: 1, guessed, repeated: vec![(count, self)], shared }
            }
            _ => self.guessed(),
        }
    }

    /// As often as only the run tells.
    fn guessed(self) -> Cost {
        Cost { guessed: true, ..self.scaled(TURNS) }
    }

    fn scaled(mut self, factor: u32) -> Cost {
        self.fixed = self.fixed.saturating_mul(factor);
        for (_, inner) in &mut self.repeated {
            *inner = std::mem::take(inner).scaled(factor);
        }
        self
    }
}
