//! Streams and events that are ready to be handed out: a device's thread makes them, and who wants one need not wait for it each time.

use std::sync::Mutex;

use super::sys::{Driver, Result};
use crate::device::StreamOptions;
use crate::lock::lock;

/// How many events are made at once.
const EVENTS_GROWN: usize = 8;
/// Streams without work that are kept for the next user, at most.
const STREAMS_KEPT: usize = 16;

/// What one device has ready.
#[derive(Default)]
pub(super) struct Pools {
    /// Events that nobody has recorded; the first without timing, the second with it.
    events: [Mutex<Vec<usize>>; 2],
    /// Streams whose work is done, with what they were made with.
    streams: Mutex<Vec<(StreamOptions, usize)>>,
    /// What the streams in use were made with.
    used: Mutex<Vec<(usize, StreamOptions)>>,
}

impl Pools {
    /// An event that was never recorded, if there is one.
    pub(super) fn event(&self, timing: bool) -> Option<usize> {
        lock(&self.events[usize::from(timing)]).pop()
    }

    /// Makes some events and gives one of them; on the device's thread.
    pub(super) fn grow_events(&self, driver: &Driver, timing: bool) -> Result<usize> {
        let first = driver.create_event(timing)?;
        // One is enough: that there are no more is no error of this call's.
        let more = (1..EVENTS_GROWN).map_while(|_| driver.create_event(timing).ok());
        let more: Vec<usize> = more.collect();
        lock(&self.events[usize::from(timing)]).extend(more);
        Ok(first)
    }

    /// A stream without work, if one of this kind is kept.
    pub(super) fn stream(&self, options: StreamOptions) -> Option<usize> {
        let mut streams = lock(&self.streams);
        let at = streams.iter().position(|(kind, _)| *kind == options)?;
        let (_, stream) = streams.swap_remove(at);
        self.note(stream, options);
        Some(stream)
    }

    /// A stream that was made is in use.
    pub(super) fn note(&self, stream: usize, options: StreamOptions) {
        lock(&self.used).push((stream, options));
    }

    /// Takes back a stream that nobody uses any more, if its work is done and there is room. Else the caller destroys it.
    pub(super) fn keep(&self, stream: usize, done: bool) -> bool {
        let mut used = lock(&self.used);
        let Some(at) = used.iter().position(|(it, _)| *it == stream) else {
            return false;
        };
        let (_, options) = used.swap_remove(at);
        let mut streams = lock(&self.streams);
        if done && streams.len() < STREAMS_KEPT {
            streams.push((options, stream));
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKING: StreamOptions = StreamOptions {
        blocking: true,
        priority: 0,
    };

    #[test]
    fn streams_are_handed_out_again_once_their_work_is_done() {
        let pools = Pools::default();
        pools.note(1, BLOCKING);
        pools.note(2, BLOCKING);
        assert!(pools.keep(1, true));
        assert!(!pools.keep(2, false), "it is still at work");
        assert!(!pools.keep(3, true), "it is none of ours");
        let urgent = StreamOptions {
            blocking: true,
            priority: -1,
        };
        assert_eq!(pools.stream(urgent), None);
        assert_eq!(pools.stream(BLOCKING), Some(1));
        assert_eq!(pools.stream(BLOCKING), None);
    }
}
