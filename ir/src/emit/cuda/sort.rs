//! The entries of sorts of host code, which have no lanes: one set for each size of their elements.

use std::collections::BTreeSet;

use accel_abi::constants::{KEYS_OF_THREAD, THREADS};
use accel_abi::{EntryKind, SORT_SYMBOL, SortEntry};

use super::methods::head;
use super::text::Lines;
use crate::core::{Expression, ScalarType, Sort, Variables};
use crate::plan::{Plan, Steps};

/// The functions that the entries call.
const HEADER: &str = include_str!("device/sort.cuh");

/// The entries that the sorts of a plan need, with their header; nothing if nothing is sorted.
/// `places` says whether launches sort places, too.
pub(super) fn write(plan: &Plan, places: bool) -> Option<String> {
    let mut sizes = Sizes::default();
    sizes.keys.extend(places.then_some(ScalarType::U32.bytes()));
    sizes.of_steps(&plan.body, &plan.variables);
    if sizes.keys.is_empty() {
        return None;
    }
    let mut lines = Lines::default();
    entry(
        &mut lines,
        SortEntry::Sums,
        "u32* counts, usize parts, u32* totals",
        format!("sum_counts<{THREADS}>(counts, parts, totals);"),
    );
    for size in sizes.keys {
        let bits = format!("u{}", 8 * size);
        entry(
            &mut lines,
            SortEntry::Counts(size),
            &format!(
                "const {bits}* keys, usize count, usize keys_of_block, digit digit, u32* counts"
            ),
            format!("count_values<{bits}, {THREADS}>(keys, count, keys_of_block, digit, counts);"),
        );
        entry(
            &mut lines,
            SortEntry::Moves(size),
            &format!(
                "const {bits}* keys, const u32* places, usize count, \
                 usize keys_of_block, digit digit, const u32* counts, const u32* totals, \
                 {bits}* keys_to, u32* places_to"
            ),
            format!(
                "move_keys<{bits}, {THREADS}, {KEYS_OF_THREAD}>(keys, places, count, keys_of_block, \
                 digit, counts, totals, keys_to, places_to);"
            ),
        );
    }
    for size in sizes.rows {
        let bits = format!("u{}", 8 * size);
        entry(
            &mut lines,
            SortEntry::Rows(size),
            &format!("const {bits}* rows, const u32* places, usize count, usize width, {bits}* to"),
            format!("permute_rows<{bits}>(rows, places, count, width, to);"),
        );
    }
    Some(format!("{HEADER}\n{}", lines.finish()))
}

fn entry(lines: &mut Lines, entry: SortEntry, parameters: &str, body: String) {
    let name = EntryKind::Sort(entry).name(SORT_SYMBOL);
    lines.open(format!("{} {name}({parameters})", head()));
    lines.line(body);
    lines.close("");
}

/// The sizes, in bytes, of the elements that are sorted.
#[derive(Default)]
struct Sizes {
    keys: BTreeSet<usize>,
    /// The sizes of elements that move along, and of keys that are compared after others.
    rows: BTreeSet<usize>,
}

impl Sizes {
    fn of_steps(&mut self, steps: &Steps, variables: &Variables) {
        steps.each_statement(&mut |statement| {
            if let Expression::Sort(sort) = &statement.expression {
                self.of_sort(sort, variables);
            }
        });
    }

    fn of_sort(&mut self, sort: &Sort, variables: &Variables) {
        let bytes = |atom| variables.element(atom).bytes();
        self.keys.extend(sort.keys.iter().copied().map(bytes));
        if sort.keys.len() + sort.payload.len() > 1 {
            self.rows.extend(sort.keys.iter().chain(&sort.payload).copied().map(bytes));
        }
    }
}
