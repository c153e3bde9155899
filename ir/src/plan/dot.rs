//! A plan as a graph for Graphviz: kernels and host steps, and the arrays between them. Steps that store arrays for
//! others are coloured.

use std::fmt::Write;

use super::stored::Storage;
use super::{Choice, Plan, RepeatForm, Step, Steps};
use crate::core::print::Printer;
use crate::core::visit::each_use;
use crate::core::{Atom, Expression, Var, VarMap};

/// The graph in the language of `dot`.
pub fn dot(plan: &Plan, storage: &Storage) -> String {
    let mut graph = Graph {
        plan,
        printer: Printer::new(&plan.variables),
        text: String::new(),
        makers: VarMap::default(),
        storage,
        nodes: 0,
    };
    let _ = writeln!(graph.text, "digraph \"{}\" {{", plan.name);
    let _ = writeln!(graph.text, "  node [shape=box, fontname=\"monospace\"];");
    for var in &plan.parameters {
        if !plan.variables.ty(*var).is_scalar() {
            let label = graph.printer.typed(*var);
            graph.node(&label, "ellipse", std::slice::from_ref(var));
        }
    }
    graph.steps(&plan.body);
    let results: Vec<Var> = plan.body.results.iter().filter_map(|atom| atom.var()).collect();
    let node = graph.node("result", "ellipse", &[]);
    graph.edges(node, &results);
    graph.text.push_str("}\n");
    graph.text
}

struct Graph<'a> {
    plan: &'a Plan,
    printer: Printer<'a>,
    text: String,
    /// The nodes that each variable is made of.
    makers: VarMap<Vec<usize>>,
    storage: &'a Storage<'a>,
    nodes: usize,
}

impl Graph<'_> {
    fn node(&mut self, label: &str, shape: &str, binds: &[Var]) -> usize {
        let node = self.nodes;
        self.nodes += 1;
        let label = label.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.text, "  n{node} [label=\"{label}\", shape={shape}];");
        for bind in binds {
            self.makers.insert(*bind, vec![node]);
        }
        node
    }

    /// Colours the node of a step that stores arrays for others.
    fn colour(&mut self, node: usize, step: &Step) {
        if self.storage.arrays.iter().any(|stored| std::ptr::eq(stored.maker, step)) {
            let _ = writeln!(self.text, "  n{node} [style=filled, fillcolor=\"#ffe599\"];");
        }
    }

    fn edges(&mut self, node: usize, uses: &[Var]) {
        let mut seen = Vec::new();
        for var in uses {
            for maker in self.makers.get(var).cloned().unwrap_or_default() {
                if maker != node && !seen.contains(&(maker, *var)) {
                    seen.push((maker, *var));
                    let label = self.printer.typed(*var);
                    let _ = writeln!(self.text, "  n{maker} -> n{node} [label=\"{label}\"];");
                }
            }
        }
    }

    fn steps(&mut self, steps: &Steps) {
        for step in &steps.steps {
            match step {
                Step::Compute(statement) => {
                    let mut uses = Vec::new();
                    each_use(&statement.expression, |var| uses.push(var));
                    let label = match &statement.expression {
                        Expression::Check(_) => "check",
                        Expression::Coerce(..) => "check lengths",
                        Expression::Sort(sort) => &sort.origin.operation,
                        Expression::CommonLength(..) => "compare lengths",
                        Expression::Update { .. } => "update",
                        Expression::Copy(_) => "copy",
                        Expression::Call(name, _) => &format!("call {name}"),
                        Expression::Loop(_) => "loop",
                        Expression::Array(_) => "literal",
                        // Scalars and single elements have no node: they are made of what their operands are.
                        _ => {
                            let mut makers: Vec<usize> = uses
                                .iter()
                                .filter_map(|var| self.makers.get(var))
                                .flatten()
                                .copied()
                                .collect();
                            makers.sort_unstable();
                            makers.dedup();
                            for bind in &statement.binds {
                                self.makers.insert(*bind, makers.clone());
                            }
                            continue;
                        }
                    };
                    let node = self.node(label, "plaintext", &statement.binds);
                    self.edges(node, &uses);
                    self.colour(node, step);
                }
                Step::Launch(launch) => {
                    let kernel = &self.plan.kernels[launch.kernel];
                    let fused = self.plan.fused(launch.kernel).join(", ");
                    let label = format!("{}\\n{}", kernel.name, fused).replace("\\n", ": ");
                    let captures = kernel.captures.clone();
                    let node = self.node(&label, "box", &launch.binds);
                    self.edges(node, &captures);
                    self.colour(node, step);
                }
                Step::Branch { choice, condition, then, otherwise, binds } => {
                    let label = match choice {
                        Choice::Program => "if",
                        Choice::Sizes => "if rows are few and long",
                        Choice::Columns => "if columns are long",
                        Choice::Sharing => "if lanes share rows",
                        Choice::EqualRows => "if rows have one length",
                    };
                    let node = self.node(label, "diamond", &[]);
                    self.edges(node, condition.var().as_slice());
                    self.steps(then);
                    self.steps(otherwise);
                    self.given(&[then, otherwise], binds);
                }
                Step::Repeat { form, carried, body, binds, .. } => {
                    let inside: Vec<Var> = carried.iter().map(|carried| carried.0).collect();
                    let label = match form {
                        RepeatForm::For(..) => "for",
                        RepeatForm::While(_) => "while",
                    };
                    let node = self.node(label, "diamond", &inside);
                    let initial: Vec<Var> =
                        carried.iter().filter_map(|carried| carried.1.var()).collect();
                    self.edges(node, &initial);
                    if let RepeatForm::While(condition) = form {
                        self.steps(condition);
                    }
                    self.steps(body);
                    self.given(&[body], binds);
                }
            }
        }
    }

    /// The results of steps have the makers of the values they come from.
    fn given(&mut self, arms: &[&Steps], binds: &[Var]) {
        for arm in arms {
            for (bind, result) in binds.iter().zip(&arm.results) {
                if let Atom::Var(var) = result
                    && let Some(makers) = self.makers.get(var).cloned()
                {
                    self.makers.insert(*bind, makers);
                }
            }
        }
    }
}
