//! Counts the bytes that values take together as the fields of a struct.

use crate::core::ScalarType;

/// The size of a struct with fields of these types, in their order; that of an empty struct is 1.
pub(crate) fn struct_bytes(types: &[ScalarType]) -> usize {
    let mut bytes = 0;
    for ty in types {
        bytes = usize::next_multiple_of(bytes, ty.bytes()) + ty.bytes();
    }
    let alignment = types.iter().map(|ty| ty.bytes()).max();
    bytes.next_multiple_of(alignment.unwrap_or(1)).max(1)
}
