//! Finds the values that differ between the neighbouring lanes of a tile: those that depend on the indices of the
//! lanes (see [`dependence`](crate::analysis::dependence)), but for values that are expected to be the same for
//! all lanes of most tiles.

use rustc_hash::FxHashMap;

use crate::analysis::dependence::{Dependence, Indices};
use crate::core::{Atom, Block, Expression, Statement, Var};

/// The relation between the values that the lanes of a tile have of one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Each lane one more than the lane before.
    Counts,
    /// All lanes the same.
    Same,
}

/// The indices that differ between neighbouring lanes, as one.
const LANE: Indices = 1;

/// The values that differ between neighbouring lanes: those that depend on some indices, but for values that
/// are expected to be the same.
pub(crate) struct Varying {
    dependence: Dependence,
    /// The values that count lanes: the indices, and what is expected to grow like them.
    counting: Vec<Var>,
    /// The values that have a shape in most tiles; other tiles go lane by lane.
    expected: FxHashMap<Var, Shape>,
    /// True if there are checks that all lanes have to pass.
    checks: bool,
}

impl Varying {
    /// The values that differ where these indices do and where others are as expected, which the first tile
    /// that is not so finds out. With `checks` there are checks that all lanes have to pass.
    pub(crate) fn with_expected(
        indices: &[Var],
        expected: FxHashMap<Var, Shape>,
        checks: bool,
        statements: &[Statement],
    ) -> Varying {
        let mut varying = Varying { checks, ..Varying::among(indices) };
        for (var, shape) in &expected {
            match shape {
                Shape::Same => varying.dependence.note_independent(*var),
                Shape::Counts => varying.counting.push(*var),
            }
        }
        varying.expected = expected;
        varying.spread(statements);
        varying
    }

    /// The values among those of statements that differ where these indices do.
    pub(crate) fn of(indices: &[Var], statements: &[Statement]) -> Varying {
        let mut varying = Varying::among(indices);
        varying.spread(statements);
        varying
    }

    /// The indices alone.
    fn among(indices: &[Var]) -> Varying {
        let mut dependence = Dependence::default();
        indices.iter().for_each(|index| dependence.note(*index, LANE));
        let counting = indices.to_vec();
        Varying { dependence, counting, expected: FxHashMap::default(), checks: false }
    }

    /// The shape that a value has in most tiles.
    pub(crate) fn shape_of(&self, var: Var) -> Option<Shape> {
        self.expected.get(&var).copied()
    }

    /// Returns true if tiles may have to go lane by lane.
    pub(crate) fn expects(&self) -> bool {
        self.checks || !self.expected.is_empty()
    }

    /// Returns the index that counts neighbouring lanes.
    pub(crate) fn neighbours(&self) -> Var {
        self.counting[0]
    }

    /// Returns true if an operand counts lanes.
    pub(crate) fn counts(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|var| self.counting.contains(&var))
    }

    /// Returns true if an operand differs between lanes.
    pub(crate) fn atom(&self, atom: Atom) -> bool {
        self.dependence.of_atom(atom) != 0
    }

    /// Returns true if a value that a statement binds differs between lanes.
    pub(crate) fn statement(&self, statement: &Statement) -> bool {
        statement.binds.iter().any(|bind| self.dependence.of(*bind) != 0)
    }

    /// Returns true if the value of a block differs between lanes.
    pub(crate) fn block(&self, block: &Block) -> bool {
        block.results.iter().any(|result| self.atom(*result))
    }

    /// Returns true if a statement goes round, itself or in an arm.
    pub(crate) fn has_loop(&self, statement: &Statement) -> bool {
        let has_loop = |block: &Block| block.statements.iter().any(|inner| self.has_loop(inner));
        match &statement.expression {
            Expression::Soac(_) | Expression::Loop(_) => true,
            Expression::If(branch) => has_loop(&branch.then) || has_loop(&branch.otherwise),
            _ => false,
        }
    }

    /// Finds the values among those of statements that differ between lanes.
    fn spread(&mut self, statements: &[Statement]) {
        self.dependence.learn(statements);
    }
}

#[cfg(test)]
mod tests {
    use crate::front::front;

    /// Returns true if the lanes of a function with two loops go in tiles, if the first loop counts to `end`.
    fn is_tiled(end: &str) -> bool {
        let function = format!(
            "pub fn f(xs: &[f32; n], m: &[[f32; n]; k]) -> [f32; n] {{
                 (0..n).map(|i| {{
                     let mut a = 0.0;
                     for _ in 0..{end} {{ a = a * 0.5 + 1.0; }}
                     let mut s = xs[i];
                     for l in 0..k {{ s = s * 0.5 + m[l][i]; }}
                     s + a
                 }})
             }}"
        );
        let plan = front(&function).expect("this is a program")[0].plan().0;
        plan.kernels[0].schedule.cpu.is_tiled()
    }

    /// The lanes of a tile do not go round a loop together if each of them counts to another number, even if
    /// nothing in a turn differs between them.
    #[test]
    fn loops_that_lanes_leave_at_different_times_are_not_tiled() {
        assert!(is_tiled("k"));
        assert!(!is_tiled("i"));
    }
}
