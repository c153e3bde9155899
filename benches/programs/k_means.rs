/// One step of Lloyd's algorithm: assigns points to the nearest centre, and moves the centres.
pub fn k_means_step(
    points: &[[f32; 3]; n],
    centres: &[[f32; 3]; k],
) -> ([[f32; 3]; k], [usize; n], f32) {
    let distances = points.map(|point| {
        centres.map(|centre| {
            zip(point, centre)
                .map(|(p, c)| {
                    let difference = p - c;
                    difference * difference
                })
                .sum()
        })
    });
    let nearest = distances.map(|row| row.argmin());
    let error: f32 = distances.map(|row| row.min()).sum();
    let sizes = [0; k].scatter_with(|a, b| a + b, nearest, nearest.map(|_| 1));
    let sums = (0..3).map(|axis| {
        let coordinates = points.map(|point| point[axis]);
        [0.0; k].scatter_with(|a, b| a + b, nearest, coordinates)
    });
    let moved = centres.enumerate().map(|(c, centre)| {
        let size = sizes[c];
        centre.enumerate().map(|(axis, old)| {
            if size == 0 { old } else { sums[axis][c] / size as f32 }
        })
    });
    let mean = error / points.len() as f32;
    (moved, nearest, mean)
}
