//! Benchmarks of accel: each kernel beside the same work in idiomatic rayon, in Rust tuned by
//! hand, and in a plain sequential loop.
//!
//! One file a kernel. Each holds the four rivals, checks that they agree, and hands them to
//! [`measure::Bench`], which runs them side by side.

#[macro_use]
mod instructions;
pub mod arguments;
mod chained;
mod columns;
mod data;
pub mod machine;
pub mod measure;
mod output;
pub mod report;
mod vector_math;

mod black_scholes;
mod dot;
mod filter;
mod filter_sum;
mod histogram;
mod inner_loops;
mod matmul;
mod nested;
mod row_sums;
mod saxpy_chain;
mod scan;
mod softmax;
mod sort;
mod stencil;
mod summary;

use measure::Bench;

/// A kernel: its name, and the function that measures it.
pub struct Kernel {
    /// Its name on the command line.
    pub name: &'static str,
    /// Measures it at all sizes.
    pub run: fn(&mut Bench),
}

/// All kernels, in the order of the table.
pub const KERNELS: &[Kernel] = &[
    Kernel { name: "dot", run: dot::run },
    Kernel { name: "saxpy_chain", run: saxpy_chain::run },
    Kernel { name: "black_scholes", run: black_scholes::run },
    Kernel { name: "scan", run: scan::run },
    Kernel { name: "filter", run: filter::run },
    Kernel { name: "filter_sum", run: filter_sum::run },
    Kernel { name: "histogram", run: histogram::run },
    Kernel { name: "stencil", run: stencil::run },
    Kernel { name: "inner_loops", run: inner_loops::run },
    Kernel { name: "matmul", run: matmul::run },
    Kernel { name: "row_sums", run: row_sums::run },
    Kernel { name: "columns", run: columns::run },
    Kernel { name: "summary", run: summary::run },
    Kernel { name: "sort", run: sort::run },
    Kernel { name: "softmax", run: softmax::run },
    Kernel { name: "spmv", run: nested::spmv::run },
    Kernel { name: "segmented_sum", run: nested::segmented_sum::run },
    Kernel { name: "ragged_softmax", run: nested::softmax::run },
    Kernel { name: "ragged_map", run: nested::map::run },
    Kernel { name: "ragged_filter", run: nested::filter::run },
    Kernel { name: "gather_rows", run: nested::gather::run },
    Kernel { name: "split_by", run: nested::split::run },
    Kernel { name: "pagerank", run: nested::pagerank::run },
    Kernel { name: "quicksort", run: nested::quicksort::run },
    Kernel { name: "barnes_hut", run: nested::barnes_hut::run },
];
