//! Events, which note the time at which they are recorded.

use super::state::{Driver, Event};
use super::{Handle, Status, driver_functions};
use std::time::Instant;

/// The flag of events that keep no time.
const DISABLE_TIMING: u32 = 2;

fn find(driver: &mut Driver, event: Handle) -> Result<&mut Event, Status> {
    driver.current()?;
    driver.events.get_mut(&event).ok_or(Status::INVALID_HANDLE)
}

driver_functions! {
    fn cuEventCreate(out event: Handle, value flags: u32) |driver| {
        let (context, _) = driver.current()?;
        if flags > 7 {
            return Err(Status::INVALID_VALUE);
        }
        let handle = driver.handle();
        driver.events.insert(handle, Event { context, flags, recorded: None });
        event.set(handle)
    }

    fn cuEventDestroy_v2(value event: Handle) |driver| {
        driver.events.remove(&event).map(|_| ()).ok_or(Status::INVALID_HANDLE)
    }

    fn cuEventRecord(value event: Handle, value stream: Handle) |driver| {
        super::stream::check(driver, stream)?;
        find(driver, event)?.recorded = Some(Instant::now());
        driver.record_event(event, stream);
        Ok(())
    }

    fn cuEventQuery(value event: Handle) |driver| {
        find(driver, event)?;
        driver.host_waits(event);
        Ok(())
    }

    fn cuEventSynchronize(value event: Handle) |driver| {
        find(driver, event)?;
        driver.host_waits(event);
        Ok(())
    }

    fn cuEventElapsedTime(out milliseconds: f32, value start: Handle, value end: Handle) |driver| {
        let mut recorded = |event| {
            let found = find(driver, event)?;
            let timed = found.recorded.filter(|_| found.flags & DISABLE_TIMING == 0);
            timed.ok_or(Status::INVALID_HANDLE)
        };
        let (start, end) = (recorded(start)?, recorded(end)?);
        let seconds = match end.checked_duration_since(start) {
            Some(later) => later.as_secs_f32(),
            None => -start.duration_since(end).as_secs_f32(),
        };
        milliseconds.set(seconds * 1000.0)
    }
}
