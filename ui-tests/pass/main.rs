//! Programs that must compile without a warning, and give what they say.
//!
//! Each file beside this one is a whole program, as a user would write it; its `main` is a test.

#![deny(warnings)]

use std::collections::BTreeSet;
use std::path::Path;

macro_rules! programs {
    ($($name:ident)*) => {
        $(mod $name;)*

        /// The names of the programs.
        const NAMES: &[&str] = &[$(stringify!($name),)*];

        mod runs {
            $(
                #[test]
                fn $name() {
                    super::$name::main();
                }
            )*
        }
    };
}

programs! {
    arguments_from_rust
    assertions
    attributes_pass_through
    closures_with_types
    conditionals_are_lazy
    constants_and_aliases
    empty_arrays
    fields_of_any_name
    forbidden_unsafe_code
    generic_block
    literals_in_compared_tuples
    literals_take_their_types_from_use
    loops
    matches
    module_form
    names_as_closures
    names_of_the_surroundings
    names_that_rust_uses_itself
    neighbourhoods
    not_certain_to_fail
    owned_arrays
    owned_arrays_of_type_parameters
    ownership
    patterns_as_parameters
    plans
    raw_names
    ragged
    recursion
    several_blocks
    shadowing_and_blocks
    size_names
    structs
    texts_at_run_time
    values
}

#[test]
fn every_file_is_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pass");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of this file")
        .map(|entry| entry.expect("a file").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .filter(|name| name != "main")
        .collect();
    let names: BTreeSet<String> = NAMES.iter().map(|name| name.to_string()).collect();
    assert_eq!(files, names);
}
