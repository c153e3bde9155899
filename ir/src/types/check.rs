//! Checks a block: infers every function under every instance, and ownership.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::{called, recursive_functions, too_large};
use super::context::Context;
use super::cycles::has_cycle;
use super::infer::{Instance, Meaning, Typed, infer_constant, infer_function};
use super::ownership::check_ownership;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// A block whose types are known.
pub struct Checked<'a> {
    /// The items of the block.
    pub context: Context<'a>,
    /// The functions, under each of their instances.
    pub functions: FxHashMap<(usize, Instance), Rc<Typed>>,
    /// The constants, under each of their instances.
    pub constants: FxHashMap<(usize, Instance), Rc<Typed>>,
    /// The functions that have errors, or call one that has.
    pub broken: FxHashSet<usize>,
    /// True if the values of constants can be looked for: if one of them is wrong, all may be.
    pub sound_constants: bool,
    /// The functions that call themselves, directly or through others.
    pub recursive: FxHashSet<usize>,
    /// The functions that stay calls: recursive ones, and some that are large.
    pub kept: FxHashSet<usize>,
}

impl Checked<'_> {
    /// A function under the first of its instances: names and methods mean the same under each.
    pub fn typed(&self, function: usize) -> Option<&Typed> {
        let instance = instances(&self.context, function).into_iter().next()?;
        self.functions.get(&(function, instance)).map(Rc::as_ref)
    }

    /// The functions that public ones and constants call, and public ones themselves.
    pub fn reachable(&self) -> FxHashSet<usize> {
        let functions = self.context.functions.iter().enumerate();
        let public = functions.filter(|(_, signature)| signature.function.visibility.is_some());
        let mut open: Vec<usize> = public.map(|(index, _)| index).collect();
        open.extend(self.constants.values().flat_map(|constant| called(constant)));
        let mut reached = FxHashSet::default();
        while let Some(function) = open.pop() {
            if reached.insert(function) {
                open.extend(self.typed(function).into_iter().flat_map(called));
            }
        }
        reached
    }
}

/// Checks a block.
pub fn check<'a>(context: Context<'a>, errors: &mut Diagnostics) -> Checked<'a> {
    let mut broken = FxHashSet::default();
    let mut constants = FxHashMap::default();
    let mut constants_fine = context.only_functions_err;
    for index in 0..context.constants.len() {
        for instance in context.instances_of(&context.constants[index].generic) {
            let mut own = Diagnostics::default();
            let typed = infer_constant(&context, index, &instance, &mut own);
            constants_fine &= own.is_empty();
            for error in own.iter() {
                errors.report(under_instance(&context, &instance, error.clone()));
            }
            constants.insert((index, instance), Rc::new(typed));
        }
    }
    constants_fine &= constants_end(&context, &constants, errors);
    let mut functions = FxHashMap::default();
    let mut calls: Vec<FxHashSet<usize>> = Vec::new();
    for index in 0..context.functions.len() {
        let mut callees = FxHashSet::default();
        for (position, instance) in instances(&context, index).into_iter().enumerate() {
            let mut own = Diagnostics::default();
            let typed = infer_function(&context, index, &instance, &mut own);
            if own.is_empty() && position == 0 {
                check_ownership(&context, index, &typed, &mut own);
            }
            if !own.is_empty() || context.functions[index].is_wrong {
                broken.insert(index);
            }
            for error in own.iter() {
                errors.report(under_instance(&context, &instance, error.clone()));
            }
            callees.extend(called(&typed));
            functions.insert((index, instance), Rc::new(typed));
        }
        calls.push(callees);
    }
    let recursive = recursive_functions(&context, &calls, &mut broken, errors);
    // A function that calls a broken one is not compiled either.
    loop {
        let before = broken.len();
        for (index, called) in calls.iter().enumerate() {
            if called.iter().any(|callee| broken.contains(callee)) {
                broken.insert(index);
            }
        }
        if broken.len() == before {
            break;
        }
    }
    let is_sound = |constant: &Typed| called(constant).all(|callee| !broken.contains(&callee));
    let sound_constants = constants_fine && constants.values().all(|constant| is_sound(constant));
    if !sound_constants {
        // Each may be a size anywhere.
        broken.extend(0..context.functions.len());
    }
    let first = |index| functions.get(&(index, instances(&context, index).into_iter().next()?));
    let bodies: Vec<Option<&Typed>> =
        (0..calls.len()).map(|index| first(index).map(Rc::as_ref)).collect();
    let mut kept = too_large(&context, &bodies, &recursive);
    kept.extend(&recursive);
    Checked { context, functions, constants, broken, sound_constants, recursive, kept }
}

/// Every combination of the instances of the type parameters that a function mentions.
pub fn instances(context: &Context, function: usize) -> Vec<Instance> {
    context.instances_of(&context.functions[function].generic)
}

/// Says under which instance an error arises, where there is a choice.
fn under_instance(context: &Context, instance: &Instance, error: Diagnostic) -> Diagnostic {
    let list: Vec<String> = instance
        .iter()
        .zip(&context.module.parameters)
        .filter_map(|(scalar, parameter)| {
            scalar.map(|scalar| format!("`{} = {scalar}`", parameter.name.text))
        })
        .collect();
    if list.is_empty() {
        return error;
    }
    let mut error = error.note(format!("in the instance {}", list.join(", ")));
    if error.code == Code::E020 && error.message.contains("{integer}")
        || error.message.contains("{float}")
    {
        error.code = Code::E030;
        // Help for this instance would be wrong in the others.
        error.help.clear();
        error = error.help("an untyped literal must fit every listed instance");
    }
    error
}

/// Returns true if no constant is defined in terms of itself.
fn constants_end(
    context: &Context,
    constants: &FxHashMap<(usize, Instance), Rc<Typed>>,
    errors: &mut Diagnostics,
) -> bool {
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); context.constants.len()];
    for ((index, _), typed) in constants {
        // They use the same ones under all of their instances.
        if uses[*index].is_empty() {
            let used = |meaning: &Meaning| match meaning {
                Meaning::Constant(other) => Some(*other),
                _ => None,
            };
            uses[*index] = typed.meanings.values().filter_map(used).collect();
        }
    }
    if !has_cycle(&uses) {
        return true;
    }
    let mut fine = true;
    // The constants of the cycles that were reported.
    let mut known: FxHashSet<usize> = FxHashSet::default();
    for index in 0..context.constants.len() {
        let mut reached: FxHashSet<usize> = FxHashSet::default();
        let mut open = uses[index].clone();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(&uses[next]);
            }
        }
        if reached.contains(&index) && known.insert(index) {
            let name = &context.constants[index].item.name;
            let message = format!("cycle detected when computing the constant `{}`", name.text);
            let mut diagnostic = Diagnostic::new(Code::E032, name.span, message);
            for other in &uses[index] {
                if *other == index || !reached.contains(other) {
                    continue;
                }
                let name = &context.constants[*other].item.name;
                diagnostic = diagnostic
                    .label(name.span, format!("which needs the constant `{}`", name.text));
            }
            errors.report(diagnostic);
            known.extend(reached);
            fine = false;
        }
    }
    fine
}
