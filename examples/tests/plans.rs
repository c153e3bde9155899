//! Regular code pays nothing for rows of different lengths: none of the programs of the first
//! examples, whose arrays are regular, has a descriptor of segments in its plan.

use accel::Plan;
use examples::{
    colours, filters, fractals, gravity, matrices, options, quadtree, reaction, routes, statistics,
    words,
};

macro_rules! plans {
    ($($module:ident: $($function:ident)*;)*) => {
        [$($((concat!(stringify!($module), "::", stringify!($function)), $module::$function::plan())),*),*]
    };
}

#[test]
fn regular_programs_have_no_descriptors() {
    let plans: Vec<(&str, &Plan)> = plans! {
        colours: first_palette improve_palette paint quantise;
        filters: luminance blur sobel canny;
        fractals: mandelbrot julia;
        gravity: advance energy galaxy;
        matrices: matmul compress difference;
        options: quotes scenarios;
        quadtree: density;
        reaction: dish react concentration;
        routes: shortest distances great_circles;
        statistics: summarise histogram bootstrap;
        words: frequencies;
    }
    .into();
    for (name, plan) in &plans {
        assert!(!plan.kernels().is_empty(), "{name}\n{plan}");
    }
    let with: Vec<_> = plans.iter().filter(|(_, plan)| plan.descriptors() > 0).collect();
    assert!(with.is_empty(), "{with:#?}");
}
