//! Clusters of points, by k-means: each is a row of the numbers of its points.

use accel::accel;

accel! {
    fn square(x: &[f64; d], y: &[f64; d]) -> f64 {
        zip(x, y).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// The nearest centre of each point.
    fn nearest(points: &[[f64; d]; n], centres: &[[f64; d]; k]) -> [usize; n] {
        points.map(|point| centres.map(|centre| square(point, centre)).argmin())
    }

    /// The points of each cluster, as their numbers.
    fn members(labels: &[usize; n], k: usize) -> [[usize]] {
        let sizes = [0; k].scatter_with(|a, b| a + b, labels, labels.map(|_| 1));
        labels.argsort().split_by(sizes)
    }

    /// The centres after rounds of k-means, until none moves or `most` rounds are over; the members
    /// of each cluster; and the number of rounds.
    pub fn cluster(
        points: &[[f64; d]; n],
        start: &[[f64; d]; k],
        most: usize,
    ) -> ([[f64; d]; k], [[usize]], usize) {
        let mut centres = start.clone();
        let mut moved = f64::INFINITY;
        let mut rounds = 0;
        while moved > 0.0 && rounds < most {
            let clusters = members(nearest(points, centres), k);
            let next = zip(clusters, centres).map(|(cluster, old)| {
                let size = cluster.len() as f64;
                // A cluster without points stays where it is.
                generate(d, |axis| {
                    let sum = cluster.map(|point| points[point][axis]).sum();
                    if size > 0.0 { sum / size } else { old[axis] }
                })
            });
            moved = zip(next, centres).map(|(new, old)| square(new, old)).sum();
            centres = next;
            rounds += 1;
        }
        (centres, members(nearest(points, centres), k), rounds)
    }

    /// The distance of the points of each cluster from its centre: root of the mean square.
    pub fn radii(
        points: &[[f64; d]; n],
        centres: &[[f64; d]; k],
        clusters: &[[usize]; k],
    ) -> [f64; k] {
        zip(clusters, centres).map(|(cluster, centre)| {
            (cluster.map(|point| square(points[point], centre)).sum() / cluster.len() as f64).sqrt()
        })
    }
}
