//! Conversions of arrays, by the standard library's traits.

use crate::array::Array;
use crate::element::{Element, Scalar};
use crate::error::{Error, ErrorKind};
use crate::failure::Failure;
use crate::memory::vector;
use crate::text::text;

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

impl<T: Element, const K: usize, const M: usize, const N: usize> From<[[[T; N]; M]; K]>
    for Array<T, 3>
{
    fn from(planes: [[[T; N]; M]; K]) -> Self {
        Array::from(planes.to_vec())
    }
}

impl<T: Element, const M: usize, const N: usize> From<Vec<[[T; N]; M]>> for Array<T, 3> {
    /// Scalars are not copied.
    fn from(planes: Vec<[[T; N]; M]>) -> Self {
        Array::from_vec([planes.len(), M, N], planes.into_flattened().into_flattened())
    }
}

impl<T: Element> From<Box<[T]>> for Array<T, 1> {
    /// Scalars are not copied.
    fn from(data: Box<[T]>) -> Self {
        Array::from(data.into_vec())
    }
}

impl<T: Element> From<Array<T, 1>> for Box<[T]> {
    fn from(array: Array<T, 1>) -> Self {
        array.into_vec().into_boxed_slice()
    }
}

impl<T: Element> TryFrom<Vec<Vec<T>>> for Array<T, 2> {
    type Error = Error;

    /// Copies the rows, which have one length.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::try_from(vec![vec![1, 2], vec![3, 4]])?;
    /// assert_eq!(m, [[1, 2], [3, 4]]);
    ///
    /// let error = Array::try_from(vec![vec![1, 2], vec![3]]).unwrap_err();
    /// assert_eq!(error.message(), "row 1 has length 1, those before it 2");
    /// # Ok::<(), accel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the lengths of the rows differ ([`ErrorKind::Size`]), or there is not enough memory
    /// ([`ErrorKind::OutOfMemory`]).
    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, Error> {
        of_rows(&rows)
    }
}

impl<T: Element> TryFrom<&[Vec<T>]> for Array<T, 2> {
    type Error = Error;

    /// Copies the rows, which have one length.
    ///
    /// # Errors
    /// As for `Vec<Vec<T>>`.
    fn try_from(rows: &[Vec<T>]) -> Result<Self, Error> {
        of_rows(rows)
    }
}

impl<T: Element> TryFrom<&[&[T]]> for Array<T, 2> {
    type Error = Error;

    /// Copies the rows, which have one length.
    ///
    /// # Errors
    /// As for `Vec<Vec<T>>`.
    fn try_from(rows: &[&[T]]) -> Result<Self, Error> {
        of_rows(rows)
    }
}

impl<T: Element> TryFrom<Vec<Vec<Vec<T>>>> for Array<T, 3> {
    type Error = Error;

    /// Copies the planes, which have as many rows each, of one length.
    ///
    /// ```
    /// # use accel::Array;
    /// let error = Array::try_from(vec![vec![vec![1], vec![2]], vec![vec![3]]]).unwrap_err();
    /// assert_eq!(error.message(), "plane 1 has 1 row(s), those before it 2");
    /// ```
    ///
    /// # Errors
    /// If the numbers of the rows of the planes, or the lengths of the rows differ ([`ErrorKind::Size`]), or
    /// there is not enough memory ([`ErrorKind::OutOfMemory`]).
    fn try_from(planes: Vec<Vec<Vec<T>>>) -> Result<Self, Error> {
        let rows = planes.first().map_or(0, Vec::len);
        let other = planes.iter().map(Vec::len).enumerate().find(|(_, other)| *other != rows);
        if let Some((plane, other)) = other {
            let message = text!("plane {plane} has {other} row(s), those before it {rows}");
            return Err(Error::new(ErrorKind::Size, message, None));
        }
        let all: Vec<&Vec<T>> = planes.iter().flatten().collect();
        let length = all.first().map_or(0, |row| row.len());
        let other = all.iter().map(|row| row.len()).enumerate().find(|(_, other)| *other != length);
        if let Some((row, other)) = other {
            let (plane, row) = (row / rows, row % rows);
            let message =
                text!("row {row} of plane {plane} has length {other}, those before it {length}");
            return Err(Error::new(ErrorKind::Size, message, None));
        }
        of_rows(&all)?.try_reshape([planes.len(), rows, length])
    }
}

/// A matrix of copies of rows.
///
/// # Errors
/// If their lengths differ, with the first that does, or there is not enough memory.
fn of_rows<T: Element>(rows: &[impl AsRef<[T]>]) -> Result<Array<T, 2>, Error> {
    let length = rows.first().map_or(0, |row| row.as_ref().len());
    for (number, row) in rows.iter().enumerate() {
        let other = row.as_ref().len();
        if other != length {
            let message = text!("row {number} has length {other}, those before it {length}");
            return Err(Error::new(ErrorKind::Size, message, None));
        }
    }
    let mut data = vector(0, rows.len() * length).map_err(Failure::for_memory_of("rows"))?;
    rows.iter().for_each(|row| data.extend_from_slice(row.as_ref()));
    Array::try_from_vec([rows.len(), length], data)
}

impl<T: Element, const N: usize> FromIterator<[T; N]> for Array<T, 2> {
    /// The items are the rows.
    fn from_iter<I: IntoIterator<Item = [T; N]>>(rows: I) -> Self {
        Array::from(rows.into_iter().collect::<Vec<_>>())
    }
}

impl<T: Element> Extend<T> for Array<T, 1> {
    /// Adds elements at the end. An array of products is put together anew for all of them.
    ///
    /// ```
    /// # use accel::Array;
    /// let mut xs = Array::from([1, 2]);
    /// xs.extend([3, 4]);
    /// xs.extend(&[5]);
    /// assert_eq!(xs, [1, 2, 3, 4, 5]);
    /// ```
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        // If the iterator panics, the array is as before.
        let added: Vec<T> = items.into_iter().collect();
        let mut data = std::mem::take(self).into_vec();
        data.extend_from_slice(&added);
        *self = Array::from(data);
    }
}

impl<'a, T: Element> Extend<&'a T> for Array<T, 1> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, items: I) {
        self.extend(items.into_iter().copied());
    }
}

impl<T: Scalar, const R: usize> AsRef<[T]> for Array<T, R> {
    /// The elements, in row-major order, as they lie in memory.
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Scalar, const R: usize> AsMut<[T]> for Array<T, R> {
    /// The elements, in row-major order, as they lie in memory, to change them.
    fn as_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
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

#[cfg(test)]
mod tests {
    use crate::{Array, ErrorKind};

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
    fn made_of_lists_of_lists() {
        assert_eq!(Array::from([[[1, 2]], [[3, 4]]]).shape(), [2, 1, 2]);
        assert_eq!(Array::from(vec![1, 2].into_boxed_slice()), [1, 2]);
        assert_eq!(Array::from_iter([[1, 2], [3, 4]]), [[1, 2], [3, 4]]);
        assert_eq!(Array::try_from(&[vec![(1, true)]][..]).unwrap().get([0, 0]), Some((1, true)));
        assert_eq!(Array::try_from(&[&[1, 2][..], &[3, 4]][..]).unwrap(), [[1, 2], [3, 4]]);
        assert_eq!(Array::<u8, 2>::try_from(Vec::<Vec<u8>>::new()).unwrap().shape(), [0, 0]);
        let cube = Array::try_from(vec![vec![vec![1], vec![2]], vec![vec![3], vec![4]]]).unwrap();
        assert_eq!(cube, [[[1], [2]], [[3], [4]]]);
        assert_eq!(Array::try_from(vec![Vec::<Vec<u8>>::new(); 2]).unwrap().shape(), [2, 0, 0]);
    }

    #[test]
    fn rows_that_differ_are_errors() {
        let error = Array::try_from(vec![vec![1, 2], vec![3, 4], vec![5, 6, 7]]).unwrap_err();
        assert_eq!(
            (error.kind(), error.message()),
            (ErrorKind::Size, "row 2 has length 3, those before it 2")
        );
        let planes = vec![vec![vec![1], vec![2]], vec![vec![3], vec![4, 5]]];
        let error = Array::try_from(planes).unwrap_err();
        assert_eq!(error.message(), "row 1 of plane 1 has length 2, those before it 1");
    }

    #[test]
    fn extended() {
        let mut pairs = Array::from([(1, true)]);
        pairs.extend([(2, false)]);
        assert_eq!(pairs, [(1, true), (2, false)]);
        let mut xs = Array::from([1, 2]);
        let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            xs.extend((3..5).map(|x| if x < 4 { x } else { panic!("no more") }));
        }));
        assert!(panics.is_err());
        assert_eq!(xs, [1, 2]);
    }

    #[test]
    fn slices_of_matrices() {
        let mut m = Array::from([[1, 2], [3, 4]]);
        m.as_mut().reverse();
        let slice: &[i32] = m.as_ref();
        assert_eq!(slice, [4, 3, 2, 1]);
        assert_eq!(Box::<[i32]>::from(Array::from([1, 2])).as_ref(), [1, 2]);
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
}
