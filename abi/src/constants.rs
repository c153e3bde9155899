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
    /// How many threads a block has.
    THREADS: usize = 256;
    /// How many threads a warp has.
    WARP: usize = 32;

    /// The word of a call says that a check has failed.
    CHECK_FAILED: u32 = 1;
    /// The word of a call says that a lane has reached the end of the heap.
    HEAP_TOO_SMALL: u32 = 2;
    /// How many bytes the word of a call has, with the heap of its kernel.
    FAILURE_BYTES: usize = 32;

    /// How many threads lie side by side in a tile of a nest, and how many such rows of threads it has.
    THREADS_ALONG_TILE: usize = 16;
    /// How many lanes a square has along each edge, where blocks transpose or stage what lanes read.
    SQUARE: usize = 32;

    /// How many elements a part of a postponed lane has at least, if there are several.
    LENGTH_OF_PART: usize = 1 << 13;
    /// How many parts a postponed lane has at most.
    PARTS_OF_LANE: usize = 1 << 10;
    /// How many bytes the list of postponed lanes has for each part.
    PART_BYTES: usize = 16;
    /// How many bytes the description of that list has, which kernels get.
    POSTPONED_BYTES: usize = 32;

    /// The place of what lanes combine nowhere.
    NOWHERE: u32 = u32::MAX;

    /// How many values a digit of sorted keys has.
    DIGIT_VALUES: usize = 256;
    /// How many values of a digit a block sums up the counts of.
    DIGIT_VALUES_OF_BLOCK: usize = 8;
    /// How many keys a thread moves at a time.
    KEYS_OF_THREAD: usize = 8;
}

/// How many keys a block moves at a time.
pub const KEYS_OF_TILE: usize = KEYS_OF_THREAD * THREADS;

/// How many bytes the chain has by which tiles hand on what comes before them, with values of so many bytes
/// each at most: a count, and a word and two values for each tile.
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
