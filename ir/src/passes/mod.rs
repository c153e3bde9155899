//! Passes over core IR: one file a pass, each a function from a function to a better one.
//!
//! [`optimise`] is the pipeline. The tests run it pass by pass with [`run`], which verifies what
//! each pass made.

mod collapse;
mod facts;
mod fuse;
mod hoist;
pub mod inline;
mod materialise;
mod neutral;
mod own;
mod rows;
mod simplify;
mod unroll;

pub use collapse::collapse;
pub use fuse::fuse;
pub use hoist::hoist;
pub use materialise::{has_views, materialise};
pub use neutral::{neutral, unconditional};
pub use own::own;
pub use rows::rows;
pub use simplify::{Views, simplify};
pub use unroll::unroll;

use crate::core::{Function, verify_function};

/// A pass by its name.
pub struct Pass {
    /// What dumps and errors call it.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut Function),
}

/// The passes in the order in which they run.
pub const PIPELINE: &[Pass] = &[
    // What the user wrote, without what no one needs; small constant extents become scalars.
    Pass { name: "simplify", run: |f| simplify(f, Views::Keep) },
    Pass { name: "unroll", run: unroll },
    Pass { name: "simplify", run: |f| simplify(f, Views::Keep) },
    // Accumulators become scalars.
    Pass { name: "rows", run: rows },
    Pass { name: "simplify", run: |f| simplify(f, Views::Keep) },
    // What does not depend on the lanes leaves them, so that it is no obstacle to fusion.
    Pass { name: "hoist", run: hoist },
    Pass { name: "fuse", run: fuse },
    Pass { name: "simplify", run: |f| simplify(f, Views::Keep) },
    // Fusion brings reads next to what they read, and views that are results become stores: both
    // may make more fusion possible.
    Pass { name: "hoist", run: hoist },
    Pass { name: "materialise", run: materialise },
    Pass { name: "fuse", run: fuse },
    // From here on arrays are read where their elements are, and no view is left.
    Pass { name: "simplify", run: |f| simplify(f, Views::Keep) },
    Pass { name: "materialise", run: materialise },
    Pass { name: "simplify", run: |f| simplify(f, Views::Resolve) },
    Pass { name: "unroll", run: unroll },
    Pass { name: "simplify", run: |f| simplify(f, Views::Resolve) },
    Pass { name: "hoist", run: hoist },
    Pass { name: "collapse", run: collapse },
    Pass { name: "unconditional", run: unconditional },
    Pass { name: "simplify", run: |f| simplify(f, Views::Resolve) },
];

/// Runs all passes.
pub fn optimise(function: &mut Function) {
    for pass in PIPELINE {
        (pass.run)(function);
    }
}

/// Runs one pass, and the verifier after it.
///
/// # Panics
/// If the pass makes a program that does not verify; that is a bug of the pass, and the message
/// names it.
pub fn run(pass: &Pass, function: &mut Function) {
    (pass.run)(function);
    if let Err(error) = verify_function(function) {
        panic!(
            "the pass {} broke a program: {error}\n{}",
            pass.name,
            crate::core::print_function(function)
        );
    }
}
