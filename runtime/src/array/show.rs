//! Arrays as text: nested lists, of long arrays the beginning and the end of each dimension.

use std::fmt;

use crate::array::Array;
use crate::element::Element;

/// The number of elements of a long dimension that `Debug` shows at either end.
const SHOWN: usize = 8;
/// The largest number of elements of an array that is shown whole.
const WHOLE: usize = 500;

impl<T: Element, const R: usize> fmt::Debug for Array<T, R> {
    /// Nested lists; of long arrays, the beginning and the end of each dimension.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let whole = self.size() <= WHOLE;
        show::<T>(self.views(), &self.shape, 0, 0, whole, f)
    }
}

fn show<T: Element>(
    views: T::Views<'_>,
    shape: &[usize],
    position: usize,
    depth: usize,
    whole: bool,
    f: &mut fmt::Formatter,
) -> fmt::Result {
    let Some((extent, rest)) = shape.split_first() else {
        return fmt::Debug::fmt(&T::get(views, position), f);
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
    let skip = *extent > 2 * SHOWN && (!whole || *extent > WHOLE);
    let skipped = if skip { SHOWN..*extent - SHOWN } else { *extent..*extent };
    for index in (0..skipped.start).chain(skipped.end..*extent) {
        if skip && index == skipped.end {
            separate(f)?;
            f.write_str("...")?;
        }
        if index > 0 {
            separate(f)?;
        }
        show::<T>(views, rest, position + index * size, depth + 1, whole, f)?;
    }
    f.write_str("]")
}
