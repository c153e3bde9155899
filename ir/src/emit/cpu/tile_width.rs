//! The constants that tell drivers of the tiles of a kernel.

use proc_macro2::TokenStream;
use quote::quote;

use crate::plan::schedule::cpu::TileWidth;

/// The constants of a kernel whose lanes go in tiles of this width.
pub(super) fn tiled_types(width: TileWidth) -> TokenStream {
    let narrow = (width == TileWidth::Narrow).then(|| {
        quote!(
            const NARROW: bool = true;
        )
    });
    quote!(
        const TILED: bool = true;
        #narrow
    )
}

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// Returns true if the tiles of the only kernel with tiles are narrow.
    fn is_narrow(function: &str) -> bool {
        let code = code_of(function);
        assert!(code.contains("const TILED : bool = true"), "there are tiles: {function}");
        code.contains("const NARROW : bool = true")
    }

    #[test]
    fn lanes_that_keep_what_they_have_are_few() {
        for function in [
            "pub fn f(xs: &[f64], ys: &[f64]) -> [usize] { xs.map(|x| ys.map(|y| x * y).argmin()) }",
            "pub fn f(m: &[[i32; w]; h]) -> [usize; w] { m.transpose().map(|c| c.argmax()) }",
            "pub fn f(xs: &[f32]) -> [u32] {
                xs.map(|x| { let mut y = x; let mut n = 0; while y < 9.0 { y *= 2.0; n += 1; } n })
            }",
            "pub fn f(xs: &[f64], ys: &[f64]) -> [f64] {
                xs.map(|x| ys.fold(0.0, |a, y| if a > x { a - y } else { a + y }))
            }",
        ] {
            assert!(is_narrow(function), "{function}");
        }
    }

    #[test]
    fn lanes_that_combine_floats_are_few_unless_they_read_rows() {
        let sums = "xs.map(|x| ys.map(|y| x * y).sum())";
        assert!(is_narrow(&format!("pub fn f(xs: &[f64], ys: &[f64]) -> [f64] {{ {sums} }}")));
        assert!(!is_narrow(&format!("pub fn f(xs: &[i64], ys: &[i64]) -> [i64] {{ {sums} }}")));
        let columns = "pub fn f(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }";
        assert!(!is_narrow(columns));
    }

    #[test]
    fn lanes_that_find_the_least_are_many() {
        let least =
            "pub fn f(xs: &[f64], ys: &[f64]) -> [f64] { xs.map(|x| ys.map(|y| x * y).min()) }";
        assert!(!is_narrow(least));
    }
}
