//! The code of random programs mentions no variable that is not bound where it stands: what rustc
//! sees of a few programs in the other tests, said of many.
//!
//! `ACCEL_EXPANDED_PROGRAMS` says how many (700 unless told), `ACCEL_RANDOM_SEED` where their
//! seeds begin.

use accel_ir::{CodeOfUnits, DeviceCode, Input, compile_with};
use accel_test_programs::deep_stacks::threads;
use accel_test_programs::random::program;
use accel_test_programs::scopes::unbound;
use accel_test_programs::settings::setting;
use rayon::prelude::*;

/// The names that are unbound in the code of a block.
fn unbound_in(text: &str, units: CodeOfUnits) -> Vec<String> {
    let tokens = text.parse().expect("a program is made of tokens");
    let file = syn::parse2(compile_with(Input::Block(tokens), units)).expect("code of items");
    unbound(&file).into_iter().collect()
}

#[test]
fn every_variable_is_bound_where_it_is_mentioned() {
    let count = setting("ACCEL_EXPANDED_PROGRAMS", 700);
    let first = setting("ACCEL_RANDOM_SEED", 0);
    let ptx = |unit: &str| Some(DeviceCode { ptx: quote::quote!(PTX[#unit]), machine: Vec::new() });
    let found: Vec<String> = threads().install(|| {
        (first..first + count)
            .into_par_iter()
            .filter_map(|seed| {
                let text = program(seed, 40).to_string();
                let mut names = unbound_in(&text, None);
                names.extend(unbound_in(&text, Some(&ptx)));
                (!names.is_empty()).then(|| format!("seed {seed}: {names:?}\n{text}"))
            })
            .collect()
    });
    let shown = found.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{} of {count} programs\n{shown}", found.len());
}

#[test]
fn unbound_names_are_found() {
    let file = syn::parse_quote! {
        fn f(a: usize) -> usize {
            let b = { let c = a; c + d };
            let add = |e: usize| b + e;
            for i in 0..b { add(i); }
            if let Some(g) = again(c) { g } else { g }
        }
        fn again(x: usize) -> Option<usize> { Some(x + a) }
    };
    assert!(unbound(&file).iter().eq(["again: a", "f: c", "f: d", "f: g"]));
}
