//! Software streams: ordered queues of work that really run at the same time.
//!
//! Work of one stream happens in order; work of different streams overlaps. Every stream whose head may run is in one ready list,
//! which threads of an elastic pool take from: a stream needs a thread only while one of its operations runs. A thread that waits
//! for a stream runs the stream's work itself where it can, so a launch and its synchronisation need no switch of threads.
//!
//! Ordering is by marks: (stream, ticket) is complete when the stream has completed that many operations. The legacy default
//! stream is a stream whose operations wait for the marks of all blocking streams, and which blocking streams wait for. Devices that
//! share queues have a group each, with a legacy default stream of its own; marks and events serve all of them.
//!
//! One lock guards all queues. It is held for bookkeeping only, never while work runs.

mod pool;
mod state;
#[cfg(test)]
mod tests;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use self::state::State;
use super::{EventId, Rest, Result, Status, StreamId, StreamOptions, Unrest};
use crate::lock::lock;
use crate::wire::DeviceFault;

/// How long a waiting thread looks for the end of work that another thread runs before it sleeps.
const SPIN_MAX: Duration = Duration::from_micros(20);

/// A point in a stream's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    stream: u64,
    ticket: u64,
}

/// One operation of a stream.
pub enum Work {
    /// Nothing: a place in the order.
    Marker,
    /// An event's record, by event and number of the record.
    Record(EventId, u64),
    /// Runs unless the device has faulted; a fault it gives becomes the device's.
    Run(Box<dyn FnOnce() -> std::result::Result<(), Box<DeviceFault>> + Send>),
    /// Runs in any case and gets the device's status.
    Always(Box<dyn FnOnce(Status) + Send>),
}

impl Work {
    /// Work that cannot fault.
    pub fn quiet(work: impl FnOnce() + Send + 'static) -> Work {
        Work::Run(Box::new(move || {
            work();
            Ok(())
        }))
    }
}

/// The streams and events of a software device.
pub struct Queues {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// Workers sleep here.
    work_ready: Condvar,
    /// Threads that wait for marks sleep here.
    completed: Condvar,
    /// Counts completions; for waiting without the lock.
    generation: AtomicU64,
    /// True while there is a fault; for asking without the lock.
    faulted: AtomicBool,
}

impl Queues {
    /// No streams but the legacy one.
    pub fn new() -> Queues {
        Queues {
            shared: Arc::new(Shared {
                state: Mutex::new(State::new()),
                work_ready: Condvar::new(),
                completed: Condvar::new(),
                generation: AtomicU64::new(0),
                faulted: AtomicBool::new(false),
            }),
        }
    }

    /// Adds a group of streams; there is group 0.
    pub fn add_group(&self) -> usize {
        self.shared.lock().add_group()
    }

    /// The legacy default stream of a group.
    pub fn legacy(&self, group: usize) -> StreamId {
        self.shared.lock().legacy(group)
    }

    /// Makes a stream of a group.
    pub fn create_stream(&self, options: StreamOptions, group: usize) -> StreamId {
        self.shared.lock().create_stream(options, group)
    }

    /// Destroys a stream; what is queued still happens.
    pub fn destroy_stream(&self, stream: StreamId) -> Result<()> {
        self.shared.lock().destroy_stream(stream)
    }

    /// Queues work and goes on.
    pub fn submit(&self, stream: StreamId, work: Work) -> Result<Mark> {
        self.submit_after(stream, Vec::new(), work)
    }

    /// Queues work and takes part in it until it has happened.
    pub fn submit_and_wait(&self, stream: StreamId, work: Work) -> Result<()> {
        let mut state = self.shared.lock();
        // No worker is woken: this thread is about to look for the work.
        let mark = state.push(stream, Vec::new(), work)?;
        state.advance(mark.stream);
        self.shared.wait(state, mark);
        Ok(())
    }

    /// Queues work; if nothing stands before it, it happens now and on this thread.
    pub fn submit_soon(&self, stream: StreamId, work: Work) -> Result<()> {
        let mut state = self.shared.lock();
        let mark = state.push(stream, Vec::new(), work)?;
        state.advance(mark.stream);
        if state.is_next(mark) {
            state = self.shared.run_next(state, mark.stream);
        }
        self.shared.progress(&mut state, 0);
        Ok(())
    }

    /// True if all that was queued in the stream has happened.
    pub fn stream_done(&self, stream: StreamId) -> Result<bool> {
        let state = self.shared.lock();
        let marks = state.awaited(stream)?;
        Ok(marks.into_iter().all(|mark| state.done(mark)))
    }

    /// Waits for all that was queued in the stream.
    pub fn synchronize_stream(&self, stream: StreamId) -> Result<()> {
        let marks = self.shared.lock().awaited(stream)?;
        for mark in marks {
            self.shared.wait(self.shared.lock(), mark);
        }
        Ok(())
    }

    /// Waits for all that was queued in any stream of a group.
    pub fn synchronize(&self, group: usize) {
        let pending = self.shared.lock().pending(group);
        for mark in pending {
            self.shared.wait(self.shared.lock(), mark);
        }
    }

    /// Makes an event.
    pub fn create_event(&self, timing: bool) -> EventId {
        self.shared.lock().create_event(timing)
    }

    /// Destroys an event; waits for it that are queued keep what they captured.
    pub fn destroy_event(&self, event: EventId) -> Result<()> {
        self.shared.lock().destroy_event(event)
    }

    /// Queues an event's record.
    pub fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        let mut state = self.shared.lock();
        let mark = state.record(event, stream)?;
        state.advance(mark.stream);
        self.shared.progress(&mut state, 0);
        Ok(())
    }

    /// Makes later work of the stream wait for the event's last record.
    pub fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        let recorded = self.shared.lock().recorded(event)?;
        match recorded {
            Some(mark) => self
                .submit_after(stream, vec![mark], Work::Marker)
                .map(drop),
            None => Ok(()),
        }
    }

    /// True if the event's last record has happened, or if there is none.
    pub fn event_done(&self, event: EventId) -> Result<bool> {
        let state = self.shared.lock();
        Ok(state.recorded(event)?.is_none_or(|mark| state.done(mark)))
    }

    /// Waits for the event's last record.
    pub fn synchronize_event(&self, event: EventId) -> Result<()> {
        let state = self.shared.lock();
        if let Some(mark) = state.recorded(event)? {
            self.shared.wait(state, mark);
        }
        Ok(())
    }

    /// Nanoseconds from one record to another; negative if they happened the other way round.
    pub fn elapsed_ns(&self, start: EventId, end: EventId) -> Result<i64> {
        self.shared.lock().elapsed_ns(start, end)
    }

    /// The first fault since the last `clear_fault`.
    pub fn fault(&self) -> Option<DeviceFault> {
        if self.shared.faulted.load(Ordering::Acquire) {
            self.shared.lock().fault.clone()
        } else {
            None
        }
    }

    /// Drops what is queued, and what comes, until `clear_fault`; the first to be dropped, or to end with a fault, makes the fault.
    /// What runs is the backend's business.
    pub fn interrupt(&self) {
        self.shared.lock().interrupted = true;
    }

    /// Forgets the fault, and an interrupt: work that is queued from now on runs again.
    pub fn clear_fault(&self) {
        let mut state = self.shared.lock();
        state.fault = None;
        state.interrupted = false;
        self.shared.faulted.store(false, Ordering::Release);
    }

    /// Keeps the workers asleep for as long as the result lives.
    pub(super) fn rest(&self) -> std::result::Result<QueuesAtRest<'_>, Unrest> {
        let state = self.shared.lock();
        if state.waiting > 0 || !state.at_rest() {
            return Err(Unrest::Working);
        }
        match state.pool.resting() {
            Some(_) => Ok(QueuesAtRest { state }),
            None => Err(Unrest::Settling),
        }
    }

    fn submit_after(&self, stream: StreamId, after: Vec<Mark>, work: Work) -> Result<Mark> {
        let mut state = self.shared.lock();
        let mark = state.push(stream, after, work)?;
        state.advance(mark.stream);
        self.shared.progress(&mut state, 0);
        Ok(mark)
    }
}

/// Queues with nothing in them.
pub(super) struct QueuesAtRest<'a> {
    state: MutexGuard<'a, State>,
}

impl Rest for QueuesAtRest<'_> {
    fn threads(&self) -> usize {
        self.state.pool.resting().unwrap_or(0)
    }

    fn forget_threads(&mut self) {
        self.state.pool = pool::Pool::default();
    }
}

impl Default for Queues {
    fn default() -> Queues {
        Queues::new()
    }
}

impl Drop for Queues {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.work_ready.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Waits for a mark. Runs the work that stands before it, unless other threads have it already.
    fn wait<'a>(self: &'a Arc<Shared>, mut state: MutexGuard<'a, State>, mark: Mark) {
        while !state.done(mark) {
            if let Some(stream) = state.claimable_before(mark) {
                state = self.run_next(state, stream);
                let looking = usize::from(state.claimable_before(mark).is_some());
                self.progress(&mut state, looking);
                continue;
            }
            let seen = self.generation.load(Ordering::Relaxed);
            drop(state);
            self.spin(seen);
            state = self.lock();
            if self.generation.load(Ordering::Relaxed) != seen {
                continue;
            }
            state.waiting += 1;
            state = self
                .completed
                .wait_while(state, |_| self.generation.load(Ordering::Relaxed) == seen)
                .unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    fn spin(&self, seen: u64) {
        let start = Instant::now();
        while self.generation.load(Ordering::Relaxed) == seen && start.elapsed() < SPIN_MAX {
            std::hint::spin_loop();
        }
    }
}
