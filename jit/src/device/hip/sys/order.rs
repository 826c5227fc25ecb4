//! What comes after what: streams and events.

use std::ffi::{c_int, c_uint, c_void};

use super::{Driver, Result, check, out};

/// `hipStreamNonBlocking`
const STREAM_NON_BLOCKING: c_uint = 1;
/// `hipEventDisableTiming`
const EVENT_DISABLE_TIMING: c_uint = 2;
/// `hipErrorNotReady`
const NOT_READY: c_int = 600;

impl Driver {
    /// Of the current device.
    pub(in crate::device::hip) fn create_stream(
        &self,
        blocking: bool,
        priority: i32,
    ) -> Result<usize> {
        let flags = if blocking { 0 } else { STREAM_NON_BLOCKING };
        // SAFETY: the pointer is to a live object.
        out("hipStreamCreateWithPriority", |stream| unsafe {
            (self.functions.stream_create)(stream, flags, priority)
        })
    }

    pub(in crate::device::hip) fn destroy_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this library (module's contract).
        check("hipStreamDestroy", unsafe {
            (self.functions.stream_destroy)(stream)
        })
    }

    /// The null stream is the current device's.
    pub(in crate::device::hip) fn stream_done(&self, stream: usize) -> Result<bool> {
        // SAFETY: the stream is a live one of this library (module's contract).
        ready("hipStreamQuery", unsafe {
            (self.functions.stream_query)(stream)
        })
    }

    /// The null stream is the current device's.
    pub(in crate::device::hip) fn synchronize_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this library (module's contract).
        check("hipStreamSynchronize", unsafe {
            (self.functions.stream_synchronize)(stream)
        })
    }

    /// The null stream is the current device's.
    pub(in crate::device::hip) fn wait_event(&self, stream: usize, event: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this library (module's contract).
        check("hipStreamWaitEvent", unsafe {
            (self.functions.stream_wait)(stream, event, 0)
        })
    }

    /// Queues a function, which the library calls once with the stream's `hipError_t`. The null stream is the current device's.
    pub(in crate::device::hip) fn add_callback(
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
            // SAFETY: the library has refused it, so nobody else takes it.
            drop(unsafe { Box::from_raw(data) });
        }
        check("hipStreamAddCallback", code)
    }

    /// Of the current device.
    pub(in crate::device::hip) fn create_event(&self, timing: bool) -> Result<usize> {
        let flags = if timing { 0 } else { EVENT_DISABLE_TIMING };
        // SAFETY: the pointer is to a live object.
        out("hipEventCreateWithFlags", |event| unsafe {
            (self.functions.event_create)(event, flags)
        })
    }

    pub(in crate::device::hip) fn destroy_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this library (module's contract).
        check("hipEventDestroy", unsafe {
            (self.functions.event_destroy)(event)
        })
    }

    /// The null stream is the current device's.
    pub(in crate::device::hip) fn record_event(&self, event: usize, stream: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this library (module's contract).
        check("hipEventRecord", unsafe {
            (self.functions.event_record)(event, stream)
        })
    }

    pub(in crate::device::hip) fn event_done(&self, event: usize) -> Result<bool> {
        // SAFETY: the event is a live one of this library (module's contract).
        ready("hipEventQuery", unsafe {
            (self.functions.event_query)(event)
        })
    }

    pub(in crate::device::hip) fn synchronize_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this library (module's contract).
        check("hipEventSynchronize", unsafe {
            (self.functions.event_synchronize)(event)
        })
    }

    /// Milliseconds.
    pub(in crate::device::hip) fn elapsed(&self, start: usize, end: usize) -> Result<f32> {
        // SAFETY: the events are live ones of this library, and the pointer is to a live object.
        out("hipEventElapsedTime", |elapsed| unsafe {
            (self.functions.event_elapsed)(elapsed, start, end)
        })
    }
}

/// What a query says: done, not yet, or an error.
fn ready(call: &'static str, code: c_int) -> Result<bool> {
    match code {
        NOT_READY => Ok(false),
        code => check(call, code).map(|()| true),
    }
}

/// Runs on a thread of the library's.
unsafe extern "C" fn call_back(_stream: usize, code: c_int, data: *mut c_void) {
    // SAFETY: `add_callback` passes a box of this type, and the library calls this once.
    let function = unsafe { Box::from_raw(data.cast::<Box<dyn FnOnce(i32) + Send>>()) };
    // A panic must not unwind into the library. The panic hook has reported it.
    drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(
        || function(code),
    )));
}
