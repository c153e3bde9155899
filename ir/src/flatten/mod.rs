//! Versions of nests, which are chosen at run time.

mod code;
mod columns;
mod equal;
mod last_map;
mod never;
mod sharing;
mod versions;

use crate::core::{Atom, Block, Expression, If, Renaming, Statement, Var, Variables};

pub(crate) use columns::columns;
pub(crate) use equal::equal;
pub(crate) use never::never;
pub(crate) use sharing::sharing;
pub use versions::Thresholds;
pub(crate) use versions::versions;

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
