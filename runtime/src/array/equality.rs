//! Comparisons of arrays, with each other and with lists, and their hashes.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::array::Array;
use crate::element::Element;

impl<T: Element, const R: usize> PartialEq for Array<T, R> {
    /// Returns true if the shapes are the same, and all elements.
    fn eq(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.iter().eq(other.iter())
    }
}

impl<T: Element + Eq, const R: usize> Eq for Array<T, R> {}

impl<T: Element + PartialOrd, const R: usize> PartialOrd for Array<T, R> {
    /// By the elements in row-major order, as slices are compared; if these are the same, by the shapes.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.iter().partial_cmp(other.iter()) {
            Some(Ordering::Equal) => Some(self.shape().cmp(&other.shape())),
            ordering => ordering,
        }
    }
}

impl<T: Element + Ord, const R: usize> Ord for Array<T, R> {
    /// By the elements in row-major order, as slices are compared; if these are the same, by the shapes.
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter()).then_with(|| self.shape().cmp(&other.shape()))
    }
}

impl<T: Element + Hash, const R: usize> Hash for Array<T, R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape().hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<T: Element> PartialEq<[T]> for Array<T, 1> {
    fn eq(&self, other: &[T]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<T: Element, X: AsRef<[T]>> PartialEq<[X]> for Array<T, 2> {
    /// Returns true if there are as many rows, which have the same elements.
    fn eq(&self, rows: &[X]) -> bool {
        let [count, length] = self.shape();
        let mut elements = self.iter();
        rows.len() == count
            && rows.iter().map(AsRef::as_ref).all(|row| {
                row.len() == length && row.iter().copied().eq(elements.by_ref().take(length))
            })
    }
}

impl<T: Element, const M: usize, const N: usize> PartialEq<[[[T; N]; M]]> for Array<T, 3> {
    fn eq(&self, planes: &[[[T; N]; M]]) -> bool {
        let [count, rows, columns] = self.shape();
        let elements = planes.as_flattened().as_flattened();
        // Without planes, the sizes of the others do not matter, as there is no plane to compare.
        planes.len() == count
            && (count == 0 || (rows == M && columns == N))
            && self.iter().eq(elements.iter().copied())
    }
}

impl<T: Element> PartialEq<[Vec<Vec<T>>]> for Array<T, 3> {
    fn eq(&self, planes: &[Vec<Vec<T>>]) -> bool {
        let [count, rows, columns] = self.shape();
        let mut elements = self.iter();
        planes.len() == count
            && planes.iter().all(|plane| {
                plane.len() == rows
                    && plane.iter().all(|row| {
                        row.len() == columns
                            && row.iter().copied().eq(elements.by_ref().take(columns))
                    })
            })
    }
}

/// Equality with types that deref to a slice, on either side.
macro_rules! with_slices {
    ($($rank:literal [$($parameters:tt)*] $list:ty;)*) => { $(
        impl<T: Element, $($parameters)*> PartialEq<$list> for Array<T, $rank> {
            fn eq(&self, other: &$list) -> bool {
                *self == other[..]
            }
        }

        impl<T: Element, $($parameters)*> PartialEq<Array<T, $rank>> for $list {
            fn eq(&self, other: &Array<T, $rank>) -> bool {
                *other == self[..]
            }
        }
    )* };
}

with_slices! {
    1 [] &[T];
    1 [] Vec<T>;
    1 [const N: usize] [T; N];
    1 [const N: usize] &[T; N];
    2 [X: AsRef<[T]>] &[X];
    2 [X: AsRef<[T]>] Vec<X>;
    2 [X: AsRef<[T]>, const N: usize] [X; N];
    2 [X: AsRef<[T]>, const N: usize] &[X; N];
    3 [const M: usize, const N: usize] &[[[T; N]; M]];
    3 [const M: usize, const N: usize] Vec<[[T; N]; M]>;
    3 [const M: usize, const N: usize, const K: usize] [[[T; N]; M]; K];
    3 [] &[Vec<Vec<T>>];
    3 [] Vec<Vec<Vec<T>>>;
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use crate::Array;

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
    fn equal_to_nested_lists() {
        let m = Array::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!(m, [[1, 2, 3], [4, 5, 6]]);
        assert_eq!([[1, 2, 3], [4, 5, 6]], m);
        assert_eq!(m, vec![vec![1, 2, 3], vec![4, 5, 6]]);
        assert_eq!(vec![[1, 2, 3], [4, 5, 6]], m);
        assert_eq!(m, [vec![1, 2, 3], vec![4, 5, 6]]);
        assert_eq!(m, &[&[1, 2, 3][..], &[4, 5, 6]]);
        assert_ne!(m, [[1, 2, 3], [4, 5, 7]]);
        assert_ne!(m, [[1, 2, 3]]);
        assert_ne!(m, [[1, 2], [3, 4]]);
        assert_ne!(m, [vec![1, 2, 3, 4], vec![5, 6]]);
        assert_ne!(m, [vec![1, 2, 3], vec![]]);
        assert_eq!(Array::from([[(1, true)]]), [[(1, true)]]);
        assert_eq!(Array::<u8, 2>::from_vec([2, 0], vec![]), [[], []]);
    }

    #[test]
    fn equal_to_lists_of_planes() {
        let cube = Array::from_vec([2, 1, 2], vec![1, 2, 3, 4]);
        assert_eq!(cube, [[[1, 2]], [[3, 4]]]);
        assert_eq!(vec![[[1, 2]], [[3, 4]]], cube);
        assert_eq!(cube, vec![vec![vec![1, 2]], vec![vec![3, 4]]]);
        assert_ne!(cube, [[[1], [2]], [[3], [4]]]);
        assert_ne!(cube, vec![vec![vec![1, 2]], vec![vec![3], vec![4]]]);
        assert_ne!(cube, [[[1, 2]]]);
    }

    #[test]
    // The place of an array on a device changes, not its elements.
    #[allow(clippy::mutable_key_type)]
    fn ordered_and_hashed() {
        let arrays = [Array::from([2, 1]), Array::from([1, 2]), Array::from([1])];
        let ordered: BTreeSet<_> = arrays.iter().cloned().collect();
        assert_eq!(
            ordered.into_iter().map(Vec::from).collect::<Vec<_>>(),
            [vec![1], vec![1, 2], vec![2, 1]]
        );
        let mut seen: HashSet<_> = arrays.into_iter().collect();
        assert!(!seen.insert(Array::from([1])) && seen.insert(Array::from([3])));
        let (wide, high) = (Array::from([[1, 2]]), Array::from([[1], [2]]));
        assert!(wide < high && wide != high);
        assert_eq!(Array::from([f64::NAN]).partial_cmp(&Array::from([1.0])), None);
    }
}
