//! The properties that entries of the pipeline establish, and that later ones rely on.

use std::fmt;
use std::ops::BitOr;

/// A set of properties of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Properties(u16);

impl Properties {
    /// No property.
    pub const NONE: Properties = Properties(0);
    /// Recursive functions that choose rows take descriptors instead of elements.
    pub const DESCRIPTOR_ARGUMENTS: Properties = Properties(1);
    /// SOACs over a few lanes are plain statements.
    pub const UNROLLED: Properties = Properties(1 << 1);
    /// Every accumulator is a scalar.
    pub const SCALAR_ACCUMULATORS: Properties = Properties(1 << 2);
    /// Every ragged array that has a form is a descriptor and a dense array.
    pub const DESCRIPTORS: Properties = Properties(1 << 3);
    /// Views that are needed as arrays are stored.
    pub const MATERIALISED: Properties = Properties(1 << 4);
    /// Elements are read where they lie: no views are left but parts of arrays, and arrays under other
    /// extents.
    pub const VIEWS_RESOLVED: Properties = Properties(1 << 5);
    /// Perfect nests are index spaces of several dimensions.
    pub const COLLAPSED: Properties = Properties(1 << 6);
    /// No value is ragged and no view is left, or the function has been reported.
    pub const SUPPORTED: Properties = Properties(1 << 7);
    /// Nests that reduce long columns have a version for these.
    pub const COLUMN_VERSIONS: Properties = Properties(1 << 8);
    /// Nests that a version by sizes suits have it.
    pub const SIZE_VERSIONS: Properties = Properties(1 << 9);
    /// Each operation that writes takes over the array that it is given.
    pub const COPIES: Properties = Properties(1 << 10);

    const NAMES: [&str; 11] = [
        "descriptor arguments",
        "unrolled",
        "scalar accumulators",
        "descriptors",
        "materialised",
        "views resolved",
        "collapsed",
        "supported",
        "column versions",
        "size versions",
        "copies",
    ];

    /// Returns true if all of `other` are among these.
    pub const fn contains(self, other: Properties) -> bool {
        self.0 & other.0 == other.0
    }

    /// These, and others.
    pub const fn and(self, other: Properties) -> Properties {
        Properties(self.0 | other.0)
    }

    /// Returns these properties without others.
    pub const fn without(self, other: Properties) -> Properties {
        Properties(self.0 & !other.0)
    }
}

impl BitOr for Properties {
    type Output = Properties;

    fn bitor(self, other: Properties) -> Properties {
        self.and(other)
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Properties::NAMES.iter().enumerate();
        let held = names.filter(|(bit, _)| self.0 & (1 << bit) != 0).map(|(_, name)| name);
        f.debug_set().entries(held).finish()
    }
}
