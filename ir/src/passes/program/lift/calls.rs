//! Calls of lifted functions: those that are due at the same time are one, with all their lanes.

use std::sync::Arc;

use super::Lifting;
use super::calling_convention::{PassedAs, Signature, incoming, outgoing};
use super::lanes::{Carried, Lanes, Reader, map, row_at, store};
use crate::core::{
    Atom, Axis, Block, Expression, Extent, If, Operation, Renaming, Statement, Type, Var, View,
};
use crate::source::Span;

/// A call that some lanes wait for.
pub(super) struct Request {
    number: usize,
    callee: Arc<str>,
    lanes: Atom,
    arguments: Vec<Argument>,
    span: Span,
}

/// An argument that lanes pass to a function.
#[derive(Clone, Copy)]
enum Argument {
    /// One value for all lanes.
    Uniform(Atom),
    /// An element or row of an array each.
    Lanes(Var),
    /// The lengths of rows that they pass.
    Lengths,
}

/// For each result of a call the array of it, and a flag, true if its rows tell their lengths; none for the
/// lengths of others.
pub(super) type Answer = Vec<Option<(Var, bool)>>;

impl Lifting<'_> {
    /// Asks for a call by all lanes. Gives the number of the request.
    pub(super) fn request(
        &mut self,
        lanes: &Lanes,
        callee: Arc<str>,
        arguments: &[Atom],
        span: Span,
        requests: &mut Vec<Request>,
    ) -> usize {
        let function = self.program.function(&callee).expect("a function of the program");
        let same: Vec<bool> = arguments.iter().map(|value| !lanes.differs(*value)).collect();
        let signature = Signature::of(function, &same);
        let mut missing = Vec::new();
        let mut passed: Vec<Argument> = Vec::new();
        for (argument, passed_as) in arguments.iter().zip(&signature.parameters) {
            let stored = argument.var().and_then(|var| lanes.values.get(&var));
            passed.push(match (passed_as, stored) {
                (PassedAs::Uniform, _) => Argument::Uniform(*argument),
                (PassedAs::Length, _) => Argument::Lengths,
                (_, Some(Carried::Stored(array))) => Argument::Lanes(*array),
                _ => {
                    missing.push((passed.len(), *argument));
                    Argument::Lengths
                }
            });
        }
        let values: Vec<Atom> = missing.iter().map(|(_, atom)| *atom).collect();
        let arrays = map(&mut self.builder, lanes, &[], &values, &self.origin);
        for ((position, _), array) in missing.into_iter().zip(arrays) {
            passed[position] = Argument::Lanes(array);
        }
        self.requests += 1;
        let number = self.requests;
        requests.push(Request { number, callee, lanes: lanes.count, arguments: passed, span });
        number
    }

    /// Makes the calls asked for, those of one function together.
    pub(super) fn answer(&mut self, mut requests: Vec<Request>) {
        while let Some(first) = requests.first() {
            let callee = first.callee.clone();
            let (now, later) = requests.into_iter().partition(|r| r.callee == callee);
            requests = later;
            self.call(&callee, now);
        }
    }

    fn call(&mut self, callee: &Arc<str>, requests: Vec<Request>) {
        let function = self.program.function(callee).expect("a function of the program").clone();
        let outer = std::mem::replace(&mut self.builder.span, requests[0].span);
        let same = self.uniform_parameters(callee, &requests);
        let signature = Signature::of(&function, &same);
        let mut total = Atom::size(0);
        let mut starts = Vec::new();
        for request in &requests {
            starts.push(total);
            total = self.builder.size(Operation::Add, total, request.lanes);
        }

        let mut passed = vec![total];
        // The sizes of the function, as the caller knows them.
        let mut sizes = Renaming::new();
        for (position, parameter) in function.parameters.iter().enumerate() {
            match signature.parameters[position] {
                PassedAs::Length => {}
                PassedAs::Uniform => {
                    let Argument::Uniform(value) = requests[0].arguments[position] else {
                        unreachable!("an argument that is the same for all lanes")
                    };
                    sizes.insert(*parameter, value);
                    passed.push(value);
                }
                PassedAs::Varying(levels) => {
                    let arrays: Vec<(Var, Atom)> = requests
                        .iter()
                        .map(|request| match request.arguments[position] {
                            Argument::Lanes(array) => (array, request.lanes),
                            Argument::Uniform(value) => {
                                (self.broadcast(request, value), request.lanes)
                            }
                            Argument::Lengths => unreachable!("lengths come with their rows"),
                        })
                        .collect();
                    let array = self.concatenated(&arrays, total);
                    passed.extend(outgoing(&mut self.builder, array, levels, &self.origin));
                }
            }
        }

        let mut binds = Vec::new();
        let mut results = Vec::new();
        for (result, passed_as) in function.results.iter().zip(&signature.results) {
            results.push(match passed_as {
                PassedAs::Varying(levels) => {
                    let row = function.variables.ty(*result).map_sizes(|size| sizes.atom(size));
                    let array = incoming(&mut self.builder, total, *levels, &row, None);
                    binds.extend(array.vars.iter().copied());
                    Some((array, *levels > 0))
                }
                _ => None,
            });
        }
        let name = self.lifted(callee, same);
        self.builder.push(binds, Expression::Call(name, passed));
        for (array, _) in results.iter().flatten() {
            array.assemble(&mut self.builder);
        }

        for (request, start) in requests.iter().zip(starts) {
            let answer = results.iter().zip(&function.results).map(|(returned, result)| {
                let (array, has_length) = returned.as_ref()?;
                let mut array = array.array;
                if requests.len() > 1 {
                    let rows = self.builder.variables.ty(array).row(1);
                    let ty = rows.under([Extent::Size(request.lanes)]);
                    let view = View::Slice(Atom::Var(array), start);
                    let Atom::Var(slice) = self.builder.view(ty, view) else {
                        unreachable!("a view is a variable")
                    };
                    array = slice;
                }
                let extents = function.variables.ty(*result).extents();
                let size = extents.first().and_then(|extent| extent.size()?.var());
                let has_length =
                    *has_length && size.is_some_and(|size| function.results.contains(&size));
                Some((array, has_length))
            });
            let answer: Answer = answer.collect();
            self.answers.insert(request.number, answer);
        }
        self.builder.span = outer;
    }

    /// Tells for each parameter of a function if it is the same for the lanes of all requests, and stays
    /// that in the calls that the function makes of itself.
    fn uniform_parameters(&self, callee: &str, requests: &[Request]) -> Vec<bool> {
        let function = self.program.function(callee).expect("a function of the program");
        let stays = &self.liftable[callee];
        let value = |request: &Request, position: usize| match request.arguments[position] {
            Argument::Uniform(value) => Some(value),
            _ => None,
        };
        let mut same: Vec<bool> = (0..function.parameters.len())
            .map(|position| {
                let first = value(&requests[0], position);
                let alike = requests.iter().all(|request| value(request, position) == first);
                stays[position] && first.is_some() && alike
            })
            .collect();
        for (position, parameter) in function.parameters.iter().enumerate() {
            let extents = function.variables.ty(*parameter).extents();
            same[position] &= extents.iter().all(|extent| {
                let of = |var: &Var| extent.size() == Some(Atom::Var(*var));
                function.parameters.iter().position(of).is_none_or(|size| same[size])
            });
        }
        same
    }

    /// An array with the same value for each lane of a request.
    fn broadcast(&mut self, request: &Request, value: Atom) -> Var {
        let lanes = Lanes { count: request.lanes, values: Default::default() };
        map(&mut self.builder, &lanes, &[], &[value], &self.origin)[0]
    }

    /// Arrays of lanes one after the other.
    fn concatenated(&mut self, arrays: &[(Var, Atom)], total: Atom) -> Var {
        let [(first, _), rest @ ..] = arrays else { unreachable!("a call is asked for") };
        if rest.is_empty() {
            return *first;
        }
        self.builder.open();
        let index = self.builder.variable(None, Type::USIZE);
        let value = self.row_of(arrays, Atom::Var(index));
        store(&mut self.builder, Axis { index, extent: total }, vec![value], &self.origin)[0]
    }

    /// The row at an index of arrays one after the other.
    fn row_of(&mut self, arrays: &[(Var, Atom)], index: Atom) -> Atom {
        let [(first, count), rest @ ..] = arrays else { unreachable!("some array has it") };
        if rest.is_empty() {
            return row_at(&mut self.builder, *first, index);
        }
        let condition = self.builder.scalar(Operation::Less, &[index, *count]);
        self.builder.open();
        let row = row_at(&mut self.builder, *first, index);
        let then = self.builder.close();
        self.builder.open();
        let left = self.builder.size(Operation::Subtract, index, *count);
        let other = self.row_of(rest, left);
        let otherwise = self.builder.close();

        let types = [row, other].map(|row| self.builder.variables.atom_type(row));
        let mut extents: Vec<Extent> = (types[0].extents().iter().zip(types[1].extents()))
            .map(|(a, b)| if a == b { *a } else { Extent::Ragged })
            .collect();
        let mut binds = Vec::new();
        let mut results = [vec![row], vec![other]];
        // Rows of different lengths come after these.
        if extents.first() == Some(&Extent::Ragged) {
            let length = self.builder.variable(None, Type::USIZE);
            extents[0] = Extent::Size(Atom::Var(length));
            binds.push(length);
            for (results, ty) in results.iter_mut().zip(&types) {
                results.insert(0, ty.extents()[0].size().unwrap_or(Atom::size(0)));
            }
        }
        let row = self.builder.variable(None, Type::array(types[0].element(), extents));
        binds.push(row);
        let [row_results, other_results] = results;
        let then = Block { statements: then, results: row_results };
        let otherwise = Block { statements: otherwise, results: other_results };
        let branch = If { condition, then, otherwise };
        self.builder.push(binds, Expression::If(Box::new(branch)));
        Atom::Var(row)
    }

    /// A call by host code: one lane makes it. Returns the atoms of the results.
    pub(super) fn called_by_host(&mut self, call: &Statement) -> Vec<Atom> {
        let Expression::Call(name, arguments) = &call.expression else { unreachable!("a call") };
        let mut lanes = Lanes { count: Atom::size(1), values: Default::default() };
        let mut requests = Vec::new();
        let number = self.request(&lanes, name.clone(), arguments, call.span, &mut requests);
        self.answer(requests);
        let answer = self.answers.remove(&number).unwrap_or_default();
        lanes.receive(&call.binds, answer, &self.builder);
        let mut reader = Reader::new(&lanes, Atom::size(0));
        call.binds.iter().for_each(|bind| reader.read(*bind, &mut self.builder));
        call.binds.iter().map(|bind| reader.renaming.atom(Atom::Var(*bind))).collect()
    }
}
