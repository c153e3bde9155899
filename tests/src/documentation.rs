//! The programs in the documentation are tests: `cargo test --doc` compiles and runs them. Those of
//! `docs/from-rust.md` and of the pages of errors are blocks without a program around them, which
//! `tests/tests/documentation.rs` compiles.

#[doc = include_str!("../../README.md")]
pub struct Readme;

#[doc = include_str!("../../docs/tutorial.md")]
pub struct Tutorial;

#[doc = include_str!("../../docs/data.md")]
pub struct Data;

#[doc = include_str!("../../docs/cookbook.md")]
pub struct Cookbook;

#[doc = include_str!("../../docs/performance.md")]
pub struct Performance;

#[doc = include_str!("../../docs/debugging.md")]
pub struct Debugging;

#[doc = include_str!("../../docs/gpu.md")]
pub struct Gpu;

#[doc = include_str!("../../docs/language.md")]
pub struct LanguageReference;
