//! Contexts: making them, making them current, and their settings.

use super::state::with_stack;
use super::{Handle, Status, driver_functions};

/// The API version that contexts are made with.
const API_VERSION: u32 = 3020;

/// The priorities of streams: least and greatest.
pub(super) const PRIORITIES: (i32, i32) = (0, -5);

driver_functions! {
    fn cuCtxCreate_v2(out context: Handle, value flags: u32, value device: i32) |driver| {
        driver.device(device)?;
        let handle = driver.create_context(device as usize, flags)?;
        with_stack(|stack| stack.push(handle));
        context.set(handle)
    }

    fn cuCtxDestroy_v2(value context: Handle) |driver| {
        if !driver.contexts.contains_key(&context) {
            return Err(Status::INVALID_CONTEXT);
        }
        driver.destroy_context(context);
        with_stack(|stack| if stack.last() == Some(&context) {
            stack.pop();
        });
        Ok(())
    }

    fn cuCtxPushCurrent_v2(value context: Handle) |driver| {
        if !driver.contexts.contains_key(&context) {
            return Err(Status::INVALID_CONTEXT);
        }
        with_stack(|stack| stack.push(context));
        Ok(())
    }

    fn cuCtxPopCurrent_v2(out context: Handle) |driver| {
        driver.settings()?;
        let popped = with_stack(Vec::pop).ok_or(Status::INVALID_CONTEXT)?;
        context.set_if_wanted(popped);
        Ok(())
    }

    fn cuCtxSetCurrent(value context: Handle) |driver| {
        driver.settings()?;
        if context != 0 && !driver.contexts.contains_key(&context) {
            return Err(Status::INVALID_CONTEXT);
        }
        with_stack(|stack| {
            stack.pop();
            if context != 0 {
                stack.push(context);
            }
        });
        Ok(())
    }

    fn cuCtxGetCurrent(out context: Handle) |driver| {
        driver.settings()?;
        context.set(with_stack(|stack| stack.last().copied()).unwrap_or(0))
    }

    fn cuCtxGetDevice(out device: i32) |driver| {
        let (_, context) = driver.current()?;
        device.set(context.device as i32)
    }

    fn cuCtxGetApiVersion(value context: Handle, out version: u32) |driver| {
        if context != 0 && !driver.contexts.contains_key(&context) {
            return Err(Status::INVALID_CONTEXT);
        }
        version.set(API_VERSION)
    }

    fn cuCtxGetFlags(out flags: u32) |driver| {
        let (_, context) = driver.current()?;
        flags.set(context.flags)
    }

    fn cuCtxGetLimit(out value: usize, value limit: u32) |driver| {
        let (_, context) = driver.current()?;
        value.set(*context.limits.get(&limit).ok_or(Status::UNSUPPORTED_LIMIT)?)
    }

    fn cuCtxSetLimit(value limit: u32, value value: usize) |driver| {
        let (_, context) = driver.current()?;
        *context.limits.get_mut(&limit).ok_or(Status::UNSUPPORTED_LIMIT)? = value;
        Ok(())
    }

    fn cuCtxGetCacheConfig(out config: u32) |driver| {
        let (_, context) = driver.current()?;
        config.set(context.cache_config)
    }

    fn cuCtxSetCacheConfig(value config: u32) |driver| {
        driver.current()?.1.cache_config = config;
        Ok(())
    }

    fn cuCtxGetSharedMemConfig(out config: u32) |driver| {
        let (_, context) = driver.current()?;
        config.set(context.shared_config)
    }

    fn cuCtxSetSharedMemConfig(value config: u32) |driver| {
        driver.current()?.1.shared_config = config;
        Ok(())
    }

    fn cuCtxGetStreamPriorityRange(out least: i32, out greatest: i32) |driver| {
        driver.current()?;
        least.set_if_wanted(PRIORITIES.0);
        greatest.set_if_wanted(PRIORITIES.1);
        Ok(())
    }

    fn cuCtxSynchronize() |driver| {
        driver.current()?;
        driver.wait_for_streams(None);
        Ok(())
    }
}
