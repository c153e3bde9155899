//! Programs that must not compile: each file under `fail/` makes one mistake that a person would
//! make, and the `.stderr` file beside it is what the user sees.
//!
//! One `TestCases` for all of them, with no program that must compile among them: that way
//! trybuild checks them all in one run of cargo. `TRYBUILD=overwrite` writes the `.stderr` files;
//! read what it wrote as the user would before you keep it.

#[test]
fn every_mistake_is_explained() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*/*.rs");
}
