//! Finishes a sort by the first bits of keys: it orders elements that these bits leave equal.

use super::sizes::PARALLEL;
use crate::failure::Result;
use crate::threads::join;

/// Calls `finish` with those of sorted numbers that have the same bits from `lowest` on, where there are
/// several.
///
/// # Errors
/// The failure of `finish`.
pub fn for_each(
    numbers: &mut [usize],
    lowest: u32,
    finish: &(impl Fn(&mut [usize]) -> Result<()> + Sync),
) -> Result<()> {
    let tied = |a: &usize, b: &usize| (a ^ b).checked_shr(lowest).unwrap_or(0) == 0;
    if numbers.len() < PARALLEL {
        let mut start = 0;
        for end in 1..=numbers.len() {
            if end == numbers.len() || !tied(&numbers[end - 1], &numbers[end]) {
                if end - start > 1 {
                    finish(&mut numbers[start..end])?;
                }
                start = end;
            }
        }
        return Ok(());
    }
    let middle = numbers[numbers.len() / 2];
    let start = numbers.partition_point(|number| *number < middle && !tied(number, &middle));
    let end = numbers.partition_point(|number| *number < middle || tied(number, &middle));
    let (before, others) = numbers.split_at_mut(start);
    let (ties, after) = others.split_at_mut(end - start);
    if ties.len() > 1 {
        finish(ties)?;
    }
    let others = join(|| for_each(before, lowest, finish), || for_each(after, lowest, finish));
    others.0.and(others.1)
}

#[cfg(test)]
mod tests {
    use super::for_each;

    #[test]
    fn those_that_are_tied_come_together() {
        for count in [0, 1, 100, 50_000] {
            for of in [1, 3, 1000, 1 << 20] {
                let number = |place: usize| ((place * of / count.max(1)) << 20) | place;
                let mut found: Vec<usize> = (0..count).map(number).collect();
                let mut expected = found.clone();
                let reversed = for_each(&mut found, 20, &|ties| {
                    ties.reverse();
                    Ok(())
                });
                assert!(reversed.is_ok());
                expected.sort_by(|a, b| (a >> 20).cmp(&(b >> 20)).then(b.cmp(a)));
                assert_eq!(found, expected, "{count} numbers of {of} ties");
            }
        }
    }
}
