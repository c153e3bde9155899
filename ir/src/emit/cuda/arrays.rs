//! Arrays of a lane's own: literals, results of inner maps, copies that are changed in place, arrays that
//! loops carry, and operands of sorts. Small ones of a size that is known lie in the lane's memory; for
//! others the kernel has a heap, from which lanes take memory until the kernel ends.
//!
//! Everything else that is an array in a lane is a pointer to its first element.

use super::context::Context;
use super::lane::Writer;
use super::scalar;
use super::text::CppExpression;
use crate::core::operation::Operation;
use crate::core::{Atom, Lambda, Sort, Var};

/// The number of scalars of an array of a lane, and the memory that they lie in.
pub(super) enum Allocation {
    /// In the lane's memory.
    Local(usize),
    /// In the heap.
    Heap(String),
}

impl Allocation {
    /// The number of scalars, as code.
    pub(super) fn count(&self) -> String {
        match self {
            Allocation::Local(count) => count.to_string(),
            Allocation::Heap(count) => count.clone(),
        }
    }
}

impl Writer<'_> {
    /// The memory of an array of a lane that has at most these extents.
    pub(super) fn allocation(&mut self, array: Var, extents: &[Atom]) -> Allocation {
        let count = extents.iter().map(|extent| extent.known_size()).product::<Option<usize>>();
        match count.filter(|_| !self.schedule.from_heap.contains(&array)) {
            Some(count) => Allocation::Local(count),
            None => Allocation::Heap(self.product(extents).operand()),
        }
    }

    /// Memory of the lane for an array. It outlives an arm whose branch gives it.
    pub(super) fn memory(
        &mut self,
        array: Var,
        allocation: &Allocation,
        context: Context,
    ) -> String {
        let (name, ty) = (self.name(array), self.variables.ty(array).element().name());
        self.memory_named(&name, ty, allocation, context.outlives_arm);
        name
    }

    fn memory_named(&mut self, name: &str, ty: &str, allocation: &Allocation, outlives_arm: bool) {
        match allocation {
            Allocation::Local(count) => {
                let line = format!("{ty} {name}[{}];", count.max(&1));
                match outlives_arm {
                    false => self.lines.line(line),
                    true => self.outliving.push(line),
                }
            }
            Allocation::Heap(count) => {
                let taken = format!("{name} = from_heap<{ty}>({count}, failed);");
                match outlives_arm {
                    false => self.lines.line(format!("{ty}* {taken}")),
                    true => {
                        self.outliving.push(format!("{ty}* {name};"));
                        self.lines.line(taken);
                    }
                }
                self.lines.line(format!("if ({name} == nullptr) return false;"));
            }
        }
    }

    /// An array literal.
    pub(super) fn literal(&mut self, bind: Var, elements: &[Atom], context: Context) {
        let row = self.extents(bind, 1);
        if !row.is_empty() {
            let all = self.extents(bind, 0);
            let (count, all) = (self.product(&row).operand(), self.allocation(bind, &all));
            let rows = self.codes(elements);
            let name = self.memory(bind, &all, context);
            for (position, from) in rows.iter().enumerate() {
                let to = format!("({name} + {count} * {position})");
                self.copy_elements(&to, &from.operand(), &count);
            }
            return;
        }
        let elements = self.codes(elements);
        if context.outlives_arm {
            let name = self.memory(bind, &Allocation::Local(elements.len()), context);
            for (position, element) in elements.iter().enumerate() {
                self.lines.line(format!("{name}[{position}] = {element};"));
            }
            return;
        }
        let (name, ty) = (self.name(bind), self.variables.ty(bind).element().name());
        let list: Vec<String> = elements.iter().map(CppExpression::to_string).collect();
        let (count, list) = (list.len().max(1), list.join(", "));
        self.lines.line(format!("{ty} {name}[{count}] = {{{list}}};"));
    }

    /// A copy of an array, which the lane may change.
    pub(super) fn copy(&mut self, bind: Var, array: Atom, context: Context) {
        let allocation = self.allocation(bind, &self.extents(bind, 0));
        let from = self.code(array).operand();
        let name = self.memory(bind, &allocation, context);
        self.copy_elements(&name, &from, &allocation.count());
    }

    pub(super) fn copy_elements(&mut self, to: &str, from: &str, count: &str) {
        let element = self.names.fresh("element");
        self.lines.line(format!(
            "for (usize {element} = 0; {element} < {count}; {element} += 1) {to}[{element}] = \
             {from}[{element}];"
        ));
    }

    /// An array that is the lane's own, with an element, or some that lie side by side, replaced in
    /// place.
    pub(super) fn update(&mut self, bind: Var, array: Atom, indices: &[Atom], value: Atom) {
        let Atom::Var(var) = array else { return };
        let extents = self.extents(var, 0);
        let position = self.linear(indices, &extents);
        let position = self.scaled(position, &extents[indices.len()..]);
        let place = self.code(array);
        let own = self.own(var, &place);
        match value {
            Atom::Var(row) if !self.variables.ty(row).is_scalar() => {
                let extents = self.extents(row, 0);
                let count = self.product(&extents).operand();
                let from = self.code(value).operand();
                let to = CppExpression::binary(&own, "+", &position).operand();
                self.copy_elements(&to, &from, &count);
            }
            _ => {
                let value = self.code(value);
                self.lines.line(format!("{}[{position}] = {value};", own.operand()));
            }
        }
        self.stand_for(bind, place);
    }

    /// The lane's own array behind a pointer, to change it.
    fn own(&self, array: Var, place: &CppExpression) -> CppExpression {
        let element = self.variables.ty(array).element().name();
        CppExpression::whole(format!("(({element}*){})", place.operand()))
    }

    /// Combines a value into an element of an array that is the lane's own, or puts it there.
    pub(super) fn write_element(
        &mut self,
        arrays: &[Var],
        index: Atom,
        values: &[Atom],
        operator: Option<&Lambda>,
        context: Context,
    ) {
        let index = self.code(index);
        let mut new = self.codes(values);
        let places: Vec<CppExpression> = arrays
            .iter()
            .map(|array| {
                let place = self.code(Atom::Var(*array));
                CppExpression::whole(format!("{}[{index}]", self.own(*array, &place)))
            })
            .collect();
        if let Some(operator) = operator {
            let mut old = Vec::new();
            for (place, array) in places.iter().zip(arrays) {
                let (name, ty) = (self.names.fresh("old"), self.variables.ty(*array).element());
                self.lines.line(format!("const {} {name} = {place};", ty.name()));
                old.push(CppExpression::whole(name));
            }
            new = self.apply(operator, &old, &new, context);
        }
        for (place, new) in places.iter().zip(new) {
            self.lines.line(format!("{place} = {new};"));
        }
    }

    /// Writes the values that a loop carries, before its first turn: scalars in variables, arrays in memory.
    pub(super) fn carry(&mut self, vars: &[Var], initial: &[CppExpression], context: Context) {
        let scalars = self.scalars_of(vars, initial);
        self.declare(&scalars.0);
        let initial = self.arrays_named(vars, initial);
        // Sizes of arrays may be among them.
        self.assign(&scalars.0, &scalars.1);
        for (var, initial) in vars.iter().zip(initial) {
            let Some(initial) = initial else { continue };
            let allocation = self.allocation(*var, &self.extents(*var, 0));
            let name = self.memory(*var, &allocation, context);
            self.copy_elements(&name, &initial, &allocation.count());
        }
    }

    /// The arrays among some values, by names for those that are not plain ones: their elements may change
    /// before they are copied.
    fn arrays_named(&mut self, vars: &[Var], codes: &[CppExpression]) -> Vec<Option<String>> {
        let pairs = vars.iter().zip(codes);
        let named = pairs.map(|(var, code)| {
            let ty = self.variables.ty(*var);
            if ty.is_scalar() {
                return None;
            }
            let code = code.operand();
            if code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Some(code);
            }
            let (name, element) = (self.names.fresh("given"), ty.element().name());
            self.lines.line(format!("const {element}* {name} = {code};"));
            Some(name)
        });
        named.collect()
    }

    /// Writes the values that a loop carries into its next turn, all at once. Arrays that have been changed in
    /// place lie at their place already.
    pub(super) fn carry_on(&mut self, vars: &[Var], next: &[CppExpression]) {
        let scalars = self.scalars_of(vars, next);
        let arrays = self.arrays_named(vars, next);
        // Arrays in the lane's memory have the same sizes in each turn, others perhaps not.
        let (mut copied, mut taken) = (Vec::new(), Vec::new());
        for (var, next) in vars.iter().zip(arrays) {
            let name = self.name(*var);
            let Some(next) = next.filter(|next| *next != name) else { continue };
            match self.allocation(*var, &self.extents(*var, 0)) {
                Allocation::Local(count) => {
                    let fresh = self.names.fresh("next");
                    let ty = self.variables.ty(*var).element().name();
                    self.lines.line(format!("{ty} {fresh}[{}];", count.max(1)));
                    self.copy_elements(&fresh, &next, &count.to_string());
                    copied.push((name, fresh, count));
                }
                Allocation::Heap(_) => taken.push((*var, name, next)),
            }
        }
        self.assign(&scalars.0, &scalars.1);
        for (name, fresh, count) in copied {
            self.copy_elements(&name, &fresh, &count.to_string());
        }
        let mut moved = Vec::new();
        for (var, name, next) in taken {
            let allocation = self.allocation(var, &self.extents(var, 0));
            let (fresh, ty) = (self.names.fresh("next"), self.variables.ty(var).element().name());
            self.memory_named(&fresh, ty, &allocation, false);
            self.copy_elements(&fresh, &next, &allocation.count());
            moved.push(format!("{name} = {fresh};"));
        }
        moved.into_iter().for_each(|line| self.lines.line(line));
    }

    fn scalars_of(&self, vars: &[Var], codes: &[CppExpression]) -> (Vec<Var>, Vec<CppExpression>) {
        let scalar = |(var, _): &(&Var, &CppExpression)| self.variables.ty(**var).is_scalar();
        vars.iter().zip(codes).filter(scalar).map(|(var, code)| (*var, code.clone())).unzip()
    }

    /// Arrays in the order of the first of them, equal ones in that of the next, and the others along:
    /// by insertion, which is stable.
    pub(super) fn sort(&mut self, binds: &[Var], sort: &Sort, context: Context) {
        let arrays: Vec<Atom> = sort.keys.iter().chain(&sort.payload).copied().collect();
        for (bind, array) in binds.iter().zip(&arrays) {
            self.copy(*bind, *array, context);
        }
        let count = self.allocation(binds[0], &self.extents(binds[0], 0)).count();
        let [at, to] = ["from", "to"].map(|name| self.names.fresh(name));
        self.lines.open(format!("for (usize {at} = 1; {at} < {count}; {at} += 1)"));
        let names: Vec<String> = binds.iter().map(|bind| self.name(*bind)).collect();
        let mut moved = Vec::new();
        for (bind, name) in binds.iter().zip(&names) {
            let (own, ty) = (self.names.fresh("moved"), self.variables.ty(*bind).element().name());
            self.lines.line(format!("const {ty} {own} = {name}[{at}];"));
            moved.push(own);
        }
        let mut less: Option<CppExpression> = None;
        for ((name, own), bind) in names.iter().zip(&moved).zip(binds).take(sort.keys.len()).rev() {
            let ty = self.variables.ty(*bind).element();
            let pair =
                [CppExpression::whole(own), CppExpression::whole(format!("{name}[{to} - 1]"))];
            let [below, above] = [[0, 1], [1, 0]].map(|order| {
                let operands = order.map(|side| pair[side].clone());
                scalar::operation(Operation::OrderedLess, ty, &operands)
            });
            less = Some(match less {
                None => below,
                Some(rest) => {
                    let next = format!("!{} && {}", above.operand(), rest.operand());
                    CppExpression::loose(format!("{} || ({next})", below.operand()))
                }
            });
        }
        let less = less.expect("a sort has keys");
        self.lines.line(format!("usize {to} = {at};"));
        self.lines.open(format!("while ({to} > 0 && {})", less.operand()));
        for name in &names {
            self.lines.line(format!("{name}[{to}] = {name}[{to} - 1];"));
        }
        self.lines.line(format!("{to} -= 1;"));
        self.lines.close("");
        for (name, own) in names.iter().zip(&moved) {
            self.lines.line(format!("{name}[{to}] = {own};"));
        }
        self.lines.close("");
    }
}
