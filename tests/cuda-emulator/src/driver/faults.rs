//! Faults that are asked for: `allocation:3,launch:2,copy:5,lost:7,driver:11.4`.

use super::settings::pair;

/// The calls that are to fail. A counter says how many calls of its kind are left until the one that fails;
/// it fails once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Allocations of device memory: out of memory.
    pub allocation: Counter,
    /// Allocations of host memory: out of memory.
    pub host: Counter,
    /// Launches that do not begin: out of resources. The context stays usable.
    pub launch: Counter,
    /// Launches that crash: the launch failed, and so does everything in the context after it.
    pub crash: Counter,
    /// Copies and fills of memory: the operating system refused. The context stays usable.
    pub copy: Counter,
    /// Calls of any kind until the device disappears, for good.
    pub lost: Counter,
    /// The version of CUDA that the driver has instead.
    pub driver: Option<(u32, u32)>,
}

/// Counts down to a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter(Option<u64>);

impl Counter {
    /// Counts a call; says whether it is the one that fails.
    pub fn strikes(&mut self) -> bool {
        self.0 = self.0.map(|left| left.saturating_sub(1));
        let strikes = self.0 == Some(0);
        if strikes {
            self.0 = None;
        }
        strikes
    }
}

impl Faults {
    /// Reads a list; none if it is wrong.
    pub fn parse(list: &str) -> Option<Self> {
        let mut faults = Self::default();
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (kind, value) = entry.split_once(':')?;
            let counter = match kind {
                "allocation" => &mut faults.allocation,
                "host" => &mut faults.host,
                "launch" => &mut faults.launch,
                "crash" => &mut faults.crash,
                "copy" => &mut faults.copy,
                "lost" => &mut faults.lost,
                "driver" => {
                    faults.driver = Some(pair(value)?);
                    continue;
                }
                _ => return None,
            };
            *counter = Counter(Some(value.parse().ok().filter(|count| *count > 0)?));
        }
        Some(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_strikes_once_at_its_call() {
        let mut faults = Faults::parse("allocation:2, copy:1").unwrap();
        assert_eq!([(); 4].map(|()| faults.allocation.strikes()), [false, true, false, false]);
        assert!(faults.copy.strikes());
        assert!(!faults.launch.strikes());
    }

    #[test]
    fn wrong_lists_are_refused() {
        assert_eq!(Faults::parse("memory:1"), None);
        assert_eq!(Faults::parse("copy:0"), None);
        assert_eq!(Faults::parse("copy"), None);
        assert_eq!(Faults::parse(""), Some(Faults::default()));
    }
}
