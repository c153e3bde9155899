//! The table of passes in ARCHITECTURE.md is the pipeline.

use accel_ir::pipeline::PIPELINE;

#[test]
fn the_table_of_passes_has_the_order_of_the_pipeline() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
    let text = std::fs::read_to_string(path).expect("the page can be read");
    let (_, table) = text.split_once("| pass | what it does |\n|---|---|\n").expect("a table");
    let rows = table.lines().take_while(|line| line.starts_with("| `"));
    let listed: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    let mut entries: Vec<&str> = Vec::new();
    for entry in PIPELINE {
        if !entries.contains(&entry.name) {
            entries.push(entry.name);
        }
    }
    assert_eq!(listed, entries);
}
