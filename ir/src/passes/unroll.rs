//! Unrolling: SOACs over a few lanes, known at compile time, become plain statements.
//!
//! ```text
//! s = soac [i < 3] { x = index xs [i] }          x0 = index xs [0]
//!     reduce (x) from (0) |a, b| { a + b }  ─▶   x1 = index xs [1]; t1 = add x0 x1
//!                                                x2 = index xs [2]; s = add t1 x2
//! ```
//!
//! Small vectors (`[x, y, z]`, `windows(3)`) thereby end up in registers.

use crate::analysis::cost;
use crate::core::visit::{Visitor, read};
use crate::core::{
    Atom, Block, Expression, Extent, Function, Output, Renaming, Soac, Statement, Var, Variables,
};
use crate::source::Span;

/// Unrolls SOACs over few lanes. Returns true if there were any.
pub fn unroll(function: &mut Function) -> bool {
    let mut unroller =
        Unroller { variables: &mut function.variables, replaced: Renaming::new(), unrolled: false };
    let mut body = std::mem::take(&mut function.body);
    unroller.statements(&mut body.statements);
    unroller.replaced.replace_in_block(&mut body);
    let (replaced, unrolled) = (std::mem::take(&mut unroller.replaced), unroller.unrolled);
    replaced.types(&mut function.variables);
    function.body = body;
    unrolled
}

struct Unroller<'a> {
    variables: &'a mut Variables,
    replaced: Renaming,
    unrolled: bool,
}

impl Unroller<'_> {
    fn combines_rows(&self, soac: &Soac) -> bool {
        soac.outputs.iter().any(|output| match output {
            Output::Combine { values, .. } => {
                values.iter().any(|value| !self.variables.atom_type(*value).is_scalar())
            }
            _ => false,
        })
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(statements.len());
        for mut statement in std::mem::take(statements) {
            match &mut statement.expression {
                // A SOAC that combines rows is taken apart by elements.
                Expression::Soac(soac) if self.combines_rows(soac) => {
                    self.statements(&mut soac.body);
                }
                other => other.bodies_mut().into_iter().for_each(|body| self.statements(body)),
            }
            // Statements unrolled inside are copied with those unrolled around them.
            if !self.replaced.is_empty() {
                self.replaced.replace_in_statements(std::slice::from_mut(&mut statement));
            }
            match &statement.expression {
                Expression::Soac(soac) if self.unrolls(soac, &statement.binds) => {
                    let soac = soac.clone();
                    self.unroll(*soac, &statement.binds, statement.span, &mut result);
                }
                _ => result.push(statement),
            }
        }
        *statements = result;
    }

    fn unrolls(&self, soac: &Soac, binds: &[Var]) -> bool {
        let [lane] = soac.space.as_slice() else { return false };
        let Some(count) = lane.extent.known_size() else { return false };
        let outputs = soac.outputs.iter().all(|output| match output {
            Output::Store(_) | Output::Reduce { initial: Some(_), .. } => true,
            Output::Reduce { initial: None, when, .. } => when.is_none(),
            _ => false,
        });
        // Rows stay in their nest, unless they are small and of known size themselves.
        let small = |extent: &Extent| {
            extent
                .size()
                .and_then(Atom::known_size)
                .is_some_and(|size| size <= cost::UNROLLED_LANES)
        };
        // Calls become calls of the host, each of which is parallel inside.
        let calls = soac.body.iter().any(|s| matches!(s.expression, Expression::Call(..)));
        let rows =
            calls || binds.iter().all(|var| self.variables.ty(*var).extents().iter().all(small));
        let outputs = outputs && rows;
        outputs
            && 0 < count
            && count <= cost::UNROLLED_LANES
            && count * size(&soac.body) <= cost::UNROLLED_STATEMENTS
    }

    fn unroll(&mut self, soac: Soac, binds: &[Var], span: Span, result: &mut Vec<Statement>) {
        let Soac { space, body, outputs, .. } = soac;
        let count = space[0].extent.known_size().unwrap_or(0);
        self.unrolled = true;
        let mut states: Vec<State> = outputs
            .iter()
            .map(|output| match output {
                Output::Reduce { initial, .. } => {
                    State::Accumulators(initial.clone().unwrap_or_default())
                }
                _ => State::Elements(Vec::new()),
            })
            .collect();
        // Scans become chains as well.
        let mut scans: Vec<(Var, Vec<Atom>)> = Vec::new();
        for position in 0..count {
            let mut renaming = Renaming::new();
            renaming.insert(space[0].index, Atom::size(position));
            for statement in &body {
                if let Expression::Scan(scan) = &statement.expression {
                    let key = statement.binds[0];
                    let before = match scans.iter().find(|known| known.0 == key) {
                        Some(known) => known.1.clone(),
                        None => scan.initial.iter().map(|atom| renaming.atom(*atom)).collect(),
                    };
                    let values: Vec<Atom> =
                        scan.values.iter().map(|atom| renaming.atom(*atom)).collect();
                    let after = scan.operator.apply(&before, &values, self.variables, result);
                    scans.retain(|known| known.0 != key);
                    scans.push((key, after.clone()));
                    let given = if scan.exclusive { before } else { after };
                    for (bind, value) in statement.binds.iter().zip(given) {
                        renaming.insert(*bind, value);
                    }
                    continue;
                }
                let copy = renaming.statement(statement, self.variables);
                result.push(copy);
            }
            for (output, state) in outputs.iter().zip(&mut states) {
                match (output, state) {
                    (Output::Store(value), State::Elements(list)) => {
                        list.push(renaming.atom(*value));
                    }
                    (
                        Output::Reduce { values, operator, when, .. },
                        State::Accumulators(accumulators),
                    ) => {
                        let values: Vec<Atom> =
                            values.iter().map(|atom| renaming.atom(*atom)).collect();
                        let when = when.map(|when| renaming.atom(when));
                        let before = accumulators.clone();
                        if before.is_empty() {
                            *accumulators = values;
                            continue;
                        }
                        let mut inner = Vec::new();
                        let after = operator.apply(&before, &values, self.variables, &mut inner);
                        *accumulators = match when {
                            None => {
                                result.append(&mut inner);
                                after
                            }
                            Some(when) => self.guarded(when, inner, after, before, span, result),
                        };
                    }
                    _ => {}
                }
            }
        }
        let mut binds = binds.iter();
        for state in states {
            match state {
                State::Accumulators(values) => {
                    for (value, bind) in values.into_iter().zip(binds.by_ref()) {
                        self.replaced.insert(*bind, self.replaced.atom(value));
                    }
                }
                State::Elements(list) => {
                    let Some(bind) = binds.next() else { continue };
                    let expression = Expression::Array(list);
                    result.push(Statement { binds: vec![*bind], expression, span });
                }
            }
        }
    }

    /// The result of an operator if a guard holds, and the earlier value if not.
    fn guarded(
        &mut self,
        when: Atom,
        statements: Vec<Statement>,
        after: Vec<Atom>,
        before: Vec<Atom>,
        span: Span,
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let binds = self.variables.like(&before);
        let then = Block { statements, results: after };
        let otherwise = Block { statements: Vec::new(), results: before };
        let branch = crate::core::If { condition: when, then, otherwise };
        let expression = Expression::If(Box::new(branch));
        result.push(Statement { binds: binds.clone(), expression, span });
        binds.into_iter().map(Atom::Var).collect()
    }
}

enum State {
    Accumulators(Vec<Atom>),
    Elements(Vec<Atom>),
}

/// The number of statements, at any depth.
fn size(statements: &[Statement]) -> usize {
    struct Count(usize);
    impl Visitor for Count {
        fn atom(&mut self, _: &Atom) {}
        fn bind(&mut self, _: &Var) {
            self.0 += 1;
        }
    }
    let mut count = Count(0);
    read::statements(statements, &mut count);
    count.0
}
