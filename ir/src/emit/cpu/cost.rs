//! The cost of a lane as an expression over the fields of the kernel: the drivers cut work into blocks by it.

use proc_macro2::TokenStream;
use quote::quote;

use super::writer::Writer;
use crate::core::Soac;
use crate::plan::schedule::cpu::{Cost, Shared};

/// The cost of a lane of a kernel, as an expression over the fields of the kernel; and if that is a guess.
pub(super) fn lane_cost(writer: &mut Writer, soac: &Soac) -> (TokenStream, bool) {
    let cost = Cost::of_lane(soac, writer.variables);
    let mut tokens = show(writer, &cost);
    for Shared { total, among, cost } in &cost.shared {
        let (total, cost) = (writer.plain(*total).text, show(writer, cost));
        let lanes = writer.product(among).text;
        let part = quote!((#total / usize::max(#lanes, 1)).saturating_mul(#cost));
        tokens = quote!(usize::saturating_add(#tokens, #part));
    }
    (tokens, cost.guessed)
}

fn show(writer: &mut Writer, cost: &Cost) -> TokenStream {
    let fixed = proc_macro2::Literal::u32_unsuffixed(cost.fixed.max(1));
    let mut tokens = quote!(#fixed);
    for (extent, inner) in &cost.repeated {
        let extent = writer.plain(*extent).text;
        let inner = show(writer, inner);
        tokens = quote!(usize::saturating_add(#tokens, #extent.saturating_mul(#inner)));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use crate::emit::cpu::code_of;

    /// A part of a matrix has a lane for each column, and each of these goes through all rows of the part.
    #[test]
    fn rows_are_shared_by_the_parts_and_not_by_the_columns_of_long_columns() {
        let sums = "pub fn f(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }";
        let code = code_of(sums);
        assert!(code.contains("h / usize :: max (parts , 1)"), "{code}");
    }

    /// The kernels that run on demand.
    #[test]
    fn what_only_the_run_tells_is_a_guess() {
        let guessed = |lane: &str| {
            let code = code_of(&format!(
                "pub fn f(xs: &[f64; n], ends: &[usize; n], k: usize) -> [f64; n] {{ \
                     zip(xs, ends).map(|(x, end)| {lane}) }} \
                 fn g(x: f64) -> f64 {{ if x < 1.0 {{ x }} else {{ g(x / 2.0) }} }}"
            ));
            code.contains("const GUESSED : bool = true")
        };
        for lane in [
            "{ let mut y = x; while y < 10.0 { y = y * 2.0; } y }",
            "xs[..end].fold(x, |a, b| 0.5 * a + b)",
            "xs[..end].sum()",
            "{ let mut y = x; for _ in 0..end { y = y * y; } y }",
            "if x < 0.0 { 0.0 } else { (0..end).map(|i| (i as f64).sqrt()).sum() }",
            "(0..k).map(|_| xs[..end].max()).sum()",
            "g(x)",
            "(0..end).map(|i| x * i as f64).sort().last()",
        ] {
            assert!(guessed(lane), "{lane}");
        }
        for lane in [
            "x + end as f64",
            "{ let mut y = x; for _ in 0..k { y = y * y; } y }",
            "xs.fold(x, |a, b| 0.5 * a + b)",
            "if x < 0.0 { 0.0 } else { xs[end] }",
        ] {
            assert!(!guessed(lane), "{lane}");
        }
    }
}
