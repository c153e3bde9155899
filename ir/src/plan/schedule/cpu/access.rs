//! Finds out how the lanes of a kernel read memory: across their order, or side by side.

use crate::analysis::Strides;
use crate::core::{Expression, Soac};

/// Returns true if the lanes of a map read across: neighbours in a row read elements that lie apart,
/// neighbours in a column read neighbours.
pub(super) fn reads_across(soac: &Soac) -> bool {
    let [.., above, last] = soac.space[..] else { return false };
    let strides = Strides::of(&soac.body);
    soac.body.iter().any(|statement| match &statement.expression {
        Expression::Index(_, indices) => {
            !strides.neighbours(indices, last.index) && strides.consecutive(indices, above.index)
        }
        _ => false,
    })
}
