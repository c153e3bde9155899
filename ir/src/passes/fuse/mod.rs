//! Fusion: producers into consumers, siblings into one traversal.
//!
//! The rules are about SOACs that read their inputs by index. Nothing is computed twice, except values that
//! cost no more to compute than to read, or to store and to read.
//!
//! * [`merge`]: SOACs over the same lanes become one, if one reads the other only at its own lane
//!   (vertical fusion, with any number of consumers) or both read the same array (horizontal);
//! * [`pull`]: a producer whose only reader takes each element once, in any order, is computed
//!   where it is read; views in between (slices, transposes, …) only change where;
//! * [`compact`]: a SOAC over the elements that a filter kept runs over all lanes, guarded;
//! * [`appended`]: a reduction of the rows that lanes append, or of all rows of an array, runs where they
//!   are made;
//! * [`cheap`]: little arithmetic on an element of another array is computed again where that is loaded;
//! * [`free`]: mere arithmetic on the index, and values needed for one element more, are computed again;
//! * [`columns`]: nests over the columns of a matrix give their results as columns, and nests over
//!   its rows join them;
//! * [`sink`]: a producer that only the arms of an `if` use moves into them;
//! * [`lengths`]: arrays that are checked to be of one length get one length.
//!
//! ```text
//! ys = soac [i < n] { x = index xs [i]; y = mul x x } store y
//! s  = soac [j < n] { y = index ys [j] } reduce (y) from (0) …
//!   ─▶
//! s  = soac [i < n] { x = index xs [i]; y = mul x x } reduce (y) from (0) …
//! ```

mod appended;
mod cheap;
mod columns;
mod compact;
mod fetched_rows;
mod free;
mod lengths;
mod merge;
mod nests;
mod order;
mod pull;
mod reads;
mod sink;
mod uses;

use crate::analysis::definitions::Definitions;
use crate::analysis::regular;
use crate::core::visit::{Rewriter, Visitor, each_use, read, rewrite};
use crate::core::{
    Atom, Block, Expression, Extent, Function, LoopForm, Output, Renaming, Soac, Statement, Var,
    Variables,
};
use reads::destinations;
pub(super) use reads::reads_of;
use uses::{Rewritten, Uses};

/// Fuses SOACs at every level of nesting.
pub fn fuse(function: &mut Function) {
    let definitions = Definitions::of(&function.body.statements);
    let variables = &mut function.variables;
    let fuser = Fuser::new(variables, definitions, Step::Any);
    fuser.run(&mut function.body);
    let mut known = Renaming::new();
    open_regular_rows(&mut function.body.statements, &mut function.variables, &mut known);
    known.replace_in_block(&mut function.body);
    known.types(&mut function.variables);
}

/// Computes the elements that lanes choose from arrays where they read them. Views, through which they
/// may be read, are gone. Returns true if there are some.
pub fn choices(function: &mut Function) -> bool {
    let definitions = Definitions::of(&function.body.statements);
    Fuser::new(&mut function.variables, definitions, Step::Choices).run(&mut function.body)
}

/// Computes elements that cost less than to store them where they are read. Views, through which they may be read,
/// are gone. Returns true if there are some.
pub fn cheap_arrays(function: &mut Function) -> bool {
    let definitions = Definitions::of(&function.body.statements);
    Fuser::new(&mut function.variables, definitions, Step::Cheap).run(&mut function.body)
}

/// Reads of rows whose lengths are known since they are of another array bring none along, and views
/// of such arrays are as regular.
fn open_regular_rows(
    statements: &mut [Statement],
    variables: &mut Variables,
    known: &mut Renaming,
) {
    for statement in statements {
        if let ([length, row], Expression::Index(array, indices)) =
            (statement.binds.as_slice(), &statement.expression)
        {
            let (row, ty) = (*row, variables.atom_type(*array).row(indices.len()));
            if let Some(Extent::Size(size)) = ty.extents().first() {
                known.insert(*length, known.atom(*size));
                variables.set_type(row, ty);
                statement.binds = vec![row];
            }
        }
        if let [view] = *statement.binds {
            let ty = |array| variables.atom_type(array);
            if let Some(ty) = regular::refined(variables.ty(view), &statement.expression, ty) {
                variables.set_type(view, ty);
            }
        }
        for body in statement.expression.bodies_mut() {
            open_regular_rows(body, variables, known);
        }
    }
}

/// One step of fusion.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// Fuses all that can be fused.
    Any,
    /// Computes choices where they are read.
    Choices,
    /// Computes cheap elements where they are read.
    Cheap,
}

struct Fuser<'a> {
    variables: &'a mut Variables,
    /// The step that is done at all levels.
    steps: Step,
    definitions: Definitions,
    /// The uses of the statements of the current scope.
    uses: Uses,
    /// The number of statements that surround the current scope.
    nesting: usize,
    /// The variables that are gone, and the atoms that replace them. Statements are brought up to date at
    /// once; the code around the current scope follows at the end.
    replaced: Renaming,
    /// True if something has fused.
    has_fused: bool,
}

impl<'a> Fuser<'a> {
    fn new(variables: &'a mut Variables, definitions: Definitions, steps: Step) -> Fuser<'a> {
        let (uses, replaced) = (Uses::default(), Renaming::new());
        Fuser { variables, steps, definitions, uses, nesting: 0, replaced, has_fused: false }
    }

    /// Fuses at all levels of the body of a function. Returns true if something has fused.
    fn run(mut self, body: &mut Block) -> bool {
        self.block(body);
        self.replaced.replace_in_block(body);
        self.replaced.types(self.variables);
        self.has_fused
    }

    fn block(&mut self, block: &mut Block) {
        let sizes = self.scope(&mut block.statements, &variables_of(&block.results));
        for result in &mut block.results {
            *result = sizes.atom(*result);
        }
    }

    /// Fuses the statements of one scope until nothing changes, then those inside each.
    /// `results` are the variables of this scope that are used outside of it. Gives the sizes
    /// that are written differently at its end.
    fn scope(&mut self, statements: &mut Vec<Statement>, results: &[Var]) -> Renaming {
        let mut sizes = Renaming::new();
        let around = std::mem::replace(&mut self.uses, Uses::of(statements));
        let mut end = statements.len();
        while let Some(changed) = self.step(statements, end, results, &mut sizes) {
            self.has_fused = true;
            self.uses.follow(&changed, statements);
            end = statements.len() - changed.behind();
        }
        self.nesting += 1;
        for statement in statements.iter_mut() {
            self.inside(&mut statement.expression);
        }
        self.nesting -= 1;
        self.uses = around;
        sizes
    }

    fn inside(&mut self, expression: &mut Expression) {
        match expression {
            Expression::If(branch) => {
                self.block(&mut branch.then);
                self.block(&mut branch.otherwise);
            }
            Expression::Loop(repetition) => {
                if let LoopForm::While(condition) = &mut repetition.form {
                    self.block(condition);
                }
                self.block(&mut repetition.body);
            }
            Expression::Soac(soac) => {
                let results = output_uses(soac);
                let sizes = self.scope(&mut soac.body, &results);
                for output in &mut soac.outputs {
                    rename_in_lanes(output, &sizes);
                }
                for output in &mut soac.outputs {
                    if let Output::Reduce { operator, .. } | Output::Combine { operator, .. } =
                        output
                    {
                        self.block(&mut operator.body);
                    }
                }
            }
            Expression::Scan(scan) => self.block(&mut scan.operator.body),
            _ => {}
        }
    }

    /// One fusion, the first that is possible; consumers before producers. From `end` on there is
    /// none: nothing has changed since these were tried.
    fn step(
        &mut self,
        statements: &mut Vec<Statement>,
        end: usize,
        results: &[Var],
        sizes: &mut Renaming,
    ) -> Option<Rewritten> {
        let results: Vec<Var> =
            results.iter().filter_map(|var| self.replaced.atom(Atom::Var(*var)).var()).collect();
        if self.steps == Step::Any
            && let Some(changed) = self.settle_lengths(statements, &results, sizes)
        {
            return Some(changed);
        }
        self.uses.set_results(results);
        for producer in (0..end).rev() {
            if soac_of(&statements[producer]).is_none() {
                continue;
            }
            let changed = match self.steps {
                Step::Any => self.fuse_any(statements, producer),
                Step::Choices => self.inline_choice(statements, producer),
                Step::Cheap => self.recompute_cheap(statements, producer),
            };
            if changed.is_some() {
                return changed;
            }
        }
        None
    }

    /// Fuses a producer with others in the first way that is possible.
    fn fuse_any(&mut self, statements: &mut Vec<Statement>, producer: usize) -> Option<Rewritten> {
        self.inline_free(statements, producer)
            .or_else(|| self.inline_rows(statements, producer))
            .or_else(|| self.pull(statements, producer))
            .or_else(|| self.join_compacted(statements, producer))
            .or_else(|| self.join_appended(statements, producer))
            .or_else(|| self.reduce_rows(statements, producer))
            .or_else(|| self.inline_elements(statements, producer))
            .or_else(|| self.sink(statements, producer))
            .or_else(|| self.store_columns(statements, producer))
            .or_else(|| self.merge_with_later(statements, producer))
    }

    /// The variable that a read binds is a value from now on. The length that a ragged row opens is the
    /// value's.
    fn read_becomes(&self, read: &Statement, value: Atom, renaming: &mut Renaming) {
        if let [length, row] = read.binds.as_slice() {
            if let Some(Extent::Size(size)) = self.variables.atom_type(value).extents().first() {
                renaming.insert(*length, *size);
            }
            renaming.insert(*row, value);
        } else {
            renaming.insert(read.binds[0], value);
        }
    }

    /// Returns true if one statement reads an array that another writes to: together they would have to
    /// copy it.
    fn reads_destination(&self, reader: &Statement, writer: &Statement) -> bool {
        let written: Vec<Var> =
            destinations(writer).into_iter().map(|array| self.root(array)).collect();
        let mut reads = false;
        if !written.is_empty() {
            each_use(&reader.expression, |var| reads |= written.contains(&self.root(var)));
        }
        reads
    }

    /// Replaces variables in the statements of this scope, in all types, and in the end
    /// everywhere.
    fn replace(&mut self, statements: &mut [Statement], renaming: &Renaming) {
        self.replace_inside(statements, renaming);
        self.replaced.chain_all(renaming);
    }

    /// Replaces variables that are bound inside statements, in these and in all types.
    fn replace_inside(&mut self, statements: &mut [Statement], renaming: &Renaming) {
        if !renaming.is_empty() {
            renaming.replace_in_statements(statements);
            renaming.types(self.variables);
        }
    }
}

/// The SOAC that a statement is.
fn soac_of(statement: &Statement) -> Option<&Soac> {
    match &statement.expression {
        Expression::Soac(soac) => Some(soac),
        _ => None,
    }
}

/// The variables that a SOAC binds, each with the position of its output.
fn bound_outputs(statement: &Statement) -> Vec<(Var, usize)> {
    let mut list = Vec::new();
    let mut binds = statement.binds.iter();
    if let Some(soac) = soac_of(statement) {
        for (position, output) in soac.outputs.iter().enumerate() {
            list.extend(binds.by_ref().take(output.binds()).map(|bind| (*bind, position)));
        }
    }
    list
}

/// The variables among operands.
fn variables_of(atoms: &[Atom]) -> Vec<Var> {
    atoms.iter().filter_map(|atom| atom.var()).collect()
}

/// The variables that the outputs of a SOAC use.
fn output_uses(soac: &Soac) -> Vec<Var> {
    struct Collect(Vec<Var>);
    impl Visitor for Collect {
        fn atom(&mut self, atom: &Atom) {
            self.0.extend(atom.var());
        }
    }
    let mut collect = Collect(Vec::new());
    for output in &soac.outputs {
        read::output(output, &mut collect);
    }
    collect.0
}

/// The array that a statement stores, if it does nothing else.
fn single_store(statement: &Statement) -> Option<(Var, Atom)> {
    let soac = soac_of(statement)?;
    match (soac.outputs.as_slice(), statement.binds.as_slice()) {
        ([Output::Store(value)], [array]) if !soac.has_scan() => Some((*array, *value)),
        _ => None,
    }
}

/// Renames sizes in the results of the lanes; values from outside of them keep their own.
fn rename_in_lanes(output: &mut Output, sizes: &Renaming) {
    let atoms: Vec<&mut Atom> = match output {
        Output::Store(value) => vec![value],
        Output::Columns(row) => vec![row],
        Output::Segment { row, start } => vec![row, start],
        Output::Append { rows, length, offsets: _ } => rows.iter_mut().chain([length]).collect(),
        Output::Reduce { values, when, initial: _, .. } => values.iter_mut().chain(when).collect(),
        Output::Compact { values, when } => values.iter_mut().chain([when]).collect(),
        Output::Scatter { index, values, when, .. }
        | Output::Combine { index, values, when, .. } => {
            values.iter_mut().chain([index]).chain(when).collect()
        }
    };
    for atom in atoms {
        *atom = sizes.atom(*atom);
    }
}

/// Replaces variables in the outputs of a SOAC.
fn rewrite_outputs(soac: &mut Soac, renaming: &Renaming) {
    struct Replace<'r>(&'r Renaming);
    impl Rewriter for Replace<'_> {
        fn atom(&mut self, atom: &mut Atom) {
            *atom = self.0.atom(*atom);
        }
    }
    for output in &mut soac.outputs {
        rewrite::output(output, &mut Replace(renaming));
    }
}
