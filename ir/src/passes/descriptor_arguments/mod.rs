//! Recursive functions that go on with some of the rows they are given: they carry where these
//! begin and how long they are, and no elements.
//!
//! ```text
//! fn f(n, t, os: [t], count, data: [count]) {   fn f.rows(n, starts: [n], lengths: [n], count, data: [count]) {
//!     xs: [n][*] = segments data at os              xs: [n][*] = soac { … slice data from start } store
//!     ys: [m][*] = soac … {                         ys: [m][*], ss: [m], ls: [m] = soac … {
//!         length, row = index xs [i]                    length, row = index xs [i]; start = index starts [i]
//!     } store row                      ─▶           } store row  store start  store length
//!     call f(m, …, offsets ys, …, flatten ys)       call f.rows(m, ss, ls, count, data)
//! }                                             }
//! ```
//!
//! As each level of the recursion looks at rows of the same array, none of them copies rows: fetching and
//! choosing rows costs nothing for the elements in them. The same holds for results that are rows of a
//! parameter: their starts and lengths come back. The first function stays for those who call it from
//! outside of the program, or need its rows one after the other. The pass runs before lifting, which then sees
//! that the elements are the same for all lanes.

mod callers;
mod follow;
mod spans;

use std::ops::Range;
use std::sync::Arc;

use callers::call_specialised;
use follow::{DescriptorForm, follow};
use spans::new_starts_and_lengths;

use super::prepare;
use crate::core::visit::{calls, each_size, free_variables};
use crate::core::{
    Atom, Builder, Expression, Extent, Function, Program, Statement, Var, VarMap, VarSet, View,
};

/// Has recursive functions carry which rows they go on with, where they only choose some. Returns true if
/// there were any.
pub fn descriptor_arguments(program: &mut Program) -> bool {
    let mut changed = false;
    let names: Vec<Arc<str>> = program.functions.iter().map(|f| f.name.clone()).collect();
    for name in names {
        let Some(function) = program.function(&name) else { continue };
        if !takes_rows(function) || !calls(function, &name) {
            continue;
        }
        let mut function = function.clone();
        prepare(&mut function);
        if let Some(specialised) = specialised(&function, &free_name(program, &name)) {
            specialised.replace(program);
            changed = true;
        }
    }
    changed
}

/// A function that goes on with rows of its parameters.
struct Specialised {
    /// The function that others call.
    first: Function,
    /// The function that it calls itself.
    recursive: Function,
    parameters: Vec<RaggedParameter>,
    results: Option<RaggedResult>,
}

impl Specialised {
    /// Puts the two functions where there was one; the first one goes if nobody calls it any more.
    fn replace(self, program: &mut Program) {
        let Specialised { first, recursive, .. } = &self;
        for function in &mut program.functions {
            if function.name == first.name {
                *function = first.clone();
            } else {
                call_specialised(function, &self);
            }
        }
        let is_called = |name| program.functions.iter().any(|f| calls(f, name));
        if program.functions[0].name != first.name && !is_called(&first.name) {
            program.functions.retain(|function| function.name != first.name);
        }
        program.functions.push(recursive.clone());
    }
}

fn takes_rows(function: &Function) -> bool {
    let is_segments = |s: &Statement| matches!(s.expression, Expression::View(View::Segments(..)));
    function.body.statements.iter().any(is_segments)
}

/// A name like that of no other function, in generated code either, where points become underscores.
fn free_name(program: &Program, function: &str) -> Arc<str> {
    let plain = |name: &str| name.replace('.', "_");
    let is_taken = |name: &str| program.functions.iter().any(|f| plain(&f.name) == plain(name));
    let mut name = format!("{function}.rows");
    while is_taken(&name) {
        name.push('s');
    }
    name.into()
}

/// The function with calls of another one that goes on with rows, and that one; nothing if it does
/// not only choose rows.
fn specialised(function: &Function, name: &Arc<str>) -> Option<Specialised> {
    let mut parameters = parameters_of_rows(function);
    while !parameters.is_empty() {
        let results = results_of_rows(function, &parameters);
        let mut fits = Vec::new();
        for results in results.into_iter().map(Some).chain([None]) {
            let follow_as = |form| follow(function, name, &parameters, results.as_ref(), form);
            let recursive = follow_as(DescriptorForm::Spans);
            if recursive.results_fit && recursive.fits.iter().all(|fits| *fits) {
                let [first, recursive] =
                    [follow_as(DescriptorForm::Offsets).function, recursive.function];
                return Some(Specialised { first, recursive, parameters, results });
            }
            fits = recursive.fits;
        }
        // Without some of them, others may do.
        let mut fits = fits.into_iter();
        parameters.retain(|_| fits.next() == Some(true));
    }
    None
}

/// The parameters of an array whose rows have lengths of their own.
struct RaggedParameter {
    /// The number of rows.
    count: Atom,
    /// The number of offsets, and the offsets at which the rows begin: both have no other use.
    offset_count: Var,
    offsets: Var,
    /// The arrays, one for each component, and the parameters that each is put together of.
    arrays: Vec<(Var, Vec<Var>)>,
    /// The arrays that describe the elements of the rows: they have no other use, and are handed on as they
    /// are.
    elements: VarSet,
    /// The parameters inside, which are handed on as they are; sizes of elements may have other uses.
    unchanged: VarSet,
}

/// A result whose rows may be some of a parameter's.
struct RaggedResult {
    /// The number of the result that holds the offsets: behind the number of rows and that of offsets, and
    /// before that of elements and the elements of each component.
    offsets: usize,
    /// For each component, the array of the parameter.
    of: Vec<Component>,
}

/// An array of a parameter with rows of elements, and the parameter of which the rows are slices.
#[derive(Clone, Copy)]
struct Component {
    array: Var,
    elements: Var,
}

impl RaggedResult {
    /// The number of the result that holds the number of rows.
    fn count(&self) -> usize {
        self.offsets - 2
    }

    /// The results instead of which there are where the rows begin and how long they are.
    fn replaced(&self) -> Range<usize> {
        self.offsets - 1..self.offsets + 2 + self.of.len()
    }

    /// Has a call give the places of rows. Returns them, the variables that the call gives no more, and, of
    /// these, the elements of each component with those of the parameter.
    fn returned(&self, builder: &mut Builder, binds: &mut Vec<Var>) -> Returned {
        let rows = new_starts_and_lengths(builder, Atom::Var(binds[self.count()]));
        let dropped: Vec<Var> = binds.splice(self.replaced(), rows).collect();
        let elements = dropped[dropped.len() - self.of.len()..].iter().copied();
        let elements = elements.zip(self.of.iter().copied()).collect();
        Returned { rows: rows.map(Atom::Var), dropped, elements }
    }
}

/// The variables that replace rows which a call gave.
struct Returned {
    rows: [Atom; 2],
    dropped: Vec<Var>,
    elements: Vec<(Var, Component)>,
}

/// The results that may be rows of a parameter.
fn results_of_rows(function: &Function, parameters: &[RaggedParameter]) -> Vec<RaggedResult> {
    let mut list = Vec::new();
    let ty = |var: Var| function.variables.ty(var);
    for statement in &function.body.statements {
        let Expression::View(View::Offsets(_)) = statement.expression else { continue };
        let offsets = Atom::Var(statement.binds[0]);
        let positions = function.body.results.iter().enumerate();
        for (offsets, _) in positions.filter(|(position, atom)| **atom == offsets && *position > 1)
        {
            for rows in parameters {
                let of = rows.arrays.iter().map(|(array, sources)| match sources[..] {
                    [elements] => Some(Component { array: *array, elements }),
                    _ => None,
                });
                let Some(of) = of.collect::<Option<Vec<Component>>>() else { continue };
                let elements = function.results.get(offsets + 2..offsets + 2 + of.len());
                let alike = |elements: &[Var]| {
                    elements.iter().zip(&of).all(|(element, Component { elements, .. })| {
                        let [found, wanted] = [ty(*element), ty(*elements)];
                        found.row(1) == wanted.row(1) && found.rank() == wanted.rank()
                    })
                };
                if elements.is_some_and(alike) {
                    list.push(RaggedResult { offsets, of });
                }
            }
        }
    }
    list
}

fn parameters_of_rows(function: &Function) -> Vec<RaggedParameter> {
    let mut list: Vec<RaggedParameter> = Vec::new();
    // The variables put together of parameters, and these parameters.
    let mut known: VarMap<Vec<Var>> = VarMap::default();
    let is_parameter = |var: &Var| function.parameters.contains(var);
    for statement in &function.body.statements {
        let Expression::View(View::Segments(Atom::Var(data), Atom::Var(offsets))) =
            statement.expression
        else {
            continue;
        };
        let sources = match known.get(&data) {
            Some(sources) => sources.clone(),
            None if is_parameter(&data) => vec![data],
            None => continue,
        };
        let array = statement.binds[0];
        let of_offsets = function.variables.ty(offsets).extents();
        let [Extent::Size(Atom::Var(offset_count))] = *of_offsets else { continue };
        if !is_parameter(&offsets) || !is_parameter(&offset_count) {
            continue;
        }
        known.insert(array, [&sources[..], &[offsets]].concat());
        // Rows that are put together again are a level inside.
        list.retain(|rows| rows.array(data).is_none());
        let position = list.iter().position(|rows| rows.offsets == offsets);
        let rows = match position {
            Some(position) => &mut list[position],
            None => {
                let Extent::Size(count) = function.variables.ty(array).extents()[0] else {
                    continue;
                };
                list.push(RaggedParameter {
                    count,
                    offset_count,
                    offsets,
                    arrays: Vec::new(),
                    elements: VarSet::new(),
                    unchanged: VarSet::new(),
                });
                let last = list.len() - 1;
                &mut list[last]
            }
        };
        rows.arrays.push((array, sources.clone()));
        // Arrays inside that have been put together have sizes and offsets as well.
        for source in sources.into_iter().chain([data]) {
            rows.elements.insert(source);
            if is_parameter(&source) {
                rows.unchanged.insert(source);
            }
            for (level, extent) in function.variables.ty(source).extents().iter().enumerate() {
                if let Extent::Size(Atom::Var(size)) = extent {
                    rows.unchanged.insert(*size);
                    if level == 0 {
                        rows.elements.insert(*size);
                    }
                }
            }
        }
    }
    list.retain(|rows| rows.is_alone(function));
    list
}

impl RaggedParameter {
    /// The parameters that an array is put together of, if it is one of these.
    fn array(&self, array: Var) -> Option<&[Var]> {
        let found = self.arrays.iter().find(|(other, _)| *other == array);
        found.map(|(_, sources)| &sources[..])
    }

    /// Returns true if the parameters that make up the rows are used for nothing else, but for calls that hand
    /// them on.
    fn is_alone(&self, function: &Function) -> bool {
        let mut sole_use = self.elements.clone();
        sole_use.insert(self.offsets);
        sole_use.insert(self.offset_count);
        let mut statements = function.body.statements.clone();
        statements.retain(|s| !self.makes(s, function));
        hand_on_nothing(&mut statements, function);
        let results = function.body.results.iter().filter_map(|atom| atom.var());
        let results = results.chain(function.results.iter().copied());
        // Types of other parameters and of results mention neither these sizes nor those of elements.
        let mut others = VarSet::new();
        for var in function.parameters.iter().copied().chain(results) {
            if var == self.offsets || self.unchanged.contains(&var) {
                continue;
            }
            each_size(function.variables.ty(var).extents(), |size| {
                others.insert(size);
            });
        }
        let is_used = |s: &Statement| sole_use.meets(&free_variables(s, &function.variables));
        !statements.iter().any(is_used)
            && !self.unchanged.meets(&others)
            && !others.contains(&self.offset_count)
            && function
                .body
                .results
                .iter()
                .all(|a| a.var().is_none_or(|var| !sole_use.contains(&var)))
    }

    /// Returns true if a statement puts the rows together, or an array inside.
    fn makes(&self, statement: &Statement, function: &Function) -> bool {
        let Expression::View(View::Segments(..)) = statement.expression else { return false };
        let array = statement.binds[0];
        self.array(array).is_some()
            || self.elements.contains(&array) && !function.parameters.contains(&array)
    }
}

/// Calls of the function itself get none of its own parameters at their places.
fn hand_on_nothing(statements: &mut [Statement], function: &Function) {
    for statement in statements {
        if let Expression::Call(name, arguments) = &mut statement.expression
            && *name == function.name
        {
            for (argument, parameter) in arguments.iter_mut().zip(&function.parameters) {
                if *argument == Atom::Var(*parameter) {
                    *argument = Atom::size(0);
                }
            }
        }
        for body in statement.expression.bodies_mut() {
            hand_on_nothing(body, function);
        }
    }
}
