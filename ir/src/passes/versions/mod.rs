//! Versions of nests, which are chosen at run time.

mod few_long_lanes;
mod last_map;
mod long_columns;
mod never;
mod shared_rows;
mod spaces;
mod uniform_rows;

use crate::core::{Atom, Block, Expression, If, Renaming, Statement, Var, Variables};

pub(crate) use few_long_lanes::few_long_lanes;
pub(crate) use long_columns::long_columns;
pub(crate) use never::never;
pub(crate) use shared_rows::shared_rows;
pub(crate) use uniform_rows::uniform_rows;

/// A choice between two versions of a statement, of which the second is the statement itself.
fn choice(condition: Atom, then: Block, usual: Statement, variables: &mut Variables) -> Statement {
    let Statement { binds, expression, span } = usual;
    let mut renaming = Renaming::new();
    let inner: Vec<Var> = binds.iter().map(|bind| renaming.fresh(*bind, variables)).collect();
    let results = inner.iter().map(|var| Atom::Var(*var)).collect();
    let statements = vec![Statement { binds: inner, expression, span }];
    let otherwise = Block { statements, results };
    let expression = Expression::If(Box::new(If { condition, then, otherwise }));
    Statement { binds, expression, span }
}
