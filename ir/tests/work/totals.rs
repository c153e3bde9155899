// Looks at one element of every row that functions of `programs/lanes/rows_in_lanes.rs` give.
fn total(planes: &[[[i64]]]) -> i64 { planes.map(|rows| rows.map(|row| row[0]).sum()).sum() + planes.filter(|rows| rows.len() > 1).len() as i64 }
pub fn one_or_two_total(rows: &[[i64]]) -> i64 { one_or_two(rows).map(|row| row[0]).sum() }
pub fn some_listed_total(rows: &[[i64]]) -> i64 { some_listed(rows).map(|row| row[0]).sum() }
pub fn twice_total(rows: &[[i64]]) -> i64 { total(twice(rows)) }
pub fn turned_again_total(planes: &[[[i64]]], k: usize) -> i64 { total(turned_again(planes, k)) }
pub fn first_again_total(planes: &[[[i64]]], k: usize) -> i64 { total(first_again(planes, k)) }
pub fn kept_while_total(planes: &[[[i64]]]) -> i64 { total(kept_while(planes)) }
pub fn appended_by_fold_total(planes: &[[[i64]]]) -> i64 { total(appended_by_fold(planes)) }
pub fn parts_joined_total(planes: &[[[i64]]]) -> i64 { total(parts_joined(planes)) }
pub fn turned_where_total(planes: &[[[i64]]]) -> i64 { total(turned_where(planes)) }
