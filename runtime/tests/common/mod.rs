//! Helpers that the tests of ragged arrays share.

use accel::{Error, ErrorKind};

/// The message of an error about sizes, which is at no place.
pub fn message<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => {
            assert_eq!((error.kind(), error.line()), (ErrorKind::Size, 0));
            assert_eq!(error.to_string(), error.message());
            error.message().to_string()
        }
    }
}

/// Calls a function for each type of offsets and lengths that has all numbers from 0 to 255.
macro_rules! with_every_offset_type {
    ($check:ident) => {
        $check::<u8>();
        $check::<u16>();
        $check::<u32>();
        $check::<u64>();
        $check::<usize>();
        $check::<i16>();
        $check::<i32>();
        $check::<i64>();
        $check::<isize>();
    };
}

pub(crate) use with_every_offset_type;
