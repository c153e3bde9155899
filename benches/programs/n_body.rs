const SOFTENING: f64 = 0.01;

/// A step of a simulation of bodies that attract each other.
pub fn n_body_step(
    dt: f64,
    masses: &[f64; n],
    positions: &[(f64, f64, f64); n],
    speeds: &[(f64, f64, f64); n],
) -> ([(f64, f64, f64); n], [(f64, f64, f64); n], f64) {
    let forces = positions.map(|(x, y, z)| {
        let parts = zip(positions, masses).map(|((ox, oy, oz), mass)| {
            let dx = ox - x;
            let dy = oy - y;
            let dz = oz - z;
            let squared = dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING;
            let weight = mass / (squared * squared.sqrt());
            (dx * weight, dy * weight, dz * weight)
        });
        parts.reduce((0.0, 0.0, 0.0), |(ax, ay, az), (bx, by, bz)| {
            (ax + bx, ay + by, az + bz)
        })
    });
    let faster = zip(speeds, forces).map(|((vx, vy, vz), (fx, fy, fz))| {
        (vx + dt * fx, vy + dt * fy, vz + dt * fz)
    });
    let moved = zip(positions, faster).map(|((x, y, z), (vx, vy, vz))| {
        (x + dt * vx, y + dt * vy, z + dt * vz)
    });
    let energy = zip(masses, faster)
        .map(|(mass, (vx, vy, vz))| 0.5 * mass * (vx * vx + vy * vy + vz * vz))
        .sum();
    (moved, faster, energy)
}
