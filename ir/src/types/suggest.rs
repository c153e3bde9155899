//! "Did you mean": the closest known name.

/// The candidate closest to `name`, if it is close enough to be a slip.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = edit_distance(name, candidate);
        // Of equally close names the first in the alphabet, whatever order they come in.
        if distance <= limit && best.is_none_or(|old| (distance, candidate) < old) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The number of insertions, deletions, changes and swaps of neighbours that turn one string into the
/// other.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_slips_and_nothing_else() {
        let names = ["map", "filter", "flatten", "reduce", "scan"];
        let find = |name| closest(name, names.into_iter());
        assert_eq!(find("fliter"), Some("filter"));
        assert_eq!(find("mpa"), Some("map"));
        assert_eq!(find("reduced"), Some("reduce"));
        assert_eq!(find("collect"), None);
    }
}
