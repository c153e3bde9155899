//! Copies between the host and a device, on streams of their own: they overlap with kernels, which
//! are launched into the default stream, as are fills of memory.
//!
//! Each launch is a moment of its device, marked by an event. A copy waits for the last launch that used its
//! memory, and for none behind it. Launches wait for the copies to the device that were made before them; the
//! host waits for the elements it gets.
//!
//! The driver copies page-locked memory at once, and arrays are not page-locked, so their bytes go through a
//! few buffers that are: while one is copied, the host fills or empties the other. If there is no page-locked
//! memory, the driver copies by itself, after all launches.

use super::driver::{self, Driven, Event, Stream};

/// A launch, by how many there have been before it and with it.
pub type Moment = u64;

/// The number of moments that have an event of their own. Earlier moments wait for the first of these.
const MARKED: u64 = 64;

/// The bytes of a buffer.
const BUFFER: usize = 2 << 20;

/// The copies of a device.
#[derive(Default)]
pub struct Copies {
    /// The last launch.
    now: Moment,
    queues: Queues,
    /// True if something has failed, so that events may not mark the launches that they should.
    unsettled: bool,
}

/// The streams, if they have been made. The streams belong to the context, and go with it.
#[derive(Default)]
enum Queues {
    #[default]
    NotYet,
    Made(Box<Made>),
    Refused,
}

struct Made {
    to_device: Queue,
    to_host: Queue,
    /// The launch of each moment, at its number modulo their count.
    launches: Vec<Event>,
}

/// A stream and its buffers.
struct Queue {
    stream: Stream,
    buffers: [Buffer; 2],
}

/// Page-locked memory, and the end of the last copy that used it.
struct Buffer {
    memory: *mut u8,
    copied: Event,
}

// SAFETY: page-locked memory, streams and events belong to a context, not to a thread.
unsafe impl Send for Made {}

impl Made {
    fn new() -> Driven<Made> {
        let memory = driver::page_locked(4 * BUFFER)?;
        let buffer = |number: usize| {
            // SAFETY: there are four buffers.
            let memory = unsafe { memory.add(number * BUFFER) };
            Ok(Buffer { memory, copied: Event::new()? })
        };
        let queue = |first: usize| {
            let buffers = [buffer(first)?, buffer(first + 1)?];
            Ok(Queue { stream: Stream::new()?, buffers })
        };
        let launches = (0..MARKED).map(|_| {
            let event = Event::new()?;
            event.record(Stream::DEFAULT)?;
            Ok(event)
        });
        let launches = launches.collect::<Driven<Vec<Event>>>()?;
        Ok(Made { to_device: queue(0)?, to_host: queue(2)?, launches })
    }

    /// The event of a moment, or of one behind it.
    fn launch(&self, now: Moment, moment: Moment) -> &Event {
        let marked = moment.max((now + 1).saturating_sub(MARKED));
        &self.launches[(marked % MARKED) as usize]
    }
}

impl Copies {
    /// A launch has been made, on the context of this thread. Gives its moment.
    pub fn launched(&mut self) -> Moment {
        self.now += 1;
        let at = (self.now % MARKED) as usize;
        let marked = self.made().map(|made| made.launches[at].record(Stream::DEFAULT));
        self.unsettled |= marked.is_some_and(|marked| marked.is_err());
        self.now
    }

    /// Before a launch: where something has failed, waits for all that is under way.
    ///
    /// # Errors
    /// If the device fails.
    pub fn settle(&mut self) -> Driven<()> {
        if self.unsettled {
            driver::synchronize()?;
            self.unsettled = false;
        }
        Ok(())
    }

    /// The moment of the launch that is being made.
    pub fn next(&self) -> Moment {
        self.now + 1
    }

    fn made(&mut self) -> Option<&Made> {
        if let Queues::NotYet = self.queues {
            let made = Made::new().map(Box::new);
            self.queues = made.map_or(Queues::Refused, Queues::Made);
        }
        match &self.queues {
            Queues::Made(made) => Some(made),
            _ => None,
        }
    }

    /// Has a moment marked by an event.
    fn mark(&mut self, moment: Moment) {
        if moment > self.now {
            self.launched();
        }
    }

    /// A queue, which waits for the launch of a moment; none if there is no page-locked memory.
    fn queue(
        &mut self,
        moment: Moment,
        which: impl FnOnce(&Made) -> &Queue,
    ) -> Driven<Option<&Queue>> {
        self.mark(moment);
        let now = self.now;
        let Some(made) = self.made() else { return Ok(None) };
        let queue = which(made);
        queue.stream.wait(made.launch(now, moment))?;
        Ok(Some(queue))
    }

    /// Copies when all is settled, and remembers if that fails.
    fn settled(&mut self, copy: impl FnOnce(&mut Copies) -> Driven<()>) -> Driven<()> {
        self.settle()?;
        let copied = copy(self);
        self.unsettled |= copied.is_err();
        copied
    }

    /// Copies to memory of the device, which launches up to a moment use. Launches that follow find it there.
    ///
    /// # Errors
    /// The error of the driver, which may be that of earlier kernels.
    ///
    /// # Safety
    /// So many bytes may be read, and written on the device.
    pub unsafe fn upload(
        &mut self,
        to: u64,
        from: *const u8,
        bytes: usize,
        used: Moment,
    ) -> Driven<()> {
        // SAFETY: the caller sees to both sides.
        self.settled(|copies| unsafe { copies.upload_in_parts(to, from, bytes, used) })
    }

    /// The copy itself.
    unsafe fn upload_in_parts(
        &mut self,
        to: u64,
        from: *const u8,
        bytes: usize,
        used: Moment,
    ) -> Driven<()> {
        let Some(Queue { stream, buffers }) = self.queue(used, |made| &made.to_device)? else {
            // SAFETY: the caller sees to both sides.
            return unsafe { driver::upload(to, from, bytes) };
        };
        for (part, offset) in (0..bytes).step_by(BUFFER).enumerate() {
            let (buffer, size) = (&buffers[part % 2], BUFFER.min(bytes - offset));
            buffer.copied.synchronize()?;
            // SAFETY: the caller sees to the memory; nobody uses the buffer any more.
            unsafe {
                std::ptr::copy_nonoverlapping(from.add(offset), buffer.memory, size);
                driver::upload_on(stream, to + offset as u64, buffer.memory, size)?;
            }
            buffer.copied.record(*stream)?;
            Stream::DEFAULT.wait(&buffer.copied)?;
        }
        Ok(())
    }

    /// Copies from memory of the device that the launch of a moment has written, if one has.
    ///
    /// # Errors
    /// The error of the driver, which may be that of earlier kernels.
    ///
    /// # Safety
    /// So many bytes may be read on the device, and written.
    pub unsafe fn download(
        &mut self,
        to: *mut u8,
        from: u64,
        bytes: usize,
        written: Moment,
    ) -> Driven<()> {
        // SAFETY: the caller sees to both sides.
        self.settled(|copies| unsafe { copies.download_in_parts(to, from, bytes, written) })
    }

    /// The copy itself.
    unsafe fn download_in_parts(
        &mut self,
        to: *mut u8,
        from: u64,
        bytes: usize,
        written: Moment,
    ) -> Driven<()> {
        let Some(Queue { stream, buffers }) = self.queue(written, |made| &made.to_host)? else {
            // SAFETY: the caller sees to both sides.
            return unsafe { driver::download(to, from, bytes) };
        };
        let parts = bytes.div_ceil(BUFFER);
        let place = |part: usize| (part * BUFFER, BUFFER.min(bytes - part * BUFFER));
        // One part is on its way while the host takes the one before it.
        for part in 0..=parts {
            if part < parts {
                let (buffer, (offset, size)) = (&buffers[part % 2], place(part));
                // SAFETY: the caller sees to the memory; the bytes that were in the buffer have been taken.
                unsafe { driver::download_on(stream, buffer.memory, from + offset as u64, size)? };
                buffer.copied.record(*stream)?;
            }
            if let Some(before) = part.checked_sub(1) {
                let (buffer, (offset, size)) = (&buffers[before % 2], place(before));
                buffer.copied.synchronize()?;
                // SAFETY: likewise.
                unsafe { std::ptr::copy_nonoverlapping(buffer.memory, to.add(offset), size) };
            }
        }
        Ok(())
    }
}
