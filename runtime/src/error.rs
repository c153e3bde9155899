//! The error type.

use std::borrow::Cow;
use std::fmt;

/// An error of a call: the reason, and the place in the accel source.
///
/// The functions `try_…` return it; the others panic with its text. After an error the arrays that
/// were lent are as they were, and later calls work. As text it is `file:line:column: message`.
///
/// ```
/// use accel::{accel, ErrorKind};
///
/// accel! {
///     pub fn pick(xs: &[f64], i: usize) -> f64 { xs[i] }
/// }
///
/// let error = try_pick(&[1.0, 2.0], 5).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::IndexOutOfBounds);
/// assert_eq!(error.message(), "index out of bounds: the length is 2 but the index is 5");
/// assert!(error.file().ends_with(".rs"));
/// assert_eq!((error.line() > 0, error.column()), (true, 48));
/// assert!(error.to_string().ends_with(
///     "index out of bounds: the length is 2 but the index is 5"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: Cow<'static, str>,
    place: Option<(&'static str, u32, u32)>,
}

/// The kinds of errors.
///
/// ```
/// use accel::{accel, ErrorKind};
///
/// accel! {
///     pub fn share(part: u32, total: u32) -> u32 {
///         assert!(part <= total, "a part is no more than all");
///         100 * part / total
///     }
/// }
///
/// assert_eq!(try_share(1, 2), Ok(50));
/// assert_eq!(try_share(0, 0).unwrap_err().kind(), ErrorKind::DivisionByZero);
/// assert_eq!(try_share(2, 1).unwrap_err().kind(), ErrorKind::Assertion);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An index or a slice is out of bounds: in `xs[i]`, `xs[a..b]`, `gather`, `scatter`, `update`.
    IndexOutOfBounds,
    /// Lengths disagree, or a size of a signature does not hold, or does not fit `reshape`,
    /// `chunks` or `windows`.
    Size,
    /// An integer is divided by zero, or the remainder by zero is asked for.
    DivisionByZero,
    /// The smallest, largest, first or last element of an empty array.
    Empty,
    /// An argument for which a method of a scalar is not defined: `clamp` with bounds that are
    /// crossed, `ilog2` of zero.
    Argument,
    /// An `assert!` of the program fails; its text is the message.
    Assertion,
    /// An array needs more memory than there is.
    OutOfMemory,
    /// A function calls itself too deeply.
    Recursion,
    /// A device is not there, or fails; or the value of an environment variable makes no sense.
    Device,
}

impl Error {
    pub(crate) fn new(
        kind: ErrorKind,
        message: impl Into<Cow<'static, str>>,
        place: Option<(&'static str, u32, u32)>,
    ) -> Error {
        Error { kind, message: message.into(), place }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the message, with the offending values, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file of the accel source; empty where the error has no place in it.
    pub fn file(&self) -> &'static str {
        self.place.map_or("", |place| place.0)
    }

    /// The line, from 1; 0 where the error has no place in the source.
    pub fn line(&self) -> u32 {
        self.place.map_or(0, |place| place.1)
    }

    /// The column, from 1; 0 where the error has no place in the source.
    pub fn column(&self) -> u32 {
        self.place.map_or(0, |place| place.2)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some((file, line, column)) = self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("place", &format_args!("{}:{}:{}", self.file(), self.line(), self.column()))
            .finish()
    }
}

impl std::error::Error for Error {}
