//! Inlines producers whose elements cost less to compute again than to store.

use super::reads::{Read, reads_of, replace_reads};
use super::uses::Rewritten;
use super::{Fuser, bound_outputs, single_store, soac_of};
use crate::analysis::cost;
use crate::core::{Atom, Expression, Output, Renaming, Soac, Statement, Var};

impl Fuser<'_> {
    /// Inlines a producer whose elements are mere arithmetic on the index (a range, say) at all
    /// its reads.
    pub fn inline_free(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let (array, value) = single_store(&statements[producer])?;
        let soac = soac_of(&statements[producer])?;
        let costs = soac.body.iter().map(|statement| self.cost_of_arithmetic(statement));
        let cost = costs.sum::<Option<u32>>()?;
        let mut reads = 0;
        for statement in self.users(statements, producer, array) {
            let (list, _) = reads_of(statement, array);
            reads += list.iter().filter(|read| read.indices.len() == soac.space.len()).count();
        }
        if cost > cost::COMPUTED_AGAIN || self.uses.count(array) != reads {
            return None;
        }
        let soac = soac.clone();
        Some(self.compute_at_reads(statements, producer, array, &soac, value))
    }

    /// Inlines a producer in lanes whose elements are chosen from arrays, at its few reads, in lanes or in the
    /// turns of a loop: memory for all of them would have to be found in each lane.
    pub fn inline_choice(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let (array, value) = single_store(&statements[producer])?;
        let soac = soac_of(&statements[producer])?;
        let chooses = soac.body.iter().any(|one| matches!(one.expression, Expression::If(_)));
        if self.nesting == 0 || soac.space.len() != 1 || !chooses {
            return None;
        }
        let mut places = 0;
        for statement in self.users(statements, producer, array) {
            let (list, _) = reads_of(statement, array);
            let one_by_one = |read: &Read| {
                let [index] = read.indices[..] else { return false };
                match read.lanes.len() {
                    0 => read.in_turns || index.constant().is_some(),
                    1 => !read.repeated,
                    _ => false,
                }
            };
            places += list.iter().filter(|read| one_by_one(read)).count();
        }
        let cost = self.cost_of_choice(&soac.body)?;
        if cost > cost::CHOSEN || places > cost::CHOSEN_AT || self.uses.count(array) != places {
            return None;
        }
        let soac = soac.clone();
        Some(self.compute_at_reads(statements, producer, array, &soac, value))
    }

    /// The cost of statements that do arithmetic on scalars, read arrays, and choose among such values;
    /// `None` if they do more.
    fn cost_of_choice(&self, statements: &[Statement]) -> Option<u32> {
        let costs = statements.iter().map(|statement| match &statement.expression {
            Expression::Copy(_) | Expression::Select(_) => Some(1),
            Expression::Index(..) if self.variables.ty(statement.binds[0]).is_scalar() => Some(1),
            Expression::If(branch) => {
                let then = self.cost_of_choice(&branch.then.statements)?;
                Some(then.max(self.cost_of_choice(&branch.otherwise.statements)?))
            }
            _ => self.cost_of_arithmetic(statement),
        });
        costs.sum()
    }

    /// The cost of a statement that is an operation on scalars; `None` of any other.
    pub(super) fn cost_of_arithmetic(&self, statement: &Statement) -> Option<u32> {
        match &statement.expression {
            Expression::Scalar(operation, operands) => {
                Some(operation.cost(self.variables.element(operands[0])))
            }
            Expression::Cast(_) => Some(1),
            _ => None,
        }
    }

    /// The statements after a producer that use its results.
    pub(super) fn users<'s>(
        &'s self,
        statements: &'s [Statement],
        producer: usize,
        array: Var,
    ) -> impl Iterator<Item = &'s Statement> {
        let later = statements.iter().enumerate().skip(producer + 1);
        later
            .filter(move |(position, _)| self.uses.mentions(*position, array))
            .map(|(_, statement)| statement)
    }

    /// Computes the elements that a producer stores where they are read instead; a producer that has other
    /// outputs stays. Reads may be of rows of the lanes' results, and of elements in them.
    pub(super) fn compute_at_reads(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
        array: Var,
        soac: &Soac,
        value: Atom,
    ) -> Rewritten {
        let mut tail = statements.split_off(producer + 1);
        if single_store(&statements[producer]).is_some() {
            statements.pop();
        }
        let mut renamed = Renaming::new();
        let mut learned = Vec::new();
        replace_reads(&mut tail, array, &mut |read, indices| {
            let mut renaming = Renaming::new();
            let (lanes, inside) = indices.split_at(soac.space.len());
            for (lane, index) in soac.space.iter().zip(lanes) {
                renaming.insert(lane.index, *index);
            }
            let mut body = renaming.statements(&soac.body, self.variables);
            learned.extend(body.iter().cloned());
            let value = renaming.atom(value);
            if inside.is_empty() {
                self.read_becomes(read, value, &mut renamed);
            } else {
                let expression = Expression::Index(value, inside.to_vec());
                body.push(Statement { expression, ..read.clone() });
            }
            body
        });
        self.definitions.learn(&learned);
        self.replace(&mut tail, &renamed);
        statements.append(&mut tail);
        Rewritten::Range { first: producer, behind: 0 }
    }

    /// Computes the element of an array that is read at single places of this scope there too,
    /// if all its other readers run over the same lanes: then it need not be stored.
    pub fn inline_elements(
        &mut self,
        statements: &mut Vec<Statement>,
        producer: usize,
    ) -> Option<Rewritten> {
        let soac = soac_of(&statements[producer])?;
        let flat = |statement: &Statement| {
            let costly = matches!(statement.expression, Expression::Call(..) | Expression::Sort(_));
            !costly
                && statement.expression.bodies().is_empty()
                && !matches!(statement.expression, Expression::Scan(_))
        };
        if soac.space.len() != 1
            || soac.body.len() > cost::STATEMENTS_AGAIN
            || !soac.body.iter().all(flat)
        {
            return None;
        }
        for (array, output) in bound_outputs(&statements[producer]) {
            let Output::Store(value) = soac.outputs[output] else { continue };
            let places = self.single_reads(statements, producer, array);
            if places.is_empty() || places.len() > 2 {
                continue;
            }
            let aligned = self.aligned_reads(statements, producer, array);
            if self.uses.count(array) != places.len() + aligned {
                continue;
            }
            let soac = soac.clone();
            for place in places.into_iter().rev() {
                self.inline_element(statements, place, &soac, value);
            }
            return Some(Rewritten::Range { first: producer, behind: 0 });
        }
        None
    }

    /// The statements after the producer that read one element of its array, some of them under
    /// a condition.
    fn single_reads(&self, statements: &[Statement], producer: usize, array: Var) -> Vec<usize> {
        let reads = |statement: &Statement| match &statement.expression {
            Expression::Index(read, _) => *read == Atom::Var(array),
            _ => false,
        };
        (producer + 1..statements.len())
            .filter(|place| match &statements[*place].expression {
                Expression::If(branch) => match branch.then.statements.as_slice() {
                    [only] => reads(only) && branch.otherwise.statements.is_empty(),
                    _ => false,
                },
                _ => reads(&statements[*place]),
            })
            .collect()
    }

    /// The number of reads at the lanes of SOACs over the producer's lanes.
    fn aligned_reads(&self, statements: &[Statement], producer: usize, array: Var) -> usize {
        let extent = soac_of(&statements[producer]).map(|soac| soac.space[0].extent);
        let mut count = 0;
        for statement in self.users(statements, producer, array) {
            let Some(consumer) = soac_of(statement) else { continue };
            if consumer.space.len() != 1 || Some(consumer.space[0].extent) != extent {
                continue;
            }
            let lane = Atom::Var(consumer.space[0].index);
            let (reads, others) = reads_of(statement, array);
            if others == 0 && reads.iter().all(|read| read.indices.first() == Some(&lane)) {
                count += reads.len();
            }
        }
        count
    }

    fn inline_element(
        &mut self,
        statements: &mut Vec<Statement>,
        place: usize,
        soac: &Soac,
        value: Atom,
    ) {
        let mut renamed = Renaming::new();
        if let Expression::If(branch) = &mut statements[place].expression {
            let mut then = std::mem::take(&mut branch.then);
            self.inline_read(&mut then.statements, 0, soac, value, &mut renamed);
            if let Expression::If(branch) = &mut statements[place].expression {
                branch.then = then;
            }
        } else {
            self.inline_read(statements, place, soac, value, &mut renamed);
        }
        self.replace(statements, &renamed);
    }

    /// Computes the value that the statement at a place reads.
    fn inline_read(
        &mut self,
        statements: &mut Vec<Statement>,
        place: usize,
        soac: &Soac,
        value: Atom,
        renamed: &mut Renaming,
    ) {
        let Expression::Index(_, indices) = &statements[place].expression else { return };
        let indices = indices.clone();
        let mut renaming = Renaming::new();
        renaming.insert(soac.space[0].index, indices[0]);
        let body = renaming.statements(&soac.body, self.variables);
        self.definitions.learn(&body);
        let value = renaming.atom(value);
        if indices.len() > 1 {
            statements[place].expression = Expression::Index(value, indices[1..].to_vec());
            statements.splice(place..place, body);
            return;
        }
        let read = statements.remove(place);
        self.read_becomes(&read, value, renamed);
        statements.splice(place..place, body);
    }
}
