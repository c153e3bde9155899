//! Numbers that environment variables set.

/// The number that a variable is set to, or another one.
///
/// # Panics
/// If the variable is no number.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}
