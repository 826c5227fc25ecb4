//! Events: records, waits, timing.

use std::sync::{Arc, Mutex, OnceLock};

use super::Runtime;
use super::capture::CapturedPoint;
use super::ffi::{Out, api};
use super::handles::{Handle, Handles};
use super::operation::Operation;
use super::shared_event::SharedEvent;
use super::stream::Stream;
use crate::device::{Device, EventId, Result, Status};
use crate::lock::lock;

const BLOCKING_SYNC: u32 = 1;
const DISABLE_TIMING: u32 = 2;
pub(super) const INTERPROCESS: u32 = 4;

/// `cudaEventRecordExternal` and `cudaEventWaitExternal`: in a capture, a node of its own.
pub(crate) const EXTERNAL: u32 = 1;

/// An event.
pub(crate) struct Event {
    pub(crate) id: EventId,
    /// How it was made.
    pub(super) flags: u32,
    /// Where other processes know of it: what it is then.
    pub(super) shared: OnceLock<Arc<SharedEvent>>,
    /// Its device's.
    number: usize,
    /// Where in a capture it was recorded last; none if its last record was not captured.
    pub(crate) captured: Mutex<Option<CapturedPoint>>,
}

/// The process's events.
#[derive(Default)]
pub(crate) struct Events {
    handles: Handles<Event>,
}

impl Events {
    /// Destroys all events of the calling thread's device.
    pub(crate) fn clear(&self, device: &dyn Device) {
        let here = device.current();
        for event in self.handles.drain_if(|event| event.number == here) {
            drop(device.destroy_event(event.id));
        }
    }
}

impl Runtime {
    /// The event of a handle.
    pub(crate) fn event(&self, handle: Handle) -> Result<Arc<Event>> {
        self.events().handles.get(handle)
    }

    /// The event of a graph's node: none is a wrong argument there, and no wrong handle.
    pub(crate) fn node_event(&self, handle: Handle) -> Result<Arc<Event>> {
        if handle == 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        self.event(handle)
    }

    fn new_event(&self, flags: u32) -> Result<Handle> {
        let known = flags & !(BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS) == 0;
        if !known || (flags & INTERPROCESS != 0 && flags & DISABLE_TIMING == 0) {
            return Err(Status::INVALID_VALUE.into());
        }
        self.add_event(flags, OnceLock::new())
    }

    /// An event of another process's.
    pub(super) fn new_shared_event(&self, shared: Arc<SharedEvent>) -> Result<Handle> {
        self.add_event(DISABLE_TIMING | INTERPROCESS, OnceLock::from(shared))
    }

    fn add_event(&self, flags: u32, shared: OnceLock<Arc<SharedEvent>>) -> Result<Handle> {
        let id = match self.device().driver_ipc() {
            Some(driver) if flags & INTERPROCESS != 0 => driver.create_event()?,
            _ => self.device().create_event(flags & DISABLE_TIMING == 0)?,
        };
        self.keep_event(id, flags, shared)
    }

    /// An event of another process's, which the driver has opened.
    pub(super) fn keep_driver_event(&self, id: EventId) -> Result<Handle> {
        self.keep_event(id, DISABLE_TIMING | INTERPROCESS, OnceLock::new())
    }

    fn keep_event(
        &self,
        id: EventId,
        flags: u32,
        shared: OnceLock<Arc<SharedEvent>>,
    ) -> Result<Handle> {
        Ok(self.events().handles.insert(Arc::new(Event {
            id,
            flags,
            shared,
            number: self.device().current(),
            captured: Mutex::default(),
        })))
    }

    fn record_event(&self, event: Handle, stream: Handle, flags: u32) -> Result<()> {
        let (recorded, stream) = (self.event(event)?, self.stream(stream)?);
        if flags & !EXTERNAL != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        if let Some(point) = stream.capture.point()
            && flags & EXTERNAL == 0
        {
            *lock(&recorded.captured) = Some(point);
            return Ok(());
        }
        *lock(&recorded.captured) = None;
        self.submit(&stream, Operation::Record(event))
    }

    /// Makes a stream wait for an event; joins the event's capture if it was recorded in one.
    pub(crate) fn wait_event(&self, stream: &Stream, handle: Handle, flags: u32) -> Result<()> {
        let event = self.event(handle)?;
        if flags & !EXTERNAL != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let captured = lock(&event.captured).clone();
        match captured {
            Some(point) => self.join_capture(stream, point),
            None if stream.capture.active() && flags & EXTERNAL == 0 => {
                Err(self.spoil(stream, Status::STREAM_CAPTURE_ISOLATION))
            }
            None => self.submit(stream, Operation::Wait(handle)),
        }
    }

    /// A captured event cannot be asked about: it never happens.
    fn happened_event(&self, handle: Handle) -> Result<Arc<Event>> {
        let event = self.event(handle)?;
        if lock(&event.captured).is_some() {
            return Err(Status::CAPTURED_EVENT.into());
        }
        Ok(event)
    }
}

api! {
    /// An event as the driver knows it.
    call fn __chv_event_raw(runtime, event: Handle, drivers: Out<u64>) {
        let handles = runtime.device().driver_handles().ok_or(Status::NOT_SUPPORTED)?;
        drivers.put(handles.event(runtime.event(event)?.id))
    }

    call fn cudaEventCreate(runtime, event: Out<Handle>) {
        event.put(runtime.new_event(0)?)
    }

    call fn cudaEventCreateWithFlags(runtime, event: Out<Handle>, flags: u32) {
        event.put(runtime.new_event(flags)?)
    }

    call fn cudaEventRecord(runtime, event: Handle, stream: Handle) {
        runtime.record_event(event, stream, 0)
    }

    call fn cudaEventRecordWithFlags(runtime, event: Handle, stream: Handle, flags: u32) {
        runtime.record_event(event, stream, flags)
    }

    call fn cudaEventQuery(runtime, event: Handle) {
        let event = runtime.happened_event(event)?;
        let done = match event.shared.get() {
            Some(shared) => shared.all_done(),
            None => runtime.device().event_done(event.id)?,
        };
        if done { Ok(()) } else { Err(Status::NOT_READY.into()) }
    }

    call fn cudaEventSynchronize(runtime, event: Handle) {
        let event = runtime.happened_event(event)?;
        match event.shared.get() {
            Some(shared) => shared.wait_for_all(),
            None => runtime.device().synchronize_event(event.id),
        }
    }

    plain fn cudaEventDestroy(runtime, event: Handle) {
        let event = runtime.events().handles.remove(event)?;
        runtime.device().destroy_event(event.id)
    }

    call fn cudaEventElapsedTime(runtime, milliseconds: Out<f32>, start: Handle, end: Handle) {
        if milliseconds.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let (start, end) = (runtime.happened_event(start)?, runtime.happened_event(end)?);
        milliseconds.put(runtime.device().elapsed_ms(start.id, end.id)?)
    }
}
