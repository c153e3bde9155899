//! Accumulators that are rows of a few elements become accumulators for each element.
//!
//! ```text
//! s = soac [i < n] { row = index m [i] }       x, y = soac [i < n] { row = index m [i]; p = index row [0]; q = … }
//!     reduce (row) from (zero)           ─▶        reduce (p, q) from (z0, z1) |a, b, c, d| { … }
//!     |a, b| { …; array [x, y] }               s = array [x, y]
//! ```
//!
//! The operator may do anything, if it looks at elements at known places only.

use super::Rewriter;
use crate::analysis::cost;
use crate::core::visit::each_use;
use crate::core::{
    Atom, Block, Expression, If, Lambda, Output, Renaming, Scan, Soac, Statement, Type, Var,
    VarMap, View,
};

/// The state of the scalar replacement in an operator.
#[derive(Default)]
struct ScalarReplacement {
    /// The elements of rows, in row-major order.
    elements: VarMap<Vec<Atom>>,
    /// The rows of which only the elements are left.
    removed: Vec<Var>,
    renaming: Renaming,
}

impl Rewriter<'_> {
    /// Reduces the elements of rows, if the operator lets it.
    pub(super) fn reduce_elements(
        &mut self,
        binds: &[Var],
        soac: &Soac,
        result: &mut Vec<Statement>,
    ) -> Option<()> {
        let [Output::Reduce { values, initial, operator, when, commutative }] = &soac.outputs[..]
        else {
            return None;
        };
        let like = operator.parameters[..values.len()].to_vec();
        let operator = self.on_elements(operator)?;
        let mut body = soac.body.clone();
        let values = self.elements_of(values, &like, &mut body);
        let initial = initial.as_ref().map(|initial| self.elements_of(initial, &like, result));
        let reduced = self.element_binds(binds);
        let commutative = *commutative || super::is_commutative(&operator, self.variables);
        let output = Output::Reduce { values, initial, operator, when: *when, commutative };
        let soac = Soac { body, outputs: vec![output], ..soac.clone() };
        self.to(result).push(reduced.clone(), Expression::Soac(Box::new(soac)));
        self.assemble_rows(binds, &reduced, result);
        Some(())
    }

    /// Scans over the elements of rows, if the operator lets it: the statements of a body with such a
    /// scan.
    pub(super) fn scan_elements(
        &mut self,
        body: &[Statement],
        place: usize,
        result: &mut Vec<Statement>,
    ) -> Option<Vec<Statement>> {
        let (before, [scan, after @ ..]) = body.split_at(place) else { return None };
        let Statement { binds, expression: Expression::Scan(own), .. } = scan else { return None };
        let like = own.operator.parameters[..own.values.len()].to_vec();
        let operator = self.on_elements(&own.operator)?;
        let initial = self.elements_of(&own.initial, &like, result);
        let mut body = before.to_vec();
        let values = self.elements_of(&own.values, &like, &mut body);
        let scanned = self.element_binds(binds);
        let scan = Scan { values, initial, operator, exclusive: own.exclusive };
        self.to(&mut body).push(scanned.clone(), Expression::Scan(Box::new(scan)));
        self.assemble_rows(binds, &scanned, &mut body);
        body.extend_from_slice(after);
        Some(body)
    }

    /// The number of elements of a scalar or a row of known extents.
    fn element_count(&self, atom: Atom) -> Option<usize> {
        Some(self.known_extents(atom)?.iter().product())
    }

    fn known_extents(&self, atom: Atom) -> Option<Vec<usize>> {
        let ty = self.variables.atom_type(atom);
        ty.extents().iter().map(|extent| extent.size()?.known_size()).collect()
    }

    /// All elements of scalars and rows that are like these.
    fn elements_of(
        &mut self,
        atoms: &[Atom],
        like: &[Var],
        result: &mut Vec<Statement>,
    ) -> Vec<Atom> {
        let mut all = Vec::new();
        for (atom, like) in atoms.iter().zip(like) {
            let sizes = self.known_extents(Atom::Var(*like)).unwrap_or_default();
            if sizes.is_empty() {
                all.push(*atom);
                continue;
            }
            for number in 0..sizes.iter().product() {
                all.push(self.element(*atom, place(number, &sizes), result));
            }
        }
        all
    }

    /// Variables for the elements of rows that are bound; scalars are bound themselves.
    fn element_binds(&mut self, binds: &[Var]) -> Vec<Var> {
        let mut all = Vec::new();
        for bind in binds {
            if self.variables.ty(*bind).is_scalar() {
                all.push(*bind);
                continue;
            }
            let ty = Type::Scalar(self.variables.ty(*bind).element());
            let count = self.element_count(Atom::Var(*bind)).unwrap_or(0);
            all.extend((0..count).map(|_| self.variables.add(None, ty.clone())));
        }
        all
    }

    /// Binds rows to arrays of their elements.
    fn assemble_rows(&mut self, binds: &[Var], elements: &[Var], result: &mut Vec<Statement>) {
        let mut rest = elements;
        for bind in binds {
            let ty = self.variables.ty(*bind).clone();
            let count = self.element_count(Atom::Var(*bind)).unwrap_or(0);
            let (own, others) = rest.split_at(count);
            rest = others;
            if !ty.is_scalar() {
                let own: Vec<Atom> = own.iter().map(|var| Atom::Var(*var)).collect();
                let array = self.array_of(&ty, &own, result);
                self.to(result).push(vec![*bind], array);
            }
        }
    }

    fn array_of(
        &mut self,
        ty: &Type,
        elements: &[Atom],
        result: &mut Vec<Statement>,
    ) -> Expression {
        if ty.rank() == 1 {
            return Expression::Array(elements.to_vec());
        }
        let inner = ty.row(1);
        let count = ty.extents()[0].size().and_then(|size| size.known_size()).unwrap_or(1);
        let chunks = elements.chunks(elements.len() / count.max(1));
        let rows: Vec<Atom> = chunks
            .map(|chunk| {
                let row = self.array_of(&inner, chunk, result);
                self.to(result).bind(inner.clone(), row)
            })
            .collect();
        Expression::Array(rows)
    }

    /// The operator on elements that an operator on rows of a few elements is.
    fn on_elements(&mut self, operator: &Lambda) -> Option<Lambda> {
        let counts = operator.parameters.iter().map(|var| self.element_count(Atom::Var(*var)));
        let counts: Vec<usize> = counts.collect::<Option<_>>()?;
        let all: usize = counts.iter().sum();
        if all > 2 * cost::SMALL_VECTOR || counts.contains(&0) {
            return None;
        }
        let mut replaced = ScalarReplacement::default();
        let mut parameters = Vec::new();
        for (var, count) in operator.parameters.iter().zip(counts) {
            if self.variables.ty(*var).is_scalar() {
                parameters.push(*var);
                continue;
            }
            let ty = Type::Scalar(self.variables.ty(*var).element());
            let name = self.variables.name(*var).cloned();
            let scalars: Vec<Var> =
                (0..count).map(|_| self.variables.add(name.clone(), ty.clone())).collect();
            parameters.extend(&scalars);
            replaced.removed.push(*var);
            replaced.elements.insert(*var, scalars.into_iter().map(Atom::Var).collect());
        }
        let body = self.block_on_elements(&operator.body, &mut replaced)?;
        Some(Lambda { parameters, body })
    }

    fn block_on_elements(
        &mut self,
        block: &Block,
        replaced: &mut ScalarReplacement,
    ) -> Option<Block> {
        let mut statements = Vec::new();
        for statement in &block.statements {
            self.on_elements_of(statement, replaced, &mut statements)?;
        }
        let mut results = Vec::new();
        for value in &block.results {
            if self.variables.atom_type(*value).is_scalar() {
                results.push(replaced.renaming.atom(*value));
            } else {
                results.extend(replaced.elements.get(&value.var()?)?);
            }
        }
        Some(Block { statements, results })
    }

    fn on_elements_of(
        &mut self,
        statement: &Statement,
        replaced: &mut ScalarReplacement,
        result: &mut Vec<Statement>,
    ) -> Option<()> {
        if let Expression::Index(Atom::Var(array), indices) = &statement.expression
            && let Some(found) = self.elements_at(*array, indices, replaced)
        {
            let bind = statement.binds[0];
            if self.variables.ty(bind).is_scalar() {
                replaced.renaming.insert(bind, found[0]);
            } else {
                replaced.elements.insert(bind, found);
                replaced.removed.push(bind);
            }
            return Some(());
        }
        let mut whole = true;
        each_use(&statement.expression, |var| whole &= !replaced.removed.contains(&var));
        let rows = statement.binds.iter().any(|bind| !self.variables.ty(*bind).is_scalar());
        if let Expression::If(branch) = &statement.expression
            && (rows || !whole)
        {
            return self.branch_on_elements(statement, branch, replaced, result);
        }
        if !whole {
            return None;
        }
        let copy = replaced.renaming.statement(statement, self.variables);
        if let [bind] = copy.binds[..] {
            let elements = match &copy.expression {
                Expression::Array(items) => self.elements_of_literal(items, replaced),
                Expression::View(View::Replicate(value)) => self
                    .element_count(Atom::Var(bind))
                    .filter(|count| *count <= cost::SMALL_VECTOR)
                    .map(|count| vec![*value; count]),
                _ => None,
            };
            if let Some(elements) = elements {
                replaced.elements.insert(bind, elements.clone());
                replaced.elements.insert(statement.binds[0], elements);
            }
        }
        result.push(copy);
        Some(())
    }

    fn elements_of_literal(
        &self,
        items: &[Atom],
        replaced: &ScalarReplacement,
    ) -> Option<Vec<Atom>> {
        let mut all = Vec::new();
        for item in items {
            match self.variables.atom_type(*item).is_scalar() {
                true => all.push(*item),
                false => all.extend(replaced.elements.get(&item.var()?)?),
            }
        }
        Some(all)
    }

    /// The elements at indices that are known, of a row whose elements are.
    fn elements_at(
        &self,
        row: Var,
        indices: &[Atom],
        replaced: &ScalarReplacement,
    ) -> Option<Vec<Atom>> {
        let elements = replaced.elements.get(&row)?;
        let sizes = self.known_extents(Atom::Var(row))?;
        let mut number = 0;
        for (index, size) in indices.iter().zip(&sizes) {
            number = number * size + index.known_size().filter(|index| index < size)?;
        }
        let count: usize = sizes[indices.len()..].iter().product();
        Some(elements[number * count..(number + 1) * count].to_vec())
    }

    /// A branch that gives rows gives their elements.
    fn branch_on_elements(
        &mut self,
        statement: &Statement,
        branch: &If,
        replaced: &mut ScalarReplacement,
        result: &mut Vec<Statement>,
    ) -> Option<()> {
        let condition = replaced.renaming.atom(branch.condition);
        let then = self.block_on_elements(&branch.then, replaced)?;
        let otherwise = self.block_on_elements(&branch.otherwise, replaced)?;
        let binds = self.variables.like(&then.results);
        let mut rest = binds.as_slice();
        for bind in &statement.binds {
            let (own, others) = rest.split_at(self.element_count(Atom::Var(*bind))?);
            rest = others;
            let own: Vec<Atom> = own.iter().map(|var| Atom::Var(*var)).collect();
            if self.variables.ty(*bind).is_scalar() {
                replaced.renaming.insert(*bind, own[0]);
            } else {
                replaced.removed.push(*bind);
                replaced.elements.insert(*bind, own);
            }
        }
        let branch = If { condition, then, otherwise };
        self.to(result).push(binds, Expression::If(Box::new(branch)));
        Some(())
    }
}

/// The indices of an element, of its number in row-major order.
fn place(mut number: usize, sizes: &[usize]) -> Vec<Atom> {
    let mut indices = Vec::new();
    for size in sizes.iter().rev() {
        indices.push(Atom::size(number % size));
        number /= size;
    }
    indices.reverse();
    indices
}
