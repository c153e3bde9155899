//! A clock that is read in a few nanoseconds. Its ticks decide which thread runs which lanes, never the
//! results of lanes.

/// The ticks, some 100 microseconds, from which on work is worth being shared by threads: it takes ten of
/// them to enter the thread pool.
pub(super) const WORTH_SHARING: u64 = 1 << 18;

/// The time in ticks, of which machines have one to four in a nanosecond.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
pub(super) fn ticks() -> u64 {
    // SAFETY: all processors of this kind count their cycles.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// The time in ticks, of which machines have one to four in a nanosecond.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(super) fn ticks() -> u64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    2 * START.elapsed().as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn time_goes_on() {
        let start = ticks();
        while ticks() == start {}
    }
}
