//! Inputs, and the checks that rivals agree.

/// A small random generator (SplitMix64): the same inputs in every run.
pub struct Random(u64);

impl Random {
    /// Begins a sequence.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` to below `high`.
    pub fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.bits() >> 40) as f32 / (1u32 << 24) as f32)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Floats from `low` to below `high`.
    pub fn floats(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        (0..count).map(|_| self.float(low, high)).collect()
    }
}

/// A length as a person writes it.
pub fn length(n: usize) -> String {
    if n.is_power_of_two() && n > 4096 { format!("2^{}", n.ilog2()) } else { n.to_string() }
}

/// Demands that two floats agree to within `tolerance` of the larger, or of 1.
///
/// # Panics
/// If they do not.
pub fn agree<T: Into<f64>>(what: &str, found: T, expected: T, tolerance: f64) {
    let (found, expected) = (found.into(), expected.into());
    let scale = found.abs().max(expected.abs()).max(1.0);
    assert!(
        (found - expected).abs() <= tolerance * scale,
        "{what}: found {found}, expected {expected}"
    );
}

/// Demands that two lists of floats agree, each to within `tolerance`.
///
/// # Panics
/// If they do not.
pub fn all_agree<T: Into<f64> + Copy>(what: &str, found: &[T], expected: &[T], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}: lengths");
    for (found, expected) in found.iter().zip(expected) {
        agree(what, *found, *expected, tolerance);
    }
}

/// Demands that two lists are the same.
///
/// # Panics
/// If they are not.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &[T], expected: &[T]) {
    assert_eq!(found.len(), expected.len(), "{what}: lengths");
    if let Some(at) = (0..found.len()).find(|at| found[*at] != expected[*at]) {
        panic!("{what}: found {:?} at {at}, expected {:?}", found[at], expected[at]);
    }
}
