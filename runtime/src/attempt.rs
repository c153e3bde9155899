//! A `?` for loops.

/// As `?`, for loops that must vectorise: the conversions behind `?` keep the compiler from taking
/// a tuple in a `Result` apart.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(failure) => return Err(failure),
        }
    };
}
