//! Texts of errors, which can be told where there is no memory for them.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// A text that grows while there is memory.
struct Text(String);

impl Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.try_reserve(part.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(part);
        Ok(())
    }
}

/// A text with its arguments, or one without any where there is no memory.
pub fn of(arguments: fmt::Arguments) -> Cow<'static, str> {
    let mut text = Text(String::new());
    match arguments.as_str() {
        Some(constant) => constant.into(),
        None => match text.write_fmt(arguments) {
            Ok(()) => text.0.into(),
            Err(_) => "there is no memory to say more".into(),
        },
    }
}

/// As [`format!`], but that it does not need memory.
macro_rules! text {
    ($($text:tt)*) => { $crate::text::of(format_args!($($text)*)) };
}

pub(crate) use text;
