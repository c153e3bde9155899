//! Sizes are numbers, constants, `usize` parameters, new names, or not named at all.

use accel::{Array, accel};

accel! {
    const CHANNELS: usize = 3;

    pub fn grey(image: &[[[f32; CHANNELS]; width]; height]) -> [[f32; width]; height] {
        image.map(|line| line.map(|pixel| pixel.sum() / CHANNELS as f32))
    }

    pub fn with_bias(xs: &[f32; n]) -> [f32; n + 1] {
        concat([1.0], xs)
    }

    pub fn product(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }

    pub fn area(m: &[[f32; columns]; rows]) -> usize {
        rows * columns
    }

    pub fn front(xs: &[f32], count: usize) -> [f32; count] {
        xs[..count]
    }

    pub fn firsts(m: &[[f32; 2]; _]) -> [f32; _] {
        m.map(|row| row[0])
    }
}

pub fn main() {
    let image = Array::from_vec([1, 2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(grey(&image).to_vec(), [2.0, 5.0]);
    assert_eq!(with_bias(&[2.0, 3.0]).to_vec(), [1.0, 2.0, 3.0]);
    let c = product(&[[1.0, 2.0]], &[[3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]);
    assert_eq!(c.shape(), [1, 3]);
    assert_eq!(c.to_vec(), [15.0, 18.0, 21.0]);
    assert_eq!(area(&[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]), 6);
    assert_eq!(front(&[1.0, 2.0, 3.0], 2).to_vec(), [1.0, 2.0]);
    assert_eq!(firsts(&[[1.0, 2.0], [3.0, 4.0]]).to_vec(), [1.0, 3.0]);
}
