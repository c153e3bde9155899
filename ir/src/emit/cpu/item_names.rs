//! Names of the items that a function's module holds. One module holds the items of several plans: of the
//! recursive functions that are called, and of the functions that these were lifted to. So no two names of
//! plans, and no two of kernels, give the same name of an item.

use proc_macro2::Ident;

use super::names::ident;

/// The name of the PTX of a plan's kernels: `MATMUL_PTX`.
pub(super) fn ptx_name(plan: &str) -> Ident {
    match is_plain(plan) {
        true => ident(&format!("{}_PTX", plan.to_uppercase().replace('.', "__"))),
        false => ident(&format!("PTX_OF_{}", escaped(plan))),
    }
}

/// The name of the struct of a kernel: `matmul.1` is `Matmul1`, `level_2.1` is `Level_2_1`, and `sort.lanes2.1`
/// is `Sort_Lanes2_1`. A number, and perhaps a row, follows the owner of the kernel.
pub(super) fn type_name(kernel: &str) -> Ident {
    let is_number = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
    let parts: Vec<&str> = kernel.split('.').collect();
    let (owner, rest) =
        parts.split_at(parts.iter().position(|p| is_number(p)).unwrap_or(parts.len()));
    let owner = owner.join(".");
    let mut name = match is_plain(&owner) {
        true => owner.split('.').map(capitalised).collect::<Vec<_>>().join("_"),
        false => format!("Kernel_{}_", escaped(&owner)),
    };
    for part in rest {
        if !is_number(part) || name.ends_with(|last: char| last.is_ascii_digit()) {
            name.push('_');
        }
        name.push_str(&capitalised(part));
    }
    ident(&name)
}

/// Words set apart by upper case, or, before a number, by their underscore.
fn capitalised(words: &str) -> String {
    let mut name = String::new();
    for (position, word) in words.split('_').enumerate() {
        let (first, others) = word.split_at(word.len().min(1));
        if position > 0 && first.starts_with(|first: char| first.is_ascii_digit()) {
            name.push('_');
        }
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(others);
    }
    name
}

/// Returns true if a name is made of lower-case words, as Rust's are: then upper case can set words apart.
fn is_plain(name: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    name.split(['.', '_']).all(is_word) && name.starts_with(|first: char| !first.is_ascii_digit())
}

/// A name whose points can be told from its underscores.
fn escaped(name: &str) -> String {
    name.replace('_', "__").replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::{ptx_name, type_name};

    #[test]
    fn names_are_readable() {
        assert_eq!(type_name("matmul.1").to_string(), "Matmul1");
        assert_eq!(type_name("dot_of_rows.12").to_string(), "DotOfRows12");
        assert_eq!(type_name("sort.lanes.3.row2").to_string(), "Sort_Lanes3_Row2");
        assert_eq!(ptx_name("matmul").to_string(), "MATMUL_PTX");
    }

    #[test]
    fn no_two_are_the_same() {
        let kernels = [
            "f.21",
            "f2.1",
            "F.21",
            "F2.1",
            "f.lanes.21",
            "f.lanes2.1",
            "f_lanes.21",
            "f_lanes2.1",
            "f_lanes_2.1",
            "a_b.1",
            "ab.1",
            "aB.1",
            "AB.1",
            "_f.1",
            "f_.1",
            "f.1",
            "f.1.row",
            "f.1.row2",
            "f.f32.1",
            "f_f32.1",
            "é.1",
        ];
        let mut types: Vec<String> = kernels.iter().map(|k| type_name(k).to_string()).collect();
        types.sort();
        types.dedup();
        assert_eq!(types.len(), kernels.len(), "{types:?}");
        let plans = [
            "f", "F", "f.lanes", "f_lanes", "f__lanes", "F.lanes", "F_lanes", "f_", "_f", "f2",
            "f_2",
        ];
        let mut names: Vec<String> = plans.iter().map(|p| ptx_name(p).to_string()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), plans.len(), "{names:?}");
    }
}
