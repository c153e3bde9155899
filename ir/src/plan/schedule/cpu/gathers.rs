//! The arrays of which the lanes of a kernel read elements here and there.
//!
//! Not all machines read several such elements at once faster than one by one: the runtime chooses instructions for
//! such kernels by how large the arrays are.

use super::access::OutsideMemory;
use super::cost::are_cheap;
use crate::CpuLimits;
use crate::analysis::Strides;
use crate::core::visit::bound_inside;
use crate::core::{Atom, Expression, Soac, Statement, Var, Variables};

/// The arrays from outside of which neighbouring lanes read elements that lie apart, if a lane does little else.
pub(super) fn gathered(
    soac: &Soac,
    outside: &OutsideMemory,
    variables: &Variables,
    limits: &CpuLimits,
) -> Vec<Var> {
    let most_cost = limits.cost_of_reading;
    let mut gathers = Gathers { variables, most_cost, outside, found: Vec::new() };
    if gathers.add(soac) { gathers.found } else { Vec::new() }
}

struct Gathers<'v> {
    variables: &'v Variables,
    /// The greatest cost of a lane that does little.
    most_cost: u32,
    outside: &'v OutsideMemory,
    found: Vec<Var>,
}

impl Gathers<'_> {
    /// Adds the arrays that the lanes of a SOAC read, and returns true if each lane does little.
    fn add(&mut self, soac: &Soac) -> bool {
        let strides = Strides::of(&soac.body);
        let index = soac.space.last().map(|lane| lane.index);
        for statement in &soac.body {
            match &statement.expression {
                Expression::Soac(inner) if !self.add(inner) => return false,
                Expression::Index(array, indices)
                    if index.is_some_and(|index| !strides.neighbours(indices, index)) =>
                {
                    self.add_read(*array, statement.binds[0]);
                }
                _ => {}
            }
        }
        let is_soac = |statement: &&Statement| matches!(statement.expression, Expression::Soac(_));
        let others = soac.body.iter().filter(|statement| !is_soac(statement));
        are_cheap(self.variables, others, self.most_cost)
    }

    fn add_read(&mut self, array: Atom, element: Var) {
        if let Some(array) = self.outside.array(array)
            && self.variables.ty(element).is_scalar()
            && !self.found.contains(&array)
        {
            self.found.push(array);
        }
    }
}

/// Checks such arrays against the lanes of their kernel.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn verify(gathered: &[Var], soac: &Soac, variables: &Variables) -> Result<(), String> {
    let inside = bound_inside(soac);
    let is_wrong = |array: &&Var| inside.contains(array) || variables.ty(**array).is_scalar();
    match gathered.iter().find(is_wrong) {
        Some(array) => Err(format!("#{} is no array from outside", array.0)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::front::front;
    use crate::plan::{Plan, verify_plan};

    fn plan_of(function: &str) -> Plan {
        front(function).expect("this is a program")[0].plan().0
    }

    const GATHERED: &str =
        "pub fn f(xs: &[f64; n], is: &[usize; k]) -> [f64; k] { is.map(|i| xs[i]) }";

    #[test]
    fn scattered_elements_that_lanes_do_little_with_are_gathered() {
        assert_eq!(plan_of(GATHERED).kernels[0].schedule.cpu.gathered.len(), 1);
        let in_order = "pub fn f(xs: &[f64; n]) -> [f64; n] { xs.map(|x| x + 1.0) }";
        assert!(plan_of(in_order).kernels[0].schedule.cpu.gathered.is_empty());
    }

    #[test]
    fn variables_of_lanes_are_refused() {
        let mut plan = plan_of(GATHERED);
        let index = plan.kernels[0].soac.space[0].index;
        plan.kernels[0].schedule.cpu.gathered.push(index);
        assert!(verify_plan(&plan).is_err_and(|error| error.contains("no array from outside")));
    }
}
