//! Graphs: rows of neighbours, the importance of vertices by PageRank, and the distances from one.

use accel::accel;

accel! {
    /// The share of time that a walker, who follows links at random and jumps anywhere every now and then,
    /// spends at each vertex; and the number of rounds until that changed by no more than `tolerance` in all.
    ///
    /// `sources` holds, for each vertex, those with a link to it.
    pub fn pagerank(
        sources: &[[u32]; n],
        out_degrees: &[u32; n],
        damping: f64,
        tolerance: f64,
        most: usize,
    ) -> ([f64; n], usize) {
        let even = 1.0 / n as f64;
        let mut ranks = [even; n];
        let mut change = f64::INFINITY;
        let mut rounds = 0;
        while change > tolerance && rounds < most {
            let shares = zip(ranks, out_degrees)
                .map(|(rank, degree)| if degree > 0 { rank / degree as f64 } else { 0.0 });
            // A walker who is stuck jumps.
            let stuck = zip(ranks, out_degrees)
                .map(|(rank, degree)| if degree == 0 { rank } else { 0.0 })
                .sum();
            let base = (1.0 - damping + damping * stuck) * even;
            let next = sources.map(|row| base + damping * row.map(|from| shares[from]).sum());
            change = zip(next, ranks).map(|(new, old)| (new - old).abs()).sum();
            ranks = next;
            rounds += 1;
        }
        (ranks, rounds)
    }

    /// The number of links on the shortest way from `start` to each vertex; -1 where there is none.
    ///
    /// Each round follows the links of all vertices of the frontier at once.
    pub fn levels(targets: &[[u32]; n], start: usize) -> [i32; n] {
        let mut level = [-1; n].update(start, 0);
        let mut frontier = [start as u32; 1];
        let mut depth = 0;
        while !frontier.is_empty() {
            depth += 1;
            let reached = frontier.flat_map(|vertex| targets[vertex]).filter(|to| level[to] < 0);
            // Several vertices may have reached the same one: one of them wins.
            let claims = [0; n].scatter(reached, 0..reached.len());
            let new = reached.enumerate().filter(|(i, to)| claims[to] == i).map(|(_, to)| to);
            level = level.scatter(new, new.map(|_| depth));
            frontier = new;
        }
        level
    }
}
