/// The lengths of the shortest paths between all pairs of places, and how central the places are.
pub fn shortest_paths(roads: &[[f32; n]; n]) -> ([[f32; n]; n], [f32; n], usize, f32) {
    let mut lengths = generate((n, n), |(i, j)| {
        if i == j {
            0.0
        } else {
            roads[i][j]
        }
    });
    for k in 0..n {
        lengths = generate((n, n), |(i, j)| {
            let direct = lengths[i][j];
            let around = lengths[i][k] + lengths[k][j];
            if around < direct { around } else { direct }
        });
    }
    let farthest = lengths.map(|row| {
        row.map(|length| {
            if length.is_finite() { length } else { 0.0 }
        })
        .reduce(0.0, |a, b| if a < b { b } else { a })
    });
    let reached = lengths.map(|row| row.count(|length| length.is_finite()));
    let closeness = zip(lengths, reached).map(|(row, count)| {
        let total: f32 = row.filter(|length| length.is_finite()).sum();
        if total > 0.0 { (count - 1) as f32 / total } else { 0.0 }
    });
    let centre = closeness.argmax();
    let width = farthest.reduce(0.0, |a, b| if a < b { b } else { a });
    (lengths, closeness, centre, width)
}
