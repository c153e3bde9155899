//! Arrays as text: nested lists, of long arrays the beginning and the end of each dimension.

use std::fmt;

use crate::array::Array;
use crate::buffer::known_count;
use crate::element::Element;

/// The number of elements of a long dimension that are shown at either end.
const SHOWN: usize = 8;
/// The largest number of elements of an array that is shown whole.
const WHOLE: usize = 500;

impl<T: Element, const R: usize> fmt::Debug for Array<T, R> {
    /// Nested lists; of long arrays, the beginning and the end of each dimension.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        show(&self.shape, &|position, f| fmt::Debug::fmt(&T::get(self.views(), position), f), f)
    }
}

impl<T: Element + fmt::Display, const R: usize> fmt::Display for Array<T, R> {
    /// Nested lists; of long arrays, the beginning and the end of each dimension. The width and the precision
    /// are those of each element.
    ///
    /// ```
    /// # use accel::Array;
    /// let m = Array::from([[1.0, 2.5], [3.25, 4.0]]);
    /// assert_eq!(format!("{m}"), "[[1, 2.5],\n [3.25, 4]]");
    /// assert_eq!(format!("{m:5.2}"), "[[ 1.00,  2.50],\n [ 3.25,  4.00]]");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        show(&self.shape, &|position, f| fmt::Display::fmt(&T::get(self.views(), position), f), f)
    }
}

/// Writes an element, given its position.
type Write<'w> = &'w dyn Fn(usize, &mut fmt::Formatter) -> fmt::Result;

/// Shows an array of this shape.
pub(super) fn show(shape: &[usize], write: Write, f: &mut fmt::Formatter) -> fmt::Result {
    let whole = known_count(shape).is_some_and(|count| count <= WHOLE);
    Lists { write, whole }.show(shape, 0, 0, f)
}

/// The nested lists of an array.
struct Lists<'w> {
    write: Write<'w>,
    /// True if the array is shown whole.
    whole: bool,
}

impl Lists<'_> {
    /// Shows a part of the array: its shape, its first position, and how many lists are around it.
    fn show(
        &self,
        shape: &[usize],
        position: usize,
        depth: usize,
        f: &mut fmt::Formatter,
    ) -> fmt::Result {
        let Some((extent, rest)) = shape.split_first() else {
            return (self.write)(position, f);
        };
        let size = rest.iter().fold(1, |size: usize, extent| size.saturating_mul(*extent));
        let separate = |f: &mut fmt::Formatter| {
            if rest.is_empty() {
                return f.write_str(", ");
            }
            write!(f, ",{}{}", "\n".repeat(rest.len()), " ".repeat(depth + 1))
        };
        f.write_str("[")?;
        // Rows without elements may be as many as there are numbers.
        let skip = *extent > 2 * SHOWN && (!self.whole || *extent > WHOLE);
        let skipped = if skip { SHOWN..*extent - SHOWN } else { *extent..*extent };
        for index in (0..skipped.start).chain(skipped.end..*extent) {
            if skip && index == skipped.end {
                separate(f)?;
                f.write_str("...")?;
            }
            if index > 0 {
                separate(f)?;
            }
            self.show(rest, position + index * size, depth + 1, f)?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use crate::Array;

    #[test]
    fn elements_as_they_show_themselves() {
        assert_eq!(Array::from([1, 2]).to_string(), "[1, 2]");
        assert_eq!(format!("{:?}", Array::from([1.0, 2.0])), "[1.0, 2.0]");
        assert_eq!(
            format!("{:>3}", Array::from([[1, 20], [300, 4]])),
            "[[  1,  20],\n [300,   4]]"
        );
        assert_eq!(Array::<f32, 2>::zeros([2, 0]).to_string(), "[[],\n []]");
        assert_eq!(Array::full([], true).to_string(), "true");
    }

    #[test]
    fn long_arrays_are_shortened() {
        let text = Array::from_iter(0..10_000).to_string();
        assert_eq!(
            text,
            "[0, 1, 2, 3, 4, 5, 6, 7, ..., 9992, 9993, 9994, 9995, 9996, 9997, 9998, 9999]"
        );
        let text = Array::<u8, 2>::zeros([1000, 1000]).to_string();
        assert_eq!(text.lines().count(), 17);
        assert_eq!(text.matches("...").count(), 17);
    }
}
