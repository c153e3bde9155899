//! The order of work that is put into streams: it comes after the work that was in its stream before, after
//! the events that its stream waits for, and after the work that the host has waited for.

use super::state::{Driver, complain};
use super::{Handle, Status};
use crate::machine::Checks;
use crate::memory::{Clock, Work};
use std::collections::HashMap;

/// The work that has been done at the points that other work can wait for.
#[derive(Default)]
pub struct Order {
    /// The work that the host has waited for, on any of its threads.
    host: Clock,
    streams: HashMap<Handle, Clock>,
    events: HashMap<Handle, Clock>,
    /// The work that is being put into a stream.
    work: Work,
}

/// The default streams are taken for one.
fn named(stream: Handle) -> Handle {
    if super::stream::DEFAULT_STREAMS.contains(&stream) { 0 } else { stream }
}

impl Driver {
    /// Returns the work that has been done when work begins that is put into a stream now. The default stream
    /// and those that are not made otherwise wait for each other.
    fn done_in(&self, stream: Handle) -> Clock {
        let waits = |other: &Handle| {
            let blocks =
                |stream| self.streams.get(&stream).is_none_or(|found| found.flags & 1 == 0);
            *other == stream || (*other == 0 && blocks(stream)) || (stream == 0 && blocks(*other))
        };
        let mut done = self.order.host.clone();
        let others = self.order.streams.iter().filter(|(other, _)| waits(other));
        others.for_each(|(_, clock)| done.join(clock));
        done
    }

    /// Begins work of a stream.
    pub(super) fn begin_work(&mut self, stream: Handle) {
        let stream = named(stream);
        let mut before = self.done_in(stream);
        let number = before.count(stream);
        self.order.streams.insert(stream, before.clone());
        self.order.work = Work { stream, number, before };
    }

    /// The host waits for that work.
    pub(super) fn wait_for_work(&mut self) {
        self.order.host.join(&self.order.work.before);
    }

    /// The host waits for a stream, or for all.
    pub(super) fn wait_for_streams(&mut self, stream: Option<Handle>) {
        let done = match stream {
            Some(stream) => self.done_in(named(stream)),
            None => {
                let mut all = Clock::default();
                self.order.streams.values().for_each(|clock| all.join(clock));
                all
            }
        };
        self.order.host.join(&done);
    }

    /// Records an event in a stream.
    pub(super) fn record_event(&mut self, event: Handle, stream: Handle) {
        let done = self.done_in(named(stream));
        self.order.events.insert(event, done);
    }

    /// A stream waits for an event.
    pub(super) fn stream_waits(&mut self, stream: Handle, event: Handle) {
        if let Some(done) = self.order.events.get(&event) {
            self.order.streams.entry(named(stream)).or_default().join(done);
        }
    }

    /// The host waits for an event.
    pub(super) fn host_waits(&mut self, event: Handle) {
        if let Some(done) = self.order.events.get(&event) {
            self.order.host.join(done);
        }
    }

    /// The work that has begun accesses memory at an address.
    ///
    /// # Errors
    /// If work of another stream uses the memory, and may not have ended.
    pub(super) fn accesses(&mut self, address: u64, writes: bool) -> Result<(), Status> {
        if self.current()?.1.checks != Checks::All {
            return Ok(());
        }
        let work = self.order.work.clone();
        let Some(memory) = self.memory_of(address) else { return Ok(()) };
        let slot = memory.find(address);
        let Some(allocation) = slot.and_then(|slot| memory.slot(slot)) else { return Ok(()) };
        if allocation.accesses.note(&work, writes) {
            return Ok(());
        }
        let what = if writes { "changes" } else { "reads" };
        let place = memory.describe(address);
        complain(&format!(
            "work of a stream {what} memory at {address:#x}, {place}, which work of another stream \
             uses that may not have ended"
        ));
        self.current()?.1.failed = Some(Status::LAUNCH_FAILED);
        Err(Status::LAUNCH_FAILED)
    }
}
