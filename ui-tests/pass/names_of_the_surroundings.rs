//! A block does not see the names of the Rust around it, whatever these are: every name that the
//! expansion uses is a constant, a static, a type, a struct, a function, a module and a macro here.
//! (`tests/surroundings.rs` holds the list against the expansion.)

#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, unused_macros)]
// Clippy has its own wishes about such names.
#![allow(clippy::all)]
// As Rust, which warns of a field whose type fewer see.
#![allow(private_interfaces)]

macro_rules! blocks {
    () => {
        ::accel::accel! {
            struct Hidden { weight: f64, kind: u8 }
            pub struct Shown { pub place: (f64, f32), pub(super) hidden: Hidden, flag: bool }
            pub type Real = f64;
            pub const LIMIT: usize = 3;
            const TABLE: [i64; 2] = [1, 2];
            pub const ORIGIN: Shown =
                Shown { place: (0.0, 0.0), hidden: Hidden { weight: 0.5, kind: 2 }, flag: true };

            pub fn weights(all: &[Shown; n], limits: [(f64, [bool])], more: &[[Shown]]) -> ([Shown], [[Real]], f64) {
                let changed = all.map(|one| Shown { flag: !one.flag, ..one });
                let rows = more.map(|row| row.filter(|one| one.flag).map(|one| one.hidden.weight));
                (changed, rows, limits.map(|l| l.0 * l.1.count(|b| b) as f64).sum() + LIMIT as f64)
            }
            pub fn sorted(xss: &[[i64]], SITES: usize) -> ([[i64]], [i64], usize) {
                let PLAN = xss.map(|xs| xs.sort());
                (PLAN, xss.map(|xs| quick(xs.clone()).sum()).scan(0, |a, b| a + b), SITES)
            }
            fn quick(xs: [i64]) -> [i64] {
                if xs.len() < 2 { xs } else {
                    let p = xs[0];
                    concat(quick(xs.filter(|x| x < p)), [p], quick(xs[1..].filter(|x| x >= p)))
                }
            }
            pub fn matrices(m: &[[f32; k]; n], zs: [i64; n]) -> ([[f32; k]; n], [i64; n], [f32; n]) {
                let total = m.map(|row| row.stencil(Clamp, |at| at(-1) + at(1)));
                let Ok = zs[0];
                (total, zs.update(0, TABLE[1] / Ok), m.map(|row| row.max() + row.windows(2).map(|w| w.sum()).sum()))
            }
            pub fn histogram(is: &[u32], counts: [u32]) -> [u32] {
                counts.scatter_with(|a, b| a + b, is, is.map(|_| 1))
            }
        }
        pub mod generic {
            ::accel::accel! {
                <T: f32 | f64, I: u32 | i64>
                pub fn dot(xs: &[T], ys: &[T]) -> T { zip(xs, ys).map(|(x, y)| x * y).sum() }
                pub fn chosen(xs: &[T], is: [I]) -> [T] { is.map(|i| xs[i]) }
            }
        }
    };
}

macro_rules! names {
    ($($name:ident)*) => {
        mod constants { $(const $name: ::core::primitive::u8 = 77;)* blocks!(); }
        mod statics { $(static $name: ::core::primitive::u8 = 77;)* blocks!(); }
        mod types { $(type $name = ::core::primitive::u8;)* blocks!(); }
        mod structs { $(struct $name;)* blocks!(); }
        mod functions { $(fn $name() {})* blocks!(); }
        mod modules { $(mod $name {})* blocks!(); }
        mod macros { $(macro_rules! $name { () => { "no" }; })* blocks!(); }
    };
}

names! {
    Additions Append Argument Array Avoided Borrowed Buffer COLUMNS COMMUTATIVE Check ChosenF32I64_1
    ChosenF32U32_1 ChosenF64I64_1 ChosenF64U32_1 Clone Column0 Column1 Column2 Columns Combine
    Combines Compact Components Copy Debug DotF32_1 DotF64_1 Element Error Extents Filtered Filters
    Fn FnMut GUESSED HAS_INTERIOR Histogram1 I Index Input Instance Kernel LARGE Lane Map Matrices1
    Matrices2 Matrices3 Matrices4 Matrices5 Memory None NotZero Ok Option Owned OwnedArgument
    OwnedRaggedArgument PLAN PROVEN Parameter PartialEq Plan Product Proven Quick1 Quick2 Quick3
    RANK Ragged RaggedArgument Range Recursion Reduce Reduced Regular Regularity Result Row
    RowElement RowView Rows S SECTION_AXIS SECTION_CUTS Saved Scalar Scan Sealed SegmentWriter Site
    SliceFrom Slices Some Sorted1 Sorted2 Sorted2_Row Stored Sync T TILED Used Value View Views W
    Weights1 Weights2 Weights2_Row Weights3 Weights3_Row Work a a_1
    a_helper_of_the_block_make_it_pub_fn accel after all_1 all_2 all_3 all_4 all_5 all_6 allow
    always append at b b_1 b_2 before bool bound bytes called cfg_attr changed changed_1 changed_2
    changed_3 changed_4 clippy clone cmp column_0 column_1 column_2 columns columns_of_items combine
    compact components copies copy_of core cost count count_1 counts_1 counts_2 cpu cuda cuda_forms
    dead_code debug_assertions deeper deprecated derive descriptors device_mut device_view
    diagnostic divide doc end expect extents extents_agree f32 f64 file filter_writer finish flag
    fmt from_columns from_parts fused gather_bytes get groups hidden hold host i i32 i64 i_1 i_2 i_3
    i_4 i_5 i_6 i_7 identity index inline input input_of interior intermediates into_parts is_1 is_2
    item items k keep kernels kind l lane lane_1 lane_2 lane_of lanes len length length_1 limits_1
    limits_2 limits_3 limits_4 limits_5 limits_6 long long_row m_1 m_2 map marker max message more_1
    more_2 more_3 more_4 more_5 more_6 n n_1 n_10 n_2 n_3 n_4 n_5 n_6 n_7 n_8 n_9 name nearest
    nested new next non_camel_case_types non_snake_case non_upper_case_globals not not_zero note
    nursery of of_rank offsets offsets_1 offsets_2 ok on_cpu on_f32 on_f32_i64 on_f32_u32 on_f64
    on_f64_i64 on_f64_u32 on_unimplemented one one_1 one_2 one_3 one_4 one_5 one_6 ops overview p
    part pedantic place plan position prefetch_ahead primitive private_bounds private_interfaces
    proven put quick quick_in_lane quick_on_host ragged ragged_columns rank reborrow recursion
    reduce regularities result row row_1 rows run saturating_add saturating_mul saturating_sub
    scalar scan sealed section section_end segment_writer set set_row shape short site sites size
    slice slices sort start start_1 start_2 t t_1 t_10 t_11 t_11_lanes_1 t_12 t_13 t_13_lanes_1 t_14
    t_14_lanes_1 t_15 t_16 t_17 t_18 t_18_lanes_1 t_19 t_2 t_3 t_4 t_5 t_6 t_7 t_8 t_9 technical
    that tile total track_caller type_complexity u32 u8 unreachable_pub unused_assignments
    unused_imports unused_must_use unused_mut unused_parens unused_unit unused_variables used usize
    view views weight with_capacity work wrapping_add wrapping_sub x x_0 x_1 x_2 x_3 xs_1 xs_2 xs_3
    xs_4 xs_5 xss_1 xss_2 y ys_1 ys_2 zeros zs_1 zs_2
}

pub fn main() {
    use constants::{ORIGIN, weights};
    let given = vec![(2.0, vec![true, false, true])];
    let apart: (Vec<f64>, Vec<Vec<bool>>) = given.into_iter().unzip();
    let (all, rows, total) = weights(&[ORIGIN], apart, &[vec![ORIGIN, ORIGIN]]);
    assert_eq!((all.len(), total), (1, 7.0));
    assert_eq!(rows.to_vec(), [[0.5, 0.5]]);
    assert_eq!(types::sorted(&[vec![2, 1]], 5).1, [3]);
    assert_eq!(statics::matrices(&[[1.0, 2.0, 4.0]], vec![1]).1, [2]);
    assert_eq!(structs::histogram(&[0, 0], vec![0, 1]), [2, 1]);
    assert_eq!(functions::generic::dot(&[1.0, 2.0], &[3.0, 4.0]), 11.0);
    assert_eq!(macros::generic::chosen(&[1.0, 2.0], vec![1u32]), [2.0]);
}
