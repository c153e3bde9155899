//! Chooses the functions that stay calls and are not inlined: recursive ones, and those of which there
//! would be too much. Helpers that call each other twice on each of twenty levels would be inlined a
//! million times.

use rustc_hash::{FxHashMap, FxHashSet};

use super::context::{Context, ParameterType, Signature};
use super::infer::{Meaning, Typed};
use super::shape::Shape;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::syntax::tree::{Size, TypeExpression, TypeKind};

/// The functions that a body calls, each as often as it is written.
pub fn called(typed: &Typed) -> impl Iterator<Item = usize> + '_ {
    typed.meanings.values().filter_map(|meaning| match meaning {
        Meaning::Function(callee, _) => Some(*callee),
        _ => None,
    })
}

/// The functions that call themselves, directly or through others; those that cannot are `broken`.
pub fn recursive_functions(
    context: &Context,
    calls: &[FxHashSet<usize>],
    broken: &mut FxHashSet<usize>,
    errors: &mut Diagnostics,
) -> FxHashSet<usize> {
    let mut recursive = FxHashSet::default();
    for index in 0..calls.len() {
        let mut reached: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<usize> = calls[index].iter().copied().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(&calls[next]);
            }
        }
        if !reached.contains(&index) {
            continue;
        }
        recursive.insert(index);
        let signature = &context.functions[index];
        if takes_closure(signature) {
            let name = &signature.function.name;
            let message = format!("`{}` takes a closure and calls itself", name.text);
            errors.report(
                Diagnostic::new(Code::E032, name.span, message)
                    .help("functions that take closures are inlined, so they cannot be recursive"),
            );
            broken.insert(index);
        }
    }
    recursive
}

/// The most expressions that a function may have that is inlined in several places, with the code inlined
/// in it.
const INLINED: usize = 3000;

/// The functions that are too large to be inlined wherever they are called, beside the recursive ones.
/// `bodies` has one of the instances of each function.
pub fn too_large(
    context: &Context,
    bodies: &[Option<&Typed>],
    recursive: &FxHashSet<usize>,
) -> FxHashSet<usize> {
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    for callee in bodies.iter().flatten().flat_map(|body| called(body)) {
        *places.entry(callee).or_default() += 1;
    }
    let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
    let mut kept = FxHashSet::default();
    for function in callees_first(bodies) {
        let Some(body) = bodies[function] else { continue };
        let inlined = called(body).filter(|callee| !recursive.contains(callee));
        let inlined = inlined.filter_map(|callee| sizes.get(&callee));
        let size = inlined.fold(body.types.len(), |sum, size| sum.saturating_add(*size));
        let signature = &context.functions[function];
        let several = places.get(&function).is_some_and(|places| *places > 1);
        if several
            && size > INLINED
            && can_be_called(signature, context)
            && !recursive.contains(&function)
        {
            kept.insert(function);
        } else {
            sizes.insert(function, size);
        }
    }
    kept
}

/// The functions, each behind those that it calls where it does not call itself.
fn callees_first(bodies: &[Option<&Typed>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    // The functions that are open, each with the answer if its callees are done.
    let mut open: Vec<(usize, bool)> = (0..bodies.len()).map(|index| (index, false)).collect();
    while let Some((function, callees_done)) = open.pop() {
        if callees_done {
            order.push(function);
        } else if seen.insert(function) {
            open.push((function, true));
            open.extend(
                bodies[function].into_iter().flat_map(called).map(|callee| (callee, false)),
            );
        }
    }
    order
}

/// Returns true if a call means the same as the inlined body. Closures run where they are called, and only
/// the inlined body tells the lengths that no type says.
fn can_be_called(signature: &Signature, context: &Context) -> bool {
    let function = signature.function;
    let rows = |ty| Shape::of(ty, context).is_passed_ragged();
    !takes_closure(signature)
        && !function.parameters.iter().any(|parameter| rows(&parameter.ty))
        && !function.result.as_ref().is_some_and(|result| has_free_length(result, context))
}

fn has_free_length(ty: &TypeExpression, context: &Context) -> bool {
    match &ty.kind {
        TypeKind::Slice(_) => true,
        TypeKind::Array(element, size) => {
            matches!(**size, Size::Unnamed) || has_free_length(element, context)
        }
        TypeKind::Tuple(fields) => fields.iter().any(|field| has_free_length(field, context)),
        TypeKind::Named(name) => {
            context.alias(&name.text).is_some_and(|alias| has_free_length(alias, context))
        }
        _ => false,
    }
}

/// Returns true if a function takes a closure, and therefore stays no call.
pub(super) fn takes_closure(signature: &Signature) -> bool {
    let closure = |parameter: &ParameterType| matches!(parameter, ParameterType::Closure(..));
    signature.parameters.iter().any(closure)
}
