//! The programs in the documentation are tests: `cargo test --doc` compiles and runs them.

#[doc = include_str!("../../README.md")]
pub struct Readme;

#[doc = include_str!("../../docs/language.md")]
pub struct LanguageReference;
