//! Cycles among definitions: most blocks have none, which is found in one walk through them. Only if there
//! is a cycle, each definition is tested for being in it.

/// Returns true if some item uses itself, directly or through others.
pub fn has_cycle(uses: &[Vec<usize>]) -> bool {
    // An item that is used and not done is around the present one, or waits to be looked at.
    let (mut around, mut done) = (vec![false; uses.len()], vec![false; uses.len()]);
    for first in 0..uses.len() {
        let mut open = vec![(first, false)];
        while let Some((one, inner_done)) = open.pop() {
            if inner_done {
                (around[one], done[one]) = (false, true);
            } else if !done[one] && !around[one] {
                around[one] = true;
                open.push((one, true));
                if uses[one].iter().any(|inner| around[*inner]) {
                    return true;
                }
                open.extend(uses[one].iter().map(|inner| (*inner, false)));
            }
        }
    }
    false
}
