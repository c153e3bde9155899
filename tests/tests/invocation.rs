//! Blocks and modules, items in any order, visibility and attributes, and generics by listing
//! instances.

#![allow(missing_docs)]

use accel::accel;

mod block {
    use accel::accel;

    accel! {
        /// Adds up the results of the helper, which stands below, for the elements.
        #[must_use]
        pub fn shifted_sum(xs: &[f64]) -> f64 { xs.map(shift).sum() }
        pub(crate) fn count_of_points(ps: &Points) -> usize { ps.len() }
        type Points = [Point];
        fn shift(x: f64) -> f64 { x + OFFSET }
        pub const OFFSET: f64 = 0.5;
        pub struct Point { pub x: f64, pub y: f64 }
    }
}

#[accel::module]
mod module {
    /// The same as [`crate::block::shifted_sum`].
    #[must_use]
    pub fn shifted_sum(xs: &[f64]) -> f64 {
        xs.map(shift).sum()
    }
    fn shift(x: f64) -> f64 {
        x + OFFSET
    }
    pub const OFFSET: f64 = 0.5;
    pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 {
        zip(xs, ys).map(|(x, y)| x * y).sum()
    }
}

#[accel::module(<T: f32 | f64, I: u32 | u64>)]
mod for_several_types {
    pub fn chosen(xs: &[T], is: &[I]) -> T {
        is.map(|i| xs[i]).sum()
    }
    pub fn half(x: f64) -> f64 {
        x / 2.0
    }
}

#[test]
fn modules_have_instances() {
    assert_eq!(for_several_types::chosen(&[1.5f32, 2.0], &[1u64, 1]), 4.0);
    assert_eq!(for_several_types::chosen(&[1.5f64, 2.0], &[0u32]), for_several_types::half(3.0));
}

#[test]
fn both_forms_give_the_same() {
    assert_eq!(block::shifted_sum(&[1.0, 2.0]), 4.0);
    assert_eq!(module::shifted_sum(&[1.0, 2.0]), 4.0);
    // Values without a name are told by their places, which differ.
    let lines = |plan: &accel::Plan| -> Vec<String> {
        let text = format!("{plan:#}");
        text.lines().filter(|line| !line.starts_with("value of ")).map(str::to_owned).collect()
    };
    assert_eq!(lines(block::shifted_sum::plan()), lines(module::shifted_sum::plan()));
    assert_eq!(module::dot(&[1.0, 2.0], &[3.0, 4.0]), 11.0);
}

#[test]
fn constants_and_structs_are_rust_items() {
    assert_eq!(block::OFFSET + module::OFFSET, 1.0);
    let point = block::Point { x: 1.0, y: 2.0 };
    let copy = point;
    assert_eq!(point, copy);
    assert_eq!(format!("{point:?}"), "Point { x: 1.0, y: 2.0 }");
    assert_eq!(block::count_of_points(&[point, copy]), 2);
}

mod derived {
    use accel::accel;

    accel! {
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
        #[repr(C)]
        pub struct Price { pub cents: i64 }
        pub fn total(prices: &[Price]) -> Price { Price { cents: prices.map(|p| p.cents).sum() } }
    }
}

#[test]
fn attributes_of_structs_pass_through() {
    let prices = [derived::Price { cents: 5 }, derived::Price::default()];
    assert!(prices[1] < prices[0]);
    assert_eq!(derived::total(&prices).cents, 5);
}

accel! {
    <T: f32 | f64, I: u32 | u64>
    pub fn dot(xs: &[T; n], ys: &[T; n]) -> T { zip(xs, ys).map(|(x, y)| x * y).sum() }
    pub fn mean(xs: &[T]) -> T { xs.sum() / xs.len() as T }
    pub fn picked(xs: &[T], is: &[I]) -> [T] { xs.gather(is).map(half) }
    pub fn low_bits(xs: &[I]) -> [I] { xs.map(|x| x & 7) }
    pub fn ordinary(xs: &[i32]) -> i32 { xs.sum() }
    fn half(x: T) -> T { x / 2.0 }
}

/// Generic over the instances, like the function itself.
fn doubled_mean(small: &[f32], large: &[f64]) -> (f32, f64) {
    (mean(small) * 2.0, mean(large) * 2.0)
}

#[test]
fn each_listed_instance_is_compiled() {
    assert_eq!(dot(&[1.0f32, 2.0], &[3.0, 4.0]), 11.0f32);
    assert_eq!(dot(&[1.0f64, 2.0], &[3.0, 4.0]), 11.0f64);
    assert_eq!(doubled_mean(&[1.0, 2.0], &[3.0, 4.0]), (3.0, 7.0));
    assert_eq!(picked(&[1.0f32, 3.0], &[1u32, 0]), [1.5, 0.5]);
    assert_eq!(picked(&[1.0f64, 3.0], &[1u64, 1]), [1.5, 1.5]);
    assert_eq!(low_bits(&[9u64]), [1]);
    assert_eq!(low_bits(&[15u32]), [7]);
    assert_eq!(ordinary(&[1, 2]), 3);
}

#[test]
fn failures_of_instances_are_reported_too() {
    let error = try_dot(&[1.0f32], &[1.0, 2.0]).unwrap_err();
    assert_eq!(error.kind(), accel::ErrorKind::Size);
    assert!(try_picked(&[1.0f64], &[1u32]).is_err());
}

mod many {
    use accel::accel;

    accel! {
        <T: i8 | i16 | i32 | i64 | u8 | u16 | u32 | u64 | isize | usize>
        pub fn prefix_sums(xs: &[T]) -> [T] { xs.scan(0, |a, b| a + b) }
    }
}

#[test]
fn ten_instances() {
    assert_eq!(many::prefix_sums(&[100u8, 100, 100]), [100, 200, 44]);
    assert_eq!(many::prefix_sums(&[100i8, 100]), [100, -56]);
    assert_eq!(many::prefix_sums(&[100isize, 100]), [100, 200]);
}

#[test]
#[should_panic(expected = "index out of bounds in `gather`: the length is 1 but the index is 3")]
fn the_short_form_panics_as_slices_do() {
    let _ = picked(&[1.0f32], &[3u32]);
}
