//! Rows that may differ in length and do not: a version in which all have one length, chosen at run
//! time.
//!
//! ```text
//! s = soac [i < n] {                     k = common_length offsets
//!     a = index offsets [i]              equal = lt k max && …
//!     q = add i 1                        m = reshape x: [n][k]
//!     b = index offsets [q]              s = if equal {
//!     l = row_length b a            ─▶       soac [i < n, j < h] {
//!     r = soac [j < h] {                         … soac [e < k] { index m [i, e] … }
//!         … soac [e < l] { x [a + e] … }     } store …
//!     } store …                          } else { soac [i < n] { … } }
//! } store r
//! ```
//!
//! A value that is then known outside of the lanes collapses, and is read in the patterns of matrices. That
//! pays if the rows of an array are gone through at more than one level: rows of one array with rows of
//! another, or column by column. If each lane has its own row, a loop over it costs as much in both
//! versions (measured: 1.0 to 1.1, the rest is the read of the offsets), so there is one.

use super::choice;
use crate::analysis::{Row, element_of_row, rows_of};
use crate::core::Pattern;
use crate::core::operation::Operation;
use crate::core::visit::{Visitor, bound_inside, read};
use crate::core::{
    Atom, Block, Expression, Extent, Function, If, Output, Renaming, Soac, Statement, Statements,
    Type, Var, VarMap, VarSet, Variables, View,
};
use crate::version::Choice;

/// Gives lanes over rows a version for rows of one length, with conditions that choose it. Returns true if
/// there are any such lanes.
pub(crate) fn uniform_rows(function: &mut Function, choices: &mut VarMap<Choice>) -> bool {
    let variables = &mut function.variables;
    let mut chooser = Chooser { variables, choices, found: false };
    chooser.statements(&mut function.body.statements);
    chooser.found
}

struct Chooser<'a> {
    variables: &'a mut Variables,
    choices: &'a mut VarMap<Choice>,
    found: bool,
}

impl Chooser<'_> {
    /// Goes through host code; of code that has versions already, through the usual one.
    fn statements(&mut self, list: &mut Vec<Statement>) {
        let mut result = Vec::with_capacity(list.len());
        for mut statement in std::mem::take(list) {
            match &mut statement.expression {
                Expression::Soac(soac) => {
                    let search = Search::of(soac);
                    if search.pays() {
                        let span = statement.span;
                        let mut written = Vec::new();
                        let mut code = Statements::new(self.variables, span, &mut written);
                        if let Some((condition, then)) = code.version(&statement, &search) {
                            result.append(&mut written);
                            self.choices.insert(condition, Choice::EqualRows);
                            self.found = true;
                            let condition = Atom::Var(condition);
                            statement = choice(condition, then, statement, self.variables);
                        }
                    }
                }
                Expression::If(branch) => {
                    let If { condition, then, otherwise } = &mut **branch;
                    if !condition.var().is_some_and(|var| self.choices.contains_key(&var)) {
                        self.statements(&mut then.statements);
                    }
                    self.statements(&mut otherwise.statements);
                }
                other => {
                    other.bodies_mut().into_iter().for_each(|body| self.statements(body));
                }
            }
            result.push(statement);
        }
        *list = result;
    }
}

/// Finds the rows of lanes, at any depth.
struct Search {
    /// All that is bound in the outermost SOAC.
    inside: VarSet,
    rows: Vec<Row>,
    /// True if some rows are gone through at several levels.
    pays: bool,
}

impl Search {
    fn of(soac: &Soac) -> Search {
        let mut search = Search { inside: bound_inside(soac), rows: Vec::new(), pays: false };
        let plain = matches!(Pattern::of(soac), Some(Pattern::Map | Pattern::Reduce));
        if plain && !soac.is_sequential_inside() {
            search.lanes(soac, 0);
        }
        search
    }

    fn pays(&self) -> bool {
        self.pays && !self.rows.is_empty()
    }

    /// The rows of the lanes of a SOAC, which so many levels are around.
    fn lanes(&mut self, soac: &Soac, around: usize) {
        let levels = around + soac.space.len();
        for lane in &soac.space {
            for row in rows_of(&soac.body) {
                if row.at == Atom::Var(lane.index) && !self.inside.contains(&row.offsets) {
                    self.pays |= levels > 1 || is_read_below(&soac.body, row.start);
                    self.rows.push(row);
                }
            }
        }
        self.statements(&soac.body, levels);
    }

    fn statements(&mut self, statements: &[Statement], around: usize) {
        for statement in statements {
            match &statement.expression {
                Expression::Soac(inner) => self.lanes(inner, around),
                other => {
                    other.bodies().into_iter().for_each(|body| self.statements(body, around));
                }
            }
        }
    }
}

/// Returns true if elements of a row are read two levels below these statements.
fn is_read_below(statements: &[Statement], start: Var) -> bool {
    struct Mentions(Var, bool);
    impl Visitor for Mentions {
        fn atom(&mut self, atom: &Atom) {
            self.1 |= *atom == Atom::Var(self.0);
        }
    }
    let mut found = Mentions(start, false);
    each_soac(statements, &mut |level| {
        each_soac(&level.body, &mut |inner| read::soac(inner, &mut found));
    });
    found.1
}

/// The SOACs among statements, those in other SOACs left out.
fn each_soac(statements: &[Statement], each: &mut impl FnMut(&Soac)) {
    for statement in statements {
        match &statement.expression {
            Expression::Soac(soac) => each(soac),
            other => other.bodies().into_iter().for_each(|body| each_soac(body, each)),
        }
    }
}

impl Statements<'_> {
    /// The version for rows of one length, and the condition that they have one; nothing if no array is a
    /// matrix then.
    fn version(&mut self, statement: &Statement, search: &Search) -> Option<(Var, Block)> {
        let Search { rows, inside, .. } = search;
        let mut holds = Vec::new();
        let mut arrays: Vec<RowArray> = Vec::new();
        for row in rows {
            if arrays.iter().all(|known| known.offsets != row.offsets) {
                let known = self.rows_between(row.offsets);
                holds.push(self.scalar(Operation::Less, &[known.length, Atom::size(usize::MAX)]));
                arrays.push(known);
            }
        }
        let mut lanes = statement.clone();
        let variables = &mut *self.variables;
        let positions = VarMap::default();
        let mut rewrite =
            Rewrite { variables, rows, inside, arrays, positions, matrices: Vec::new() };
        rewrite.statements(&mut soac_of(&mut lanes).body);
        let Rewrite { arrays, matrices, .. } = rewrite;
        for Matrix { array, rows, .. } in &matrices {
            let RowArray { count, length, .. } = arrays[*rows];
            let elements = self.size(Operation::Multiply, [count, length]);
            let found = first_extent(self.variables.ty(*array));
            holds.push(self.scalar(Operation::Equal, &[elements, found]));
        }
        let (first, others) = holds.split_first().expect("there are rows");
        let condition = others.iter().fold(*first, |a, b| self.scalar(Operation::And, &[a, *b]));
        let condition = condition.var().expect("it is computed");

        let mut then: Vec<Statement> = matrices
            .iter()
            .map(|Matrix { array, matrix, .. }| {
                let expression = Expression::View(View::Reshape(Atom::Var(*array)));
                Statement { binds: vec![*matrix], expression, span: self.span }
            })
            .collect();
        let mut renaming = Renaming::new();
        for row in rows {
            renaming.insert(row.length, RowArray::of(row, &arrays).length);
        }
        let copy = renaming.statement(&lanes, self.variables);
        let starts = rows.iter().map(|row| {
            let (own, length) = (row.start, RowArray::of(row, &arrays).length);
            (renaming.atom(Atom::Var(own)), length)
        });
        let starts: Vec<(Atom, Atom)> = starts.collect();
        let (Block { statements, results }, fills) = self.with_matrices(copy, &starts);
        if matrices.is_empty() && !fills {
            return None;
        }
        then.extend(statements);
        Some((condition, Block { statements: then, results }))
    }

    /// The rows between these offsets: their length, if they have one in common, and their number.
    fn rows_between(&mut self, offsets: Var) -> RowArray {
        let expression = Expression::CommonLength(Atom::Var(offsets));
        let length = Atom::Var(self.named(Some("length"), Type::USIZE, expression));
        let ends = first_extent(self.variables.ty(offsets));
        let count = self.size(Operation::Subtract, [ends, Atom::size(1)]);
        RowArray { offsets, length, count }
    }

    /// Has lanes whose rows follow each other in an array that they fill store a matrix, which is that
    /// array. The flag is true if there are such rows.
    fn with_matrices(&mut self, mut copy: Statement, starts: &[(Atom, Atom)]) -> (Block, bool) {
        let (span, binds) = (copy.span, copy.binds.clone());
        let soac = soac_of(&mut copy);
        let lanes = soac.space.iter().map(|lane| Extent::Size(lane.extent));
        let lanes: Vec<Extent> = lanes.collect();
        let mut flat = Vec::new();
        let mut stored = binds.clone();
        let mut place = 0;
        for output in &mut soac.outputs {
            let own = place;
            place += output.binds();
            if let Output::Segment { row, start } = *output
                && let ty = self.variables.atom_type(row)
                && starts.contains(&(start, first_extent(&ty)))
                && lanes.len() == 1
            {
                stored[own] = self.variables.add(None, ty.under(lanes.iter().copied()));
                *output = Output::Store(row);
                let expression = Expression::View(View::Reshape(Atom::Var(stored[own])));
                flat.push(Statement { binds: vec![binds[own]], expression, span });
            }
        }
        copy.binds = stored;
        let (mut statements, fills) = (vec![copy], !flat.is_empty());
        statements.append(&mut flat);
        (Block { statements, results: binds.into_iter().map(Atom::Var).collect() }, fills)
    }
}

/// The rows of an array: the length of each, and their number.
struct RowArray {
    offsets: Var,
    length: Atom,
    count: Atom,
}

impl RowArray {
    /// The rows of an array among all of them.
    fn of<'r>(row: &Row, arrays: &'r [RowArray]) -> &'r RowArray {
        let found = arrays.iter().find(|rows| rows.offsets == row.offsets);
        found.expect("all arrays with rows are known")
    }
}

/// An array of elements, and the same as a matrix of rows.
struct Matrix {
    array: Var,
    /// The position of the rows in the list.
    rows: usize,
    matrix: Var,
}

/// Rewrites lanes for rows of one length.
struct Rewrite<'a> {
    variables: &'a mut Variables,
    rows: &'a [Row],
    /// The variables bound inside: an array that lanes make themselves is no matrix outside of them.
    inside: &'a VarSet,
    arrays: Vec<RowArray>,
    /// The positions of elements of rows: the row, and the number of the element in it.
    positions: VarMap<(&'a Row, Atom)>,
    matrices: Vec<Matrix>,
}

impl Rewrite<'_> {
    fn statements(&mut self, list: &mut Vec<Statement>) {
        // The length is known outside.
        list.retain(|statement| self.rows.iter().all(|row| statement.binds != [row.length]));
        for statement in list {
            self.statement(statement);
            statement.expression.bodies_mut().into_iter().for_each(|body| self.statements(body));
        }
    }

    fn statement(&mut self, Statement { binds, expression, .. }: &mut Statement) {
        let [bind] = binds[..] else { return };
        if let Some(row) = self.rows.iter().find(|row| row.start == bind || row.end == bind) {
            let length = RowArray::of(row, &self.arrays).length;
            let (operation, operand) = match row.start == bind {
                true => (Operation::Multiply, row.at),
                false => (Operation::Add, Atom::Var(row.start)),
            };
            *expression = Expression::Scalar(operation, vec![operand, length]);
            return;
        }
        let mut found =
            self.rows.iter().filter_map(|row| Some((row, element_of_row(expression, row.start)?)));
        if let Some(position) = found.next_back() {
            self.positions.insert(bind, position);
        }
        match expression {
            Expression::Index(Atom::Var(array), indices) if !self.inside.contains(array) => {
                let position = indices[0].var().and_then(|var| self.positions.get(&var));
                if let Some((row, element)) = position.copied() {
                    let matrix = self.matrix(*array, row.offsets);
                    indices.splice(..1, [row.at, element]);
                    *array = matrix;
                }
            }
            _ => {}
        }
    }

    /// The elements of an array as a matrix of rows.
    fn matrix(&mut self, array: Var, offsets: Var) -> Var {
        let rows = self.arrays.iter().position(|rows| rows.offsets == offsets);
        let rows = rows.expect("all arrays with rows are known");
        let known = self.matrices.iter().find(|known| known.array == array && known.rows == rows);
        if let Some(known) = known {
            return known.matrix;
        }
        let RowArray { count, length, .. } = self.arrays[rows];
        let ty = self.variables.ty(array).row(1).under([count, length].map(Extent::Size));
        let matrix = self.variables.add(self.variables.name(array).cloned(), ty);
        self.matrices.push(Matrix { array, rows, matrix });
        matrix
    }
}

fn first_extent(ty: &Type) -> Atom {
    let first = ty.extents().first().and_then(|extent| extent.size());
    first.expect("it is an array of one length")
}

fn soac_of(statement: &mut Statement) -> &mut Soac {
    match &mut statement.expression {
        Expression::Soac(soac) => soac,
        _ => unreachable!("lanes are a SOAC"),
    }
}
