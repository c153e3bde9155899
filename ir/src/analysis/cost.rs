//! The budgets of rewrites, all in one table. Costs are counted in additions, as
//! [`Operation::cost`](crate::core::Operation::cost) does; other numbers are counts.

/// The largest cost of the arms of an `if` that are both evaluated in place of a branch that lanes take
/// apart.
pub(crate) const BOTH_ARMS: u32 = 24;
/// The largest cost of a lane that a filter drops, if its value is computed before it is asked for.
pub(crate) const DROPPED_LANES: u32 = 16;

/// The largest number of lanes that become statements: small vectors end up in registers.
pub(crate) const UNROLLED_LANES: usize = 8;
/// The largest number of statements that may come of it: code grows with them.
pub(crate) const UNROLLED_STATEMENTS: usize = 96;
/// The largest number of elements of rows that are accumulators of their own, on each side of an operator.
pub(crate) const SMALL_VECTOR: usize = 16;

/// The largest cost of an element that only its index decides: no more than the address arithmetic of reading
/// it.
pub(crate) const COMPUTED_AGAIN: u32 = 4;
/// The largest cost of an element that is computed again from elements at its place, and so not stored: it is less
/// than a store and a load.
pub(crate) const CHEAPER_THAN_STORED: u32 = 3;
/// The largest cost of an element that a lane chooses from arrays, as those of `concat` are: less than it
/// takes to have memory for it.
pub(crate) const CHOSEN: u32 = 12;
/// The largest number of reads at which such an element is chosen.
pub(crate) const CHOSEN_AT: usize = 3;
/// The largest number of statements that are run once more for a single element, instead of storing the
/// array.
pub(crate) const STATEMENTS_AGAIN: usize = 48;
/// The largest number of places that fetch a row by themselves.
pub(crate) const ROW_READERS: usize = 4;
/// Rows of no more elements are copied, not fetched again.
pub(crate) const SHORT_ROW: usize = 4;
/// A sibling that comes before a SOAC joins it, and not the other way round, if the SOAC is at least so many
/// times larger: of many siblings the merged one is not gone through again for each.
pub(crate) const MUCH_LARGER: usize = 4;

/// The largest number of statements of the length of a row that is computed before the row.
pub(crate) const LENGTH_STATEMENTS: usize = 12;
/// The largest number of scalars between two levels that are collapsed: each element computes them.
pub(crate) const BETWEEN_LEVELS: usize = 12;
/// The largest cost of each of them.
pub(crate) const SCALAR_BETWEEN_LEVELS: u32 = 2;
/// The largest number of rows that are copied so that an array need not be.
pub(crate) const COPIED_ROWS: usize = 4;

/// The least number of parts into which the rows of long columns are cut.
pub(crate) const COLUMN_PARTS: usize = 4;
/// So many elements for each row are read before the elements of all rows are counted.
pub(crate) const ELEMENTS_FOR_ROW: usize = 8;
/// So many times are the elements of all rows read before rows are reduced once.
pub(crate) const READS_OF_ELEMENT: usize = 2;
