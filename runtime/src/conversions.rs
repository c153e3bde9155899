//! Conversions and comparisons of arrays, by the standard library's traits.

use crate::array::Array;
use crate::element::{Element, Scalar};

impl<T: Element> From<Vec<T>> for Array<T, 1> {
    /// Scalars are not copied.
    fn from(data: Vec<T>) -> Self {
        Array::from_vec([data.len()], data)
    }
}

impl<T: Element> From<&[T]> for Array<T, 1> {
    /// Copies the elements.
    fn from(data: &[T]) -> Self {
        Array::from(data.to_vec())
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Array<T, 1> {
    fn from(data: [T; N]) -> Self {
        Array::from(data.to_vec())
    }
}

impl<T: Element, const N: usize> From<Vec<[T; N]>> for Array<T, 2> {
    /// Scalars are not copied.
    fn from(rows: Vec<[T; N]>) -> Self {
        Array::from_vec([rows.len(), N], rows.into_flattened())
    }
}

impl<T: Element, const M: usize, const N: usize> From<[[T; N]; M]> for Array<T, 2> {
    fn from(rows: [[T; N]; M]) -> Self {
        Array::from(rows.to_vec())
    }
}

impl<T: Element> FromIterator<T> for Array<T, 1> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Array::from(items.into_iter().collect::<Vec<T>>())
    }
}

impl<T: Element, const R: usize> From<Array<T, R>> for Vec<T> {
    /// The elements, in row-major order; scalars are not copied.
    fn from(array: Array<T, R>) -> Self {
        array.into_vec()
    }
}

impl<T: Element, const R: usize> Default for Array<T, R> {
    /// No elements: all sizes are zero.
    fn default() -> Self {
        Array::from_vec([0; R], Vec::new())
    }
}

impl<T: Element> IntoIterator for Array<T, 1> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a, T: Scalar> IntoIterator for &'a mut Array<T, 1> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: Element, const R: usize> PartialEq for Array<T, R> {
    fn eq(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.iter().eq(other.iter())
    }
}

impl<T: Element + Eq, const R: usize> Eq for Array<T, R> {}

impl<T: Element> PartialEq<[T]> for Array<T, 1> {
    fn eq(&self, other: &[T]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

/// Equality with types that deref to a slice, on either side.
macro_rules! with_slices {
    ($($(const $n:ident)? $list:ty;)*) => { $(
        impl<T: Element, $(const $n: usize)?> PartialEq<$list> for Array<T, 1> {
            fn eq(&self, other: &$list) -> bool {
                *self == other[..]
            }
        }

        impl<T: Element, $(const $n: usize)?> PartialEq<Array<T, 1>> for $list {
            fn eq(&self, other: &Array<T, 1>) -> bool {
                *other == self[..]
            }
        }
    )* };
}

with_slices! {
    &[T];
    Vec<T>;
    const N [T; N];
    const N &[T; N];
}

#[cfg(test)]
mod tests {
    use crate::Array;

    #[test]
    fn made_of_lists() {
        let xs = [3, 1, 2];
        assert_eq!(Array::from(xs), Array::from(vec![3, 1, 2]));
        assert_eq!(Array::from(&xs[1..]), [1, 2]);
        assert_eq!(Array::from([(1, 2.0)]).get(0), Some((1, 2.0)));
        let matrix = Array::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!((matrix.shape(), matrix.as_slice()), ([2, 3], &[1, 2, 3, 4, 5, 6][..]));
        assert_eq!(Array::from(vec![[1u8; 2]; 3]).shape(), [3, 2]);
        assert_eq!(Array::from([[0.5; 0]; 3]).shape(), [3, 0]);
        assert_eq!(Array::<f32, 3>::default().shape(), [0, 0, 0]);
        let collected: Array<usize, 1> = (0..3).collect();
        assert_eq!(collected, [0, 1, 2]);
    }

    #[test]
    fn turned_into_lists() {
        assert_eq!(Vec::from(Array::from([[1, 2], [3, 4]])), [1, 2, 3, 4]);
        let mut pairs = Vec::new();
        for pair in Array::from([(1, b'a'), (2, b'b')]) {
            pairs.push(pair);
        }
        assert_eq!(pairs, [(1, b'a'), (2, b'b')]);
        let mut sum = 0.0;
        for x in &Array::from([1.5, 2.5]) {
            sum += x;
        }
        assert_eq!(sum, 4.0);
    }

    #[test]
    fn equal_to_lists_on_either_side() {
        let xs = Array::from([1, 2]);
        assert_eq!(vec![1, 2], xs);
        assert_eq!([1, 2], xs);
        assert_eq!(&[1, 2][..], xs);
        assert_eq!(xs, &[1, 2]);
        assert_ne!(xs, vec![1]);
        assert_ne!(xs, [1, 3]);
        assert_eq!(Array::from([(1, true)]), [(1, true)]);
        // No longer the same shape.
        assert_ne!(Array::from([[1, 2]]), Array::from([[1], [2]]));
    }

    #[test]
    fn rows_of_matrices() {
        let matrix = Array::from([[1, 2], [3, 4], [5, 6]]);
        assert_eq!(matrix.rows().map(|row| row[0]).collect::<Vec<_>>(), [1, 3, 5]);
        let pairs = Array::from([[(1, 2.0), (3, 4.0)]]);
        assert_eq!(pairs.row(0).get(1), Some((3, 4.0)));
        assert_eq!(Array::<i32, 2>::from_vec([2, 0], vec![]).rows().len(), 2);
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
    fn a_row_that_there_is_not() {
        let _row = Array::from([[1], [2]]).row(2);
    }
}
