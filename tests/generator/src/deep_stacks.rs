//! Threads for programs that nest deeply, and the compiler and the interpreter with them.

/// Threads with as much stack as the deepest random programs need.
///
/// # Panics
/// If the system starts no threads.
pub fn threads() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build().expect("threads")
}
