//! The uses of a function's variables, by which those that need no name of their own are found.

use crate::core::visit::{Visitor, each_size, read};
use crate::core::{
    Atom, Expression, Function, Output, Statement, Var, VarMap, VarSet, Variables, View,
};
use crate::plan::InPlace;

/// The uses of variables.
pub(super) struct Usage {
    counts: VarMap<u32>,
    /// The variables that extents mention: positions are computed from them.
    measures: VarSet,
    /// Arrays that are written to at some time.
    changing: VarSet,
    /// Arrays that are the same memory.
    shared: Vec<(Var, Var)>,
    /// Arrays that branches and loops leave where they are.
    pub(super) in_place: InPlace,
    /// The results of branches that are arrays of one arm, and parts of others in another.
    pub(super) chosen: VarSet,
}

impl Usage {
    /// The uses in a function that lanes call, which no plan has.
    pub(super) fn of_function(function: &Function) -> Usage {
        Usage::of(function, InPlace::of(&function.body.statements, &function.variables))
    }

    /// The uses in the function of a plan, which leaves these arrays where they are.
    pub(super) fn of(function: &Function, in_place: InPlace) -> Usage {
        let mut usage = Usage {
            counts: VarMap::default(),
            measures: VarSet::new(),
            changing: VarSet::new(),
            shared: Vec::new(),
            in_place,
            chosen: VarSet::new(),
        };
        let mut parts = VarSet::new();
        find_chosen(&function.body.statements, &function.variables, &mut parts, &mut usage.chosen);
        struct Count<'u>(&'u mut Usage, &'u Variables);
        impl Visitor for Count<'_> {
            fn atom(&mut self, atom: &Atom) {
                if let Atom::Var(var) = atom {
                    *self.0.counts.or_default(*var) += 1;
                }
            }
            fn bind(&mut self, var: &Var) {
                each_size(self.1.ty(*var).extents(), |size| {
                    self.0.measures.insert(size);
                });
            }
        }
        let mut count = Count(&mut usage, &function.variables);
        function.parameters.iter().for_each(|parameter| count.bind(parameter));
        read::block(&function.body, &mut count);
        usage.find_changing(&function.body.statements, &function.variables);
        find_shared(&function.body.statements, &function.variables, &mut usage.shared);
        // An array that changes under one name changes under all.
        let changing = std::mem::take(&mut usage.changing);
        usage.changing = usage.under_all_names(changing);
        usage
    }

    /// Arrays, and whatever is the same memory.
    pub(super) fn under_all_names(&self, mut arrays: VarSet) -> VarSet {
        while !arrays.is_empty() {
            let mut found = false;
            for (one, other) in &self.shared {
                if arrays.contains(one) != arrays.contains(other) {
                    arrays.extend([*one, *other]);
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        arrays
    }

    fn find_changing(&mut self, statements: &[Statement], variables: &Variables) {
        for statement in statements {
            let mut touched: Vec<Var> = Vec::new();
            match &statement.expression {
                Expression::Update { array, .. } => touched.extend(array.var()),
                // Extents are compared.
                Expression::Coerce(Atom::Var(array), _) => {
                    for var in [*array, statement.binds[0]] {
                        each_size(variables.ty(var).extents(), |size| {
                            *self.counts.or_default(size) += 1;
                        });
                    }
                }
                Expression::If(_) => touched.extend(&statement.binds),
                Expression::Loop(repetition) => {
                    touched.extend(&statement.binds);
                    for (var, initial) in &repetition.carried {
                        touched.push(*var);
                        touched.extend(initial.var());
                    }
                }
                Expression::Soac(soac) => {
                    for output in &soac.outputs {
                        if let Output::Scatter { destinations, .. }
                        | Output::Combine { destinations, .. } = output
                        {
                            touched.extend(destinations.iter().filter_map(|atom| atom.var()));
                            touched.extend(&statement.binds);
                        }
                    }
                }
                _ => {}
            }
            if let Expression::Update { .. } = &statement.expression {
                touched.extend(&statement.binds);
            }
            self.changing.extend(touched.into_iter().filter(|var| !variables.ty(*var).is_scalar()));
            for body in statement.expression.bodies() {
                self.find_changing(body, variables);
            }
        }
    }

    /// The number of uses of a variable.
    pub(super) fn count(&self, var: Var) -> u32 {
        self.counts.get(&var).copied().unwrap_or(0)
    }

    /// Returns true if an expression may be written at its only use, while these arrays are moved.
    pub(super) fn movable(
        &self,
        statement: &Statement,
        moved: &VarSet,
        variables: &Variables,
    ) -> bool {
        let [bind] = statement.binds[..] else { return false };
        let pure = match &statement.expression {
            Expression::Scalar(..) | Expression::Cast(_) | Expression::Select(_) => true,
            Expression::Index(Atom::Var(array), _) => {
                !self.changing.contains(array) && !moved.contains(array)
            }
            _ => false,
        };
        pure && self.count(bind) == 1
            && variables.name(bind).is_none()
            && variables.ty(bind).is_scalar()
            && !self.measures.contains(&bind)
    }
}

/// Pairs of arrays that are the same memory: one is a row or a part of the other, or it under
/// another type. (No other view is left in plans.)
fn find_shared(statements: &[Statement], variables: &Variables, shared: &mut Vec<(Var, Var)>) {
    for statement in statements {
        let of = match &statement.expression {
            Expression::Coerce(array, _) | Expression::Index(array, _) => array.var(),
            Expression::View(View::Reshape(array) | View::Slice(array, _)) => array.var(),
            _ => None,
        };
        if let (Some(array), [bind]) = (of, statement.binds.as_slice())
            && !variables.ty(*bind).is_scalar()
        {
            shared.push((*bind, array));
        }
        for body in statement.expression.bodies() {
            find_shared(body, variables, shared);
        }
    }
}

/// The results of branches that are a part of an array in one arm, and an array of their own in the other.
/// `parts` are the arrays known to have no memory of their own.
fn find_chosen(
    statements: &[Statement],
    variables: &Variables,
    parts: &mut VarSet,
    chosen: &mut VarSet,
) {
    for statement in statements {
        for body in statement.expression.bodies() {
            find_chosen(body, variables, parts, chosen);
        }
        let is_part = |array: &Atom| array.var().is_some_and(|var| parts.contains(&var));
        let mut own = VarSet::new();
        match &statement.expression {
            Expression::Index(..) | Expression::View(View::Slice(..)) => {
                own.extend(&statement.binds);
            }
            Expression::View(View::Reshape(array)) | Expression::Coerce(array, _)
                if is_part(array) =>
            {
                own.extend(&statement.binds);
            }
            Expression::If(branch) => {
                let results = branch.then.results.iter().zip(&branch.otherwise.results);
                for (bind, (then, otherwise)) in statement.binds.iter().zip(results) {
                    match (is_part(then), is_part(otherwise)) {
                        (false, false) => {}
                        (true, true) => own.extend([bind]),
                        _ => {
                            own.extend([bind]);
                            chosen.extend([bind]);
                        }
                    }
                }
            }
            _ => {}
        }
        own.iter().filter(|var| !variables.ty(*var).is_scalar()).for_each(|var| {
            parts.insert(var);
        });
    }
}

/// The operands of a statement that its code mentions once, where it stands.
pub(super) fn direct_operands(expression: &Expression) -> Vec<Atom> {
    match expression {
        Expression::Copy(atom) | Expression::Cast(atom) => vec![*atom],
        Expression::Scalar(_, list) | Expression::Array(list) | Expression::Call(_, list) => {
            list.clone()
        }
        Expression::Select(list) => list.to_vec(),
        Expression::Check(check) => check.operands.iter().copied().chain(check.when).collect(),
        Expression::If(branch) => vec![branch.condition],
        Expression::Loop(repetition) => {
            repetition.carried.iter().map(|(_, initial)| *initial).collect()
        }
        Expression::Index(_, indices) => indices.clone(),
        Expression::Update { indices, value, .. } => {
            indices.iter().copied().chain([*value]).collect()
        }
        _ => Vec::new(),
    }
}
