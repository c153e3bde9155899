//! Work on rows of different lengths, and parallel work within parallel work.

pub mod barnes_hut;
mod cuts;
pub mod filter;
pub mod gather;
pub mod map;
pub mod pagerank;
pub mod quicksort;
mod rows;
pub mod segmented_sum;
pub mod softmax;
pub mod split;
pub mod spmv;
