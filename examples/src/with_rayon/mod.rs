//! The same work written with rayon, as one would write it without accel: `tour` measures accel against
//! it, and the tests compare its results with those of accel.

pub mod chances;
pub mod clusters;
pub mod colours;
pub mod digests;
pub mod filters;
pub mod fractals;
pub mod graphs;
pub mod gravity;
pub mod matrices;
pub mod options;
pub mod primes;
pub mod quadtree;
pub mod reaction;
pub mod routes;
pub mod sorting;
pub mod sparse;
pub mod statistics;
pub mod words;

use accel::{Array, Element};

/// A matrix as a vector, row after row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T> {
    /// The number of columns; at least one.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Its elements.
    pub values: Vec<T>,
}

impl<T: Copy> Matrix<T> {
    /// A matrix of this size with the same value everywhere.
    pub fn filled(width: usize, height: usize, value: T) -> Self {
        Matrix { width, height, values: vec![value; width * height] }
    }

    /// A row.
    pub fn row(&self, y: usize) -> &[T] {
        &self.values[y * self.width..][..self.width]
    }

    /// The element at this row and column, or the nearest one if it is outside.
    pub fn near(&self, y: isize, x: isize) -> T {
        let y = y.clamp(0, self.height as isize - 1) as usize;
        let x = x.clamp(0, self.width as isize - 1) as usize;
        self.values[y * self.width + x]
    }
}

impl<T: Element> From<&Array<T, 2>> for Matrix<T> {
    fn from(array: &Array<T, 2>) -> Self {
        let [height, width] = array.shape();
        Matrix { width, height, values: array.to_vec() }
    }
}
