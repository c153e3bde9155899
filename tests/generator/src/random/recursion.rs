//! Functions that call themselves, or one another, a few times at most.

use super::scope::{Callable, Generator, Parameter};
use super::tree::{Part, Tree, parts};
use super::types::{BOOL, Size, Ty, USIZE};

/// The recursive functions whose bodies are written.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// The parameter that says how deep the calls still go.
    pub depth: String,
    /// All of them.
    pub functions: Vec<String>,
}

/// The facts about a recursive function that are known before its body is written.
struct Head {
    callable: Callable,
    depth: String,
    parameters: Vec<Part>,
    /// The variables and sizes that only its body sees.
    variables: Vec<super::scope::Variable>,
    sizes: Vec<Size>,
}

impl Generator {
    /// A function that calls itself, or two that call each other.
    pub fn recursive_helpers(&mut self) -> Tree {
        let count = if self.one_in(3) { 2 } else { 1 };
        let heads: Vec<Head> = (0..count).map(|_| self.head()).collect();
        let callables: Vec<Callable> = heads.iter().map(|head| head.callable.clone()).collect();
        let functions: Vec<String> = callables.iter().map(|other| other.name.clone()).collect();
        let known = self.functions.len();
        self.functions.extend(callables.iter().cloned());
        let budget = self.budget;
        let mut parts = Vec::new();
        for (position, head) in heads.into_iter().enumerate() {
            self.budget = budget / count as i64;
            self.recursion =
                Some(Recursion { depth: head.depth.clone(), functions: functions.clone() });
            let next = &callables[(position + 1) % count];
            parts.push(self.recursive(head, next, known).into());
        }
        self.recursion = None;
        Tree::new(Ty::UNIT, parts)
    }

    fn head(&mut self) -> Head {
        let (name, depth) = (self.name("recursive"), self.name("depth"));
        let (outer, known) = (self.variables.len(), self.sizes.len());
        let (written, others, sizes) = self.parameters();
        let mut parameters = vec![Parameter::Depth];
        parameters.extend(others);
        let result = self.result_type();
        Head {
            callable: Callable { name, parameters, result, sizes },
            depth,
            parameters: written,
            variables: self.variables.split_off(outer),
            sizes: self.sizes.split_off(known),
        }
    }

    /// One of them, whose last turn calls none of them; the others call `next`.
    fn recursive(&mut self, head: Head, next: &Callable, known: usize) -> Tree {
        let Head { callable: Callable { name, result, .. }, depth, parameters, variables, sizes } =
            head;
        self.scoped(|this| {
            this.depth = 1;
            this.variables.extend(variables);
            this.sizes.extend(sizes);
            let taken = this.taken_over();
            let recursive = this.functions.split_off(known);
            let end = this.body(&result, 2);
            this.functions.extend(recursive);
            let ty = this.with_sizes_of_here(next);
            let call = this.call_of(next, &ty, 2);
            let step = this.scoped(|this| {
                let Some(call) = call.filter(|_| !this.one_in(4)) else {
                    return this.body(&result, 2);
                };
                let below = this.name("below");
                let statement = parts![format!("let {below} = "), call, "; "];
                this.bind(&below, ty, None, false);
                let value = this.body(&result, 2);
                let statement = Part::Optional(Tree::new(Ty::UNIT, statement));
                Tree::new(result.clone(), vec![statement, value.into()])
            });
            this.depth = 0;
            let mut parts = parts![format!("fn {name}({depth}: usize, ")];
            parts.extend(parameters);
            parts.push(format!(") -> {} {{ ", this.write(&result)).into());
            parts.extend(taken);
            parts.extend(parts![format!("if {depth} == 0 {{ "), end, " } else { ", step, " } }\n"]);
            Tree::new(Ty::UNIT, parts)
        })
    }

    /// The type of a function's result, in which sizes of here stand for those that its parameters
    /// bind.
    fn with_sizes_of_here(&mut self, function: &Callable) -> Ty {
        let here: Vec<Size> = function.sizes.iter().map(|_| self.size()).collect();
        let replace = |name: &str| {
            let position = function.sizes.iter().position(|size| size == name);
            position.map_or(Size::Name(name.to_string()), |position| here[position].clone())
        };
        function.result.map_sizes(&mut |size| size.rename(&replace))
    }

    /// Rows that are at hand, in another order or with fewer elements, for a call of a function by
    /// itself that takes such rows.
    pub fn rows_handed_on(&mut self, function: &str, ty: &Ty, fuel: usize) -> Option<Tree> {
        let is_recursion =
            |recursion: &Recursion| recursion.functions.iter().any(|f| f == function);
        let Ty::Array(row, size) = ty else { return None };
        let may_differ = matches!(&**row, Ty::Array(_, Size::Varying));
        if !may_differ || !self.recursion.as_ref().is_some_and(is_recursion) || self.one_in(3) {
            return None;
        }
        let known: Vec<String> =
            self.variables.iter().filter(|v| v.ty == *ty).map(|v| v.name.clone()).collect();
        if known.is_empty() {
            return None;
        }
        let rows = self.pick(&known);
        let parts = match self.below(6) {
            0 => parts![rows],
            1 => parts![rows, ".rev()"],
            2 => parts![rows, ".rotate_left(", self.expression(&USIZE, fuel), ")"],
            3 => parts![rows, ".map(|row| row[row.len() / 2..])"],
            4 => {
                let condition = self.expression(&BOOL, fuel);
                parts!["if ", condition, format!(" {{ {rows} }} else {{ {rows}.rev() }}")]
            }
            _ => {
                let place = self.expression(&USIZE, fuel.min(1));
                let count = size.text()?;
                parts![
                    "{ let place = ",
                    place,
                    format!(
                        "; {rows}.gather((0..{count}).map(|i| (i + place % {count}) % {count})) }}"
                    )
                ]
            }
        };
        Some(Tree::new(ty.clone(), parts))
    }

    /// The depth to which a called recursive function goes.
    pub fn depth_of_call(&mut self, function: &str, fuel: usize) -> Vec<Part> {
        if let Some(recursion) = &self.recursion
            && recursion.functions.iter().any(|name| name == function)
        {
            return parts![format!("{} - 1", recursion.depth)];
        }
        if self.one_in(2) {
            return parts![self.pick(&["0", "1", "2"])];
        }
        // Lanes go down to depths of their own.
        parts![self.expression(&USIZE, fuel.min(1)), " % 3"]
    }

    /// Calls of a recursive function by all lanes; nothing if there is none whose result says nothing of
    /// its arguments.
    pub fn recursions_of_lanes(&mut self) -> Option<Tree> {
        let recursive = |callable: &&Callable| {
            let mut sized = false;
            callable.result.map_sizes(&mut |size| {
                sized |= *size != Size::Varying;
                size.clone()
            });
            matches!(callable.parameters[0], Parameter::Depth) && !sized
        };
        let list: Vec<Callable> = self.functions.iter().filter(recursive).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let (function, size) = (self.pick(&list), self.size());
        let lanes = format!("(0..{}).map(", size.text()?);
        let result = function.result.clone();
        let mut called = true;
        let closure = self.closure_of(&[USIZE], Some(&size), true, Some(&size), |this| {
            let call = this.call_of(&function, &result, 2);
            called = call.is_some();
            call.unwrap_or_else(|| Tree::text(result.clone(), String::new()))
        });
        called.then(|| Tree::new(Ty::array(result.clone(), size), parts![lanes, closure, ")"]))
    }
}
