//! Stencils of every rank and boundary, windows and chunks.

use accel::accel;

accel! {
    pub fn blurred(xs: &[f64]) -> [f64] {
        xs.stencil(Clamp, |at| 0.25 * at(-1) + 0.5 * at(0) + 0.25 * at(1))
    }

    pub fn neighbours(world: &[[u8; k]; n]) -> [[u8; k]; n] {
        world.stencil(Wrap, |at| {
            at(-1, -1) + at(-1, 0) + at(-1, 1) + at(0, -1) + at(0, 1) + at(1, -1) + at(1, 0)
                + at(1, 1)
        })
    }

    pub fn slopes(xs: &[f64]) -> [f64] {
        xs.stencil(Mirror, |at| (at(1) - at(-1)) / 2.0)
    }

    pub fn padded(xs: &[f64]) -> [f64] {
        xs.stencil(Constant(0.0), |at| at(-1) + at(1))
    }

    pub fn means(xs: &[f64], k: usize) -> [f64] {
        xs.windows(k).map(|window| window.sum() / k as f64)
    }

    pub fn totals(xs: &[f64], k: usize) -> [f64] {
        xs.chunks(k).map(|chunk| chunk.sum())
    }
}

pub fn main() {
    assert_eq!(blurred(&[0.0, 4.0, 0.0]).to_vec(), [1.0, 2.0, 1.0]);
    assert_eq!(neighbours(&[[1, 0, 0], [0, 0, 0], [0, 0, 0]]).to_vec(), [0, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(slopes(&[0.0, 2.0, 6.0]).to_vec(), [0.0, 3.0, 0.0]);
    assert_eq!(padded(&[1.0, 2.0, 3.0]).to_vec(), [2.0, 4.0, 2.0]);
    assert_eq!(means(&[1.0, 3.0, 5.0], 2).to_vec(), [2.0, 4.0]);
    assert_eq!(totals(&[1.0, 3.0, 5.0, 7.0], 2).to_vec(), [4.0, 12.0]);
}
