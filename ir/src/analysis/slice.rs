//! The part of a body that some of its values need.

use rustc_hash::FxHashSet;

use crate::core::visit::free_variables;
use crate::core::{Atom, Expression, Statement, Var, VarSet, Variables};

/// The statements whose results these need, directly or not, by position, with the checks of sizes that
/// they rely on: reads see through a check to the array itself, and do not mention it.
pub fn slice_of(
    statements: &[Statement],
    variables: &Variables,
    needed: impl IntoIterator<Item = Atom>,
) -> FxHashSet<usize> {
    let mut open: Vec<Var> = needed.into_iter().filter_map(|atom| atom.var()).collect();
    let (mut slice, mut used) = (FxHashSet::default(), VarSet::new());
    while !open.is_empty() {
        while let Some(var) = open.pop() {
            used.insert(var);
            let Some(position) = statements.iter().position(|s| s.binds.contains(&var)) else {
                continue;
            };
            if slice.insert(position) {
                open.extend(free_variables(&statements[position], variables).iter());
            }
        }
        for (position, statement) in statements.iter().enumerate() {
            if let Expression::Coerce(Atom::Var(array), _) = &statement.expression
                && used.contains(array)
                && !slice.contains(&position)
            {
                open.extend(&statement.binds);
            }
        }
    }
    slice
}

/// The statements whose results these need, directly or not, in their order.
pub fn statements_for<'s>(
    statements: &'s [Statement],
    variables: &Variables,
    needed: impl IntoIterator<Item = Atom>,
) -> impl Iterator<Item = &'s Statement> {
    let slice = slice_of(statements, variables, needed);
    let numbered = statements.iter().enumerate();
    numbered.filter(move |(position, _)| slice.contains(position)).map(|(_, statement)| statement)
}

#[cfg(test)]
mod tests {
    use super::slice_of;
    use crate::core::{Atom, parse_function};

    #[test]
    fn slices_have_the_checks_that_their_reads_rely_on() {
        let function = parse_function(
            r#"fn f(n: usize, k: usize, xs: i32[n], ys: i32[n]) -> (c: i32) {
  a: i32[k] = coerce "rows" xs
  b: i32[k] = coerce "rows" ys
  i: usize = sub k 1usize
  c: i32 = index xs [i]
  d: i32 = index ys [i]
  (c)
}
"#,
        );
        let function = function.unwrap_or_else(|error| panic!("{error}"));
        let statements = &function.body.statements;
        let c = statements[3].binds[0];
        let slice = slice_of(statements, &function.variables, [Atom::Var(c)]);
        let mut slice: Vec<usize> = slice.into_iter().collect();
        slice.sort_unstable();
        assert_eq!(slice, [0, 2, 3]);
    }
}
