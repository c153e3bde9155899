//! The translation of PTX to bytecode.
//!
//! A kernel becomes a graph of basic blocks with all calls expanded ([`body`]); the blocks are put
//! into an order that lets diverged lanes meet again ([`order`]), registers are numbered densely
//! ([`registers`]), and the result is one flat list ([`linear`]).

mod body;
mod builder;
pub mod bytecode;
mod copies;
mod graph;
mod linear;
mod modifiers;
mod order;
mod registers;
mod scope;
mod select;
mod select_memory;
mod select_move;
mod select_warp;

pub use modifiers::Modifiers;

use crate::ptx::PtxError;
use crate::ptx::syntax::Module;
use bytecode::Kernel;
use std::collections::HashMap;

/// Translates all kernels of a module, given the addresses of its global and constant variables.
pub fn translate(
    module: &Module,
    addresses: &HashMap<String, u64>,
    constant_size: u32,
) -> Result<Vec<Kernel>, PtxError> {
    module
        .functions
        .iter()
        .filter(|function| function.is_kernel)
        .filter_map(|function| Some((function, function.body.as_deref()?)))
        .map(|(function, body)| {
            let mut builder = builder::Builder::new(module, addresses);
            body::kernel(&mut builder, function, body)?;
            let mut kernel = builder.finish(function)?;
            kernel.constant_size = constant_size;
            Ok(kernel)
        })
        .collect()
}
