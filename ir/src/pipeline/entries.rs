//! The list: everything that is done to a program between types and plan, in its order.

use super::Context;
use super::properties::Properties;
use super::unsupported::unsupported;
use crate::core::{Function, Program};
use crate::diagnostic::Diagnostic;
use crate::passes::program::{lift_in_place, name_first_for_devices, scattered_rows_of_first};
use crate::passes::versions::{few_long_lanes, long_columns, never, shared_rows, uniform_rows};
use crate::passes::{
    Views, cheap_arrays, choices, collapse, copies, count_filters, descriptor_arguments,
    float_order_keys, fuse, hoist, loop_slices, materialise, predicate_reductions, range_checks,
    segments, unroll, vector_operators,
};

/// One step of the pipeline.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name of the entry in dumps and errors.
    pub name: &'static str,
    /// The work of the entry.
    pub run: Run,
    /// The programs and functions that the entry is for.
    pub of: Of,
    /// The cases in which it runs.
    pub when: When,
    /// The properties that it relies on.
    pub needs: Properties,
    /// The properties that programs have from here on.
    pub gives: Properties,
    /// The reason for its place in the list.
    pub why: &'static str,
}

/// The work of an entry. Each rewrite returns true if there may be something to simplify after it.
#[derive(Clone, Copy)]
pub enum Run {
    /// It rewrites a program, and returns true if it has changed something.
    Program(fn(&mut Program) -> bool),
    /// It simplifies a function, and leaves nothing to simplify.
    Simplify(Views),
    /// It rewrites a function, whoever calls it.
    Function(fn(&mut Function) -> bool),
    /// It rewrites a function as host code or as a lane calls it.
    Form(fn(&mut Function, &mut Context) -> bool),
    /// It reports values that the stages behind it cannot compile.
    Check(fn(&Function) -> Option<Diagnostic>),
}

/// The programs and functions that an entry is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// All programs and functions.
    Every,
    /// The programs for devices.
    Devices,
    /// The functions that are written as host code.
    HostCode,
}

/// The cases in which an entry runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always.
    Always,
    /// If something has changed since the function was simplified.
    NotSimple,
    /// If the last entry of this name has changed something.
    Changed(&'static str),
}

/// All entries, in the order in which they run. Up to the check a function is the same for all who call it;
/// behind it host code gets versions and copies, and functions that lanes call get copies alone.
pub const PIPELINE: &[Entry] = &[
    // Programs.
    program("descriptor_arguments", descriptor_arguments)
        .gives(Properties::DESCRIPTOR_ARGUMENTS)
        .because("before lifting, which then sees that the elements are the same for all lanes"),
    SIMPLIFY.devices().because("scatters and calls are looked for in simple functions"),
    UNROLL.devices().because("calls of a few lanes are calls of the host then"),
    SIMPLIFY.devices().because("unrolled lanes leave copies of atoms"),
    program("scattered_rows", scattered_rows_of_first)
        .devices()
        .needs(Properties::UNROLLED)
        .because("before `vector_operators` makes loops of scatters"),
    program("lift", lift_in_place)
        .devices()
        .needs(Properties::DESCRIPTOR_ARGUMENTS.and(Properties::UNROLLED))
        .because("function passes fuse what is around the lifted calls"),
    program("name_for_devices", name_first_for_devices)
        .devices()
        .when(When::Changed("scattered_rows"))
        .because("behind `lift`, which names the function itself"),
    // Functions: regular and ragged arrays as the user wrote them.
    SIMPLIFY.because("loops over slices are found in simple functions"),
    UNROLL.because("small vectors are scalars before operators are looked at"),
    SIMPLIFY.because("unrolled lanes leave copies of atoms"),
    function("loop_slices", loop_slices)
        .because("before fusion, which reads the elements where they are"),
    SIMPLIFY.because("the arrays that were carried are unused"),
    function("vector_operators", vector_operators)
        .gives(Properties::SCALAR_ACCUMULATORS)
        .because("before fusion, so that it sees one SOAC for each element"),
    SIMPLIFY.because("rows that are read element by element are unused"),
    HOIST.because("what does not depend on the lanes is no obstacle to fusion"),
    FUSE.because("ragged values that are fused away need no descriptor"),
    SIMPLIFY.because("fused producers are unused"),
    function("segments", segments)
        .needs(Properties::SCALAR_ACCUMULATORS)
        .gives(Properties::DESCRIPTORS)
        .because("behind a fusion, so that rows that are fused away get none"),
    // Functions: all rows agree.
    SIMPLIFY.because("descriptors that were read twice are one"),
    HOIST.because("descriptors do not depend on the lanes, and leave them"),
    MATERIALISE.because("views that are results become stores, which can be fused"),
    FUSE.because("reads and stores of dense arrays may fuse where ragged did not"),
    SIMPLIFY.because("views whose elements alone were read are unused, and not stored"),
    MATERIALISE
        .gives(Properties::MATERIALISED)
        .because("what the second fusion left as views and needs whole"),
    RESOLVE.because("all that is needed whole is stored: the rest are reads"),
    // Functions: no view is left.
    UNROLL.because("fusion and resolved views have made more known extents"),
    RESOLVE.because("unrolled lanes leave copies of atoms"),
    function("choices", choices)
        .needs(Properties::VIEWS_RESOLVED)
        .because("behind fusion: what it left as arrays to choose from"),
    RESOLVE.because("the arrays that were chosen from are unused"),
    function("cheap_arrays", cheap_arrays)
        .needs(Properties::VIEWS_RESOLVED)
        .because("behind fusion: all that is still stored has readers that do not fuse"),
    RESOLVE.because("the stores of arrays that nobody reads are unused"),
    function("range_checks", |f| always(range_checks, f))
        .needs(Properties::VIEWS_RESOLVED.and(Properties::DESCRIPTORS))
        .because("behind all that can prove checks, before the last `hoist`"),
    RESOLVE.because("what the checks in the lanes compared may be unused"),
    HOIST.because("checks that have left inner lanes leave outer ones"),
    function("collapse", |f| always(collapse, f))
        .needs(Properties::DESCRIPTORS)
        .gives(Properties::COLLAPSED)
        .because("behind `hoist`: nests are perfect without what left them"),
    function("count_filters", |f| always(count_filters, f))
        .because("behind fusion, which knows filters by their compactions"),
    function("float_order_keys", float_order_keys)
        .because("behind fusion, which knows minima by their comparisons"),
    function("predicate_reductions", |f| always(predicate_reductions, f))
        .because("behind `float_order_keys`: integers have identities"),
    RESOLVE.because("what was counted, compared or guarded may be unused"),
    check("supported", unsupported)
        .needs(Properties::MATERIALISED)
        .gives(Properties::SUPPORTED)
        .because("no entry behind it makes ragged values or views"),
    // Host code: versions of nests, which the sizes choose at run time.
    form("shared_rows", |f, context| shared_rows(f, &mut context.choices))
        .host_code()
        .needs(Properties::SUPPORTED)
        .because("first: the lanes that read a table get versions, too"),
    RESOLVE
        .host_code()
        .when(When::Changed("shared_rows"))
        .because("lanes that read a table need not know the rows"),
    form("long_columns", |f, context| {
        long_columns(f, context.limits.versions, &mut context.choices);
        true
    })
    .host_code()
    .needs(Properties::SUPPORTED.and(Properties::COLLAPSED))
    .gives(Properties::COLUMN_VERSIONS)
    .because("before `few_long_lanes`, which passes over its choices"),
    form("few_long_lanes", |f, context| {
        few_long_lanes(f, context.limits.versions, &mut context.choices);
        true
    })
    .host_code()
    .needs(Properties::COLUMN_VERSIONS)
    .gives(Properties::SIZE_VERSIONS)
    .because("behind `long_columns`, which has a version for few lanes"),
    form("never", |f, context| {
        never(f, &mut context.choices);
        true
    })
    .host_code()
    .needs(Properties::SIZE_VERSIONS)
    .because("all versions that sizes alone choose are there"),
    form("uniform_rows", |f, context| uniform_rows(f, &mut context.choices))
        .host_code()
        .needs(Properties::SIZE_VERSIONS.and(Properties::DESCRIPTORS))
        .because("of usual versions alone, and its condition reads offsets"),
    RESOLVE.after_uniform_rows().because("what is known of the rows no longer varies"),
    HOIST.after_uniform_rows().because("what is known of the rows leaves the lanes"),
    function("range_checks", |f| always(range_checks, f))
        .after_uniform_rows()
        .needs(Properties::VIEWS_RESOLVED)
        .because("indices of rows of one length are sums over lanes"),
    HOIST.after_uniform_rows().because("checks for all lanes leave the outer ones"),
    function("collapse", |f| always(collapse, f))
        .after_uniform_rows()
        .because("nests over rows of one length are perfect"),
    RESOLVE.after_uniform_rows().because("what the rows began and ended at is unused"),
    // Host code, and functions that lanes call.
    form("copies", |f, context| {
        copies(f, context.owned);
        true
    })
    .needs(Properties::SUPPORTED)
    .gives(Properties::COPIES)
    .because("last: a copy of an array means what it says only from here on"),
];

const SIMPLIFY: Entry = entry("simplify", Run::Simplify(Views::Keep)).when(When::NotSimple);
const RESOLVE: Entry = entry("resolve_views", Run::Simplify(Views::Resolve))
    .when(When::NotSimple)
    .needs(Properties::MATERIALISED)
    .gives(Properties::VIEWS_RESOLVED);
const UNROLL: Entry = function("unroll", unroll).gives(Properties::UNROLLED);
const HOIST: Entry = function("hoist", |f| always(hoist, f));
const MATERIALISE: Entry = function("materialise", |f| always(materialise, f));
const FUSE: Entry = function("fuse", |f| always(fuse, f)).needs(Properties::SCALAR_ACCUMULATORS);

const fn entry(name: &'static str, run: Run) -> Entry {
    let (needs, gives) = (Properties::NONE, Properties::NONE);
    Entry { name, run, of: Of::Every, when: When::Always, needs, gives, why: "" }
}

const fn program(name: &'static str, run: fn(&mut Program) -> bool) -> Entry {
    entry(name, Run::Program(run))
}

const fn function(name: &'static str, run: fn(&mut Function) -> bool) -> Entry {
    entry(name, Run::Function(run))
}

const fn form(name: &'static str, run: fn(&mut Function, &mut Context) -> bool) -> Entry {
    entry(name, Run::Form(run))
}

const fn check(name: &'static str, run: fn(&Function) -> Option<Diagnostic>) -> Entry {
    entry(name, Run::Check(run))
}

impl Entry {
    const fn because(mut self, why: &'static str) -> Entry {
        self.why = why;
        self
    }

    const fn needs(mut self, needs: Properties) -> Entry {
        self.needs = self.needs.and(needs);
        self
    }

    const fn gives(mut self, gives: Properties) -> Entry {
        self.gives = self.gives.and(gives);
        self
    }

    const fn when(mut self, when: When) -> Entry {
        self.when = when;
        self
    }

    const fn devices(mut self) -> Entry {
        self.of = Of::Devices;
        self
    }

    const fn host_code(mut self) -> Entry {
        self.of = Of::HostCode;
        self
    }

    /// For functions that have got a version for rows of one length.
    const fn after_uniform_rows(self) -> Entry {
        self.host_code().when(When::Changed("uniform_rows"))
    }
}

/// A pass that mostly leaves something to simplify.
fn always(pass: fn(&mut Function), function: &mut Function) -> bool {
    pass(function);
    true
}
