//! Versions of nests, and who chooses between them.

/// The ground on which one of two branches is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The condition in the user's program.
    Program,
    /// The sizes: the second branch is the usual version of a nest, the first one for few lanes
    /// that are long. Both mean the same.
    Sizes,
    /// The sizes: the second branch is the usual version of a nest, the first one for columns that
    /// are long, in parts of the rows. Both mean the same but for the order in which floats are added.
    Columns,
    /// The number of reads of each row: the second branch is the usual version, the first one reduces
    /// each row once, for all lanes that share it. Both mean the same.
    Sharing,
    /// The lengths of the rows: the second branch is the usual version, the first one for rows
    /// that all have one length. Both mean the same.
    EqualRows,
}

impl Choice {
    /// The version that its first branch is, if the two mean the same.
    pub fn version(self) -> Option<Version> {
        match self {
            Choice::Program => None,
            Choice::Sizes => Some(Version::LongLanes),
            Choice::Columns => Some(Version::LongColumns),
            Choice::Sharing => Some(Version::SharedRows),
            Choice::EqualRows => Some(Version::EqualRows),
        }
    }
}

/// The case that the lanes of a kernel are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// All sizes.
    Usual,
    /// Few lanes that are long.
    LongLanes,
    /// Lanes that reduce long columns.
    LongColumns,
    /// Lanes that share rows.
    SharedRows,
    /// Rows that have one length.
    EqualRows,
}
