//! What comes after what: streams and events.

use std::ffi::{c_int, c_uint, c_void};

use super::{Driver, Result, check, out};
use crate::device::StreamValue;

/// `CU_STREAM_NON_BLOCKING`
const STREAM_NON_BLOCKING: c_uint = 1;
/// `CU_EVENT_DISABLE_TIMING`
const EVENT_DISABLE_TIMING: c_uint = 2;

impl Driver {
    pub(in crate::device::cuda) fn create_stream(
        &self,
        blocking: bool,
        priority: i32,
    ) -> Result<usize> {
        let flags = if blocking { 0 } else { STREAM_NON_BLOCKING };
        // SAFETY: the pointer is to a live object.
        out(|stream| unsafe { (self.functions.stream_create)(stream, flags, priority) })
    }

    pub(in crate::device::cuda) fn destroy_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        check(unsafe { (self.functions.stream_destroy)(stream) })
    }

    pub(in crate::device::cuda) fn stream_done(&self, stream: usize) -> Result<bool> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        ready(unsafe { (self.functions.stream_query)(stream) })
    }

    pub(in crate::device::cuda) fn synchronize_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        check(unsafe { (self.functions.stream_synchronize)(stream) })
    }

    pub(in crate::device::cuda) fn wait_event(&self, stream: usize, event: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this driver (module's contract).
        check(unsafe { (self.functions.stream_wait)(stream, event, 0) })
    }

    /// Queues a write of a word.
    ///
    /// # Safety
    /// The word is valid until it has happened.
    pub(in crate::device::cuda) unsafe fn write_value(
        &self,
        stream: usize,
        word: &StreamValue,
    ) -> Result<()> {
        let (to, value, flags, functions) = (word.address, word.value, word.flags, &self.functions);
        // SAFETY: the stream is a live one of this driver (module's contract); the caller says that the word is valid.
        check(unsafe {
            match word.wide {
                true => (functions.stream_write_64)(stream, to, value, flags),
                false => (functions.stream_write_32)(stream, to, value as u32, flags),
            }
        })
    }

    /// Makes a stream wait until a word is as its flags say.
    ///
    /// # Safety
    /// The word is valid until that has happened.
    pub(in crate::device::cuda) unsafe fn wait_value(
        &self,
        stream: usize,
        word: &StreamValue,
    ) -> Result<()> {
        let (at, value, flags, functions) = (word.address, word.value, word.flags, &self.functions);
        // SAFETY: the stream is a live one of this driver (module's contract); the caller says that the word is valid.
        check(unsafe {
            match word.wide {
                true => (functions.stream_wait_64)(stream, at, value, flags),
                false => (functions.stream_wait_32)(stream, at, value as u32, flags),
            }
        })
    }

    /// Queues a function, which the driver calls once with the stream's `CUresult`, also after a fault.
    pub(in crate::device::cuda) fn add_callback(
        &self,
        stream: usize,
        function: Box<dyn FnOnce(i32) + Send>,
    ) -> Result<()> {
        let data = Box::into_raw(Box::new(function));
        // SAFETY: the stream is a live one; `call_back` takes the box back, once.
        let code = unsafe {
            (self.functions.stream_callback)(stream, call_back, data.cast::<c_void>(), 0)
        };
        if code != 0 {
            // SAFETY: the driver has refused it, so nobody else takes it.
            drop(unsafe { Box::from_raw(data) });
        }
        check(code)
    }

    pub(in crate::device::cuda) fn create_event(&self, timing: bool) -> Result<usize> {
        let flags = if timing { 0 } else { EVENT_DISABLE_TIMING };
        // SAFETY: the pointer is to a live object.
        out(|event| unsafe { (self.functions.event_create)(event, flags) })
    }

    pub(in crate::device::cuda) fn destroy_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this driver (module's contract).
        check(unsafe { (self.functions.event_destroy)(event) })
    }

    pub(in crate::device::cuda) fn record_event(&self, event: usize, stream: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this driver (module's contract).
        check(unsafe { (self.functions.event_record)(event, stream) })
    }

    pub(in crate::device::cuda) fn event_done(&self, event: usize) -> Result<bool> {
        // SAFETY: the event is a live one of this driver (module's contract).
        ready(unsafe { (self.functions.event_query)(event) })
    }

    pub(in crate::device::cuda) fn synchronize_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this driver (module's contract).
        check(unsafe { (self.functions.event_synchronize)(event) })
    }

    /// Milliseconds.
    pub(in crate::device::cuda) fn elapsed(&self, start: usize, end: usize) -> Result<f32> {
        // SAFETY: the events are live ones of this driver, and the pointer is to a live object.
        out(|elapsed| unsafe { (self.functions.event_elapsed)(elapsed, start, end) })
    }
}

/// What a query says: done, not yet (`CUDA_ERROR_NOT_READY`), or an error.
fn ready(code: c_int) -> Result<bool> {
    const NOT_READY: c_int = 600;
    if code == NOT_READY {
        return Ok(false);
    }
    check(code).map(|()| true)
}

/// Runs on a thread of the driver's.
unsafe extern "C" fn call_back(_stream: usize, code: c_int, data: *mut c_void) {
    // SAFETY: `add_callback` passes a box of this type, and the driver calls this once.
    let function = unsafe { Box::from_raw(data.cast::<Box<dyn FnOnce(i32) + Send>>()) };
    // A panic must not unwind into the driver. The panic hook has reported it.
    drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(
        || function(code),
    )));
}
