//! Shortest routes between all pairs of places, by the algorithm of Floyd and Warshall.

use accel::accel;

accel! {
    /// The length of the shortest route between any two places, and the first stop on it.
    ///
    /// `direct` holds the length of each direct way, infinite where there is none. Round k finds
    /// the routes on which one may change at the first k + 1 places.
    pub fn shortest(direct: &[[f32; n]; n]) -> ([[f32; n]; n], [[u32; n]; n]) {
        let mut routes = generate((n, n), |(from, to)| (direct[from][to], to as u32));
        for k in 0..n {
            routes = generate((n, n), |(from, to)| {
                let (length, first) = routes[from][k];
                let through = length + routes[k][to].0;
                if through < routes[from][to].0 { (through, first) } else { routes[from][to] }
            });
        }
        (
            routes.map(|row| row.map(|(length, _)| length)),
            routes.map(|row| row.map(|(_, first)| first)),
        )
    }

    /// The lengths alone.
    pub fn distances(direct: &[[f32; n]; n]) -> [[f32; n]; n] {
        let mut length = direct.clone();
        for k in 0..n {
            length = length.map(|row| {
                zip(row, length[k]).map(|(known, onward)| known.min(row[k] + onward))
            });
        }
        length
    }

    /// The distance along the surface of the Earth between any two places, given as latitude and
    /// longitude in degrees, in kilometres.
    pub fn great_circles(places: &[(f32, f32); n]) -> [[f32; n]; n] {
        places.map(|from| places.map(|to| great_circle(from, to)))
    }

    /// The haversine formula.
    fn great_circle(from: (f32, f32), to: (f32, f32)) -> f32 {
        let (north, south) = (from.0.to_radians(), to.0.to_radians());
        let up = ((south - north) / 2.0).sin();
        let along = ((to.1 - from.1).to_radians() / 2.0).sin();
        let haversine = up * up + north.cos() * south.cos() * along * along;
        2.0 * 6371.0 * haversine.sqrt().min(1.0).asin()
    }
}
