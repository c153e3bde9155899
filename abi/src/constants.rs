//! The numbers that kernels and launches share. The CUDA C++ of kernels has the same constants under the same
//! names, in lower case, in a namespace of their own, so none is written down twice.

use std::fmt::Write;

/// Declares constants, and lists them with their types and values for the device header.
macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $name:ident: $ty:ident = $value:expr;)*) => {
        $($(#[doc = $doc])+ pub const $name: $ty = $value;)*

        const ALL: &[(&str, &str, &[&str], u64)] =
            &[$((stringify!($name), stringify!($ty), &[$($doc),+], $name as u64)),*];
    };
}

constants! {
    /// The number of threads of a block.
    THREADS: usize = 256;
    /// The number of threads of a warp.
    WARP: usize = 32;

    /// The word of a call says that a check has failed.
    CHECK_FAILED: u32 = 1;
    /// The word of a call says that a lane has reached the end of the heap.
    HEAP_TOO_SMALL: u32 = 2;
    /// The bytes of the word of a call, with the heap of its kernel.
    FAILURE_BYTES: usize = 32;

    /// The number of threads that lie side by side in a tile of a nest, and that of such rows of threads.
    THREADS_ALONG_TILE: usize = 16;
    /// The number of lanes along each edge of a square, by which blocks transpose or stage the elements that
    /// lanes read.
    SQUARE: usize = 32;

    /// The least number of elements of a part of a postponed lane, if there are several.
    LENGTH_OF_PART: usize = 1 << 13;
    /// The largest number of parts of a postponed lane.
    PARTS_OF_LANE: usize = 1 << 10;
    /// The bytes of the list of postponed lanes for each part.
    PART_BYTES: usize = 16;
    /// The bytes of the description of that list, which kernels get.
    POSTPONED_BYTES: usize = 32;

    /// The place of values that lanes combine nowhere.
    NOWHERE: u32 = u32::MAX;

    /// The number of values of a digit of sorted keys.
    DIGIT_VALUES: usize = 256;
    /// The number of values of a digit whose counts a block sums up.
    DIGIT_VALUES_OF_BLOCK: usize = 8;
    /// The number of keys that a thread moves at a time.
    KEYS_OF_THREAD: usize = 8;
}

/// The number of keys that a block moves at a time.
pub const KEYS_OF_TILE: usize = KEYS_OF_THREAD * THREADS;

/// Returns the bytes of the chain by which tiles hand on the combination of the lanes before them, with
/// values of so many bytes each at most: a count, and a word and two values for each tile.
///
/// ```
/// assert_eq!(accel_abi::constants::chain_bytes(3, 8), 24 + 2 * 3 * 8);
/// ```
pub const fn chain_bytes(tiles: usize, bytes_of_value: usize) -> usize {
    (8 + 4 * tiles).next_multiple_of(8) + 2 * tiles * bytes_of_value
}

/// The constants as CUDA C++ declares them, where `u32` and `usize` are types.
///
/// ```
/// let header = accel_abi::constants::device_header();
/// assert!(header.contains("constexpr u32 heap_too_small = 2u;"));
/// ```
pub fn device_header() -> String {
    let mut text = String::from(
        "// What kernels share with the host, from the constants of the crate `accel-abi`.\n\
         namespace accel_abi {\n",
    );
    for (name, ty, doc, value) in ALL {
        doc.iter().for_each(|line| text.push_str(&format!("    //{line}\n")));
        let _ = writeln!(text, "    constexpr {ty} {} = {value}u;", name.to_ascii_lowercase());
    }
    text.push_str("}\n");
    text
}
