//! What a lane costs, in additions: the drivers cut work into blocks by it.
//!
//! What the kernel binds, at any depth, code outside of it can not mention.

use proc_macro2::TokenStream;
use quote::quote;

use super::lanes::Lanes;
use super::writer::Writer;
use crate::core::{Atom, Expression, Extent, LoopForm, Operation, Output, Soac, Statement, View};

/// How often loops are assumed to go round when nothing is known.
const TURNS: u32 = 16;

/// What a lane does, about, with each element of a list that it sorts or calls a function with.
const ELEMENT: u32 = 64;

/// What elements that are read here and there cost, about.
const CHEAP: u32 = 16;

/// A cost: a number, and products of sizes times something.
#[derive(Default)]
pub struct Cost {
    /// What is the same for all sizes.
    pub fixed: u32,
    /// Whether it is a guess: loops of the lane go round as often as only the run tells.
    pub guessed: bool,
    /// What is done so many times.
    pub repeated: Vec<(Atom, Cost)>,
    /// What lanes share.
    pub shared: Vec<Shared>,
}

/// What is done for each of so many elements, which the lanes of the kernel share: a lane has an even
/// part on the average.
pub struct Shared {
    /// How many elements.
    pub total: Atom,
    /// The extents of the lanes that share them. The other ones have all elements of their part.
    pub among: Vec<Atom>,
    /// What is done for one.
    pub cost: Cost,
}

/// What a lane of a kernel costs, as an expression over what the kernel knows; and whether that is a guess.
pub(super) fn lane_cost(writer: &mut Writer, soac: &Soac) -> (TokenStream, bool) {
    let cost = Cost::of_lane(writer, soac);
    let mut tokens = show(writer, &cost);
    for Shared { total, among, cost } in &cost.shared {
        let (total, cost) = (writer.plain(*total).tokens, show(writer, cost));
        let lanes = writer.product(among).tokens;
        let part = quote!((#total / usize::max(#lanes, 1)).saturating_mul(#cost));
        tokens = quote!(usize::saturating_add(#tokens, #part));
    }
    (tokens, cost.guessed)
}

/// What one element of each row of a lane costs together: how long rows are is what a lane costs in
/// units of this.
pub(super) fn element_cost(writer: &Writer, soac: &Soac) -> usize {
    of_elements(writer, &soac.body, &Lanes::of(soac)).max(1) as usize
}

fn of_elements(writer: &Writer, statements: &[Statement], lanes: &Lanes) -> u32 {
    let of_one = |statement: &Statement| match &statement.expression {
        Expression::Soac(row) => of_body(writer, row, lanes).fixed,
        Expression::If(_) => {
            let branches = statement.expression.bodies().into_iter();
            branches.map(|branch| of_elements(writer, branch, lanes)).max().unwrap_or(0)
        }
        _ => 0,
    };
    statements.iter().map(of_one).fold(0, u32::saturating_add)
}

/// Whether statements cost so little that it matters how the elements are read which they use.
pub(super) fn are_cheap<'s>(
    writer: &Writer,
    statements: impl IntoIterator<Item = &'s Statement>,
) -> bool {
    let lanes = Lanes::default();
    let costs = statements.into_iter().map(|one| of_statement(writer, one, &[], &lanes).fixed);
    costs.fold(0, u32::saturating_add) <= CHEAP
}

fn show(writer: &mut Writer, cost: &Cost) -> TokenStream {
    let fixed = proc_macro2::Literal::u32_unsuffixed(cost.fixed.max(1));
    let mut tokens = quote!(#fixed);
    for (extent, inner) in &cost.repeated {
        let extent = writer.plain(*extent).tokens;
        let inner = show(writer, inner);
        tokens = quote!(usize::saturating_add(#tokens, #extent.saturating_mul(#inner)));
    }
    tokens
}

fn of_body(writer: &Writer, soac: &Soac, lanes: &Lanes) -> Cost {
    let mut cost = of_statements(writer, &soac.body, lanes);
    for output in &soac.outputs {
        cost.fixed = cost.fixed.saturating_add(1);
        if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } = output {
            cost = cost.and(of_statements(writer, &operator.body.statements, lanes));
        }
    }
    cost
}

fn of_statements(writer: &Writer, statements: &[Statement], lanes: &Lanes) -> Cost {
    let mut cost = Cost::default();
    for (position, statement) in statements.iter().enumerate() {
        cost = cost.and(of_statement(writer, statement, &statements[..position], lanes));
    }
    cost
}

/// What a statement costs, which stands behind others.
fn of_statement(
    writer: &Writer,
    statement: &Statement,
    before: &[Statement],
    lanes: &Lanes,
) -> Cost {
    match &statement.expression {
        Expression::Scalar(operation, operands) => {
            fixed(operation.cost(writer.variables.element(operands[0])))
        }
        Expression::Loop(repetition) => {
            let body = of_statements(writer, &repetition.body.statements, lanes);
            match &repetition.form {
                LoopForm::For(_, count) => body.times(*count, lanes),
                LoopForm::While(condition) => {
                    let condition = of_statements(writer, &condition.statements, lanes);
                    body.and(condition).guessed()
                }
            }
        }
        Expression::Soac(soac) => {
            let mut cost = of_body(writer, soac, lanes);
            if let Some((total, among)) = elements_of_all(writer, soac, lanes) {
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
            let then = of_statements(writer, &branch.then.statements, lanes);
            let otherwise = of_statements(writer, &branch.otherwise.statements, lanes);
            let guessed = then.guessed || otherwise.guessed;
            let larger = if then.fixed >= otherwise.fixed { then } else { otherwise };
            Cost { guessed, ..larger }
        }
        Expression::Scan(scan) => of_statements(writer, &scan.operator.body.statements, lanes),
        Expression::Call(_, arguments) => {
            Cost { guessed: true, ..of_arrays(writer, arguments, before, lanes) }
        }
        Expression::Sort(sort) => of_arrays(writer, &sort.keys, before, lanes),
        _ => fixed(1),
    }
}

/// Whether code outside of a kernel can mention a size.
fn is_outside(size: Atom, lanes: &Lanes) -> bool {
    size.var().is_none_or(|var| !lanes.own.contains(&var))
}

fn fixed(fixed: u32) -> Cost {
    Cost { fixed, ..Cost::default() }
}

/// What is done, about, to arrays of a lane that are sorted or that a recursive function gets.
fn of_arrays(writer: &Writer, arrays: &[Atom], before: &[Statement], lanes: &Lanes) -> Cost {
    let mut cost = fixed(1000);
    for array in arrays.iter().filter_map(|array| array.var()).filter(|var| lanes.own.contains(var))
    {
        let ty = writer.variables.ty(array);
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
                let total = writer.variables.ty(*whole).extents()[0].size();
                let total = total.filter(|total| is_outside(*total, lanes));
                total.map(|total| (total, lanes.among(Atom::Var(array))))
            }
            Some(Expression::Soac(soac)) => elements_of_all(writer, soac, lanes),
            _ => None,
        };
        cost.guessed |= total.is_none();
        let shared = total.map(|(total, among)| Shared { total, among, cost: fixed(ELEMENT) });
        cost.shared.extend(shared);
    }
    cost
}

/// How many elements the rows have together of which a SOAC in a lane goes through one, and among how
/// many lanes they are shared.
fn elements_of_all(writer: &Writer, soac: &Soac, lanes: &Lanes) -> Option<(Atom, Vec<Atom>)> {
    let [lane] = soac.space.as_slice() else { return None };
    lane.extent.var().filter(|extent| lanes.own.contains(extent))?;
    // The row is a part of what is read at the lane's number and where the row begins.
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
            let total = writer.variables.ty(*array).extents()[0].size()?;
            let first = indices.first()?;
            let found = is_outside(total, lanes) && place(first);
            found.then(|| (total, lanes.among(*first)))
        }
        _ => None,
    })
}

impl Cost {
    /// What a lane of a kernel costs.
    pub(super) fn of_lane(writer: &Writer, soac: &Soac) -> Cost {
        of_body(writer, soac, &Lanes::of(soac))
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

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// A part of a matrix has a lane for each column, and each of these goes through all rows of the part.
    #[test]
    fn rows_are_shared_by_the_parts_and_not_by_the_columns_of_long_columns() {
        let sums = "pub fn f(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }";
        let code = code_of(sums);
        assert!(code.contains("h / usize :: max (parts , 1)"), "{code}");
    }

    /// Which kernels run on demand.
    #[test]
    fn what_only_the_run_tells_is_a_guess() {
        let guessed = |lane: &str| {
            let code = code_of(&format!(
                "pub fn f(xs: &[f64; n], ends: &[usize; n], k: usize) -> [f64; n] {{ \
                     zip(xs, ends).map(|(x, end)| {lane}) }} \
                 fn g(x: f64) -> f64 {{ if x < 1.0 {{ x }} else {{ g(x / 2.0) }} }}"
            ));
            code.contains("const GUESSED : bool = true")
        };
        for lane in [
            "{ let mut y = x; while y < 10.0 { y = y * 2.0; } y }",
            "xs[..end].fold(x, |a, b| 0.5 * a + b)",
            "xs[..end].sum()",
            "{ let mut y = x; for _ in 0..end { y = y * y; } y }",
            "if x < 0.0 { 0.0 } else { (0..end).map(|i| (i as f64).sqrt()).sum() }",
            "(0..k).map(|_| xs[..end].max()).sum()",
            "g(x)",
            "(0..end).map(|i| x * i as f64).sort().last()",
        ] {
            assert!(guessed(lane), "{lane}");
        }
        for lane in [
            "x + end as f64",
            "{ let mut y = x; for _ in 0..k { y = y * y; } y }",
            "xs.fold(x, |a, b| 0.5 * a + b)",
            "if x < 0.0 { 0.0 } else { xs[end] }",
        ] {
            assert!(!guessed(lane), "{lane}");
        }
    }
}
