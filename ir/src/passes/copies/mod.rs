//! Ownership: decides the arrays that may be written in place, and copies an array where it may not.
//!
//! Core IR is a language of values: an update gives a new array. If the old array is not used again, it
//! becomes the new one, changed in place. This pass finds the later uses, and puts an explicit copy there;
//! afterwards every operation that writes takes over the array it is given:
//!
//! ```text
//! b = update a [i] = x              a2 = copy a
//! (a, b)                     ─▶     b  = update a2 [i] = x
//!                                   (a, b)
//! ```
//!
//! An array that an `if` gives and that is only read is lent, not copied (see
//! [`lent`](crate::analysis::lent)). Reads come before writes (see [`reads_before_writes`] and
//! [`fixed_rows`]).
//!
//! Ownership is the last pass: a copy of an array is a real one only from here on.

mod fixed_rows;
mod reads_before_writes;

use crate::analysis::antidependences::reads_besides;
use crate::analysis::definitions::Definitions;
use crate::analysis::lent::made_in;
use crate::analysis::liveness::Liveness;
use crate::core::visit::each_use_in_output;
use crate::core::{
    Atom, Block, Expression, Function, LoopForm, Output, Statement, Var, VarMap, VarSet, Variables,
    View,
};
use crate::source::Span;

/// Inserts copies. `owned` says which parameters belong to the function.
pub fn copies(function: &mut Function, owned: &dyn Fn(Var) -> bool) {
    let definitions = Definitions::of(&function.body.statements);
    let borrowed: VarSet =
        function.parameters.iter().copied().filter(|parameter| !owned(*parameter)).collect();
    reads_before_writes::read_early(
        &mut function.body,
        &definitions,
        &borrowed,
        &mut function.variables,
    );
    let mut owner = Owner {
        liveness: Liveness::of(&function.body, definitions, &function.variables),
        variables: &mut function.variables,
        homes: VarMap::default(),
        home: 0,
        bodies: 0,
    };
    for parameter in &function.parameters {
        // Borrowed parameters have no home: nobody may write to them.
        if owned(*parameter) {
            owner.homes.insert(*parameter, 0);
        }
    }
    owner.block(&mut function.body, &VarSet::new(), &[], Span::NONE);
}

struct Owner<'a> {
    variables: &'a mut Variables,
    liveness: Liveness,
    /// In which body each array was made that may be written to. Bodies of loops and SOACs run
    /// again and again, so only arrays made in the same body may be taken over there.
    homes: VarMap<usize>,
    home: usize,
    /// The number of bodies so far.
    bodies: usize,
}

impl Owner<'_> {
    /// Adds an array that is used, and all arrays that it may be a part of.
    fn use_of(&self, atom: Atom, used: &mut VarSet) {
        self.liveness.add_use(atom, self.variables, used);
    }

    /// The array that an operand is under other extents; `None` if it is a scalar.
    fn whole(&self, atom: Atom) -> Option<Var> {
        self.liveness.whole(atom, self.variables)
    }

    /// A block whose results are taken over, except those that are lent. `live` is used after it.
    fn block(&mut self, block: &mut Block, live: &VarSet, lent: &[bool], span: Span) {
        let mut after = live.clone();
        for result in &block.results {
            self.use_of(*result, &mut after);
        }
        self.statements(&mut block.statements, &after);
        // Each result is taken over once, and not if it lives on outside. An array made here lives on only
        // if it is lent.
        let mut taken = VarSet::new();
        let made: Vec<bool> = block
            .results
            .iter()
            .map(|result| self.whole(*result).is_some_and(|whole| made_in(Atom::Var(whole), block)))
            .collect();
        for (position, result) in block.results.iter_mut().enumerate() {
            if let Some(root) = self.whole(*result) {
                if lent.get(position).copied().unwrap_or(false) && !made[position] {
                    *result = self.part(*result, &mut block.statements, span);
                } else if taken.contains(&root)
                    || !made[position] && live.contains(&root)
                    || !self.owns(root)
                {
                    *result = self.copy(*result, &mut block.statements, span);
                } else {
                    taken.insert(root);
                }
            }
        }
    }

    fn owns(&self, root: Var) -> bool {
        self.homes.get(&root) == Some(&self.home)
    }

    /// An array that is lent: a part of itself, all of it, unless it is a part already.
    fn part(&mut self, array: Atom, statements: &mut Vec<Statement>, span: Span) -> Atom {
        let Atom::Var(var) = array else { return array };
        // Under other extents it is the same array.
        if self.whole(array).is_some_and(|whole| self.liveness.is_part(whole)) {
            return array;
        }
        let part = self.variables.copy(var);
        let expression = Expression::View(View::Slice(array, Atom::size(0)));
        statements.push(Statement { binds: vec![part], expression, span });
        Atom::Var(part)
    }

    fn copy(&mut self, array: Atom, statements: &mut Vec<Statement>, span: Span) -> Atom {
        let Atom::Var(var) = array else { return array };
        let copy = self.variables.copy(var);
        self.homes.insert(copy, self.home);
        statements.push(Statement { binds: vec![copy], expression: Expression::Copy(array), span });
        Atom::Var(copy)
    }

    /// Statements after which `live` is used.
    fn statements(&mut self, statements: &mut Vec<Statement>, live: &VarSet) {
        let after = self.liveness.behind_each(statements, self.variables, live);
        let mut result = Vec::with_capacity(statements.len());
        for (mut statement, live) in std::mem::take(statements).into_iter().zip(after) {
            self.statement(&mut statement, &live, &mut result);
            for bind in &statement.binds {
                if !self.variables.ty(*bind).is_scalar() && !self.liveness.is_part(*bind) {
                    self.homes.insert(*bind, self.home);
                }
            }
            result.push(statement);
        }
        *statements = result;
    }

    /// Copies the arrays that a statement takes over without owning them.
    fn statement(&mut self, statement: &mut Statement, live: &VarSet, before: &mut Vec<Statement>) {
        let span = statement.span;
        let mut reads = VarSet::new();
        for var in reads_besides(&statement.expression) {
            self.use_of(Atom::Var(var), &mut reads);
        }
        let mut taken = VarSet::new();
        let mut take = |this: &mut Self, atom: &mut Atom, before: &mut Vec<Statement>| {
            let Some(root) = this.whole(*atom) else { return };
            let used = live.contains(&root) || reads.contains(&root) || taken.contains(&root);
            if used || !this.owns(root) {
                *atom = this.copy(*atom, before, span);
            } else {
                taken.insert(root);
            }
        };
        match &mut statement.expression {
            Expression::Update { array, .. } => take(self, array, before),
            Expression::Loop(repetition) => {
                for (_, initial) in &mut repetition.carried {
                    take(self, initial, before);
                }
            }
            Expression::Soac(soac) => {
                for output in &mut soac.outputs {
                    if let Output::Scatter { destinations, .. }
                    | Output::Combine { destinations, .. } = output
                    {
                        for destination in destinations {
                            take(self, destination, before);
                        }
                    }
                }
            }
            _ => {}
        }
        let binds = statement.binds.clone();
        self.inside(&mut statement.expression, &binds, live, span);
    }

    fn inside(&mut self, expression: &mut Expression, binds: &[Var], live: &VarSet, span: Span) {
        match expression {
            Expression::If(branch) => {
                let lent: Vec<bool> =
                    binds.iter().map(|bind| self.liveness.is_lent(*bind)).collect();
                self.block(&mut branch.then, live, &lent, span);
                self.block(&mut branch.otherwise, live, &lent, span);
            }
            Expression::Loop(repetition) => {
                let carried: Vec<Var> =
                    repetition.carried.iter().map(|carried| carried.0).collect();
                let outer = self.enter(&carried);
                if let LoopForm::While(condition) = &mut repetition.form {
                    // The condition only looks.
                    let live = carried.iter().copied().collect();
                    self.statements(&mut condition.statements, &live);
                }
                self.block(&mut repetition.body, &VarSet::new(), &[], span);
                self.home = outer;
            }
            Expression::Soac(soac) => {
                let outer = self.enter(&[]);
                // The variables that the outputs use are read after the body.
                let mut live = VarSet::new();
                for output in &soac.outputs {
                    each_use_in_output(output, |var| self.use_of(Atom::Var(var), &mut live));
                }
                self.statements(&mut soac.body, &live);
                for output in &mut soac.outputs {
                    if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } =
                        output
                    {
                        self.block(&mut operator.body, &VarSet::new(), &[], span);
                    }
                }
                self.home = outer;
            }
            Expression::Scan(scan) => {
                self.block(&mut scan.operator.body, &VarSet::new(), &[], span);
            }
            _ => {}
        }
    }

    /// Enters a body of its own, which owns these variables.
    fn enter(&mut self, owned: &[Var]) -> usize {
        let outer = self.home;
        self.bodies += 1;
        self.home = self.bodies;
        for var in owned {
            self.homes.insert(*var, self.home);
        }
        outer
    }
}
