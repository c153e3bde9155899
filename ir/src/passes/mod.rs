//! Passes over core IR: one file a pass, each a function from a function to a better one.
//!
//! [`optimise`] is the pipeline. The tests run it pass by pass with [`run`], which verifies what
//! each pass made.

mod bounds;
mod collapse;
mod counts;
mod facts;
mod fuse;
mod hoist;
pub mod inline;
mod materialise;
mod narrow;
mod neutral;
mod own;
mod ranges;
mod ranks;
mod regular;
mod rows;
mod segments;
mod selections;
mod simplify;
mod unroll;

pub use collapse::collapse;
pub use counts::counts;
pub use fuse::{choices, fuse};
pub use hoist::hoist;
pub use materialise::{has_views, materialise};
pub use narrow::narrow;
pub use neutral::{Component, components, neutral, of_ordered_places, unconditional};
pub use own::own;
pub use ranges::ranges;
pub use ranks::ranks;
pub use rows::{rows, scattered_rows};
pub use segments::segments;
pub use selections::{calls, selections};
pub(crate) use simplify::dead::remove as remove_dead;
pub use simplify::{Views, simplify};
pub use unroll::unroll;

use crate::core::{Function, verify_function};

/// A pass by its name.
pub struct Pass {
    /// What dumps and errors call it.
    pub name: &'static str,
    /// Runs it, and tells whether there may be something to simplify afterwards.
    pub run: fn(&mut Function) -> bool,
}

/// The passes in the order in which they run.
pub const PIPELINE: &[Pass] = &[
    // What the user wrote, without what no one needs; small constant extents become scalars.
    SIMPLIFY,
    UNROLL,
    SIMPLIFY,
    Pass { name: "narrow", run: narrow },
    SIMPLIFY,
    // Accumulators become scalars.
    Pass { name: "rows", run: rows },
    SIMPLIFY,
    // What does not depend on the lanes leaves them, so that it is no obstacle to fusion.
    HOIST,
    FUSE,
    SIMPLIFY,
    // Ragged arrays become descriptors and dense arrays; from here on all rows agree.
    Pass { name: "segments", run: segments },
    SIMPLIFY,
    // Fusion brings reads next to what they read, and views that are results become stores: both
    // may make more fusion possible.
    HOIST,
    MATERIALISE,
    FUSE,
    // From here on arrays are read where their elements are, and no view is left.
    SIMPLIFY,
    MATERIALISE,
    RESOLVE,
    UNROLL,
    RESOLVE,
    // Lanes need no memory for what they only choose from arrays.
    Pass { name: "choices", run: |f| always(choices, f) },
    RESOLVE,
    // What could not be proven is checked once for all lanes.
    Pass { name: "ranges", run: |f| always(ranges, f) },
    RESOLVE,
    HOIST,
    Pass { name: "collapse", run: |f| always(collapse, f) },
    Pass { name: "counts", run: |f| always(counts, f) },
    Pass { name: "ranks", run: ranks },
    Pass { name: "unconditional", run: |f| always(unconditional, f) },
    RESOLVE,
];

const SIMPLIFY: Pass = Pass { name: "simplify", run: |f| never(|f| simplify(f, Views::Keep), f) };
const RESOLVE: Pass = Pass { name: "simplify", run: |f| never(|f| simplify(f, Views::Resolve), f) };
const UNROLL: Pass = Pass { name: "unroll", run: unroll };
const HOIST: Pass = Pass { name: "hoist", run: |f| always(hoist, f) };
const MATERIALISE: Pass = Pass { name: "materialise", run: |f| always(materialise, f) };
const FUSE: Pass = Pass { name: "fuse", run: |f| always(fuse, f) };

/// A pass that leaves nothing to simplify.
fn never(pass: fn(&mut Function), function: &mut Function) -> bool {
    pass(function);
    false
}

/// A pass that mostly leaves something to simplify.
fn always(pass: fn(&mut Function), function: &mut Function) -> bool {
    pass(function);
    true
}

/// Runs all passes; what is simple already is not simplified again.
pub fn optimise(function: &mut Function) {
    let mut simple = false;
    for pass in PIPELINE {
        let simplifies = pass.name == SIMPLIFY.name;
        if !(simple && simplifies) {
            simple = !(pass.run)(function) && (simple || simplifies);
        }
    }
}

/// Makes a function simple enough to look for what is in it.
pub fn prepare(function: &mut Function) {
    for pass in [SIMPLIFY, UNROLL, SIMPLIFY] {
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
