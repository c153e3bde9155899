//! stub
mod alu;
mod machine;
mod memory;
mod program;
mod ptx;
