//! The names of what functions do on devices, where that is something else.

use std::sync::Arc;

/// The name of what a function does on devices.
pub fn name_for_devices(function: &str) -> Arc<str> {
    format!("{function}.devices").into()
}

/// Returns true if only devices go through a function, by its name.
pub fn is_for_devices(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, form)| form.starts_with("lanes") || form == "devices")
}
