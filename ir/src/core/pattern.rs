//! Patterns: the ways in which the lanes of a kernel work together.

use super::program::{Output, Soac};

/// The way in which the lanes of a kernel work together; each is executed by a driver of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Every lane stores at its own place, and scatters; nothing else.
    Map,
    /// Besides, values are reduced over all lanes.
    Reduce,
    /// Values are combined from lane to lane.
    Scan,
    /// Some lanes' values are kept.
    Compact,
    /// Every lane appends rows of lengths of its own.
    Append,
    /// Values are combined into an array.
    Combine,
}

impl Pattern {
    /// The pattern of a SOAC; `None` if it mixes patterns, which fusion never makes.
    pub fn of(soac: &Soac) -> Option<Pattern> {
        let scans = soac.has_scan();
        let has = |test: fn(&Output) -> bool| soac.outputs.iter().any(test);
        let compacts = has(|output| matches!(output, Output::Compact { .. }));
        let combines = has(|output| matches!(output, Output::Combine { .. }));
        let reduces = has(|output| matches!(output, Output::Reduce { .. }));
        if has(|output| matches!(output, Output::Append { .. })) {
            return (!scans && !compacts && !combines).then_some(Pattern::Append);
        }
        match (scans, compacts, combines) {
            (true, false, false) => Some(Pattern::Scan),
            (false, true, false) => Some(Pattern::Compact),
            (false, false, true) if soac.outputs.len() == 1 => Some(Pattern::Combine),
            (false, false, false) if reduces => Some(Pattern::Reduce),
            (false, false, false) => Some(Pattern::Map),
            _ => None,
        }
    }

    /// The name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Map => "map",
            Pattern::Reduce => "reduce",
            Pattern::Scan => "scan",
            Pattern::Compact => "compact",
            Pattern::Append => "append",
            Pattern::Combine => "combine",
        }
    }
}
