//! Reductions down the columns of a matrix: all rows at once, or in parts of some rows each, chosen by the
//! sizes at run time.
//!
//! ```text
//! s = soac [j < d] {                     long = …; parts = n / rows + 1
//!     a = …                              s = if long {
//!     r = soac [i < n] {                     t = soac [p < parts, j < d] {
//!         m [i, j] …            ─▶               a = …; soac [i < rows] { m [p · rows + i, j] … } reduce
//!     } reduce from z                        } store t
//!     x = … a r …                            soac [j < d] {
//! } store x                                      a = …; r = soac [p < parts] { t [p, j] } reduce from z; x = …
//!                                            } store x
//!                                        } else { soac [j < d] { … } }
//! ```
//!
//! A lane that goes down a column reads one element of each row. If there are few columns, few cores work;
//! if rows are long, the elements that a tile of lanes reads lie far apart. The lanes of a part read rows
//! that the caches hold, and there are enough of them. Reductions that follow each other in a lane are
//! computed one after the other, for all lanes. Only the sizes decide, so results are the same on any
//! number of threads.
//!
//! Parts begin with a value that changes nothing, so the operators have an identity element; and no lane may
//! fail, as parts come in another order.

use super::choice;
use super::last_map::{LastMap, RowOrder, before, in_order};
use super::spaces::{extents, known_outside, known_product, point, sizes};
use crate::VersionLimits;
use crate::analysis::cost;
use crate::analysis::identity_of;
use crate::analysis::{Apart, Strides};
use crate::core::operation::Operation;
use crate::core::visit::{bound_inside, free_variables, outputs_with_binds};
use crate::core::{
    Atom, Axis, Block, Expression, Extent, Function, Output, Renaming, Soac, Statement, Statements,
    Type, Var, VarMap, VarSet, Variables,
};
use crate::version::Choice;

/// Gives nests that reduce columns a second version, with conditions that choose it.
pub(crate) fn long_columns(
    function: &mut Function,
    limits: VersionLimits,
    choices: &mut VarMap<Choice>,
) {
    statements(&mut function.body.statements, &mut function.variables, limits, choices);
}

/// Host code.
fn statements(
    list: &mut Vec<Statement>,
    variables: &mut Variables,
    limits: VersionLimits,
    choices: &mut VarMap<Choice>,
) {
    let mut result = Vec::with_capacity(list.len());
    for mut statement in std::mem::take(list) {
        if let Expression::Soac(soac) = &statement.expression {
            if let Some(nest) = Nest::of(soac, variables).filter(|nest| nest.may_be(limits)) {
                let mut code = Statements::new(variables, statement.span, &mut result);
                let width = code.width(&nest);
                let condition = code.are_long(&nest, width, limits);
                let (statements, results) =
                    code.apart(|code| code.in_parts(&nest, width, &statement.binds, limits));
                let then = Block { statements, results };
                if let Atom::Var(condition) = condition {
                    choices.insert(condition, Choice::Columns);
                }
                statement = choice(condition, then, statement, variables);
            }
        } else {
            for body in statement.expression.bodies_mut() {
                statements(body, variables, limits, choices);
            }
        }
        result.push(statement);
    }
    *list = result;
}

/// A SOAC whose lanes reduce columns.
struct Nest<'a> {
    soac: &'a Soac,
    /// The length of the columns.
    length: Atom,
    /// The positions of the reductions in its body, in order.
    reductions: Vec<usize>,
    last: Option<LastMap<'a>>,
    /// The place of the last map's rows.
    order: RowOrder,
}

impl<'a> Nest<'a> {
    fn of(soac: &'a Soac, variables: &Variables) -> Option<Nest<'a>> {
        if soac.is_sequential_inside() || soac.has_scan() {
            return None;
        }
        let inside = bound_inside(soac);
        let last = LastMap::of(soac, &inside, variables);
        let mut reductions = Vec::new();
        for (position, statement) in before(soac, &last).iter().enumerate() {
            match &statement.expression {
                expression if expression.may_fail() => return None,
                Expression::Soac(inner) if is_reduction(inner, variables) => {
                    reductions.push(position);
                }
                Expression::Loop(_) | Expression::Soac(_) | Expression::Sort(_) => return None,
                Expression::If(_) if has_loop(statement) => return None,
                _ => {}
            }
        }
        let of_body = |position: &usize| match &soac.body[*position].expression {
            Expression::Soac(inner) => Some(&**inner),
            _ => None,
        };
        let inner: Vec<&Soac> = reductions.iter().filter_map(of_body).collect();
        let length = inner.first()?.space[0].extent;
        let same = inner.iter().all(|inner| inner.space[0].extent == length);
        let order = order_of_rows(soac, &last, variables)?;
        let fits = same && known_outside(&[length], &inside) && go_down_columns(soac, &inner);
        fits.then_some(Nest { soac, length, reductions, last, order })
    }

    /// Returns true unless the known sizes rule out that columns are long.
    fn may_be(&self, limits: VersionLimits) -> bool {
        let Some(width) = extents(self.soac).iter().map(|extent| extent.known_size()).sum() else {
            return true;
        };
        let (Some(length), Some(lanes)) =
            (self.length.known_size(), known_product(&extents(self.soac)))
        else {
            return true;
        };
        let read = length.saturating_mul(width);
        limits.elements <= read && lanes.saturating_mul(limits.reads * cost::COLUMN_PARTS) <= read
    }

    /// The statements before a position that these variables need, in order. The results of the reductions
    /// before it are known.
    fn needed(&self, mut open: VarSet, before: usize, variables: &Variables) -> Vec<usize> {
        let mut needed = Vec::new();
        for position in (0..before).rev() {
            let statement = &self.soac.body[position];
            if statement.binds.iter().any(|bind| open.contains(bind)) {
                needed.push(position);
                if !self.reductions.contains(&position) {
                    open.union(&free_variables(statement, variables));
                }
            }
        }
        needed.reverse();
        needed
    }

    /// The reduction at a position, and the variables that it binds.
    fn reduction(&self, position: usize) -> (&'a Soac, &'a [Var]) {
        let Statement { binds, expression, .. } = &self.soac.body[position];
        match expression {
            Expression::Soac(inner) => (inner, binds),
            _ => unreachable!("reductions are SOACs"),
        }
    }
}

/// Returns true if a SOAC only reduces, by operators with identity elements.
fn is_reduction(soac: &Soac, variables: &Variables) -> bool {
    let reduces = |output: &Output| match output {
        Output::Reduce { initial: Some(_), operator, when: None, .. } => {
            identity_of(operator, variables).is_some()
        }
        _ => false,
    };
    soac.space.len() == 1 && !soac.has_scan() && soac.outputs.iter().all(reduces)
}

fn has_loop(statement: &Statement) -> bool {
    statement.expression.bodies().into_iter().flatten().any(|inner| {
        matches!(inner.expression, Expression::Loop(_) | Expression::Soac(_) | Expression::Sort(_))
            || has_loop(inner)
    })
}

/// The place of the last map's rows. These are all that the lanes store but for scalars; without such a
/// map, nothing lies in rows, and lanes may reduce, too.
fn order_of_rows(soac: &Soac, last: &Option<LastMap>, variables: &Variables) -> Option<RowOrder> {
    let mut order = None;
    for output in &soac.outputs {
        let own = match (output, last) {
            (Output::Columns(_), Some(_)) => RowOrder::ColumnMajor,
            (Output::Store(_), Some(last)) if last.element(output).is_some() => RowOrder::RowMajor,
            (Output::Store(value), _) if variables.atom_type(*value).is_scalar() => continue,
            (Output::Reduce { initial: Some(_), when: None, .. }, None) => continue,
            _ => return None,
        };
        if *order.get_or_insert(own) != own {
            return None;
        }
    }
    Some(order.unwrap_or(RowOrder::RowMajor))
}

/// Returns true if, for the most part, neighbouring lanes read neighbours, and neighbouring rounds do not.
fn go_down_columns(soac: &Soac, reductions: &[&Soac]) -> bool {
    let Some(lane) = soac.space.last() else { return false };
    let strides = Strides::of(&soac.body);
    let mut apart = Apart::default();
    for reduction in reductions {
        let round = reduction.space[0].index;
        each_read(&reduction.body, &mut |indices| {
            apart.count(&strides, indices, lane.index, round);
        });
    }
    apart.for_lanes < apart.for_rounds
}

fn each_read(statements: &[Statement], each: &mut impl FnMut(&[Atom])) {
    for statement in statements {
        if let Expression::Index(_, indices) = &statement.expression {
            each(indices);
        }
        statement.expression.bodies().into_iter().for_each(|body| each_read(body, each));
    }
}

/// The sizes of the parts of the rows.
struct PartSizes {
    /// The number of rows of a part, but for the last one.
    rows: Atom,
    /// The number of parts.
    count: Atom,
}

/// The version in parts, as far as there is one.
struct InParts<'n> {
    nest: &'n Nest<'n>,
    parts: PartSizes,
    /// The results of the reductions so far for each lane, by position in the body.
    totals: Vec<(usize, Vec<Atom>)>,
}

/// A lane of a kernel of the version.
struct InLane {
    renaming: Renaming,
    at: Vec<Atom>,
}

impl Statements<'_> {
    /// About how many elements all lanes read of a row: as many as the dimensions together have.
    fn width(&mut self, nest: &Nest) -> Atom {
        let all = extents(nest.soac);
        let (first, others) = all.split_first().expect("nests have lanes");
        others.iter().fold(*first, |a, b| self.size(Operation::Add, [a, *b]))
    }

    /// Returns the condition that there is much to read, and that the results of the parts are little
    /// beside it.
    fn are_long(&mut self, nest: &Nest, width: Atom, limits: VersionLimits) -> Atom {
        let read = self.product([nest.length, width]);
        let much = self.scalar(Operation::LessEqual, &[Atom::size(limits.elements), read]);
        let least = Atom::size(limits.reads * cost::COLUMN_PARTS);
        let long = match nest.soac.space[..] {
            [_] => self.scalar(Operation::LessEqual, &[least, nest.length]),
            _ => {
                let given = self.product([least].into_iter().chain(extents(nest.soac)));
                self.scalar(Operation::LessEqual, &[given, read])
            }
        };
        self.scalar(Operation::And, &[much, long])
    }

    /// Cuts the rows into parts: a part has so few rows that they stay in the caches, but enough that its
    /// results are little beside its reads.
    fn part_sizes(&mut self, nest: &Nest, width: Atom, limits: VersionLimits) -> PartSizes {
        let reads = Atom::size(limits.reads);
        let given = self.product([reads].into_iter().chain(extents(nest.soac)));
        let cached = Atom::size(limits.elements / cost::COLUMN_PARTS);
        let more = self.scalar(Operation::Less, &[given, cached]);
        let read = self.bind(Type::USIZE, Expression::Select([more, cached, given]));
        // One more, so that nothing is divided by nothing.
        let width = self.size(Operation::Add, [width, Atom::size(1)]);
        let rows = self.size(Operation::Divide, [read, width]);
        let rows = self.size(Operation::Add, [rows, Atom::size(1)]);
        let whole = self.size(Operation::Divide, [nest.length, rows]);
        let count = Expression::Scalar(Operation::Add, vec![whole, Atom::size(1)]);
        let count = Atom::Var(self.named(Some("parts"), Type::USIZE, count));
        PartSizes { rows, count }
    }

    /// Writes the version in parts. Returns the values of the outputs.
    fn in_parts(
        &mut self,
        nest: &Nest,
        width: Atom,
        binds: &[Var],
        limits: VersionLimits,
    ) -> Vec<Atom> {
        let parts = self.part_sizes(nest, width, limits);
        let mut version = InParts { nest, parts, totals: Vec::new() };
        let (last, others) = nest.reductions.split_last().expect("nests reduce");
        for position in others {
            let partial = self.partial(&version, *position);
            let total = self.total_of(&version, *position, &partial);
            version.totals.push((*position, total));
        }
        let partial = self.partial(&version, *last);
        self.rest(&version, *last, &partial, binds)
    }

    /// The result of a reduction for each part and lane.
    fn partial(&mut self, version: &InParts, position: usize) -> Vec<Atom> {
        let InParts { nest, parts, .. } = version;
        let (inner, _) = nest.reduction(position);
        let number = self.variables.add(Some("part".into()), Type::USIZE);
        let mut renaming = Renaming::new();
        let mut space = vec![Axis { index: number, extent: parts.count }];
        space.extend(self.fresh_space(nest.soac, &mut renaming));
        let mut lane = InLane { renaming, at: point(&space[1..]) };
        let (body, values) = self.apart(|this| {
            let open = free_variables(&nest.soac.body[position], this.variables);
            this.lane_until(version, open, position, &mut lane);
            let first = this.size(Operation::Multiply, [Atom::Var(number), parts.rows]);
            let left = this.size(Operation::Subtract, [nest.length, first]);
            let is_whole = this.scalar(Operation::Less, &[parts.rows, left]);
            let length = Expression::Select([is_whole, parts.rows, left]);
            let length = this.bind(Type::USIZE, length);
            let round = this.variables.add(None, Type::USIZE);
            let renaming = &mut lane.renaming;
            let (mut body, row) =
                this.apart(|this| this.size(Operation::Add, [first, Atom::Var(round)]));
            renaming.insert(inner.space[0].index, row);
            body.extend(renaming.statements(&inner.body, this.variables));
            let values = values_of(inner).map(|value| renaming.atom(value)).collect();
            let identity = identities_of(inner, this.variables);
            let space = vec![Axis { index: round, extent: length }];
            this.reduced(inner, space, body, values, identity, renaming)
        });
        let stored = sizes(nest.soac);
        let extents = [Extent::Size(parts.count)].into_iter().chain(stored).collect();
        self.stored(space, body, &values, extents, inner)
    }

    /// The result of a reduction for each lane, computed from the results of the parts.
    fn total_of(&mut self, version: &InParts, position: usize, partial: &[Atom]) -> Vec<Atom> {
        let nest = version.nest;
        let (inner, _) = nest.reduction(position);
        let mut renaming = Renaming::new();
        let space = self.fresh_space(nest.soac, &mut renaming);
        let mut lane = InLane { renaming, at: point(&space) };
        let (body, values) = self.apart(|this| {
            let open = initial_of(inner).filter_map(|atom| atom.var()).collect();
            this.lane_until(version, open, position, &mut lane);
            this.combined(inner, &version.parts, partial, &mut lane)
        });
        let extents = sizes(nest.soac).collect();
        self.stored(space, body, &values, extents, inner)
    }

    /// The rest of the lanes, with the results of their last reduction for parts.
    fn rest(
        &mut self,
        version: &InParts,
        position: usize,
        partial: &[Atom],
        binds: &[Var],
    ) -> Vec<Atom> {
        let nest = version.nest;
        let (inner, own) = nest.reduction(position);
        let needed: &[Var] = nest.last.as_ref().map_or(&[], |last| &last.needed);
        let mut open: VarSet = needed.iter().copied().collect();
        for output in &nest.soac.outputs {
            match output {
                Output::Reduce { values, .. } => open.extend(values.iter().filter_map(|a| a.var())),
                Output::Store(value) => open.extend(value.var()),
                _ => {}
            }
        }
        open.extend(initial_of(inner).filter_map(|atom| atom.var()));
        let mut renaming = Renaming::new();
        let space = self.fresh_space(nest.soac, &mut renaming);
        let mut lane = InLane { renaming, at: point(&space) };
        let (body, ()) = self.apart(|this| {
            let whole = before(nest.soac, &nest.last).len();
            for number in nest.needed(open, whole, this.variables) {
                if number == position {
                    let values = this.combined(inner, &version.parts, partial, &mut lane);
                    for (bind, value) in own.iter().zip(values) {
                        lane.renaming.insert(*bind, value);
                    }
                } else {
                    this.lane_statement(version, number, &mut lane);
                }
            }
        });
        let renaming = &mut lane.renaming;
        // The values that lanes store by themselves, and those of them that the last map needs.
        let mut outputs = Vec::new();
        let mut given = Vec::new();
        for (output, binds) in outputs_with_binds(nest.soac, binds) {
            let output = match output {
                Output::Reduce { values, initial, operator, when, commutative } => Output::Reduce {
                    values: values.iter().map(|value| renaming.atom(*value)).collect(),
                    initial: initial.clone(),
                    operator: renaming.lambda(operator, self.variables),
                    when: *when,
                    commutative: *commutative,
                },
                Output::Store(value) if self.variables.atom_type(*value).is_scalar() => {
                    Output::Store(renaming.atom(*value))
                }
                _ => continue,
            };
            outputs.push(output);
            given.extend(binds.iter().map(|bind| self.variables.copy(*bind)));
        }
        let scalars = given.len();
        for var in needed {
            outputs.push(Output::Store(renaming.atom(Atom::Var(*var))));
            given.push(self.variables.at_points(*var, &nest.soac.space));
        }
        let origins = match nest.last {
            Some(_) => inner.origins.clone(),
            None => nest.soac.origins.clone(),
        };
        let given = self.soac(given, Soac { space, body, outputs, origins });
        let (scalars, stored) = given.split_at(scalars);
        let made = match &nest.last {
            Some(last) => self.map_over_all(nest.soac, last, stored, binds, nest.order),
            None => Vec::new(),
        };
        in_order(nest.soac, &nest.last, &made, scalars)
    }

    /// Writes the statements of a lane before a position that these variables need.
    fn lane_until(&mut self, version: &InParts, open: VarSet, before: usize, lane: &mut InLane) {
        for number in version.nest.needed(open, before, self.variables) {
            self.lane_statement(version, number, lane);
        }
    }

    /// Writes a statement of a lane; the results of reductions are read.
    fn lane_statement(&mut self, version: &InParts, position: usize, lane: &mut InLane) {
        let statement = &version.nest.soac.body[position];
        match version.totals.iter().find(|(own, _)| *own == position) {
            Some((_, arrays)) => {
                for (bind, array) in statement.binds.iter().zip(arrays) {
                    let ty = self.variables.ty(*bind).clone();
                    let read = Expression::Index(*array, lane.at.clone());
                    let read = self.bind(ty, read);
                    lane.renaming.insert(*bind, read);
                }
            }
            None => {
                let copy = lane.renaming.statement(statement, self.variables);
                self.list.push(copy);
            }
        }
    }

    /// The combined results of the parts of a lane.
    fn combined(
        &mut self,
        inner: &Soac,
        parts: &PartSizes,
        partial: &[Atom],
        lane: &mut InLane,
    ) -> Vec<Atom> {
        let number = self.variables.add(Some("part".into()), Type::USIZE);
        let mut indices = vec![Atom::Var(number)];
        indices.extend(&lane.at);
        let (body, values) = self.apart(|this| {
            let read = |array: &Atom| {
                let ty = Type::Scalar(this.variables.element(*array));
                this.bind(ty, Expression::Index(*array, indices.clone()))
            };
            partial.iter().map(read).collect::<Vec<_>>()
        });
        let space = vec![Axis { index: number, extent: parts.count }];
        let renaming = &mut lane.renaming;
        let initial = initial_of(inner).map(|atom| renaming.atom(atom)).collect();
        self.reduced(inner, space, body, values, initial, renaming)
    }

    /// The reductions of a SOAC, of other values over another space.
    fn reduced(
        &mut self,
        inner: &Soac,
        space: Vec<Axis>,
        body: Vec<Statement>,
        values: Vec<Atom>,
        initial: Vec<Atom>,
        renaming: &mut Renaming,
    ) -> Vec<Atom> {
        let own = |value: &Atom| self.variables.add(None, self.variables.atom_type(*value));
        let binds: Vec<Var> = values.iter().map(own).collect();
        let (mut values, mut initial) = (values.into_iter(), initial.into_iter());
        let mut outputs = Vec::new();
        for output in &inner.outputs {
            let Output::Reduce { values: own, operator, commutative, .. } = output else {
                continue;
            };
            outputs.push(Output::Reduce {
                values: values.by_ref().take(own.len()).collect(),
                initial: Some(initial.by_ref().take(own.len()).collect()),
                operator: renaming.lambda(operator, self.variables),
                when: None,
                commutative: *commutative,
            });
        }
        let origins = inner.origins.clone();
        self.soac(binds, Soac { space, body, outputs, origins })
    }

    /// Arrays of the lanes' results.
    fn stored(
        &mut self,
        space: Vec<Axis>,
        body: Vec<Statement>,
        values: &[Atom],
        extents: Vec<Extent>,
        inner: &Soac,
    ) -> Vec<Atom> {
        let array = |value: &Atom| {
            let ty = Type::Scalar(self.variables.element(*value)).under(extents.iter().copied());
            self.variables.add(None, ty)
        };
        let binds: Vec<Var> = values.iter().map(array).collect();
        let outputs = values.iter().map(|value| Output::Store(*value)).collect();
        self.soac(binds, Soac { space, body, outputs, origins: inner.origins.clone() })
    }
}

/// The values that a SOAC reduces, its start values, and its identity elements.
fn values_of(inner: &Soac) -> impl Iterator<Item = Atom> {
    inner
        .outputs
        .iter()
        .flat_map(|output| match output {
            Output::Reduce { values, .. } => &values[..],
            _ => &[],
        })
        .copied()
}

fn initial_of(inner: &Soac) -> impl Iterator<Item = Atom> {
    let initial = |output| match output {
        &Output::Reduce { initial: Some(ref initial), .. } => &initial[..],
        _ => &[],
    };
    inner.outputs.iter().flat_map(initial).copied()
}

fn identities_of(inner: &Soac, variables: &Variables) -> Vec<Atom> {
    let identity = |output: &Output| match output {
        Output::Reduce { operator, .. } => identity_of(operator, variables).unwrap_or_default(),
        _ => Vec::new(),
    };
    inner.outputs.iter().flat_map(identity).map(Atom::Constant).collect()
}
