//! Names in C++: how they are made legal, and the words that they keep clear of.

use std::borrow::Cow;

use crate::emit::names::Words;

/// The beginnings of the names that the device header declares and of C++'s words that Rust does not have: a
/// name equal to one of these gets a number.
const TAKEN: &str = "
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const constexpr continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true
    try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 accel accel_abi at failure failed kernel lane value map reduce
    reduce_partials partial combine commutative fail has_failed from_heap grown check_failed heap_too_small cast divide clamp nearest
    wrapped mirrored inside less signum isqrt ilog2 ilog10 main count partials lanes_of_block overflows
    properties saturated results assert errno stdin stdout stderr library linux unix left right own both
    read read_if load loaded loads lane_of sound in_a_word look exact exact_before ordered_before unroll_factor defers some_elements
    alone block team each each_sound each_until elements_of_stretch length_of_stretch is_below nothing exists until_decided decided which found
    lanes_between_questions elements_between_questions can_be_decided is_decided map_by_teams from_thread together operation element
    scan_state before after with continued initial first below from_below chain chain_in claimed publish before_tile
    scan reduces warp part_of_warp members
    counting compact kept keeps keep holds groups group to offsets_of
    put claim claim_place has_claimed combine_at bits_of set_bits lengths lengths_of offsets
    digit combine_in_bins with_bins clear_bin take_bin share map_by_shares map_postponed has_done_last postponing postponed_lanes postponed part_of_lane early late carried sum_up scan_row scan_part up_to_thread precomputed_rows row_values rows rows_of map_transposed transposed_value load_transposed map_stencil window
    load_window window_row window_column reach_down reach_across center base by tiled from_row from_column accumulated row_along_length column_along_length count_of_rows
    count_of_columns count_of_elements number_of load_row load_column take_in begin give
    nowhere name_places place places take order combine_runs combine_in_order combine_ends
    values_of_digit value_of sum_below count_values sum_counts move_keys permute_rows";

/// The words of C++.
pub(super) struct Cpp;

/// The names of the variables of a kernel.
pub(super) type Names = crate::emit::names::Names<Cpp>;

impl Words for Cpp {
    type Name = String;

    /// Names may be raw, and of any script.
    fn legal(wanted: &str) -> Cow<'_, str> {
        let wanted = wanted.trim_start_matches("r#");
        let plain = wanted.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        Cow::Borrowed(if plain && !wanted.contains("__") { wanted } else { "v" })
    }

    /// Headers define macros in capitals, such as `NAN`.
    fn is_reserved(name: &str) -> bool {
        let capitals = !name.contains(|c: char| c.is_ascii_lowercase());
        capitals || TAKEN.split_whitespace().any(|word| word == name)
    }

    fn name(text: &str) -> String {
        text.to_string()
    }
}
