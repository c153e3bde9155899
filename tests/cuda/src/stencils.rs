//! Lanes that read around their own place.

use accel::accel;

accel! {
    pub fn blurred(m: &[[f32; w]; h]) -> [[f32; w]; h] {
        m.stencil(Clamp, |at| (at(-1, -1) + at(-1, 0) + at(-1, 1) + at(0, -1) + 8.0 * at(0, 0) + at(0, 1)
            + at(1, -1) + at(1, 0) + at(1, 1)) / 16.0)
    }
    /// The game of life, on a torus.
    pub fn generation(cells: &[[bool; w]; h]) -> [[bool; w]; h] {
        cells.stencil(Wrap, |at| {
            let alive = at(-1, -1) as u32 + at(-1, 0) as u32 + at(-1, 1) as u32 + at(0, -1) as u32
                + at(0, 1) as u32 + at(1, -1) as u32 + at(1, 0) as u32 + at(1, 1) as u32;
            alive == 3 || (alive == 2 && at(0, 0))
        })
    }
    /// Far away, along one dimension, of pairs.
    pub fn far_away(m: &[[(i64, u8); w]; h]) -> [[i64; w]; h] {
        m.stencil(Mirror, |at| {
            let (a, b) = at(-4, 0);
            let (c, d) = at(3, 0);
            a - c + b as i64 * d as i64 + at(0, 0).0
        })
    }
    /// Two arrays, in planes.
    pub fn reacted(us: &[[[f64; w]; h]; n], vs: &[[[f64; w]; h]; n]) -> [[[f64; w]; h]; n] {
        zip(us, vs).map(|(u, v)| zip(u, v).map(|(u, v)| zip(u, v)).stencil(Wrap, |at| {
            let (u, v) = at(0, 0);
            let around = at(0, -1).0 + at(0, 1).0 + at(-1, 0).0 + at(1, 0).0;
            u - u * v * v + 0.2 * (around - 4.0 * u) + at(2, 2).1
        }))
    }
    /// Beyond the reach of a window, and with an index that is checked.
    pub fn too_far(m: &[[i32; w]; h], by: &[i32]) -> [[i32; w]; h] {
        m.stencil(Clamp, |at| at(0, -9) + at(0, 0) + at(0, 9) + by[(at(0, 0) % 7) as usize])
    }
    /// The rows around one array, beside the columns around another one, which has more of them.
    pub fn beside_longer_rows(short: &[[i32; w]; h], long: &[[i32; v]; h]) -> [[i32; w]; h] {
        let down = short.stencil(Clamp, |at| at(1, 0) + at(0, 0) - 3 * at(-1, 0));
        let across = long.stencil(Clamp, |at| at(0, 1) + at(0, 2) - 2 * at(0, -1));
        zip(down, across.map(|row| row[..w])).map(|(a, b)| zip(a, b).map(|(x, y)| x - 5 * y))
    }
}
