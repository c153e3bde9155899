//! Matrix products, and a use for them: the cosine transform that compresses pictures.

use accel::accel;

accel! {
    /// The product of two matrices.
    pub fn matmul(a: &[[f32; m]; n], b: &[[f32; p]; m]) -> [[f32; p]; n] {
        let columns = b.transpose();
        a.map(|row| columns.map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }

    /// The cosine transform as a matrix: row k holds a wave of k half turns. Its transpose is its
    /// inverse.
    fn cosines(n: usize) -> [[f32; n]; n] {
        generate((n, n), |(k, i)| {
            let turns = f32::consts::PI / n as f32 * (i as f32 + 0.5) * k as f32;
            let share = if k == 0 { 1.0 } else { 2.0 };
            (share / n as f32).sqrt() * turns.cos()
        })
    }

    /// A picture without its finest waves: of its cosine transform, only the `kept` longest waves
    /// in either direction are left.
    pub fn compress(picture: &[[f32; w]; h], kept: usize) -> [[f32; w]; h] {
        let (across, down) = (cosines(w), cosines(h));
        let waves = matmul(matmul(down, picture), across.transpose());
        let rest = generate((h, w), |(y, x)| if y < kept && x < kept { waves[y][x] } else { 0.0 });
        matmul(matmul(down.transpose(), rest), across)
    }

    /// The mean squared difference of two pictures.
    pub fn difference(a: &[[f32; w]; h], b: &[[f32; w]; h]) -> f32 {
        let squares = zip(a.flatten(), b.flatten()).map(|(x, y)| (x - y) * (x - y));
        squares.sum() / (w * h) as f32
    }
}
