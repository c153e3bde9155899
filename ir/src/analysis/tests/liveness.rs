//! The arrays that are live behind statements.

use super::{atom, function, var};
use crate::analysis::definitions::Definitions;
use crate::analysis::liveness::Liveness;
use crate::core::{Function, VarSet};

fn liveness(function: &Function) -> Liveness {
    let definitions = Definitions::of(&function.body.statements);
    Liveness::of(&function.body, definitions, &function.variables)
}

/// The names that are live behind the statement that binds another name.
fn live(function: &Function, name: &str, names: &[&str]) -> Vec<bool> {
    let (variables, statements) = (&function.variables, &function.body.statements);
    let liveness = liveness(function);
    let mut results = VarSet::new();
    for result in &function.body.results {
        liveness.add_use(*result, variables, &mut results);
    }
    let bind = var(function, name);
    let is_named = |binds: &[_]| binds.contains(&bind);
    let position = statements.iter().position(|statement| is_named(&statement.binds));
    let behind = liveness.behind_each(statements, variables, &results);
    let live = &behind[position.expect("a statement binds it")];
    names.iter().map(|name| live.contains(&var(function, name))).collect()
}

fn updated(after: &str, result: &str) -> Function {
    function(&format!(
        "fn f(n: usize, k: usize, a: i32[n][k], c: i32[k], some: bool) -> (z: i32[k]) {{
  r: i32[k] = index a [0usize]
  b: i32[k] = update c [1usize] = 7i32
  {after}
  ({result})
}}
"
    ))
}

#[test]
fn arrays_are_live_with_their_rows() {
    let read = updated("s: i32 = index r [0usize]", "b");
    assert_eq!(live(&read, "b", &["a", "r", "c", "b"]), [true, true, false, true]);
    assert_eq!(live(&read, "s", &["a", "r", "c", "b"]), [false, false, false, true]);
    assert_eq!(live(&read, "r", &["a", "c"]), [true, true]);
}

#[test]
fn results_are_live_behind_all_statements() {
    assert_eq!(live(&updated("", "c"), "b", &["c", "a"]), [true, false]);
    assert_eq!(live(&updated("", "r"), "b", &["c", "a"]), [false, true]);
}

/// Either of the arrays that an `if` chooses from may be what is read.
#[test]
fn arrays_are_live_with_what_an_if_lends() {
    let lent = updated(
        "chosen: i32[k] = if some { (r) } else { (c) }
         s: i32 = index chosen [0usize]",
        "b",
    );
    assert!(liveness(&lent).is_lent(var(&lent, "chosen")));
    assert_eq!(live(&lent, "chosen", &["a", "r", "c"]), [true, true, true]);
    assert_eq!(live(&lent, "s", &["a", "r", "c"]), [false, false, false]);
}

#[test]
fn parts_have_no_memory_of_their_own() {
    let parts = updated("copied: i32[k] = copy r\n flat: i32[k] = reshape b", "flat");
    let liveness = liveness(&parts);
    let is_part = |name: &str| liveness.is_part(var(&parts, name));
    assert!(is_part("r") && is_part("flat") && !is_part("copied") && !is_part("c"));
    let whole = |name: &str| liveness.whole(atom(&parts, name), &parts.variables);
    assert_eq!(whole("flat"), Some(var(&parts, "b")));
    assert_eq!(whole("n"), None);
}
