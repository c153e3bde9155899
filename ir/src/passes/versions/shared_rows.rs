//! Reductions of rows that lanes share: once for each row, or once for each lane, chosen at run
//! time.
//!
//! ```text
//! s = soac [i < k] {                          often = …
//!     p = check in_bounds (is [i], n)         s = if often {
//!     r = soac [j < m] { x [p, j] } reduce ─▶     t = soac [p < n] { soac [j < m] { … } reduce }
//! } store r                                       soac [i < k] { p = check …; r = index t [p] }
//!                                             } else { soac [i < k] { … } }
//! ```
//!
//! A reduction qualifies that depends on its lane by nothing but the row `p` that an index
//! chooses, at any depth of lanes, and that cannot fail: rows that no lane chooses are reduced,
//! too. The table is made where the lanes read at least twice as many elements as all rows have,
//! so no more is read than without it; and at least eight for each row, beside which the count of
//! elements in all rows costs little. Only sizes decide, so results do not depend on threads.

use super::choice;
use super::spaces::extents;
use crate::analysis::cost;
use crate::analysis::statements_for;
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, each_use, free_variables};
use crate::core::{
    Atom, Axis, Block, Condition, Expression, Extent, Function, If, Lambda, LoopForm, Origin,
    Output, Renaming, Soac, Statement, Statements, Type, Var, VarMap, VarSet, Variables,
};
use crate::version::Choice;

/// Gives lanes that may share rows a second version, with conditions that choose it. Returns true if there
/// are any such lanes.
pub(crate) fn shared_rows(function: &mut Function, choices: &mut VarMap<Choice>) -> bool {
    let variables = &mut function.variables;
    let mut sharer = Sharer { variables, choices, shares: false };
    sharer.statements(&mut function.body.statements);
    sharer.shares
}

struct Sharer<'a> {
    variables: &'a mut Variables,
    choices: &'a mut VarMap<Choice>,
    shares: bool,
}

impl Sharer<'_> {
    /// Host code.
    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(list.len());
        for mut statement in std::mem::take(list) {
            if let Expression::Soac(soac) = &statement.expression {
                let shared = rows_shared_by(soac, self.variables);
                if !shared.is_empty() {
                    let span = statement.span;
                    let mut code = Statements::new(self.variables, span, &mut result);
                    let condition = code.often(&shared);
                    let (statements, results) =
                        code.apart(|code| code.with_tables(&statement, &shared));
                    let then = Block { statements, results };
                    self.choices.insert(condition, Choice::Sharing);
                    self.shares = true;
                    statement = choice(Atom::Var(condition), then, statement, self.variables);
                }
            } else {
                for body in statement.expression.bodies_mut() {
                    self.statements(body);
                }
            }
            result.push(statement);
        }
        *list = result;
    }
}

/// A reduction in lanes that depends on them by the row alone.
struct SharedRow<'a> {
    /// The SOACs around it, the outermost first.
    levels: Vec<&'a Soac>,
    /// The path of the reduction: its position in the body of each level.
    path: Vec<usize>,
    /// The row.
    position: Var,
    /// The number of the row, before it was checked to be below `count`.
    index: Atom,
    /// The number of rows.
    count: Atom,
    /// The statements that the reduction needs of the row.
    before: Vec<&'a Statement>,
    statement: &'a Statement,
    reduction: &'a Soac,
    /// True if all rows have the same number of elements.
    regular: bool,
}

/// The reductions of rows that the lanes of a SOAC may share.
fn rows_shared_by<'a>(soac: &'a Soac, variables: &Variables) -> Vec<SharedRow<'a>> {
    let mut search = Search { variables, inside: bound_inside(soac), found: Vec::new() };
    search.level(&mut vec![soac], &mut Vec::new());
    search.found
}

struct Search<'a, 'v> {
    variables: &'v Variables,
    /// All that is bound in the outermost SOAC.
    inside: VarSet,
    found: Vec<SharedRow<'a>>,
}

impl<'a> Search<'a, '_> {
    fn level(&mut self, levels: &mut Vec<&'a Soac>, path: &mut Vec<usize>) {
        let Some(soac) = levels.last().copied() else { return };
        if soac.is_sequential_inside() {
            return;
        }
        for (place, statement) in soac.body.iter().enumerate() {
            let Expression::Soac(inner) = &statement.expression else { continue };
            path.push(place);
            match self.shared_row(levels, path, statement, inner) {
                Some(shared) => self.found.push(shared),
                None => {
                    levels.push(inner);
                    self.level(levels, path);
                    levels.pop();
                }
            }
            path.pop();
        }
    }

    fn shared_row(
        &self,
        levels: &[&'a Soac],
        path: &[usize],
        statement: &'a Statement,
        reduction: &'a Soac,
    ) -> Option<SharedRow<'a>> {
        let body = &levels.last()?.body[..*path.last()?];
        let reduces = reduction.outputs.iter().all(|output| {
            matches!(output, Output::Reduce { values, initial: Some(_), .. }
                if values.iter().all(|value| self.variables.atom_type(*value).is_scalar()))
        });
        if !reduces || statement.expression.may_fail() {
            return None;
        }
        // The statements that the reduction needs, up to the one row that is checked.
        let needed = self.needed(statement);
        let (check, index, count) = body.iter().find_map(|statement| {
            let Expression::Check(check) = &statement.expression else { return None };
            let (Condition::Index(_), [index, count], None) =
                (&check.condition, &check.operands[..], check.when)
            else {
                return None;
            };
            let is_needed =
                statements_for(body, self.variables, needed.iter().map(|var| Atom::Var(*var)))
                    .any(|needed| needed.binds == statement.binds);
            is_needed.then_some((statement, *index, *count))
        })?;
        let position = *check.binds.first()?;
        if !self.is_outside(count) {
            return None;
        }
        let before: Vec<&Statement> = until(body, needed.iter().copied(), position);
        let mut of_row: VarSet = before.iter().flat_map(|s| s.binds.iter().copied()).collect();
        of_row.insert(position);
        let depends_on_row_alone = before.iter().copied().chain([statement]).all(|statement| {
            !statement.expression.may_fail()
                && self.needed(statement).iter().all(|var| of_row.contains(var))
        });
        let other_checks = body.iter().any(|statement| {
            statement.binds != check.binds
                && statement.expression.may_fail()
                && !asks_for_some_element(statement)
                && self.needed(statement).iter().any(|var| of_row.contains(var))
        });
        let is_counted = |statement: &&Statement| self.is_counted(statement, reduction);
        let counted =
            before.iter().all(is_counted) && reduction.body.iter().all(|s| is_counted(&s));
        if !depends_on_row_alone || other_checks || !counted {
            return None;
        }
        let regular = reduction.space.iter().all(|lane| self.is_outside(lane.extent));
        let levels = levels.to_vec();
        let path = path.to_vec();
        let shared = SharedRow {
            levels,
            path,
            position,
            index,
            count,
            before,
            statement,
            reduction,
            regular,
        };
        self.is_counted_easily(&shared).then_some(shared)
    }

    /// Returns true if a statement takes no longer than there are elements in the row reduced.
    fn is_counted(&self, statement: &Statement, reduction: &Soac) -> bool {
        let is_length = |extent: Atom| {
            self.is_outside(extent) || reduction.space.iter().any(|lane| lane.extent == extent)
        };
        let short = match &statement.expression {
            Expression::Soac(soac) => soac.space.iter().all(|lane| is_length(lane.extent)),
            Expression::Loop(repetition) => {
                matches!(repetition.form, LoopForm::For(_, count) if self.is_outside(count))
            }
            Expression::Sort(_) => false,
            _ => true,
        };
        let inside = statement.expression.bodies();
        short && inside.into_iter().flatten().all(|inside| self.is_counted(inside, reduction))
    }

    /// The variables that a statement needs of the lanes around it.
    fn needed(&self, statement: &Statement) -> Vec<Var> {
        let free = free_variables(statement, self.variables);
        free.iter().filter(|var| self.inside.contains(var)).collect()
    }

    fn is_outside(&self, atom: Atom) -> bool {
        atom.var().is_none_or(|var| !self.inside.contains(&var))
    }

    /// Returns true if the number of elements that the lanes read is cheap to compute.
    fn is_counted_easily(&self, shared: &SharedRow) -> bool {
        let easily = |statements: &[&Statement]| {
            statements.iter().all(|statement| {
                use Expression::*;
                matches!(
                    statement.expression,
                    Copy(_) | Scalar(..) | Cast(_) | Select(_) | Index(..) | View(_)
                )
            })
        };
        easily(&shared.for_length()) && shared.for_lanes(self.variables).iter().all(|l| easily(l))
    }
}

impl<'a> SharedRow<'a> {
    /// The statements that the length of a row needs.
    fn for_length(&self) -> Vec<&'a Statement> {
        let extents = self.reduction.space.iter().filter_map(|lane| lane.extent.var());
        let (body, _) = self.body();
        until(body, extents, self.position)
    }

    /// The statements before the reduction, and it.
    fn body(&self) -> (&'a [Statement], &'a Statement) {
        let (Some(level), Some(place)) = (self.levels.last(), self.path.last()) else {
            return (&[], self.statement);
        };
        (&level.body[..*place], self.statement)
    }

    /// The statements of each level that are needed to tell which rows its lanes choose.
    fn for_lanes(&self, variables: &Variables) -> Vec<Vec<&'a Statement>> {
        let mut needed: VarSet = self.index.var().into_iter().collect();
        let mut statements = Vec::new();
        for (level, place) in self.levels.iter().zip(&self.path).rev() {
            let own = until(&level.body[..*place], needed.iter(), self.position);
            for statement in &own {
                needed.extend(free_variables(statement, variables).iter());
            }
            needed.extend(level.space.iter().filter_map(|lane| lane.extent.var()));
            statements.insert(0, own);
        }
        statements
    }
}

/// The statements that these need, directly or not, without the one that binds the row.
fn until(
    statements: &[Statement],
    needed: impl IntoIterator<Item = Var>,
    row: Var,
) -> Vec<&Statement> {
    let mut needed: VarSet = needed.into_iter().collect();
    let mut found: Vec<&Statement> = statements
        .iter()
        .rev()
        .filter(|statement| {
            let own = statement.binds.iter().any(|bind| needed.contains(bind) && *bind != row);
            if own {
                each_use(&statement.expression, |var| {
                    needed.insert(var);
                });
            }
            own
        })
        .collect();
    found.reverse();
    found
}

/// Returns true if a statement checks that there is an element, without which the reduction reads none.
fn asks_for_some_element(statement: &Statement) -> bool {
    matches!(&statement.expression, Expression::Check(check)
        if matches!(check.condition, Condition::Index(_)) && check.operands[0] == Atom::size(0))
}

impl Statements<'_> {
    fn sum(&mut self, terms: &[Atom]) -> Atom {
        let add = Operation::saturating_add(crate::core::ScalarType::Usize);
        let (first, rest) = terms.split_first().expect("there is something shared");
        rest.iter().fold(*first, |a, b| self.size(add, [a, *b]))
    }

    /// Binds the condition that all rows are read so often that it pays to reduce each once.
    fn often(&mut self, shared: &[SharedRow]) -> Var {
        let read: Vec<Atom> = shared.iter().map(|shared| self.elements_read(shared)).collect();
        let read = self.sum(&read);
        let counts: Vec<Atom> = shared.iter().map(|shared| shared.count).collect();
        let rows = self.sum(&counts);
        let enough = self.times_at_most(cost::ELEMENTS_FOR_ROW, rows, read);
        let before = std::mem::take(self.list);
        let all: Vec<Atom> = shared.iter().map(|shared| self.elements_of_rows(shared)).collect();
        let all = self.sum(&all);
        let twice = self.times_at_most(cost::READS_OF_ELEMENT, all, read);
        let mut statements = std::mem::replace(self.list, before);
        let often = self.variables.add(None, Type::BOOL);
        let expression = if shared.iter().all(|shared| shared.regular) {
            self.list.append(&mut statements);
            Expression::Scalar(Operation::And, vec![enough, twice])
        } else {
            let then = Block { statements, results: vec![twice] };
            let otherwise = Block { statements: Vec::new(), results: vec![Atom::truth(false)] };
            Expression::If(Box::new(If { condition: enough, then, otherwise }))
        };
        self.push(vec![often], expression);
        often
    }

    fn times_at_most(&mut self, times: usize, some: Atom, other: Atom) -> Atom {
        let product = self.size(Operation::Multiply, [Atom::size(times), some]);
        self.scalar(Operation::LessEqual, &[product, other])
    }

    /// The number of elements of rows that all lanes read together.
    fn elements_read(&mut self, shared: &SharedRow) -> Atom {
        if let ([level], true) = (&shared.levels[..], shared.regular) {
            return self.product(extents(level).into_iter().chain(extents(shared.reduction)));
        }
        // Without rows there is no length to be read.
        let some = Expression::Scalar(Operation::Less, vec![Atom::size(0), shared.count]);
        let some = self.bind(Type::BOOL, some);
        let lanes = extents(shared.levels[0])[0];
        let lanes = self.bind(Type::USIZE, Expression::Select([some, lanes, Atom::size(0)]));
        let slices = shared.for_lanes(self.variables);
        let mut renaming = Renaming::new();
        self.read_on_level(shared, 0, &slices, Some(lanes), &mut renaming)
    }

    fn read_on_level(
        &mut self,
        shared: &SharedRow,
        depth: usize,
        slices: &[Vec<&Statement>],
        lanes: Option<Atom>,
        renaming: &mut Renaming,
    ) -> Atom {
        let level = shared.levels[depth];
        let mut space = self.fresh_space(level, renaming);
        if let Some(lanes) = lanes {
            space[0].extent = lanes;
        }
        let outside = std::mem::take(self.list);
        for statement in &slices[depth] {
            let copy = renaming.statement(statement, self.variables);
            self.list.push(copy);
        }
        let read = if depth + 1 < shared.levels.len() {
            self.read_on_level(shared, depth + 1, slices, None, renaming)
        } else {
            self.length_of_chosen(shared, renaming)
        };
        let body = std::mem::replace(self.list, outside);
        self.total(space, body, read)
    }

    /// The elements of the row that a lane chooses; none if there is no such row, which the lane
    /// itself finds out.
    fn length_of_chosen(&mut self, shared: &SharedRow, renaming: &mut Renaming) -> Atom {
        let mut index = renaming.atom(shared.index);
        if self.variables.atom_type(index) != Type::USIZE {
            index = self.bind(Type::USIZE, Expression::Cast(index));
        }
        let inside = Expression::Scalar(Operation::Less, vec![index, shared.count]);
        let inside = self.bind(Type::BOOL, inside);
        let select = Expression::Select([inside, index, Atom::size(0)]);
        let row = self.bind(Type::USIZE, select);
        let length = self.length(shared, row, renaming);
        self.bind(Type::USIZE, Expression::Select([inside, length, Atom::size(0)]))
    }

    fn length(&mut self, shared: &SharedRow, row: Atom, renaming: &mut Renaming) -> Atom {
        renaming.insert(shared.position, row);
        for statement in shared.for_length() {
            let copy = renaming.statement(statement, self.variables);
            self.list.push(copy);
        }
        let extents: Vec<Atom> =
            shared.reduction.space.iter().map(|lane| renaming.atom(lane.extent)).collect();
        self.product(extents)
    }

    /// The number of elements of all rows together.
    fn elements_of_rows(&mut self, shared: &SharedRow) -> Atom {
        if shared.regular {
            let extents: Vec<Atom> =
                shared.reduction.space.iter().map(|lane| lane.extent).collect();
            return self.product([shared.count].into_iter().chain(extents));
        }
        let row = self.variables.add(None, Type::USIZE);
        let space = vec![Axis { index: row, extent: shared.count }];
        let outside = std::mem::take(self.list);
        let length = self.length(shared, Atom::Var(row), &mut Renaming::new());
        let body = std::mem::replace(self.list, outside);
        self.total(space, body, length)
    }

    /// The sum of sizes.
    fn total(&mut self, space: Vec<Axis>, body: Vec<Statement>, value: Atom) -> Atom {
        let add = Operation::saturating_add(crate::core::ScalarType::Usize);
        let operator = Lambda::sum_of_sizes(add, self.variables, self.span);
        let (values, initial) = (vec![value], Some(vec![Atom::size(0)]));
        let output = Output::Reduce { values, initial, operator, when: None, commutative: true };
        let origins = vec![Origin::new("elements", self.span)];
        let soac = Soac { space, body, outputs: vec![output], origins };
        self.bind(Type::USIZE, Expression::Soac(Box::new(soac)))
    }

    /// The version in which each row is reduced once.
    fn with_tables(&mut self, statement: &Statement, shared: &[SharedRow]) -> Vec<Atom> {
        let tables: Vec<Vec<Atom>> = shared.iter().map(|shared| self.table(shared)).collect();
        let mut renaming = Renaming::new();
        let mut copy = renaming.statement(statement, self.variables);
        // Later places first: a read of several tables takes more places than the reduction.
        for (shared, tables) in shared.iter().zip(tables).rev() {
            let (Some((place, path)), Expression::Soac(soac)) =
                (shared.path.split_last(), &mut copy.expression)
            else {
                continue;
            };
            let level = path.iter().fold(&mut **soac, |soac, place| {
                match &mut soac.body[*place].expression {
                    Expression::Soac(inner) => inner,
                    _ => unreachable!("the path leads through SOACs"),
                }
            });
            let row = renaming.atom(Atom::Var(shared.position));
            let binds = level.body[*place].binds.clone();
            let reads = binds.into_iter().zip(tables).map(|(bind, table)| Statement {
                binds: vec![bind],
                expression: Expression::Index(table, vec![row]),
                span: shared.statement.span,
            });
            level.body.splice(place..=place, reads.collect::<Vec<_>>());
        }
        let results = copy.binds.iter().map(|bind| Atom::Var(*bind)).collect();
        self.list.push(copy);
        results
    }

    /// The results of all rows, an array for each value.
    fn table(&mut self, shared: &SharedRow) -> Vec<Atom> {
        let mut renaming = Renaming::new();
        let row = self.variables.add(None, Type::USIZE);
        renaming.insert(shared.position, Atom::Var(row));
        let statements = shared.before.iter().copied().chain([shared.statement]);
        let body = statements.map(|s| renaming.statement(s, self.variables)).collect();
        let extent = Extent::Size(shared.count);
        let values: Vec<Atom> =
            shared.statement.binds.iter().map(|bind| renaming.atom(Atom::Var(*bind))).collect();
        let binds: Vec<Var> = values
            .iter()
            .map(|value| {
                let ty = self.variables.atom_type(*value).under([extent]);
                self.variables.add(None, ty)
            })
            .collect();
        let soac = Soac {
            space: vec![Axis { index: row, extent: shared.count }],
            body,
            outputs: values.into_iter().map(Output::Store).collect(),
            origins: shared.reduction.origins.clone(),
        };
        self.soac(binds, soac)
    }
}
