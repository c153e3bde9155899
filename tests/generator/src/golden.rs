//! Tables that tests compare with their findings.

use std::path::Path;

/// Compares a table with the lines that have been found, one by one. The environment variable has it
/// written first.
///
/// # Panics
/// If they differ, or the table cannot be read or written.
#[track_caller]
pub fn compare(table: &Path, found: &str, variable: &str) {
    if std::env::var_os(variable).is_some() {
        std::fs::write(table, found).expect("the table can be written");
    }
    let expected = std::fs::read_to_string(table).expect("the table can be read");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "{variable}=1 writes the table");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
