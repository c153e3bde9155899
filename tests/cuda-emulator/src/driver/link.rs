//! Linking: a single PTX goes in, and comes out as it is.

use super::state::{Driver, complain};
use super::{Handle, Status, driver_functions};
use std::ffi::{c_char, c_void};

/// The kind of input that can be linked.
const PTX_INPUT: u32 = 1;

fn add(driver: &mut Driver, link: Handle, kind: u32, text: &[u8]) -> Result<(), Status> {
    driver.current()?;
    let collected = driver.links.get_mut(&link).ok_or(Status::INVALID_HANDLE)?;
    if kind != PTX_INPUT || !collected.is_empty() {
        complain("only a single PTX can be linked");
        return Err(Status::NOT_SUPPORTED);
    }
    *collected = text.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
    collected.push(0);
    Ok(())
}

driver_functions! {
    fn cuLinkCreate_v2(
        value _count: u32, input _options: u32, input _values: *mut c_void, out link: Handle,
    ) |driver| {
        driver.current()?;
        let handle = driver.handle();
        driver.links.insert(handle, Vec::new());
        link.set(handle)
    }

    fn cuLinkAddData_v2(
        value link: Handle, value kind: u32, input data: u8, value size: usize, text _name: c_char,
        value _count: u32, input _options: u32, input _values: *mut c_void,
    ) |driver| {
        add(driver, link, kind, data.bytes(size)?)
    }

    fn cuLinkAddFile_v2(
        value link: Handle, value kind: u32, text path: c_char, value _count: u32,
        input _options: u32, input _values: *mut c_void,
    ) |driver| {
        let path = path.read().ok_or(Status::INVALID_VALUE)?;
        let bytes = std::fs::read(path).map_err(|_| Status::FILE_NOT_FOUND)?;
        add(driver, link, kind, &bytes)
    }

    fn cuLinkComplete(value link: Handle, out image: *const u8, out size: usize) |driver| {
        driver.current()?;
        let linked = driver.links.get(&link).ok_or(Status::INVALID_HANDLE)?;
        if linked.is_empty() {
            return Err(Status::INVALID_IMAGE);
        }
        size.set_if_wanted(linked.len());
        image.set(linked.as_ptr())
    }

    fn cuLinkDestroy(value link: Handle) |driver| {
        driver.links.remove(&link).map(|_| ()).ok_or(Status::INVALID_HANDLE)
    }
}
